//! A model of text: predicts each byte from those before it by context mixing.
//!
//! Each of several contexts (up to six of the last bytes, the word so far and those before it, what
//! followed the last bytes earlier, the line above, …) remembers in a hashed table which bits came
//! after it (`table`). A match model follows the latest earlier place that reads the same, for as
//! long as it predicts right (`repeat`). For each bit of the coming byte, their predictions are
//! blended with learnt weights, and the result is corrected by what came true after similar
//! predictions. The structure is that of lpaq and paq8 (Mahoney 2005, 2007).
//!
//! The module knows bytes, words and lines. It knows neither chess nor PGN: the caller tells what
//! kind of text a string is by a number, its *field*.
//!
//! * `past`: the bytes coded so far, and the words and lines that they make up;
//! * `blend`: blends and corrects predictions at full strength;
//! * `primed`: models that begin with what another has learnt, among them [`Primed`] ones, trained
//!   in advance;
//! * [`Guide`]: lets the caller correct probabilities by what it knows about a text;
//! * [`Snapshot`]: statistics compiled into the program, which a model falls back on; `collect`
//!   makes them;
//! * `strength`: which contexts a model has at each strength;
//! * `table`: the hashed table of what contexts have seen;
//! * `repeat`: the match model.
//!
//! The following is MODEL.md, a part of the file format.
#![doc = include_str!("MODEL.md")]

mod blend;
mod guide;
mod past;
mod primed;
mod repeat;
mod snapshot;
mod strength;
mod table;

#[cfg(test)]
pub(crate) mod collect;

pub use blend::FIELD_SETS;
pub use guide::{Guide, Unguided};
pub use primed::Primed;
pub use snapshot::Snapshot;
pub use strength::Strength;

use super::adaptive::{Bit, followed};
use super::light::{self, Light, Pace};
use super::mix::{BIAS, stretch};
use super::range::{Coder, ONE};
use super::weighing::Weighing;
use crate::error::{Error, Result};
use blend::{Blend, Inputs, LOG2_CORRECTIONS, REPEAT_CLASSES, Situation};
use past::Past;
use repeat::{Hint, Repeat};
use strength::{Composition, Context, LIGHT_CONTEXTS, MAX_INPUTS, OTHERS, PER_CONTEXT};
use table::{Cell, Line, STATES, Table};

/// The statistics of a state forget after about 2^7 decisions.
const OUTCOME_RATE: u32 = 7;
/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 8;
/// A string ends with this byte, followed by the decision that it really is the end.
const END: u8 = 0;

/// Sets of weights of a light blend: one for each field and class of repetitions, and one for each
/// run of bits of the byte so far.
const LIGHT_SETS: usize = blend::FIELD_SETS * REPEAT_CLASSES + 256;
const PACE: Pace = Pace {
    sum: 120,
    rate: 7,
    haste: 0,
};

/// How much the mean of the contexts' votes counts, in 1/256.
const GAIN: i32 = 400;

/// Log2 of the size of the window in which repetitions are found, at most.
const MOST_WINDOW: u32 = 24;

/// Log2 of the smallest power of two above `bytes`, 9 at least.
fn log2_size(bytes: usize) -> u32 {
    (bytes.max(1).ilog2() + 1).max(9)
}

/// A number to XOR into a context's hash, so that its lines differ: `half` is 0 for the first half
/// of a byte, and 1 plus the first half for the second.
fn salt(half: u32) -> u32 {
    half.wrapping_mul(0x2c1b_3c6d)
}

/// What a text model is made for.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many contexts it has, and how they are blended.
    pub strength: Strength,
    /// About how many bytes it will code; its tables are no larger than these need.
    pub expected_bytes: usize,
    /// The statistics of contexts that it has not seen yet.
    pub snapshot: Snapshot,
}

/// One context of the mixer, with its statistics.
#[derive(Clone, Debug)]
struct Cue {
    context: Context,
    /// The context's hash at the beginning of the byte.
    hash: u32,
    /// A working copy of the context's line for this half of the byte, and its place in the table.
    line: Line,
    place: usize,
    /// The first place to look for the next line at, and the check that stands there.
    peek: (usize, u16),
    /// The state of the cell that predicts the coming bit.
    state: usize,
    /// By state of a cell: how often the bit was a one, in 1/65,536.
    outcomes: [u16; STATES],
}

impl Cue {
    fn new(context: Context) -> Cue {
        Cue {
            context,
            hash: 0,
            line: Line::default(),
            place: 0,
            peek: (0, 0),
            state: 0,
            outcomes: std::array::from_fn(Cell::middle),
        }
    }

