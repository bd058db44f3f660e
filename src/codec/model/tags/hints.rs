//! Corrects the text model where a late value is spelt out and its game is known: a guess that was
//! wrong is often right in part, a name of an opening shares words with its other names, and some
//! names go on with moves.

use super::telling::{Continuation, Telling};
use crate::{
    coding::{
        adaptive::error_of,
        mix::{STRETCH_MAX, squash, stretch},
        range::ONE,
        text::Guide,
    },
    listed::listed,
    pgn::game::Game,
};

/// What a value may have in common with something known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints<'a> {
    /// The guess that was wrong.
    pub(super) guess: &'a [u8],
    /// If the value is the name of an opening: another name of it, and the game.
    pub(super) opening: Option<(&'static str, &'a Game)>,
}

listed! {
    /// Why a byte is expected.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Ground {
        /// The value agrees with the guess so far.
        Guess,
        /// The value agrees with the whole guess: a dash and more follow, or nothing.
        Behind,
        /// A move begins with it, goes on with it, or is complete.
        Move,
        InMove,
        BehindMove,
        /// A word of the other name begins or goes on with it.
        Word,
        InWord,
        /// The guess has it in this place, but differs before.
        Beside,
    }
}

/// The initial trust, in 1/256.
const FIRST_TRUST: i32 = 600;
/// Further fractional bits of a trust.
const TRUST_BITS: u32 = 10;
/// Largest trust, for or against.
const MOST_TRUST: i32 = STRETCH_MAX << TRUST_BITS;

/// How far an expected bit is trusted, by the ground and the number of the bit in its byte: what is
/// added to the text model's stretched probability. Learnt along a block.
#[derive(Clone, Debug)]
pub(super) struct Trust([[i32; 8]; Ground::ALL.len()]);

impl Default for Trust {
    fn default() -> Trust {
        Trust([[FIRST_TRUST << TRUST_BITS; 8]; Ground::ALL.len()])
    }
}

/// Corrects the text model along one value.
pub(super) struct Hinted<'a> {
    trust: &'a mut Trust,
    guess: &'a [u8],
    /// How many bytes of the value are known, and whether there is a guess with which they agree.
    at: usize,
    agrees: bool,
    telling: Option<Telling>,
    words: Words,
    /// The expected byte, and why it is expected.
    expected: Option<(u8, Ground)>,
    /// The bits of the byte so far, with a one before them.
    node: u32,
    /// For the bit being coded: the corrected probability, the expected bit, and why.
    said: Option<(u32, bool, Ground)>,
}

impl<'a> Hinted<'a> {
    /// For one value; `trust` goes on learning.
    pub(super) fn new(trust: &'a mut Trust, hints: Hints<'a>) -> Hinted<'a> {
        Hinted {
            trust,
            guess: hints.guess,
            at: 0,
            agrees: !hints.guess.is_empty(),
            telling: hints.opening.map(|(_, game)| Telling::of(game)),
            words: Words::of(hints.opening.map_or("", |(name, _)| name)),
            expected: None,
            node: 1,
            said: None,
        }
    }

    fn expect(&self) -> Option<(u8, Ground)> {
        let guessed = self.guess.get(self.at).copied();
        if self.agrees {
            return Some(guessed.map_or((b'-', Ground::Behind), |byte| (byte, Ground::Guess)));
        }
        let told = self.telling.as_ref().and_then(Telling::next);
        match (told, self.words.next()) {
            (Some(Continuation::Begins(byte)), _) => Some((byte, Ground::Move)),
            (Some(Continuation::GoesOn(byte)), _) => Some((byte, Ground::InMove)),
            (Some(Continuation::Over), _) => Some((b'-', Ground::BehindMove)),
            (None, Some((byte, true))) => Some((byte, Ground::Word)),
            (None, Some((byte, false))) => Some((byte, Ground::InWord)),
            (None, None) => guessed.map(|byte| (byte, Ground::Beside)),
        }
    }

    /// The expected bit, and why; `None` if a bit before was another.
    fn expected_bit(&self) -> Option<(bool, Ground)> {
        let depth = self.node.ilog2();
        let (byte, ground) = self.expected?;
        let byte = u32::from(byte) | 1 << 8;
        (byte >> (8 - depth) == self.node).then(|| (byte >> (7 - depth) & 1 == 1, ground))
    }

    fn trust(&mut self, ground: Ground) -> &mut i32 {
        &mut self.trust.0[ground as usize][self.node.ilog2() as usize & 7]
    }
}

