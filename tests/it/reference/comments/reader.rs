//! What stands before a word of prose: 20.4 of the document.

use super::tree::Tree;
use shakmaty::{Color, Move};

/// What stands before a word.
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

/// Where a reader is in a comment.
pub(crate) struct Reader {
    head: usize,
    open: Vec<usize>,
    pub(crate) before: Before,
    spaced: bool,
    ply: Option<u32>,
    points: u32,
    pub(crate) word: Vec<u8>,
}

impl Reader {
    /// At the begin of a comment on a position.
    pub(crate) fn new(head: usize) -> Reader {
        Reader {
            head,
            open: Vec::new(),
            before: Before::Start,
            spaced: true,
            ply: None,
            points: 0,
            word: Vec::new(),
        }
    }

    /// *situation*
    pub(crate) fn situation(&self, tree: &Tree) -> usize {
        let black = tree.turn(self.head) == Color::Black;
        (self.before as usize) << 2 | usize::from(self.spaced) << 1 | usize::from(black)
    }

    /// Whether a number or points stand before.
    pub(crate) fn is_numbered(&self) -> bool {
        matches!(self.before, Before::Number | Before::Dot | Before::Dots)
    }

    /// The positions that the next move may be played in.
    pub(crate) fn positions(&self, tree: &mut Tree) -> [Option<usize>; 3] {
        let parent = tree.parent(self.head);
        if !self.is_numbered() {
            return [Some(self.head), parent, None];
        }
        let Some(ply) = self.ply else {
            let is_black = tree.turn(self.head) == Color::Black;
            return match is_black {
                true => [Some(self.head), None, None],
                false => {
                    let black = |&node: &usize| tree.turn(node) == Color::Black;
                    let parent = parent.filter(black);
                    [parent, tree.pass(self.head), None]
                }
            };
        };
        let own = match tree.ply(self.head) + 1 == ply {
            true => tree.pass(self.head),
            false => tree.back_to(self.head, ply),
        };
        let main = tree.main_at(ply).filter(|&main| own != Some(main));
        let black = match self.before {
            Before::Number => {
                let own = tree.back_to(self.head, ply + 1);
                own.or_else(|| tree.main_at(ply + 1))
            }
            _ => None,
        };
        [own, main, black]
    }

    /// The number that the word is.
    fn number(&self) -> Option<u32> {
        let mut number = None;
        for (at, byte) in self.word.iter().enumerate() {
            let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'));
            let before = match at {
                0 => Some(0),
                _ => number.filter(|&number| number < 1_000),
            };
            number = before.zip(digit).map(|(before, digit)| 10 * before + digit);
        }
        number
    }

    /// A byte has come that is in no word; the word before it means a move.
    pub(crate) fn pass(&mut self, byte: u8, step: Option<(usize, Move)>, tree: &mut Tree) {
        if !self.word.is_empty() {
            self.end_word(step, tree);
        }
        self.points = if byte == b'.' { self.points + 1 } else { 0 };
        match byte {
            b'.' => self.point(),
            b' ' | b'\r' | b'\n' => self.spaced = true,
            b'(' => {
                if self.open.len() < 64 {
                    self.open.push(self.head);
                }
                self.turn_to(Before::Open);
            }
            b')' => {
                self.head = self.open.pop().unwrap_or(self.head);
                self.turn_to(Before::Close);
            }
            b'!' | b'?' | b'+' | b'#' => self.spaced = false,
            _ => {
                let is_move = matches!(self.before, Before::Move | Before::Pause);
                self.turn_to(if is_move { Before::Pause } else { Before::Stop });
            }
        }
    }

    fn turn_to(&mut self, before: Before) {
        self.before = before;
        self.spaced = false;
        self.ply = None;
    }

    fn end_word(&mut self, step: Option<(usize, Move)>, tree: &mut Tree) {
        let number = self.number();
        self.word.clear();
        self.turn_to(Before::Word);
        let next = step.and_then(|(node, m)| tree.play(node, m));
        if let Some(next) = next {
            self.head = next;
            self.before = Before::Move;
        } else if let Some(number) = number {
            self.ply = number.checked_sub(1).map(|number| 2 * number);
        }
    }

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
