//! Lists the words that may come in a comment: moves from the positions that it may speak about,
//! move numbers, and the names of the players.

use super::tree::{NodeId, Tree, Word};
use crate::{
    chess::{Color, Move, language::Language},
    codec::model::{comments::syntax::number, moves::forecaster::Forecaster},
    listed::listed,
    pgn::{charset::is_of_word, tags::Tags},
};
use std::ops::Range;

/// Longest word, in bytes.
const LONGEST: usize = 16;
/// Shortest word of a player's name that is listed, in bytes: initials would be in the way.
const SHORTEST_NAME: usize = 3;
/// Most words of the players' names in a game.
const MOST_NAMES: usize = 16;
/// The sum of the shares of a sort.
const WHOLE: u64 = 1 << 32;

listed! {
    /// Sorts of words.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum WordSort {
        /// Any other word.
        Other,
        /// The move that the game went on with in the first position.
        Played,
        /// Another move in the first position.
        Move,
        /// The move that the game went on with in the second position.
        PlayedThere,
        /// Another move there.
        MoveThere,
        /// The number of the next move in the first position.
        Number,
        /// The number before that (White to move) or after it (Black to move).
        NumberThere,
        /// The points of a number before a move of Black's.
        Dots,
        /// A move in a third position.
        Elsewhere,
        /// A word of a player's name.
        Name,
    }
}

/// How many sorts there are.
pub(super) const SORTS: usize = WordSort::ALL.len();
/// How many positions moves are listed for.
pub(super) const PLACES: usize = 3;

/// A word that may come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    text: [u8; LONGEST],
    len: u8,
    pub(crate) sort: WordSort,
    /// The node and the move played there, if the word is a move.
    pub(super) step: Option<(NodeId, Move)>,
    /// Whether the move gives check.
    pub(super) check: bool,
    /// Its probability among those of its sort, in 1/2^32.
    pub(super) share: u64,
}

impl Candidate {
    fn new(
        parts: [&[u8]; 2],
        sort: WordSort,
        share: u64,
        step: Option<(NodeId, Move)>,
    ) -> Candidate {
        let mut text = [0; LONGEST];
        let mut len = 0;
        for &byte in parts.into_iter().flatten().take(LONGEST) {
            text[len] = byte;
            len += 1;
        }
        Candidate {
            text,
            len: len as u8,
            sort,
            step,
            check: false,
            share,
        }
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
    }

    /// Its byte at the place `at`; `None` behind its end.
    #[inline]
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        (at < usize::from(self.len)).then(|| self.text[at])
    }
}

/// How an annotator writes moves: probabilities in 1/256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    /// That a check is marked.
    pub(super) marked: u64,
    /// That castling is written with zeros.
    pub(super) zeros: u64,
}

impl Manner {
    /// Lists a move from `node` in all its spellings.
    fn spell(&self, word: &Word, node: NodeId, sort: WordSort, out: &mut Vec<Candidate>) {
        let step = Some((node, word.m));
        let text = word.text();
        if word.m.is_castle() {
            let share = word.share >> 8;
            let zeros = &b"0-0-0"[..text.len().min(5)];
            let plain = Candidate::new([text, b""], sort, share * (256 - self.zeros), step);
            let zeros = Candidate::new([zeros, b""], sort, share * self.zeros, step);
            self.mark(plain, word.check, out);
            self.mark(zeros, word.check, out);
        } else {
            self.mark(
                Candidate::new([text, b""], sort, word.share, step),
                word.check,
                out,
            );
        }
    }

    /// Lists a move, and if it gives check, with and without its check mark.
    fn mark(&self, word: Candidate, mark: Option<u8>, out: &mut Vec<Candidate>) {
        let Some(mark) = mark else {
            out.push(word);
            return;
        };
        let share = (word.share >> 8) * self.marked;
        let marked = Candidate::new([word.text(), &[mark]], word.sort, share, word.step);
        out.push(Candidate {
            check: true,
            ..marked
        });
        out.push(Candidate {
            check: true,
            share: word.share - share,
            ..word
        });
    }

    /// Learns from how a move is written.
    pub(crate) fn note(&mut self, word: &[u8], m: Move, check: bool) {
        let towards = |odds: &mut u64, yes: bool| {
            *odds = (*odds * 7 + if yes { 255 } else { 0 }) / 8;
        };
        if m.is_castle() {
            towards(&mut self.zeros, word[0] == b'0');
        }
        if check {
            towards(&mut self.marked, matches!(word.last(), Some(b'+' | b'#')));
        }
    }
}

/// What decides which words are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scope {
    /// The positions in which the next move may be played, the likeliest first.
    pub(super) positions: [Option<NodeId>; PLACES],
    /// Whether numbers may come.
    pub(crate) numbers: bool,
    /// Whether points may come, as after `12.`.
    pub(super) points: bool,
}

