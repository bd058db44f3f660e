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
//! * `blend`: predictions blended and corrected;
//! * [`Primed`]: a model trained in advance, from which others start;
//! * [`Guide`]: who knows more of a text than its bytes tell;
//! * [`Snapshot`]: statistics compiled into the program, that a model falls back on; `collect` makes them;
//! * `level`: which contexts there are at which strength;
//! * `table`: what contexts have seen;
//! * `repeat`: repetitions.
//!
//! NOTES. Sizes are of comments, names and source code, 945 kB, unprimed, [`Strength::Full`] unless said otherwise. A
//! context of character kinds (`Shape`) is worth 0.7 % of prose and 1.4 % of source, words 1.3 % to 3 %, any other
//! context 0.0 % to 0.4 %; so is each of the four views. Cells alone, without the outcomes of their states: 0.6 % to
//! 1.2 % more. Tried without use: classes of probabilities in the logistic domain (0.0 %), the outcome's distance from
//! one half as a third prediction (0.1 %), cells that forget sooner (0.2 % more) or later (0.1 % more on prose),
//! corrections by two or three bytes instead of one (0.1 % more). A table of a quarter of the lines costs 2 %, of four
//! times the lines gains 0.3 % to 0.5 %. Lines are asked for before they are needed: at the end of a byte, and, for
//! both ways that its first half may end, before the last bit of that. This takes 11 % to 14 % off the time of
//! annotated games, of which misses of the table took a third.
//!
//! Tried at [`Strength::Most`], on the comments of two collections (90 kB coded each) and the tags of 3 MB of games:
//! seven views instead of four, weights that learn two thirds as fast, a second correction by two bytes, and the last
//! six bits seen by each cell as a third prediction: together 0.5 % fewer bytes of comments and 0.2 % of tags, for 1.7
//! times the time and 32 MiB; without the last of these 0.3 %, and 0.1 % more bytes of tags. Four more contexts (three
//! words; the second to fourth byte back; the first and third; the word before alone): 0.05 % more bytes. A second
//! repetition from four bytes on: 0.0 %.
//!
//! What follows is MODEL.md, a part of the file format.
#![doc = include_str!("MODEL.md")]

mod blend;
mod guide;
mod level;
mod past;
mod primed;
mod repeat;
mod snapshot;
mod table;

#[cfg(test)]
pub(crate) mod collect;

pub use guide::{Guide, Unguided};
pub use level::Strength;
pub use primed::Primed;
pub use snapshot::Snapshot;

use super::adaptive::Bit;
use super::light::{self, Light, Pace};
use super::mix::stretch;
use super::range::{Coder, ONE};
use super::weighing::Weighing;
use crate::error::{Error, ErrorKind, Result};
use blend::{Blend, Inputs, LOG2_CORRECTIONS, REPEAT_CLASSES, Situation};
use level::{Composition, Context, MAX_CONTEXTS, MAX_INPUTS, OTHERS, PER_CONTEXT};
use past::Past;
use repeat::{Hint, Repeat};
use table::{Cell, Line, STATES, Table};

/// The prediction that is always the same.
const CONSTANT: i16 = 128;
/// What came of a state is remembered for about 2^7 decisions.
const OUTCOME_RATE: u32 = 7;
/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 8;
/// How a string ends: this byte, and the decision that it is the end.
const END: u8 = 0;

/// A light blend has a set of weights for each field and class of repetitions, and for the bits of the byte so far.
const LIGHT_SETS: usize = blend::FIELD_SETS * REPEAT_CLASSES + 256;
const PACE: Pace = Pace {
    sum: 120,
    rate: 7,
    haste: 0,
};

/// How much the contexts' votes count together, where they vote, in 1/256.
const GAIN: i32 = 400;

/// Log2 of the most bytes that repetitions are found in, and of the most places of them remembered.
const MOST_WINDOW: u32 = 24;
const MOST_PLACES: u32 = 20;