    /// The cell of the bit that follows the bits `node` of this half of the byte.
    #[inline]
    fn cell(&self, node: usize) -> Cell {
        Cell(self.line[node & 15])
    }

    /// Updates the cell: the bit after those of `node` was `bit`.
    #[inline]
    fn see(&mut self, node: usize, bit: bool) {
        self.line[node & 15] = self.cell(node).seen(bit).0;
    }

    /// Updates the statistics of the cell's state when it was last read: the bit was `bit`.
    #[inline]
    fn learn_outcome(&mut self, bit: bool) {
        let outcome = &mut self.outcomes[self.state & (STATES - 1)];
        *outcome = followed(*outcome, bit, OUTCOME_RATE);
    }
}

/// Predicts bytes and codes them. One model serves any number of strings of different kinds; what
/// it learns from one helps with the others.
#[derive(Clone, Debug)]
pub struct TextModel {
    composition: Composition,
    cues: Vec<Cue>,
    past: Past,
    table: Table,
    /// Whether the contexts have their hashes for the next byte, and lines were prefetched for it.
    is_ahead: bool,
    repeat: Repeat,
    inputs: Inputs,
    blend: Blending,
    end: Bit,
}

/// How predictions are blended.
#[derive(Clone, Debug)]
enum Blending {
    /// The weight of each vote, in 1/65,536.
    Votes(i32),
    Light(Light),
    Full(Box<Blend>),
}

impl TextModel {
    /// A model that has seen nothing.
    pub fn new(options: Options) -> TextModel {
        let composition = options.strength.composition();
        let log2_bytes = log2_size(options.expected_bytes);
        let cues: Vec<Cue> = composition.contexts.iter().copied().map(Cue::new).collect();
        TextModel {
            past: Past::new(log2_bytes.min(MOST_WINDOW), composition.needs_details()),
            table: Table::new(composition.log2_lines(log2_bytes)).over(options.snapshot),
            is_ahead: false,
            repeat: Repeat::new(composition.log2_places(log2_bytes)),
            inputs: [0; MAX_INPUTS],
            blend: match composition.weighing {
                Weighing::Votes => Blending::Votes(light::weight(cues.len(), GAIN)),
                Weighing::Light => Blending::Light(Light::new(LIGHT_SETS, LOG2_CORRECTIONS, PACE)),
                Weighing::Full => {
                    let inputs = cues.len() * PER_CONTEXT + OTHERS;
                    Blending::Full(Box::new(Blend::new(inputs)))
                }
            },
            end: Bit::primed((ONE - ONE / 64) as u16, 20),
            cues,
            composition,
        }
    }

    /// How many bytes it has coded, and the binary logarithms of how many it keeps and of how many
    /// places of repetitions: *T*, *W* and *L* of 6.2 of MODEL.md.
    #[cfg(test)]
    pub(crate) fn sizes(&self) -> [usize; 3] {
        let [window, places] = [self.past.log2_window(), self.repeat.log2_places()];
        [self.past.len(), window as usize, places as usize]
    }

    /// Codes a byte that continues the text so far.
    pub fn code<C: Coder>(&mut self, coder: &mut C, byte: u8) -> u8 {
        self.code_byte_guided(coder, byte, &mut Unguided)
    }

    fn code_byte_guided<C: Coder, G: Guide>(
        &mut self,
        coder: &mut C,
        byte: u8,
        guide: &mut G,
    ) -> u8 {
        guide.begin();
        self.arrive();
        let high = self.code_half(coder, byte >> 4, 1, guide);
        self.turn_to(u32::from(high) + 1);
        let low = self.code_half(coder, byte & 15, 16 | u32::from(high), guide);
        let byte = high << 4 | low;
        self.past.push(byte);
        // Behind the end, another string begins.
        if byte != END {
            self.fetch_ahead();
        }
        if self.composition.has_repeats() {
            self.repeat.advance(&self.past);
        }
        guide.end(byte);
        byte
    }

    /// Codes a string of kind `field` with its end, and appends it to `out`. Strings cost less when
    /// those of different kinds have different fields; the caller decides what the numbers mean.
    ///
    /// # Errors
    /// Corrupt when a decoder reads more than `most` bytes; a writer must not be given more.
    /// Truncated when a decoder has no input left.
    pub fn code_string<C: Coder>(
        &mut self,
        coder: &mut C,
        text: &[u8],
        field: u32,
        most: usize,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        self.code_string_guided(coder, text, field, most, out, &mut Unguided)
    }

