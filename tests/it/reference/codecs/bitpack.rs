//! A decoder of `bitpack`, written from the document that the codec comes from, with its slips
//! corrected.

use super::{coordinates, only_move};
use pgnpack::{
    chess::{Color, Move, Position, Role, Rules},
    pgn::game::{Game, Item},
};

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    fn take(&mut self, count: usize) -> usize {
        let mut value = 0;
        for _ in 0..count {
            value = value * 2 + usize::from(self.bytes[self.at / 8] >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        value
    }

    fn text(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        loop {
            match self.take(8) as u8 {
                0 => return text,
                byte => text.push(byte),
            }
        }
    }

    /// Reads the number of a line's en-passant captures, and a bit for the spelling of each.
    fn en_passant(&mut self) {
        let count = self.take(4);
        assert_eq!(
            self.take(count),
            0,
            "nothing marks its captures in these games"
        );
    }
}

pub(super) fn decode(bytes: &[u8]) -> Game {
    let mut bits = Bits { bytes, at: 0 };
    bits.en_passant();
    let mut game = Game::default();
    loop {
        let name = bits.text();
        if name.is_empty() {
            break;
        }
        let value = bits.text();
        game.tags.push(&name, &value);
    }
    let mut here = game.start().unwrap();
    let mut before = here.clone();
    let mut outer = Vec::new();
    // The shortest code has five bits. The shortest one that begins with zeros, a king's move, has
    // nine.
    while bits.left() >= 5 {
        let item = match bits.take(3) {
            0b110 => match bits.take(1) {
                1 => Item::Comment(bits.text().into()),
                _ if bits.take(1) == 1 => Item::Nag(bits.take(8) as u8),
                _ => {
                    let long = bits.take(1) == 1;
                    Item::Move(only_move(
                        &here,
                        |m| matches!(m, Move::Castle { king, rook } if (rook < king) == long),
                    ))
                }
            },
            0b111 => match bits.take(1) {
                0 => Item::Move(promotion(&here, &mut bits)),
                _ if bits.take(1) == 1 => {
                    bits.en_passant();
                    Item::Open
                }
                _ => Item::Close,
            },
            0 if bits.left() < 6 => break,
            code => {
                let roles = [
                    Role::King,
                    Role::Queen,
                    Role::Bishop,
                    Role::Knight,
                    Role::Rook,
                    Role::Pawn,
                ];
                Item::Move(piece(&here, &mut bits, roles[code]))
            }
        };
        match &item {
            Item::Move(m) => {
                before = here.clone();
                here.play_unchecked(*m);
            }
            Item::Open => {
                outer.push((here, before.clone()));
                here = before.clone();
            }
            Item::Close => (here, before) = outer.pop().unwrap(),
            _ => {}
        }
        game.items.push(item);
    }
    game
}

fn piece(position: &Position, bits: &mut Bits<'_>, role: Role) -> Move {
    let to = (bits.take(3) as i32, bits.take(3) as i32);
    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    moves.retain(|m| {
        m.role() == role && !m.is_castle() && !m.is_promotion() && coordinates(m.to()) == to
    });
    moves.sort_by_key(|m| coordinates(m.from().unwrap()));
    let index = if moves.len() > 1 {
        bits.take(width(most(role, to)))
    } else {
        0
    };
    moves[index]
}

/// "Maximum number of possibilities" by trying every direction or jump.
fn most(role: Role, (file, rank): (i32, i32)) -> usize {
    let mut count = 0;
    for files in -2i32..=2 {
        for ranks in -2i32..=2 {
            let (wide, high) = (files.abs(), ranks.abs());
            let fits = match role {
                Role::Rook => wide + high == 1,
                Role::Bishop => wide == 1 && high == 1,
                Role::Queen => wide.max(high) == 1,
                Role::Knight => wide * high == 2,
                // Only captures can be ambiguous: the pawn comes from the file on either side.
                Role::Pawn => wide == 1 && high == 0,
                Role::King => false,
            };
            let inside = (0..8).contains(&(file + files)) && (0..8).contains(&(rank + ranks));
            count += usize::from(fits && inside);
        }
    }
    count
}

fn width(most: usize) -> usize {
    [1, 2, 4, 8]
        .into_iter()
        .position(|limit| most <= limit)
        .unwrap()
}

fn promotion(position: &Position, bits: &mut Bits<'_>) -> Move {
    let into = [Role::Queen, Role::Bishop, Role::Knight, Role::Rook][bits.take(2)];
    let last = if position.turn() == Color::White {
        6
    } else {
        1
    };
    let mut pawns: Vec<_> = position
        .our(Role::Pawn)
        .into_iter()
        .filter(|pawn| coordinates(*pawn).1 == last)
        .collect();
    pawns.sort_by_key(|pawn| coordinates(*pawn).0);
    let pawn = pawns[bits.take(width(pawns.len()))];
    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    moves.retain(|m| m.from() == Some(pawn) && m.promotion() == Some(into));
    moves.sort_by_key(|m| coordinates(m.to()).0);
    moves[bits.take(width(moves.len()))]
}
