//! Decisions, numbers and strings. Numbers in comments are clauses of
//! `src/codec/model/tags/MODEL.md`.

use super::{
    fens::Fens,
    hints::{Guided, Hints, Trust},
    source::Coder,
};
use crate::reference::models::{
    coder::{AdaptiveBit, hash32},
    contexts::{Chooser, ContextMixer, Votes},
    payload,
    text::{Strength, TextModel, Trained},
};
use std::sync::LazyLock;

/// How many sets there are (2.2).
const SETS: usize = 64;

/// The set of a column (7).
pub(crate) fn set_of(column: usize) -> usize {
    3 + column % (SETS - 3)
}

/// The contexts of a decision or a number.
pub(crate) type Contexts = [u32; 7];

/// What codes decisions or numbers (2.2).
#[derive(Clone)]
enum Blend {
    Votes(Votes),
    Chooser(Box<Chooser>),
    Mixer(Box<ContextMixer>),
}

impl Blend {
    fn new(level: u8, log2_slots: u32) -> Blend {
        match level {
            1 | 2 => Blend::Votes(Votes::new(1 << log2_slots.min(15))),
            3..=8 => Blend::Chooser(Box::new(Chooser::new(1 << log2_slots, SETS))),
            _ => Blend::Mixer(Box::new(ContextMixer::new(7, 1 << log2_slots, SETS))),
        }
    }

    fn decision(
        &mut self,
        coder: &mut Coder,
        given: bool,
        contexts: &Contexts,
        set: usize,
    ) -> bool {
        coder.tell(given.into(), 1);
        match self {
            Blend::Votes(votes) => votes.decision(coder, &[2, 3, 4].map(|i| contexts[i])),
            Blend::Chooser(chooser) => chooser.decision(coder, contexts, set),
            Blend::Mixer(mixer) => mixer.decode(coder, 1, contexts, set) == 1,
        }
    }

    fn number(
        &mut self,
        coder: &mut Coder,
        (given, width): (u64, u32),
        contexts: &Contexts,
        set: usize,
    ) -> u64 {
        coder.tell(given, width);
        match self {
            Blend::Votes(votes) => votes.number(coder, width, &[0, 6, 3].map(|i| contexts[i])),
            Blend::Chooser(chooser) => chooser.number(coder, width, contexts, set),
            Blend::Mixer(mixer) => mixer.decode(coder, width, contexts, set),
        }
    }
}

/// The models of a block (2.1).
#[derive(Clone)]
pub(crate) struct Models {
    decisions: Blend,
    digits: Blend,
    text: TextModel,
    simple: Vec<AdaptiveBit>,
    long: Vec<AdaptiveBit>,
    trust: Trust,
    fens: Fens,
}

/// 2.1: the text model.
fn text(level: u8, games: usize) -> TextModel {
    static QUICK: LazyLock<Trained> = LazyLock::new(|| payload::tags(Strength::Quick));
    static FAST: LazyLock<Trained> = LazyLock::new(|| payload::tags(Strength::Fast));
    static MOST: LazyLock<Trained> = LazyLock::new(|| payload::tags(Strength::Most));
    let (strength, read) = match level {
        1 | 2 => (Strength::Quick, &QUICK),
        3..=8 => (Strength::Fast, &FAST),
        _ => (Strength::Most, &MOST),
    };
    let bytes = text_bytes(games);
    match games {
        0..=500 => read.start(bytes),
        _ => TextModel::new(strength, bytes, Some(payload::SNAPSHOT)),
    }
}

fn text_bytes(games: usize) -> usize {
    (32 * games).clamp(256, 1 << 20)
}

impl Models {
    /// Fresh models for so many games (2.1).
    pub(crate) fn new(level: u8, games: usize) -> Models {
        let l = (games + 1).ilog2();
        Models {
            decisions: Blend::new(level, (l + 9).clamp(12, 17)),
            digits: Blend::new(level, (l + 10).clamp(13, 18)),
            text: text(level, games),
            simple: vec![AdaptiveBit::new(); SETS],
            long: vec![AdaptiveBit::starting(4_096, 2); SETS],
            trust: Trust::new(),
            fens: Fens::new(),
        }
    }

    /// The same models for so many games more, with a text model that starts from this one (2.3).
    pub(crate) fn starting(&self, games: usize) -> Models {
        let mut models = self.clone();
        models.text = self.text.clone().trained().start(text_bytes(games));
        models
    }

    /// A decision (3.1).
    pub(crate) fn decision(
        &mut self,
        coder: &mut Coder,
        given: bool,
        contexts: &Contexts,
        set: usize,
    ) -> bool {
        self.decisions.decision(coder, given, contexts, set)
    }

    /// A simple decision (3.1).
    pub(crate) fn simple(&mut self, coder: &mut Coder, given: bool, set: usize) -> bool {
        coder.tell(given.into(), 1);
        self.simple[set].decode(coder)
    }

    /// A number (3.2).
    pub(crate) fn number(
        &mut self,
        coder: &mut Coder,
        given: u64,
        contexts: &Contexts,
        set: usize,
    ) -> u64 {
        let v = given + 1;
        let l = v.ilog2();
        coder.tell((l >= 16).into(), 1);
        let width = match self.long[set].decode(coder) {
            true => 6,
            false => 4,
        };
        let l = self.digits.number(coder, (l.into(), width), contexts, set) as u32;
        let k = if l <= 6 { l } else { 3 };
        let rest = l - k;
        let salted = contexts.map(|c| hash32(c, l, 1));
        let top = match k {
            0 => 0,
            _ => self
                .digits
                .number(coder, (v >> rest & ((1 << k) - 1), k), &salted, set),
        };
        let low = coder.raw_bits(v, rest);
        ((1 << k | top) << rest | low) - 1
    }

    /// A signed number (3.3).
    pub(crate) fn signed(
        &mut self,
        coder: &mut Coder,
        given: i64,
        contexts: &Contexts,
        set: usize,
    ) -> i64 {
        let salted = contexts.map(|c| hash32(c, 0, 2));
        let sign = (given.signum() + 1) as u64;
        let s = self.digits.number(coder, (sign, 2), &salted, set);
        if s == 1 {
            return 0;
        }
        let salted = contexts.map(|c| hash32(c, s as u32, 3));
        let amount = given.unsigned_abs().wrapping_sub(1);
        let given = if given == 0 { 0 } else { amount };
        let amount = (self.number(coder, given, &salted, set) as i64).wrapping_add(1);
        if s == 0 {
            amount.wrapping_neg()
        } else {
            amount
        }
    }

    /// A string (3.4).
    pub(crate) fn string(&mut self, coder: &mut Coder, given: &[u8], field: u32) -> Vec<u8> {
        tell_string(coder, given);
        self.text.decode_string(coder, field)
    }

    /// A FEN that is read (7.7).
    pub(crate) fn fen(&mut self, coder: &mut Coder, field: u32) -> Vec<u8> {
        self.fens.read(coder, &mut self.text, field)
    }

    /// A string with hints (12).
    pub(crate) fn guided_string(
        &mut self,
        coder: &mut Coder,
        given: &[u8],
        field: u32,
        hints: Hints,
    ) -> Vec<u8> {
        tell_string(coder, given);
        let mut guided = Guided::new(coder, &mut self.trust, hints);
        self.text.decode_string(&mut guided, field)
    }
}

fn tell_string(coder: &mut Coder, given: &[u8]) {
    for &byte in given {
        coder.tell(byte.into(), 8);
        if byte == 0 {
            coder.tell(0, 1);
        }
    }
    coder.tell(1, 9);
}
