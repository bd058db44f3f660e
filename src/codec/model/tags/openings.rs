//! Guesses at codes and names of openings from the moves: what opening books say, and what this
//! block had for the same positions.

use super::{
    cell::Scene,
    coder::TagCoder,
    models::salt,
    roles::Role,
    seen::{
        memory::{Key, MAX_TRUST},
        values::ValueId,
    },
    source::Source,
};
use crate::{
    codec::model::{
        facts::GameFacts,
        opening::{BOOKS, Book, Found, path::Path},
    },
    coding::mix::hash32,
};

/// The beginning of chess.com's links to openings.
const LINK: &str = "https://www.chess.com/openings/";
/// Games of this block are compared up to so many half-moves.
const LATEST: usize = 24;
/// How many books a column may follow.
const FOLLOWED: usize = 3;
/// What each book says.
const BY_BOOK: [Source; FOLLOWED] = [Source::own(0), Source::own(1), Source::own(4)];
/// What this block had for the position for which each book names the opening.
const BY_NAMED: [Source; FOLLOWED] = [Source::own(2), Source::own(5), Source::own(6)];
/// What the game had that had the same positions for longest.
const NEIGHBOUR: Source = Source::own(3);
/// Half of the name that the first book says.
const HALF: Source = Source::own(7);

/// What the books say of a game's opening, looked up when asked for.
#[derive(Clone)]
pub(super) struct Opened {
    path: Path,
    found: [Option<Option<Found<'static>>>; Book::ALL.len()],
}

impl Opened {
    fn new(facts: &GameFacts) -> Opened {
        Opened {
            path: BOOKS.known(&facts.path),
            found: [None; Book::ALL.len()],
        }
    }

    fn find(&mut self, book: Book) -> Option<Found<'static>> {
        *self.found[book as usize].get_or_insert_with(|| BOOKS.find(book, &self.path))
    }
}

impl TagCoder {
    /// Adds the guesses and contexts for a column of codes or names of openings.
    pub(super) fn guess_opening(&mut self, scene: &mut Scene, facts: &GameFacts) {
        let role = self.columns[scene.column].meaning.role;
        let opened = self
            .current
            .opened
            .get_or_insert_with(|| Opened::new(facts));
        let mut find = |book| opened.find(book);
        let found: [_; FOLLOWED] = match role {
            Role::EcoUrl => [find(Book::ChessCom), None, None],
            Role::Eco => [Book::Lichess, Book::OldLichess, Book::Board].map(find),
            _ => [Book::Lichess, Book::OldLichess, Book::OtherNames].map(find),
        };
        let mut positions = [0; FOLLOWED];
        for (index, found) in found.into_iter().enumerate() {
            let Some(found) = found else { continue };
            positions[index] = found.position;
            let value = self.said(role, found);
            if value.is_some() {
                scene.guess(BY_BOOK[index], value, 0);
            }
            let what = hash32(salt::OPENING, scene.column as u32, index as u32);
            let key = Key::new(what, found.position, 0);
            scene.recall(self, BY_NAMED[index], key);
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
                let trust = (ply / 4).min(usize::from(MAX_TRUST)) as u8;
                scene.guess(NEIGHBOUR, value, trust);
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
        let found = opened.and_then(|opened| opened.find(Book::Lichess));
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

    /// Finds the earlier game that had the same positions as game `number` for longest, and
    /// remembers this game's positions.
    pub(super) fn meet_neighbour(&mut self, number: usize, facts: &GameFacts) {
        let positions = &facts.path;
        let positions = &positions[..positions.len().min(LATEST)];
        for (ply, &position) in positions.iter().enumerate().rev() {
            let key = Key::new(salt::GAME, position, 0);
            if let Some(row) = self.memory.recall_number(key) {
                self.current.neighbour = Some((row as usize, ply));
                break;
            }
        }
        for &position in positions {
            let key = Key::new(salt::GAME, position, 0);
            self.memory.learn(key, ValueId::NONE, Some(number as i64));
        }
    }
}
