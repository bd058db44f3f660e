//! The mixers behind all columns: for yes-or-no decisions, places in lists, numbers, and strings
//! that are spelt out.

use super::{
    CUT_SHORT,
    hints::{Hinted, Hints, Trust},
    names::HEADS,
    spelling::fens::Fens,
};
use crate::{
    codec::{Level, bytes::refuse_nul, text::priming},
    coding::{
        adaptive::Bit,
        light::{Chooser, Votes},
        mix::{ContextMixer, hash32},
        range::Coder,
        text::{Guide, TextModel, Unguided},
        weighing::Weighing,
    },
    error::Result,
    limits::Budget,
};
use std::array;

/// Contexts of each decision.
pub(super) const CONTEXTS: usize = 7;
/// How many of them vote at the levels that have no time for more, and which ones: for decisions
/// and for numbers.
const VOTERS: usize = 3;
const FLAG_VOTERS: [usize; VOTERS] = [2, 3, 4];
const NUMBER_VOTERS: [usize; VOTERS] = [0, 6, 3];
/// Binary logarithm of the most slots that votes use.
const MOST_VOTES: u32 = 15;
/// How many sets of weights the columns share.
const SETS: usize = 64;
/// Bits that code the length of a number: of most numbers, and of very long ones.
const LENGTH_BITS: [u32; 2] = [4, 6];
/// Binary digits after the leading one that are coded with contexts; the rest are raw bits.
const LEARNT_DIGITS: u32 = 3;
/// Numbers with at most so many digits after the leading one are coded with contexts to the last.
const SHORT: u32 = 6;
/// About how many bytes of a game's tags are strings not seen before.
const TEXT_BYTES: usize = 32;
/// Longest string, in bytes.
pub(super) const MAX_STRING: usize = 1 << 16;

/// Which of the sets of weights a decision or a number uses; columns share those that nothing else
/// has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set(usize);

impl Set {
    /// How columns are coded.
    pub(super) const PLANS: Set = Set(0);
    /// Which tags games have.
    pub(super) const TEMPLATES: Set = Set(1);
    /// Games whose tags are spelt out.
    pub(super) const SPELT_OUT: Set = Set(2);
    const FIRST_COLUMN: usize = 3;

    /// Whether a game has the head of this number; only for [`Models::simple`], which decides
    /// nothing else under the sets that are not those of columns.
    pub(super) fn of_head(head: usize) -> Set {
        Set(head)
    }

    /// The values of a column.
    pub(super) fn of_column(column: usize) -> Set {
        Set(Set::FIRST_COLUMN + column % (SETS - Set::FIRST_COLUMN))
    }
}

// Whether a game has a head is not learnt from the values of columns.
const _: () = assert!(HEADS.len() <= Set::FIRST_COLUMN);

/// What tells the contexts of one thing from those of another, and the memory's keys likewise.
pub(super) mod salt {
    /// Which template a game has: its contexts add their numbers.
    pub(in super::super) const TEMPLATE: u32 = 0x100;
    /// How many columns a new template has.
    pub(in super::super) const COLUMNS: u32 = 0x110;
    /// Whether the column is the one that followed the last time.
    pub(in super::super) const SUCCESSOR: u32 = 0x111;
    /// Which column it is otherwise.
    pub(in super::super) const COLUMN: u32 = 0x112;
    /// Which name a new column has.
    pub(in super::super) const NAME: u32 = 0x113;
    /// How many tags a game has that fits no template.
    pub(in super::super) const ODD: u32 = 0x120;
    /// Keys of values by a tag that they go with: its number is added.
    pub(in super::super) const PARENTS: u32 = 0x200;
    /// Whether a guess is right.
    pub(in super::super) const GUESS: u32 = 0x300;
    /// Which value of a list it is.
    pub(in super::super) const LISTED: u32 = 0x400;
    /// By how much a number differs.
    pub(in super::super) const DIFFERENCE: u32 = 0x500;
    /// By how much a number in a pattern differs.
    pub(in super::super) const FIELD: u32 = 0x600;
    /// Which pattern it is.
    pub(in super::super) const PATTERN: u32 = 0x601;
    /// How a Chess960 start is written.
    pub(in super::super) const START: u32 = 0x602;
    /// Whether the path before an identifier is that of the last one.
    pub(in super::super) const PATH: u32 = 0x603;
    /// Keys of opponents by a player.
    pub(in super::super) const OPPONENT: u32 = 0x700;
    /// Keys of rating differences by a player.
    pub(in super::super) const RATING_DIFF: u32 = 0x701;
    /// Keys of games by their positions.
    pub(in super::super) const GAME: u32 = 0x710;
    /// Keys of values by the position that names the opening.
    pub(in super::super) const OPENING: u32 = 0x711;
    /// Keys of the tags that games of a player have.
    pub(in super::super) const PRESENCE: u32 = 0x7072_6573;
}

