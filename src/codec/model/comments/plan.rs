//! What each level spends on what stands between the moves.

use super::{clock::View, evals};
use crate::codec::{Level, model::moves::model::Effort};

/// One row of the table of levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// How clocks are seen, beside the views that start trained.
    pub(super) clock_views: &'static [View],
    /// The number of rows of the table of clocks, as a power of two.
    pub(super) clock_rows: u32,
    /// How evaluations that stand alone are seen, beside the views that start trained, and how those among other numbers; as many of either.
    pub(super) eval_views: [&'static [evals::View]; 2],
    /// The number of rows of the table of evaluations, as a power of two.
    pub(super) eval_rows: u32,
    /// The number of cells of the table of other numbers, as a power of two.
    pub(super) number_cells: u32,
    /// Whether other numbers are seen in the light of those before them, and of who wrote them.
    pub(super) wide_numbers: bool,
    /// The number of cells of the table of moves in lines, as a power of two.
    pub(super) line_cells: u32,
    /// What a move of a line is worth.
    pub(super) line_effort: Effort,
    /// What a move that prose may speak of is worth.
    pub(super) prose_effort: Effort,
    /// Whether two mixers blend what is predicted of times, and their average is corrected.
    pub(super) twice: bool,
}

const QUICK: Plan = Plan {
    clock_views: &[View::Control],
    clock_rows: 12,
    eval_views: [&[evals::View::Error], &[evals::View::Second]],
    eval_rows: 12,
    number_cells: 16,
    wide_numbers: false,
    line_cells: 16,
    line_effort: Effort::Quick,
    prose_effort: Effort::Quick,
    twice: false,
};
const STANDARD: Plan = Plan {
    clock_views: &[
        View::Control,
        View::AnswerTo,
        View::PlayerLeft,
        View::Opening,
    ],
    clock_rows: 15,
    eval_views: [
        &[evals::View::Guess, evals::View::Glyph, evals::View::Thought],
        &[evals::View::Guess, evals::View::All, evals::View::Last],
    ],
    eval_rows: 15,
    number_cells: 19,
    wide_numbers: true,
    line_cells: 18,
    line_effort: Effort::Usual,
    prose_effort: Effort::Usual,
    twice: false,
};
const STRONG_EVALS: &[evals::View] = &[
    evals::View::Guess,
    evals::View::Last,
    evals::View::Second,
    evals::View::Thought,
    evals::View::Error,
    evals::View::All,
    evals::View::Move,
    evals::View::Player,
    evals::View::Stage,
    evals::View::Swing,
    evals::View::Beside,
    evals::View::Glyph,
];
const STRONG: Plan = Plan {
    clock_views: &[
        View::Control,
        View::AnswerTo,
        View::PlayerLeft,
        View::Opening,
        View::Means,
        View::Pressure,
        View::Habit,
        View::Exchange,
        View::Stage,
        View::PlayerMove,
        View::PlayerMean,
        View::Fine,
    ],
    clock_rows: 17,
    eval_views: [STRONG_EVALS, STRONG_EVALS],
    eval_rows: 17,
    number_cells: 20,
    wide_numbers: true,
    line_cells: 18,
    line_effort: Effort::Slow,
    prose_effort: Effort::Slow,
    twice: true,
};

const UTMOST: Plan = Plan {
    line_effort: Effort::Utmost,
    ..STRONG
};

impl Plan {
    /// The row of a level.
    pub(super) fn of(level: Level) -> &'static Plan {
        match level.number() {
            1..=2 => &QUICK,
            3..=7 => &STANDARD,
            8 => &STRONG,
            _ => &UTMOST,
        }
    }
}
