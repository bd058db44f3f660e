//! What several of the schemes do alike.

use crate::{
    chess::{Color, File, Piece, Rank, Role, Square, identity::originals},
    coding::bits::BitWriter,
    error::{Error, Result},
    position::{
        Fields, Rights,
        state::{Squares, king_home, rook_homes},
    },
};

/// The kinds of men beside the king, from the least on.
pub(super) const PAWN_FIRST: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// The place of a kind of man among those that a scheme numbers.
pub(super) fn place_of(role: Role, among: &[Role]) -> Option<usize> {
    among.iter().position(|&other| other == role)
}

/// Writes a side's rights to castle, queen's side first.
pub(super) fn write_sides(writer: &mut BitWriter, [king_side, queen_side]: [bool; 2]) {
    writer.write(u64::from(queen_side), 1);
    writer.write(u64::from(king_side), 1);
}

/// Reads what [`write_sides`] wrote.
pub(super) fn read_sides(fields: &mut Fields<'_>) -> Result<[bool; 2]> {
    let queen_side = fields.flag()?;
    Ok([fields.flag()?, queen_side])
}

/// The number of a side's rights to castle: 0 none, 1 king's side, 2 queen's side, 3 both.
pub(super) fn number_of_sides([king_side, queen_side]: [bool; 2]) -> usize {
    usize::from(king_side) + 2 * usize::from(queen_side)
}

/// The inverse of [`number_of_sides`].
pub(super) fn sides_of_number(number: usize) -> [bool; 2] {
    [number & 1 == 1, number & 2 == 2]
}

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
