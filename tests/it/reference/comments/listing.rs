//! The words that may come in prose: 20.5 of the document.

use super::{
    reader::{Before, Reader},
    spelling::{Speller, Spelt},
    tree::Tree,
};
use pgnpack::pgn::game::Game;
use shakmaty::{Color, Move};

/// How many sorts of words there are.
pub(crate) const SORTS: usize = 10;

/// A word that may come.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub(crate) text: Vec<u8>,
    pub(crate) sort: usize,
    /// The position and the move, if it is one.
    pub(crate) step: Option<(usize, Move)>,
    pub(crate) check: bool,
    pub(crate) share: u64,
}

impl Candidate {
    fn new(text: &[u8], sort: usize, share: u64, step: Option<(usize, Move)>) -> Candidate {
        Candidate {
            text: text.to_vec(),
            sort,
            step,
            check: false,
            share,
        }
    }
}

/// How moves are written.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    pub(crate) marked: u64,
    pub(crate) zeros: u64,
}

impl Manner {
    fn list(&self, spelt: &Spelt, node: usize, sort: usize, out: &mut Vec<Candidate>) {
        let step = Some((node, spelt.m));
        if !spelt.m.is_castle() {
            let word = Candidate::new(&spelt.text, sort, spelt.share, step);
            self.mark(word, spelt.check, out);
            return;
        }
        let share = spelt.share >> 8;
        let zeros = &b"0-0-0"[..spelt.text.len()];
        for (text, part) in [(&spelt.text[..], 256 - self.zeros), (zeros, self.zeros)] {
            let word = Candidate::new(text, sort, share * part, step);
            self.mark(word, spelt.check, out);
        }
    }

    fn mark(&self, word: Candidate, check: Option<u8>, out: &mut Vec<Candidate>) {
        let Some(mark) = check else {
            out.push(word);
            return;
        };
        let share = (word.share >> 8) * self.marked;
        out.push(Candidate {
            text: [&word.text[..], &[mark]].concat(),
            check: true,
            share,
            ..word.clone()
        });
        out.push(Candidate {
            check: true,
            share: word.share - share,
            ..word
        });
    }

    /// Learns how a word is written.
    pub(crate) fn learn(&mut self, word: &Candidate, m: Move) {
        let learn = |part: &mut u64, yes: bool| *part = (7 * *part + if yes { 255 } else { 0 }) / 8;
        if m.is_castle() {
            learn(&mut self.zeros, word.text[0] == b'0');
        }
        if word.check {
            learn(
                &mut self.marked,
                matches!(word.text.last(), Some(b'+' | b'#')),
            );
        }
    }
}

/// The positions that the next move may be played in, by the rows of the table.
pub(crate) fn positions(reader: &Reader, tree: &mut Tree) -> [Option<usize>; 3] {
    let head = reader.head;
    if !reader.before.is_numbering() {
        return [Some(head), tree.parent(head), None];
    }
    match (reader.ply, tree.turn(head)) {
        (None, Color::Black) => [Some(head), None, None],
        (None, Color::White) => {
            let parent = tree.parent(head);
            let of_black = parent.filter(|&parent| tree.turn(parent) == Color::Black);
            [of_black, tree.after_null(head), None]
        }
        (Some(ply), _) => {
            let first = match tree.ply(head) + 1 == ply {
                true => tree.after_null(head),
                false => tree.back(head, ply),
            };
            let second = tree.main_at(ply).filter(|&node| first != Some(node));
            let third = match reader.before {
                Before::Number => tree.back(head, ply + 1).or(tree.main_at(ply + 1)),
                _ => None,
            };
            [first, second, third]
        }
    }
}

/// The words of the players' names.
pub(crate) fn names(game: &Game) -> Vec<Candidate> {
    let mut words: Vec<&[u8]> = Vec::new();
    for tag in ["White", "Black"] {
        let name = game.tag(tag).unwrap_or_default();
        let runs = name.split(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
        for run in runs.filter(|run| run.len() >= 3 && run.len() <= 16) {
            if !words.contains(&run) {
                words.push(run);
            }
        }
    }
    words.truncate(16);
    let name = |word: &[u8]| Candidate::new(word, 9, 1 << 32, None);
    words.into_iter().map(name).collect()
}

/// All words that may come, by their first bytes, and which sorts there are.
pub(crate) fn list(
    before: Before,
    positions: [Option<usize>; 3],
    names: &[Candidate],
    manner: Manner,
    tree: &Tree,
    speller: &mut Speller,
) -> (Vec<Candidate>, [bool; SORTS]) {
    let mut words = Vec::new();
    if let (false, [Some(node), ..]) = (before.is_numbering(), positions) {
        let number = tree.ply(node) / 2 + 1;
        let other = match tree.turn(node) {
            Color::White => number - 1,
            Color::Black => number + 1,
        };
        for (number, sort) in [(number, 5), (other, 6)] {
            let text = format!("{number}.");
            words.push(Candidate::new(text.as_bytes(), sort, 1 << 32, None));
        }
    }
    if !before.is_numbering() {
        words.extend_from_slice(names);
    }
    for (node, sorts) in positions.into_iter().zip([[1, 2], [3, 4], [8, 8]]) {
        let Some(node) = node else { continue };
        let played = tree.main_move(node);
        for spelt in speller.moves_of(node, tree.root(node)) {
            let sort = sorts[usize::from(played != Some(spelt.m))];
            manner.list(spelt, node, sort, &mut words);
        }
    }
    if before == Before::Number {
        words.push(Candidate::new(b"..", 7, 1 << 32, None));
    }
    let mut sums = [0; SORTS];
    for word in &words {
        sums[word.sort] += word.share;
    }
    for word in &mut words {
        let whole = (sums[word.sort] >> 16).max(1);
        word.share = ((word.share << 16) / whole).clamp(1, 1 << 32);
    }
    words.sort_by_key(|word| word.text[0]);
    (words, sums.map(|sum| sum > 0))
}
