//! Numbers the displacements of each piece (its *offsets*) as the document's drawings do.

use crate::{
    chess::{Color, Role, Square},
    codec::board::{self, Way},
};

/// The pawn's displacements, as White sees them.
const PAWN: [Way; 4] = [(0, 1), (1, 1), (-1, 1), (0, 2)];
const KNIGHT: [Way; 8] = [
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
    (2, 1),
];
const KING: [Way; 8] = [
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
    (0, 1),
    (0, -1),
    (-1, 0),
    (1, 0),
];

/// The lines on which a queen moves; each has eight offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    /// Parallel to a1–h8.
    Rising,
    /// Parallel to a8–h1.
    Falling,
    Vertical,
    Horizontal,
}

fn axes(role: Role) -> &'static [Axis] {
    match role {
        Role::Bishop => &[Axis::Rising, Axis::Falling],
        Role::Rook => &[Axis::Vertical, Axis::Horizontal],
        _ => &[
            Axis::Rising,
            Axis::Falling,
            Axis::Vertical,
            Axis::Horizontal,
        ],
    }
}

/// The offset of a man that goes from `from` to `to`; `None` if it cannot.
pub(super) fn offset(role: Role, color: Color, from: Square, to: Square) -> Option<u8> {
    let (files, ranks) = board::way(from, to);
    let place = |ways: &[Way], way: Way| Some(ways.iter().position(|&w| w == way)? as u8);
    match role {
        Role::Pawn => place(&PAWN, (files, ranks * color.fold_wb(1, -1))),
        Role::Knight => place(&KNIGHT, (files, ranks)),
        Role::King => place(&KING, (files, ranks)),
        _ => {
            let (axis, distance) = match (files, ranks) {
                (0, _) => (Axis::Vertical, ranks),
                (_, 0) => (Axis::Horizontal, files),
                _ if files == ranks => (Axis::Rising, files),
                _ => (Axis::Falling, -files),
            };
            let axis = axes(role).iter().position(|&a| a == axis)?;
            Some((axis as i32 * 8 + (distance + 4).rem_euclid(8)) as u8)
        }
    }
}

/// The square that an offset leads to; `None` off the board.
pub(super) fn target(role: Role, color: Color, from: Square, offset: u8) -> Option<Square> {
    let offset = usize::from(offset);
    match role {
        Role::Pawn => {
            let (files, ranks) = *PAWN.get(offset)?;
            board::target(from, (files, ranks * color.fold_wb(1, -1)))
        }
        Role::Knight => board::target(from, *KNIGHT.get(offset)?),
        Role::King => board::target(from, *KING.get(offset)?),
        _ => {
            let axis = axes(role).get(offset / 8)?;
            let distance = (offset as i32 % 8 - 4).rem_euclid(8);
            // Of two distances that differ by eight squares, at most one stays on the board.
            [distance, distance - 8].into_iter().find_map(|distance| {
                let way = match axis {
                    Axis::Rising => (distance, distance),
                    Axis::Falling => (-distance, distance),
                    Axis::Vertical => (0, distance),
                    Axis::Horizontal => (distance, 0),
                };
                board::target(from, way)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Bitboard, attacks};

    #[test]
    fn every_way_has_an_offset_of_its_own_that_leads_back() {
        for from in Square::ALL {
            for role in [
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
                Role::King,
            ] {
                let reach = match role {
                    Role::Knight => attacks::knight_attacks(from),
                    Role::Bishop => attacks::bishop_attacks(from, Bitboard::EMPTY),
                    Role::Rook => attacks::rook_attacks(from, Bitboard::EMPTY),
                    Role::Queen => attacks::queen_attacks(from, Bitboard::EMPTY),
                    _ => attacks::king_attacks(from),
                };
                for to in reach {
                    let offset = offset(role, Color::Black, from, to).unwrap();
                    assert_eq!(target(role, Color::Black, from, offset), Some(to));
                }
            }
        }
    }

    #[test]
    fn the_offsets_are_those_of_the_drawings() {
        let from = Square::D4;
        let of = |role, to| offset(role, Color::White, from, to);
        assert_eq!(
            [Square::E5, Square::G7, Square::C3, Square::A1].map(|to| of(Role::Bishop, to)),
            [5, 7, 3, 1].map(Some)
        );
        assert_eq!(
            [Square::C5, Square::A7, Square::E3, Square::G1].map(|to| of(Role::Bishop, to)),
            [13, 15, 11, 9].map(Some)
        );
        assert_eq!(
            [Square::D5, Square::D7, Square::D3, Square::D1].map(|to| of(Role::Rook, to)),
            [5, 7, 3, 1].map(Some)
        );
        assert_eq!(
            [Square::E4, Square::G4, Square::C4, Square::A4].map(|to| of(Role::Rook, to)),
            [13, 15, 11, 9].map(Some)
        );
        assert_eq!(
            [Square::E5, Square::C5, Square::D5, Square::E4].map(|to| of(Role::Queen, to)),
            [0x05, 0x0d, 0x15, 0x1d].map(Some)
        );
        // Four squares up and four down are one offset.
        assert_eq!(
            offset(Role::Queen, Color::White, Square::D1, Square::H5),
            Some(0)
        );
        assert_eq!(
            offset(Role::Queen, Color::White, Square::H5, Square::D1),
            Some(0)
        );
    }
}
