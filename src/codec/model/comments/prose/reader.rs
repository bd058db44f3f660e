//! Reads along with a comment byte by byte, and keeps track of the position that it speaks about
//! and of what stands before the next word.
//!
//! A move leads to the next position, from whichever position it can be played in: a comment goes
//! on from its last move, or replaces that. A move number goes back to where that number was due,
//! first on the way to here, then in the game. A closing bracket returns to where it was opened.

use super::{
    listing::{PLACES, Scope},
    tree::{LONGEST_MOVE, NodeId, Tree},
};
use crate::chess::{Color, Move};
use crate::listed::listed;

/// Deepest nesting of brackets in a comment.
const MOST_BRACKETS: usize = 64;

/// How many situations there are (see [`Reader::situation`]).
pub(super) const SITUATIONS: usize = 4 * Before::ALL.len();

listed! {
    /// What stands before a word.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Before {
        /// A word that is no move.
        Word,
        /// A move.
        Move,
        /// A move, and a comma or other punctuation.
        Pause,
        /// An opening bracket.
        Open,
        /// A closing one.
        Close,
        /// The number of a move, and a point.
        Number,
        /// The number of a move, and two points.
        Dot,
        /// Three points, or two without a number: they stand for White's move.
        Dots,
        /// Nothing.
        Start,
        /// A word, and a comma or other punctuation.
        Stop,
    }
}

/// Where a reader is.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    /// The node of the position that the comment speaks about.
    head: NodeId,
    /// The nodes that it spoke about before each open bracket.
    open: Vec<NodeId>,
    before: Before,
    /// Whether a space follows what stands before.
    spaced: bool,
    /// The half-move that the number before the word belongs to.
    ply: Option<u32>,
    /// How many points in a row stand before.
    points: u32,
    /// Bytes of the word so far.
    pub(super) at: usize,
    /// The word so far, as far as it may be a move.
    word: [u8; LONGEST_MOVE],
    /// The word so far, if it is a number.
    number: Option<u32>,
}

impl Reader {
    /// Begins a comment on the position `head`.
    pub(crate) fn new(head: NodeId) -> Reader {
        Reader {
            head,
            open: Vec::new(),
            before: Before::Start,
            spaced: true,
            ply: None,
            points: 0,
            at: 0,
            word: [0; LONGEST_MOVE],
            number: None,
        }
    }

    /// What stands before a word and who moves, as a number below [`SITUATIONS`].
    pub(super) fn situation(&self, tree: &Tree) -> usize {
        let black = tree.turn(self.head) == Color::Black;
        (self.before as usize) << 2 | usize::from(self.spaced) << 1 | usize::from(black)
    }

    /// What decides which words may come.
    pub(super) fn scope(&self, tree: &mut Tree) -> Scope {
        Scope {
            positions: self.positions(tree),
            numbers: !self.is_numbered(),
            points: self.before == Before::Number,
        }
    }

    fn is_numbered(&self) -> bool {
        matches!(self.before, Before::Number | Before::Dot | Before::Dots)
    }

    /// The positions that the next move may be played in, the likeliest first.
    fn positions(&self, tree: &mut Tree) -> [Option<NodeId>; PLACES] {
        let parent = tree.parent(self.head);
        if !self.is_numbered() {
            return [Some(self.head), parent, None];
        }
        let Some(ply) = self.ply else {
            let both = [Some(self.head), parent].into_iter().flatten();
            let mut black = both.filter(|&node| tree.turn(node) == Color::Black);
            let first = black.next();
            let threat = match tree.turn(self.head) {
                Color::White => tree.pass(self.head),
                Color::Black => None,
            };
            return [first, threat, None];
        };
        // A number that is one half-move ahead announces a threat.
        let own = match tree.ply(self.head) + 1 == ply {
            true => tree.pass(self.head),
            false => tree.back_to(self.head, ply),
        };
        let main = tree.main_at(ply).filter(|&main| own != Some(main));
        // Some annotators write Black's moves with a number and one point.
        let black = match self.before {
            Before::Number => tree.back_to(self.head, ply + 1).or(tree.main_at(ply + 1)),
            _ => None,
        };
        [own, main, black]
    }

    /// Takes a byte of a word.
    pub(super) fn take(&mut self, byte: u8) {
        self.number = match byte {
            b'0'..=b'9' if self.at == 0 => Some(u32::from(byte - b'0')),
            b'0'..=b'9' => self
                .number
                .filter(|&number| number < 1000)
                .map(|number| number * 10 + u32::from(byte - b'0')),
            _ => None,
        };
        if let Some(place) = self.word.get_mut(self.at) {
            *place = byte;
        }
        self.at += 1;
    }

    /// The word so far, unless it is too long for a move.
    pub(super) fn word(&self) -> &[u8] {
        self.word.get(..self.at).unwrap_or(&[])
    }

    /// Takes a byte that belongs to no word; `step` is the move that the word before it means.
    pub(super) fn pass(&mut self, byte: u8, step: Option<(NodeId, Move)>, tree: &mut Tree) {
        if self.at > 0 {
            self.end_word(step, tree);
        }
        self.points = if byte == b'.' { self.points + 1 } else { 0 };
        match byte {
            b'.' => self.point(),
            b' ' | b'\r' | b'\n' => self.spaced = true,
            b'(' => {
                if self.open.len() < MOST_BRACKETS {
                    self.open.push(self.head);
                }
                self.turn_to(Before::Open);
            }
            b')' => {
                self.head = self.open.pop().unwrap_or(self.head);
                self.turn_to(Before::Close);
            }
            b'!' | b'?' | b'+' | b'#' => self.spaced = false,
            _ => self.turn_to(match self.before {
                Before::Move | Before::Pause => Before::Pause,
                _ => Before::Stop,
            }),
        }
    }

    fn turn_to(&mut self, before: Before) {
        self.before = before;
        self.spaced = false;
        self.ply = None;
    }

    fn end_word(&mut self, step: Option<(NodeId, Move)>, tree: &mut Tree) {
        let number = self.number.take();
        self.at = 0;
        self.turn_to(Before::Word);
        if let Some((node, m)) = step
            && let Some(next) = tree.play(node, m)
        {
            self.head = next;
            self.before = Before::Move;
        } else if let Some(number) = number {
            self.ply = number.checked_sub(1).map(|number| 2 * number);
        }
    }

    /// Takes a point: behind a number, it makes that a move number.
    fn point(&mut self) {
        let (before, ply) = (self.before, self.ply);
        self.turn_to(match before {
            Before::Word if ply.is_some() => Before::Number,
            Before::Number => Before::Dot,
            Before::Dot | Before::Dots => Before::Dots,
            _ if self.points > 1 => Before::Dots,
            Before::Move => Before::Pause,
            Before::Word => Before::Stop,
            before => before,
        });
        self.ply = match before {
            Before::Number => ply.map(|ply| ply + 1),
            _ => ply,
        };
    }
}
