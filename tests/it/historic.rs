//! Properties of all codecs that write each game by itself.

use crate::games::{Features, any_game};
use pgnpack::{
    codec::{CodecId, Level, by_game::GameCodec, explain, game_codec, tape::Tape},
    limits::Budget,
    pgn::game::Game,
};
use proptest::prelude::*;

/// All codecs that write each game by itself.
pub(crate) fn codecs() -> impl Iterator<Item = (CodecId, &'static dyn GameCodec)> {
    CodecId::ALL
        .into_iter()
        .filter_map(|id| Some((id, game_codec(id)?)))
}

fn encode(codec: &dyn GameCodec, game: &Game) -> (Vec<u8>, Vec<u8>) {
    let (mut tape, mut notes) = (Tape::new(), Vec::new());
    codec.encode(game, &mut tape, &mut notes);
    (tape.into_bytes(), notes)
}

fn decode(codec: &dyn GameCodec, bits: &[u8], notes: &[u8]) -> Option<Game> {
    let mut rest = notes;
    let game = codec.decode(bits, &mut rest, &Budget::new(1 << 20)).ok()?;
    rest.is_empty().then_some(game)
}

/// Every game that can be decoded can be encoded.
fn what_is_decoded_can_be_encoded(
    id: CodecId,
    codec: &dyn GameCodec,
    bits: &[u8],
    notes: &[u8],
) -> Result<(), TestCaseError> {
    if let Some(game) = decode(codec, bits, notes) {
        let (bits, notes) = encode(codec, &game);
        prop_assert_eq!(decode(codec, &bits, &notes), Some(game), "{:?}", id);
    }
    Ok(())
}

fn comes_back_unless_objected_to(game: &Game) -> Result<(), TestCaseError> {
    for (id, codec) in codecs() {
        if codec.objection(game).is_none() {
            let (bits, notes) = encode(codec, game);
            let back = decode(codec, &bits, &notes);
            prop_assert_eq!(back.as_ref(), Some(game), "{:?}", id);
        }
    }
    Ok(())
}

/// Plain games: from the usual position, without null moves and faults.
const PLAIN: Features = Features {
    null: false,
    faults: false,
    set_up: false,
    variations: true,
};

/// Games of either kind: nearly all with every feature have something that most codecs object to.
fn any_kind_of_game() -> impl Strategy<Value = Game> {
    prop_oneof![any_game(Features::ALL), any_game(PLAIN)]
}

#[test]
fn there_are_codecs_to_test() {
    assert_eq!(codecs().count(), 7);
}

#[test]
fn a_document_comes_back_with_its_styles_and_edits() {
    let text = b"[Event \"x\"]\r\n[Result \"1-0\"]\r\n\r\n1.e4 e5  2.Nf3 Nc6 1-0\r\n\r\nno game\n\n1. d4 d5 *\n";
    let document = pgnpack::pgn::document::read(text);
    for (id, _) in codecs() {
        let codec = pgnpack::codec::by_id(id);
        let payload = codec.encode(&document, Level::DEFAULT).unwrap();
        assert_eq!(
            codec.decode(&payload, &Budget::new(1 << 20)).unwrap(),
            document
        );
        for end in 0..payload.len() {
            assert!(
                codec
                    .decode(&payload[..end], &Budget::new(1 << 20))
                    .is_err(),
                "{id:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_game_comes_back_unless_the_codec_objects(game in any_game(Features::ALL)) {
        comes_back_unless_objected_to(&game)?;
    }

    #[test]
    fn plain_games_come_back(game in any_game(PLAIN)) {
        comes_back_unless_objected_to(&game)?;
        // The others may object to a third man promoted to one kind, or to a tag without a name.
        for (id, codec) in codecs() {
            if matches!(id, CodecId::Index | CodecId::Squares | CodecId::Dense11) {
                prop_assert_eq!(codec.objection(&game), None, "{:?}", id);
            }
        }
    }

    #[test]
    fn the_rows_of_an_explanation_are_all_bits_and_its_notes_are_counted(
        game in any_kind_of_game(),
    ) {
        for (id, codec) in codecs() {
            if codec.objection(&game).is_some() {
                continue;
            }
            let (bytes, notes) = encode(codec, &game);
            let explained = explain::explain(codec, &game);
            prop_assert_eq!(explained.notes_bytes, notes.len(), "{:?}", id);
            let mut joined = String::new();
            for row in explained.rows {
                joined += &row.bits;
                prop_assert_eq!(row.sum, joined.len(), "{:?}", id);
            }
            let written: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
            let padding = written.strip_prefix(&joined);
            let is_padding = |rest: &str| rest.len() < 8 && !rest.contains('1');
            prop_assert!(padding.is_some_and(is_padding), "{:?}: {} {}", id, written, joined);
        }
    }

    #[test]
    fn damaged_bits_are_an_error_or_a_game(
        game in any_kind_of_game(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        for (id, codec) in codecs() {
            if codec.objection(&game).is_some() {
                continue;
            }
            let (mut bits, notes) = encode(codec, &game);
            if !bits.is_empty() {
                // Half of all cuts leave the bits whole.
                bits.truncate(cut.index(bits.len() * 2).max(1));
            }
            for (index, byte) in &damage {
                if !bits.is_empty() {
                    let at = index.index(bits.len());
                    bits[at] ^= byte;
                }
            }
            what_is_decoded_can_be_encoded(id, codec, &bits, &notes)?;
        }
    }

    #[test]
    fn random_bits_are_an_error_or_a_game(
        bits in prop::collection::vec(any::<u8>(), 0..200),
        notes in prop::collection::vec(any::<u8>(), 0..50),
    ) {
        for (id, codec) in codecs() {
            what_is_decoded_can_be_encoded(id, codec, &bits, &notes)?;
        }
    }
}
