//! Board geometry for codecs that name moves by piece, square or direction.

use crate::{
    chess::{CastlingSide, Move, Position, Role, Rules, Square, ends::moves_between},
    error::{Error, Result},
};

/// A displacement between squares: files to the right, ranks up.
pub(super) type Way = (i32, i32);

/// The displacement that leads from `from` to `to`.
pub(super) fn way(from: Square, to: Square) -> Way {
    (
        i32::from(to.file()) - i32::from(from.file()),
        i32::from(to.rank()) - i32::from(from.rank()),
    )
}

/// The square that a displacement leads to; `None` off the board.
pub(super) fn target(from: Square, (files, ranks): Way) -> Option<Square> {
    let file = i32::from(from.file()) + files;
    let rank = i32::from(from.rank()) + ranks;
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| Square::new((rank * 8 + file) as u32))
}

/// The legal move between these squares ([`ends`](crate::chess::ends)) with that promotion.
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

/// The castling move on that side.
///
/// # Errors
/// When it is not legal.
pub(super) fn castling(position: &Position, side: CastlingSide) -> Result<Move> {
    let moves = position.castling_moves(side);
    moves.first().copied().ok_or_else(illegal)
}

/// The error for a code that means no legal move.
pub(super) fn illegal() -> Error {
    Error::corrupt("a move that is not legal")
}
