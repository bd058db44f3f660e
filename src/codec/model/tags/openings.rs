//! Guesses at codes and names of openings from the moves: what opening books say, and what this
//! block had for the same positions.

use super::{
    block::Block,
    cell::Scene,
    roles::Role,
    seen::{memory::Key, values::ValueId},
};
use crate::{
    codec::model::{
        facts::GameFacts,
        opening::{BOOKS, COUNT, Found, Which, path::Path},
    },
    coding::mix::hash32,
};

/// The beginning of chess.com's links to openings.
const LINK: &str = "https://www.chess.com/openings/";
/// What keys of the memory begin with: those of games by their positions, and of values by the
/// position that names the opening.
const GAME: u32 = 0x710;
const NAMED: u32 = 0x711;
/// Games of this block are compared up to so many half-moves.
const LATEST: usize = 24;
/// The sources of guesses for these roles.
const BOOK: usize = 0;
const OTHER_BOOK: usize = 1;
const BY_NAMED: usize = 2;
const NEIGHBOUR: usize = 3;
const HALF: usize = 7;

/// What the books say of a game's opening, looked up when asked for.
#[derive(Clone)]
pub(super) struct Opened {
    path: Path,
    found: [Option<Option<Found<'static>>>; COUNT],
}

impl Opened {
    fn new(facts: &GameFacts) -> Opened {
        Opened {
            path: BOOKS.known(&facts.path),
            found: [None; COUNT],
        }
    }

    fn find(&mut self, which: Which) -> Option<Found<'static>> {
        *self.found[which as usize].get_or_insert_with(|| BOOKS.find(which, &self.path))
    }
}

impl Block {
    /// Adds the guesses and contexts for a column of codes or names of openings.
    pub(super) fn play_opening(&mut self, scene: &mut Scene, facts: &GameFacts) {
        let role = self.columns[scene.column].role;
        let opened = self
            .current
            .opened
            .get_or_insert_with(|| Opened::new(facts));
        let mut find = |which| opened.find(which);
        let found = match role {
            Role::EcoUrl => [find(Which::ChessCom), None, None],
            Role::Eco => [Which::Lichess, Which::OldLichess, Which::Board].map(find),
            _ => [Which::Lichess, Which::OldLichess, Which::OtherNames].map(find),
        };
        let mut positions = [0; 3];
        for (index, found) in found.into_iter().enumerate() {
            let Some(found) = found else { continue };
            positions[index] = found.position;
            let value = self.said(role, found);
            if value.is_some() {
                scene.guess([BOOK, OTHER_BOOK, 4][index], value, 0);
            }
            let what = hash32(NAMED, scene.column as u32, index as u32);
            let key = Key::new(what, found.position, 0);
            scene.recall_own(self, [BY_NAMED, 5, 6][index], key);
        }
        // Some write Lichess's name in two tags.
        let halves = found[0].and_then(|found| found.name.split_once(": "));
        let half = match (role, halves) {
            (Role::Opening, Some((opening, _))) => opening,
            (Role::Variation, Some((_, variation))) => variation,
            _ => "",
        };
        if !half.is_empty() {
            scene.guess(HALF, self.values.intern(half.as_bytes()), 0);
        }
        if let Some((row, ply)) = self.current.neighbour {
            let value = self.value_in(row, scene.column);
            if value.is_some() {
                scene.guess(NEIGHBOUR, value, (ply / 4).min(7) as u8);
            }
        }
        let code = match role {
            Role::Eco => 0,
            _ => self.role_hash(Role::Eco),
        };
        scene.roles = [
            hash32(positions[0], code, 1),
            hash32(positions[2], positions[1], 2),
            hash32(code, self.role_hash(Role::Opening), 3),
        ];
    }

    /// Lichess's name for the current game's opening; empty if it has none or the books were not
    /// asked about the game.
    pub(super) fn opening_name(&mut self) -> &'static str {
        let opened = self.current.opened.as_mut();
        let found = opened.and_then(|opened| opened.find(Which::Lichess));
        found.map_or("", |found| found.name)
    }

    /// The value that a column in `role` would have for an opening.
    fn said(&mut self, role: Role, found: Found) -> ValueId {
        match role {
            Role::Eco if !found.code.is_empty() => self.values.intern(found.code.as_bytes()),
            Role::Opening if !found.name.is_empty() => self.values.intern(found.name.as_bytes()),
            Role::Variation if !found.variation.is_empty() => {
                self.values.intern(found.variation.as_bytes())
            }
            Role::EcoUrl => self.values.intern([LINK, found.name].concat().as_bytes()),
            _ => ValueId::NONE,
        }
    }

    /// Finds the earlier game that had the same positions as game `index` for longest, and
    /// remembers this game's positions.
    pub(super) fn meet_neighbour(&mut self, index: usize, facts: &GameFacts) {
        let positions = &facts.path;
        let positions = &positions[..positions.len().min(LATEST)];
        for (ply, &position) in positions.iter().enumerate().rev() {
            let key = Key::new(GAME, position, 0);
            if let Some(row) = self.memory.recall_number(key) {
                self.current.neighbour = Some((row as usize, ply));
                break;
            }
        }
        for &position in positions {
            let key = Key::new(GAME, position, 0);
            self.memory.learn(key, ValueId::NONE, Some(index as i64));
        }
    }
}
