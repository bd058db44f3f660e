//! A decoder of `brenner` and `brenner-alt`, written from Brenner's document.

use super::{coordinates, only_move};
use pgnpack::{
    chess::{CastlingSide, Color, Move, Position, Role, Rules, Square},
    pgn::game::Item,
};
use std::collections::HashMap;

pub(super) struct Read {
    pub(super) headers: Vec<(&'static str, Vec<u8>)>,
    pub(super) items: Vec<Item>,
}

/// Whether the bytes can express `item` behind `items`: moves, and comments and the six glyphs
/// behind a move.
pub(super) fn said(items: &[Item], item: &Item) -> bool {
    match item {
        Item::Move(_) => true,
        Item::Comment(_) => items.iter().any(|item| matches!(item, Item::Move(_))),
        Item::Nag(1..=6) => matches!(items.last(), Some(Item::Move(_))),
        _ => false,
    }
}

/// The squares of the pieces and pawns by side, kind and number.
type Men = HashMap<(Color, Role, usize), Square>;

pub(super) fn decode(bytes: &[u8], alternate: bool) -> Read {
    let mut read = Read {
        headers: Vec::new(),
        items: Vec::new(),
    };
    let mut position = Position::default();
    let (mut men, mut made) = start();
    let mut named = None;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        at += 1;
        match byte {
            0 => {
                let end = at + bytes[at..].iter().position(|byte| *byte == 0).unwrap();
                let text = bytes[at..end].to_vec();
                at = end + 1;
                match read.items.is_empty() {
                    true => read.headers.push((header(text[0]), text[1..].to_vec())),
                    false => read.items.push(Item::Comment(text.into())),
                }
            }
            // A result is the last byte.
            1..=3 => assert_eq!(at, bytes.len()),
            6 | 7 => {
                let second = bytes.get(at).copied().filter(|next| matches!(next, 6 | 7));
                at += usize::from(second.is_some());
                let glyphs = [
                    (7, None),
                    (6, None),
                    (7, Some(7)),
                    (6, Some(6)),
                    (7, Some(6)),
                    (6, Some(7)),
                ];
                let number = glyphs
                    .iter()
                    .position(|glyph| *glyph == (byte, second))
                    .unwrap()
                    + 1;
                read.items.push(Item::Nag(number as u8));
            }
            _ => match word(byte, alternate) {
                Word::Name(role, number) => named = Some((role, number)),
                word => {
                    let m = find(&position, &men, &word, named.take());
                    play(&mut men, &mut made, position.turn(), m);
                    position.play_unchecked(m);
                    read.items.push(Item::Move(m));
                }
            },
        }
    }
    read
}

fn header(letter: u8) -> &'static str {
    match letter {
        b'W' => "White",
        b'B' => "Black",
        b'D' => "Date",
        b'L' => "Site",
        b'T' => "Event",
        b'V' => "Opening",
        _ => panic!("no such header"),
    }
}

/// The meaning of a byte of a move.
pub(crate) enum Word {
    /// The byte before the move of a man, or before a promotion.
    Name(Role, usize),
    /// Castling.
    Castle(CastlingSide),
    /// No man and no way: distance 0 with the number of a man.
    Nothing,
    /// A piece or pawn and its way: files to the right, ranks up; for pawns, ranks forward.
    Way(Role, usize, (i32, i32)),
}

