//! Reports of what the pipeline did: the numbers of the summary line, and the damage found.

use crate::error::{Error, ErrorKind, Remedy, Result};
use std::ops::AddAssign;

/// What was packed: a block, a file, or several.
#[derive(Debug, Default)]
pub struct CompressReport {
    /// Length of the text in bytes.
    pub text_bytes: u64,
    /// Length of the `.pgz` file in bytes, with headers and index; 0 for a single block.
    pub packed_bytes: u64,
    /// Number of blocks.
    pub blocks: u64,
    /// Number of games, including those kept as text.
    pub games: u64,
    /// Number of moves, including variations, of the games that are not kept as text.
    pub plies: u64,
    /// Length in bytes of the streams of moves
    /// ([`Stream::Moves`](crate::codec::streams::Stream::Moves)).
    pub moves_bytes: u64,
    /// Number of moves in those streams: those of main lines, or all, as the codec has it
    /// ([`CodecId::moves_apart`](crate::codec::CodecId::moves_apart)). Blocks of few games, which
    /// have everything in one stream ([`Stream::Joint`](crate::codec::streams::Stream::Joint)), add
    /// nothing to it.
    pub moves_plies: u64,
    /// Games that the chosen codec did not encode: kept as text, one by one or with their whole
    /// block.
    pub games_as_text: u64,
    /// Blocks that went to the text codec as a whole, because the chosen codec made them no smaller,
    /// or did not understand them and made more of them, or did not give the text back.
    pub text_blocks: u64,
    /// Blocks that a codec failed to pack or did not give back, which takes a bug in it: another way
    /// to pack them was taken. (Not those that take too much memory to decode: some texts bring that
    /// about.)
    pub failed_blocks: u64,
    /// What the first of these failed with.
    pub fault: Option<Error>,
    /// Why a file has no lead that should have one, which takes a bug, too.
    pub lead_fault: Option<Error>,
    /// Blocks whose text is stored as it is, because no codec made it smaller or could have.
    pub stored_blocks: u64,
}

impl AddAssign for CompressReport {
    fn add_assign(&mut self, other: CompressReport) {
        let CompressReport {
            text_bytes,
            packed_bytes,
            blocks,
            games,
            plies,
            moves_bytes,
            moves_plies,
            games_as_text,
            text_blocks,
            failed_blocks,
            fault,
            lead_fault,
            stored_blocks,
        } = other;
        self.text_bytes += text_bytes;
        self.packed_bytes += packed_bytes;
        self.blocks += blocks;
        self.games += games;
        self.plies += plies;
        self.moves_bytes += moves_bytes;
        self.moves_plies += moves_plies;
        self.games_as_text += games_as_text;
        self.text_blocks += text_blocks;
        self.failed_blocks += failed_blocks;
        self.fault = self.fault.take().or(fault);
        self.lead_fault = self.lead_fault.take().or(lead_fault);
        self.stored_blocks += stored_blocks;
    }
}

/// What was unpacked.
#[derive(Debug, Default)]
pub struct DecompressReport {
    /// Length of the text in bytes.
    pub text_bytes: u64,
    /// Length of the `.pgz` file in bytes, with headers and index. None where only some of its
    /// games were unpacked, as their blocks hold other games, too, and where the input was
    /// [passed on](DecompressReport::passed_on).
    pub packed_bytes: Option<u64>,
    /// Whether the input is not packed and was written as it is.
    pub passed_on: bool,
    /// Number of blocks, including those left out.
    pub blocks: u64,
    /// Number of games, but for those left out.
    pub games: u64,
    /// Blocks left out because they could not be decoded: the first of them, if they are many.
    pub damaged: Vec<Damage>,
    /// How many blocks more were left out.
    pub more_damaged: u64,
    /// Whether one of the blocks left out is damaged, not only [refused](is_refused).
    pub(super) any_is_damaged: bool,
    /// The bytes of the file that made no sense to the reader, and why.
    pub lost: Option<Lost>,
    /// How many bytes too many the file has; negative where bytes are missing.
    pub displaced: i64,
}

/// A report lists at most so many damaged blocks, or runs of them: more would help nobody, and take
/// memory without end.
const MOST_DAMAGE: usize = 1000;

impl DecompressReport {
    /// Notes that a block was left out.
    pub(super) fn leave_out(&mut self, damage: Damage) {
        self.any_is_damaged |= !is_refused(&damage.error);
        let damage = match self.damaged.last_mut() {
            Some(last) => last.extend(damage),
            None => Some(damage),
        };
        match damage {
            Some(damage) if self.damaged.len() < MOST_DAMAGE => self.damaged.push(damage),
            Some(damage) => self.more_damaged += damage.blocks,
            None => {}
        }
    }

    /// Whether nothing was left out.
    pub fn is_whole(&self) -> bool {
        self.damaged.is_empty() && self.lost.is_none() && self.displaced == 0
    }

