//! Hints for values that are spelt out among the outcomes. Numbers in comments are clauses of
//! `src/codec/model/tags/MODEL.md`.

use super::source::Coder;
use crate::reference::models::coder::{MOST, Source, squash, stretch, whole};

/// What is known of a value that is spelt out (12.1).
#[derive(Clone, Default)]
pub(crate) struct Hints {
    /// The missed value.
    pub(crate) missed: Vec<u8>,
    /// The name that book 0 finds.
    pub(crate) name: String,
    /// The moves of the game, spelt without marks.
    pub(crate) moves: Vec<String>,
}

/// How far hints are trusted, by reason and number of the bit (12.2).
#[derive(Clone)]
pub(crate) struct Trust([[i64; 8]; 8]);

impl Trust {
    /// At first (2.1).
    pub(crate) fn new() -> Trust {
        Trust([[600 << 10; 8]; 8])
    }
}

/// A coder, the decisions of which are corrected along one string.
pub(crate) struct Guided<'s, 'c> {
    coder: &'s mut Coder<'c>,
    trust: &'s mut Trust,
    value: Value,
    /// The byte expected, and the reason.
    expected: Option<(u8, usize)>,
    /// The bits of the byte with a one before them; 256 and more if the end is decided.
    node: usize,
}

impl<'s, 'c> Guided<'s, 'c> {
    /// For one string.
    pub(crate) fn new(coder: &'s mut Coder<'c>, trust: &'s mut Trust, hints: Hints) -> Self {
        let value = Value {
            agrees: !hints.missed.is_empty(),
            at: 0,
            token: Tokens::new(hints.moves),
            words: Words::new(&hints.name),
            missed: hints.missed,
        };
        Guided {
            coder,
            trust,
            expected: value.expects(),
            value,
            node: 1,
        }
    }

    /// The bit expected, and the reason.
    fn expected_bit(&self) -> Option<(bool, usize)> {
        let (byte, reason) = self.expected?;
        let byte = usize::from(byte) | 256;
        let ahead = 8 - self.node.ilog2();
        (byte >> ahead == self.node).then(|| (byte >> (ahead - 1) & 1 == 1, reason))
    }

    fn begin_byte(&mut self) {
        self.expected = self.value.expects();
        self.node = 1;
    }
}

impl Source for Guided<'_, '_> {
    fn decision(&mut self, p: i64) -> bool {
        if self.node == 256 {
            // Whether a byte 0 is the end: not guided.
            let end = self.coder.decision(p);
            self.begin_byte();
            return end;
        }
        let bit = match self.expected_bit() {
            None => self.coder.decision(p),
            Some((one, reason)) => {
                let trust = &mut self.trust.0[reason][self.node.ilog2() as usize];
                let shift = *trust >> 10;
                let c = squash(stretch(p.min(65_535)) + if one { shift } else { -shift });
                let bit = self.coder.decision(c.clamp(8, 65_528));
                let e = whole(bit) - c;
                let most = MOST << 10;
                *trust = (*trust + if one { e } else { -e }).clamp(-most, most);
                bit
            }
        };
        self.node = self.node << 1 | usize::from(bit);
        if self.node >= 256 {
            let byte = self.node as u8;
            self.value.read(byte);
            if byte == 0 {
                self.node = 256;
            } else {
                self.begin_byte();
            }
        }
        bit
    }
}

/// The value so far (12.1).
struct Value {
    missed: Vec<u8>,
    at: usize,
    agrees: bool,
    token: Tokens,
    words: Words,
}

impl Value {
    fn expects(&self) -> Option<(u8, usize)> {
        let of_missed = self.missed.get(self.at).copied();
        if self.agrees {
            return Some(of_missed.map_or((b'-', 1), |byte| (byte, 0)));
        }
        let token = self.token.expects();
        let word = self.words.expects();
        token.or(word).or(of_missed.map(|byte| (byte, 7)))
    }

    fn read(&mut self, byte: u8) {
        self.agrees = self.agrees && self.missed.get(self.at) == Some(&byte);
        self.at += 1;
        self.token.read(byte);
        self.words.read(byte);
    }
}

/// Moves in a name (12.3).
#[derive(Default)]
struct Tokens {
    moves: Vec<String>,
    token: Vec<u8>,
    read: usize,
    next: Option<usize>,
    number: usize,
    dots: usize,
}

impl Tokens {
    fn new(mut moves: Vec<String>) -> Tokens {
        moves.truncate(40);
        Tokens {
            moves,
            ..Tokens::default()
        }
    }

    fn expects(&self) -> Option<(u8, usize)> {
        match self.token.get(self.read) {
            Some(&byte) => Some((byte, if self.read == 0 { 2 } else { 3 })),
            None => self.next.map(|_| (b'-', 4)),
        }
    }

    fn read(&mut self, byte: u8) {
        if let Some(&expected) = self.token.get(self.read) {
            if expected == byte {
                self.read += 1;
                return;
            }
            let is_second = self.read == 0 && self.dots == 1 && byte == b'.';
            self.stop();
            if is_second {
                self.dots = 2;
                return;
            }
            self.number = 0;
        }
        match (byte, self.next) {
            (b'-', Some(next)) => {
                self.expect(next);
                if next % 2 == 0 && self.next.is_some() {
                    let numbered = format!("{}.", next / 2 + 1).into_bytes();
                    self.token = [numbered, self.token.clone()].concat();
                }
            }
            (b'0'..=b'9', _) => {
                let number = if self.dots == 0 { self.number } else { 0 };
                self.stop();
                self.number = (10 * number + usize::from(byte - b'0')).min(40);
            }
            (b'.', _) => {
                self.dots += 1;
                match (self.number, self.dots) {
                    (1.., 1) => self.expect(2 * (self.number - 1)),
                    (1.., 3) => self.expect(2 * (self.number - 1) + 1),
                    _ => {}
                }
            }
            _ => {
                self.stop();
                self.number = 0;
            }
        }
    }

    fn expect(&mut self, ply: usize) {
        let dots = self.dots;
        self.stop();
        if let Some(spelling) = self.moves.get(ply) {
            self.token = spelling.clone().into_bytes();
            self.next = Some(ply + 1);
            self.dots = dots;
        }
    }

    fn stop(&mut self) {
        self.token.clear();
        self.read = 0;
        self.next = None;
        self.dots = 0;
    }
}

/// Words of another name (12.4).
struct Words {
    words: Vec<Vec<u8>>,
    passed: usize,
    typed: Vec<u8>,
}

impl Words {
    fn new(name: &str) -> Words {
        let letters = |word: &str| word.bytes().filter(u8::is_ascii_alphanumeric).collect();
        Words {
            words: name.split_whitespace().map(letters).collect(),
            passed: 0,
            typed: Vec::new(),
        }
    }

    fn word(&self) -> Option<usize> {
        (self.passed..self.words.len()).find(|&word| self.words[word].starts_with(&self.typed))
    }

    fn expects(&self) -> Option<(u8, usize)> {
        let next = self.words[self.word()?].get(self.typed.len());
        let reason = if self.typed.is_empty() { 5 } else { 6 };
        Some((next.copied().unwrap_or(b'-'), reason))
    }

    fn read(&mut self, byte: u8) {
        if byte.is_ascii_alphanumeric() {
            self.typed.push(byte);
            return;
        }
        if let Some(word) = self.word()
            && self.words[word] == self.typed
        {
            self.passed = word + 1;
        }
        self.typed.clear();
    }
}
