//! What codes of moves by man, square or direction ask of the board.

use crate::{
    chess::{CastlingSide, Move, Position, Role, Rules, Square, ends::moves_between},
    error::{Error, Result},
};

/// From one square to another: files to the right, ranks up.
pub(super) type Way = (i32, i32);

/// The way that leads `from` there `to` there.
pub(super) fn way(from: Square, to: Square) -> Way {
    (
        i32::from(to.file()) - i32::from(from.file()),
        i32::from(to.rank()) - i32::from(from.rank()),
    )
}

/// Where a way leads; `None` where that is off the board.
pub(super) fn target(from: Square, (files, ranks): Way) -> Option<Square> {
    let file = i32::from(from.file()) + files;
    let rank = i32::from(from.rank()) + ranks;
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| Square::new((rank * 8 + file) as u32))
}

/// The legal move with these [`ends`](crate::chess::ends) and that promotion.
///
/// # Errors
/// When there is none.
pub(super) fn legal(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move> {
    let mut moves = moves_between(position, from, to).into_iter();
    moves
        .find(|m| m.promotion() == promotion)
        .ok_or_else(illegal)
}

/// Castling on that side.
///
/// # Errors
/// When it is not legal.
pub(super) fn castling(position: &Position, side: CastlingSide) -> Result<Move> {
    let moves = position.castling_moves(side);
    moves.first().copied().ok_or_else(illegal)
}

/// What a decoder says of a code that means no legal move.
pub(super) fn illegal() -> Error {
    Error::corrupt("a move that is not legal")
}
