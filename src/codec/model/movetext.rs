//! The moves of the main line of a game.
//!
//! Owns the escapes from ordinary moves (null moves, faults, the end of the line). What a move costs is the business of others.

use super::tags::spelling::Spelling;
use crate::{
    chess::{line::Line, order},
    coding::{
        adaptive::{Bit, Symbol},
        range::Coder,
    },
    error::{Error, Result},
    limits::Budget,
    pgn::game::{Fault, FaultKind, Game, Item},
};

/// Deepest nesting of variations that this codec has words for: each level takes some of the stack.
pub(super) const MAX_DEPTH: usize = 200;

const FAULTS: [FaultKind; 4] = [
    FaultKind::Unreadable,
    FaultKind::Illegal,
    FaultKind::Ambiguous,
    FaultKind::Unrecognised,
];

/// How a line of play goes on, beside ordinary moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    End = 0,
    Null = 1,
    Fault = 2,
}

/// Models of the movetext of one block.
pub(super) struct Movetext<'b> {
    budget: &'b Budget,
    ordinary: [Bit; 2],
    turn: Symbol<2>,
    fault: Symbol<2>,
    spelling: Spelling<'b>,
}

impl<'b> Movetext<'b> {
    pub(super) fn new(budget: &'b Budget) -> Movetext<'b> {
        Movetext {
            budget,
            ordinary: [Bit::default(); 2],
            turn: Symbol::default(),
            fault: Symbol::default(),
            spelling: Spelling::new(budget),
        }
    }

    /// Codes the moves of the main line; a reader appends them to `read`.
    pub(super) fn code_main_line<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Game>,
        mut read: Option<&mut Game>,
    ) -> Result<()> {
        let start = given.or(read.as_deref()).and_then(Game::start);
        let mut line =
            Line::new(start.ok_or_else(|| Error::corrupt("a game starts from no position"))?);
        let mut depth = 0;
        let mut steps = given
            .map_or(&[][..], |game| &game.items)
            .iter()
            .filter(|item| {
                match item {
                    Item::Open => depth += 1,
                    Item::Close => depth -= 1,
                    _ => return depth == 0 && is_step(item),
                }
                false
            });
        while let Some(step) = self.code_step(coder, &line, steps.next())? {
            advance(&mut line, &step)?;
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
        line: &Line,
        given: Option<&Item>,
    ) -> Result<Option<Item>> {
        if coder.overrun() {
            return Err(Error::truncated("the moves end too early"));
        }
        let legal = order::legal_moves(line.position());
        let bit = &mut self.ordinary[usize::from(legal.is_empty())];
        if bit.code(coder, matches!(given, Some(Item::Move(_)))) {
            if legal.is_empty() {
                return Err(Error::corrupt("a move where there is none"));
            }
            let index = match given {
                Some(Item::Move(m)) => legal.iter().position(|l| l == m).unwrap_or(0),
                _ => 0,
            };
            return Ok(Some(Item::Move(legal[uniform(coder, index, legal.len())])));
        }
        let turn = match given {
            None | Some(Item::Move(_)) => Turn::End,
            Some(Item::Fault(_)) => Turn::Fault,
            Some(_) => Turn::Null,
        };
        match self.turn.code(coder, turn as u32) {
            0 => Ok(None),
            1 => Ok(Some(Item::Null)),
            2 => {
                let (kind, text) = match given {
                    Some(Item::Fault(fault)) => (fault.kind, fault.text.as_slice()),
                    _ => (FaultKind::Unreadable, &[][..]),
                };
                let number = FAULTS.iter().position(|&k| k == kind).unwrap_or(0);
                let kind = FAULTS[self.fault.code(coder, number as u32) as usize];
                let text = self.spelling.code_bytes(coder, text)?;
                Ok(Some(Item::Fault(Fault { kind, text })))
            }
            _ => Err(Error::corrupt("a line goes on in no known way")),
        }
    }
}

/// Whether variations are nested so deeply that this codec has no words for it.
pub(super) fn is_too_deep(game: &Game) -> bool {
    let mut depth = 0;
    game.items.iter().any(|item| {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth -= 1,
            _ => {}
        }
        depth > MAX_DEPTH
    })
}

/// Whether `item` goes along the line, rather than standing beside it.
fn is_step(item: &Item) -> bool {
    matches!(item, Item::Move(_) | Item::Null | Item::Fault(_))
}

fn advance(line: &mut Line, step: &Item) -> Result<()> {
    match step {
        Item::Move(m) => line.play(*m),
        Item::Null if !line.pass() => {
            return Err(Error::corrupt("a null move where none is possible"));
        }
        _ => {}
    }
    Ok(())
}

/// Codes one of `count` equally likely things.
fn uniform<C: Coder>(coder: &mut C, index: usize, count: usize) -> usize {
    let (mut low, mut high) = (0, count);
    while high - low > 1 {
        let middle = low.midpoint(high);
        let p = ((high - middle) << 16) / (high - low);
        if coder.bit(index >= middle, p as u32) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}
