//! Games (9.2), and the lines that their moves are played in.

use crate::reference::container::ensure;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, PositionError, Role,
    Square, fen::Fen,
};
use std::collections::HashMap;

/// A game as 9.2 describes it.
#[derive(Debug, Default)]
pub(super) struct Game {
    pub(super) tags: Vec<(Vec<u8>, Vec<u8>)>,
    pub(super) items: Vec<Item>,
}

/// What stands between the tags and the end of a game.
#[derive(Debug, Clone)]
pub(super) enum Item {
    Move(Move),
    Null,
    Glyph(u8),
    Comment(Vec<u8>),
    Open,
    Close,
    /// A move that cannot be played, as it is spelt.
    Fault(Vec<u8>),
}

/// The value of the first tag of that name.
pub(super) fn tag<'a>(tags: &'a [(Vec<u8>, Vec<u8>)], name: &[u8]) -> Option<&'a [u8]> {
    let tag = tags.iter().find(|(known, _)| known == name)?;
    Some(&tag.1)
}

/// The start (9.2).
pub(super) fn start(tags: &[(Vec<u8>, Vec<u8>)]) -> Chess {
    let fen = tag(tags, b"FEN").and_then(|value| Fen::from_ascii(value).ok());
    fen.and_then(|fen| {
        let mut setup = fen.into_setup();
        let usual = Chess::default().to_setup(EnPassantMode::Always);
        if setup.board == usual.board && setup.castling_rights.is_empty() {
            setup.castling_rights = usual.castling_rights;
        }
        Chess::from_setup(setup, CastlingMode::Chess960)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .ok()
    })
    .unwrap_or_default()
}

/// Whether a game from this start is one by other rules (9.2).
pub(super) fn by_other_rules(tags: &[(Vec<u8>, Vec<u8>)]) -> bool {
    let letters: Vec<u8> = tag(tags, b"Variant")
        .unwrap_or_default()
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(u8::to_ascii_lowercase)
        .collect();
    [
        "antichess",
        "giveaway",
        "suicide",
        "atomic",
        "crazyhouse",
        "horde",
        "racingkings",
    ]
    .iter()
    .any(|rules| rules.as_bytes() == letters)
}

/// Whether a game from this start is one of Chess960 (9.2).
pub(super) fn is_chess960(start: &Chess) -> bool {
    let castles = start.castles();
    let unusual = |square: Square, files: &[u32]| !files.contains(&u32::from(square.file()));
    castles.castling_rights().into_iter().any(|rook| {
        let side = if rook.rank() == shakmaty::Rank::First {
            Color::White
        } else {
            Color::Black
        };
        let king = start.board().king_of(side).expect("a king");
        unusual(rook, &[0, 7]) || unusual(king, &[4])
    })
}

/// A man: which of its side and kind it is, and which pawn it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) role: Role,
    pub(super) number: usize,
    /// The number that it has or had as a pawn. Men beyond two knights, bishops and rooks and one
    /// queen at the start are numbered behind the pawns, as codec 4 has it.
    pub(super) pawn: Option<usize>,
}

/// A position, and which men stand where (`chess::identity`).
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) position: Chess,
    pub(super) men: HashMap<Square, Man>,
    made: HashMap<(Color, Role), usize>,
}

impl Place {
    fn new(position: Chess) -> Place {
        let mut place = Place {
            men: HashMap::new(),
            made: HashMap::new(),
            position,
        };
        for file in 0..8 {
            for rank in 0..8 {
                let square = Square::new(rank * 8 + file);
                if let Some(piece) = place.position.board().piece_at(square) {
                    let number = place.next(piece.color, piece.role);
                    let pawn = (piece.role == Role::Pawn).then_some(number);
                    let role = piece.role;
                    place.men.insert(square, Man { role, number, pawn });
                }
            }
        }
        place.number_extra_men();
        place
    }

