//! Predicts the names and codes of openings from the positions that a game passes through.
//!
//! Programs that write `ECO` and `Opening` tags look the positions of a game up in a table; the
//! last position that is in the table names the opening. [`Books`] are such tables, compiled into
//! the program; `README.md` beside this file says what is in them and where it comes from. They
//! only give guesses: what a file says is always coded.
//!
//! * [`path`]: the positions of a game as numbers;
//! * `compile`: makes the tables (a test that is run by hand).

pub(super) mod path;

#[cfg(test)]
mod compile;

use crate::{chess::Position, listed::listed};
use path::{Path, number};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The compiled tables.
static TABLES: &[u8] = include_bytes!("books.bin");

/// The tables, read when they are first needed.
pub(super) static BOOKS: LazyLock<Books> = LazyLock::new(|| Books::read(TABLES));

listed! {
    /// The tables, by whose names they hold.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Book {
        /// Lichess, as of 2025.
        Lichess,
        /// Lichess before 2018, where it differs from the table above.
        OldLichess,
        /// Codes without names, as databases of games over the board have them.
        Board,
        /// The ends of chess.com's links to openings.
        ChessCom,
        /// Openings and variations as programs and databases name them that do not follow Lichess.
        OtherNames,
    }
}

/// All tables of openings.
#[derive(Debug, Default)]
pub(super) struct Books {
    /// The labels of all tables, one behind the other; 10.5 of `tags/MODEL.md` says what a label
    /// is.
    labels: String,
    /// Where each label ends in `labels`.
    ends: Vec<usize>,
    /// For each table, the number of each position's label.
    books: [FxHashMap<u32, u16>; Book::ALL.len()],
    /// A filter: the bit of a position's lowest bits is set if the position is in any table. Few
    /// others have it set.
    known: Vec<u64>,
}

/// Log2 of the bits of the filter.
const KNOWN_BITS: u32 = 18;

/// What a table says of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found<'b> {
    /// The last position of the game that is in the table, as a number.
    pub(super) position: u32,
    /// The code of the opening (`B20`); empty where the table has none.
    pub(super) code: &'b str,
    /// The name of the opening; empty where the table has none.
    pub(super) name: &'b str,
    /// The name of the variation; empty where the table has none, or has it in the opening's name.
    pub(super) variation: &'b str,
}

impl Books {
    /// The positions of `path` that may be in a table, in their order.
    pub(super) fn known(&self, path: &[u32]) -> Path {
        let mut known = Path::default();
        for &position in path {
            let (word, bit) = place(position);
            if self.known.get(word).is_some_and(|bits| bits & bit != 0) {
                known.push_number(position);
            }
        }
        known
    }

    /// What a table says of a game that follows `path`, which may be shortened to the positions
    /// that are [`known`](Books::known).
    pub(super) fn find(&self, book: Book, path: &Path) -> Option<Found<'_>> {
        let labels = &self.books[book as usize];
        let below = (book == Book::OldLichess).then_some(&self.books[Book::Lichess as usize]);
        path.positions().iter().rev().find_map(|position| {
            let label = labels
                .get(position)
                .or_else(|| below.and_then(|below| below.get(position)))?;
            let [code, name, variation] = self.label(*label)?;
            Some(Found {
                position: *position,
                code,
                name,
                variation,
            })
        })
    }

    /// The code and the name of the opening that has its name from `position` for Lichess.
    pub(super) fn of_position(&self, position: &Position) -> Option<(&str, &str)> {
        let labels = &self.books[Book::Lichess as usize];
        let [code, name, _] = self.label(*labels.get(&number(position))?)?;
        Some((code, name))
    }

    /// After how many of the moves of `path` the position comes that names the opening for Lichess;
    /// `None` where none does.
    pub(super) fn named_after(&self, path: &[u32]) -> Option<usize> {
        let labels = &self.books[Book::Lichess as usize];
        let last = path
            .iter()
            .rposition(|position| labels.contains_key(position));
        last.map(|index| index + 1)
    }

    /// The code, the name and the variation of label `number`, each empty where it has none.
    fn label(&self, number: u16) -> Option<[&str; 3]> {
        let number = usize::from(number);
        let start = match number.checked_sub(1) {
            Some(before) => *self.ends.get(before)?,
            None => 0,
        };
        let label = self.labels.get(start..*self.ends.get(number)?)?;
        let mut parts = label.split('\t');
        Some([(); 3].map(|()| parts.next().unwrap_or_default()))
    }

    /// Reads compiled tables, laid out as 10.5 of `tags/MODEL.md` says. They are part of the
    /// program, which stops if they are not whole.
    fn read(mut bytes: &[u8]) -> Books {
        let mut books = Books::default();
        let mut take = |len: usize| {
            let (head, rest) = bytes.split_at(len);
            bytes = rest;
            head
        };
        let number = |bytes: &[u8]| {
            bytes
                .iter()
                .rev()
                .fold(0u32, |number, &byte| number << 8 | u32::from(byte))
        };
        let mut labels = Vec::new();
        let mut before = 0;
        for _ in 0..number(take(4)) {
            let (shared, more) = (number(take(1)), number(take(1)));
            let start = labels.len();
            labels.extend_from_within(before..before + shared as usize);
            labels.extend_from_slice(take(more as usize));
            books.ends.push(labels.len());
            before = start;
        }
        books.labels = String::from_utf8(labels).expect("labels of openings are UTF-8");
        books.known = vec![0; 1 << (KNOWN_BITS - 6)];
        for book in &mut books.books {
            let positions = number(take(4));
            book.reserve(positions as usize);
            for _ in 0..positions {
                let position = number(take(4));
                let (word, bit) = place(position);
                books.known[word] |= bit;
                book.insert(position, number(take(2)) as u16);
            }
        }
        assert!(bytes.is_empty(), "the tables of openings have an end");
        books
    }
}

/// The word and the bit of a position in the filter.
fn place(position: u32) -> (usize, u64) {
    let low = position & ((1 << KNOWN_BITS) - 1);
    ((low >> 6) as usize, 1 << (low & 63))
}
