//! What is known about a game besides the position: who plays, at what time control, and what was
//! played last. Also finds out which moves repeat a position.

use super::{
    board::{squares::role, view::View},
    model::Effort,
};
use crate::chess::{Color, Move, Position, Role, Rules, Square};
use crate::coding::{mix::hash_bytes, random::Random};
use crate::pgn::{
    game::Tags,
    time_control::{Class, TimeControl},
};

/// Positions remembered to find repetitions.
const REMEMBERED: usize = 32;
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
    /// Keys of the positions since the last irreversible move (capture, pawn move, castling or null
    /// move), as a ring: that of `n` half-moves ago is at `cursor - n`.
    keys: [u64; REMEMBERED],
    cursor: usize,
    /// How many of `keys` hold such a position.
    reversible: usize,
    /// The key of the pieces in the current position, where it is known.
    here: Option<u64>,
    /// Whether earlier positions are remembered at all.
    remembers: bool,
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
            keys: [0; REMEMBERED],
            cursor: 0,
            reversible: 0,
            here: None,
            remembers: true,
        }
    }

    /// The same, of which no more is remembered than is asked about at `effort`: neither earlier
    /// positions nor the last irreversible move at [`Effort::Reflex`].
    pub(crate) fn at(self, effort: Effort) -> GameContext {
        GameContext {
            remembers: effort > Effort::Reflex,
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
            players: ["White", "Black"].map(|name| tags.value_of(name).and_then(player)),
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
        if !self.remembers {
            return;
        }
        let changes = placement_changes(position, m);
        if role == role::PAWN as u8 || m.is_capture() || m.is_castle() {
            self.reversible = 0;
            self.here = self.here.zip(changes).map(|(here, changes)| here ^ changes);
            return;
        }
        let here = self.placement(position);
        self.keys[self.cursor] = here;
        self.cursor = (self.cursor + 1) % REMEMBERED;
        self.reversible = (self.reversible + 1).min(REMEMBERED);
        self.here = changes.map(|changes| here ^ changes);
    }

    /// The Zobrist key of the pieces in `position`, the current one.
    #[inline]
    pub(crate) fn placement(&self, position: &Position) -> u64 {
        let here = self.here.unwrap_or_else(|| placement_key(position));
        debug_assert_eq!(here, placement_key(position));
        here
    }

    /// Takes note of a null move.
    pub fn pass(&mut self) {
        self.past.rotate_right(1);
        self.past[0] = None;
        self.ply += 1;
        self.reversible = 0;
    }

    /// Half-moves since the last irreversible move, at most the number of positions remembered.
    #[inline]
    pub(crate) fn reversible(&self) -> usize {
        self.reversible
    }

    /// The [`mark`]s of all keys that [`occurrences`](GameContext::occurrences) compares with, as a
    /// filter: a key whose mark is not among them did not occur.
    #[inline]
    pub(crate) fn marks(&self) -> u64 {
        self.earlier().fold(0, |marks, key| marks | mark(key))
    }

    /// Keys of the remembered positions in which it is the same player's turn as after the next
    /// move, the latest first: those an odd number of half-moves back.
    #[inline]
    fn earlier(&self) -> impl Iterator<Item = u64> {
        (3..=self.reversible)
            .step_by(2)
            .map(|back| self.keys[(self.cursor + REMEMBERED - back) % REMEMBERED])
    }

    /// How often the position with the key `key`, reached by the next move, occurred since the last
    /// irreversible move, as far back as is remembered.
    #[inline]
    pub(crate) fn occurrences(&self, key: u64) -> usize {
        self.earlier().filter(|&earlier| earlier == key).count()
    }
}

/// The mark of a key: one bit of 64.
#[inline]
pub(crate) fn mark(key: u64) -> u64 {
    1 << (key >> 58)
}

/// Zobrist keys of pieces on squares: rows 0 to 5 for White's pawn to king, 6 to 11 for Black's.
static PLACEMENT: [[u64; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = random.next();
            square += 1;
        }
        piece += 1;
    }
    table
};

/// The Zobrist key of one piece (0 to 5, 6 more for Black's) on a square.
#[inline]
pub(crate) fn piece_key(piece: usize, square: usize) -> u64 {
    PLACEMENT[piece][square & 63]
}

/// The Zobrist key of the pieces on their squares, and of nothing else.
#[inline]
pub(crate) fn placement_key(position: &impl Rules) -> u64 {
    let board = position.board();
    let mut key = 0;
    for (offset, color) in [(0, Color::White), (6, Color::Black)] {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            let set = board.by_color(color).0 & board.by_role(role).0;
            for square in super::board::squares::Squares(set) {
                key ^= piece_key(index + offset, square);
            }
        }
    }
    key
}

/// The change of the Zobrist key of the pieces by an ordinary move in `position`; `None` for
/// castling and en passant captures.
#[inline]
fn placement_changes(position: &Position, m: Move) -> Option<u64> {
    let Move::Normal {
        role,
        from,
        capture,
        to,
        promotion,
    } = m
    else {
        return None;
    };
    let (own, opp) = match position.turn() {
        Color::White => (0, 6),
        Color::Black => (6, 0),
    };
    let key = |offset: usize, role: Role, square: Square| {
        piece_key(offset + role as usize - 1, usize::from(square))
    };
    let taken = capture.map_or(0, |captured| key(opp, captured, to));
    Some(key(own, role, from) ^ key(own, promotion.unwrap_or(role), to) ^ taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::setup::position_of_fen;
    use proptest::{prelude::*, sample::Index};

    proptest! {
        #[test]
        fn the_key_kept_is_that_of_the_position(picks in prop::collection::vec(any::<Index>(), 1..150)) {
            let start = b"r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1";
            let mut position = position_of_fen(start).unwrap();
            let mut context = GameContext::new([0; 2], Speed::Unknown);
            for pick in picks {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[pick.index(moves.len())];
                context.advance(&position, m);
                position.play_unchecked(m);
                prop_assert!(context.here.is_none_or(|key| key == placement_key(&position)));
            }
        }
    }

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
