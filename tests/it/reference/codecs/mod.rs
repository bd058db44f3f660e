//! Second decoders of the historical encodings, written from their documents alone: nothing here is
//! shared with the codecs.
//!
//! They are slow and plain: a move is found by testing every legal move against what the bits say.

mod bitpack;
pub(crate) mod brenner;
mod dense11;
mod history;
pub(crate) mod jose;

use crate::games::{Features, any_game};
use pgnpack::{
    chess::{Move, Position, Rules, Square},
    codec::{CodecId, game_codec, tape::Tape},
    pgn::game::{Game, Item},
};
use proptest::prelude::*;

/// The legal move that `wanted` accepts; there must be exactly one.
fn only_move(position: &Position, mut wanted: impl FnMut(Move) -> bool) -> Move {
    let mut moves = position.legal_moves().into_iter().filter(|m| wanted(*m));
    let found = moves.next().expect("a legal move");
    assert_eq!(moves.next(), None, "two moves for the same bits");
    found
}

/// The destination of a move; for castling, that of the king.
fn king_ends(m: Move) -> Square {
    match m {
        Move::Castle { king, rook } => {
            let file = if rook > king { 6 } else { 2 };
            Square::new(u32::from(king.rank()) * 8 + file)
        }
        _ => m.to(),
    }
}

/// File and rank, 0 to 7.
fn coordinates(square: Square) -> (i32, i32) {
    (i32::from(square.file()), i32::from(square.rank()))
}

/// The bytes that the codec writes, without the notes.
fn encode(id: CodecId, game: &Game) -> Vec<u8> {
    let mut tape = Tape::new();
    game_codec(id)
        .unwrap()
        .encode(game, &mut tape, &mut Vec::new());
    tape.into_bytes()
}

fn sayable(id: CodecId, game: &Game) -> bool {
    game_codec(id).unwrap().objection(game).is_none()
}

/// `game` with only the items that `keep` accepts. `keep` gets the items kept so far and the item.
/// Brackets of variations must be kept in pairs.
fn only(game: &Game, keep: impl Fn(&[Item], &Item) -> bool) -> Game {
    let mut items = Vec::new();
    for item in &game.items {
        if keep(&items, item) {
            items.push(item.clone());
        }
    }
    Game {
        items,
        ..game.clone()
    }
}

fn moves(game: &Game) -> Game {
    only(game, |_, item| matches!(item, Item::Move(_)))
}

const FLAT: Features = Features {
    null: false,
    faults: false,
    set_up: false,
    variations: false,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn bitpack_is_read_from_its_document(game in any_game(Features { set_up: true, variations: true, ..FLAT })) {
        if sayable(CodecId::Bitpack, &game) {
            prop_assert_eq!(bitpack::decode(&encode(CodecId::Bitpack, &game)), game);
        }
    }

    #[test]
    fn brenner_is_read_from_its_document(game in any_game(FLAT)) {
        let game = only(&game, brenner::said);
        for (id, alternate) in [(CodecId::Brenner, false), (CodecId::BrennerAlt, true)] {
            if sayable(id, &game) {
                let read = brenner::decode(&encode(id, &game), alternate);
                prop_assert_eq!(&read.items, &game.items);
                for (name, value) in read.headers {
                    prop_assert_eq!(game.tag(name), Some(&value[..]));
                }
            }
        }
    }

    #[test]
    fn jose_is_read_from_its_document(game in any_game(Features { null: true, faults: true, set_up: false, variations: true })) {
        let game = only(&game, jose::said);
        prop_assert!(sayable(CodecId::Jose, &game));
        prop_assert_eq!(jose::decode(&encode(CodecId::Jose, &game)), game.items);
    }

    #[test]
    fn squares_and_index_are_read_from_their_answer(game in any_game(FLAT)) {
        let game = moves(&game);
        prop_assert_eq!(&history::squares(&encode(CodecId::Squares, &game)), &game.items);
        prop_assert_eq!(&history::index(&encode(CodecId::Index, &game), game.items.len()), &game.items);
    }

    #[test]
    fn dense11_is_read_from_a_list_of_all_moves(game in any_game(FLAT)) {
        let game = moves(&game);
        prop_assert_eq!(dense11::decode(&encode(CodecId::Dense11, &game)), game.items);
    }
}