/// Log2 of a power of two above `bytes`, 12 at least.
fn log2_size(bytes: usize) -> u32 {
    (bytes.max(1).ilog2() + 1).max(12)
}

/// What tells the lines of a context apart: those of the first half of a byte (0) and of the second after each first (1 and
/// what that was).
fn salt(half: u32) -> u32 {
    half.wrapping_mul(0x2c1b_3c6d)
}

/// How a text model is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many contexts it looks at.
    pub strength: Strength,
    /// About how many bytes it will code: its tables are made no larger than they need.
    pub expected_bytes: usize,
    /// What it falls back on where it has seen nothing.
    pub snapshot: Snapshot,
}

/// One context at work.
#[derive(Clone, Debug)]
struct Lane {
    context: Context,
    /// What the context sees at the beginning of the byte.
    hash: u32,
    /// What it has seen of this half of the byte, at work here and not in the table, and its place there.
    line: Line,
    place: usize,
    /// The state of the cell that predicts the coming bit.
    state: usize,
    /// How often a one came of cells in each state, in 1/65,536.
    outcomes: [u16; STATES],
}

impl Lane {
    fn new(context: Context) -> Lane {
        Lane {
            context,
            hash: 0,
            line: Line::default(),
            place: 0,
            state: 0,
            outcomes: std::array::from_fn(Cell::middle),
        }
    }

    /// What it has seen of the bit after those of `node`, of this half of the byte.
    #[inline]
    fn cell(&self, node: usize) -> Cell {
        Cell(self.line[node & 15])
    }

    /// Takes note that this bit was `bit`.
    #[inline]
    fn see(&mut self, node: usize, bit: bool) {
        self.line[node & 15] = self.cell(node).seen(bit).0;
    }

    /// Takes note that this came of a cell in the state that the last one was in.
    #[inline]
    fn learn_outcome(&mut self, bit: bool) {
        let truth = if bit { 65_535 } else { 0 };
        let outcome = &mut self.outcomes[self.state & (STATES - 1)];
        *outcome = (i32::from(*outcome) + ((truth - i32::from(*outcome)) >> OUTCOME_RATE)) as u16;
    }
}

/// Predicts bytes and codes them. One model serves any number of strings of different kinds; each profits from the others.
#[derive(Clone, Debug)]
pub struct TextModel {
    composition: Composition,
    lanes: Vec<Lane>,
    past: Past,
    table: Table,
    /// Whether what was looked up was not arrived at yet.
    is_ahead: bool,
    repeat: Repeat,
    inputs: Inputs,
    blend: Blending,
    end: Bit,
}

/// How predictions are blended.
#[derive(Clone, Debug)]
enum Blending {
    /// How much each prediction counts.
    Votes(i32),
    Light(Light),
    Full(Box<Blend>),
}

impl TextModel {
    /// A model that has seen nothing.
    pub fn new(options: Options) -> TextModel {
        let composition = options.strength.composition();
        let log2_bytes = log2_size(options.expected_bytes);
        let lanes: Vec<Lane> = composition
            .contexts
            .iter()
            .copied()
            .map(Lane::new)
            .collect();
        let mut model = TextModel {
            past: Past::new(log2_bytes.min(MOST_WINDOW)),
            table: Table::new(composition.log2_lines(log2_bytes)).over(options.snapshot),
            is_ahead: false,
            repeat: Repeat::new(log2_bytes.min(MOST_PLACES)),
            inputs: [0; MAX_INPUTS],
            blend: match composition.weighing {
                Weighing::Votes => Blending::Votes(light::weight(lanes.len(), GAIN)),
                Weighing::Light => Blending::Light(Light::new(
                    light::INPUTS,
                    LIGHT_SETS,
                    LOG2_CORRECTIONS,
                    PACE,
                )),
                Weighing::Full => {
                    let inputs = lanes.len() * PER_CONTEXT + OTHERS;
                    Blending::Full(Box::new(Blend::new(inputs)))
                }
            },
            end: Bit::primed((ONE - ONE / 64) as u16, 20),
            lanes,
            composition,
        };
        model.look_up();
        model
    }

