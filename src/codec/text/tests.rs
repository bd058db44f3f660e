use super::*;
use crate::error::ErrorKind;
use crate::pgn::layout::{Layout, Repeat};
use proptest::prelude::*;

fn document(pieces: Vec<Vec<u8>>) -> Document {
    let pieces = pieces.into_iter().zip(Reason::ALL.into_iter().cycle());
    let pieces = pieces.map(|(text, reason)| Piece::Text(text, reason));
    Document::new(Vec::new(), pieces.collect())
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// A budget large enough for any block of these tests.
fn budget() -> Budget {
    Budget::new(1 << 20)
}

/// They would be lost.
#[test]
fn what_the_codec_cannot_express_is_refused() {
    let again = Repeat {
        at: 1,
        from: 0,
        count: 1,
        times: 1,
    };
    let with_repeats = Document {
        repeats: vec![again],
        ..document(vec![b"text".to_vec()])
    };
    let game = Piece::Game(Box::default(), Layout::default());
    for document in [with_repeats, Document::new(Vec::new(), vec![game])] {
        assert!(Text.encode(&document, level(6)).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pieces_come_back(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..6), number in 1u8..=9) {
        let document = document(pieces);
        let payload = Text.encode(&document, level(number)).unwrap();
        prop_assert_eq!(Text.decode(&payload, &budget()).unwrap(), document);
    }

    #[test]
    fn other_bytes_are_an_error_or_a_bounded_document(payload in prop::collection::vec(any::<u8>(), 0..80), number in 0u8..=9, len in 0u8..0x80) {
        let _ = Text.decode(&payload, &budget());
        let mut streams = StreamsOut::new();
        streams.put(Stream::Layout, vec![number, 0, len]);
        streams.put(Stream::Text, payload);
        if let Ok(document) = Text.decode(&streams.into_payload(), &budget()) {
            let [Piece::Text(text, _)] = &document.pieces[..] else {
                panic!("{} pieces", document.pieces.len());
            };
            prop_assert_eq!(text.len(), usize::from(len));
        }
    }
}

#[test]
fn no_more_is_decoded_than_the_block_has() {
    let payload = Text
        .encode(&document(vec![vec![0; 5000], vec![1; 5000]]), level(1))
        .unwrap();
    let of_text = |bytes| Text.decode(&payload, &Budget::for_text(1 << 20, bytes));
    assert!(of_text(10_000).is_ok());
    assert_eq!(of_text(9_999).unwrap_err().kind(), ErrorKind::Corrupt);
}

const SENTENCES: &str = "White has a small advantage, but Black should be able to hold the draw.\n";

/// The last stream extends to the end of the payload, so a truncated payload may decode as another
/// text; the block's checksum catches that.
#[test]
fn no_shorter_payload_gives_the_text_back() {
    let payload = Text
        .encode(&document(vec![SENTENCES.into()]), level(6))
        .unwrap();
    for end in 0..payload.len() {
        match Text.decode(&payload[..end], &budget()) {
            Ok(read) => assert_ne!(read, document(vec![SENTENCES.into()])),
            Err(error) => assert!(matches!(
                error.kind(),
                ErrorKind::Truncated | ErrorKind::Corrupt
            )),
        }
    }
}

#[test]
fn a_length_that_no_block_may_have_is_refused_before_it_is_believed() {
    let mut layout = vec![6, 0];
    varint::write(&mut layout, 1 << 31);
    let mut streams = StreamsOut::new();
    streams.put(Stream::Layout, layout);
    let error = Text.decode(&streams.into_payload(), &budget()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn text_that_is_stored_follows_its_lengths() {
    let payload = Text
        .encode(&document(vec![vec![0xff, 0xfe]]), level(6))
        .unwrap();
    assert_eq!(
        payload,
        [
            0, 3,  // layout, three bytes
            19, // text, the rest
            0,  // stored
            0, 2, // no game, two bytes
            0xff, 0xfe,
        ]
    );
}

#[test]
fn the_example_of_the_format_is_what_is_written() {
    let text = "[Event \"Casual game\"]\n".repeat(20).into_bytes();
    let document = Document::new(Vec::new(), vec![Piece::Text(text, Reason::WholeBlock)]);
    let payload = Text.encode(&document, level(1)).unwrap();
    let shown: String = payload.iter().map(|byte| format!(" {byte:02x}")).collect();
    let format = include_str!("FORMAT.md").replace('\n', " ");
    assert!(format.contains(&format!("`{}`", &shown[1..])), "{shown}");
}

/// Writes nothing, and keeps the probability of each decision.
#[derive(Default)]
struct Probabilities(Vec<u32>);

impl Coder for Probabilities {
    const READS: bool = false;

    fn bit(&mut self, bit: bool, p_true: u32) -> bool {
        self.0.push(p_true);
        bit
    }

    fn symbol(&mut self, symbol: usize, _: &[u32]) -> usize {
        symbol
    }
}

#[test]
fn models_for_pieces_begin_as_the_format_says() {
    for (strength, name) in [
        (Strength::Quick, "quick"),
        (Strength::Fast, "fast"),
        (Strength::Full, "full"),
        (Strength::Most, "most"),
    ] {
        let mut probabilities = Probabilities::default();
        priming::model(strength, 4).code(&mut probabilities, b'1');
        let cells = probabilities.0.iter().map(|&p| match (p / 1000, p % 1000) {
            (0, ones) => format!(" {ones} |"),
            (thousands, ones) => format!(" {thousands},{ones:03} |"),
        });
        let row = format!("| *{name}* |{}\n", cells.collect::<String>());
        assert!(include_str!("FORMAT.md").contains(&row), "{row}");
    }
    let [read, window, places] = priming::model(Strength::Full, 4).sizes();
    assert_eq!(window, places);
    let (thousands, ones) = (read / 1000, read % 1000);
    let sizes = format!("has *T* = {thousands},{ones} and *W* = *L* = {window}.");
    assert!(include_str!("FORMAT.md").contains(&sizes), "{sizes}");
}

#[test]
fn what_cannot_be_made_shorter_is_kept_as_it_is() {
    let noise: Vec<u8> = (0u32..500)
        .map(|n| (crate::coding::mix::hash3(n, 1, 2) >> 24) as u8)
        .collect();
    let payload = Text
        .encode(&document(vec![noise.clone()]), level(6))
        .unwrap();
    assert!(payload.len() < noise.len() + 12);
    assert!(payload.ends_with(&noise));
}

#[test]
fn a_sentence_about_chess_takes_two_fifths_of_its_length_at_most() {
    let payload = Text
        .encode(&document(vec![SENTENCES.into()]), level(6))
        .unwrap();
    assert!(
        payload.len() * 5 < SENTENCES.len() * 2,
        "{} bytes",
        payload.len()
    );
}

#[test]
fn higher_levels_make_prose_smaller() {
    let text: String = (0u32..400)
        .map(|n| {
            let words = SENTENCES.split(' ').count() as u64;
            let word = crate::coding::mix::hash3(n, 3, 4) % words;
            SENTENCES.split(' ').nth(word as usize).unwrap_or(" ")
        })
        .collect();
    let size = |number| {
        let document = document(vec![text.clone().into_bytes()]);
        Text.encode(&document, level(number)).unwrap().len()
    };
    assert!(size(6) < size(1));
}
