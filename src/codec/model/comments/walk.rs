//! The way through a game while its annotations are coded: where the coder is, and the positions
//! and facts that this gives. Positions of the main line are worked out only when one is asked for.

use super::{
    FromMoves,
    branch::{Branch, Root},
    keys::Trail,
    moment::{Course, Moment, MoveFacts, Told},
    play::Future,
    prose::tree::{NodeId, Tree},
    structure::Place,
};
use crate::{
    chess::{Color, Move, Position, Rules, branching::Branching, line::Line, material},
    codec::model::{
        moves::{context::GameContext, model::Effort},
        opening::BOOKS,
    },
    coding::{mix::hash_bytes, range::Coder},
    error::{Error, Result},
    limits::{Budget, charges},
    pgn::game::{Item, Tags},
};

/// A game before its annotations are coded.
#[derive(Clone, Copy, Debug)]
pub(super) struct BareGame<'a> {
    /// Tags.
    pub(super) tags: &'a Tags,
    /// The starting position.
    pub(super) start: &'a Position,
    /// The main line: moves, null moves and faults.
    pub(super) main: &'a [Item],
    /// What is known from the moves.
    pub(super) known: FromMoves<'a>,
}

/// A cursor in a game, and the items so far.
pub(super) struct Walk<'a> {
    pub(super) bare: &'a BareGame<'a>,
    pub(super) budget: &'a Budget,
    pub(super) items: Vec<Item>,
    /// How many steps of the main line have been passed.
    pub(super) played: usize,
    /// After how many of these the opening gets its name.
    named_after: Option<usize>,
    /// How many of them `line` has been played along.
    synced: usize,
    line: Line,
    /// How many of them `trail` has taken.
    trailed: usize,
    /// Made when a key is first asked for.
    trail: Option<Trail>,
    /// Before the last two steps of those, where there are as many.
    earlier: Option<Root>,
    /// Where the game starts.
    start: Root,
    /// The contexts of the move predictor.
    contexts: Branching<GameContext>,
    frames: Vec<Frame>,
    players: [u32; 2],
    /// How much more White has won than Black by captures and promotions in the main line, in
    /// pawns.
    won: i32,
}

/// Games are taken to start with this move number at most.
const MOST_MOVES: u32 = 10_000;
/// An open variation takes about this: the positions and contexts to return to.
const _: () = assert!(2 * size_of::<(Position, GameContext)>() <= charges::OPEN_WITH_CONTEXT);

/// A line that is open: the main line or a variation.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// Whether it had a step that cannot be played; behind it no position is known.
    broken: bool,
    /// Steps so far.
    steps: u32,
    /// The last move, of this line or of what it branches off from.
    last: Option<Move>,
    /// The move before that.
    before: Option<Move>,
    /// The move that a variation replaces.
    instead: Option<Move>,
}

impl<'a> Walk<'a> {
    /// The beginning of a game, whose moves are asked about at `effort`.
    pub(super) fn new(bare: &'a BareGame<'a>, budget: &'a Budget, effort: Effort) -> Walk<'a> {
        let context = GameContext::of_tags(bare.tags).at(effort);
        let names = bare.tags.players().map(Option::unwrap_or_default);
        Walk {
            bare,
            budget,
            items: Vec::new(),
            played: 0,
            named_after: BOOKS.named_after(bare.known.path),
            synced: 0,
            line: Line::new(bare.start.clone()),
            trailed: 0,
            trail: None,
            earlier: None,
            start: Root {
                position: bare.start.clone(),
                ply: first_ply(bare.start),
                context: context.clone(),
                last: None,
            },
            contexts: Branching::new(context),
            frames: vec![Frame::default()],
            players: names.map(hash_bytes),
            won: 0,
        }
    }

    fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or_default()
    }

    /// Whether the coder is in the main line, not in a variation.
    pub(super) fn is_in_main_line(&self) -> bool {
        self.frames.len() == 1
    }

