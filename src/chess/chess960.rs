//! The 960 starting positions of Chess960 by their usual numbers (Scharnagl's): 518 is the position
//! of standard chess.

use rustc_hash::FxHashMap;
use shakmaty::{Board, File, Rank, Square};
use std::sync::LazyLock;

/// How many starting positions there are.
pub const COUNT: u32 = 960;

/// White's back rank from a1 to h1, in capital letters. `number` is below [`COUNT`].
pub fn back_rank(number: u32) -> [u8; 8] {
    let board = Board::chess960(number);
    let mut rank = [b'?'; 8];
    for (file, letter) in rank.iter_mut().enumerate() {
        let square = Square::from_coords(File::new(file as u32), Rank::First);
        if let Some(role) = board.role_at(square) {
            *letter = role.upper_char() as u8;
        }
    }
    rank
}

/// The number of a back rank in capital letters, if it is one of the 960.
pub fn number_of(rank: &[u8]) -> Option<u32> {
    static RANKS: LazyLock<FxHashMap<[u8; 8], u32>> = LazyLock::new(|| {
        (0..COUNT)
            .map(|number| (back_rank(number), number))
            .collect()
    });
    RANKS.get(&<[u8; 8]>::try_from(rank).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_usual_ones() {
        assert_eq!(&back_rank(518), b"RNBQKBNR");
        assert_eq!(&back_rank(0), b"BBQNNRKR");
        assert_eq!(&back_rank(959), b"RKRNNQBB");
        assert_eq!(number_of(b"RNBQKBNR"), Some(518));
        assert_eq!(number_of(b"KRNBQBNR"), None);
    }

    #[test]
    fn all_are_different_and_have_the_king_between_the_rooks() {
        for number in 0..COUNT {
            let rank = back_rank(number);
            assert_eq!(number_of(&rank), Some(number));
            let royal: Vec<u8> = rank.iter().copied().filter(|p| b"RK".contains(p)).collect();
            assert_eq!(royal, b"RKR");
        }
    }
}
