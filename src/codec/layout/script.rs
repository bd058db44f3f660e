//! Codes one list of edits, given the text that they change.
//!
//! The text is walked token by token, and of each it is said whether an edit begins in it: what
//! stands around a token tells that better than how far away the last edit was. A writer who departs
//! from a style does so for a reason that comes again: at every capture, behind every number.

use super::CUT_SHORT;
use crate::{
    coding::{
        adaptive::Number,
        mix::{ContextMixer, hash_bytes, hash32},
        range::Coder,
    },
    error::{Error, Result},
    limits::{Budget, FOLD_PLACE, charges},
    pgn::{charset::is_of_word, layout::Edit},
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
/// The most bytes of a token, and the bits that a place in one takes.
const LONGEST_TOKEN: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 4;
/// How many tokens after an edit, and bytes after the beginning of a line, are told apart.
const FAR: usize = 255;

/// The models for lists of edits of one kind, and the changes that have numbers.
pub(super) struct Script {
    /// Whether an edit begins in a token.
    begins: ContextMixer,
    /// Where in it.
    place: ContextMixer,
    /// The bytes dropped and the bytes inserted, by number.
    known: Vec<(usize, Vec<u8>)>,
    change: ContextMixer,
    /// The numbers of the last two changes.
    last: [u32; 2],
    drop: Number,
    insert_len: Number,
    insert: ContextMixer,
}

impl Script {
    /// Only common changes are known.
    pub(super) fn new() -> Script {
        let common = COMMON_CHANGES.map(|(drop, insert)| (drop, insert.into()));
        Script {
            begins: ContextMixer::new(7, 16, 4),
            place: ContextMixer::new(3, 14, 1),
            known: common.into(),
            change: ContextMixer::new(6, 15, 1),
            last: [NEW_CHANGE; 2],
            drop: Number::default(),
            insert_len: Number::default(),
            insert: ContextMixer::new(4, 16, 1),
        }
    }

    /// Codes the edits made in `text`.
    ///
    /// # Errors
    /// Where an edit reaches beyond the end, or a decoder's bytes end too early or claim too much.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        text: &[u8],
        given: &[Edit],
        budget: &Budget,
    ) -> Result<Vec<Edit>> {
        let mut edits = Vec::new();
        let mut given = given.iter();
        let mut next = given.next();
        let mut walk = Walk::new(text);
        // Where the last edit ends.
        let mut done = 0;
        loop {
            let due = next.map(|edit| done + edit.keep);
            let end = walk.end();
            let is_last = end == text.len() && walk.at == end;
            let here = due.filter(|&place| place < end || is_last && place == end);
            if !self.code_begins(coder, &walk, here.is_some()) {
                if is_last {
                    break;
                }
                walk.pass();
                continue;
            }
            budget.take(charges::EDIT)?;
            let place = self.code_place(coder, &walk, here)?;
            let (drop, insert) = self.code_change(coder, &walk, place, next, budget)?;
            coder.expect_more(CUT_SHORT)?;
            let behind = place.checked_add(drop).filter(|&end| end <= text.len());
            let behind = behind.ok_or_else(beyond_end)?;
            if C::READS {
                edits.push(Edit {
                    keep: place - done,
                    drop,
                    insert,
                });
            }
            done = behind;
            walk.go_on(behind);
            next = given.next();
        }
        // So that a stream that is cut short is not taken for many texts without further edits.
        coder.expect_more(CUT_SHORT)?;
        match next {
            None => Ok(edits),
            Some(_) => Err(beyond_end()),
        }
    }

    fn code_begins<C: Coder>(&mut self, coder: &mut C, walk: &Walk, begins: bool) -> bool {
        let (token, shape) = (walk.token(), walk.shape);
        let [before, before_that] = walk.before();
        let after = walk.byte(walk.end());
        let [last, _] = self.last;
        let near = match walk.since {
            0..8 => last * 8 + walk.since as u32,
            _ => u32::MAX,
        };
        let contexts = [
            0,
            hash32(shape, class(before), class(after)),
            hash32(shape, before, before_that),
            hash32(hash_bytes(token), before, after),
            hash32(last, walk.since as u32, 1),
            hash32(shape, walk.shape_before, near),
            hash32(walk.column as u32, token.len().min(2) as u32, before),
        ];
        let set = walk.made.min(3);
        self.begins.flag(coder, begins, &contexts, set)
    }

    /// Codes where in a token an edit begins.
    ///
    /// # Errors
    /// Where a decoder's place is behind the token.
    fn code_place<C: Coder>(
        &mut self,
        coder: &mut C,
        walk: &Walk,
        given: Option<usize>,
    ) -> Result<usize> {
        let len = walk.end() - walk.at;
        if len < 2 {
            return Ok(walk.at);
        }
        let within = given.map_or(0, |place| (place - walk.at) as u32);
        let contexts = [
            len as u32,
            walk.shape,
            hash32(self.last[0], len as u32, walk.since as u32),
        ];
        let within = self.place.code(coder, within, PLACE_BITS, &contexts, 0) as usize;
        match within < len {
            true => Ok(walk.at + within),
            false => Err(beyond_end()),
        }
    }

    /// Codes what is dropped and inserted at `place`.
    fn code_change<C: Coder>(
        &mut self,
        coder: &mut C,
        walk: &Walk,
        place: usize,
        given: Option<&Edit>,
        budget: &Budget,
    ) -> Result<(usize, Vec<u8>)> {
        let known = given.and_then(|edit| {
            self.known
                .iter()
                .position(|(drop, insert)| *drop == edit.drop && *insert == edit.insert)
        });
        let number = known.map_or(NEW_CHANGE, |place| place as u32);
        let [last, before_last] = self.last;
        let here = walk.byte(place);
        let contexts = [
            0,
            256 * last + before_last,
            hash32(here, walk.before()[0], (place - walk.at) as u32),
            hash32(walk.shape, (place - walk.at) as u32, 2),
            hash32(walk.passed_from_word as u32, here, 3),
            hash32(last, here, walk.since as u32),
        ];
        let number = self.change.code(coder, number, 8, &contexts, 0);
        self.last = [number, last];
        match self.known.get(number as usize) {
            Some((drop, insert)) if C::READS => {
                budget.take(FOLD_PLACE * insert.len())?;
                Ok((*drop, insert.clone()))
            }
            Some((drop, _)) => Ok((*drop, Vec::new())),
            None => self.code_new_change(coder, &walk.text[place..], given, budget),
        }
    }

    /// Codes a change in full, and gives it a number if there is one left. `text` begins where it
    /// is made.
    fn code_new_change<C: Coder>(
        &mut self,
        coder: &mut C,
        text: &[u8],
        given: Option<&Edit>,
        budget: &Budget,
    ) -> Result<(usize, Vec<u8>)> {
        let drop = self
            .drop
            .code(coder, given.map_or(0, |edit| edit.drop as u32)) as usize;
        let given = given.map_or(&[][..], |edit| &edit.insert);
        let len = self.insert_len.code(coder, given.len() as u32) as usize;
        budget.take(len.saturating_mul(FOLD_PLACE))?;
        let mut insert = Vec::new();
        let (mut last, mut before) = (0, 0);
        for index in 0..len {
            let byte = given.get(index).copied().unwrap_or(0);
            let there = text.get(index).map_or(0, |&byte| u32::from(byte) + 1);
            let contexts = [0, last, 256 * last + before, hash32(there, last, 1)];
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
}

fn beyond_end() -> Error {
    Error::corrupt("an edit reaches beyond the end of its game")
}

/// A text that is walked token by token, and what stands around the token at hand.
struct Walk<'t> {
    text: &'t [u8],
    /// Where the token begins.
    at: usize,
    len: usize,
    /// A hash of the classes of its bytes, and that of the token before.
    shape: u32,
    shape_before: u32,
    /// How many tokens were passed since the last edit in this text, and since its beginning if
    /// there was none: [`FAR`] at most.
    since: usize,
    /// How many edits there were.
    made: usize,
    /// How many bytes its line has before the token: [`FAR`] at most.
    column: usize,
    /// How many bytes were passed at once the last time that the first of them was one of a word.
    passed_from_word: usize,
}

impl<'t> Walk<'t> {
    /// At the first token.
    fn new(text: &'t [u8]) -> Walk<'t> {
        let mut walk = Walk {
            text,
            at: 0,
            len: 0,
            shape: 0,
            shape_before: 0,
            since: 0,
            made: 0,
            column: 0,
            passed_from_word: 0,
        };
        walk.look();
        walk
    }

    /// Takes the token that begins at `at`.
    fn look(&mut self) {
        self.len = token_len(&self.text[self.at..]);
        self.shape = shape(self.token());
    }

    fn token(&self) -> &'t [u8] {
        &self.text[self.at..self.end()]
    }

    fn end(&self) -> usize {
        self.at + self.len
    }

    /// The byte at a place plus one; 0 behind the end.
    fn byte(&self, place: usize) -> u32 {
        self.text.get(place).map_or(0, |&byte| u32::from(byte) + 1)
    }

    /// The byte before the token plus one, and the one before that; 0 where there is none.
    fn before(&self) -> [u32; 2] {
        [1, 2].map(|back| match self.at.checked_sub(back) {
            Some(place) => self.byte(place),
            None => 0,
        })
    }

    /// Goes on to the next token.
    fn pass(&mut self) {
        self.since = (self.since + 1).min(FAR);
        self.step(self.end());
    }

    /// Goes on behind an edit.
    fn go_on(&mut self, at: usize) {
        self.since = 0;
        self.made += 1;
        self.step(at);
    }

    fn step(&mut self, at: usize) {
        let passed = &self.text[self.at..at];
        for &byte in passed {
            self.column = match byte {
                b'\n' => 0,
                _ => (self.column + 1).min(FAR),
            };
        }
        if passed.first().is_some_and(|&byte| is_of_word(byte)) {
            self.passed_from_word = passed.len();
        }
        self.shape_before = self.shape;
        self.at = at;
        self.look();
    }
}

/// How many bytes the token has that `text` begins with: as many of a word as there are, or one.
fn token_len(text: &[u8]) -> usize {
    let word = text.iter().take(LONGEST_TOKEN);
    let len = word.take_while(|&&byte| is_of_word(byte)).count();
    len.max(1).min(text.len())
}

/// A hash of the classes of some bytes.
fn shape(token: &[u8]) -> u32 {
    token.iter().fold(0, |shape, &byte| {
        hash32(shape, class(u32::from(byte) + 1), 4)
    })
}

/// The class of a byte plus one: what can stand in its place in moves is alike.
fn class(byte_plus_one: u32) -> u32 {
    match byte_plus_one.wrapping_sub(1) as u8 {
        _ if byte_plus_one == 0 => 0,
        b'1'..=b'8' => 1,
        b'0' | b'9' => 2,
        b'a'..=b'h' => 3,
        b'K' | b'Q' | b'R' | b'B' | b'N' => 4,
        b'x' => 5,
        b'O' => 6,
        b'i'..=b'z' => 7,
        b'A'..=b'Z' => 8,
        128.. => 9,
        mark => 16 + u32::from(mark),
    }
}
