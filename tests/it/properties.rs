//! Properties of documents: games in any style, changed texts and random bytes come back.

use crate::{
    games::{Features, any_game},
    styles::any_style,
};
use pgnpack::pgn::{
    self,
    layout::{Document, Layout, Piece},
    style::Style,
};
use proptest::prelude::*;

/// The text of a few random games in a random style.
fn a_text() -> impl Strategy<Value = Vec<u8>> {
    let games = prop::collection::vec(any_game(Features::ALL), 1..4);
    (any_style(Just(Style::default())), games).prop_map(|(style, games)| {
        let pieces = games
            .into_iter()
            .map(|game| Piece::Game(Box::new(game), Layout::default()))
            .collect();
        let document = Document::new(vec![style], pieces);
        pgn::write(&document).unwrap()
    })
}

fn comes_back(text: &[u8]) -> Result<(), TestCaseError> {
    let written = pgn::write(&pgn::read(text)).unwrap();
    prop_assert_eq!(written, text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn games_in_any_style_come_back(text in a_text()) {
        comes_back(&text)?;
    }

    #[test]
    fn changed_texts_come_back(text in a_text(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..3), 1..8)) {
        let mut text = text;
        for (place, byte, kind) in changes {
            let place = place.index(text.len() + 1);
            match kind {
                0 => text.insert(place, byte),
                1 => text.truncate(place),
                _ if place < text.len() => text[place] = byte,
                _ => {}
            }
        }
        comes_back(&text)?;
    }

    #[test]
    fn words_of_pgn_in_any_order_come_back(text in "(\\[Event \"x\"\\]|\\[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"\\]|\n|\r|1\\. |e4 |e5 |Nf3|\\{|\\}|\\(|\\)|;|%|\\$1|!\\?|--|O-O|0-0|1-0|1/2-1/2|\\*|\"|\\\\|\t| |e8=Q|\u{fffd}){0,80}") {
        comes_back(text.as_bytes())?;
    }

    #[test]
    fn any_bytes_come_back(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        comes_back(&bytes)?;
    }
}
