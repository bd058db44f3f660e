//! Sections 1, 2 and 4 of MODEL.md: what a text model remembers of the past, the hashes of its
//! contexts, and repetition. Numbers in comments are its clauses.

use super::coder::hash32;

/// A context of a text model (2).
#[derive(Clone, Copy)]
pub(crate) enum Context {
    Order(u32),
    Folded(u32),
    Shape(u32),
    Word,
    TwoWords,
    SkipWord,
    Skip,
    IndirectOne,
    IndirectTwo,
    Above,
}

/// What is remembered of the past (1).
#[derive(Clone)]
pub(crate) struct Past {
    /// `past`: 2^*W* places.
    bytes: Vec<u8>,
    /// How many bytes there were.
    pub(crate) len: usize,
    /// The last eight bytes.
    pub(crate) recent: u64,
    folded: u64,
    shape: u64,
    word: u32,
    before: u32,
    before2: u32,
    /// The kind of text.
    pub(crate) field: u32,
    line: usize,
    line_above: usize,
    after1: Vec<u16>,
    after2: Vec<u16>,
}

impl Past {
    /// A past of nothing, of which the last 2^`w` bytes will be kept.
    pub(crate) fn new(w: u32) -> Self {
        Past {
            bytes: vec![0; 1 << w],
            len: 0,
            recent: 0,
            folded: 0,
            shape: 0,
            word: 0,
            before: 0,
            before2: 0,
            field: 0,
            line: 0,
            line_above: 0,
            after1: vec![0; 256],
            after2: vec![0; 1 << 14],
        }
    }

    /// *W*
    pub(crate) fn log2_kept(&self) -> u32 {
        self.bytes.len().ilog2()
    }

    /// The same past, of which the last 2^`w` bytes are kept, no fewer than before.
    pub(crate) fn keeping(&self, w: u32) -> Self {
        let mut kept = Past {
            bytes: vec![0; 1 << w],
            ..self.clone()
        };
        for place in self.len.saturating_sub(self.bytes.len())..self.len {
            *kept.at(place) = self.byte(place);
        }
        kept
    }

    /// The byte that stands at the place of number `i`, counted from 0.
    pub(crate) fn byte(&self, i: usize) -> u8 {
        self.bytes[i % self.bytes.len()]
    }

    fn at(&mut self, i: usize) -> &mut u8 {
        let place = i % self.bytes.len();
        &mut self.bytes[place]
    }

    /// The lowest of `recent`.
    pub(crate) fn last_byte(&self) -> u8 {
        self.recent as u8
    }

    fn pair(&self) -> usize {
        ((self.recent as u32 & 0xffff).wrapping_mul(0x9e37_79b1) >> 18) as usize
    }

    /// 1.1
    pub(crate) fn take_in(&mut self, b: u8) {
        *self.at(self.len) = b;
        self.len += 1;
        let (one, two) = (usize::from(self.last_byte()), self.pair());
        self.after1[one] = self.after1[one] << 8 | u16::from(b);
        self.after2[two] = self.after2[two] << 8 | u16::from(b);
        self.recent = self.recent << 8 | u64::from(b);
        let k = kind(b);
        if k != 1 || self.shape % 16 != 1 {
            self.shape = self.shape << 4 | k;
        }
        let small = b.to_ascii_lowercase();
        let folded = if b.is_ascii_digit() { b'0' } else { small };
        self.folded = self.folded << 8 | u64::from(folded);
        if b.is_ascii_alphabetic() || b >= 128 {
            self.word = (self.word ^ u32::from(small))
                .wrapping_add(0x51_ed27)
                .wrapping_mul(0x2545_f491);
        } else if self.word != 0 {
            self.before2 = self.before;
            self.before = self.word;
            self.word = 0;
        }
        if b == b'\n' {
            self.line_above = self.line;
            self.line = self.len;
        }
    }

    /// 1.2
    pub(crate) fn begin(&mut self, f: u32) {
        self.field = f;
        self.recent = u64::from(f.wrapping_mul(0x9e37_79b1) >> 16) * 256;
        self.folded = self.recent;
        self.shape = u64::from(f % 16) * 16 + 5;
        self.word = 0;
        self.before = f;
        self.before2 = 0;
        self.line_above = self.line;
        self.line = self.len;
    }

    /// 2: the hash of a context.
    pub(crate) fn hash(&self, context: Context) -> u32 {
        let (i, a, b) = self.seen_by(context);
        hash32(a as u32, b ^ (a >> 32) as u32, i)
    }

