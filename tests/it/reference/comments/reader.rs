//! What is known of a comment as far as it has come: 20.4 of the document. Numbers in comments are
//! its clauses.

use super::tree::Tree;
use shakmaty::{Color, Move};

/// 20.4: how many heads are kept at most.
const MOST_KEPT: usize = 64;

/// 20.4: what stands *before*, in the order of the numbers there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    Word,
    Move,
    Pause,
    Open,
    Close,
    Number,
    Dot,
    Dots,
    Start,
    Stop,
}

impl Before {
    /// 20.5: whether it is 5 to 7.
    pub(crate) fn is_numbering(self) -> bool {
        matches!(self, Before::Number | Before::Dot | Before::Dots)
    }
}

/// 20.4: what is kept for a comment.
pub(crate) struct Reader {
    /// The node of *the head*.
    pub(crate) head: usize,
    /// The heads of brackets that are open.
    kept: Vec<usize>,
    pub(crate) before: Before,
    space: bool,
    pub(crate) ply: Option<u32>,
    points: usize,
    /// The word so far.
    pub(crate) word: Vec<u8>,
}

impl Reader {
    /// 20.4: as a comment begins.
    pub(crate) fn new(head: usize) -> Reader {
        Reader {
            head,
            kept: Vec::new(),
            before: Before::Start,
            space: true,
            ply: None,
            points: 0,
            word: Vec::new(),
        }
    }

    /// 20.6, 1: *situation*.
    pub(crate) fn situation(&self, tree: &Tree) -> usize {
        let is_black = tree.turn(self.head) == Color::Black;
        (self.before as usize) << 2 | usize::from(self.space) << 1 | usize::from(is_black)
    }

    /// 20.4: a byte has come that is in no word. `step` is what the word means, if it means a move:
    /// a node, and the move there.
    pub(crate) fn pass(&mut self, byte: u8, step: Option<(usize, Move)>, tree: &mut Tree) {
        if !self.word.is_empty() {
            self.end_word(step, tree);
        }
        self.points = match byte {
            b'.' => self.points + 1,
            _ => 0,
        };
        match byte {
            b'.' => self.point(),
            b' ' | b'\r' | b'\n' => self.space = true,
            b'(' => self.open(),
            b')' => self.close(),
            b'!' | b'?' | b'+' | b'#' => self.space = false,
            _ => self.turn_to(match self.before {
                Before::Move | Before::Pause => Before::Pause,
                _ => Before::Stop,
            }),
        }
    }

    /// 20.4: *before turns to x*.
    fn turn_to(&mut self, x: Before) {
        self.before = x;
        self.space = false;
        self.ply = None;
    }

    /// 20.4, 1: the word ends.
    fn end_word(&mut self, step: Option<(usize, Move)>, tree: &mut Tree) {
        let word = std::mem::take(&mut self.word);
        self.turn_to(Before::Word);
        if let Some(node) = step.and_then(|(node, m)| tree.after_move(node, m)) {
            self.head = node;
            self.before = Before::Move;
        } else if let Some(n @ 1..) = number(&word) {
            self.ply = Some(2 * (n - 1));
        }
    }

    /// 20.4, 3: a point.
    fn point(&mut self) {
        let (x, ply) = (self.before, self.ply);
        self.turn_to(match x {
            Before::Word if ply.is_some() => Before::Number,
            Before::Number => Before::Dot,
            Before::Dot | Before::Dots => Before::Dots,
            _ if self.points > 1 => Before::Dots,
            Before::Move => Before::Pause,
            Before::Word => Before::Stop,
            _ => x,
        });
        self.ply = match x {
            Before::Number => ply.map(|ply| ply + 1),
            _ => ply,
        };
    }

    /// 20.4, 3: a bracket opens.
    fn open(&mut self) {
        if self.kept.len() < MOST_KEPT {
            self.kept.push(self.head);
        }
        self.turn_to(Before::Open);
    }

    /// 20.4, 3: a bracket closes.
    fn close(&mut self) {
        if let Some(head) = self.kept.pop() {
            self.head = head;
        }
        self.turn_to(Before::Close);
    }
}

/// 20.4, 1: the number that a word is, if it is one of digits alone that was below 1,000 before its
/// last digit.
fn number(word: &[u8]) -> Option<u32> {
    let mut n = 0;
    for &byte in word {
        if !byte.is_ascii_digit() || n >= 1_000 {
            return None;
        }
        n = 10 * n + u32::from(byte - b'0');
    }
    Some(n)
}
