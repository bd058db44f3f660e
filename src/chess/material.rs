//! What men are worth, as every beginner learns it.

use super::{Color, Move, Position, Role, Rules};

/// White's material minus Black's, in pawns.
pub fn balance(position: &Position) -> i32 {
    let worth_of_all = |&role: &Role| worth(role) * more(position, role);
    Role::ALL.iter().map(worth_of_all).sum()
}

/// How many more men of that role White has than Black.
pub fn more(position: &Position, role: Role) -> i32 {
    let board = position.board();
    let of = |color: Color| (board.by_role(role) & board.by_color(color)).count() as i32;
    of(Color::White) - of(Color::Black)
}

/// What White gains by a move that `mover` plays, in pawns: less than nothing where Black gains.
#[inline]
pub fn won_for_white(m: Move, mover: Color) -> i32 {
    match mover {
        Color::White => won_by(m),
        Color::Black => -won_by(m),
    }
}

/// What a move gains by a capture and a promotion, in pawns.
fn won_by(m: Move) -> i32 {
    let captured = m.capture().map_or(0, worth);
    let promoted = m
        .promotion()
        .map_or(0, |role| worth(role) - worth(Role::Pawn));
    captured + promoted
}

/// What a piece is worth, in pawns.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}
