//! A decoder of `dense11`, written from the hardware note in its FORMAT.md: a number for every move
//! that a piece or pawn can make on an empty board.

use super::{coordinates, king_ends, only_move};
use pgnpack::{
    chess::{Position, Role, Rules, Square},
    pgn::game::Item,
};

pub(super) fn decode(bytes: &[u8]) -> Vec<Item> {
    let table = table();
    let mut position = Position::default();
    let mut items = Vec::new();
    for start in (0..bytes.len() * 8)
        .step_by(11)
        .take_while(|start| start + 11 <= bytes.len() * 8)
    {
        let bit = |at: usize| usize::from(bytes[at / 8] >> (7 - at % 8) & 1);
        let number = (start..start + 11).fold(0, |number, at| number * 2 + bit(at));
        let (from, to, into) = table[number];
        let m = only_move(&position, |m| {
            m.from() == Some(from) && king_ends(m) == to && m.promotion() == into
        });
        position.play_unchecked(m);
        items.push(Item::Move(m));
    }
    items
}

fn table() -> Vec<(Square, Square, Option<Role>)> {
    let mut table = Vec::new();
    for from in Square::ALL {
        for to in Square::ALL {
            let ((x, y), (to_x, to_y)) = (coordinates(from), coordinates(to));
            let (wide, high) = ((to_x - x).abs(), (to_y - y).abs());
            let line = wide == 0 || high == 0 || wide == high;
            if from == to || !line && wide * high != 2 {
                continue;
            }
            table.push((from, to, None));
            if matches!((y, to_y), (6, 7) | (1, 0)) && wide <= 1 {
                table.extend(
                    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
                        .map(|role| (from, to, Some(role))),
                );
            }
        }
    }
    assert!(table.len() <= 2048);
    table
}
