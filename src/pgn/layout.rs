//! How a text differs from the plain rendering of its games.
//!
//! Owns the types: a [`Document`] is a stretch of text, parsed as far as possible; a [`Layout`]
//! says how the text of one [`Game`] is written. The files beside this one make them and turn them
//! back into text.

use super::{
    game::{Game, Outcome},
    style::Style,
};
use crate::{limits::charges, listed::listed};
use std::{iter, ops::AddAssign};

/// A stretch of text, as games and as text that is not a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The styles, which games name by their index.
    pub styles: Vec<Style>,
    /// All of the stretch, in order, but for what comes again.
    pub pieces: Vec<Piece>,
    /// Which pieces come again, in the order of the text.
    pub repeats: Vec<Repeat>,
}

impl Document {
    /// A document in which nothing comes again.
    pub fn new(styles: Vec<Style>, pieces: Vec<Piece>) -> Document {
        Document {
            styles,
            pieces,
            repeats: Vec::new(),
        }
    }

    /// The games, without what is kept as text.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Game(game, _) => Some(&**game),
            Piece::Text(..) => None,
        })
    }

    /// What is kept as text.
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text, _) => Some(text.as_slice()),
            Piece::Game(..) => None,
        })
    }

    /// The pieces in the order of the text, each as often as it is there, by their places in
    /// [`pieces`](Document::pieces).
    pub fn in_order(&self) -> impl Iterator<Item = usize> {
        in_order(self.pieces.len(), &self.repeats)
    }

    /// How many games the text has, those kept as text included, and each as often as it is there.
    pub fn count_games(&self) -> u64 {
        let pieces = self.pieces.iter().zip(self.times());
        let games = pieces.filter(|(piece, _)| piece.is_game());
        games.map(|(_, times)| times).sum()
    }

    /// How many times the text of each piece is in the stretch.
    pub fn times(&self) -> Vec<u64> {
        times(self.pieces.len(), &self.repeats)
    }
}

/// How many times the text of each of so many `pieces` is in a stretch where these come again. It
/// takes no more time where many of them do in each of many `repeats`.
pub fn times(pieces: usize, repeats: &[Repeat]) -> Vec<u64> {
    let mut begin = vec![0; pieces + 1];
    let mut end = begin.clone();
    for repeat in repeats {
        begin[repeat.from] += repeat.times as u64;
        end[repeat.from + repeat.count] += repeat.times as u64;
    }
    let changes = begin.into_iter().zip(end).take(pieces);
    let times = changes.scan(1, |times, (begin, end)| {
        *times = *times + begin - end;
        Some(*times)
    });
    times.collect()
}

/// So many `pieces` in the order of the text, by their numbers, where these come again. Hostile data
/// may say that they come again any number of times: only what was written within bounds before
/// should be gone through to its end.
fn in_order(pieces: usize, repeats: &[Repeat]) -> impl Iterator<Item = usize> {
    let mut repeats = repeats.iter().peekable();
    (0..=pieces).flat_map(move |number| {
        let here = iter::from_fn(|| repeats.next_if(|repeat| repeat.at == number));
        let rows: Vec<_> = here.collect();
        let again = rows.into_iter().flat_map(|repeat| {
            let row = repeat.from..repeat.from + repeat.count;
            iter::repeat_n(row, repeat.times).flatten()
        });
        again.chain((number < pieces).then_some(number))
    })
}

/// Pieces whose text comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// How many pieces stand before the text that comes again.
    pub at: usize,
    /// The first of the pieces: its place among all, below `at`.
    pub from: usize,
    /// How many pieces, at least 1; all of them are among the first `at`.
    pub count: usize,
    /// How many times over they come again, one row of them after the other, at least once.
    pub times: usize,
}

const _: () = assert!(size_of::<Repeat>() <= charges::REPEAT);

/// One part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text understood as a game.
    Game(Box<Game>, Layout),
    /// Text kept as it is, and why.
    Text(Vec<u8>, Reason),
}

const _: () = assert!(size_of::<Piece>() <= charges::PIECE);

impl Piece {
    /// Whether it is a game, even one that is kept as text.
    pub fn is_game(&self) -> bool {
        !matches!(self, Piece::Text(_, Reason::NoGame | Reason::WholeBlock))
    }
}

listed! {
    /// Why a piece of text is kept as text, and who decides that.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Reason {
        /// It is not a game: nothing in it is a tag or a move, or the parser refuses it.
        /// [`document`](super::document) decides that, in `Reader::understood`; of a block without
        /// games that is kept as a whole, [`of_whole_block`](Reason::of_whole_block) says so.
        NoGame,
        /// The codec's `objection`, by `codec::encodings::objection_to_moves` or
        /// `codec::encodings::standard_start`: it is played by other rules than those of chess, so
        /// the codec knows no position to start from.
        Start,
        /// [`document::read`](super::document::read): the edits that lead to its text from the best
        /// style would cost more than half of what the text itself does, or do not lead to it.
        Layout,
        /// The codec's `objection`, by `codec::encodings::objection_to_moves`: it holds a move that cannot be
        /// played, and the codec cannot express that.
        Fault,
        /// The codec's `objection`: the codec cannot express something else in it.
        Unsayable,
        /// `pipeline::pack`: it is a whole block, games and all, kept as text because that was
        /// asked for, takes fewer bytes, or the codec failed.
        WholeBlock,
    }
}

impl Reason {
    /// Why a block of so many `games` is kept as text as a whole.
    pub fn of_whole_block(games: u64) -> Reason {
        match games {
            0 => Reason::NoGame,
            _ => Reason::WholeBlock,
        }
    }

