//! Which item comes next. After each move, and after each annotation that follows it, the line goes
//! on, or a comment, an annotation glyph (NAG) or a variation comes.
//!
//! What came after the same player's last move is the best predictor: where every move has its
//! clock, the structure costs next to nothing ([`streak`](super::streak)).

use super::{
    blend::{Blend, Mixing, Shape},
    plan::Plan,
    streak::Streaks,
};
use crate::{
    coding::{
        mix::{hash3, hash32},
        range::Coder,
    },
    listed::listed,
    pgn::game::Item,
};

listed! {
    /// What comes next in a line.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Step {
        /// The next move of the line, or the end of the game where there is none.
        Go,
        /// A comment.
        Comment,
        /// An annotation glyph.
        Nag,
        /// A variation begins.
        Open,
        /// The variation ends.
        Close,
    }
}

/// What [`Structure::since`] is when nothing has come since the last move.
const NOTHING: u32 = 0;
/// What it is before the first move of a game, which no glyph stands behind.
const BEGINNING: u32 = 1;

impl Step {
    /// The step that leads to `item`; `None` is the end of the game.
    pub(super) fn to(item: Option<&Item>) -> Step {
        match item {
            Some(Item::Comment(_)) => Step::Comment,
            Some(Item::Nag(_)) => Step::Nag,
            Some(Item::Open) => Step::Open,
            Some(Item::Close) => Step::Close,
            Some(Item::Move(_) | Item::Null | Item::Fault(_)) | None => Step::Go,
        }
    }
}

/// Where in a game the next item comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Who made the last move.
    pub(super) side: usize,
    /// Depth of nested variations; 0 in the main line.
    pub(super) depth: usize,
    /// Steps of this line so far.
    pub(super) steps: u32,
    /// Whether the main line has no more moves.
    pub(super) ended: bool,
    /// What the last move cost to code, as a class below 16: see
    /// [`Told::surprise`](super::Told::surprise).
    pub(super) surprise: u8,
    /// Whether this is the last position of the main line that names its opening for Lichess: asked
    /// for words, it writes the name here.
    pub(super) named: bool,
}

/// What steps before tell about the next one.
#[derive(Clone, Copy, Debug)]
struct Scene {
    /// What came after the last move of the same side, of the other side, and both, as hashes.
    own: u32,
    other: u32,
    both: u32,
    /// Whether the main line has ended, and whether this is in a variation.
    kind: u32,
}

/// A context for the next step. Each includes what has come since the last move; all but the last
/// also whether the game has ended and whether this is in a variation.
#[derive(Clone, Copy, Debug)]
pub(super) enum View {
    /// What came after the last move of the same side.
    Own,
    /// What came after the last move of the other side.
    Other,
    /// Both.
    Both,
    /// How deep in variations the line is, and how long.
    Line,
    /// Whether the opening gets its name here.
    Named,
    /// How surprising the move was.
    Surprise,
    /// How surprising the move was, and what came after the last move of the same side.
    OwnSurprise,
}

/// Predicts and codes steps and glyphs. What has come since a move is kept as a hash of the steps
/// and of what they were.
#[derive(Debug)]
pub(super) struct Structure {
    streaks: Streaks,
    views: &'static [View],
    steps: Blend<'static>,
    nags: Blend<'static>,
    /// A hash of what has come since the last move.
    since: u32,
    /// A hash of what came after the last move of each side, in the main line and in variations.
    patterns: [[u32; 2]; 2],
    last_nag: u32,
    /// The last glyph since the last move, 0 if there is none.
    glyph: u32,
}

impl Structure {
    pub(super) fn new(plan: &Plan) -> Structure {
        let shape = Shape {
            contexts: plan.step_views.len(),
            sets: [8, 8],
            mixing: plan.mixed(Mixing::Twice),
            ..Shape::SHARED
        };
        Structure {
            streaks: Streaks::new(),
            views: plan.step_views,
            steps: Blend::new(shape),
            nags: Blend::new(Shape {
                contexts: 4,
                log2_rows: 11,
                sets: [256, 1],
                ..shape
            }),
            since: 0,
            patterns: [[0; 2]; 2],
            last_nag: 0,
            glyph: 0,
        }
    }