impl Guide for Hinted<'_> {
    fn begin(&mut self) {
        self.expected = self.expect();
        self.node = 1;
    }

    fn correct(&mut self, p: u32) -> u32 {
        let Some((bit, ground)) = self.expected_bit() else {
            return p;
        };
        let trust = *self.trust(ground) >> TRUST_BITS;
        let p = squash(stretch(p.min(ONE - 1)) + if bit { trust } else { -trust });
        self.said = Some((p, bit, ground));
        p
    }

    fn learn(&mut self, _: u32, bit: bool) {
        if let Some((p, expected, ground)) = self.said.take() {
            let error = error_of(bit, p);
            let trust = self.trust(ground);
            *trust =
                (*trust + if expected { error } else { -error }).clamp(-MOST_TRUST, MOST_TRUST);
        }
        self.node = self.node << 1 | u32::from(bit);
    }

    fn end(&mut self, byte: u8) {
        self.agrees &= self.guess.get(self.at) == Some(&byte);
        self.at += 1;
        self.words.read(byte);
        if let Some(telling) = &mut self.telling {
            telling.read(byte);
        }
    }
}

/// The words of one name, of which another name is expected to have some, in the same order.
struct Words {
    words: Vec<Vec<u8>>,
    /// How many words are passed, and the letters of the current one.
    passed: usize,
    typed: Vec<u8>,
}

impl Words {
    /// The words of `name`, only letters and digits.
    fn of(name: &str) -> Words {
        let letters = |word: &str| -> Vec<u8> {
            let bytes = word.bytes();
            bytes.filter(u8::is_ascii_alphanumeric).collect()
        };
        Words {
            words: name.split_whitespace().map(letters).collect(),
            passed: 0,
            typed: Vec::new(),
        }
    }

    /// The first word ahead that begins with the letters so far.
    fn candidate(&self) -> Option<usize> {
        let mut ahead = self.passed..self.words.len();
        ahead.find(|&word| self.words[word].starts_with(&self.typed))
    }

    /// The next byte of that word, and whether the word begins with it.
    fn next(&self) -> Option<(u8, bool)> {
        let word = &self.words[self.candidate()?];
        let byte = word.get(self.typed.len()).copied();
        Some((byte.unwrap_or(b'-'), self.typed.is_empty()))
    }

    /// Reads the next byte of the other name.
    fn read(&mut self, byte: u8) {
        if byte.is_ascii_alphanumeric() {
            self.typed.push(byte);
            return;
        }
        let whole = |&word: &usize| self.words[word] == self.typed;
        if let Some(word) = self.candidate().filter(whole) {
            self.passed = word + 1;
        }
        self.typed.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn;

    /// What is expected before each byte of `value`, `~` for nothing.
    fn expected(guess: &str, name: &'static str, value: &str) -> String {
        let document = pgn::read(b"1. e4 e5 2. Nf3 Nc6 *\n");
        let game = document.games().next().unwrap();
        let mut trust = Trust::default();
        let hints = Hints {
            guess: guess.as_bytes(),
            opening: Some((name, game)),
        };
        let mut hinted = Hinted::new(&mut trust, hints);
        let bytes = value.bytes().map(|byte| {
            let expected = hinted.expect().map_or('~', |(byte, _)| byte.into());
            hinted.end(byte);
            expected
        });
        bytes.collect()
    }

    #[test]
    fn moves_follow_the_guess() {
        assert_eq!(expected("Open", "", "Open"), "Open");
        assert_eq!(expected("Open", "", "Open-2.Nf3-Nc6"), "Open-~~Nf3-Nc6");
    }

    #[test]
    fn where_the_guess_is_wrong_its_end_is_expected_beside() {
        assert_eq!(expected("- 0 12", "", "- 1 12"), "- 0 12");
        assert_eq!(expected("- 0 12", "", "- 1 123"), "- 0 12~");
    }

    #[test]
    fn words_of_the_other_name_follow_one_another() {
        let name = "King's Pawn Game: Wayward Queen Attack";
        assert_eq!(
            expected("B", name, "Kings-Pawn-Opening-Wayward"),
            "Bings-Pawn-G~~~~~~~Gayward"
        );
    }

    #[test]
    fn trust_grows_with_what_comes_true() {
        let mut trust = Trust::default();
        for guess in b"abcabc".chunks(1) {
            let (byte, opening) = (guess[0], None);
            let mut hinted = Hinted::new(&mut trust, Hints { guess, opening });
            hinted.begin();
            for bit in (0..8).rev().map(|shift| byte >> shift & 1 == 1) {
                let p = hinted.correct(ONE / 2);
                assert_eq!(p > ONE / 2, bit);
                hinted.learn(ONE / 2, bit);
            }
        }
        assert!(
            trust.0[Ground::Guess as usize]
                .iter()
                .all(|&trust| trust > FIRST_TRUST << TRUST_BITS)
        );
    }
}
