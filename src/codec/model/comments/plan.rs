//! How many contexts, and which, each compression level spends on clocks, evaluations, other
//! numbers, lines of play and the structure of games. A *view* is a kind of context.

use super::{
    blend::{ELECTORS, Mixing},
    numbers::{clock, evals},
    structure,
};

/// One of three plans, which [levels](crate::codec::level) choose from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The contexts for steps from one item to the next.
    pub(super) step_views: &'static [structure::View],
    /// The contexts for clocks, beside those that start trained.
    pub(super) clock_views: &'static [clock::View],
    /// How many of the contexts for evaluations that start trained are used.
    pub(super) eval_trained: usize,
    /// The contexts for evaluations, beside those that start trained: where they stand alone, and
    /// where they stand among other numbers; as many of either.
    pub(super) eval_views: [&'static [evals::View]; 2],
    /// Binary logarithm of the number of rows of the tables of clocks and of evaluations.
    pub(super) log2_gauge_rows: u32,
    /// Binary logarithm of the number of rows, of one cell each, of the table of other numbers.
    pub(super) log2_number_rows: u32,
    /// Binary logarithm of the number of rows, of one cell each, of the table of moves in lines.
    pub(super) log2_line_rows: u32,
    /// How predictions of clocks and evaluations are mixed. If by votes, so is everything but
    /// moves.
    pub(super) mixing: Mixing,
    /// Whether networks predict clocks and evaluations.
    pub(super) networks: bool,
    /// Whether other numbers also depend on those before them and on the player: see
    /// [`Setting`](super::numbers::guess::Setting).
    pub(super) settings: bool,
}

/// All contexts for steps.
const STEPS: &[structure::View] = &[
    structure::View::Own,
    structure::View::Other,
    structure::View::Both,
    structure::View::Line,
    structure::View::Named,
    structure::View::Surprise,
    structure::View::OwnSurprise,
];

/// All contexts for evaluations.
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

impl Plan {
    /// Few contexts, and they vote.
    pub(crate) const QUICK: Plan = Plan {
        step_views: &[
            structure::View::Both,
            structure::View::Line,
            structure::View::OwnSurprise,
        ],
        clock_views: &[],
        eval_trained: ELECTORS,
        eval_views: [&[], &[]],
        log2_gauge_rows: 0,
        log2_number_rows: 16,
        log2_line_rows: 16,
        mixing: Mixing::Votes,
        networks: false,
        settings: false,
    };
    /// Several contexts, mixed together with networks.
    // Two views more of clocks and one more of evaluations change no file by 0.1 %. Without the
    // views that start trained clocks take 0.1 % to 0.9 % more, evaluations 0.2 %.
    pub(crate) const STANDARD: Plan = Plan {
        step_views: STEPS,
        clock_views: &[clock::View::Control, clock::View::PlayerLeft],
        eval_trained: evals::TRAINED,
        eval_views: [
            &[evals::View::Guess, evals::View::Glyph],
            &[evals::View::Guess, evals::View::Last],
        ],
        log2_gauge_rows: 15,
        log2_number_rows: 19,
        log2_line_rows: 18,
        mixing: Mixing::Once,
        networks: true,
        settings: true,
    };
    /// All contexts that are of any use, mixed in several ways.
    pub(crate) const STRONG: Plan = Plan {
        step_views: STEPS,
        clock_views: &[
            clock::View::Control,
            clock::View::AnswerTo,
            clock::View::PlayerLeft,
            clock::View::Opening,
            clock::View::Means,
            clock::View::Pressure,
            clock::View::Habit,
            clock::View::Exchange,
            clock::View::Stage,
            clock::View::PlayerMove,
            clock::View::PlayerMean,
            clock::View::Fine,
        ],
        eval_trained: evals::TRAINED,
        eval_views: [STRONG_EVALS, STRONG_EVALS],
        log2_gauge_rows: 17,
        log2_number_rows: 20,
        log2_line_rows: 18,
        mixing: Mixing::Twice,
        networks: true,
        settings: true,
    };

    /// Whether as many contexts are for evaluations among other numbers as for those alone.
    const fn is_even(&self) -> bool {
        self.eval_views[0].len() == self.eval_views[1].len()
    }

    /// `mixing`, or votes if the plan mixes by votes.
    pub(super) fn mixed(&self, mixing: Mixing) -> Mixing {
        match self.mixing {
            Mixing::Votes => Mixing::Votes,
            _ => mixing,
        }
    }
}

const _: () = assert!(Plan::QUICK.is_even() && Plan::STANDARD.is_even() && Plan::STRONG.is_even());
