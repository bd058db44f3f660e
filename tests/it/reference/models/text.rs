//! MODEL.md: the text model. Numbers in comments are its clauses.

use super::{
    blend::{Blend, Situation},
    coder::{AdaptiveBit, Known, Source},
    past::{
        Context::{self, *},
        Past, Repetition,
    },
    table::{Held, Table},
};
use std::sync::Arc;

/// 2
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strength {
    Quick,
    Fast,
    Full,
    Most,
}

impl Strength {
    /// The contexts of a model.
    fn contexts(self) -> &'static [Context] {
        match self {
            Strength::Quick => &[Order(1), Order(3), Word],
            Strength::Fast => &[Order(1), Order(2), Order(3), TwoWords, Order(6), Word],
            Strength::Full => &[
                Order(1),
                Order(2),
                Order(3),
                Order(4),
                Order(6),
                Shape(6),
                Folded(5),
                Word,
                TwoWords,
                SkipWord,
                Skip,
                IndirectTwo,
                Above,
            ],
            Strength::Most => &[
                Order(0),
                Order(1),
                Order(2),
                Order(3),
                Order(4),
                Order(5),
                Order(6),
                Shape(6),
                Shape(15),
                Folded(3),
                Folded(5),
                Folded(8),
                Word,
                TwoWords,
                SkipWord,
                Skip,
                IndirectOne,
                IndirectTwo,
                Above,
            ],
        }
    }

    /// How many lines the table of a model for `bytes` bytes has.
    fn lines(self, bytes: usize) -> usize {
        let most = match self {
            Strength::Quick => 13,
            Strength::Fast => 17,
            Strength::Full => 20,
            Strength::Most => 21,
        };
        1 << (size(bytes) + 4).min(most)
    }

    fn blend(self) -> Blend {
        match self {
            Strength::Quick => Blend::Votes,
            Strength::Fast => Blend::light(),
            Strength::Full | Strength::Most => Blend::full(self.contexts().len()),
        }
    }
}

/// 2.1
fn size(n: usize) -> u32 {
    (n.max(1).ilog2() + 1).max(9)
}

/// 5.G: what corrects the probabilities of a string.
pub(crate) trait Guide {
    /// A byte begins.
    fn begin(&mut self);
    /// The probability that is coded with, where the model says `p`.
    fn correct(&mut self, p: i64) -> i64;
    /// The bit was `bit`, where the model had said `p`.
    fn learn(&mut self, p: i64, bit: bool);
    /// The byte was `byte`.
    fn end(&mut self, byte: u8);
}

/// No guide.
struct Unguided;

impl Guide for Unguided {
    fn begin(&mut self) {}

    fn correct(&mut self, p: i64) -> i64 {
        p
    }

    fn learn(&mut self, _: i64, _: bool) {}

    fn end(&mut self, _: u8) {}
}

/// A text model, which decodes.
#[derive(Clone)]
pub(crate) struct TextModel {
    strength: Strength,
    past: Past,
    repetition: Repetition,
    table: Table,
    hashes: Vec<u32>,
    held: Vec<Held>,
    blend: Blend,
    /// 5.6: whether a 00 is the end.
    end: AdaptiveBit,
}

impl TextModel {
    /// 6.1: a model for `bytes` bytes that has read nothing.
    pub(crate) fn new(strength: Strength, bytes: usize, snapshot: Option<&'static [u8]>) -> Self {
        TextModel {
            strength,
            past: Past::new(size(bytes).min(24)),
            repetition: Repetition::new(size(bytes).min(20)),
            table: Table::new(strength.lines(bytes), snapshot),
            hashes: vec![0; strength.contexts().len()],
            held: vec![Held::default(); strength.contexts().len()],
            blend: strength.blend(),
            end: AdaptiveBit::starting(64_512, 20),
        }
    }

    /// 6.1, 2: reads a string of kind `field` that is known.
    pub(crate) fn read(&mut self, field: u32, string: &[u8]) {
        let mut known = Known::default();
        for &byte in string {
            known.push_byte(byte);
            if byte == 0 {
                known.push(false);
            }
        }
        known.push_byte(0);
        known.push(true);
        assert_eq!(self.decode_string(&mut known, field), string);
    }

