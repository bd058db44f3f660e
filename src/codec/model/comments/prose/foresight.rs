//! Expects the moves that a comment speaks of, and corrects the text model where a word may be a
//! move.
//!
//! Before each word there is a list of what it may be ([`listing`](super::listing)): moves, with
//! the probabilities of the model of moves, move numbers, and the players' names. How much all of
//! them weigh against any other word is learnt for each situation ([`reader`](super::reader)). As
//! the bits of the word become known, the words that they contradict drop out, and the weight of
//! *other words* shrinks by the probabilities that the text model gave to these bits. So a word
//! that is no move costs little more than without a guide, any spelling can be coded, and a few
//! letters that agree are enough to be sure of the rest.

use super::{
    language,
    listing::{Candidate, Group, Listing, Manner, SORTS, WordSort},
    reader::{Reader, SITUATIONS},
    tree::{NodeId, Tree},
};
use crate::{
    chess::{Move, language::Language},
    codec::model::moves::{
        forecaster::Forecaster,
        model::{Effort, MoveModel},
    },
    coding::{
        mix::{Mixer, squash, stretch},
        range::ONE,
        text::Guide,
    },
    pgn::{charset::is_of_word, tags::Tags},
};

/// The mixers' inputs: the text model's prediction, that of the list together with other words, and
/// that of the list alone.
const INPUTS: usize = 3;
/// Places in a word (the last stands for all behind it), which, with the situation, choose the
/// first mixer's weights.
const STAGES: usize = 4;
/// Degrees of trust in the list, which, with the number of the bit in its byte, choose the second
/// mixer's weights.
const TRUSTS: usize = 16;
/// How fast weights learn, and by how much faster at first: a mixer's rate and haste (FORMAT.md
/// 11.4).
const RATE: i32 = 4;
const HASTE: i32 = 12;
/// The weights at first, in 1/65,536.
const FIRST_WEIGHTS: [i32; INPUTS] = [0, 1 << 16, 0];
/// What a word adds to the count of its sort. More than one, so that counts can also stand for
/// fractions of a word, as the initial ones do.
const STEP: u32 = 32;
/// The sum of a situation's counts: when a block begins, as if it had seen 20 words, and at most,
/// 256 words.
const WORTH: u32 = 20 * STEP;
const MOST_COUNTED: u32 = 256 * STEP;

