//! Positions that a comment may speak about: those of the game, and those that the moves in its comments lead to.

use super::lines::Root;
use crate::{
    chess::{
        self, Color, Move, Position, Rules,
        language::Language,
        san::{Check, spell_and_play},
    },
    codec::model::moves::predictor::MovePredictor,
    pgn::game::Item,
};

/// Most positions that are kept of a game.
const MOST_NODES: usize = 4096;
/// Most half-moves of a game that comments are expected to go back to.
const MOST_PLIES: usize = 600;

/// A move as it may be spelt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) m: Move,
    text: [u8; 8],
    len: u8,
    /// The mark that may follow it.
    pub(super) check: Option<u8>,
    /// How likely the move is, in 1/2^32.
    pub(super) share: u64,
}

impl Word {
    /// The move without its check mark.
    pub(super) fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
    }
}

/// A position.
#[derive(Clone, Debug)]
struct Node {
    root: Root,
    /// The one before it.
    parent: Option<usize>,
    /// One further back, so that a way back takes few steps however long it is (Myers 1983).
    skip: Option<usize>,
    /// What the game went on with.
    played: Option<Move>,
    /// The same with the other player to move, as soon as somebody asks.
    passed: Option<Option<usize>>,
    /// The moves from there, as soon as somebody asks.
    words: Option<Box<[Word]>>,
}

/// The positions of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// How many of them, from the first, are of the main line.
    main: usize,
}

impl Tree {
    /// Another game begins.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.main = 0;
    }

    /// The position of the main line `main` after `played` moves from `start`, if all steps up to there are moves.
    pub(super) fn main(
        &mut self,
        played: usize,
        main: &[Item],
        start: impl FnOnce() -> Root,
    ) -> Option<usize> {
        if self.nodes.is_empty() {
            self.grow_main(start(), main);
        }
        (played < self.main).then_some(played)
    }

    fn grow_main(&mut self, start: Root, main: &[Item]) {
        let mut here = start;
        for step in 0..=MOST_PLIES {
            let played = match main.get(step) {
                Some(Item::Move(m)) => Some(*m),
                _ => None,
            };
            let parent = step.checked_sub(1);
            self.nodes.push(Node {
                root: here.clone(),
                parent,
                skip: self.skip_from(parent),
                played,
                passed: None,
                words: None,
            });
            let Some(m) = played else { break };
            here.play(m);
        }
        self.main = self.nodes.len();
    }

    /// A position that is none of the main line's.
    pub(super) fn add(&mut self, root: Root, parent: Option<usize>) -> Option<usize> {
        if self.nodes.len() >= MOST_NODES {
            return None;
        }
        let skip = self.skip_from(parent);
        self.nodes.push(Node {
            root,
            parent,
            skip,
            played: None,
            passed: None,
            words: None,
        });
        Some(self.nodes.len() - 1)
    }

    /// Where a position skips back to that has this parent: behind the next skip of its parent's where both are of one
    /// length, else to the parent.
    fn skip_from(&self, parent: Option<usize>) -> Option<usize> {
        let next = |node: usize| self.nodes[node].skip;
        let way = || {
            let from = parent?;
            let (first, second) = (next(from)?, next(next(from)?)?);
            let [a, b, c] = [from, first, second].map(|node| self.ply(node));
            (a.abs_diff(b) == b.abs_diff(c)).then_some(second)
        };
        way().or(parent)
    }

    /// The position after a legal move; `None` where there are too many.
    pub(super) fn play(&mut self, node: usize, m: Move) -> Option<usize> {
        if node + 1 < self.main && self.nodes[node].played == Some(m) {
            return Some(node + 1);
        }
        let mut root = self.nodes[node].root.clone();
        root.play(m);
        self.add(root, Some(node))
    }

    /// The position after a null move, which shows what a player threatens.
    pub(super) fn pass(&mut self, node: usize) -> Option<usize> {
        if let Some(passed) = self.nodes[node].passed {
            return passed;
        }
        let passed = self
            .passed(node)
            .and_then(|root| self.add(root, Some(node)));
        self.nodes[node].passed = Some(passed);
        passed
    }

    fn passed(&self, node: usize) -> Option<Root> {
        let root = &self.nodes[node].root;
        let mut context = root.context.clone();
        context.pass();
        Some(Root {
            position: chess::pass(&root.position)?,
            ply: root.ply + 1,
            context,
            last: None,
        })
    }

    /// How the pieces stand there.
    pub(super) fn position(&self, node: usize) -> &Position {
        &self.nodes[node].root.position
    }

    /// The one before it.
    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent
    }

    /// Who moves there.
    pub(super) fn turn(&self, node: usize) -> Color {
        self.nodes[node].root.position.turn()
    }

    /// Half-moves up to there, as [`Root::ply`] counts them.
    pub(super) fn ply(&self, node: usize) -> u32 {
        self.nodes[node].root.ply
    }

    /// What the game went on with there.
    pub(super) fn played(&self, node: usize) -> Option<Move> {
        self.nodes[node].played
    }

    /// The position at `ply` on the way to `node`, or that itself.
    pub(super) fn back_to(&self, node: usize, ply: u32) -> Option<usize> {
        let mut here = Some(node);
        while let Some(node) = here
            && self.ply(node) > ply
        {
            let far = self.nodes[node].skip.filter(|&far| self.ply(far) >= ply);
            here = far.or(self.parent(node));
        }
        here.filter(|&node| self.ply(node) == ply)
    }

    /// The position of the main line at `ply`.
    pub(super) fn main_at(&self, ply: u32) -> Option<usize> {
        let first = self.nodes.first()?.root.ply;
        let index = ply.checked_sub(first)? as usize;
        (index < self.main).then_some(index)
    }

    /// The moves from a position.
    pub(super) fn words(
        &mut self,
        node: usize,
        predictor: &mut MovePredictor,
        language: Language,
    ) -> &[Word] {
        let node = &mut self.nodes[node];
        node.words
            .get_or_insert_with(|| spell_all(&node.root, predictor, language))
    }
}

/// The legal moves, spelt.
fn spell_all(root: &Root, predictor: &mut MovePredictor, language: Language) -> Box<[Word]> {
    let moves = predictor.distribution(&root.position, &root.context);
    let words = moves.into_iter().map(|(m, share)| {
        let spelling = spell_and_play(&mut root.position.clone(), m);
        let mut text = [0; 8];
        let len = spelling.text().len().min(text.len());
        text[..len].copy_from_slice(&spelling.text()[..len]);
        language.translate(&mut text, m);
        Word {
            m,
            text,
            len: len as u8,
            check: match spelling.check {
                Check::No => None,
                Check::Check => Some(b'+'),
                Check::Mate => Some(b'#'),
            },
            share,
        }
    });
    words.collect()
}