    /// Codes a byte that continues the text so far.
    pub fn code<C: Coder>(&mut self, coder: &mut C, byte: u8) -> u8 {
        self.code_guided(coder, byte, &mut Unguided)
    }

    fn code_guided<C: Coder, G: Guide>(&mut self, coder: &mut C, byte: u8, guide: &mut G) -> u8 {
        guide.begin();
        self.arrive();
        let high = self.code_half(coder, byte >> 4, 1, guide);
        self.turn_to(u32::from(high) + 1);
        let low = self.code_half(coder, byte & 15, 16 | u32::from(high), guide);
        let byte = high << 4 | low;
        self.past.push(byte);
        self.look_up();
        if self.composition.repeats {
            self.repeat.advance(&self.past);
        }
        guide.end(byte);
        byte
    }

    /// Codes a string of kind `field`, end included, and appends it to `out`. A string of `text` that is known on both sides
    /// to be of a kind costs less when kinds differ in `field`; which number means which kind is the caller's affair.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when more than `most` bytes come out of a decoder; a writer must not give more than that.
    /// Truncated when a decoder has nothing left to read.
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

    /// The same, with a guide to the text.
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
        self.look_up();
        let mut left = text.iter();
        for _ in 0..=most {
            let next = left.next();
            let byte = self.code_guided(coder, next.copied().unwrap_or(END), guide);
            if coder.overrun() {
                return Err(Error::truncated("the text ends inside a string"));
            }
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

    /// Has what the contexts know at the beginning of a byte brought near, to [`arrive`](TextModel::arrive) there
    /// later: meanwhile there is other work to do.
    fn look_up(&mut self) {
        self.arrive();
        for lane in &mut self.lanes {
            lane.hash = lane.context.hash(&self.past);
            self.table.fetch(lane.hash);
        }
        self.is_ahead = true;
    }

    /// Finds what the contexts know at the beginning of the byte that was looked up last.
    fn arrive(&mut self) {
        if std::mem::take(&mut self.is_ahead) {
            self.turn_to(0);
        }
    }

    /// Has what the contexts know of either second half of a byte brought near, when all but the last bit of the first is known.
    #[inline]
    fn look_ahead(&mut self, node: usize) {
        let bits = (node as u32 & 7) << 1;
        let salts = [bits, bits | 1].map(|half| salt(half + 1));
        for lane in &self.lanes {
            for salt in salts {
                self.table.fetch(lane.hash ^ salt);
            }
        }
    }

    /// Puts the lines of all contexts back and takes out those for the next half of the byte: 0 for the first, 1 and what
    /// the first half was for the second.
    fn turn_to(&mut self, half: u32) {
        let salt = salt(half);
        // All places are read before the first is judged, so that the misses of the cache overlap.
        let mut peeks = [(0, 0); MAX_CONTEXTS];
        for (lane, peek) in self.lanes.iter().zip(&mut peeks) {
            self.table.put(lane.place, lane.line);
            *peek = self.table.peek(lane.hash ^ salt);
        }
        for (lane, &peek) in self.lanes.iter().zip(&peeks) {
            self.table.foresee(lane.hash ^ salt, peek);
        }
        for (lane, peek) in self.lanes.iter_mut().zip(peeks) {
            lane.place = self.table.settle(lane.hash ^ salt, peek);
            lane.line = self.table.line(lane.place);
        }
    }

    /// Codes four bits; `before` are the bits of the byte before them, with a one on top.
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
            lanes: &mut self.lanes,
            repeat: &mut self.repeat,
            past: &self.past,
        };
        match &mut self.blend {
            Blending::Votes(weight) => scene.code_by_votes(coder, asked, *weight, guide),
            Blending::Light(light) => scene.code_light(coder, asked, light, guide),
            Blending::Full(blend) => {
                scene.code_full(coder, asked, (blend, &mut self.inputs), guide)
            }
        }
    }
}