    /// Length of the `.pgz` file in bytes, if the text is all that it holds.
    pub fn packed_bytes_of_text(&self) -> Option<u64> {
        self.packed_bytes.filter(|_| self.is_whole())
    }

    /// The report, if nothing was left out, any block was decoded or anything is damaged.
    ///
    /// # Errors
    /// Where all that there is is newer, needs a missing model or has more text than is allowed for
    /// a block: the first of these errors.
    pub(super) fn unless_all_refused(mut self) -> Result<DecompressReport> {
        let told: u64 = self.damaged.iter().map(|damage| damage.blocks).sum();
        let left_out = told + self.more_damaged;
        let all_refused =
            !self.any_is_damaged && self.lost.iter().all(|lost| is_refused(&lost.error));
        if self.is_whole() || self.blocks > left_out || !all_refused {
            return Ok(self);
        }
        match (self.damaged.is_empty(), self.lost.take()) {
            (true, Some(lost)) => Err(lost.error),
            (true, None) => Ok(self),
            (false, _) => Err(self.damaged.swap_remove(0).error),
        }
    }
}

/// Whether this program, with the models and the limits that it was given, refused what may be
/// sound. (A payload that takes too much memory for a text within the limit may well be damaged.)
fn is_refused(error: &Error) -> bool {
    error.kind() == ErrorKind::Unsupported || error.remedy() == Some(Remedy::BlockLimit)
}

/// A block that could not be decoded, or several that follow one another, for one reason: what they
/// need is missing.
#[derive(Debug)]
pub struct Damage {
    /// The number of the first among the blocks that were found in the input, from 0.
    pub block: u64,
    /// How many blocks they are.
    pub blocks: u64,
    /// Where the header of the first begins, in bytes from the beginning of the input, or would if no
    /// bytes before it were missing or too many.
    pub offset: u64,
    /// Length of their text in bytes.
    pub text_bytes: u64,
    /// The number of their first game among those that were found in the input, from 0.
    pub first_game: u64,
    /// Number of their games.
    pub games: u64,
    /// What is wrong with them.
    pub error: Error,
}

impl Damage {
    /// Adds `next` if that is the block behind these, left out for the same reason; else gives it
    /// back. The reason of a single block names its place, so no other block has the same.
    fn extend(&mut self, next: Damage) -> Option<Damage> {
        let follows = next.block == self.block + self.blocks;
        if !follows || next.error.to_string() != self.error.to_string() {
            return Some(next);
        }
        self.blocks += next.blocks;
        self.text_bytes += next.text_bytes;
        self.games += next.games;
        None
    }
}

/// Bytes that are no part of any block, and that no reader can use.
#[derive(Debug)]
pub struct Lost {
    /// Which they are: how much was read before them, or around them.
    pub reached: Reached,
    /// What is wrong where they begin.
    pub error: Error,
}

/// How far a reader came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Not beyond the header of the first file.
    Nothing,
    /// Some blocks; bytes follow that could not be read.
    Blocks,
    /// To the end, but for this many bytes. Files behind them were found from the end.
    Around(u64),
    /// The end of the input, behind all blocks of a file: its index, or the header of the next
    /// file, is cut short.
    End,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn damage(block: u64, error: &str) -> Damage {
        Damage {
            block,
            blocks: 1,
            offset: 10 * block,
            text_bytes: 100,
            first_game: block,
            games: 1,
            error: Error::corrupt(error.to_owned()),
        }
    }

    #[test]
    fn blocks_left_out_for_one_reason_are_told_together() {
        let mut report = DecompressReport::default();
        for (block, error) in [(3, "a"), (4, "a"), (5, "b"), (7, "b")] {
            report.leave_out(damage(block, error));
        }
        let told: Vec<_> = report.damaged.iter().map(|d| (d.block, d.blocks)).collect();
        assert_eq!(told, [(3, 2), (5, 1), (7, 1)]);
        assert_eq!(report.more_damaged, 0);
    }

    #[test]
    fn damage_without_end_takes_no_memory_without_end() {
        let mut report = DecompressReport::default();
        let blocks = 3 * MOST_DAMAGE as u64;
        for block in 0..blocks {
            report.leave_out(damage(block, &format!("at {block}")));
        }
        assert_eq!(report.damaged.len(), MOST_DAMAGE);
        assert_eq!(report.more_damaged, blocks - MOST_DAMAGE as u64);
        assert!(!report.is_whole());
    }

    #[test]
    fn damage_behind_all_that_is_told_is_damage() {
        let refused = |block| Damage {
            error: Error::unsupported(format!("at {block}")),
            ..damage(block, "")
        };
        let most = MOST_DAMAGE as u64;
        let report = |last: Damage| {
            let mut report = DecompressReport::default();
            (0..most).map(refused).for_each(|one| report.leave_out(one));
            report.leave_out(last);
            report.blocks = most + 1;
            report.unless_all_refused()
        };
        let error = report(refused(most)).unwrap_err();
        assert_eq!(error.to_string(), "at 0");
        assert!(report(damage(most, "damaged")).is_ok());
    }
}