/// The words that begin with the same byte.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(crate) first: u8,
    /// Their places in the list.
    pub(super) range: Range<usize>,
    /// The sum of their shares, by sort.
    pub(super) shares: [u64; SORTS],
}

/// The list of words, sorted by their first bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    made_for: Option<(Scope, Manner)>,
    /// The words of the players' names.
    names: Vec<Candidate>,
    pub(crate) words: Vec<Candidate>,
    pub(super) groups: Vec<Group>,
    /// Which sorts there are in the list.
    pub(super) present: [bool; SORTS],
}

impl Listing {
    /// Begins another game, in which the same nodes are other positions.
    pub(super) fn begin_game(&mut self, tags: &Tags) {
        self.made_for = None;
        self.names = players_names(tags);
    }

    /// Lists the words that may come, unless the list is up to date.
    pub(super) fn make(
        &mut self,
        scope: Scope,
        manner: Manner,
        language: Language,
        tree: &mut Tree,
        forecaster: &mut Forecaster,
    ) {
        if self.made_for == Some((scope, manner)) {
            return;
        }
        self.made_for = Some((scope, manner));
        self.words.clear();
        if scope.numbers {
            self.list_numbers(scope, tree);
            self.words.extend_from_slice(&self.names);
        }
        for (node, sorts) in scope.positions.into_iter().zip(MOVE_SORTS) {
            let Some(node) = node else { continue };
            let played = tree.played(node);
            for word in tree.words(node, forecaster, language) {
                let sort = sorts[usize::from(played != Some(word.m))];
                manner.spell(word, node, sort, &mut self.words);
            }
        }
        if scope.points {
            let points = Candidate::new([b"..", b""], WordSort::Dots, WHOLE, None);
            self.words.push(points);
        }
        self.share_out();
        // Stable: words with the same first byte keep their order.
        self.words.sort_by_key(|word| word.text[0]);
        self.group();
    }

    fn list_numbers(&mut self, scope: Scope, tree: &Tree) {
        let [Some(node), ..] = scope.positions else {
            return;
        };
        let [number, other] = numbers(tree, node);
        self.words.push(number_word(number, WordSort::Number));
        self.words.push(number_word(other, WordSort::NumberThere));
    }

    /// The positions that the moves of the list are played in.
    pub(super) fn positions(&self) -> [Option<NodeId>; PLACES] {
        self.made_for
            .map_or([None; PLACES], |(scope, _)| scope.positions)
    }

    /// Scales the shares of each sort so that they add up to [`WHOLE`].
    fn share_out(&mut self) {
        let mut sums = [0; SORTS];
        for word in &self.words {
            sums[word.sort as usize] += word.share;
        }
        self.present = sums.map(|sum| sum > 0);
        for word in &mut self.words {
            let whole = (sums[word.sort as usize] >> 16).max(1);
            word.share = ((word.share << 16) / whole).clamp(1, WHOLE);
        }
    }

    fn group(&mut self) {
        self.groups.clear();
        for (index, word) in self.words.iter().enumerate() {
            let first = word.text[0];
            if self.groups.last().is_none_or(|group| group.first != first) {
                self.groups.push(Group {
                    first,
                    range: index..index,
                    shares: [0; SORTS],
                });
            }
            if let Some(group) = self.groups.last_mut() {
                group.range.end = index + 1;
                group.shares[word.sort as usize] += word.share;
            }
        }
    }
}

/// The different words of the players' names, White's first.
fn players_names(tags: &Tags) -> Vec<Candidate> {
    let mut names: Vec<Candidate> = Vec::new();
    for name in tags.players().into_iter().flatten() {
        for word in name.split(|&byte| !is_of_word(byte)) {
            let fits = (SHORTEST_NAME..=LONGEST).contains(&word.len()) && names.len() < MOST_NAMES;
            if fits && names.iter().all(|name| name.text() != word) {
                names.push(Candidate::new([word, b""], WordSort::Name, WHOLE, None));
            }
        }
    }
    names
}

/// The sort of a move by position: for the game's own move, and for any other.
const MOVE_SORTS: [[WordSort; 2]; PLACES] = [
    [WordSort::Played, WordSort::Move],
    [WordSort::PlayedThere, WordSort::MoveThere],
    [WordSort::Elsewhere, WordSort::Elsewhere],
];

/// The number of the next move in a position, and its closest neighbour: the one before for White,
/// the one after for Black.
fn numbers(tree: &Tree, node: NodeId) -> [u32; 2] {
    let number = tree.ply(node) / 2 + 1;
    match tree.turn(node) {
        Color::White => [number, number - 1],
        Color::Black => [number, number + 1],
    }
}

fn number_word(number: u32, sort: WordSort) -> Candidate {
    let mut text = Vec::with_capacity(8);
    number::write_padded(u64::from(number), 1, &mut text);
    Candidate::new([&text, b"."], sort, WHOLE, None)
}