/// The mixers.
#[derive(Clone)]
pub(super) struct Models {
    flags: Decisions,
    numbers: Decisions,
    text: TextModel,
    /// The simple decisions, by their sets.
    simple: Vec<Bit>,
    /// Whether a number's length takes more bits than usual, by set.
    long: Vec<Bit>,
    fens: Fens,
    trust: Trust,
    budget: Budget,
}

/// How the predictions of a decision's contexts are combined: by votes, lightly, or fully.
#[derive(Clone)]
enum Decisions {
    Votes(Votes<VOTERS>),
    Light(Chooser<CONTEXTS>),
    Full(ContextMixer),
}

impl Decisions {
    fn flag<C: Coder>(
        &mut self,
        coder: &mut C,
        flag: bool,
        context: impl Fn(usize) -> u32,
        set: Set,
    ) -> bool {
        let all = array::from_fn::<u32, CONTEXTS, _>;
        match self {
            Decisions::Votes(votes) => votes.flag(coder, flag, FLAG_VOTERS.map(context)),
            Decisions::Light(chooser) => chooser.flag(coder, flag, &all(context), set.0),
            Decisions::Full(mixer) => mixer.flag(coder, flag, &all(context), set.0),
        }
    }

    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        contexts: &[u32; CONTEXTS],
        set: Set,
    ) -> u32 {
        match self {
            Decisions::Votes(votes) => {
                votes.code(coder, value, width, voters(contexts, NUMBER_VOTERS))
            }
            Decisions::Light(chooser) => chooser.code(coder, value, width, contexts, set.0),
            Decisions::Full(mixer) => mixer.code(coder, value, width, contexts, set.0),
        }
    }

    /// The contexts of a number, hashed with `a` and `b`: those that are looked at.
    fn salted(&self, contexts: &[u32; CONTEXTS], a: u32, b: u32) -> [u32; CONTEXTS] {
        match self {
            Decisions::Votes(_) => {
                let mut salted = [0; CONTEXTS];
                for voter in NUMBER_VOTERS {
                    salted[voter] = hash32(contexts[voter], a, b);
                }
                salted
            }
            _ => contexts.map(|context| hash32(context, a, b)),
        }
    }
}

/// The `chosen` contexts.
fn voters(contexts: &[u32; CONTEXTS], chosen: [usize; VOTERS]) -> [u32; VOTERS] {
    chosen.map(|index| contexts[index])
}

/// In blocks with room for more games than this the text model reads no texts before: there is
/// enough to learn from.
// Files of more games took 0.01 % less with texts, and 12 ms more at level 6.
const MOST_PRIMED: usize = 500;

/// For about how many bytes of text the model of text is made, where tables are made for about
/// `room` games.
fn text_bytes(room: usize) -> usize {
    room.saturating_mul(TEXT_BYTES).clamp(1 << 8, 1 << 20)
}

impl Models {
    /// Fresh mixers, with tables made for the tags of about `room` games.
    pub(super) fn new(room: usize, level: Level, budget: &Budget) -> Models {
        let log2_room = room.saturating_add(1).ilog2();
        let row = level.row();
        let decisions = |log2_slots: u32| match row.tags {
            Weighing::Votes => Decisions::Votes(Votes::new(log2_slots.min(MOST_VOTES))),
            Weighing::Light => Decisions::Light(Chooser::new(log2_slots, SETS)),
            Weighing::Full => Decisions::Full(ContextMixer::new(CONTEXTS, log2_slots, SETS)),
        };
        Models {
            flags: decisions((log2_room + 9).clamp(12, 17)),
            numbers: decisions((log2_room + 10).clamp(13, 18)),
            text: match room <= MOST_PRIMED {
                true => priming::tags(row.names, text_bytes(room)),
                false => priming::unread(row.names, text_bytes(room)),
            },
            simple: vec![Bit::default(); SETS],
            long: vec![Bit::primed(1 << 12, 2); SETS],
            fens: Fens::default(),
            trust: Trust::default(),
            budget: budget.clone(),
        }
    }

    /// Makes these models ones that copies begin with; only copies that [make
    /// room](Models::make_room) are to be used from then on.
    pub(super) fn share(&mut self) {
        self.text.share();
    }

    /// Makes a copy of shared models ready for the tags of about `room` games more. It takes
    /// memory from another budget from now on.
    pub(super) fn make_room(&mut self, room: usize, budget: &Budget) {
        self.text.make_room(text_bytes(room));
        self.budget = budget.clone();
    }

    /// Codes a decision. `context` makes the context of a number below [`CONTEXTS`], those that are
    /// looked at.
    pub(super) fn flag<C: Coder>(
        &mut self,
        coder: &mut C,
        flag: bool,
        context: impl Fn(usize) -> u32,
        set: Set,
    ) -> bool {
        self.flags.flag(coder, flag, context, set)
    }