    pub(super) fn is_broken(&self) -> bool {
        self.frames.iter().any(|frame| frame.broken)
    }

    /// Plays the passed steps of the main line that `line` has not followed yet.
    fn catch_up(&mut self) {
        while self.synced < self.played {
            if self.synced + 1 == self.played {
                self.earlier = self.before_last();
            }
            match &self.bare.main[self.synced] {
                Item::Move(m) => self.play(*m),
                Item::Null => {
                    self.pass();
                }
                _ => {}
            }
            self.synced += 1;
        }
    }

    /// The position of the main line before the last step that `line` has taken.
    fn before_last(&self) -> Option<Root> {
        let last = self.synced.checked_sub(2).map(|step| &self.bare.main[step]);
        self.root_before(last.and_then(Item::as_move))
    }

    /// The position before the last step that `line` has taken, to which `last` led; `None` before
    /// the first.
    fn root_before(&self, last: Option<Move>) -> Option<Root> {
        Some(Root {
            position: self.line.before()?.clone(),
            ply: self.start.ply + self.line.ply() - 1,
            context: self.contexts.before()?.clone(),
            last,
        })
    }

    fn play(&mut self, m: Move) {
        let position = self.line.position();
        self.contexts.step(|context| context.advance(position, m));
        self.line.play(m);
    }

    fn pass(&mut self) -> bool {
        let passes = self.line.pass();
        if passes {
            self.contexts.step(GameContext::pass);
        }
        passes
    }

    /// The move that a variation's first move replaces; `None` anywhere else.
    pub(super) fn instead(&self) -> Option<Move> {
        let frame = self.frame();
        frame.instead.filter(|_| frame.steps == 0)
    }

    /// The position here, as the start of a line.
    pub(super) fn root(&mut self) -> Root {
        self.catch_up();
        Root {
            position: self.line.position().clone(),
            ply: self.start.ply + self.line.ply(),
            context: self.contexts.here().clone(),
            last: self.frame().last,
        }
    }

    /// The key of the position here; `None` where it is not known, and in variations.
    pub(super) fn key(&mut self) -> Option<u64> {
        if !self.is_in_main_line() {
            return None;
        }
        let start = self.bare.start;
        let trail = self.trail.get_or_insert_with(|| Trail::new(start));
        for step in &self.bare.main[self.trailed..self.played] {
            trail.step(step);
        }
        self.trailed = self.played;
        trail.key()
    }

    /// Half-moves played up to here.
    fn ply(&self) -> u32 {
        if self.is_in_main_line() {
            self.played as u32
        } else {
            self.line.ply()
        }
    }

    pub(super) fn place(&self) -> Place {
        Place {
            side: self.side(),
            depth: self.frames.len() - 1,
            steps: self.frame().steps,
            ended: self.played >= self.bare.main.len(),
            surprise: self.told(1).surprise(),
            named: self.is_in_main_line() && self.named_after == Some(self.played),
        }
    }

    /// Who made the last move.
    fn side(&self) -> usize {
        (self.start.ply + self.ply() + 1) as usize % 2
    }

    /// What is told about the step of the main line that is `back` steps back (1: the last);
    /// nothing in a variation.
    fn told(&self, back: usize) -> Told {
        let step = self.played.checked_sub(back);
        let step = step.filter(|_| self.is_in_main_line());
        let told = step.and_then(|step| self.bare.known.told.get(step));
        told.copied().unwrap_or_default()
    }

    /// What is known of the last move, behind which the glyph `glyph` stands (0 for none).
    pub(super) fn moment(&self, glyph: u32) -> Moment {
        let side = self.side();
        let frame = self.frame();
        Moment {
            side,
            ply: self.ply(),
            player: self.players[side],
            glyph,
            key: None,
            facts: MoveFacts::new(frame.last, frame.before, [1, 2].map(|back| self.told(back))),
            course: self.course(),
        }
    }

