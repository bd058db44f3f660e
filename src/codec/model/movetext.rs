//! The items of a game in two passes: the moves of the main line, then what stands between them.
//!
//! Owns the order of the items and the escapes from ordinary moves (null moves, faults, the end of a line). What a move or a
//! comment costs is the business of others.

use super::channels::Channels;
use super::tags::spelling::Spelling;
use crate::{
    chess::{line::Line, order},
    codec::streams::Stream,
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

/// What stands between two moves of the line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Nothing more: the line goes on.
    Nothing = 0,
    Nag = 1,
    Comment = 2,
    Open = 3,
}

/// Models of the movetext of one block.
pub(super) struct Movetext<'b> {
    budget: &'b Budget,
    ordinary: [Bit; 2],
    turn: Symbol<2>,
    marks: [Symbol<2>; 4],
    last_mark: usize,
    nag: Symbol<8>,
    fault: Symbol<2>,
    spelling: Spelling<'b>,
}

impl<'b> Movetext<'b> {
    pub(super) fn new(budget: &'b Budget) -> Movetext<'b> {
        Movetext {
            budget,
            ordinary: [Bit::default(); 2],
            turn: Symbol::default(),
            marks: std::array::from_fn(|_| Symbol::default()),
            last_mark: 0,
            nag: Symbol::default(),
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

    /// Codes what stands between the moves. A reader finds the moves of the main line in `read` and puts the rest between them.
    pub(super) fn code_annotations<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        given: Option<&Game>,
        read: Option<&mut Game>,
    ) -> Result<()> {
        match read {
            None => {
                let items = given.map_or(&[][..], |game| &game.items);
                let start = given.and_then(Game::start).unwrap_or_default();
                let mut items = items.iter();
                self.code_line(
                    channels,
                    &mut Line::new(start),
                    &mut items,
                    None,
                    &mut Vec::new(),
                )
            }
            Some(game) => {
                let start = game.start().unwrap_or_default();
                let steps = std::mem::take(&mut game.items);
                self.code_line(
                    channels,
                    &mut Line::new(start),
                    &mut [].iter(),
                    Some(steps),
                    &mut game.items,
                )
            }
        }
    }

    /// Codes one line with its annotations up to its end. `main` holds the moves where they are known to a reader already (those of the main line).
    fn code_line<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        line: &mut Line,
        given: &mut std::slice::Iter<Item>,
        main: Option<Vec<Item>>,
        read: &mut Vec<Item>,
    ) -> Result<()> {
        let is_main = line.depth() == 0;
        let mut known = main.map(Vec::into_iter);
        loop {
            self.code_marks(channels, line, given, read)?;
            let next = given.as_slice().first().filter(|item| is_step(item));
            let step = match (&mut known, is_main) {
                (Some(known), _) => known.next(),
                (None, true) => next.cloned(),
                (None, false) => self.code_step(&mut channels[Stream::Lines], line, next)?,
            };
            let Some(step) = step else {
                return Ok(());
            };
            given.next();
            advance(line, &step)?;
            if C::READS {
                self.budget.take(size_of::<Item>())?;
                read.push(step);
            }
        }
    }

    /// Codes what stands before the next move of this line.
    fn code_marks<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        line: &mut Line,
        given: &mut std::slice::Iter<Item>,
        read: &mut Vec<Item>,
    ) -> Result<()> {
        loop {
            let coder = &mut channels[Stream::Notes];
            if coder.overrun() {
                return Err(Error::truncated("the annotations end too early"));
            }
            let item = given.as_slice().first();
            let mark = match item {
                Some(Item::Nag(_)) => Mark::Nag,
                Some(Item::Comment(_)) => Mark::Comment,
                Some(Item::Open) => Mark::Open,
                _ => Mark::Nothing,
            };
            let mark = self.marks[self.last_mark].code(coder, mark as u32);
            self.last_mark = mark as usize;
            if mark == Mark::Nothing as u32 {
                return Ok(());
            }
            given.next();
            let item = if mark == Mark::Nag as u32 {
                let nag = match item {
                    Some(Item::Nag(nag)) => *nag,
                    _ => 0,
                };
                Item::Nag(self.nag.code(coder, u32::from(nag)) as u8)
            } else if mark == Mark::Comment as u32 {
                let text = match item {
                    Some(Item::Comment(text)) => text.as_slice(),
                    _ => &[],
                };
                Item::Comment(
                    self.spelling
                        .code_bytes(&mut channels[Stream::Prose], text)?,
                )
            } else {
                self.code_variation(channels, line, given, read)?;
                continue;
            };
            if C::READS {
                self.budget.take(size_of::<Item>())?;
                read.push(item);
            }
        }
    }

    fn code_variation<C: Coder>(
        &mut self,
        channels: &mut Channels<C>,
        line: &mut Line,
        given: &mut std::slice::Iter<Item>,
        read: &mut Vec<Item>,
    ) -> Result<()> {
        if line.depth() >= MAX_DEPTH {
            return Err(Error::corrupt("variations are nested too deeply"));
        }
        self.budget
            .take(if C::READS { 2 * size_of::<Item>() } else { 0 })?;
        line.open();
        if C::READS {
            read.push(Item::Open);
        }
        self.code_line(channels, line, given, None, read)?;
        given.next();
        line.close();
        if C::READS {
            read.push(Item::Close);
        }
        Ok(())
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