    /// As [`code_string`](TextModel::code_string), with a guide to the text.
    ///
    /// # Errors
    /// As [`code_string`](TextModel::code_string).
    pub fn code_string_guided<C: Coder, G: Guide>(
        &mut self,
        coder: &mut C,
        text: &[u8],
        field: u32,
        most: usize,
        out: &mut Vec<u8>,
        guide: &mut G,
    ) -> Result<()> {
        self.past.begin(field);
        self.repeat.stop();
        self.is_ahead = false;
        let mut left = text.iter();
        for _ in 0..=most {
            let next = left.next();
            let byte = self.code_byte_guided(coder, next.copied().unwrap_or(END), guide);
            coder.expect_more("the text ends inside a string")?;
            if byte == END && self.end.code(coder, next.is_none()) {
                return Ok(());
            }
            out.push(byte);
        }
        Err(Error::corrupt("a string is longer than it may be"))
    }

    /// Prefetches the contexts' lines for the next byte. [`arrive`](TextModel::arrive) takes them
    /// out later, so that other work hides the cache misses.
    fn fetch_ahead(&mut self) {
        for cue in &mut self.cues {
            cue.hash = cue.context.hash(&self.past);
            self.table.fetch(cue.hash);
        }
        self.is_ahead = true;
    }

    /// Takes out the contexts' lines for the next byte.
    fn arrive(&mut self) {
        if !self.is_ahead {
            self.fetch_ahead();
        }
        self.is_ahead = false;
        self.turn_to(0);
    }

    /// Prefetches the contexts' lines for both possible second halves of a byte, when only the last
    /// bit of the first half is unknown.
    #[inline]
    fn look_ahead(&mut self, node: usize) {
        let bits = (node as u32 & 7) << 1;
        let salts = [bits, bits | 1].map(|half| salt(half + 1));
        for cue in &self.cues {
            for salt in salts {
                self.table.fetch(cue.hash ^ salt);
            }
        }
    }

    /// Puts the lines of all contexts back into the table and takes out those for another half of
    /// the byte (see [`salt`]).
    fn turn_to(&mut self, half: u32) {
        let salt = salt(half);
        // All checks are read before the first is compared, so that the cache misses overlap.
        for cue in &mut self.cues {
            self.table.put(cue.place, cue.line);
            cue.peek = self.table.peek(cue.hash ^ salt);
        }
        for cue in &self.cues {
            self.table.foresee(cue.hash ^ salt, cue.peek);
        }
        for cue in &mut self.cues {
            cue.place = self.table.settle(cue.hash ^ salt, cue.peek);
            cue.line = self.table.line(cue.place);
        }
    }

    /// Codes four bits. `before` is the bits of the byte before them, with a leading one.
    #[inline]
    fn code_half<C: Coder, G: Guide>(
        &mut self,
        coder: &mut C,
        bits: u8,
        before: u32,
        guide: &mut G,
    ) -> u8 {
        let mut node = 1;
        for depth in 0..4 {
            if depth == 3 && before == 1 {
                self.look_ahead(node);
            }
            let bit = bits >> (3 - depth) & 1 == 1;
            let byte_node = before << depth | (node & ((1 << depth) - 1)) as u32;
            let asked = Asked {
                bit,
                node,
                byte_node,
            };
            node = node << 1 | usize::from(self.code_bit(coder, asked, guide));
        }
        node as u8 & 15
    }

    /// Codes a bit.
    #[inline]
    fn code_bit<C: Coder, G: Guide>(&mut self, coder: &mut C, asked: Asked, guide: &mut G) -> bool {
        let scene = Scene {
            cues: &mut self.cues,
            repeat: &mut self.repeat,
            past: &self.past,
        };
        match &mut self.blend {
            Blending::Votes(weight) => scene.code_by_votes(coder, asked, *weight, guide),
            Blending::Light(light) => scene.code_light(coder, asked, light, guide),
            Blending::Full(blend) => scene.code_full(coder, asked, blend, &mut self.inputs, guide),
        }
    }
}

/// A bit to be coded.
#[derive(Clone, Copy)]
struct Asked {
    /// The bit itself; meaningless when reading.
    bit: bool,
    /// The bits before it in its half of the byte, with a leading one.
    node: usize,
    /// The bits before it in its byte, with a leading one.
    byte_node: u32,
}

