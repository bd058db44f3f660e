//! How hard to try: what each level spends on each part of a file, one row of a table.
//!
//! A decoder reproduces all of a row but its last two columns; FORMAT.md 7.8.1 says the same in words.

use super::model::{comments::plan::Plan, moves::model::Effort};
use crate::coding::{text::Strength, weighing::Weighing};

/// How hard to try: 1 (fast) to 9 (small).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// What a level spends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Each move of main lines, variations and lines of play in comments.
    pub(crate) moves: Effort,
    /// Each move that prose may speak of.
    pub(crate) prose_moves: Effort,
    /// Prose, pieces that are no games, all of the codec `text`.
    pub(crate) text: Strength,
    /// What is spelt of comments that programs write.
    pub(crate) templates: Strength,
    /// What is spelt of tags.
    pub(crate) names: Strength,
    /// Decisions and numbers in tags. The light way costs 1 % of the tags, and the full one takes twice as long.
    pub(crate) tags: Weighing,
    /// Clocks, evaluations and other numbers in comments.
    pub(crate) numbers: &'static Plan,
    /// Whether the first block teaches the others: below some level, its tags would not be worth the wait.
    pub(crate) leads: bool,
    /// Text in a block, in MiB. Larger blocks give a model more to learn from; smaller ones go round more threads, and
    /// less is read for a single game.
    block_mib: usize,
}

const FIRST: Row = Row {
    moves: Effort::Reflex,
    prose_moves: Effort::Reflex,
    text: Strength::Fast,
    templates: Strength::Quick,
    names: Strength::Quick,
    tags: Weighing::Votes,
    numbers: &Plan::QUICK,
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
    numbers: &Plan::STANDARD,
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
    numbers: &Plan::STRONG,
    ..SEVENTH
};
const NINTH: Row = Row {
    moves: Effort::Utmost,
    names: Strength::Most,
    tags: Weighing::Full,
    block_mib: 16,
    ..EIGHTH
};

/// Level 1 first.
static ROWS: [Row; Level::COUNT] = [
    FIRST, SECOND, THIRD, FOURTH, FIFTH, FIFTH, SEVENTH, EIGHTH, NINTH,
];

impl Level {
    /// How many levels there are.
    pub(crate) const COUNT: usize = 9;
    /// The level that the command line takes when none is given.
    pub const DEFAULT: Level = Level(6);

    /// The level `number`, 1 to 9.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::COUNT)
            .contains(&usize::from(number))
            .then_some(Level(number))
    }

    /// 1 to 9.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Bytes of text in a block, where nobody asks for another size.
    pub fn block_text(self) -> usize {
        self.row().block_mib << 20
    }

    /// What it spends.
    pub(crate) fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0) - 1]
    }
}
