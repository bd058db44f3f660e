//! A decoder of `jose`, written from the document of the codec, whose drawings are read square by
//! square.

use super::{coordinates, only_move};
use pgnpack::{
    chess::{CastlingSide, Color, Move, Position, Role, Rules, Square, pass},
    pgn::game::{Fault, FaultKind, Item},
};
use std::collections::HashMap;

/// Whether the bytes can express `item`: text must be UTF-8.
pub(super) fn said(_: &[Item], item: &Item) -> bool {
    match item {
        Item::Comment(text) => str::from_utf8(text).is_ok(),
        Item::Fault(fault) => str::from_utf8(&fault.text).is_ok(),
        _ => true,
    }
}

/// The names of the pieces and pawns by square: pawns are `a` to `h`, in upper case once promoted;
/// pieces have their wing in the name, as in `queen's knight`.
type Men = HashMap<Square, &'static str>;

#[derive(Clone)]
struct Place {
    position: Position,
    men: Men,
}

pub(super) fn decode(bytes: &[u8]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut here = Place {
        position: Position::default(),
        men: start(),
    };
    let mut before = here.clone();
    let mut outer = Vec::new();
    let mut at = 0;
    loop {
        let code = bytes[at];
        let mut second = || {
            at += 1;
            bytes[at]
        };
        let item = match code {
            0xff => break,
            0xd0..=0xd3 => {
                at += 1;
                continue;
            }
            0x9a => Item::Null,
            0xb0 => Item::Nag(second()),
            0xb1..=0xcf => Item::Nag(code - 0xb0),
            0xe0..=0xe4 => {
                let text: Vec<u8> =
                    std::iter::from_fn(|| Some(second()).filter(|byte| *byte != 0)).collect();
                match code {
                    0xe0 => Item::Comment(text.into()),
                    0xe1 => Item::Fault(Box::new(Fault {
                        kind: FaultKind::Unreadable,
                        text,
                    })),
                    0xe2 => Item::Fault(Box::new(Fault {
                        kind: FaultKind::Illegal,
                        text,
                    })),
                    0xe3 => Item::Fault(Box::new(Fault {
                        kind: FaultKind::Ambiguous,
                        text,
                    })),
                    _ => Item::Fault(Box::new(Fault {
                        kind: FaultKind::Unrecognised,
                        text,
                    })),
                }
            }
            0xf0 => Item::Open,
            0xf1 => Item::Close,
            0x98 => Item::Move(only_move(&here.position, |m| {
                m.castling_side() == Some(CastlingSide::KingSide)
            })),
            0x99 => Item::Move(only_move(&here.position, |m| {
                m.castling_side() == Some(CastlingSide::QueenSide)
            })),
            0xa0..=0xa7 => {
                let second = second();
                assert_eq!(second >> 4, 0b0010);
                let into =
                    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][usize::from(second & 3)];
                Item::Move(chess_move(
                    &here,
                    PAWNS[usize::from(code - 0xa0)],
                    second >> 2 & 3,
                    Some(into),
                ))
            }
            0xa8..=0xaf => {
                let second = second();
                assert_eq!(second >> 5, 0b001);
                Item::Move(chess_move(
                    &here,
                    PROMOTED[usize::from(code - 0xa8)],
                    second & 0x1f,
                    None,
                ))
            }
            _ => {
                let (name, first) = NAMES
                    .into_iter()
                    .rev()
                    .find(|(_, first)| *first <= code)
                    .unwrap();
                Item::Move(chess_move(&here, name, code - first, None))
            }
        };
        at += 1;
        match &item {
            Item::Move(m) => {
                before = here.clone();
                play(&mut here.men, *m);
                here.position.play_unchecked(*m);
            }
            Item::Null => {
                before = here.clone();
                here.position = pass(&here.position).unwrap();
            }
            Item::Open => {
                outer.push((here.clone(), before.clone()));
                here = before.clone();
            }
            Item::Close => (here, before) = outer.pop().unwrap(),
            _ => {}
        }
        items.push(item);
    }
    assert_eq!(at + 1, bytes.len());
    items
}

