//! What was done: the numbers of the summary line.

use crate::{error::Error, pgn::layout::Reason};
use std::ops::AddAssign;

/// What a run of the pipeline read and wrote.
#[derive(Debug, Default)]
pub struct Report {
    /// Bytes of text.
    pub text_bytes: u64,
    /// Bytes of `.pgz`, headers and index included.
    pub packed_bytes: u64,
    /// Blocks.
    pub blocks: u64,
    /// Games, those kept as text included.
    pub games: u64,
    /// Moves of the games that were understood, those in variations included.
    pub plies: u64,
    /// Bytes of the streams that hold the moves ([`Stream::Moves`](crate::codec::streams::Stream::Moves)).
    pub moves_bytes: u64,
    /// How many moves those streams hold, of main lines alone where the codec keeps no others apart: blocks of few games
    /// have all in one stream ([`Stream::Joint`](crate::codec::streams::Stream::Joint)).
    pub moves_plies: u64,
    /// Games that the chosen codec did not code: kept as text, by themselves or with their block.
    pub games_as_text: u64,
    /// Blocks whose games all went to the text codec, because that was smaller or the chosen codec did not give the text back.
    pub text_blocks: u64,
    /// How many blocks the chosen codec did not give back as they were, and another had to take.
    pub failed_blocks: u64,
    /// Blocks whose text is stored as it is, because nothing made it smaller.
    pub stored_blocks: u64,
    /// Blocks left out because they were damaged.
    pub damaged: Vec<Damage>,
    /// Why nothing behind that place could be read, where blocks cannot be told apart from there on.
    pub lost: Option<Error>,
    /// How many bytes too many there are in the file, or, where this is below 0, are missing from it.
    pub displaced: i64,
}

impl Report {
    /// Whether nothing was left out.
    pub fn is_whole(&self) -> bool {
        self.damaged.is_empty() && self.lost.is_none() && self.displaced == 0
    }
}

/// Numbers of pieces kept as text, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptAsText {
    counts: [u64; Reason::ALL.len()],
}

impl KeptAsText {
    /// Counts one piece.
    pub fn count(&mut self, reason: Reason) {
        self.counts[reason as usize] += 1;
    }

    /// Pieces kept as text for that reason.
    pub fn of(&self, reason: Reason) -> u64 {
        self.counts[reason as usize]
    }
}

impl AddAssign for KeptAsText {
    fn add_assign(&mut self, other: KeptAsText) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
}

/// A block that could not be decoded.
#[derive(Debug)]
pub struct Damage {
    /// Which block of the stream, from 0.
    pub block: u64,
    /// Where its header begins, in bytes from the beginning of the stream.
    pub offset: u64,
    /// Bytes of text that it held.
    pub text_bytes: u64,
    /// Games that it held.
    pub games: u64,
    /// What is wrong with it.
    pub error: Error,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_count_of_its_own() {
        let mut kept = KeptAsText::default();
        for (times, reason) in (1..).zip(Reason::ALL) {
            for _ in 0..times {
                kept.count(reason);
            }
        }
        for (times, reason) in (1..).zip(Reason::ALL) {
            assert_eq!(kept.of(reason), times);
        }
    }
}
