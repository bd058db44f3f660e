//! What is known about a game besides the position: who plays, at what time control, what was played
//! last, and which positions have been before.

use super::{
    board::{squares::role, view::View},
    model::Effort,
    repetitions::{Repetitions, mark},
    zobrist::placement_key,
};
use crate::chess::{Move, Position, Role};
use crate::coding::mix::hash_bytes;
use crate::pgn::{
    game::Tags,
    time_control::{Class, TimeControl},
};

/// Moves remembered.
const MOVES: usize = 4;

/// The class of a time control, by the limits that servers use. The order is part of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// No time control is given.
    #[default]
    Unknown,
    /// Under three minutes for a player's first forty moves.
    Bullet,
    /// Under eight minutes.
    Blitz,
    /// Under 25 minutes.
    Rapid,
    /// 25 minutes and more.
    Classical,
    /// Days for a move, or 200,000 seconds and more for forty.
    Correspondence,
}

impl Speed {
    /// The class of the value of a `TimeControl` tag.
    pub fn of_time_control(tag: &[u8]) -> Speed {
        let Some(control) = TimeControl::read(tag) else {
            return Speed::Unknown;
        };
        if control.moves.is_some() && control.base >= 86_400_000 {
            return Speed::Correspondence;
        }
        match control.class() {
            Class::Bullet => Speed::Bullet,
            Class::Blitz => Speed::Blitz,
            Class::Rapid => Speed::Rapid,
            Class::Classical if control.seconds_for_forty_moves() < 200_000 => Speed::Classical,
            Class::Classical => Speed::Correspondence,
        }
    }
}

/// The rating in a tag's value; 0 where it is no number between 100 and 4,499.
fn rating(text: &[u8]) -> u16 {
    let digits = text.trim_ascii();
    if digits.is_empty() || digits.len() > 4 || !digits.iter().all(u8::is_ascii_digit) {
        return 0;
    }
    let value = digits.iter().fold(0, |n, d| n * 10 + u16::from(d - b'0'));
    if (100..4500).contains(&value) {
        value
    } else {
        0
    }
}

/// A hash of a player's name; `None` where the tag's value says that it is unknown.
fn player(name: &[u8]) -> Option<u32> {
    (!matches!(name, b"" | b"?")).then(|| hash_bytes(name))
}

/// A move played before, in squares as both players name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Past {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) role: u8,
    /// The role captured, or [`role::COUNT`].
    pub(crate) captured: u8,
}

impl Past {
    /// The move with its squares as the player to move sees them.
    #[inline(always)]
    pub(crate) fn turned(self, view: &View) -> Past {
        let turned = |square: u8| view.absolute(usize::from(square & 63)) as u8;
        Past {
            from: turned(self.from),
            to: turned(self.to),
            ..self
        }
    }
}

/// What is known about a game besides the position. It is cheap to copy, for variations.
#[derive(Clone, Debug)]
pub struct GameContext {
    /// White's and Black's rating, 0 where unknown.
    pub ratings: [u16; 2],
    /// The class of the time control.
    pub speed: Speed,
    /// Hashes of White's and of Black's name; `None` where the name is unknown.
    pub(crate) players: [Option<u32>; 2],
    /// Half-moves since the start.
    pub(crate) ply: u32,
    /// The last moves, the latest first.
    pub(crate) past: [Option<Past>; MOVES],
    /// The positions that may come again; `None` where nobody asks about them.
    repetitions: Option<Repetitions>,
}

impl GameContext {
    /// The beginning of a game.
    pub fn new(ratings: [u16; 2], speed: Speed) -> GameContext {
        GameContext {
            ratings,
            speed,
            players: [None; 2],
            ply: 0,
            past: [None; MOVES],
            repetitions: Some(Repetitions::new()),
        }
    }