    /// Codes a decision that depends on the column alone.
    pub(super) fn simple<C: Coder>(&mut self, coder: &mut C, flag: bool, set: Set) -> bool {
        self.simple[set.0].code(coder, flag)
    }

    /// Codes a place in a list, or that what is coded stands at none: one more than the place, or 0.
    /// A place that this machine cannot even number, where no list has anything, is read as the last
    /// of all.
    pub(super) fn place<C: Coder>(
        &mut self,
        coder: &mut C,
        place: Option<usize>,
        contexts: &[u32; CONTEXTS],
        set: Set,
    ) -> Option<usize> {
        let number = place.map_or(0, |place| place as u64 + 1);
        let place = self.number(coder, number, contexts, set).checked_sub(1)?;
        Some(usize::try_from(place).unwrap_or(usize::MAX))
    }

    /// Codes a number below 2^64 - 1: first its length in binary digits, then the digits.
    pub(super) fn number<C: Coder>(
        &mut self,
        coder: &mut C,
        number: u64,
        contexts: &[u32; CONTEXTS],
        set: Set,
    ) -> u64 {
        let plus_one = if C::READS { 1 } else { number + 1 };
        let length = plus_one.ilog2();
        let is_long = self.long[set.0].code(coder, length >> LENGTH_BITS[0] > 0);
        let width = LENGTH_BITS[usize::from(is_long)];
        let length = self.numbers.code(coder, length, width, contexts, set);
        let learnt = if length <= SHORT {
            length
        } else {
            LEARNT_DIGITS
        };
        let salted = self.numbers.salted(contexts, length, 1);
        let rest = length - learnt;
        let top = (plus_one >> rest) as u32 & ((1 << learnt) - 1);
        let top = match learnt {
            0 => 0,
            _ => self.numbers.code(coder, top, learnt, &salted, set),
        };
        let read = 1u64 << learnt | u64::from(top);
        (read << rest | coder.raw_long(plus_one, rest)) - 1
    }

    /// Codes a number that may be negative: its sign, then its size.
    pub(super) fn signed<C: Coder>(
        &mut self,
        coder: &mut C,
        number: i64,
        contexts: &[u32; CONTEXTS],
        set: Set,
    ) -> i64 {
        // The size depends more on the sign than the sign on the size.
        let salted = self.numbers.salted(contexts, 0, 2);
        let kind = number.signum() + 1;
        let kind = self.numbers.code(coder, kind as u32, 2, &salted, set);
        let sign = match kind {
            0 => -1,
            1 => return 0,
            _ => 1,
        };
        let salted = self.numbers.salted(contexts, kind, 3);
        let size = self.number(coder, number.unsigned_abs().wrapping_sub(1), &salted, set);
        (size as i64).wrapping_add(1).wrapping_mul(sign)
    }

    /// Codes a string of kind `field` and gives it back.
    pub(super) fn string<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[u8],
        field: u32,
    ) -> Result<Vec<u8>> {
        spell(
            &mut self.text,
            &self.budget,
            coder,
            given,
            field,
            &mut Unguided,
        )
    }

    /// The same with hints about the string.
    pub(super) fn hinted_string<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[u8],
        field: u32,
        hints: Hints,
    ) -> Result<Vec<u8>> {
        let mut guide = Hinted::new(&mut self.trust, hints);
        spell(
            &mut self.text,
            &self.budget,
            coder,
            given,
            field,
            &mut guide,
        )
    }

    /// Codes a FEN: as a position and how that is spelt, or as a string if it is none.
    pub(super) fn fen<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[u8],
        field: u32,
    ) -> Result<Vec<u8>> {
        let Models {
            fens, text, budget, ..
        } = self;
        let fen = fens.code(coder, given, |coder, part| {
            spell(text, budget, coder, part, field, &mut Unguided)
        })?;
        match fen {
            Some(fen) => {
                self.budget.take(fen.len())?;
                Ok(fen)
            }
            None => self.string(coder, given, field),
        }
    }

    /// The budget of the block.
    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }
}

/// Codes a string of kind `field` under a text model; what is read is taken out of the budget.
fn spell<C: Coder, G: Guide>(
    text: &mut TextModel,
    budget: &Budget,
    coder: &mut C,
    given: &[u8],
    field: u32,
    guide: &mut G,
) -> Result<Vec<u8>> {
    coder.expect_more(CUT_SHORT)?;
    let mut out = Vec::with_capacity(given.len());
    text.code_string_guided(coder, given, field, MAX_STRING, &mut out, guide)?;
    budget.take_spelt(out.len() + 1)?; // with its end
    refuse_nul(&out)?;
    Ok(out)
}
