//! Prediction from the longest earlier text that ends like the text so far.

use super::past::Past;
use crate::coding::mix::stretch;

/// A repetition is looked for once this many bytes agree.
const LEAST: usize = 6;
/// Agreement is counted no further than this.
const LONGEST: usize = 400;
/// Lengths fall into this many classes.
/// Lengths of repetitions fall into so many classes.
pub(super) const CLASSES: usize = 32;

/// Follows one earlier place in the text as long as it predicts right.
#[derive(Clone, Debug)]
pub(super) struct Repeat {
    /// The place at which a text with some hash last went on; 0 for none.
    last: Vec<u32>,
    /// The place whose byte is expected next; meaningless while `len` is zero.
    place: usize,
    /// How many bytes before `place` agree with the latest ones.
    len: usize,
    /// The byte expected, with a one above its top bit.
    expected: u32,
    /// How often an expected bit came, in 1/65,536, by class of length.
    trust: [u16; CLASSES],
}

/// What a repetition says about the coming bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hint {
    pub(super) bit: bool,
    pub(super) class: usize,
}

impl Repeat {
    /// Remembers 2^`log2_places` places.
    pub(super) fn new(log2_places: u32) -> Repeat {
        Repeat {
            last: vec![0; 1 << log2_places],
            place: 0,
            len: 0,
            expected: 0,
            trust: [56_000; CLASSES],
        }
    }

    /// The same for a longer text: room for 2^`log2_places` places, those of `past` among them.
    pub(super) fn after(before: &Repeat, past: &Past, log2_places: u32) -> Repeat {
        let mut repeat = Repeat {
            trust: before.trust,
            ..Repeat::new(log2_places)
        };
        let mut recent = 0;
        for position in 0..past.len() {
            recent = recent << 8 | u64::from(past.at(position));
            let slot = repeat.slot(recent);
            repeat.last[slot] = position as u32 + 1;
        }
        repeat
    }

    /// The expectation for the bit after the bits `node` of the byte (with a one before them), if there is one.
    #[inline]
    pub(super) fn hint(&self, node: u32) -> Option<Hint> {
        let bits_seen = node.ilog2();
        if self.len == 0 || self.expected >> (8 - bits_seen) != node {
            return None;
        }
        Some(Hint {
            bit: self.expected >> (7 - bits_seen) & 1 == 1,
            class: class(self.len),
        })
    }

    /// The stretched probability of a one that goes with a hint.
    #[inline]
    pub(super) fn stretched(&self, hint: Hint) -> i32 {
        let sure = stretch(u32::from(self.trust[hint.class]));
        if hint.bit { sure } else { -sure }
    }

    /// Learns what came of a hint.
    #[inline]
    pub(super) fn update(&mut self, hint: Hint, bit: bool) {
        let trust = &mut self.trust[hint.class];
        if bit == hint.bit {
            *trust += (65_535 - *trust) >> 7;
        } else {
            *trust -= *trust >> 7;
        }
    }

    /// Goes on after a byte that `past` has just taken in.
    #[inline]
    pub(super) fn advance(&mut self, past: &Past) {
        if self.len > 0 && self.expected as u8 == past.recent as u8 {
            self.len = (self.len + 1).min(LONGEST);
            self.place += 1;
        } else {
            self.len = 0;
        }
        let slot = self.slot(past.recent);
        if self.len == 0 {
            self.place = self.last[slot] as usize;
            if self.place > 0 {
                self.len = agreement(past, self.place);
            }
        }
        self.last[slot] = past.len() as u32;
        self.expected = 0x100 | u32::from(past.at(self.place));
    }

    /// Forgets the place being followed.
    pub(super) fn stop(&mut self) {
        self.len = 0;
    }

    #[inline]
    fn slot(&self, recent: u64) -> usize {
        let bits = self.last.len().ilog2();
        let latest = recent << (64 - 8 * LEAST);
        (latest.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize
    }
}

/// How many bytes before `place` are those at the end of `past`.
fn agreement(past: &Past, place: usize) -> usize {
    let end = past.len();
    (0..LONGEST.min(place))
        .take_while(|&back| past.at(place - 1 - back) == past.at(end - 1 - back))
        .count()
}

#[inline]
fn class(len: usize) -> usize {
    match len {
        0..16 => len,
        16..32 => 16 + (len - 16) / 4,
        32..64 => 20 + (len - 32) / 8,
        _ => (24 + (len - 64) / 32).min(CLASSES - 1),
    }
}
