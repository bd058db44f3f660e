//! The parses of one game's text. Styles differ in which bytes of a comment belong to it
//! ([`Unfolding`]), and each way that the text's comments show takes a parse; it is made when first
//! asked for.

use super::{
    parse::{Parsed, parse},
    style::Style,
    unfold::{CommentLines, Unfolding},
};

/// The readings of one game's text, numbered from 0.
pub(super) struct Readings<'s> {
    source: &'s [u8],
    /// What the text's comments show, once that matters.
    comments: Option<CommentLines>,
    made: Vec<(Unfolding, Parsed)>,
}

impl<'s> Readings<'s> {
    /// For `source`, which reads as `parsed` under `unfolding`.
    pub(super) fn new(source: &'s [u8], unfolding: Unfolding, parsed: Parsed) -> Readings<'s> {
        Readings {
            source,
            comments: None,
            made: vec![(unfolding, parsed)],
        }
    }

    /// The number of the reading in `style`.
    ///
    /// # Panics
    /// Never: what is no game is none under any [`Unfolding`], which is about comments alone.
    pub(super) fn number(&mut self, style: &Style) -> usize {
        let unfolding = Unfolding::of(style);
        if let Some(number) = self.find(|known| known == unfolding) {
            return number;
        }
        let source = self.source;
        let lines = *self
            .comments
            .get_or_insert_with(|| CommentLines::of(source));
        let shown = unfolding.among(lines);
        if let Some(number) = self.find(|known| known.among(lines) == shown) {
            return number;
        }
        let parsed = parse(self.source, unfolding).expect("the text is a game");
        self.made.push((unfolding, parsed));
        self.made.len() - 1
    }

    fn find(&self, is_alike: impl Fn(Unfolding) -> bool) -> Option<usize> {
        self.made.iter().position(|&(known, _)| is_alike(known))
    }

    /// The reading of that number.
    pub(super) fn at(&self, number: usize) -> &Parsed {
        &self.made[number].1
    }

    /// The reading of that number, without the others.
    pub(super) fn into_one(mut self, number: usize) -> Parsed {
        self.made.swap_remove(number).1
    }
}
