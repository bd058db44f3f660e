//! How prose is corrected: 20.6 to 20.8 of the document. Numbers in comments are its clauses.

use super::{
    levels::Level,
    listing::{Candidate, Manner, SORTS, list, positions},
    reader::Reader,
    spelling::Speller,
    starts::starts,
    tree::Tree,
};
use crate::reference::models::{
    coder::{Mixer, squash, stretch},
    text::Guide,
};
use pgnpack::chess::{
    language::{Language, capital},
    san,
};
use shakmaty::{Chess, Move, san::San};

/// What is learnt of how a block's prose speaks of moves.
pub(crate) struct Foresight {
    speller: Speller,
    pub(crate) tree: Tree,
    /// The words of the players' names.
    pub(crate) names: Vec<Candidate>,
    manner: Manner,
    /// By situation and sort.
    counts: Vec<[u64; SORTS]>,
    mixers: [Mixer; 2],
}

impl Foresight {
    /// That of a block.
    pub(crate) fn new(language: Language, level: Level) -> Foresight {
        let count = |start: u64| 1 + start * 640 / 1_000;
        let mixer = |sets| Mixer::starting(&[0, 65_536, 0], sets, 4, 12);
        Foresight {
            speller: Speller::new(language, level.0),
            tree: Tree::default(),
            names: Vec::new(),
            manner: Manner {
                marked: 192,
                zeros: 64,
            },
            counts: starts().map(|starts| starts.map(count)).collect(),
            mixers: [mixer(160), mixer(128)],
        }
    }

    /// A game begins.
    pub(crate) fn begin_game(&mut self) {
        self.tree = Tree::default();
        self.speller.begin_game();
    }

    /// The list of words that may come.
    fn list(&mut self, reader: &Reader) -> ([Option<usize>; 3], Vec<Candidate>, [bool; SORTS]) {
        let positions = positions(reader, &mut self.tree);
        let before = reader.before;
        let (tree, speller) = (&self.tree, &mut self.speller);
        let (words, present) = list(before, positions, &self.names, self.manner, tree, speller);
        (positions, words, present)
    }

    /// 20.8: a word of this sort has come.
    fn count(&mut self, situation: usize, sort: usize) {
        let counts = &mut self.counts[situation];
        counts[sort] += 32;
        if counts.iter().sum::<u64>() > 8_192 {
            counts.iter_mut().for_each(|count| *count = *count / 2 + 1);
        }
    }
}

/// What may come: a word of the list, or, before its first byte, all that begin with it.
#[derive(Clone, Copy)]
struct Chance {
    byte: u8,
    weight: u64,
    /// The number of the first word that it stands for.
    word: usize,
}

/// The bit of a byte that was decided, or is to be.
struct Decided {
    inputs: [i64; 3],
    sets: [usize; 2],
    p: i64,
}

/// Corrects one comment.
pub(crate) struct Guidance<'f> {
    foresight: &'f mut Foresight,
    reader: Option<Reader>,
    situation: usize,
    positions: [Option<usize>; 3],
    words: Vec<Candidate>,
    odds: [u64; SORTS],
    chances: Vec<Chance>,
    unknown: u64,
    /// The word that it is if it ends here, and how long that is.
    done: Option<(usize, usize)>,
    node: usize,
    decided: Option<Decided>,
}

