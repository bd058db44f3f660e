//! Decoders of `squares` and `index`, written from the answer "encoding the history", attempts 1
//! and 2. Comments in quotation marks are from the answer.

use super::{coordinates, king_ends, only_move};
use num_bigint::BigUint;
use pgnpack::{
    chess::{Color, Move, Position, Role, Rules, Square},
    pgn::game::Item,
};

/// "4 triplets of the form (start x, start y, end x, end y)"; two bits more where a pawn promotes.
pub(super) fn squares(bytes: &[u8]) -> Vec<Item> {
    let bits: Vec<u8> = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1))
        .collect();
    let number = |bits: &[u8]| {
        bits.iter()
            .fold(0, |number, bit| number * 2 + i32::from(*bit))
    };
    let mut position = Position::default();
    let mut items = Vec::new();
    let mut at = 0;
    while bits.len() - at >= 12 {
        let [x, y, to_x, to_y] =
            [0, 3, 6, 9].map(|offset| number(&bits[at + offset..at + offset + 3]));
        at += 12;
        let ends = |m: &Move| (coordinates(m.from().unwrap()), coordinates(king_ends(*m)));
        let promotes = position
            .legal_moves()
            .iter()
            .any(|m| ends(m) == ((x, y), (to_x, to_y)) && m.is_promotion());
        let into = promotes.then(|| {
            at += 2;
            [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
                [number(&bits[at - 2..at]) as usize]
        });
        let m = only_move(&position, |m| {
            ends(&m) == ((x, y), (to_x, to_y)) && m.promotion() == into
        });
        position.play_unchecked(m);
        items.push(Item::Move(m));
    }
    items
}

/// "we start at the initial position and enumerate all possible moves. Then we compute g1 = g0 //
/// l, m0 = g0 % l".
pub(super) fn index(bytes: &[u8], plies: usize) -> Vec<Item> {
    let bytes: Vec<u8> = bytes.iter().map(|byte| byte.reverse_bits()).collect();
    let mut number = BigUint::from_bytes_le(&bytes);
    let mut position = Position::default();
    let mut items = Vec::new();
    for _ in 0..plies {
        let list = list(&position);
        let place = &number % list.len();
        let m = list[usize::try_from(place).unwrap()];
        number /= list.len();
        position.play_unchecked(m);
        items.push(Item::Move(m));
    }
    assert_eq!(number, BigUint::ZERO);
    items
}

/// "Iterate through the tiles and check if a piece is there and if it can move. If so add the
/// positions it can go to to a list."
fn list(position: &Position) -> Vec<Move> {
    let turn = position.turn();
    let tile = |number: u32| {
        Square::new(if turn == Color::White {
            number
        } else {
            63 - number
        })
    };
    let moves = position.legal_moves();
    let mut list = Vec::new();
    for from in (0..64).map(tile) {
        let mut there: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|m| m.from() == Some(from))
            .collect();
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        there.sort_by_key(|m| {
            let piece = pieces.iter().position(|role| Some(*role) == m.promotion());
            (
                (0..64).position(|number| tile(number) == king_ends(*m)),
                piece,
            )
        });
        list.extend(there);
    }
    list
}