const COMPASS: [(i32, i32); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// What a byte says, which is none of the text between moves.
pub(crate) fn word(byte: u8, alternate: bool) -> Word {
    let field = |shift: u8, width: u8| usize::from(byte >> shift & ((1 << width) - 1));
    let slide = |role, man, distance: usize, direction: usize| {
        let (x, y) = COMPASS[direction];
        Word::Way(role, man, (x * distance as i32, y * distance as i32))
    };
    match (byte >> 3, byte >> 5) {
        (0, _) => Word::Castle(if byte == 4 {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        }),
        (1, _) => Word::Way(Role::King, 0, COMPASS[field(0, 3)]),
        (2 | 3, _) => {
            let ways = [
                (2, -1),
                (2, 1),
                (1, 2),
                (-1, 2),
                (-2, 1),
                (-2, -1),
                (-1, -2),
                (1, -2),
            ];
            Word::Way(Role::Knight, field(3, 1), ways[field(0, 3)])
        }
        (_, 1) => {
            let ways = match alternate {
                false => [(0, 1), (0, 2), (1, 1), (-1, 1)],
                true => [(1, 1), (0, 1), (0, 2), (-1, 1)],
            };
            Word::Way(Role::Pawn, field(0, 3), ways[field(3, 2)])
        }
        _ if alternate => match (field(6, 2), field(0, 3)) {
            (1 | 2, 0) if field(3, 1) == 1 => Word::Nothing,
            (3, 0) if field(3, 1) == 0 => Word::Name(Role::Queen, field(4, 2)),
            (3, 0) => Word::Name(Role::Knight, field(4, 2)),
            (2, 0) => Word::Name(Role::Rook, field(4, 2)),
            (_, 0) => Word::Name(Role::Bishop, field(4, 2)),
            (3, distance) => slide(Role::Queen, 0, distance, field(3, 3)),
            (2, distance) => slide(Role::Rook, field(3, 1), distance, field(4, 2) * 2),
            (_, distance) => slide(Role::Bishop, field(3, 1), distance, field(4, 2) * 2 + 1),
        },
        _ => match (field(7, 1), field(3, 3), field(0, 1)) {
            (0, 0, 0) => Word::Name(Role::Queen, field(1, 2)),
            (0, 0, _) => Word::Name(Role::Knight, field(1, 2)),
            (_, 0, _) if field(6, 1) == 1 => Word::Nothing,
            (_, 0, 0) => Word::Name(Role::Rook, field(1, 2)),
            (_, 0, _) => Word::Name(Role::Bishop, field(1, 2)),
            (0, distance, _) => slide(Role::Queen, 0, distance, field(0, 3)),
            (_, distance, 0) => slide(Role::Rook, field(6, 1), distance, field(0, 3)),
            (_, distance, _) => slide(Role::Bishop, field(6, 1), distance, field(0, 3)),
        },
    }
}

fn find(position: &Position, men: &Men, word: &Word, named: Option<(Role, usize)>) -> Move {
    let (role, number, (x, y)) = match word {
        Word::Castle(side) => return only_move(position, |m| m.castling_side() == Some(*side)),
        Word::Way(role, number, way) => (*role, *number, *way),
        Word::Name(..) | Word::Nothing => panic!("no move"),
    };
    let turn = position.turn();
    let (number, into, forward) = match (role, named) {
        (Role::Pawn, named) => (number, named.map(|(role, _)| role), turn.fold_wb(1, -1)),
        (_, Some((named, number))) if named == role => (number, None, 1),
        (_, Some(_)) => panic!("the name is another man's"),
        (_, None) => (number, None, 1),
    };
    // A pawn's right is its own right: for Black, both directions are reversed.
    let from = men[&(turn, role, number)];
    let (file, rank) = coordinates(from);
    let to = (file + x * forward, rank + y * forward);
    only_move(position, |m| {
        !m.is_castle()
            && m.from() == Some(from)
            && coordinates(m.to()) == to
            && m.promotion() == into
    })
}

/// The pieces and pawns at the start, and how many of each side and kind there have been.
fn start() -> (Men, HashMap<(Color, Role), usize>) {
    let (mut men, mut made) = (Men::new(), HashMap::new());
    let position = Position::default();
    for file in 0..8 {
        for rank in 0..8 {
            let square = Square::new(rank * 8 + file);
            if let Some(piece) = position.board().piece_at(square) {
                let number = made.entry((piece.color, piece.role)).or_insert(0);
                men.insert((piece.color, piece.role, *number), square);
                *number += 1;
            }
        }
    }
    (men, made)
}

fn play(men: &mut Men, made: &mut HashMap<(Color, Role), usize>, turn: Color, m: Move) {
    if let Move::Castle { king, rook } = m {
        let rank = king.rank();
        let files = if rook > king { (6, 5) } else { (2, 3) };
        for (old, new) in [(king, files.0), (rook, files.1)] {
            let man = men
                .iter()
                .find(|(_, square)| **square == old)
                .map(|(man, _)| *man)
                .unwrap();
            men.insert(man, Square::new(u32::from(rank) * 8 + new));
        }
        return;
    }
    let from = m.from().unwrap();
    let taken = match m {
        Move::EnPassant { .. } => Square::from_coords(m.to().file(), from.rank()),
        _ => m.to(),
    };
    men.retain(|_, square| *square != taken);
    let man = men
        .iter()
        .find(|(_, square)| **square == from)
        .map(|(man, _)| *man)
        .unwrap();
    men.remove(&man);
    let man = match m.promotion() {
        None => man,
        Some(role) => {
            let number = made.entry((turn, role)).or_insert(0);
            *number += 1;
            (turn, role, *number - 1)
        }
    };
    men.insert(man, m.to());
}
