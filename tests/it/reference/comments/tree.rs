//! The positions that prose may speak of: 20.3 of the document.

use super::walk::Root;
use crate::reference::moves::ordinary::Moves;
use pgnpack::{
    chess::{self, language::Language, san},
    pgn::game::Item,
};
use shakmaty::{Color, Move, Position};

/// A legal move, spelt.
#[derive(Clone)]
pub(crate) struct Spelt {
    pub(crate) m: Move,
    pub(crate) text: Vec<u8>,
    pub(crate) check: Option<u8>,
    /// In 1/2^32.
    pub(crate) share: u64,
}

struct Node {
    root: Root,
    parent: Option<usize>,
    played: Option<Move>,
    /// The node behind a null move, once it was asked for.
    passed: Option<Option<usize>>,
    spelt: Option<Vec<Spelt>>,
}

/// The positions of a game.
#[derive(Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// How many nodes the main line has.
    main: usize,
}

impl Tree {
    /// Begins with the main line.
    pub(crate) fn grow(&mut self, start: Root, main: &[Item]) {
        if !self.nodes.is_empty() {
            return;
        }
        let mut here = start;
        for step in 0..=600 {
            let played = main.get(step).and_then(Item::as_move);
            self.push(here.clone(), step.checked_sub(1), played);
            let Some(m) = played else { break };
            here.play(m);
        }
        self.main = self.nodes.len();
    }

    fn push(&mut self, root: Root, parent: Option<usize>, played: Option<Move>) {
        self.nodes.push(Node {
            root,
            parent,
            played,
            passed: None,
            spelt: None,
        });
    }

    /// The node of the main line behind so many steps.
    pub(crate) fn of_main(&self, played: usize) -> Option<usize> {
        (played < self.main).then_some(played)
    }

    /// Another position, if there is room.
    pub(crate) fn add(&mut self, root: Root, parent: Option<usize>) -> Option<usize> {
        if self.nodes.len() >= 4_096 {
            return None;
        }
        self.push(root, parent, None);
        Some(self.nodes.len() - 1)
    }

    /// The position behind a move.
    pub(crate) fn play(&mut self, node: usize, m: Move) -> Option<usize> {
        if node + 1 < self.main && self.nodes[node].played == Some(m) {
            return Some(node + 1);
        }
        let mut root = self.nodes[node].root.clone();
        root.play(m);
        self.add(root, Some(node))
    }

    /// The position behind a null move.
    pub(crate) fn pass(&mut self, node: usize) -> Option<usize> {
        if let Some(passed) = self.nodes[node].passed {
            return passed;
        }
        let mut root = self.nodes[node].root.clone();
        let is_possible = chess::pass(&root.position).is_some();
        root.pass();
        let passed = match is_possible {
            true => self.add(root, Some(node)),
            false => None,
        };
        self.nodes[node].passed = Some(passed);
        passed
    }

    /// A position.
    pub(crate) fn root(&self, node: usize) -> &Root {
        &self.nodes[node].root
    }

    /// The one before it.
    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self, node: usize) -> Color {
        self.nodes[node].root.position.turn()
    }

    /// Half-moves up to there.
    pub(crate) fn ply(&self, node: usize) -> u32 {
        self.nodes[node].root.ply
    }

    /// The move that the game went on with.
    pub(crate) fn played(&self, node: usize) -> Option<Move> {
        self.nodes[node].played
    }

    /// The node at a ply on the way to a node.
    pub(crate) fn back_to(&self, node: usize, ply: u32) -> Option<usize> {
        let mut here = Some(node);
        while let Some(node) = here
            && self.ply(node) > ply
        {
            here = self.parent(node);
        }
        here.filter(|&node| self.ply(node) == ply)
    }

    /// The node of the main line at a ply.
    pub(crate) fn main_at(&self, ply: u32) -> Option<usize> {
        let number = ply.checked_sub(self.ply(0))? as usize;
        self.of_main(number)
    }

    /// The legal moves of a position.
    pub(crate) fn spelt(
        &mut self,
        node: usize,
        moves: &mut Moves,
        language: Language,
    ) -> Vec<Spelt> {
        let node = &mut self.nodes[node];
        let root = &node.root;
        let spell = |(m, share)| {
            let mut after = root.position.clone();
            let (mut standard, mut text) = (Vec::new(), Vec::new());
            san::write_and_play(&mut after, m, &mut standard);
            language.translate(&standard, m, root.position.turn(), &mut text);
            text.truncate(8);
            let check = san::check_mark(&after).bytes().next();
            Spelt {
                m,
                text,
                check,
                share,
            }
        };
        let all = || {
            let shares = super::shares::in_order(moves, &root.position, &root.context);
            shares.into_iter().map(spell).collect()
        };
        node.spelt.get_or_insert_with(all).clone()
    }
}
