//! The starts of Chess960 by their numbers: their FENs, and starts where each side has men of its
//! own order.

use crate::{chess::chess960, coding::range::Coder, position::State};
use std::ops::Range;

const MIDDLE: &[u8] = b"/pppppppp/8/8/8/8/PPPPPPPP/";
const COUNTERS: &[u8] = b" 0 1";
/// The rank of White's men in a FEN; that of Black's is its beginning.
const WHITE: Range<usize> = 8 + MIDDLE.len()..16 + MIDDLE.len();

/// A Chess960 start and its spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// Scharnagl's number.
    pub(crate) number: u32,
    /// Whether castling rights are named by the files of the rooks (`HAha`) instead of `KQkq`.
    pub(crate) by_file: bool,
}

impl Start {
    /// The start that `fen` is, if it is spelt in either way.
    pub(crate) fn of(fen: &[u8]) -> Option<Start> {
        let number = chess960::number_of(&fen.get(..8)?.to_ascii_uppercase())?;
        let spellings = [false, true].map(|by_file| Start { number, by_file });
        spellings.into_iter().find(|start| start.fen() == fen)
    }

    /// The FEN.
    pub(crate) fn fen(self) -> Vec<u8> {
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
        [&without_counters([rank; 2], castling)[..], COUNTERS].concat()
    }
}

/// The FEN, without its counters, of a start where White and Black have these orders of men.
fn without_counters([white, black]: [[u8; 8]; 2], castling: [u8; 4]) -> Vec<u8> {
    let black = black.to_ascii_lowercase();
    [&black[..], MIDDLE, &white, b" w ", &castling, b" -"].concat()
}

/// Codes which of the 960 (15 · 64) orders of men it is, all equally likely.
pub(crate) fn code_number<C: Coder>(coder: &mut C, number: u32) -> u32 {
    let high = coder.evenly((number >> 6) as usize, 15) as u32;
    high << 6 | coder.raw(number & 63, 6)
}

/// The numbers of White's and Black's order of men, if `state` is the start of a game in which each
/// side has one of the 960 ("double Fischer random").
pub(super) fn sides(state: &State) -> Option<[u32; 2]> {
    let epd = state.epd().to_ascii_uppercase();
    let (black, white) = (epd.get(..8)?, epd.get(WHITE)?);
    let sides = [white, black].map(|rank| chess960::number_of(rank.as_bytes()));
    let [white, black] = sides;
    let sides = [white?, black?];
    (of_sides(sides) == *state).then_some(sides)
}

/// The start in which White and Black have the orders of men of these numbers.
///
/// # Panics
/// For a number of no order.
pub(super) fn of_sides(sides: [u32; 2]) -> State {
    let fen = without_counters(sides.map(chess960::back_rank), *b"KQkq");
    State::parse_lenient(&String::from_utf8_lossy(&fen)).expect("all men stand as in a start")
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
