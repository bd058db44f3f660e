//! Bytes of text, predicted from the bytes before them by context mixing.
//!
//! Several contexts (the last one to six bytes, the word so far and those before it, what followed the last bytes
//! earlier, the line above, …) each remember what came after them (`table`); an earlier place that reads the same predicts
//! as long as it is right (`repeat`). For each bit of the coming byte their predictions are blended, weighted by how
//! right each has been of late, and corrected by what came true of such predictions before. The structure is that of lpaq
//! and paq8 (Mahoney 2005, 2007).
//!
//! The module knows bytes, words and lines. It knows neither chess nor PGN: what kind of text a string is, the caller says by
//! a number, its *field*.
//!
//! * `past`: what was coded, and the words and lines it makes up;
//! * `level`: which contexts there are at which strength;
//! * `table`: what contexts have seen;
//! * `repeat`: repetitions.

mod level;
mod past;
mod repeat;
mod table;

pub use level::Strength;

use super::adaptive::Bit;
use super::mix::{Mixer, Refiner, hash3, squash, stretch};
use super::range::{Coder, ONE};
use crate::error::{Error, ErrorKind, Result};
use level::{Context, MAX_CONTEXTS};
use past::Past;
use repeat::{Hint, Repeat};
use table::{COUNT_MAX, Table};

/// Predictions from one context: what its cell says, and what came of cells that said so.
const PER_CONTEXT: usize = 2;
/// Predictions from elsewhere: the repetition (twice) and a constant.
const OTHERS: usize = 3;
/// Room for all predictions.
const MAX_INPUTS: usize = PER_CONTEXT * MAX_CONTEXTS + OTHERS;

/// Fields share this many sets of weights.
const FIELD_SETS: usize = 32;
/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 8;
/// How a string ends: this byte, and the decision that it is the end.
const END: u8 = 0;

/// How a text model is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many contexts it looks at.
    pub strength: Strength,
    /// About how many bytes it will code: its tables are made no larger than they need.
    pub expected_bytes: usize,
}

/// Predicts bytes and codes them. One model serves any number of strings of different kinds; each profits from the others.
#[derive(Clone, Debug)]
pub struct TextModel {
    contexts: &'static [Context],
    past: Past,
    table: Table,
    repeat: Repeat,
    /// What came of cells in each state, by context.
    outcomes: Vec<u16>,
    hashes: [u32; MAX_CONTEXTS],
    places: [usize; MAX_CONTEXTS],
    inputs: [i32; MAX_INPUTS],
    blend: Blend,
    end: Bit,
}

impl TextModel {
    /// A model that has seen nothing.
    pub fn new(options: Options) -> TextModel {
        let row = options.strength.row();
        let log2_bytes = options.expected_bytes.max(1).ilog2() + 1;
        let log2_lines = (log2_bytes + 4).clamp(12, row.log2_lines);
        let contexts = row.contexts;
        let mut model = TextModel {
            contexts,
            past: Past::new(log2_bytes.clamp(12, 22)),
            table: Table::new(log2_lines),
            repeat: Repeat::new(log2_bytes.clamp(12, 18)),
            outcomes: (0..contexts.len() << 10)
                .map(|state| ((state & 63) << 10 | 1 << 9) as u16)
                .collect(),
            hashes: [0; MAX_CONTEXTS],
            places: [0; MAX_CONTEXTS],
            inputs: [0; MAX_INPUTS],
            blend: Blend::new(contexts.len() * PER_CONTEXT + OTHERS),
            end: Bit::primed(ONE as u16 - ONE as u16 / 64, 20),
        };
        model.look_up();
        model
    }

    /// Codes a byte that continues the text so far.
    pub fn code<C: Coder>(&mut self, coder: &mut C, byte: u8) -> u8 {
        let mut node = 1;
        for shift in (0..8).rev() {
            if shift == 3 {
                self.place_lines(node);
            }
            let bit = self.code_bit(coder, byte >> shift & 1 == 1, node);
            node = node << 1 | u32::from(bit);
        }
        let byte = node as u8;
        self.past.push(byte);
        self.repeat.advance(&self.past);
        self.look_up();
        byte
    }

    /// Codes a string of kind `field`, end included, and appends it to `out`. A string of `text` that is known on both sides
    /// to be of a kind costs less when kinds differ in `field`; which number means which kind is the caller's affair.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when more than `most` bytes come out of a decoder; a writer must not give more than that.
    pub fn code_string<C: Coder>(
        &mut self,
        coder: &mut C,
        text: &[u8],
        field: u32,
        most: usize,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        self.past.begin(field);
        self.repeat.stop();
        self.look_up();
        let mut left = text.iter();
        for _ in 0..=most {
            let next = left.next();
            let byte = self.code(coder, next.copied().unwrap_or(END));
            if byte == END && self.end.code(coder, next.is_none()) {
                return Ok(());
            }
            out.push(byte);
        }
        Err(Error::new(
            ErrorKind::Limit,
            "a string is longer than it may be",
        ))
    }

    fn look_up(&mut self) {
        for (index, context) in self.contexts.iter().enumerate() {
            self.hashes[index] = context.hash(&self.past, index as u32);
        }
        self.place_lines(0);
    }