    /// The same, of which no more is remembered than is asked about at `effort`: neither earlier
    /// positions nor the last irreversible move at [`Effort::Reflex`].
    pub(crate) fn at(self, effort: Effort) -> GameContext {
        GameContext {
            repetitions: self.repetitions.filter(|_| effort > Effort::Reflex),
            ..self
        }
    }

    /// The beginning of a game with these tags (`White`, `Black`, `WhiteElo`, `BlackElo` and
    /// `TimeControl`).
    pub fn of_tags(tags: &Tags) -> GameContext {
        let rating = |name: &str| tags.value_of(name).map_or(0, rating);
        let speed = tags
            .value_of("TimeControl")
            .map_or(Speed::Unknown, Speed::of_time_control);
        GameContext {
            players: tags.players().map(|name| name.and_then(player)),
            ..GameContext::new([rating("WhiteElo"), rating("BlackElo")], speed)
        }
    }

    /// Takes note that `m` is played in `position`, the current one.
    #[inline]
    pub fn advance(&mut self, position: &Position, m: Move) {
        let role = m.role() as u8 - 1;
        let captured = m.capture().map_or(role::COUNT as u8, |r: Role| r as u8 - 1);
        let from = m.from().map_or(0, u8::from);
        self.past.rotate_right(1);
        self.past[0] = Some(Past {
            from,
            to: u8::from(m.to()),
            role,
            captured,
        });
        self.ply += 1;
        if let Some(repetitions) = &mut self.repetitions {
            repetitions.advance(position, m);
        }
    }

    /// The Zobrist key of the pieces in `position`, the current one.
    #[inline]
    pub(crate) fn placement(&self, position: &Position) -> u64 {
        match &self.repetitions {
            Some(repetitions) => repetitions.placement(position),
            None => placement_key(position),
        }
    }

    /// Takes note of a null move.
    pub fn pass(&mut self) {
        self.past.rotate_right(1);
        self.past[0] = None;
        self.ply += 1;
        if let Some(repetitions) = &mut self.repetitions {
            repetitions.pass();
        }
    }

    /// Half-moves since the last irreversible move, as far back as is remembered; 0 where nothing
    /// is.
    #[inline]
    pub(crate) fn reversible(&self) -> usize {
        self.repetitions.as_ref().map_or(0, Repetitions::reversible)
    }

    /// The [`mark`]s of all keys that [`occurrences`](GameContext::occurrences) compares with, as a
    /// filter: a key whose mark is not among them did not occur.
    #[inline]
    pub(crate) fn marks(&self) -> u64 {
        self.earlier().fold(0, |marks, key| marks | mark(key))
    }

    /// What [`Repetitions::earlier`] says.
    #[inline]
    fn earlier(&self) -> impl Iterator<Item = u64> {
        self.repetitions.iter().flat_map(Repetitions::earlier)
    }

    /// How often the position with the key `key`, reached by the next move, occurred since the last
    /// irreversible move, as far back as is remembered.
    #[inline]
    pub(crate) fn occurrences(&self, key: u64) -> usize {
        self.earlier().filter(|&earlier| earlier == key).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_numbers_that_people_have() {
        let ratings: [(&str, u16); 7] = [
            ("1523", 1523),
            (" 980 ", 980),
            ("?", 0),
            ("", 0),
            ("99", 0),
            ("12000", 0),
            ("15a3", 0),
        ];
        for (text, value) in ratings {
            assert_eq!(rating(text.as_bytes()), value, "{text}");
        }
    }

    #[test]
    fn time_controls_fall_into_classes() {
        for (text, speed) in [
            ("60+0", Speed::Bullet),
            ("180+2", Speed::Blitz),
            ("600", Speed::Rapid),
            ("1800+30", Speed::Classical),
            ("40/9000:3600", Speed::Classical),
            ("1/86400", Speed::Correspondence),
            ("-", Speed::Unknown),
            ("?", Speed::Unknown),
            ("", Speed::Unknown),
        ] {
            assert_eq!(Speed::of_time_control(text.as_bytes()), speed, "{text}");
        }
    }
}
