//! The way through a game: sections 6.2 and 11 of the document. Numbers in comments are its
//! clauses.

use super::{lines::key, structure::Place, told::Told, tree::Tree};
use crate::reference::{
    models::coder::fnv,
    moves::{board, context::Context},
    tags::openings,
};
use pgnpack::{
    chess,
    pgn::game::{Game, Item},
};
use shakmaty::{Chess, Color, Move, Position, Role};

/// A game before its annotations are decoded.
pub(crate) struct Bare<'a> {
    /// The game with its tags.
    pub(crate) game: &'a Game,
    pub(crate) main: Vec<Item>,
    pub(crate) told: Vec<Told>,
}

/// A position, and how it came about.
#[derive(Clone)]
pub(crate) struct Root {
    pub(crate) position: Chess,
    /// What the model of moves knows of the game besides.
    pub(crate) context: Context,
    /// Half-moves, those before the start of the game counted in (6.2).
    pub(crate) ply: u32,
    /// The move that led there.
    pub(crate) last: Option<Move>,
}

/// A line that is open.
#[derive(Clone)]
struct Line {
    after: Root,
    before: Option<Root>,
    /// In the main line, before the last but one.
    earlier: Option<Root>,
    moves: u32,
    last: Option<Move>,
    before_last: Option<Move>,
    /// The move that a variation replaces.
    instead: Option<Move>,
    broken: bool,
}

/// 11.1
#[derive(Clone, Debug, Default)]
pub(crate) struct Moment {
    pub(crate) side: usize,
    pub(crate) glyph: u32,
    pub(crate) ply: u32,
    pub(crate) player: u32,
    pub(crate) capture: bool,
    pub(crate) recapture: bool,
    pub(crate) check: bool,
    pub(crate) evasion: bool,
    pub(crate) surprise: u32,
    pub(crate) answered: u32,
    pub(crate) role: u32,
    pub(crate) moves: [Option<Move>; 4],
    pub(crate) surprises: [u32; 4],
    pub(crate) rest: u32,
    pub(crate) won: i64,
    pub(crate) key: Option<u64>,
}

/// 11.4
#[derive(Clone, Default)]
pub(crate) struct Positions {
    pub(crate) after: Option<Root>,
    pub(crate) before: Option<Root>,
    pub(crate) earlier: Option<Root>,
}

/// After how many steps of a main line the opening gets its name.
fn named_after(mut position: Chess, main: &[Item]) -> Option<usize> {
    let mut path = Vec::new();
    for step in main {
        match step {
            Item::Move(m) => {
                position.play_unchecked(*m);
                path.push(openings::key_of(&position));
            }
            Item::Null => position = chess::pass(&position).unwrap_or(position),
            _ => {}
        }
    }
    path.truncate(40);
    openings::named_after(&path)
}

/// A place in a game.
pub(crate) struct Walk<'a> {
    pub(crate) bare: &'a Bare<'a>,
    /// Steps of the main line so far.
    pub(crate) played: usize,
    start: Root,
    start_ply: u32,
    lines: Vec<Line>,
    won: i64,
    /// 6.2, *named*
    named_after: Option<usize>,
}

