//! What several of the schemes do alike.

use crate::{
    chess::{Color, File, Piece, Rank, Role, Square, identity::originals},
    error::{Error, Result},
    position::{
        Rights,
        state::{Squares, king_home, rook_homes},
    },
};

/// Squares a8 b8 … h8, a7 … h1.
pub(super) fn from_the_top() -> impl Iterator<Item = Square> {
    Rank::ALL
        .into_iter()
        .rev()
        .flat_map(|rank| File::ALL.map(|file| Square::from_coords(file, rank)))
}

/// Turns the pawns in the corners into rooks, and returns the castling rights that they stand for.
pub(super) fn take_rights(squares: &mut Squares) -> Result<Rights> {
    let mut of = |color: Color| {
        let mut rights = [false; 2];
        for (home, right) in rook_homes(color).into_iter().zip(&mut rights) {
            let contents = &mut squares[home.to_usize()];
            if *contents == Some(Role::Pawn.of(color)) {
                *contents = Some(Role::Rook.of(color));
                *right = true;
            }
        }
        rights
    };
    let rights = Rights::from_sides(of(Color::White), of(Color::Black));
    for color in [Color::White, Color::Black] {
        let at_home = squares[king_home(color).to_usize()] == Some(Role::King.of(color));
        if rights.of(color) != [false; 2] && !at_home {
            return Err(Error::corrupt("a rook may castle but its king has moved"));
        }
    }
    Ok(rights)
}

/// Exchanges the pawn of `mover` that has just moved two squares in `file` with what stands behind
/// it on its side's first rank, or undoes that.
pub(super) fn swap_pawn(squares: &mut Squares, mover: Color, file: File) {
    let home = Square::from_coords(file, mover.backrank());
    let fourth = Square::from_coords(file, mover.relative_rank(Rank::Fourth));
    squares.swap(home.to_usize(), fourth.to_usize());
}

/// Undoes [`swap_pawn`] where a pawn of `mover` stands on its side's first rank, and returns its
/// file.
///
/// # Errors
/// Corrupt if there are several.
pub(super) fn take_jumped(squares: &mut Squares, mover: Color) -> Result<Option<File>> {
    let mut jumped = None;
    for file in File::ALL {
        let home = Square::from_coords(file, mover.backrank());
        if squares[home.to_usize()] == Some(Role::Pawn.of(mover)) {
            if jumped.replace(file).is_some() {
                return Err(Error::corrupt("two pawns have just moved two squares"));
            }
            swap_pawn(squares, mover, file);
        }
    }
    Ok(jumped)
}

/// The man that is missing from the men of a game's start.
pub(super) fn missing_man(squares: &Squares) -> Result<Piece> {
    let mut missing = None;
    for color in [Color::White, Color::Black] {
        for role in Role::ALL {
            let count = usize::from(originals(role));
            let there = squares
                .iter()
                .filter(|&&man| man == Some(role.of(color)))
                .count();
            if there + 1 == count && missing.is_none() {
                missing = Some(role.of(color));
            } else if there != count {
                return Err(Error::corrupt(
                    "32 men that are not those of a game's start",
                ));
            }
        }
    }
    missing.ok_or_else(|| Error::corrupt("32 men that are not those of a game's start"))
}
