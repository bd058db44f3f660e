//! The match model: predicts the byte that followed an earlier place where the text read the same.

use super::past::Past;
use crate::coding::{
    adaptive::drift,
    mix::{GOLDEN, stretch},
};

/// A match is looked up by a hash of this many of the last bytes.
const LEAST: usize = 6;
/// The length of a match is counted up to this.
const LONGEST: usize = 400;
/// Number of classes of the length of a match.
pub(super) const CLASSES: usize = 32;
/// Each hint moves the trust in its class by 1 / 2^`TRUST_RATE` of its error.
const TRUST_RATE: u32 = 7;

/// Follows one earlier place of the text for as long as it predicts right.
#[derive(Clone, Debug)]
pub(super) struct Repeat {
    /// By hash of the last [`LEAST`] bytes: the position after their last occurrence; 0 for none.
    last: Vec<u32>,
    /// The position of the byte that is expected next; meaningless while `len` is zero.
    place: usize,
    /// How many bytes before `place` agree with the latest ones.
    len: usize,
    /// The expected byte, with a leading one above its top bit.
    expected: u32,
    /// By class of length: how often the expected bit came, in 1/65,536.
    trust: [u16; CLASSES],
}

/// What the match predicts for the coming bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hint {
    pub(super) bit: bool,
    pub(super) class: usize,
}

impl Repeat {
    /// A match model that remembers 2^`log2_places` places.
    pub(super) fn new(log2_places: u32) -> Repeat {
        Repeat {
            last: vec![0; 1 << log2_places],
            place: 0,
            len: 0,
            expected: 0,
            trust: [56_000; CLASSES],
        }
    }

    /// Binary logarithm of the number of places.
    #[cfg(test)]
    pub(super) fn log2_places(&self) -> u32 {
        self.last.len().ilog2()
    }

    /// Ends the match, and makes room for 2^`log2_places` places, unless there is as much already.
    /// Those of `past` are noted anew in more room, in their order. Of a place that was overwritten
    /// since, the byte is taken that is there now (MODEL.md, `last`).
    pub(super) fn widen(&mut self, past: &Past, log2_places: u32) {
        self.stop();
        if log2_places <= self.last.len().ilog2() {
            return;
        }
        self.last = vec![0; 1 << log2_places];
        let mut recent = 0;
        for position in 0..past.len() {
            recent = recent << 8 | u64::from(past.at(position));
            let slot = self.slot(recent);
            self.last[slot] = position as u32 + 1;
        }
    }

    /// The prediction for the bit after the bits `node` of the byte (with a leading one). `None`
    /// without a match, or when the bits so far are not those expected.
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

    /// The stretched probability of a one that follows from a hint.
    #[inline]
    pub(super) fn stretched(&self, hint: Hint) -> i32 {
        let sure = stretch(u32::from(self.trust[hint.class]));
        if hint.bit { sure } else { -sure }
    }

    /// Learns that the bit of a hint was `bit`.
    #[inline]
    pub(super) fn update(&mut self, hint: Hint, bit: bool) {
        drift(&mut self.trust[hint.class], bit == hint.bit, TRUST_RATE);
    }

    /// Follows a byte that was just appended to `past`: goes on with the match, or looks for
    /// another.
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

    /// Ends the match.
    pub(super) fn stop(&mut self) {
        self.len = 0;
    }

    #[inline]
    fn slot(&self, recent: u64) -> usize {
        let bits = self.last.len().ilog2();
        let latest = recent << (64 - 8 * LEAST);
        (latest.wrapping_mul(GOLDEN) >> (64 - bits)) as usize
    }
}

/// How many bytes before `place` agree with those at the end of `past`.
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
