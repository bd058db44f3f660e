//! The rows of the first layer. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::{
    board::{Board, OPP, OWN, squares},
    context::Context,
    weights::INPUT_ROWS,
};
use shakmaty::Color;

/// Sizes of the groups of 8.1, in their order.
const GROUPS: [usize; 15] = [4_608, 4, 8, 384, 64, 7, 384, 64, 7, 384, 384, 24, 24, 6, 16];

/// The rows that are on (8.1).
pub(crate) fn rows(board: &Board, context: &Context) -> Vec<usize> {
    let first = |group: usize| -> usize { GROUPS[..group].iter().sum() };
    assert_eq!(first(GROUPS.len()) + 8, INPUT_ROWS);
    let mut on: Vec<usize> = squares(board.occupied())
        .map(|square| piece(board, square))
        .collect();
    for rook in squares(board.castling) {
        let side = usize::from(!super::board::has(board.all(OWN), rook));
        let short = usize::from(rook > board.king(side));
        on.push(first(1) + 2 * side + short);
    }
    if let Some(square) = board.passed_over {
        on.push(first(2) + square % 8);
    }
    for (back, group) in [(0, 3), (1, 6)] {
        if let Some(m) = context.past(board, back) {
            on.push(first(group) + 64 * m.role + m.to);
            on.push(first(group + 1) + m.from);
            on.push(first(group + 2) + m.captured);
        }
    }
    for (back, group) in [(2, 9), (3, 10)] {
        if let Some(m) = context.past(board, back) {
            on.push(first(group) + 64 * m.role + m.to);
        }
    }
    on.extend(of_game(board, context).map(|row| first(11) + row));
    on
}

/// The rows of the last five groups, counted from the first of these.
pub(crate) fn of_game(board: &Board, context: &Context) -> impl Iterator<Item = usize> {
    let first = |group: usize| -> usize { GROUPS[11..group].iter().sum() };
    let mover = if board.black {
        Color::Black
    } else {
        Color::White
    };
    let rows = [
        first(11) + rating_class(context.rating(mover)),
        first(12) + rating_class(context.rating(!mover)),
        first(13) + context.speed,
        first(14) + ply_class(context.ply),
        first(15) + quiet_class(context.quiet),
    ];
    rows.into_iter()
}

/// The row of the piece on `square`.
fn piece(board: &Board, square: usize) -> usize {
    let (side, role) = board.at(square).unwrap();
    let other = OWN + OPP - side;
    let attacked = if board.attackers(other, square) == 0 {
        0
    } else if board.attacked_below(other, role, square) {
        2
    } else {
        1
    };
    let defended = usize::from(board.attackers(side, square) > 0);
    ((6 * side + role) * 64 + square) * 6 + 2 * attacked + defended
}

fn rating_class(rating: usize) -> usize {
    match rating {
        0 => 0,
        _ => 1 + (rating.saturating_sub(700) / 125).min(22),
    }
}

fn ply_class(ply: usize) -> usize {
    match ply {
        0..8 => ply / 2,
        8..40 => 4 + (ply - 8) / 6,
        40..60 => 10,
        60..80 => 11,
        80..110 => 12,
        110..150 => 13,
        150..200 => 14,
        _ => 15,
    }
}

fn quiet_class(quiet: usize) -> usize {
    match quiet {
        0..4 => quiet,
        4..8 => 4,
        8..16 => 5,
        16..32 => 6,
        _ => 7,
    }
}