/// The shares of each sort of word in English comments, by [situation](super::reader::Reader), in
/// some 1/1,000: four rows for what stands before it, without a blank between and with one, White and
/// then Black to move in each.
const STARTS: [[u32; SORTS]; SITUATIONS] = [
    // Before::Word
    [992, 1, 3, 1, 3, 1, 1, 1, 1, 1],
    [997, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [975, 1, 5, 1, 5, 7, 8, 1, 1, 5],
    [974, 1, 4, 1, 6, 11, 4, 1, 1, 5],
    // Before::Move
    [997, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [994, 1, 3, 1, 1, 1, 1, 1, 1, 1],
    [410, 1, 3, 1, 2, 584, 2, 1, 1, 5],
    [406, 1, 587, 1, 2, 1, 3, 1, 1, 5],
    // Before::Pause
    [976, 1, 13, 1, 10, 1, 1, 1, 1, 1],
    [966, 1, 20, 1, 12, 1, 1, 1, 1, 1],
    [908, 1, 19, 2, 26, 15, 29, 1, 1, 5],
    [917, 1, 16, 3, 22, 31, 9, 1, 1, 5],
    // Before::Open
    [894, 1, 3, 1, 1, 10, 90, 1, 1, 1],
    [871, 1, 3, 6, 11, 102, 6, 1, 1, 1],
    [884, 15, 15, 15, 15, 15, 15, 15, 15, 5],
    [891, 14, 14, 14, 14, 14, 14, 14, 14, 5],
    // Before::Close
    [994, 1, 1, 1, 1, 2, 1, 1, 1, 1],
    [994, 1, 2, 1, 1, 1, 1, 1, 1, 1],
    [692, 1, 6, 1, 1, 283, 14, 1, 1, 5],
    [767, 1, 48, 1, 1, 172, 9, 1, 1, 5],
    // Before::Number
    [301, 4, 458, 1, 3, 1, 1, 233, 1, 1],
    [317, 13, 377, 2, 5, 1, 1, 283, 2, 1],
    [244, 12, 677, 5, 6, 1, 1, 33, 23, 5],
    [371, 51, 480, 5, 18, 1, 1, 52, 23, 5],
    // Before::Dot
    [997, 1, 2, 1, 1, 1, 1, 1, 1, 1],
    [993, 1, 5, 1, 1, 1, 1, 1, 1, 1],
    [958, 4, 15, 4, 4, 4, 4, 4, 4, 5],
    [958, 5, 5, 5, 5, 5, 5, 5, 5, 5],
    // Before::Dots
    [447, 19, 516, 2, 15, 1, 1, 1, 1, 1],
    [623, 17, 353, 2, 5, 1, 1, 1, 1, 1],
    [565, 12, 401, 2, 18, 1, 1, 1, 1, 5],
    [591, 9, 382, 1, 15, 1, 1, 1, 1, 5],
    // Before::Start
    [986, 2, 3, 2, 3, 2, 2, 2, 2, 1],
    [986, 1, 3, 1, 3, 1, 1, 1, 1, 1],
    [918, 1, 1, 1, 3, 1, 77, 1, 1, 5],
    [933, 1, 1, 1, 5, 59, 2, 1, 1, 5],
    // Before::Stop
    [990, 1, 4, 1, 4, 1, 1, 1, 1, 1],
    [991, 1, 4, 1, 4, 1, 1, 1, 1, 1],
    [937, 1, 1, 1, 3, 11, 47, 1, 1, 5],
    [940, 1, 3, 1, 5, 48, 4, 1, 1, 5],
];

/// What the next byte may be: that of a word of the list.
#[derive(Clone, Copy, Debug)]
struct Chance {
    byte: u8,
    /// Its weight beside the others and `unknown`.
    weight: u64,
    /// Its place in the list: before the first byte of a word the number of a group, later that of
    /// a word.
    index: u16,
}

/// A word of the list that has come in full.
#[derive(Clone, Copy, Debug)]
struct Done {
    /// Its place in the list.
    index: u16,
    /// Its length in bytes.
    len: usize,
}

/// What is learnt of how the comments of a block speak of moves, and what may come in the current
/// word.
pub(crate) struct Foresight<'m> {
    language: Language,
    forecaster: Forecaster<'m>,
    pub(crate) tree: Tree,
    manner: Manner,
    /// How often a word was of each sort, by situation.
    counts: [[u32; SORTS]; SITUATIONS],
    mixers: [Mixer; 2],
    listing: Listing,
    /// The probability of each sort for this word, in 1/2^12.
    odds: [u64; SORTS],
    /// What the next byte may be, as far as the list knows.
    live: Vec<Chance>,
    /// The weight of all words that are not in the list.
    unknown: u64,
    /// What the word is if it ends here.
    done: Option<Done>,
    inputs: [i32; INPUTS],
    sets: [usize; 2],
    blended: u32,
}

impl<'m> Foresight<'m> {
    /// Has learnt nothing yet; moves are spelt in `language`.
    pub(crate) fn new(language: Language, moves: &'m MoveModel, effort: Effort) -> Foresight<'m> {
        let counts = STARTS.map(|starts| starts.map(|start| 1 + start * WORTH / 1000));
        let mixer = |sets| Mixer::starting(&FIRST_WEIGHTS, sets, RATE).hasty(HASTE);
        Foresight {
            language,
            forecaster: Forecaster::new(moves, effort),
            tree: Tree::default(),
            manner: Manner {
                marked: 192,
                zeros: 64,
            },
            counts,
            mixers: [mixer(SITUATIONS * STAGES), mixer(TRUSTS * 8)],
            listing: Listing::default(),
            odds: [0; SORTS],
            live: Vec::new(),
            unknown: 0,
            done: None,
            inputs: [0; INPUTS],
            sets: [0; 2],
            blended: 0,
        }
    }
}

/// Corrects the text model along one comment.
pub(crate) struct Guidance<'f, 'm> {
    foresight: &'f mut Foresight<'m>,
    /// `None` where no position is known.
    reader: Option<Reader>,
    situation: usize,
    /// Bits of the byte so far, with a one before them.
    node: u32,
}

impl<'f, 'm> Guidance<'f, 'm> {
    /// For a comment on the position `head` of the tree; it corrects nothing if that is `None`.
    pub(crate) fn new(foresight: &'f mut Foresight<'m>, head: Option<NodeId>) -> Guidance<'f, 'm> {
        foresight.live.clear();
        foresight.done = None;
        Guidance {
            foresight,
            reader: head.map(Reader::new),
            situation: 0,
            node: 1,
        }
    }
}

impl Foresight<'_> {
    /// Begins another game.
    pub(crate) fn begin_game(&mut self, tags: &Tags) {
        self.tree.clear();
        self.listing.begin_game(tags);
    }

    /// Lists what the word that begins where `reader` is may be. Returns the situation.
    fn begin_word(&mut self, reader: &Reader) -> usize {
        let situation = reader.situation(&self.tree);
        let scope = reader.scope(&mut self.tree);
        let Foresight {
            tree, forecaster, ..
        } = self;
        self.listing
            .make(scope, self.manner, self.language, tree, forecaster);
        self.weigh(situation);
        self.done = None;
        situation
    }

    /// Works out the weights of the first bytes of words.
    fn weigh(&mut self, situation: usize) {
        let counts = &self.counts[situation];
        let mut present = self.listing.present;
        present[WordSort::Other as usize] = true;
        let there = counts.iter().zip(present);
        let total: u64 = there
            .map(|(&count, there)| if there { count.into() } else { 0 })
            .sum();
        self.odds = counts.map(|count| (u64::from(count) << 12) / total.max(1));
        self.unknown = self.odds[WordSort::Other as usize].max(1) << 32;
        let odds = &self.odds;
        let weight = |group: &Group| -> u64 {
            let shares = group.shares.iter().zip(odds);
            shares.map(|(&share, &odds)| share * odds).sum()
        };
        let groups = self.listing.groups.iter().enumerate();
        self.live.clear();
        self.live.extend(groups.map(|(index, group)| Chance {
            byte: group.first,
            weight: weight(group).max(1),
            index: index as u16,
        }));
    }

    /// Goes on behind the first `at` bytes of a word; `live` holds those that agree with the last
    /// of them.
    fn go_on(&mut self, at: usize) {
        if at == 1 {
            self.open_group();
        }
        let mut first = true; // words of likelier positions come first
        let (words, unknown, done) = (&self.listing.words, &mut self.unknown, &mut self.done);
        self.live.retain_mut(|chance| {
            let Some(byte) = words[usize::from(chance.index)].byte(at) else {
                *unknown += chance.weight;
                if std::mem::take(&mut first) {
                    *done = Some(Done {
                        index: chance.index,
                        len: at,
                    });
                }
                return false;
            };
            chance.byte = byte;
            true
        });
    }

    /// Replaces the group that has agreed by its words.
    fn open_group(&mut self) {
        let Some(chance) = self.live.pop() else {
            return;
        };
        let range = self.listing.groups[usize::from(chance.index)].range.clone();
        let (words, odds) = (&self.listing.words, &self.odds);
        self.live.extend(range.map(|index| Chance {
            byte: 0,
            weight: (words[index].share * odds[words[index].sort as usize]).max(1),
            index: index as u16,
        }));
    }

    /// The weights of what goes on with a zero bit and with a one bit.
    fn weigh_bits(&self, node: u32) -> [u64; 2] {
        let mut sums = [0; 2];
        let shift = 7 - node.ilog2();
        for chance in &self.live {
            sums[usize::from(chance.byte >> shift & 1)] += chance.weight;
        }
        sums
    }

    fn correct(&mut self, p: u32, at: usize, node: u32, situation: usize) -> u32 {
        let [zeros, ones] = self.weigh_bits(node);
        let known = zeros + ones;
        let all = known + self.unknown;
        let unknown_ones = (self.unknown >> 16) * u64::from(p);
        self.inputs = [
            stretch(p),
            stretched_share(ones + unknown_ones, all),
            stretched_share(ones, known),
        ];
        let trust = (stretched_share(known, all) + 2048).clamp(0, 4095) as usize * TRUSTS / 4096;
        self.sets = [
            situation * STAGES + at.min(STAGES - 1),
            trust * 8 + node.ilog2() as usize,
        ];
        let [a, b] = [0, 1].map(|view| self.mixers[view].blend(&self.inputs, self.sets[view]));
        self.blended = squash((a + b) / 2);
        self.blended
    }

    /// Learns a bit; the text model had given `p` for a one.
    fn learn(&mut self, p: u32, bit: bool, node: u32) {
        for (mixer, set) in self.mixers.iter_mut().zip(self.sets) {
            mixer.update(&self.inputs, set, bit, self.blended);
        }
        let shift = 7 - node.ilog2();
        self.live
            .retain(|chance| (chance.byte >> shift & 1 == 1) == bit);
        let p = if bit { p } else { ONE - p };
        self.unknown = ((self.unknown >> 16) * u64::from(p)).max(1);
    }

    /// The word of the list that has ended after `at` bytes, or the one that goes on with the point
    /// that has ended it (`matched`).
    fn ended(&self, at: usize, matched: Option<Chance>) -> Option<Candidate> {
        let done = self.done.filter(|done| done.len == at && at > 0);
        let index = match (done, matched) {
            (Some(done), _) => usize::from(done.index),
            (None, Some(chance)) if at > 0 => usize::from(chance.index),
            (None, Some(chance)) => self.listing.groups[usize::from(chance.index)].range.start,
            (None, None) => return None,
        };
        Some(self.listing.words[index])
    }

    /// The move that an unusually spelt word means, which is not in the list, and the position that
    /// it is played in.
    fn find(&self, reader: &Reader) -> Option<(NodeId, Move)> {
        let word = reader.word();
        if word.len() < 2 || !word.iter().any(u8::is_ascii_digit) {
            return None;
        }
        let mut nodes = self.listing.positions().into_iter().flatten();
        nodes.find_map(|node| {
            let m = language::find(self.language, word, self.tree.position(node))?;
            Some((node, m))
        })
    }

    /// Learns the sort of a word.
    fn note(&mut self, situation: usize, sort: WordSort) {
        let counts = &mut self.counts[situation];
        counts[sort as usize] += STEP;
        if counts.iter().sum::<u32>() > MOST_COUNTED {
            for count in counts {
                *count = *count / 2 + 1;
            }
        }
    }
}

/// `part` / `whole` (below 2^55) as a stretched probability.
fn stretched_share(part: u64, whole: u64) -> i32 {
    let p = ((part >> 8) << 16) / ((whole >> 8) + 1);
    stretch((p as u32).clamp(16, 65_520))
}

impl Guide for Guidance<'_, '_> {
    fn begin(&mut self) {
        self.node = 1;
        if let Some(reader) = self.reader.as_ref().filter(|reader| reader.at == 0) {
            self.situation = self.foresight.begin_word(reader);
        }
    }

    #[inline]
    fn correct(&mut self, p: u32) -> u32 {
        match &self.reader {
            Some(reader) if !self.foresight.live.is_empty() => {
                self.foresight
                    .correct(p, reader.at, self.node, self.situation)
            }
            _ => p,
        }
    }

    #[inline]
    fn learn(&mut self, p: u32, bit: bool) {
        if !self.foresight.live.is_empty() {
            self.foresight.learn(p, bit, self.node);
            self.node = self.node << 1 | u32::from(bit);
        }
    }

    fn end(&mut self, byte: u8) {
        let Some(reader) = &mut self.reader else {
            return;
        };
        let f = &mut *self.foresight;
        let matched = f.live.first().copied();
        if is_of_word(byte) || (byte != b'.' && matched.is_some()) {
            reader.take(byte);
            f.go_on(reader.at);
            return;
        }
        let word = f.ended(reader.at, matched);
        let sort = word.map_or(WordSort::Other, |word| word.sort);
        f.note(self.situation, sort);
        let step = match word {
            Some(word) => word.step,
            None => f.find(reader),
        };
        if let (Some(word), Some((_, m))) = (word, step) {
            f.manner.note(word.text(), m, word.check);
        }
        reader.pass(byte, step, &mut f.tree);
        f.live.clear();
    }
}
