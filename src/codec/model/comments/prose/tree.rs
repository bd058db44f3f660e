//! The positions of a game that its comments may speak about: those of the main line, and those
//! that moves in comments lead to. Positions are nodes, named by their numbers ([`NodeId`]).

use crate::{
    chess::{
        self, Color, Move, Position, Rules,
        language::Language,
        san::{Check, spell_and_play},
    },
    codec::model::{comments::branch::Root, moves::forecaster::Forecaster},
    pgn::game::Item,
};

/// Most positions that are kept of a game.
const MOST_NODES: usize = 4096;
/// The longest spelling of a move in prose, in bytes.
pub(super) const LONGEST_MOVE: usize = 8;
/// Most half-moves of the main line that get nodes.
const MOST_PLIES: usize = 600;

/// A legal move and how it is spelt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(super) m: Move,
    text: [u8; LONGEST_MOVE],
    len: u8,
    /// The check mark that may follow it.
    pub(super) check: Option<u8>,
    /// The probability of the move, in 1/2^32.
    pub(super) share: u64,
}

impl Word {
    /// The move without its check mark.
    pub(super) fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
    }
}

/// The number of a position among those of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(usize);

/// A position.
#[derive(Clone, Debug)]
struct Node {
    root: Root,
    /// The node before it.
    parent: Option<NodeId>,
    /// A node further back, so that going back takes few steps however far it is (jump pointers,
    /// Myers 1983).
    skip: Option<NodeId>,
    /// The move that the game went on with.
    played: Option<Move>,
    /// The node of the same position with the other player to move, once asked for.
    passed: Option<Option<NodeId>>,
    /// The legal moves, once asked for.
    words: Option<Box<[Word]>>,
}

/// The positions of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// How many of the first ones are the main line.
    main: usize,
}

impl Tree {
    /// Begins another game.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.main = 0;
    }

    /// The node of the main line `main` after `played` moves from `start`; `None` if a step before
    /// is no move, or it is too far.
    pub(crate) fn main(
        &mut self,
        played: usize,
        main: &[Item],
        start: impl FnOnce() -> Root,
    ) -> Option<NodeId> {
        if self.nodes.is_empty() {
            self.grow_main(start(), main);
        }
        (played < self.main).then_some(NodeId(played))
    }

    fn grow_main(&mut self, start: Root, main: &[Item]) {
        let mut here = start;
        for step in 0..=MOST_PLIES {
            let played = main.get(step).and_then(Item::as_move);
            let parent = step.checked_sub(1).map(NodeId);
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

    /// Adds a position beside the nodes of the main line; `None` if there are too many.
    pub(crate) fn add(&mut self, root: Root, parent: Option<NodeId>) -> Option<NodeId> {
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
        Some(NodeId(self.nodes.len() - 1))
    }

    /// The jump pointer of a node with this parent: where the parent's jump and the one behind that
    /// are of the same length, the end of the second, else the parent.
    fn skip_from(&self, parent: Option<NodeId>) -> Option<NodeId> {
        let next = |node: NodeId| self.node(node).skip;
        let way = || {
            let from = parent?;
            let (first, second) = (next(from)?, next(next(from)?)?);
            let [a, b, c] = [from, first, second].map(|node| self.ply(node));
            (a.abs_diff(b) == b.abs_diff(c)).then_some(second)
        };
        way().or(parent)
    }

    /// The position after a legal move; `None` where there are too many.
    pub(crate) fn play(&mut self, node: NodeId, m: Move) -> Option<NodeId> {
        let next = node.0 + 1;
        if next < self.main && self.node(node).played == Some(m) {
            return Some(NodeId(next));
        }
        let mut root = self.node(node).root.clone();
        root.play(m);
        self.add(root, Some(node))
    }

    /// The position after a null move, for threats; `None` if it is illegal or there are too many.
    pub(super) fn pass(&mut self, node: NodeId) -> Option<NodeId> {
        if let Some(passed) = self.node(node).passed {
            return passed;
        }
        let passed = self
            .passed(node)
            .and_then(|root| self.add(root, Some(node)));
        self.nodes[node.0].passed = Some(passed);
        passed
    }

    fn passed(&self, node: NodeId) -> Option<Root> {
        let root = &self.node(node).root;
        let mut context = root.context.clone();
        context.pass();
        Some(Root {
            position: chess::pass(&root.position)?,
            ply: root.ply + 1,
            context,
            last: None,
        })
    }

    /// The node of this number.
    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0]
    }

    /// The position of a node.
    pub(crate) fn position(&self, node: NodeId) -> &Position {
        &self.node(node).root.position
    }

    /// The one before it.
    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// Whose turn it is.
    pub(super) fn turn(&self, node: NodeId) -> Color {
        self.node(node).root.position.turn()
    }

    /// Half-moves up to there, as [`Root::ply`] counts them.
    pub(crate) fn ply(&self, node: NodeId) -> u32 {
        self.node(node).root.ply
    }

    /// The move that the game went on with.
    pub(super) fn played(&self, node: NodeId) -> Option<Move> {
        self.node(node).played
    }

    /// The node at `ply` on the way to `node`, which may be `node` itself.
    pub(super) fn back_to(&self, node: NodeId, ply: u32) -> Option<NodeId> {
        let mut here = Some(node);
        while let Some(node) = here
            && self.ply(node) > ply
        {
            let far = self.node(node).skip.filter(|&far| self.ply(far) >= ply);
            here = far.or(self.parent(node));
        }
        here.filter(|&node| self.ply(node) == ply)
    }

    /// The node of the main line at `ply`.
    pub(super) fn main_at(&self, ply: u32) -> Option<NodeId> {
        let first = self.nodes.first()?.root.ply;
        let index = ply.checked_sub(first)? as usize;
        (index < self.main).then_some(NodeId(index))
    }

    /// The legal moves of a position, spelt in `language`.
    pub(crate) fn words(
        &mut self,
        node: NodeId,
        forecaster: &mut Forecaster,
        language: Language,
    ) -> &[Word] {
        let node = &mut self.nodes[node.0];
        node.words
            .get_or_insert_with(|| spell_all(&node.root, forecaster, language))
    }
}

/// Spells the legal moves of a position.
fn spell_all(root: &Root, forecaster: &mut Forecaster, language: Language) -> Box<[Word]> {
    let moves = forecaster.distribution(&root.position, &root.context);
    let mut spelt = Vec::new();
    let words = moves.iter().map(|&(m, share)| {
        let spelling = spell_and_play(&mut root.position.clone(), m);
        spelt.clear();
        language.translate(spelling.text(), m, root.position.turn(), &mut spelt);
        let mut text = [0; LONGEST_MOVE];
        let len = spelt.len().min(text.len());
        text[..len].copy_from_slice(&spelt[..len]);
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
