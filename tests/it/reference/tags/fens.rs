//! FENs that are spelt out. Numbers in comments are clauses of `src/codec/model/tags/MODEL.md`.

use super::{source::Coder, spelling::back_rank};
use crate::reference::{
    models::{
        coder::{AdaptiveBit, Number},
        text::TextModel,
    },
    positions::Position,
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

    /// Reads a value; what is spelt has a field.
    pub(crate) fn read(&mut self, coder: &mut Coder, text: &mut TextModel, field: u32) -> Vec<u8> {
        if !self.is_position.decode(coder) {
            return text.decode_string(coder, field);
        }
        let position = match self.is_start.decode(coder) {
            true => self.start(coder),
            false => Position::decode(coder.decoder().expect("no primer has positions")),
        };
        let rights = if self.is_usual.decode(coder) {
            position.rights(false)
        } else if !position.rooks.is_empty() && self.is_by_files.decode(coder) {
            position.rights(true)
        } else {
            text.decode_string(coder, field)
        };
        let mut value = position.spelt(&rights);
        if self.has_counters.decode(coder) {
            let [clock, number] = &mut self.counters;
            let clock = clock.decode(coder);
            value.extend(format!(" {clock} {}", number.decode(coder)).into_bytes());
        } else if !self.is_over.decode(coder) {
            value.push(b' ');
            value.extend(text.decode_string(coder, field));
        }
        value
    }

    /// 7.7, 1
    fn start(&mut self, coder: &mut Coder) -> Position {
        let white = read_number(coder);
        let black = match self.is_same.decode(coder) {
            true => white,
            false => read_number(coder),
        };
        Position::start([white, black].map(back_rank))
    }
}

/// 8.5, 2
fn read_number(coder: &mut Coder) -> usize {
    let high = coder.one_of(0, 15);
    64 * high + coder.raw_bits(0, 6) as usize
}
