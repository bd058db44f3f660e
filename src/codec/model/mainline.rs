//! The moves of the main lines.
//!
//! Owns what is not an ordinary move (null moves, faults, the end of the game) and what the moves may know of the tags. What a move costs is
//! the business of [`moves`](super::moves).

use super::{
    facts::material,
    moves::{
        context::{GameContext, Speed},
        model::{Effort, MoveModel},
        predictor::MovePredictor,
    },
    tags::spelling::Spelling,
};
use crate::{
    chess::{Move, Position, Role, Rules, pass},
    codec::Level,
    coding::{
        adaptive::Symbol,
        mix::{ContextMixer, hash3},
        range::Coder,
    },
    error::{Error, Result},
    limits::Budget,
    pgn::game::{Fault, FaultKind, Game, Item},
};

const FAULTS: [FaultKind; 4] = [
    FaultKind::Unreadable,
    FaultKind::Illegal,
    FaultKind::Ambiguous,
    FaultKind::Unrecognised,
];

/// How a line goes on without an ordinary move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    End = 0,
    Null = 1,
    Fault = 2,
}

/// What is seen of a game before it is known whether it goes on.
const CONTEXTS: usize = 5;

/// Codes the main lines of a block.
pub(super) struct MainLine<'b> {
    budget: &'b Budget,
    moves: MovePredictor<'static>,
    goes_on: ContextMixer,
    turn: Symbol<2>,
    fault: Symbol<2>,
    spelling: Spelling<'b>,
}

impl<'b> MainLine<'b> {
    /// Models that have seen nothing.
    pub(super) fn new(level: Level, budget: &'b Budget) -> MainLine<'b> {
        MainLine {
            budget,
            moves: MovePredictor::new(MoveModel::standard(), Effort::of(level)),
            goes_on: ContextMixer::new(CONTEXTS, 14, 2),
            turn: Symbol::default(),
            fault: Symbol::default(),
            spelling: Spelling::new(budget),
        }
    }

    /// Codes the main line of the game `given`. A reader, which knows the tags that come before the moves, appends it to `read`.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Game>,
        mut read: Option<&mut Game>,
    ) -> Result<()> {
        let game = given.or(read.as_deref());
        let mut position = game
            .and_then(Game::start)
            .ok_or_else(|| Error::corrupt("a game starts from no position"))?;
        let mut context = game.map_or_else(|| GameContext::new([0; 2], Speed::Unknown), context_of);
        let mut steps = steps(given);
        let mut last = None;
        while let Some(step) = self.code_step(coder, &position, &context, last, steps.next())? {
            match &step {
                Item::Move(m) => {
                    context.advance(&position, *m);
                    position.play_unchecked(*m);
                    last = Some(*m);
                }
                Item::Null => {
                    context.pass();
                    position = pass(&position)
                        .ok_or_else(|| Error::corrupt("a null move where none is possible"))?;
                }
                _ => {}
            }
            if let Some(game) = &mut read {
                self.budget.take(size_of::<Item>())?;
                game.items.push(step);
            }
        }
        Ok(())
    }

    /// Codes how a line goes on from here: `None` is its end.
    fn code_step<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        last: Option<Move>,
        given: Option<&Item>,
    ) -> Result<Option<Item>> {
        if coder.overrun() {
            return Err(Error::truncated("the moves end too early"));
        }
        let is_mate = position.is_check() && position.legal_moves().is_empty();
        let contexts = endings(position, context, last, is_mate);
        let goes_on = u32::from(matches!(given, Some(Item::Move(_))));
        let set = usize::from(is_mate);
        if self.goes_on.code(coder, goes_on, 1, &contexts, set) == 1 {
            let played = match given {
                Some(Item::Move(m)) => Some(*m),
                _ => None,
            };
            return match self.moves.code(coder, position, context, played) {
                Some(m) => Ok(Some(Item::Move(m))),
                None => Err(Error::corrupt("a move where there is none")),
            };
        }
        let turn = match given {
            None | Some(Item::Move(_)) => Turn::End,
            Some(Item::Fault(_)) => Turn::Fault,
            Some(_) => Turn::Null,
        };
        match self.turn.code(coder, turn as u32) {
            0 => Ok(None),
            1 => Ok(Some(Item::Null)),
            2 => self.code_fault(coder, given).map(Some),
            _ => Err(Error::corrupt("a line goes on in no known way")),
        }
    }

    fn code_fault<C: Coder>(&mut self, coder: &mut C, given: Option<&Item>) -> Result<Item> {
        let (kind, text) = match given {
            Some(Item::Fault(fault)) => (fault.kind, fault.text.as_slice()),
            _ => (FaultKind::Unreadable, &[][..]),
        };
        let number = FAULTS.iter().position(|&k| k == kind).unwrap_or(0);
        let kind = FAULTS[self.fault.code(coder, number as u32) as usize];
        let text = self.spelling.code_bytes(coder, text)?;
        Ok(Item::Fault(Fault { kind, text }))
    }
}

/// The items of a game that go along its main line.
fn steps(given: Option<&Game>) -> impl Iterator<Item = &Item> {
    let mut depth = 0;
    let items = given.map_or(&[][..], |game| &game.items);
    items.iter().filter(move |item| {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth -= 1,
            Item::Move(_) | Item::Null | Item::Fault(_) => return depth == 0,
            _ => {}
        }
        false
    })
}

/// What the tags before the moves say about them.
pub(super) fn context_of(game: &Game) -> GameContext {
    let rating = |name| {
        let text = game
            .tag(name)
            .and_then(|text| std::str::from_utf8(text).ok());
        text.and_then(|text| text.parse().ok()).unwrap_or(0)
    };
    let speed = game
        .tag("TimeControl")
        .map_or(Speed::Unknown, Speed::of_time_control);
    GameContext::new([rating("WhiteElo"), rating("BlackElo")], speed)
}

/// What says whether a game ends here: how long it has lasted, who stands better, and what has just happened.
fn endings(
    position: &Position,
    context: &GameContext,
    last: Option<Move>,
    is_mate: bool,
) -> [u32; CONTEXTS] {
    if is_mate {
        return [1; CONTEXTS];
    }
    let white = material(position).clamp(-12, 12);
    let (own, turn) = if position.turn().is_white() {
        (white, 1)
    } else {
        (-white, 0)
    };
    let own = own as u32;
    let captured = last
        .and_then(Move::capture)
        .map_or(0, |role: Role| role as u32);
    let check = u32::from(position.is_check());
    let speed = context.speed as u32;
    let rating = u32::from(context.ratings[turn as usize ^ 1] / 400);
    let men = position.board().occupied().count() as u32;
    let ply = context.ply();
    [
        hash3(ply / 2, turn, 2) as u32,
        hash3(own, captured << 1 | check, 3) as u32,
        hash3(own, ply.checked_ilog2().unwrap_or(0) << 4 | speed, 4) as u32,
        hash3(men, own, 5) as u32,
        hash3(
            rating << 4 | speed,
            (own as i32).signum() as u32,
            (ply / 8) << 1 | check,
        ) as u32,
    ]
}
