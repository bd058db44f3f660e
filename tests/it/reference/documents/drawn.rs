//! Random styles and documents for the tests of both decoders.

use super::style;
use crate::{
    games::{Features, any_game},
    styles,
};
use pgnpack::pgn::{
    game::{Game, Item, Outcome},
    layout::{Document, Edit, Edits, Layout, Piece, Reason, Repeat, Termination},
    style::{LineEnd, Style, writers::writers},
};
use proptest::{prelude::*, sample::Index};
use std::fmt;

/// A style: one of those known, mostly with other ends of lines and of games, and with some numbers
/// changed.
pub(super) fn any_style() -> impl Strategy<Value = Style> {
    let writer = prop::sample::select(writers().to_vec());
    let line_end = prop::option::weighted(0.8, prop::sample::select(LineEnd::ALL.to_vec()));
    let bases = (writer, line_end, 0u16..3, 0u16..4);
    styles::any_style(
        bases.prop_map(|(writer, line_end, tail, after_game)| Style {
            line_end: line_end.unwrap_or(writer.line_end),
            tail,
            after_game,
            ..writer
        }),
    )
}

/// A comment in which there is something to fold.
fn a_comment() -> impl Strategy<Value = Vec<u8>> {
    let parts = "(\\[%|\\]|,|:| |  |\\.|[a-z]{1,6}|é|\n|\t|\r\n){0,40}";
    parts.prop_map(String::into_bytes)
}

/// Up to `most` edits; they may reach beyond the end.
pub(super) fn any_edits(most: usize) -> impl Strategy<Value = Vec<Edit>> {
    let inserted = [
        "", "", " ", "\n", "\r\n", "\r", "\r\r\n", "a", "word", " a", "a ", "  ", "a b", "\n\n",
        "é", ";",
    ];
    let insert = prop::sample::select(inserted.to_vec());
    let edit = (0usize..60, 0usize..4, insert).prop_map(|(keep, drop, insert)| Edit {
        keep,
        drop,
        insert: insert.into(),
    });
    prop::collection::vec(edit, 0..=most)
}

fn a_game(features: Features) -> impl Strategy<Value = Game> {
    let comments = prop::collection::vec(a_comment(), 8);
    (any_game(features), comments).prop_map(|(mut game, comments)| {
        let places = game.items.iter_mut().filter_map(|item| match item {
            Item::Comment(text) => Some(text),
            _ => None,
        });
        for (place, comment) in places.zip(comments) {
            *place = comment.into();
        }
        game
    })
}

/// Random games in random styles, with up to so many edits of each kind, and text between them.
pub(super) fn a_document(
    features: Features,
    loose: usize,
    folded: usize,
) -> impl Strategy<Value = Few> {
    let termination = prop_oneof![
        4 => Just(Termination::AsTagged),
        1 => Just(Termination::Missing),
        1 => prop::sample::select(Outcome::ALL.to_vec()).prop_map(Termination::Token),
    ];
    let first_number = prop::option::weighted(0.2, 0u16..40);
    let edits = (any_edits(loose), any_edits(folded));
    let layout = (any::<Index>(), termination, first_number, edits);
    let styles = prop::collection::vec(any_style(), 1..4);
    let pieces = prop::collection::vec((a_game(features), layout, 0..8), 1..5);
    let again = any::<[Index; 4]>();
    (styles, pieces, prop::collection::vec(again, 0..3)).prop_map(|(styles, drawn, again)| {
        let mut pieces = Vec::new();
        for (game, (style, termination, first_number, (loose, folded)), text) in drawn {
            let layout = Layout {
                style: style.index(styles.len()),
                termination,
                first_number,
                edits: Edits { loose, folded },
            };
            pieces.push(Piece::Game(Box::new(game), layout));
            if text == 0 {
                pieces.push(Piece::Text(b"text".to_vec(), Reason::NoGame));
            }
        }
        let mut repeats: Vec<Repeat> = again
            .iter()
            .map(|again| repeat(again, pieces.len()))
            .collect();
        repeats.sort_by_key(|repeat| repeat.at);
        Few(Document {
            styles,
            pieces,
            repeats,
        })
    })
}

/// What comes again in a document of so many pieces.
fn repeat([at, from, count, times]: &[Index; 4], pieces: usize) -> Repeat {
    let at = 1 + at.index(pieces);
    let from = from.index(at);
    Repeat {
        at,
        from,
        count: 1 + count.index(at - from),
        times: 1 + times.index(3),
    }
}

/// A document that is shown in few words where a test fails: of its styles the number of the
/// nearest one known and the numbers that differ, of its games not the moves.
pub(super) struct Few(pub(super) Document);

impl fmt::Debug for Few {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for style in &self.0.styles {
            let numbers = style.choices();
            let differences = |known: &style::Style| -> Vec<(usize, u32)> {
                let differ = |place: &usize| numbers[*place] != known.0[*place];
                let places = (0..style::NUMBERS).filter(differ);
                places.map(|place| (place + 1, numbers[place])).collect()
            };
            let known = style::known().into_iter().enumerate();
            let nearest = known
                .map(|(number, known)| (differences(&known), number))
                .min_by_key(|(differences, _)| differences.len());
            writeln!(f, "{nearest:?}")?;
        }
        writeln!(f, "{:?}", self.0.repeats)?;
        for piece in &self.0.pieces {
            match piece {
                Piece::Game(game, layout) => {
                    let is_move = |item: &&Item| matches!(item, Item::Move(_));
                    let items = game.items.iter().filter(|item| !is_move(item));
                    let items: Vec<&Item> = items.collect();
                    writeln!(f, "{:?} {items:?}\n{layout:?}", game.tags)?;
                }
                Piece::Text(..) => writeln!(f, "{piece:?}")?,
            }
        }
        Ok(())
    }
}
