//! What each level spends on what stands between the moves.
//!
//! NOTES. Beside networks that tell what to expect, two views more of clocks and one more of evaluations at level 6, as there were before, change no file by 0.1 %; without the views that start trained
//! clocks take 0.1 % to 0.9 % more, evaluations 0.2 %.

use super::{blend::Mixing, clock::View, evals, structure};
use crate::codec::{Level, model::moves::model::Effort};

/// One row of the table of levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// How steps from one item to the next are seen.
    pub(super) step_views: &'static [structure::View],
    /// How clocks are seen, beside the views that start trained.
    pub(super) clock_views: &'static [View],
    /// The number of rows of the table of clocks, as a power of two.
    pub(super) clock_rows: u32,
    /// How many of the views of evaluations that start trained there are.
    pub(super) eval_trained: usize,
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
    /// How what is predicted of clocks and evaluations is mixed. Where it is by votes, so is all but moves.
    pub(super) times: Mixing,
}

const STEPS: &[structure::View] = &[
    structure::View::Own,
    structure::View::Other,
    structure::View::Both,
    structure::View::Line,
    structure::View::Since,
    structure::View::Surprise,
    structure::View::OwnSurprise,
];

const QUICK: Plan = Plan {
    step_views: &[
        structure::View::Both,
        structure::View::Line,
        structure::View::OwnSurprise,
    ],
    clock_views: &[],
    clock_rows: 0,
    eval_trained: 3,
    eval_views: [&[], &[]],
    eval_rows: 0,
    number_cells: 16,
    wide_numbers: false,
    line_cells: 16,
    line_effort: Effort::Quick,
    prose_effort: Effort::Quick,
    times: Mixing::Votes,
};
const REFLEX: Plan = Plan {
    line_effort: Effort::Reflex,
    prose_effort: Effort::Reflex,
    ..QUICK
};
const STANDARD: Plan = Plan {
    step_views: STEPS,
    clock_views: &[View::Control, View::PlayerLeft],
    clock_rows: 15,
    eval_trained: evals::TRAINED,
    eval_views: [
        &[evals::View::Guess, evals::View::Glyph],
        &[evals::View::Guess, evals::View::Last],
    ],
    eval_rows: 15,
    number_cells: 19,
    wide_numbers: true,
    line_cells: 18,
    line_effort: Effort::Usual,
    prose_effort: Effort::Usual,
    times: Mixing::Once,
};
const BRISK: Plan = Plan {
    line_effort: Effort::Brisk,
    prose_effort: Effort::Brisk,
    ..STANDARD
};
const KEEN: Plan = Plan {
    line_effort: Effort::Keen,
    prose_effort: Effort::Keen,
    ..STANDARD
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
    step_views: STEPS,
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
    eval_trained: evals::TRAINED,
    eval_views: [STRONG_EVALS, STRONG_EVALS],
    eval_rows: 17,
    number_cells: 20,
    wide_numbers: true,
    line_cells: 18,
    line_effort: Effort::Slow,
    prose_effort: Effort::Keen,
    times: Mixing::Twice,
};

const UTMOST: Plan = Plan {
    line_effort: Effort::Utmost,
    ..STRONG
};

impl Plan {
    /// `mixing`, where there is time for any.
    pub(super) fn mixed(&self, mixing: Mixing) -> Mixing {
        match self.times {
            Mixing::Votes => Mixing::Votes,
            _ => mixing,
        }
    }

    /// The row of a level.
    pub(super) fn of(level: Level) -> &'static Plan {
        match level.number() {
            1 => &REFLEX,
            2 => &QUICK,
            3..=4 => &BRISK,
            5..=6 => &STANDARD,
            7 => &KEEN,
            8 => &STRONG,
            _ => &UTMOST,
        }
    }
}
