//! Codes the edits of games: how their texts differ from their renderings.
//!
//! What an edit drops and inserts is a *change*. Common ones have numbers; one that is new is coded
//! in full and gets a number, as long as there are any. After that, the number is enough.

use super::CUT_SHORT;
use crate::{
    coding::{
        adaptive::{Bit, Number, code_digits, digits_of_all_lengths},
        mix::ContextMixer,
        range::{Coder, charge},
    },
    error::Result,
    limits::{Budget, FOLD_PLACE},
    pgn::layout::{Edit, Edits},
};

/// The most changes that get a number.
const KNOWN_CHANGES: usize = 255;
/// The changes that have numbers from the start, as bytes dropped and bytes inserted: those that
/// games of many sources have most often.
const COMMON_CHANGES: [(usize, &str); 14] = [
    (1, "\n"),
    (1, ""),
    (0, "\n"),
    (2, ""),
    (0, " "),
    (1, " "),
    (3, ""),
    (0, "+"),
    (0, "\n\n"),
    (1, "\r\n"),
    (0, "\r\n"),
    (0, "\u{feff}"),
    (0, "#"),
    (0, ".."),
];
/// Announces a change that has no number yet.
const NEW_CHANGE: u32 = KNOWN_CHANGES as u32;
/// The bits that the length of a number in binary digits takes.
const LENGTH_BITS: u32 = 5;
/// Number of its digits after the leading one that have learnt probabilities.
const LEARNT_DIGITS: u32 = 4;
/// Classes of how many edits there are already: by binary logarithm, larger ones in the last.
const COUNT_CLASSES: usize = 16;

/// The models for the edits of games.
pub(super) struct EditModels {
    /// Whether a game has edits that are made before lines are folded; if so, whether it has others
    /// that are made after that.
    kinds: [Bit; 2],
    loose: Script,
    folded: Script,
}

impl Default for EditModels {
    /// Only common changes are known.
    fn default() -> EditModels {
        EditModels {
            kinds: [Bit::default(); 2],
            loose: Script::new(),
            folded: Script::new(),
        }
    }
}

impl EditModels {
    /// Codes the edits of a game that has some.
    ///
    /// # Errors
    /// Where a decoder's bytes end too early or claim too much.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Edits>,
        budget: &Budget,
    ) -> Result<Edits> {
        let [loose, folded] = given.map_or([&[][..]; 2], |given| [&given.loose, &given.folded]);
        let mut edits = Edits::default();
        let [is_loose, is_both] = &mut self.kinds;
        let is_loose = is_loose.code(coder, !loose.is_empty());
        if is_loose {
            edits.loose = self.loose.code(coder, loose, budget)?;
        }
        if !is_loose || is_both.code(coder, !folded.is_empty()) {
            edits.folded = self.folded.code(coder, folded, budget)?;
        }
        Ok(edits)
    }
}

/// The models for a list of edits, and the changes that have numbers.
struct Script {
    /// Whether another edit follows, by the logarithm of how many there are already.
    more: Vec<Bit>,
    /// The bytes dropped and the bytes inserted, by number.
    known: Vec<(usize, Vec<u8>)>,
    change: ContextMixer,
    /// The numbers of the last two changes.
    last: [u32; 2],
    keep_length: ContextMixer,
    keep_digits: Vec<Bit>,
    drop: Number,
    insert_len: Number,
    insert: ContextMixer,
}

impl Script {
    /// Only common changes are known.
    fn new() -> Script {
        let common = COMMON_CHANGES.map(|(drop, insert)| (drop, insert.into()));
        Script {
            more: vec![Bit::default(); COUNT_CLASSES],
            known: common.into(),
            change: ContextMixer::new(3, 14, 1),
            last: [NEW_CHANGE; 2],
            keep_length: ContextMixer::new(3, 14, 1),
            keep_digits: digits_of_all_lengths(LEARNT_DIGITS),
            drop: Number::default(),
            insert_len: Number::default(),
            insert: ContextMixer::new(3, 16, 1),
        }
    }

    /// Codes some edits, at least one.
    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[Edit],
        budget: &Budget,
    ) -> Result<Vec<Edit>> {
        let mut edits = Vec::new();
        let mut count = 0;
        loop {
            charge::<C>(budget, size_of::<Edit>())?;
            let edit = self.code_edit(coder, given.get(count), budget)?;
            coder.expect_more(CUT_SHORT)?;
            if C::READS {
                edits.push(edit);
            }
            count += 1;
            let more = &mut self.more[(count.ilog2() as usize).min(COUNT_CLASSES - 1)];
            if !more.code(coder, count < given.len()) {
                return Ok(edits);
            }
        }
    }

    fn code_edit<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Edit>,
        budget: &Budget,
    ) -> Result<Edit> {
        let known = given.and_then(|edit| {
            self.known
                .iter()
                .position(|(drop, insert)| *drop == edit.drop && *insert == edit.insert)
        });
        let number = known.map_or(NEW_CHANGE, |place| place as u32);
        let [last, before] = self.last;
        let contexts = [0, last, 256 * last + before];
        let number = self.change.code(coder, number, 8, &contexts, 0);
        let (drop, insert) = match self.known.get(number as usize) {
            Some((drop, insert)) if C::READS => {
                budget.take(FOLD_PLACE * insert.len())?;
                (*drop, insert.clone())
            }
            Some(_) => Default::default(),
            None => self.code_change(coder, given, budget)?,
        };
        self.last = [number, last];
        let keep = self.code_keep(
            coder,
            given.map_or(0, |edit| edit.keep as u32),
            number,
            last,
        );
        Ok(Edit {
            keep: keep as usize,
            drop,
            insert,
        })
    }

    /// Codes a change in full, and gives it a number if there is one left.
    fn code_change<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Edit>,
        budget: &Budget,
    ) -> Result<(usize, Vec<u8>)> {
        let drop = self
            .drop
            .code(coder, given.map_or(0, |edit| edit.drop as u32)) as usize;
        let given = given.map_or(&[][..], |edit| &edit.insert);
        let len = self.insert_len.code(coder, given.len() as u32) as usize;
        charge::<C>(budget, len.saturating_mul(FOLD_PLACE))?;
        let mut insert = Vec::new();
        let (mut last, mut before) = (0, 0);
        for index in 0..len {
            let byte = given.get(index).copied().unwrap_or(0);
            let contexts = [0, last, 256 * last + before];
            let byte = self.insert.code(coder, u32::from(byte), 8, &contexts, 0);
            (before, last) = (last, byte + 1);
            insert.push(byte as u8);
            coder.expect_more(CUT_SHORT)?;
        }
        if self.known.len() < KNOWN_CHANGES {
            self.known.push((drop, insert.clone()));
        }
        Ok((drop, insert))
    }

    /// Codes how many bytes are kept before an edit: the length of the number in binary digits, by
    /// the change and the one before, then the digits.
    fn code_keep<C: Coder>(&mut self, coder: &mut C, keep: u32, change: u32, last: u32) -> u32 {
        let plus_one = if C::READS { 1 } else { keep.saturating_add(1) };
        let contexts = [0, change, 256 * last + change];
        let length = self
            .keep_length
            .code(coder, plus_one.ilog2(), LENGTH_BITS, &contexts, 0);
        let digits = &mut self.keep_digits[(length << LEARNT_DIGITS) as usize..];
        let below = code_digits(coder, digits, plus_one, length, LEARNT_DIGITS);
        ((1u64 << length | u64::from(below)) - 1) as u32
    }
}