    /// Begins a new game.
    pub(super) fn begin_game(&mut self) {
        self.since = BEGINNING;
        self.glyph = 0;
        self.patterns = [[0; 2]; 2];
    }

    /// Codes the next step.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, step: Step, place: Place) -> Step {
        let inside = usize::from(place.depth > 0);
        let own = self.patterns[inside][place.side];
        let other = self.patterns[inside][1 - place.side];
        let since = self.since;
        let scene = Scene {
            own,
            other,
            both: own ^ other.rotate_left(7),
            kind: u32::from(place.ended) << 1 | inside as u32,
        };
        let named = u32::from(place.named);
        let situation = hash3(since, scene.both, scene.kind | named << 2);
        let step = match self.streaks.code(coder, situation, step as u32) {
            Some(step) => Step::ALL[step as usize],
            None => {
                let step = self.code_blended(coder, step, place, scene);
                self.streaks.learn(situation, step as u32);
                step
            }
        };
        match step {
            Step::Go => {
                self.patterns[inside][place.side] = since;
                self.since = NOTHING;
                self.glyph = 0;
            }
            _ => self.since = self.since_with(step),
        }
        step
    }

    /// Codes a step that is not of a streak.
    fn code_blended<C: Coder>(
        &mut self,
        coder: &mut C,
        step: Step,
        place: Place,
        scene: Scene,
    ) -> Step {
        let since = self.since;
        let Scene {
            own,
            other,
            both,
            kind,
        } = scene;
        let h = hash32;
        for (index, view) in self.views.iter().enumerate() {
            let context = match view {
                View::Own => h(since, own, kind),
                View::Other => h(since, other, kind),
                View::Both => h(since, both, kind),
                View::Line => h(
                    since,
                    place.depth.min(5) as u32,
                    kind | place.steps.min(15) << 2,
                ),
                View::Named => h(since, kind, u32::from(place.named) << 8 | 7),
                View::Surprise => h(since, kind | u32::from(place.surprise) << 2, 8),
                View::OwnSurprise => h(since, own, u32::from(place.surprise) << 8 | 9),
            };
            self.steps.select(index, context);
        }
        let set = (kind | u32::from(place.named) << 2) as usize;
        let mut bit = |node: usize, bit: bool| self.steps.bit(coder, bit, node, [node, set]);
        if bit(1, step == Step::Go) {
            Step::Go
        } else if bit(2, step == Step::Comment) {
            Step::Comment
        } else if bit(3, step == Step::Nag) {
            Step::Nag
        } else if bit(4, step == Step::Open) {
            Step::Open
        } else {
            Step::Close
        }
    }

    /// What has come since the last move, as a hash.
    pub(super) fn since(&self) -> u32 {
        self.since
    }

    /// Whether the last item was a move, and so nothing has come since.
    pub(super) fn is_at_move(&self) -> bool {
        self.since == NOTHING
    }

    /// What [`since`](Structure::since) is once `step`, which is not to the next move, was coded.
    pub(super) fn since_with(&self, step: Step) -> u32 {
        noted(self.since, step as u32)
    }

    /// The last annotation glyph since the last move, 0 if there is none.
    pub(super) fn glyph(&self) -> u32 {
        self.glyph
    }

    /// Adds `what` to the hash of what has come since the last move.
    pub(super) fn note(&mut self, what: u32) {
        self.since = noted(self.since, what);
    }

    /// Codes an annotation glyph.
    pub(super) fn code_nag<C: Coder>(&mut self, coder: &mut C, nag: u8, place: Place) -> u8 {
        let h = |a: u32, b: u32| hash32(a, b, 1);
        self.nags.select_all(&[
            h(self.since, 0),
            h(self.last_nag, place.side as u32),
            h(place.depth.min(3) as u32, u32::from(place.steps == 0)),
            h(self.since, u32::from(place.surprise) << 8),
        ]);
        let nag = self.nags.symbol(coder, u32::from(nag), 8, 0) as u8;
        self.last_nag = nag.into();
        self.note_glyph(nag);
        nag
    }

    /// Takes note of an annotation glyph that has come.
    pub(super) fn note_glyph(&mut self, nag: u8) {
        self.glyph = nag.into();
        self.note(nag.into());
    }
}

/// The hash of what has come `since` a move, with `what` added.
fn noted(since: u32, what: u32) -> u32 {
    hash32(since, what, 0x57e9)
}