    /// The model, as one that others start from.
    pub(crate) fn trained(mut self) -> Trained {
        self.table.put_back(&self.held);
        let none = Table::new(0, None);
        let table = Arc::new(std::mem::replace(&mut self.table, none));
        Trained { model: self, table }
    }

    /// A decision is coded for each bit of a byte, the highest first (5.5).
    pub(crate) fn decode_byte(&mut self, source: &mut dyn Source) -> u8 {
        self.decode_byte_guided(source, &mut Unguided)
    }

    fn decode_byte_guided(&mut self, source: &mut dyn Source, guide: &mut dyn Guide) -> u8 {
        guide.begin();
        let contexts = self.strength.contexts().iter();
        self.hashes = contexts.map(|&context| self.past.hash(context)).collect();
        self.table.look_up(&mut self.held, &self.hashes);
        let mut node = 1;
        for _ in 0..4 {
            node = self.decode_bit(source, guide, node, node);
        }
        let v = node as u32 - 16;
        let halves: Vec<u32> = self
            .hashes
            .iter()
            .map(|hash| hash ^ (v + 1).wrapping_mul(0x2c1b_3c6d))
            .collect();
        self.table.look_up(&mut self.held, &halves);
        let mut d = 1;
        for _ in 0..4 {
            node = self.decode_bit(source, guide, node, d);
            d = d << 1 | node & 1;
        }
        let byte = node as u8;
        self.past.take_in(byte);
        if self.strength != Strength::Quick {
            self.repetition.follow(byte, &self.past);
        }
        guide.end(byte);
        byte
    }

    /// 5.6
    pub(crate) fn decode_string(&mut self, source: &mut dyn Source, field: u32) -> Vec<u8> {
        self.decode_string_guided(source, field, &mut Unguided)
    }

    /// The same with a guide (5.G).
    pub(crate) fn decode_string_guided(
        &mut self,
        source: &mut dyn Source,
        field: u32,
        guide: &mut dyn Guide,
    ) -> Vec<u8> {
        self.past.begin(field);
        self.repetition.begin();
        let mut string = Vec::new();
        loop {
            let byte = self.decode_byte_guided(source, guide);
            if byte == 0 && self.end.decode(source) {
                return string;
            }
            string.push(byte);
        }
    }

    /// Decodes the bit behind those of `node`, with the cells `d`; says `node` behind it.
    fn decode_bit(
        &mut self,
        source: &mut dyn Source,
        guide: &mut dyn Guide,
        node: usize,
        d: usize,
    ) -> usize {
        let hint = self.repetition.hint(node);
        let seen = Situation {
            cells: self.held.iter().map(|held| held.line.cells[d]).collect(),
            hint,
            trust: hint.map_or(0, |hint| self.repetition.trust[hint.class]),
            field: self.past.field,
            last_byte: self.past.last_byte(),
            node,
        };
        let bit = self.blend.code(&seen, |p| {
            let bit = source.decision(guide.correct(p).clamp(8, 65_528));
            guide.learn(p, bit);
            bit
        });
        if let Some(hint) = hint {
            self.repetition.learn(hint, bit);
        }
        for held in &mut self.held {
            held.line.cells[d] = held.line.cells[d].after(bit);
        }
        node << 1 | usize::from(bit)
    }
}

/// A model that has read something, from which others start.
pub(crate) struct Trained {
    /// All but the table.
    model: TextModel,
    table: Arc<Table>,
}

impl Trained {
    /// 6.2: a model for `bytes` bytes that starts from this one.
    pub(crate) fn start(&self, bytes: usize) -> TextModel {
        let trained = &self.model;
        let (w, l) = (trained.past.log2_kept(), trained.repetition.log2_places());
        let read = trained.past.len;
        let wanted = size(bytes + read);
        let w = if read >= 1 << w {
            w
        } else {
            wanted.min(24).max(w)
        };
        let past = trained.past.keeping(w);
        let lines = trained.strength.lines(bytes);
        let mut model = TextModel {
            repetition: trained.repetition.starting(wanted.min(20).max(l), &past),
            past,
            table: Table::starting(lines, &self.table),
            held: vec![Held::default(); trained.held.len()],
            ..trained.clone()
        };
        model.past.begin(0);
        model
    }
}
