//! FENs that are spelt out. Numbers in comments are clauses of `src/codec/model/tags/MODEL.md`.

use super::{source::Coder, spelling::back_rank};
use crate::reference::models::{
    coder::{AdaptiveBit, Number},
    text::TextModel,
};

/// The models of 7.7.
#[derive(Clone)]
pub(crate) struct Fens {
    is_position: AdaptiveBit,
    is_start: AdaptiveBit,
    is_same: AdaptiveBit,
    is_usual: AdaptiveBit,
    is_by_files: AdaptiveBit,
    has_counters: AdaptiveBit,
    is_over: AdaptiveBit,
    counters: [Number; 2],
}

impl Fens {
    /// At first.
    pub(crate) fn new() -> Fens {
        Fens {
            is_position: AdaptiveBit::new(),
            is_start: AdaptiveBit::starting(3_000, 2),
            is_same: AdaptiveBit::new(),
            is_usual: AdaptiveBit::starting(62_000, 2),
            is_by_files: AdaptiveBit::new(),
            has_counters: AdaptiveBit::starting(62_000, 2),
            is_over: AdaptiveBit::starting(3_000, 2),
            counters: [Number::new(), Number::new()],
        }
    }

    /// Reads a value, which is no other position than a start; what is spelt has a field.
    pub(crate) fn read(&mut self, coder: &mut Coder, text: &mut TextModel, field: u32) -> Vec<u8> {
        if !self.is_position.decode(coder) {
            return text.decode_string(coder, field);
        }
        assert!(self.is_start.decode(coder), "left to the source");
        let white = read_number(coder);
        let black = match self.is_same.decode(coder) {
            true => white,
            false => read_number(coder),
        };
        let sides = [white, black].map(back_rank);
        let rights = if self.is_usual.decode(coder) {
            b"KQkq".to_vec()
        } else if self.is_by_files.decode(coder) {
            let [white, black] = sides.map(rooks);
            [white, black.to_ascii_lowercase()].concat()
        } else {
            text.decode_string(coder, field)
        };
        let rest = if self.has_counters.decode(coder) {
            let [clock, number] = &mut self.counters;
            let clock = clock.decode(coder);
            Some(format!("{clock} {}", number.decode(coder)).into_bytes())
        } else if self.is_over.decode(coder) {
            None
        } else {
            Some(text.decode_string(coder, field))
        };
        let [white, black] = sides;
        let black = black.to_ascii_lowercase();
        let pawns = b"/pppppppp/8/8/8/8/PPPPPPPP/".as_slice();
        let fen = [&black, pawns, &white, b" w ", &rights, b" -"].concat();
        match rest {
            Some(rest) => [fen, rest].join(&b' '),
            None => fen,
        }
    }
}

/// 8.5, 2
fn read_number(coder: &mut Coder) -> usize {
    let high = coder.one_of(0, 15);
    64 * high + coder.raw_bits(0, 6) as usize
}

/// The files of the rooks, the right one first.
fn rooks(rank: [u8; 8]) -> Vec<u8> {
    let files = (0..8).rev().filter(|&file| rank[file] == b'R');
    files.map(|file| b'A' + file as u8).collect()
}
