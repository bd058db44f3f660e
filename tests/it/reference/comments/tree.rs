//! The positions that prose may speak of: 20.3 of the document.

use super::walk::Root;
use pgnpack::{chess, pgn::game::Item};
use shakmaty::{Color, Move, Position};
use std::collections::HashMap;

/// 20.3: how many moves of the main line have nodes.
const MAIN_MOVES: usize = 600;

/// 20.3: how many nodes there are at most.
const MOST: usize = 4_096;

/// 20.3: a position, and the number of its parent.
struct Node {
    root: Root,
    parent: Option<usize>,
}

/// 20.3: the nodes of a game, which have numbers from 0 in the order in which they are made.
#[derive(Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// The moves that the main line begins with, those beyond its nodes, too.
    main: Vec<Move>,
    /// How many nodes the main line has; they are the first ones.
    of_main: usize,
    /// Which nodes null moves lead to, by those that they lead from.
    nulls: HashMap<usize, usize>,
}

impl Tree {
    /// 20.3: the first prose of a game comes; its main line gets nodes.
    pub(crate) fn begin(&mut self, start: &Root, steps: &[Item]) {
        self.main = steps.iter().map_while(Item::as_move).collect();
        self.of_main = 1 + self.main.len().min(MAIN_MOVES);
        self.add(start.clone(), None);
        for node in 1..self.of_main {
            let m = self.main[node - 1];
            self.add_after(node - 1, |root| root.play(m));
        }
    }

    /// Whether a game has no nodes, as before its first prose.
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// 20.3: makes a node where there is room.
    pub(crate) fn add(&mut self, root: Root, parent: Option<usize>) -> Option<usize> {
        let number = self.nodes.len();
        if number == MOST {
            return None;
        }
        self.nodes.push(Node { root, parent });
        Some(number)
    }

    /// Makes a node that another one is the parent of, and a step leads to.
    fn add_after(&mut self, node: usize, step: impl FnOnce(&mut Root)) -> Option<usize> {
        let mut root = self.root(node).clone();
        step(&mut root);
        self.add(root, Some(node))
    }

    /// A node's position.
    pub(crate) fn root(&self, node: usize) -> &Root {
        &self.nodes[node].root
    }

    /// 20.3: *parent*.
    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent
    }

    /// 20.3: *ply*.
    pub(crate) fn ply(&self, node: usize) -> u32 {
        self.root(node).ply
    }

    /// Who is to move at a node.
    pub(crate) fn turn(&self, node: usize) -> Color {
        self.root(node).position.turn()
    }

    /// The node of the main line behind so many steps.
    pub(crate) fn main_after(&self, steps: usize) -> Option<usize> {
        (steps < self.of_main).then_some(steps)
    }

    /// The node of the main line that has this ply.
    pub(crate) fn main_at(&self, ply: u32) -> Option<usize> {
        (0..self.of_main).find(|&node| self.ply(node) == ply)
    }

    /// 20.5: the move that the main line has at a node, if that is one of its nodes.
    pub(crate) fn main_move(&self, node: usize) -> Option<Move> {
        match node < self.of_main {
            true => self.main.get(node).copied(),
            false => None,
        }
    }

    /// 20.3: where *a move* leads.
    pub(crate) fn after_move(&mut self, node: usize, m: Move) -> Option<usize> {
        let next = node + 1;
        if next < self.of_main && self.main_move(node) == Some(m) {
            return Some(next);
        }
        self.add_after(node, |root| root.play(m))
    }

    /// 20.3: where *a null move* leads.
    pub(crate) fn after_null(&mut self, node: usize) -> Option<usize> {
        if let Some(&kept) = self.nulls.get(&node) {
            return Some(kept);
        }
        chess::pass(&self.root(node).position)?;
        let made = self.add_after(node, Root::pass)?;
        self.nulls.insert(node, made);
        Some(made)
    }

    /// 20.3: *back to a ply*.
    pub(crate) fn back(&self, node: usize, ply: u32) -> Option<usize> {
        let mut at = node;
        while self.ply(at) > ply {
            at = self.parent(at)?;
        }
        (self.ply(at) == ply).then_some(at)
    }
}