impl<'f> Guidance<'f> {
    /// For a comment on a position, if it is known.
    pub(crate) fn new(foresight: &'f mut Foresight, head: Option<usize>) -> Guidance<'f> {
        Guidance {
            foresight,
            reader: head.map(Reader::new),
            situation: 0,
            positions: [None; 3],
            words: Vec::new(),
            odds: [0; SORTS],
            chances: Vec::new(),
            unknown: 0,
            done: None,
            node: 1,
            decided: None,
        }
    }

    /// 20.6, 1: a word may begin.
    fn begin_word(&mut self) {
        let Some(reader) = &self.reader else { return };
        let f = &mut *self.foresight;
        self.situation = reader.situation(&f.tree);
        let (positions, words, mut present) = f.list(reader);
        present[0] = true;
        let counts = &f.counts[self.situation];
        let there = counts.iter().zip(present).filter(|(_, there)| *there);
        let total: u64 = there.map(|(count, _)| count).sum();
        self.odds = counts.map(|count| (count << 12) / total);
        self.unknown = self.odds[0].max(1) << 32;
        self.done = None;
        self.chances.clear();
        for (number, word) in words.iter().enumerate() {
            let weight = word.share * self.odds[word.sort];
            match self.chances.last_mut() {
                Some(last) if last.byte == word.text[0] => last.weight += weight,
                _ => self.chances.push(Chance {
                    byte: word.text[0],
                    weight,
                    word: number,
                }),
            }
        }
        for chance in &mut self.chances {
            chance.weight = chance.weight.max(1);
        }
        (self.positions, self.words) = (positions, words);
    }

    /// 20.6, 3: a byte of the word has come.
    fn go_on(&mut self, at: usize) {
        if at == 1
            && let Some(group) = self.chances.pop()
        {
            let words = self.words.iter().enumerate().skip(group.word);
            let same = words.take_while(|(_, word)| word.text[0] == group.byte);
            self.chances = same
                .map(|(number, word)| Chance {
                    byte: 0,
                    weight: (word.share * self.odds[word.sort]).max(1),
                    word: number,
                })
                .collect();
        }
        let mut is_first = true;
        let (words, unknown, done) = (&self.words, &mut self.unknown, &mut self.done);
        self.chances.retain_mut(|chance| {
            let Some(&byte) = words[chance.word].text.get(at) else {
                *unknown += chance.weight;
                if std::mem::take(&mut is_first) {
                    *done = Some((chance.word, at));
                }
                return false;
            };
            chance.byte = byte;
            true
        });
    }

    /// The number of the bit of the byte.
    fn bit(&self) -> usize {
        self.node.ilog2() as usize
    }

    /// 20.7
    fn decide(&self, p: i64, at: usize) -> Decided {
        let mut sums = [0; 2];
        for chance in &self.chances {
            sums[usize::from(chance.byte >> (7 - self.bit()) & 1)] += chance.weight;
        }
        let [zeros, ones] = sums;
        let known = zeros + ones;
        let all = known + self.unknown;
        let unknown_ones = (self.unknown >> 16) * p as u64;
        let inputs = [
            stretch(p),
            share(ones + unknown_ones, all),
            share(ones, known),
        ];
        let trust = (share(known, all) + 2_048).clamp(0, 4_095) / 256;
        let sets = [
            4 * self.situation + at.min(3),
            8 * trust as usize + self.bit(),
        ];
        let said = [0, 1].map(|i| self.foresight.mixers[i].says(sets[i], &inputs));
        let p = squash((said[0] + said[1]) / 2);
        Decided { inputs, sets, p }
    }

    /// 20.8: the word that has ended, if it is of the list.
    fn ended(&self, at: usize) -> Option<Candidate> {
        let done = self.done.filter(|&(_, len)| len == at && at > 0);
        let matched = self.chances.first().map(|chance| chance.word);
        let number = done.map(|(word, _)| word).or(matched)?;
        Some(self.words[number].clone())
    }

    /// 20.8: the move that an unusually spelt word means.
    fn find(&self, word: &[u8]) -> Option<(usize, Move)> {
        if !(2..=8).contains(&word.len()) || !word.iter().any(u8::is_ascii_digit) {
            return None;
        }
        let f = &self.foresight;
        self.positions.iter().flatten().find_map(|&node| {
            let m = unusual(f.speller.language(), word, &f.tree.root(node).position)?;
            Some((node, m))
        })
    }
}

/// The move that a word means in a position, with a needless disambiguation, or a capture mark too
/// many or too few.
fn unusual(language: Language, word: &[u8], position: &Chess) -> Option<Move> {
    let letter = capital(word).unwrap_or_default();
    let standard = match language.role(letter) {
        Some(role) => [&[role.upper_char() as u8], &word[letter.len()..]].concat(),
        None => word.to_vec(),
    };
    let mut parsed = San::from_ascii(&standard).ok()?;
    if let Ok(m) = san::find(position, parsed) {
        return Some(m);
    }
    let San::Normal { capture, .. } = &mut parsed else {
        return None;
    };
    *capture = !*capture;
    san::find(position, parsed).ok()
}

/// `share` of 20.7
fn share(part: u64, whole: u64) -> i64 {
    let p = ((part >> 8) << 16) / ((whole >> 8) + 1);
    stretch((p as i64).clamp(16, 65_520))
}

impl Guide for Guidance<'_> {
    fn begin(&mut self) {
        self.node = 1;
        if self
            .reader
            .as_ref()
            .is_some_and(|reader| reader.word.is_empty())
        {
            self.begin_word();
        }
    }

    fn correct(&mut self, p: i64) -> i64 {
        let at = self.reader.as_ref().map_or(0, |reader| reader.word.len());
        self.decided = (!self.chances.is_empty()).then(|| self.decide(p, at));
        self.decided.as_ref().map_or(p, |decided| decided.p)
    }

    fn learn(&mut self, p: i64, bit: bool) {
        let Some(decided) = self.decided.take() else {
            return;
        };
        for (mixer, set) in self.foresight.mixers.iter_mut().zip(decided.sets) {
            mixer.learn(set, &decided.inputs, bit, decided.p);
        }
        let shift = 7 - self.bit();
        self.chances
            .retain(|chance| (chance.byte >> shift & 1 == 1) == bit);
        let p = if bit { p } else { 65_536 - p };
        self.unknown = ((self.unknown >> 16) * p as u64).max(1);
        self.node = self.node << 1 | usize::from(bit);
    }

    fn end(&mut self, byte: u8) {
        let Some(mut reader) = self.reader.take() else {
            return;
        };
        let is_letter = byte.is_ascii_alphanumeric() || !byte.is_ascii();
        if is_letter || (byte != b'.' && !self.chances.is_empty()) {
            reader.word.push(byte);
            self.go_on(reader.word.len());
        } else {
            let word = self.ended(reader.word.len());
            let sort = word.as_ref().map_or(0, |word| word.sort);
            self.foresight.count(self.situation, sort);
            let step = match &word {
                Some(word) => word.step,
                None => self.find(&reader.word),
            };
            if let (Some(word), Some((_, m))) = (&word, step) {
                self.foresight.manner.learn(word, m);
            }
            reader.pass(byte, step, &mut self.foresight.tree);
            self.chances.clear();
        }
        self.reader = Some(reader);
    }
}
