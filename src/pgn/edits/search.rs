//! The search for the shortest script between two texts cut into tokens.

use super::{LONGEST_TOKEN, SURE};
use std::ops::Range;

/// Bytes of each text that are cut into tokens at first. Whenever that is not enough, four times as
/// many are.
const WINDOW: usize = 1 << 8;

/// The class of spaces, tabs and line ends.
const BLANK: u8 = 0;

/// The class of a byte: [`BLANK`], 1 for marks, 2 for the rest.
#[inline]
fn class(byte: u8) -> u8 {
    static CLASSES: [u8; 256] = {
        let mut classes = [2; 256];
        let (blanks, marks) = (b" \t\r\n", b".(){}$");
        let mut i = 0;
        while i < blanks.len() {
            classes[blanks[i] as usize] = BLANK;
            i += 1;
        }
        i = 0;
        while i < marks.len() {
            classes[marks[i] as usize] = 1;
            i += 1;
        }
        classes
    };
    CLASSES[byte as usize]
}

/// Whether a byte is a space, a tab, or of a line end.
pub(in crate::pgn) fn is_blank(byte: u8) -> bool {
    class(byte) == BLANK
}

/// How many bytes the last token of a text has.
pub(super) fn last_token(text: &[u8]) -> usize {
    let last = text.last().map(|&byte| class(byte));
    let in_last = |byte: &&u8| Some(class(**byte)) == last;
    let bytes = text.iter().rev().take(LONGEST_TOKEN);
    bytes.take_while(in_last).count()
}

/// A run of blanks (line ends included), of marks or of other bytes, none longer than
/// [`LONGEST_TOKEN`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t [u8],
    /// Zero for blanks. Else the length in the highest byte, and the first seven bytes.
    key: u64,
}

/// The most bytes of a token that its key holds.
const KEY_BYTES: usize = 7;

impl<'t> Token<'t> {
    fn new(text: &'t [u8]) -> Token<'t> {
        let key = match is_blank(text[0]) {
            true => 0,
            false => {
                let length = (text.len() as u64) << (8 * KEY_BYTES);
                let start = match text.first_chunk() {
                    Some(&bytes) => u64::from_le_bytes(bytes) & ((1 << (8 * KEY_BYTES)) - 1),
                    None => text
                        .iter()
                        .rev()
                        .fold(0, |key, &byte| key << 8 | u64::from(byte)),
                };
                length | start
            }
        };
        Token { text, key }
    }

    /// Whether two tokens are the same to the search. All blanks are: texts differ most often in
    /// where lines end, and that should not lead the search astray.
    #[inline]
    fn is_like(&self, other: &Token) -> bool {
        self.key == other.key
            && (self.key >> (8 * KEY_BYTES) <= KEY_BYTES as u64 || self.text == other.text)
    }
}

/// The tokens of a text, or of as much of it as fits a window.
#[derive(Debug, Default)]
struct Cut<'t> {
    text: &'t [u8],
    /// How many bytes of the text are cut.
    end: usize,
    tokens: Vec<Token<'t>>,
}

impl<'t> Cut<'t> {
    /// Begins with another text.
    fn begin(&mut self, text: &'t [u8]) {
        (self.text, self.end) = (text, 0);
        self.tokens.clear();
        self.widen(WINDOW);
    }

    /// Cuts the first `window` bytes.
    fn widen(&mut self, window: usize) {
        // The last token may go on.
        let last = self.tokens.pop().map_or(0, |token| token.text.len());
        let mut start = self.end - last;
        self.end = window.min(self.text.len());
        let text = &self.text[..self.end];
        for end in start + 1..=text.len() {
            let is_long = end - start == LONGEST_TOKEN;
            if is_long || end == text.len() || class(text[end]) != class(text[start]) {
                self.tokens.push(Token::new(&text[start..end]));
                start = end;
            }
        }
    }

    /// Whether the whole text is cut.
    fn is_all(&self) -> bool {
        self.end == self.text.len()
    }
}