/// What a bit is predicted from: the model without its blend.
struct Scene<'a> {
    cues: &'a mut [Cue],
    repeat: &'a mut Repeat,
    past: &'a Past,
}

impl Scene<'_> {
    /// What selects the weights and corrections for the coming bit.
    #[inline]
    fn situation(&self, byte_node: u32, known: usize, hint: Option<Hint>) -> Situation {
        Situation {
            node: byte_node as usize,
            recent: self.past.recent,
            field: self.past.field,
            known,
            repeat: hint.map_or(0, |hint| 1 + hint.class / 2),
        }
    }

    /// Predicts by unweighted votes; a context says less the less often it has seen the decision.
    #[inline]
    fn code_by_votes<C: Coder, G: Guide>(
        self,
        coder: &mut C,
        Asked { bit, node, .. }: Asked,
        weight: i32,
        guide: &mut G,
    ) -> bool {
        let votes = self.cues.iter().map(|cue| cue.cell(node).cautious());
        let p = light::outcome(votes.sum(), weight);
        let bit = code_bit_guided(coder, bit, p, guide);
        self.cues.iter_mut().for_each(|cue| cue.see(node, bit));
        bit
    }

    #[inline]
    fn code_light<C: Coder, G: Guide>(
        self,
        coder: &mut C,
        asked: Asked,
        light: &mut Light,
        guide: &mut G,
    ) -> bool {
        let hint = self.repeat.hint(asked.byte_node);
        let mut inputs: light::Inputs = [0; light::INPUTS];
        for (input, cue) in inputs.iter_mut().zip(&*self.cues) {
            *input = cue.cell(asked.node).cautious() as i16;
        }
        inputs[LIGHT_CONTEXTS] = hint.map_or(0, |hint| self.repeat.stretched(hint) as i16);
        inputs[LIGHT_CONTEXTS + 1] = BIAS;
        let s = self.situation(asked.byte_node, 0, hint);
        let sets = [
            s.kind() * REPEAT_CLASSES + s.repeat,
            blend::FIELD_SETS * REPEAT_CLASSES + s.node,
        ];
        let p = light.predict(&inputs, sets, s.correction());
        let bit = code_bit_guided(coder, asked.bit, p, guide);
        light.update(&inputs, bit);
        if let Some(hint) = hint {
            self.repeat.update(hint, bit);
        }
        let node = asked.node;
        self.cues.iter_mut().for_each(|cue| cue.see(node, bit));
        bit
    }

    #[inline]
    fn code_full<C: Coder, G: Guide>(
        self,
        coder: &mut C,
        asked: Asked,
        blend: &mut Blend,
        inputs: &mut Inputs,
        guide: &mut G,
    ) -> bool {
        let (mine, others) = inputs.split_at_mut(PER_CONTEXT * self.cues.len());
        let (pairs, _) = mine.as_chunks_mut::<PER_CONTEXT>();
        let mut known = 0;
        for (pair, cue) in pairs.iter_mut().zip(&mut *self.cues) {
            let cell = cue.cell(asked.node);
            cue.state = cell.state();
            let outcome = stretch(cue.outcomes[cue.state].into());
            *pair = [cell.stretched() as i16, outcome as i16];
            known += usize::from(cell.count() > 0);
        }
        let hint = self.repeat.hint(asked.byte_node);
        others[..OTHERS].copy_from_slice(&match hint {
            Some(hint) => {
                let length = 16 * (hint.class as i16 + 1);
                let signed = if hint.bit { length } else { -length };
                [self.repeat.stretched(hint) as i16, signed, BIAS]
            }
            None => [0, 0, BIAS],
        });
        let situation = self.situation(asked.byte_node, known, hint);
        let p = blend.predict(inputs, &situation);
        let bit = code_bit_guided(coder, asked.bit, p, guide);
        blend.update(inputs, bit);
        if let Some(hint) = hint {
            self.repeat.update(hint, bit);
        }
        for cue in self.cues {
            cue.see(asked.node, bit);
            cue.learn_outcome(bit);
        }
        bit
    }
}

/// Codes a bit that the model gives the probability `p` / 65,536 of being a one, as corrected by
/// the guide, which learns from it.
#[inline(always)]
fn code_bit_guided<C: Coder, G: Guide>(coder: &mut C, bit: bool, p: u32, guide: &mut G) -> bool {
    let bit = coder.bit(bit, guide.correct(p).clamp(FLOOR, ONE - FLOOR));
    guide.learn(p, bit);
    bit
}

#[cfg(test)]
mod tests;