const PAWNS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
const PROMOTED: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
const NAMES: [(&str, u8); 16] = [
    ("a", 0x00),
    ("b", 0x04),
    ("c", 0x08),
    ("d", 0x0c),
    ("e", 0x10),
    ("f", 0x14),
    ("g", 0x18),
    ("h", 0x1c),
    ("queen's knight", 0x20),
    ("king's knight", 0x28),
    ("queen's bishop", 0x30),
    ("king's bishop", 0x40),
    ("queen's rook", 0x50),
    ("king's rook", 0x60),
    ("queen", 0x70),
    ("king", 0x90),
];

fn start() -> Men {
    let pieces = [
        "queen's rook",
        "queen's knight",
        "queen's bishop",
        "queen",
        "king",
        "king's bishop",
        "king's knight",
        "king's rook",
    ];
    let mut men = Men::new();
    for file in 0..8 {
        for (rank, names) in [(0, pieces), (1, PAWNS), (6, PAWNS), (7, pieces)] {
            men.insert(Square::new(rank * 8 + file), names[file as usize]);
        }
    }
    men
}

fn chess_move(here: &Place, name: &str, offset: u8, into: Option<Role>) -> Move {
    let position = &here.position;
    only_move(position, |m| {
        let from = m.from().unwrap();
        let ((x, y), (to_x, to_y)) = (coordinates(from), coordinates(m.to()));
        !m.is_castle()
            && here.men[&from] == name
            && m.promotion() == into
            && drawn(m.role(), position.turn(), (to_x - x, to_y - y)) == Some(i32::from(offset))
    })
}

/// The number at `(x, y)` in the drawing of `role`. The drawings repeat where the board is larger.
pub(crate) fn drawn(role: Role, turn: Color, (x, y): (i32, i32)) -> Option<i32> {
    let rising = (x + 4).rem_euclid(8);
    let falling = 8 + (12 - x).rem_euclid(8);
    let upright = (y + 4).rem_euclid(8);
    let level = 8 + (x + 4).rem_euclid(8);
    match role {
        Role::Pawn => match (x, y * turn.fold_wb(1, -1)) {
            (0, 1) => Some(0),
            (1, 1) => Some(1),
            (-1, 1) => Some(2),
            (0, 2) => Some(3),
            _ => None,
        },
        Role::Knight => {
            let rows = ["  1 0  ", " 2   7 ", "   x   ", " 3   6 ", "  4 5  "];
            digit(&rows, x + 3, 2 - y)
        }
        Role::King => digit(&["140", "6x7", "253"], x + 1, 1 - y),
        Role::Bishop => Some(if x == y { rising } else { falling }),
        Role::Rook => Some(if x == 0 { upright } else { level }),
        Role::Queen => Some(match (x, y) {
            (0, _) => 16 + upright,
            (_, 0) => 16 + level,
            _ if x == y => rising,
            _ => falling,
        }),
    }
}

fn digit(rows: &[&str], column: i32, row: i32) -> Option<i32> {
    let sign = rows
        .get(usize::try_from(row).ok()?)?
        .as_bytes()
        .get(usize::try_from(column).ok()?)?;
    sign.is_ascii_digit().then(|| i32::from(sign - b'0'))
}

fn play(men: &mut Men, m: Move) {
    match m {
        Move::Castle { king, rook } => {
            let files = if rook > king { (6, 5) } else { (2, 3) };
            for (old, file) in [(king, files.0), (rook, files.1)] {
                let name = men.remove(&old).unwrap();
                men.insert(Square::new(u32::from(king.rank()) * 8 + file), name);
            }
        }
        _ => {
            let from = m.from().unwrap();
            if m.is_en_passant() {
                men.remove(&Square::from_coords(m.to().file(), from.rank()));
            }
            let name = men.remove(&from).unwrap();
            let name = match m.is_promotion() {
                true => PROMOTED[PAWNS.iter().position(|pawn| *pawn == name).unwrap()],
                false => name,
            };
            men.insert(m.to(), name);
        }
    }
}