/// The search for the shortest script between two texts. Its memory serves one search after the
/// other.
#[derive(Debug, Default)]
pub(super) struct Search<'t> {
    a: Cut<'t>,
    b: Cut<'t>,
    /// For each number of differences d: how many tokens of the first text (x) each of the
    /// diagonals x - y = -d, -d + 2, …, d reaches with d differences. One row after the other.
    reached: Vec<usize>,
    /// How many differences the path has, and the index, in their row, of the diagonal on which it
    /// ends.
    end: (usize, usize),
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// Both texts end, or agree for long enough.
    Done,
    /// There are more differences than were searched for.
    Open,
}

impl<'t> Search<'t> {
    /// Searches from the beginning of two texts until [`SURE`] tokens in a row agree, or both texts
    /// end, or there are `most` differences.
    pub(super) fn run(&mut self, from: &'t [u8], to: &'t [u8], most: usize) -> SearchEnd {
        self.a.begin(from);
        self.b.begin(to);
        let mut window = WINDOW;
        loop {
            if let Some(outcome) = self.follow_diagonals(most) {
                return outcome;
            }
            window *= 4;
            self.a.widen(window);
            self.b.widen(window);
        }
    }

    /// `None` where the window is too small to tell.
    fn follow_diagonals(&mut self, most: usize) -> Option<SearchEnd> {
        let (a, b) = (&self.a, &self.b);
        self.reached.clear();
        for d in 0..=most {
            for index in 0..=d {
                let start = match d {
                    0 => 0,
                    _ => start_of(&self.reached[row(d - 1)], index).0,
                };
                let (mut x, mut y) = point(d, index, start);
                while let (Some(dropped), Some(inserted)) = (a.tokens.get(x), b.tokens.get(y))
                    && x - start < SURE
                    && dropped.is_like(inserted)
                {
                    x += 1;
                    y += 1;
                }
                self.reached.push(x);
                let ends = [x >= a.tokens.len(), y >= b.tokens.len()];
                if x - start == SURE || ends[0] && ends[1] && a.is_all() && b.is_all() {
                    self.end = (d, index);
                    return Some(SearchEnd::Done);
                }
                if ends[0] && !a.is_all() || ends[1] && !b.is_all() {
                    return None;
                }
            }
        }
        let last = &self.reached[row(most)];
        let got = |&index: &usize| {
            let (x, y) = point(most, index, last[index]);
            (x <= a.tokens.len() && y <= b.tokens.len()).then_some(x + y)
        };
        self.end = (most, (0..=most).max_by_key(got).unwrap_or(0));
        Some(SearchEnd::Open)
    }

    /// The points at which the path to the end turns, as numbers of tokens of each text. Between
    /// two of them, either one token is dropped or inserted, or some are kept.
    pub(super) fn path(&self) -> Vec<(usize, usize)> {
        let (differences, mut index) = self.end;
        let mut points = Vec::new();
        for d in (1..=differences).rev() {
            let (start, from) = start_of(&self.reached[row(d - 1)], index);
            points.push(point(d, index, self.reached[row(d).start + index]));
            points.push(point(d, index, start));
            index = from;
        }
        points.push(point(0, 0, self.reached[0]));
        points.reverse();
        points
    }

    /// The tokens of both texts, as far as they are cut.
    pub(super) fn tokens(&self) -> (&[Token<'t>], &[Token<'t>]) {
        (&self.a.tokens, &self.b.tokens)
    }
}

/// The place of the row of `d` differences.
fn row(d: usize) -> Range<usize> {
    let first = d * (d + 1) / 2;
    first..first + d + 1
}

/// The point with this `x` on diagonal number `index` of row `d`, where x - y = 2 `index` - d.
fn point(d: usize, index: usize, x: usize) -> (usize, usize) {
    (x, (x + d).wrapping_sub(2 * index))
}

/// The x at which diagonal `index` of the next row starts, and the index in `row` of the diagonal
/// that it goes on from. `row` holds how far each diagonal of one row gets.
fn start_of(row: &[usize], index: usize) -> (usize, usize) {
    // A token of `b` more, from the diagonal above (the same index); or a token of `a` more, from
    // the one below.
    match (index.checked_sub(1), row.get(index)) {
        (Some(below), Some(&x)) if row[below] < x => (x, index),
        (Some(below), _) => (row[below] + 1, below),
        (None, _) => (row[0], 0),
    }
}