/// A bit to be coded.
#[derive(Clone, Copy)]
struct Asked {
    /// What it is, where a writer asks.
    bit: bool,
    /// The bits before it in its half of the byte, with a one before them.
    node: usize,
    /// Those before it in its byte, likewise.
    byte_node: u32,
}

/// What a bit is predicted from.
struct Scene<'a> {
    lanes: &'a mut [Lane],
    repeat: &'a mut Repeat,
    past: &'a Past,
}

impl Scene<'_> {
    /// What the coming bit is seen in the light of.
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

    /// Contexts vote: each counts the more the more often it has seen the decision.
    #[inline]
    fn code_by_votes<C: Coder, G: Guide>(
        self,
        coder: &mut C,
        Asked { bit, node, .. }: Asked,
        weight: i32,
        guide: &mut G,
    ) -> bool {
        let votes = self.lanes.iter().map(|lane| lane.cell(node).cautious());
        let p = light::outcome(votes.sum(), weight);
        let bit = coder.bit(bit, guide.correct(p).clamp(FLOOR, ONE - FLOOR));
        guide.learn(p, bit);
        self.lanes.iter_mut().for_each(|lane| lane.see(node, bit));
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
        for (input, lane) in inputs.iter_mut().zip(&*self.lanes) {
            *input = lane.cell(asked.node).cautious() as i16;
        }
        inputs[light::INPUTS - 2] = hint.map_or(0, |hint| self.repeat.stretched(hint) as i16);
        inputs[light::INPUTS - 1] = CONSTANT;
        let s = self.situation(asked.byte_node, 0, hint);
        let sets = [
            s.kind() * REPEAT_CLASSES + s.repeat,
            blend::FIELD_SETS * REPEAT_CLASSES + s.node,
        ];
        let p = light.predict(&inputs, sets, s.correction());
        let bit = coder.bit(asked.bit, guide.correct(p).clamp(FLOOR, ONE - FLOOR));
        guide.learn(p, bit);
        light.update(&inputs, bit);
        if let Some(hint) = hint {
            self.repeat.update(hint, bit);
        }
        let node = asked.node;
        self.lanes.iter_mut().for_each(|lane| lane.see(node, bit));
        bit
    }

    #[inline]
    fn code_full<C: Coder, G: Guide>(
        self,
        coder: &mut C,
        asked: Asked,
        (blend, inputs): (&mut Blend, &mut Inputs),
        guide: &mut G,
    ) -> bool {
        let (mine, others) = inputs.split_at_mut(PER_CONTEXT * self.lanes.len());
        let (pairs, _) = mine.as_chunks_mut::<PER_CONTEXT>();
        let mut known = 0;
        for (pair, lane) in pairs.iter_mut().zip(&mut *self.lanes) {
            let cell = lane.cell(asked.node);
            lane.state = cell.state();
            let outcome = stretch(lane.outcomes[lane.state].into());
            *pair = [cell.stretched() as i16, outcome as i16];
            known += usize::from(cell.count() > 0);
        }
        let hint = self.repeat.hint(asked.byte_node);
        others[..OTHERS].copy_from_slice(&match hint {
            Some(hint) => {
                let length = 16 * (hint.class as i16 + 1);
                let signed = if hint.bit { length } else { -length };
                [self.repeat.stretched(hint) as i16, signed, CONSTANT]
            }
            None => [0, 0, CONSTANT],
        });
        let situation = self.situation(asked.byte_node, known, hint);
        let p = blend.predict(inputs, &situation);
        let bit = coder.bit(asked.bit, guide.correct(p).clamp(FLOOR, ONE - FLOOR));
        guide.learn(p, bit);
        blend.update(inputs, bit);
        if let Some(hint) = hint {
            self.repeat.update(hint, bit);
        }
        for lane in self.lanes {
            lane.see(asked.node, bit);
            lane.learn_outcome(bit);
        }
        bit
    }
}

#[cfg(test)]
mod tests;