    fn number_extra_men(&mut self) {
        for color in Color::ALL {
            let mut next = self.count(color, Role::Pawn);
            let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
            for (role, usual) in roles.into_iter().zip([2, 2, 2, 1]) {
                for number in usual..self.count(color, role) {
                    let board = self.position.board();
                    let men = self.men.iter_mut();
                    let mut men = men.filter(|(square, _)| board.color_at(**square) == Some(color));
                    let (_, man) = men
                        .find(|(_, man)| man.role == role && man.number == number)
                        .expect("a man");
                    man.pawn = Some(next);
                    next += 1;
                }
            }
        }
    }

    /// How many men of a kind there have been.
    fn count(&self, color: Color, role: Role) -> usize {
        self.made.get(&(color, role)).copied().unwrap_or(0)
    }

    /// Where the mover's man stands that is wanted.
    pub(super) fn man(&self, wanted: impl Fn(&Man) -> bool) -> Result<Square, String> {
        let turn = self.position.turn();
        let own = |square: Square| self.position.board().color_at(square) == Some(turn);
        let mut men = self.men.iter().filter(|(square, _)| own(**square));
        let found = men.find(|(_, man)| wanted(man)).ok_or("no such man")?;
        Ok(*found.0)
    }

    /// The number of the next man of a kind.
    fn next(&mut self, color: Color, role: Role) -> usize {
        let made = self.made.entry((color, role)).or_insert(0);
        *made += 1;
        *made - 1
    }

    /// The number that the next man of the mover's of that kind will get.
    pub(super) fn coming(&self, role: Role) -> usize {
        self.count(self.position.turn(), role)
    }

    fn play(&mut self, m: Move) {
        let turn = self.position.turn();
        if let Move::Castle { king, rook } = m {
            let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
            let rank = u32::from(king.rank()) * 8;
            let men = [king, rook].map(|square| self.men.remove(&square));
            for (man, file) in men.into_iter().zip([king_to, rook_to]) {
                self.men
                    .insert(Square::new(rank + file), man.expect("a man"));
            }
        } else {
            let from = m.from().expect("a man on the board");
            if m.is_en_passant() {
                let taken = Square::from_coords(m.to().file(), from.rank());
                self.men.remove(&taken);
            }
            let mut man = self.men.remove(&from).expect("a man");
            if let Some(role) = m.promotion() {
                man.number = self.next(turn, role);
                man.role = role;
            }
            self.men.insert(m.to(), man);
        }
        self.position.play_unchecked(m);
    }
}

/// A line of play with the lines around it (9.2, *Variations*).
pub(super) struct Line {
    pub(super) here: Place,
    /// Whether a move that cannot be played stands in the line.
    pub(super) faulty: bool,
    /// Where a variation would start.
    before: Place,
    outer: Vec<(Place, bool, Place)>,
}

impl Line {
    pub(super) fn new(start: Chess) -> Line {
        let here = Place::new(start);
        Line {
            before: here.clone(),
            here,
            faulty: false,
            outer: Vec::new(),
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Goes on behind an item, and refuses one that cannot stand there.
    pub(super) fn go(&mut self, item: &Item) -> Result<(), String> {
        if matches!(item, Item::Move(_) | Item::Null) {
            self.before = self.here.clone();
        }
        match item {
            Item::Move(m) => self.here.play(*m),
            Item::Null => {
                let position = self.here.position.clone();
                let passed = position.swap_turn();
                self.here.position = passed.map_err(|error| error.to_string())?;
            }
            Item::Fault(_) => self.faulty = true,
            Item::Open => {
                let here = (self.here.clone(), self.faulty, self.before.clone());
                self.outer.push(here);
                ensure(self.outer.len() <= 256, "nested too deep")?; // 7.N
                (self.here, self.faulty) = (self.before.clone(), false);
            }
            Item::Close => {
                let outer = self.outer.pop().ok_or("a bracket too many")?;
                (self.here, self.faulty, self.before) = outer;
            }
            Item::Glyph(_) | Item::Comment(_) => {}
        }
        Ok(())
    }
}