    /// Finds the lines for the half of the byte that begins after the bits `node`.
    fn place_lines(&mut self, node: u32) {
        let salt = node.wrapping_mul(0x2c1b_3c6d);
        for index in 0..self.contexts.len() {
            self.places[index] = self.table.find(self.hashes[index] ^ salt);
        }
    }

    fn code_bit<C: Coder>(&mut self, coder: &mut C, bit: bool, node: u32) -> bool {
        // Within the second half of the byte, decisions count from one again.
        let half_node = match node.ilog2() {
            0..4 => node as usize,
            depth => {
                let first = 1 << (depth - 4);
                (first | node & (first - 1)) as usize
            }
        };
        let mut states = [0; MAX_CONTEXTS];
        for (index, state) in states[..self.contexts.len()].iter_mut().enumerate() {
            let cell = self.table.cell(self.places[index], half_node);
            *state = index << 10 | cell.state();
            let (direct, learnt) = if cell.count() == 0 {
                (0, 0)
            } else {
                (
                    stretch(cell.p() << 4),
                    stretch(u32::from(self.outcomes[*state])),
                )
            };
            self.inputs[PER_CONTEXT * index] = direct;
            self.inputs[PER_CONTEXT * index + 1] = learnt;
        }
        let hint = self.repeat.hint(node);
        let others = PER_CONTEXT * self.contexts.len();
        let other_inputs = self.other_inputs(hint);
        self.inputs[others..][..OTHERS].copy_from_slice(&other_inputs);
        let inputs = &self.inputs[..others + OTHERS];

        let situation = Situation {
            node: node as usize,
            past: &self.past,
            repeat: hint.map_or(0, |hint| 1 + hint.class / 2),
        };
        let p = self.blend.predict(inputs, &situation);
        let bit = coder.bit(bit, p.clamp(FLOOR, ONE - FLOOR));
        self.blend.update(inputs, bit);

        if let Some(hint) = hint {
            self.repeat.update(hint, bit);
        }
        for (index, &state) in states[..self.contexts.len()].iter().enumerate() {
            self.table
                .update(self.places[index], half_node, bit, COUNT_MAX);
            let outcome = &mut self.outcomes[state];
            if bit {
                *outcome += (65_535 - *outcome) >> 7;
            } else {
                *outcome -= *outcome >> 7;
            }
        }
        bit
    }

    fn other_inputs(&self, hint: Option<Hint>) -> [i32; OTHERS] {
        match hint {
            Some(hint) => {
                let length = 16 * (hint.class as i32 + 1);
                let signed = if hint.bit { length } else { -length };
                [self.repeat.stretched(hint), signed, 128]
            }
            None => [0, 0, 128],
        }
    }
}

/// What selects weights and corrections for a bit.
struct Situation<'a> {
    /// The bits of the byte so far, with a one before them.
    node: usize,
    past: &'a Past,
    /// How much is repeated, in classes below 32; zero for none.
    repeat: usize,
}

/// Weights of predictions, by several views of the situation, and the corrections after them.
#[derive(Clone, Debug)]
struct Blend {
    views: [Mixer; VIEWS],
    sets: [usize; VIEWS],
    /// What each view says, stretched, and as a probability.
    said: [i32; VIEWS],
    last: Mixer,
    last_set: usize,
    blended: u32,
    refiners: [Refiner; 2],
}

const VIEWS: usize = 3;
/// The last byte and the bits so far share this many corrections.
const REFINER_BITS: u32 = 12;

impl Blend {
    fn new(inputs: usize) -> Blend {
        let view = |sets| Mixer::new(inputs, sets, 3 << 15, 10);
        Blend {
            views: [view(256), view(FIELD_SETS * 32), view(256)],
            sets: [0; VIEWS],
            said: [0; VIEWS],
            last: Mixer::new(VIEWS, FIELD_SETS * 8, 1 << 16, 3),
            last_set: 0,
            blended: 0,
            refiners: [Refiner::new(256, 6), Refiner::new(1 << REFINER_BITS, 6)],
        }
    }

    #[inline]
    fn predict(&mut self, inputs: &[i32], situation: &Situation) -> u32 {
        let recent = situation.past.recent;
        let field = situation.past.field as usize % FIELD_SETS;
        let depth = situation.node.ilog2() as usize;
        self.sets = [
            situation.node,
            field * 32 + situation.repeat,
            recent as usize & 255,
        ];
        for view in 0..VIEWS {
            self.said[view] = self.views[view].blend(inputs, self.sets[view]);
        }
        self.last_set = field * 8 + depth;
        let blended = self.last.blend(&self.said, self.last_set);
        self.blended = squash(blended);
        let pair = hash3(recent as u32 & 0xff, situation.node as u32, 0) as usize;
        let refined = [
            self.refiners[0].refine(blended, situation.node),
            self.refiners[1].refine(blended, pair & ((1 << REFINER_BITS) - 1)),
        ];
        (2 * self.blended + refined[0] + refined[1] + 2) >> 2
    }

    #[inline]
    fn update(&mut self, inputs: &[i32], bit: bool) {
        for view in 0..VIEWS {
            let p = squash(self.said[view]);
            self.views[view].update(inputs, self.sets[view], bit, p);
        }
        self.last
            .update(&self.said, self.last_set, bit, self.blended);
        for refiner in &mut self.refiners {
            refiner.update(bit);
        }
    }
}

#[cfg(test)]
mod tests;
