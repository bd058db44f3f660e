//! The moves of the main lines.
//!
//! Owns the steps that are no ordinary moves (null moves, faults, the end of the game) and what the
//! moves may know of the tags. Ordinary moves are coded by [`moves`](super::moves), games by other
//! rules than those of chess by [`variants`](super::variants).

use super::{
    coded::Coded,
    comments::Told,
    endings::{Endings, Here, Material},
    facts::{GameFacts, Track},
    faults::FaultCoder,
    moves::{
        context::GameContext,
        model::{Effort, MoveModel},
        precedent::EACH_HALF_MOVE,
        predictor::MovePredictor,
    },
    variants::VariantLines,
};
use crate::{
    chess::{Position, Rules, legal},
    codec::Level,
    coding::{adaptive::Symbol, cost::Counting, range::Coder},
    error::{Error, Result},
    limits::{Budget, HALF_MOVE},
    listed::listed,
    pgn::game::{self, Item},
};

// The memory of the game before is within what a half-move counts for.
const _: () = assert!(EACH_HALF_MOVE <= HALF_MOVE);

/// Room made for the steps of a game: most have no more.
const USUAL_STEPS: usize = 120;

listed! {
    /// What a line has in place of an ordinary move.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum NoMove {
        End,
        Null,
        Fault,
    }
}

/// Codes the main lines of a block.
pub(super) struct MainLine<'b> {
    budget: &'b Budget,
    effort: Effort,
    moves: MovePredictor<'b>,
    endings: Endings,
    no_move: Symbol<2>,
    faults: FaultCoder<'b>,
    /// Made for the first game whose start is no position of chess.
    variants: Option<Box<VariantLines>>,
}

impl<'b> MainLine<'b> {
    /// Coders that have seen nothing yet, over the model `moves`.
    pub(super) fn new(level: Level, moves: &'b MoveModel, budget: &'b Budget) -> MainLine<'b> {
        let effort = level.row().moves;
        MainLine {
            budget,
            effort,
            moves: MovePredictor::new(moves, effort),
            endings: Endings::new(effort),
            no_move: Symbol::default(),
            faults: FaultCoder::new(level.row().text, budget),
            variants: None,
        }
    }

    /// Codes the main line of a game whose early tags are known. A reader appends the steps to the
    /// game. Both sides append to `told` what annotations may know about each step, and return the
    /// facts of the game.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        mut game: Coded,
        told: &mut Vec<Told>,
    ) -> Result<GameFacts> {
        let Some(start) = game.known().start() else {
            let lines = self.variants.get_or_insert_default();
            return lines.code(coder, game, told, &mut self.faults);
        };
        let mut replay = Replay::new(
            start,
            GameContext::of_tags(&game.known().tags).at(self.effort),
        );
        let mut steps = game::steps(game.given().map_or(&[], |game| &game.items));
        if let Coded::Read(game) = &mut game {
            game.items.reserve(USUAL_STEPS);
        }
        while let Some((step, cost)) = self.code_step(coder, replay.here(), steps.next())? {
            told.push(replay.take(&step, cost)?);
            if let Coded::Read(game) = &mut game {
                self.budget.take(step.size() + HALF_MOVE)?;
                game.items.push(step);
            }
        }
        let facts = replay.facts();
        self.budget.take(facts.size())?;
        if let Coded::Read(game) = game {
            game.items.shrink_to_fit(); // many games wait together
        }
        Ok(facts)
    }

    /// Codes the next step of a line; `None` is the end. The number is the cost of choosing among
    /// legal moves, in 1/256 bit; 0 for a null move or fault.
    fn code_step<C: Coder>(
        &mut self,
        coder: &mut C,
        here: Here,
        given: Option<&Item>,
    ) -> Result<Option<(Item, u32)>> {
        coder.expect_more(CUT_SHORT)?;
        let played = given.and_then(Item::as_move);
        let parting = self.moves.parting(here.context);
        if self.endings.code(coder, played.is_some(), here, parting) {
            let mut counting = Counting::new(coder);
            let m = self
                .moves
                .code(&mut counting, here.position, here.context, played);
            let cost = counting.cost();
            return match m {
                Some(m) => Ok(Some((Item::Move(m), cost))),
                None => Err(Error::corrupt("a move where there is none")),
            };
        }
        let no_move = match given {
            Some(Item::Null) => NoMove::Null,
            Some(Item::Fault(_)) => NoMove::Fault,
            // Moves are coded above, and nothing else is a step.
            _ => NoMove::End,
        };
        match NoMove::ALL.get(self.no_move.code(coder, no_move as u32) as usize) {
            Some(NoMove::End) => Ok(None),
            Some(NoMove::Null) => Ok(Some((Item::Null, 0))),
            Some(NoMove::Fault) => Ok(Some((self.faults.code(coder, given)?, 0))),
            None => Err(Error::corrupt("a line goes on in no known way")),
        }
    }
}

/// What is wrong where a decoder has read more moves than there were.
pub(super) const CUT_SHORT: &str = "the moves end too early";

/// How far a main line has come.
struct Replay {
    track: Track,
    context: GameContext,
    material: Material,
    check: bool,
}

impl Replay {
    fn new(position: Position, context: GameContext) -> Replay {
        Replay {
            context,
            material: Material::of(&position),
            check: legal::is_check(&position),
            track: Track::new(position),
        }
    }

    fn here(&self) -> Here<'_> {
        Here {
            position: &self.track.position,
            check: self.check,
            context: &self.context,
            material: self.material,
        }
    }

    /// Takes a step, whose choice among legal moves had that `cost`. Returns what annotations may
    /// know about it.
    ///
    /// # Errors
    /// Corrupt for a null move where none is possible.
    fn take(&mut self, step: &Item, cost: u32) -> Result<Told> {
        match step {
            Item::Move(m) => {
                self.context.advance(&self.track.position, *m);
                self.material.play(*m, self.track.position.turn());
            }
            Item::Null => self.context.pass(),
            _ => {}
        }
        self.track.take(step)?;
        let check = legal::is_check(&self.track.position);
        let evasion = std::mem::replace(&mut self.check, check);
        Ok(Told::new(cost, self.check, evasion))
    }

    fn facts(&self) -> GameFacts {
        self.track.facts()
    }
}