impl<'a> Walk<'a> {
    /// The start of a game.
    pub(crate) fn new(bare: &'a Bare<'a>) -> Walk<'a> {
        let position = bare.game.start().unwrap_or_default();
        let full = position.fullmoves().get();
        let start_ply = 2 * (full - 1).min(10_000) + u32::from(position.turn() == Color::Black);
        let after = Root {
            position,
            context: Context::of(bare.game),
            ply: start_ply,
            last: None,
        };
        Walk {
            bare,
            played: 0,
            named_after: named_after(after.position.clone(), &bare.main),
            start: after.clone(),
            start_ply,
            lines: vec![Line {
                after,
                before: None,
                earlier: None,
                moves: 0,
                last: None,
                before_last: None,
                instead: None,
                broken: false,
            }],
            won: 0,
        }
    }

    fn line(&self) -> &Line {
        self.lines.last().expect("a line")
    }

    /// Whether no variation is open.
    pub(crate) fn is_main(&self) -> bool {
        self.lines.len() == 1
    }

    /// Whether a move that cannot be played has come in a line that is open.
    pub(crate) fn is_broken(&self) -> bool {
        self.lines.iter().any(|line| line.broken)
    }

    /// The position here.
    pub(crate) fn root(&self) -> Root {
        self.line().after.clone()
    }

    /// The move that the next step replaces as the first of a variation.
    pub(crate) fn instead(&self) -> Option<Move> {
        let line = self.line();
        line.instead.filter(|_| line.moves == 0)
    }

    fn ply(&self) -> u32 {
        match self.is_main() {
            true => self.played as u32,
            false => self.line().after.ply - self.start_ply,
        }
    }

    fn side(&self) -> usize {
        (self.start_ply + self.ply() + 1) as usize % 2
    }

    /// What is told of a step of the main line, nothing in a variation.
    fn told(&self, step: Option<usize>) -> Told {
        let step = step.filter(|_| self.is_main());
        let told = step.and_then(|step| self.bare.told.get(step));
        told.copied().unwrap_or_default()
    }

    /// 6.2
    pub(crate) fn place(&self) -> Place {
        Place {
            side: self.side(),
            depth: self.lines.len() as u32 - 1,
            moves: self.line().moves,
            ended: self.played == self.bare.main.len(),
            surprise: self.told(self.played.checked_sub(1)).surprise,
            named: u32::from(self.is_main() && self.named_after == Some(self.played)),
        }
    }

    /// 11.1, but for the glyph
    pub(crate) fn moment(&self) -> Moment {
        let line = self.line();
        let side = self.side();
        let [last, before] = [line.last, line.before_last];
        let capture = last.is_some_and(|m| m.is_capture());
        let target = |m: Option<Move>| m.map(|m| m.to());
        let [told, told_before] = [1, 2].map(|back| self.told(self.played.checked_sub(back)));
        let name = self.bare.game.tag(["White", "Black"][side]);
        let mut moment = Moment {
            side,
            ply: self.ply(),
            player: fnv(name.unwrap_or_default()),
            capture,
            recapture: capture
                && before.is_some_and(|m| m.is_capture())
                && target(before) == target(last),
            check: told.check,
            evasion: told.evasion,
            surprise: told.surprise,
            answered: told_before.surprise,
            role: last.map_or(0, |m| m.role() as u32),
            ..Moment::default()
        };
        if self.is_main() {
            let main = &self.bare.main;
            let step = |ahead: usize| main.get((self.played + ahead).checked_sub(2)?)?.as_move();
            let played = self.played;
            let steps = [
                played.checked_sub(3),
                played.checked_sub(4),
                Some(played),
                Some(played + 2),
            ];
            moment.moves = [0, 1, 2, 3].map(step);
            moment.surprises = steps.map(|step| self.told(step).surprise);
            moment.rest = (main.len() - played) as u32;
            moment.won = self.won;
            moment.key = (!line.broken).then(|| key(&line.after.position));
        }
        moment
    }

    /// 11.4
    pub(crate) fn positions(&self) -> Positions {
        if self.is_broken() {
            return Positions::default();
        }
        let line = self.line();
        Positions {
            after: Some(line.after.clone()),
            before: line.before.clone(),
            earlier: line.earlier.clone().filter(|_| self.is_main()),
        }
    }

    /// 20.3: the position that a comment here speaks of.
    pub(crate) fn head(&self, tree: &mut Tree) -> Option<usize> {
        if tree.is_empty() {
            tree.begin(&self.start, &self.bare.main);
        }
        if self.is_main()
            && let Some(node) = tree.main_after(self.played)
        {
            return Some(node);
        }
        let Positions { after, before, .. } = self.positions();
        let before = before.and_then(|before| tree.add(before, None));
        tree.add(after?, before)
    }

    /// Goes past an item.
    pub(crate) fn pass(&mut self, item: &Item) {
        match item {
            Item::Move(_) | Item::Null | Item::Fault(_) => self.step(item),
            Item::Open => self.open(),
            Item::Close => {
                self.lines.pop();
            }
            Item::Nag(_) | Item::Comment(_) => {}
        }
    }

    fn open(&mut self) {
        let outer = self.line();
        let after = outer.before.clone().unwrap_or_else(|| outer.after.clone());
        let line = Line {
            after: Root {
                last: outer.before_last,
                ..after
            },
            before: None,
            earlier: None,
            moves: 0,
            last: outer.before_last,
            before_last: None,
            instead: outer.last,
            broken: false,
        };
        self.lines.push(line);
    }

    fn step(&mut self, item: &Item) {
        let side = self.start_ply as usize + self.played;
        if self.is_main() {
            self.played += 1;
            if let Item::Move(m) = item {
                self.won += if side.is_multiple_of(2) {
                    wins(m)
                } else {
                    -wins(m)
                };
            }
        }
        let line = self.lines.last_mut().expect("a line");
        let here = line.after.clone();
        match item {
            Item::Move(m) => line.after.play(*m),
            Item::Null => line.after.pass(),
            _ => line.broken = true,
        }
        line.after.last = item.as_move();
        line.moves += 1;
        if !matches!(item, Item::Fault(_)) {
            line.earlier = line.before.replace(here);
        }
        (line.before_last, line.last) = (line.last, item.as_move());
    }
}

impl Root {
    /// Plays a legal move.
    pub(crate) fn play(&mut self, m: Move) {
        let found = board::turned(&self.position, m);
        self.context.play(&self.position, found);
        self.position.play_unchecked(m);
        self.ply += 1;
        self.last = Some(m);
    }

    /// Plays a null move, if it is possible.
    pub(crate) fn pass(&mut self) {
        self.context.pass();
        if let Some(after) = chess::pass(&self.position) {
            self.position = after;
            self.ply += 1;
        }
        self.last = None;
    }
}

/// 11.3
fn wins(m: &Move) -> i64 {
    let worth = |role: Role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    };
    m.capture().map_or(0, worth) + m.promotion().map_or(0, |role| worth(role) - 1)
}