    /// The reason in words, to follow a colon.
    pub fn describe(self) -> &'static str {
        match self {
            Reason::NoGame => "no game",
            Reason::Start => "it is played by other rules",
            Reason::Layout => "its text departs too much from any usual form",
            Reason::Fault => "it holds a move that cannot be played",
            Reason::Unsayable => "the encoding has no words for something in it",
            Reason::WholeBlock => "a block as a whole",
        }
    }

    /// The reason in one word.
    pub fn name(self) -> &'static str {
        match self {
            Reason::NoGame => "no-game",
            Reason::Start => "start",
            Reason::Layout => "layout",
            Reason::Fault => "fault",
            Reason::Unsayable => "unsayable",
            Reason::WholeBlock => "whole-block",
        }
    }
}

/// Numbers of pieces kept as text, by reason, each as often as its text is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptAsText {
    counts: [u64; Reason::ALL.len()],
}

impl KeptAsText {
    /// Counts a piece whose text is there so many `times`.
    pub fn count(&mut self, reason: Reason, times: u64) {
        let count = &mut self.counts[reason as usize];
        *count = count.saturating_add(times);
    }

    /// Number of pieces kept as text for that reason.
    pub fn of(&self, reason: Reason) -> u64 {
        self.counts[reason as usize]
    }

    /// The reasons for which pieces are kept as text, and for how many.
    pub fn iter(&self) -> impl Iterator<Item = (Reason, u64)> {
        let counts = Reason::ALL.into_iter().zip(self.counts);
        counts.filter(|&(_, count)| count > 0)
    }
}

impl AddAssign for KeptAsText {
    fn add_assign(&mut self, other: KeptAsText) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
    }
}

/// How the text of one game is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Index into [`Document::styles`].
    pub style: usize,
    /// The token that ends the movetext.
    pub termination: Termination,
    /// The number of the first move, where that is not the one that the start gives it.
    pub first_number: Option<u16>,
    /// The edits from the rendering in that style to the text.
    pub edits: Edits,
}

/// The edits from the rendering of a game to its text. An edit that changes words before lines are
/// folded need not say what that does to the line ends after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// Applied to the rendering before its lines are folded.
    pub loose: Vec<Edit>,
    /// Applied after that.
    pub folded: Vec<Edit>,
}

impl Edits {
    /// Whether there are none: the rendering is the text.
    pub fn is_empty(&self) -> bool {
        self.loose.is_empty() && self.folded.is_empty()
    }

    /// Puts `text`, if it is not empty, before all that they lead to.
    pub(super) fn begin_with(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        match self.folded.first_mut().filter(|edit| edit.keep == 0) {
            Some(edit) => _ = edit.insert.splice(..0, text.iter().copied()),
            None => {
                let edit = Edit {
                    keep: 0,
                    drop: 0,
                    insert: text.to_vec(),
                };
                self.folded.insert(0, edit);
            }
        }
    }
}

/// The token that ends the movetext.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Termination {
    /// What the `Result` tag says, whatever that is; `*` where there is none.
    #[default]
    AsTagged,
    /// No token at all.
    Missing,
    /// This one.
    Token(Outcome),
}

impl Termination {
    /// How many there are.
    pub const COUNT: usize = FIRST_TOKEN + Outcome::ALL.len();

    /// Its number in the format, below [`COUNT`](Termination::COUNT).
    pub fn number(self) -> usize {
        match self {
            Termination::AsTagged => 0,
            Termination::Missing => 1,
            Termination::Token(outcome) => {
                let place = Outcome::ALL.iter().position(|&other| other == outcome);
                FIRST_TOKEN + place.unwrap_or_default()
            }
        }
    }

    /// The one of that number; `None` from [`COUNT`](Termination::COUNT) on.
    pub fn from_number(number: usize) -> Option<Termination> {
        match number {
            0 => Some(Termination::AsTagged),
            1 => Some(Termination::Missing),
            _ => {
                let outcome = Outcome::ALL.get(number - FIRST_TOKEN)?;
                Some(Termination::Token(*outcome))
            }
        }
    }
}

/// The number of the first [`Termination::Token`].
const FIRST_TOKEN: usize = 2;

/// One edit: some bytes of a text are kept, some dropped, and others put in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// Bytes to copy, counted from the end of the last edit.
    pub keep: usize,
    /// Bytes to drop then.
    pub drop: usize,
    /// Bytes to put in their place.
    pub insert: Vec<u8>,
}

const _: () = assert!(size_of::<Edit>() <= charges::EDIT);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_come_again_stand_where_they_do() {
        let repeat = |at, from, count, times| Repeat {
            at,
            from,
            count,
            times,
        };
        let repeats = [repeat(1, 0, 1, 2), repeat(3, 0, 1, 1), repeat(3, 1, 2, 2)];
        let order: Vec<_> = in_order(3, &repeats).collect();
        assert_eq!(order, [0, 0, 0, 1, 2, 0, 1, 2, 1, 2]);
        let count = |piece| order.iter().filter(|&&other| other == piece).count() as u64;
        assert_eq!([0, 1, 2].map(count), times(3, &repeats)[..]);
    }

    #[test]
    fn every_reason_has_a_count_of_its_own() {
        let mut kept = KeptAsText::default();
        for (times, reason) in (1..).zip(Reason::ALL) {
            kept.count(reason, 1);
            kept.count(reason, times - 1);
        }
        for (times, reason) in (1..).zip(Reason::ALL) {
            assert_eq!(kept.of(reason), times);
        }
    }
}