    /// *i*, *a* and *b* of a context.
    fn seen_by(&self, context: Context) -> (u32, u64, u32) {
        let last = u32::from(self.last_byte());
        let lowest = |number: u64, bits: u32| match bits {
            64 => number,
            _ => number & ((1 << bits) - 1),
        };
        match context {
            Context::Order(n) => {
                let b = if n <= 2 { self.field } else { 0 };
                (n, lowest(self.recent, 8 * n), b)
            }
            Context::Folded(n) => (16 + n, lowest(self.folded, 8 * n), 0),
            Context::Shape(n) => (32 + n, lowest(self.shape, 4 * n), last),
            Context::Word => (48, self.word.into(), last),
            Context::TwoWords => (49, self.word.into(), self.before),
            Context::SkipWord => (50, self.word.into(), self.before2),
            Context::Skip => (51, self.recent >> 8 & 0xffff, 1),
            Context::IndirectOne => {
                let after = u64::from(self.after1[last as usize]);
                (52, after * 256 + u64::from(last), 2)
            }
            Context::IndirectTwo => {
                let after = u64::from(self.after2[self.pair()]);
                (53, after * 256 + u64::from(last), 3)
            }
            Context::Above => {
                let place = self.line_above + self.len - self.line;
                let above = if place < self.line {
                    self.byte(place)
                } else {
                    0
                };
                (54, above.into(), last)
            }
        }
    }
}

/// 1.1: the kind of a byte.
fn kind(b: u8) -> u64 {
    match b {
        b'a'..=b'z' | 128.. => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        b' ' => 4,
        b'\n' | 0 => 5,
        b'.' | b',' => 6,
        b'-' | b'=' => 7,
        b'(' | b')' => 8,
        b'#' | b'+' => 9,
        _ => 10,
    }
}

/// What repetition expects of a bit (4.2).
#[derive(Clone, Copy)]
pub(crate) struct Hint {
    /// The bit expected.
    pub(crate) bit: bool,
    /// The class of the repetition.
    pub(crate) class: usize,
}

/// Repetition (4).
#[derive(Clone)]
pub(crate) struct Repetition {
    last: Vec<usize>,
    /// How often hints came true, by class.
    pub(crate) trust: Vec<i64>,
    matched: usize,
    place: usize,
    expected: u8,
}

impl Repetition {
    /// Nothing yet, with a table of 2^`l` places.
    pub(crate) fn new(l: u32) -> Self {
        Repetition {
            last: vec![0; 1 << l],
            trust: vec![56_000; 32],
            matched: 0,
            place: 0,
            expected: 0,
        }
    }

    /// *L*
    pub(crate) fn log2_places(&self) -> u32 {
        self.last.len().ilog2()
    }

    /// 6.2: what a model starts with that has 2^`l` places.
    pub(crate) fn starting(&self, l: u32, past: &Past) -> Self {
        let mut start = Repetition {
            trust: self.trust.clone(),
            ..Repetition::new(l)
        };
        if l == self.log2_places() {
            start.last.clone_from(&self.last);
            return start;
        }
        let mut recent = 0;
        for i in 1..=past.len {
            recent = recent << 8 | u64::from(past.byte(i - 1));
            let slot = start.slot(recent);
            start.last[slot] = i;
        }
        start
    }

    fn slot(&self, recent: u64) -> usize {
        let hash = (recent << 16).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.log2_places())) as usize
    }

    /// A string begins.
    pub(crate) fn begin(&mut self) {
        self.matched = 0;
    }

    /// 4.1: the byte `b` was taken in.
    pub(crate) fn follow(&mut self, b: u8, past: &Past) {
        if self.matched > 0 && self.expected == b {
            self.matched = (self.matched + 1).min(400);
            self.place += 1;
        } else {
            self.matched = 0;
        }
        let slot = self.slot(past.recent);
        if self.matched == 0 {
            self.place = self.last[slot];
            let agrees = |back: &usize| past.byte(self.place - back) == past.byte(past.len - back);
            self.matched = (1..=self.place.min(400)).take_while(agrees).count();
        }
        self.last[slot] = past.len;
        self.expected = past.byte(self.place);
    }

    /// 4.2: the hint after the bits of `node`.
    pub(crate) fn hint(&self, node: usize) -> Option<Hint> {
        let ahead = 8 - node.ilog2();
        let expected = usize::from(self.expected) | 256;
        let holds = self.matched > 0 && expected >> ahead == node;
        holds.then(|| Hint {
            bit: expected >> (ahead - 1) & 1 == 1,
            class: class(self.matched),
        })
    }

    /// 4.2: learns whether a hint came true.
    pub(crate) fn learn(&mut self, hint: Hint, bit: bool) {
        let trust = &mut self.trust[hint.class];
        if hint.bit == bit {
            *trust += (65_535 - *trust) >> 7;
        } else {
            *trust -= *trust >> 7;
        }
    }
}

fn class(m: usize) -> usize {
    match m {
        0..16 => m,
        16..32 => 16 + (m - 16) / 4,
        32..64 => 20 + (m - 32) / 8,
        64.. => (24 + (m - 64) / 32).min(31),
    }
}
