//! A numbering of all moves that the geometry of the board allows.

use crate::chess::{
    Bitboard, Color, Rank, Role, Square, attacks,
    order::{PROMOTIONS, promotion_number},
};
use std::sync::LazyLock;

/// Promotions, and none.
const WAYS: usize = PROMOTIONS.len() + 1;

/// Origin, destination and promotion.
pub(super) type Entry = (Square, Square, Option<Role>);

/// The table of all entries.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

/// A two-way table between entries and their numbers.
pub(super) struct Table {
    entries: Vec<Entry>,
    /// Indexed by origin, destination and promotion (none, then in the order of [`PROMOTIONS`]).
    numbers: Vec<u16>,
}

impl Table {
    fn new() -> Table {
        let mut table = Table {
            entries: Vec::new(),
            numbers: vec![0; 64 * 64 * WAYS],
        };
        for from in Square::ALL {
            for to in attacks::queen_attacks(from, Bitboard::EMPTY) | attacks::knight_attacks(from)
            {
                table.push((from, to, None));
                if promotes(from, to) {
                    for role in PROMOTIONS {
                        table.push((from, to, Some(role)));
                    }
                }
            }
        }
        table
    }

    fn push(&mut self, entry: Entry) {
        self.numbers[place(entry)] = self.entries.len() as u16;
        self.entries.push(entry);
    }

    /// The number of a move, which the geometry of the board must allow.
    pub(super) fn number(&self, from: Square, to: Square, promotion: Option<Role>) -> u16 {
        self.numbers[place((from, to, promotion))]
    }

    /// The move with that number.
    pub(super) fn entry(&self, number: usize) -> Option<Entry> {
        self.entries.get(number).copied()
    }
}

fn place((from, to, promotion): Entry) -> usize {
    (usize::from(from) * 64 + usize::from(to)) * WAYS + usize::from(promotion_number(promotion))
}

/// Whether a pawn could promote on the way between these squares.
fn promotes(from: Square, to: Square) -> bool {
    [
        (Color::White, Rank::Seventh, Rank::Eighth),
        (Color::Black, Rank::Second, Rank::First),
    ]
    .into_iter()
    .any(|(color, seventh, last)| {
        let reach = attacks::pawn_attacks(color, from) | Bitboard::from(from.file());
        from.rank() == seventh && to.rank() == last && reach.contains(to)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_number_of_eleven_bits() {
        // Queens, rooks, bishops and kings have 1,456 displacements altogether, knights 336. A pawn
        // promotes on 22 of these for each side, to four pieces.
        assert_eq!(TABLE.entries.len(), 1456 + 336 + 2 * 22 * 4);
        assert!(TABLE.entries.len() <= 1 << super::super::WIDTH);
        for (number, &(from, to, promotion)) in TABLE.entries.iter().enumerate() {
            assert_eq!(usize::from(TABLE.number(from, to, promotion)), number);
        }
    }

    #[test]
    fn the_table_is_in_the_order_of_the_squares() {
        let key = |&(from, to, promotion): &Entry| {
            (
                from,
                to,
                PROMOTIONS.iter().position(|&r| Some(r) == promotion),
            )
        };
        assert!(TABLE.entries.is_sorted_by_key(key));
        assert_eq!(TABLE.entry(0), Some((Square::A1, Square::B1, None)));
        assert_eq!(TABLE.entry(TABLE.entries.len()), None);
    }
}
