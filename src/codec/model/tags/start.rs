//! The FEN of a Chess960 start, by its number.

use crate::{
    chess::chess960,
    coding::range::{Coder, ONE},
};

const MIDDLE: &[u8] = b"/pppppppp/8/8/8/8/PPPPPPPP/";
const BEFORE_CASTLING: &[u8] = b" w ";
const END: &[u8] = b" - 0 1";

/// A Chess960 start and its spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// Scharnagl's number.
    pub(super) number: u32,
    /// Whether castling rights are named by the files of the rooks (`HAha`) instead of `KQkq`.
    pub(super) by_file: bool,
}

impl Start {
    /// The start that `fen` is, if it is spelt in either way.
    pub(super) fn of(fen: &[u8]) -> Option<Start> {
        let (rank, rest) = fen.split_at_checked(8)?;
        let number = chess960::number_of(&rank.to_ascii_uppercase())?;
        let by_file = !rest.ends_with(b" w KQkq - 0 1");
        let start = Start { number, by_file };
        (start.fen() == fen).then_some(start)
    }

    /// The FEN.
    pub(super) fn fen(self) -> Vec<u8> {
        let rank = chess960::back_rank(self.number);
        let castling = if self.by_file {
            let file = |square: Option<usize>| b'A' + square.unwrap_or(0) as u8;
            let [king, queen] = [
                file(rank.iter().rposition(|&piece| piece == b'R')),
                file(rank.iter().position(|&piece| piece == b'R')),
            ];
            [
                king,
                queen,
                king.to_ascii_lowercase(),
                queen.to_ascii_lowercase(),
            ]
        } else {
            *b"KQkq"
        };
        [
            &rank.to_ascii_lowercase()[..],
            MIDDLE,
            &rank,
            BEFORE_CASTLING,
            &castling,
            END,
        ]
        .concat()
    }

    /// Codes which of the 960 (15 · 64) it is, all equally likely.
    pub(super) fn code_number<C: Coder>(coder: &mut C, number: u32) -> u32 {
        let bounds: [u32; 16] = std::array::from_fn(|part| part as u32 * ONE / 15);
        let high = coder.symbol((number >> 6) as usize, &bounds) as u32;
        high << 6 | coder.raw(number & 63, 6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_start_has_its_number_in_both_spellings() {
        let fen = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(
            Start::of(fen),
            Some(Start {
                number: 518,
                by_file: false
            })
        );
        let fen = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
        assert_eq!(
            Start::of(fen),
            Some(Start {
                number: 518,
                by_file: true
            })
        );
        let fen = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(Start::of(fen), None);
    }

    #[test]
    fn every_start_comes_back() {
        for number in 0..chess960::COUNT {
            for by_file in [false, true] {
                let start = Start { number, by_file };
                assert_eq!(Start::of(&start.fen()), Some(start));
            }
        }
    }
}
