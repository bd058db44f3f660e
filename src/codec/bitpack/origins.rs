//! The most squares that a piece can come from: the document's drawings of corners, edges and
//! centre.

use crate::chess::{Role, Square, attacks};

/// Width in bits of the field that tells apart the pieces which can reach `to`: enough for as many
/// pieces as the geometry of the board allows. For a rook, bishop or queen, directions count and
/// not squares, since the nearest piece in a direction blocks those behind it.
pub(super) fn width(role: Role, to: Square) -> usize {
    bits_for(most(role, to))
}

/// Number of bits that tell `n` things apart: 0 for one, 1 for two, 2 for up to four, 3 for up to
/// eight.
pub(super) fn bits_for(n: usize) -> usize {
    n.next_power_of_two().trailing_zeros() as usize
}

fn most(role: Role, to: Square) -> usize {
    let (file, rank) = (usize::from(to.file()), usize::from(to.rank()));
    let files = usize::from(file > 0) + usize::from(file < 7);
    let ranks = usize::from(rank > 0) + usize::from(rank < 7);
    match role {
        Role::Pawn => files,
        Role::Knight => attacks::knight_attacks(to).count(),
        Role::Bishop => files * ranks,
        Role::Rook => files + ranks,
        Role::Queen => files * ranks + files + ranks,
        Role::King => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widths_are_those_of_the_drawings() {
        // Corner, edge and centre of the queen: 3, 5, 8 squares; bishop: 1, 2, 4; rook: 2, 3, 4.
        for (role, widths) in [
            (Role::Queen, [2, 3, 3]),
            (Role::Bishop, [0, 1, 2]),
            (Role::Rook, [1, 2, 2]),
        ] {
            assert_eq!(
                [Square::A1, Square::E8, Square::D4].map(|to| width(role, to)),
                widths
            );
        }
        // A knight comes from 2, 3, 4, 4, 6 or 8 squares.
        let knights = [
            Square::H8,
            Square::B1,
            Square::A4,
            Square::G7,
            Square::B4,
            Square::E5,
        ];
        assert_eq!(
            knights.map(|to| width(Role::Knight, to)),
            [1, 2, 2, 2, 3, 3]
        );
    }
}
