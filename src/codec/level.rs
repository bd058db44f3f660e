//! The compression levels: a table with one row a level, which says what the level spends on each
//! part of a file.
//!
//! The decoder needs the same row as the encoder, except for its last two columns. With a row these
//! must be changed, too:
//!
//! * FORMAT.md 7.8.1, which is the rule, and the clauses that name levels: 7.8.2; 3, 5.9, 5.10
//!   and 6 of `moves/MODEL.md`, and the table at its head; 19 of `comments/MODEL.md`;
//! * README and the help of the command line, which tell what levels take, how large their blocks
//!   are, and which networks they ask.

use super::model::{comments::plan::Plan, moves::model::Effort};
use crate::{
    coding::{text::Strength, weighing::Weighing},
    error::{Error, Result},
};

/// A compression level: 1 (fast) to 9 (small).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// What a level spends, by kind of data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Moves of main lines, of variations and of lines of play in comments.
    pub(crate) moves: Effort,
    /// Predicting the moves that prose may mention.
    pub(crate) prose_moves: Effort,
    /// Prose, pieces that are not games, and everything in the codec `text`.
    pub(crate) text: Strength,
    /// The parts of program-written comments that are spelt out.
    pub(crate) templates: Strength,
    /// The parts of tags that are spelt out.
    pub(crate) names: Strength,
    /// Decisions and numbers in tags. `Light` costs 1 % of the tags; `Full` takes twice as long.
    pub(crate) tags: Weighing,
    /// The structure of annotations: the steps, templates, numbers and lines of play in them.
    pub(crate) annotations: &'static Plan,
    /// Whether the other blocks start from what the first block's tags have taught. At the lowest
    /// levels that is not worth the wait for the first block.
    pub(crate) leads: bool,
    /// Text in a block, in MiB. Larger blocks give a model more to learn from. Smaller ones keep
    /// more threads busy, and less must be read to reach a single game.
    block_mib: usize,
}

const FIRST: Row = Row {
    moves: Effort::Reflex,
    prose_moves: Effort::Reflex,
    text: Strength::Fast,
    templates: Strength::Quick,
    names: Strength::Quick,
    tags: Weighing::Votes,
    annotations: &Plan::QUICK,
    leads: false,
    block_mib: 4,
};
const SECOND: Row = Row {
    moves: Effort::Quick,
    prose_moves: Effort::Quick,
    ..FIRST
};
const THIRD: Row = Row {
    moves: Effort::Brisk,
    prose_moves: Effort::Brisk,
    text: Strength::Fast,
    templates: Strength::Fast,
    names: Strength::Fast,
    tags: Weighing::Light,
    annotations: &Plan::STANDARD,
    leads: true,
    block_mib: 4,
};
const FOURTH: Row = Row {
    text: Strength::Full,
    templates: Strength::Full,
    ..THIRD
};
const FIFTH: Row = Row {
    moves: Effort::Usual,
    prose_moves: Effort::Usual,
    ..FOURTH
};
const SEVENTH: Row = Row {
    moves: Effort::Keen,
    prose_moves: Effort::Keen,
    block_mib: 8,
    ..FIFTH
};
const EIGHTH: Row = Row {
    moves: Effort::Slow,
    text: Strength::Most,
    templates: Strength::Most,
    annotations: &Plan::STRONG,
    ..SEVENTH
};
const NINTH: Row = Row {
    moves: Effort::Utmost,
    names: Strength::Most,
    tags: Weighing::Full,
    block_mib: 16,
    ..EIGHTH
};

/// The rows by level, level 1 first.
static ROWS: [Row; Level::COUNT] = [
    FIRST, SECOND, THIRD, FOURTH, FIFTH, FIFTH, SEVENTH, EIGHTH, NINTH,
];

impl Level {
    /// Number of levels.
    pub(crate) const COUNT: usize = 9;
    /// The level of the command line when none is given.
    pub const DEFAULT: Level = Level(6);

    /// The level that packs best.
    pub(crate) const LAST: Level = Level(Level::COUNT as u8);

    /// The level `number`, 1 to 9.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::COUNT)
            .contains(&usize::from(number))
            .then_some(Level(number))
    }

    /// The level that a block names.
    ///
    /// # Errors
    /// Corrupt where there is no level of that number.
    pub(crate) fn read(number: u8) -> Result<Level> {
        Level::new(number).ok_or_else(|| Error::corrupt("there is no level of this number"))
    }

    /// 1 to 9.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Default number of bytes of text in a block.
    pub fn block_size(self) -> usize {
        self.row().block_mib << 20
    }

    /// The level's row of the table.
    pub(crate) fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_as_large_as_the_readme_says() {
        let mib = |number| Level::new(number).unwrap().block_size() >> 20;
        let said = format!(
            "{} MiB of text up to level 6, {} at levels 7 and 8, {} at level 9",
            mib(6),
            mib(8),
            mib(9)
        );
        assert!(include_str!("../../README.md").contains(&said), "{said}");
        assert!((1..6).all(|number| mib(number) == mib(6)) && mib(7) == mib(8));
        assert!(Level::new(0).is_none() && Level::new(10).is_none());
    }
}