    /// The moves of the main line around here; none in a variation.
    fn course(&self) -> Course {
        if !self.is_in_main_line() {
            return Course::default();
        }
        let main = &self.bare.main;
        let step = |ahead: usize| (self.played + ahead).checked_sub(2);
        let played = |ahead: usize| main.get(step(ahead)?)?.as_move();
        let before = |back: usize| self.told(back).surprise();
        let coming = |ahead: usize| {
            let told = self.bare.known.told.get(self.played + ahead);
            told.map_or(0, |told| told.surprise())
        };
        Course {
            moves: [0, 1, 2, 3].map(played),
            surprises: [before(3), before(4), coming(0), coming(2)],
            rest: main.len().saturating_sub(self.played) as u32,
            won: self.won,
        }
    }

    /// The positions that lines of play may start from; `None` where no lines can be understood.
    pub(super) fn branch(&mut self) -> Option<Branch> {
        if self.is_broken() {
            return None;
        }
        let after = self.root();
        Some(Branch {
            before: self.root_before(self.frame().before),
            after,
            earlier: self.earlier.clone().filter(|_| self.is_in_main_line()),
        })
    }

    /// The node of `tree` for the position that a comment here speaks about: that of the main line if
    /// it has one, else a new one.
    pub(super) fn head(&mut self, tree: &mut Tree) -> Option<NodeId> {
        let main = tree.main(self.played, self.bare.main, || self.start.clone());
        if main.is_some() && self.is_in_main_line() {
            return main;
        }
        let Branch { after, before, .. } = self.branch()?;
        let before = before.and_then(|before| tree.add(before, None));
        tree.add(after, before)
    }

    pub(super) fn future(&self) -> Future<'a> {
        match self.is_in_main_line() {
            true => Future {
                main: self.bare.main,
                played: self.played,
            },
            false => Future::default(),
        }
    }

    /// Passes an item; a reader also adds it to the list.
    pub(super) fn push<C: Coder>(&mut self, item: Item) -> Result<()> {
        match &item {
            Item::Move(_) | Item::Null | Item::Fault(_) => self.step(&item)?,
            Item::Open => {
                self.catch_up();
                let outer = self.frame();
                self.contexts.open();
                self.line.open();
                self.frames.push(Frame {
                    last: outer.before,
                    instead: outer.last,
                    ..Frame::default()
                });
                self.budget.take(charges::OPEN_WITH_CONTEXT)?;
            }
            Item::Close => {
                self.contexts.close();
                self.line.close();
                self.frames.pop();
                if C::READS {
                    self.budget.give_back(charges::OPEN_WITH_CONTEXT);
                }
            }
            Item::Nag(_) | Item::Comment(_) => {}
        }
        if C::READS {
            self.budget.take(item.size())?;
            self.items.push(item);
        }
        Ok(())
    }

    /// Passes a comment that stands before the last item.
    pub(super) fn push_before_last<C: Coder>(&mut self, comment: Item) -> Result<()> {
        if C::READS {
            self.budget.take(comment.size())?;
            let last = self.items.len().saturating_sub(1);
            self.items.insert(last, comment);
        }
        Ok(())
    }

    fn step(&mut self, item: &Item) -> Result<()> {
        if !self.is_in_main_line() {
            match item {
                Item::Move(m) => self.play(*m),
                Item::Null if !self.pass() => {
                    return Err(Error::corrupt("a null move where none is possible"));
                }
                _ => {}
            }
        } else {
            self.played += 1;
            if let Item::Move(m) = item {
                let mover = Color::from_white(self.side() == 0);
                self.won += material::won_for_white(*m, mover);
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.steps += 1;
            frame.broken |= matches!(item, Item::Fault(_));
            frame.before = frame.last;
            frame.last = item.as_move();
        }
        Ok(())
    }
}

/// How many half-moves came before a position that games start from, as its move number has it.
fn first_ply(start: &Position) -> u32 {
    2 * (start.fullmoves().get() - 1).min(MOST_MOVES) + u32::from(start.turn() == Color::Black)
}
