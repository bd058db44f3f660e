use super::*;
use crate::coding::{
    mix::hash_bytes,
    range::{Decoder, Encoder},
    stopwatch::timed,
};
use crate::error::ErrorKind;
use proptest::prelude::*;

fn model(strength: Strength) -> TextModel {
    TextModel::new(Options {
        strength,
        expected_bytes: 1 << 12,
        snapshot: Snapshot::default(),
    })
}

fn pack(text: &[u8], strength: Strength) -> Vec<u8> {
    let (mut encoder, mut model) = (Encoder::new(), model(strength));
    for &byte in text {
        model.code(&mut encoder, byte);
    }
    encoder.finish()
}

proptest! {
    #[test]
    fn bytes_come_back(text in prop::collection::vec(any::<u8>(), 0..300), repeats in 1usize..4) {
        let text = text.repeat(repeats);
        for strength in Strength::ALL {
            let packed = pack(&text, strength);
            let (mut decoder, mut model) = (Decoder::new(&packed), model(strength));
            for &byte in &text {
                prop_assert_eq!(model.code(&mut decoder, 0), byte);
            }
        }
    }

    #[test]
    fn strings_of_several_fields_come_back(strings in prop::collection::vec((prop::collection::vec(0u8..5, 0..20), any::<u32>()), 0..40)) {
        let (mut encoder, mut writer) = (Encoder::new(), model(Strength::Full));
        for (text, field) in &strings {
            let mut echo = Vec::new();
            writer.code_string(&mut encoder, text, *field, 20, &mut echo).unwrap();
            prop_assert_eq!(&echo, text);
        }
        let packed = encoder.finish();
        let (mut decoder, mut reader) = (Decoder::new(&packed), model(Strength::Full));
        for (text, field) in &strings {
            let mut back = Vec::new();
            reader.code_string(&mut decoder, &[], *field, 20, &mut back).unwrap();
            prop_assert_eq!(&back, text);
        }
    }

    #[test]
    fn random_bytes_decode_to_a_bounded_string_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let (mut decoder, mut model) = (Decoder::new(&bytes), model(Strength::Full));
        let mut out = Vec::new();
        let _ = model.code_string(&mut decoder, &[], 1, 500, &mut out);
        prop_assert!(out.len() <= 501);
    }
}

#[test]
fn a_string_said_before_is_almost_free() {
    let (mut encoder, mut model) = (Encoder::new(), model(Strength::Full));
    let mut out = Vec::new();
    for _ in 0..20 {
        model
            .code_string(&mut encoder, b"Nimzowitsch, Aron", 3, 100, &mut out)
            .unwrap();
    }
    assert!(encoder.finish().len() < 60);
}

const PROSE: &str = "It was a dark and stormy night; the rain fell in torrents, except at occasional intervals, \
    when it was checked by a violent gust of wind. The wind fell at dawn, and the rain with it, on the 24th of May, 1830.\n";

#[test]
fn the_same_text_always_gives_the_same_bytes() {
    let text = PROSE.repeat(3);
    let packed = Strength::ALL.map(|strength| pack(text.as_bytes(), strength));
    assert_eq!(
        packed.each_ref().map(|bytes| hash_bytes(bytes)),
        [3_973_382_664, 3_580_476_944, 574_012_082, 1_318_396_172]
    );
    let [_, able @ ..] = packed; // the quickest looks for no repetitions
    assert!(able.iter().all(|bytes| bytes.len() < 200));
}

#[test]
fn a_model_that_has_read_a_text_knows_it_at_any_size() {
    for strength in Strength::ALL {
        let options = Options {
            strength,
            expected_bytes: PROSE.len(),
            snapshot: Snapshot::default(),
        };
        let primed = Primed::new(options, [(1, PROSE.as_bytes()), (2, b"dawn".as_slice())]);
        for expected_bytes in [0, 100, 1 << 20] {
            let mut encoder = Encoder::new();
            let mut out = Vec::new();
            let mut writer = primed.start(expected_bytes);
            writer
                .code_string(&mut encoder, PROSE.as_bytes(), 1, 1000, &mut out)
                .unwrap();
            let packed = encoder.finish();
            assert!(packed.len() < 40, "{}", packed.len());
            let (mut decoder, mut reader) = (Decoder::new(&packed), primed.start(expected_bytes));
            let mut back = Vec::new();
            reader
                .code_string(&mut decoder, &[], 1, 1000, &mut back)
                .unwrap();
            assert_eq!(back, PROSE.as_bytes());
        }
    }
}

#[test]
fn a_string_longer_than_allowed_is_an_error() {
    let mut encoder = Encoder::new();
    let mut out = Vec::new();
    model(Strength::Fast)
        .code_string(&mut encoder, b"four score", 0, 100, &mut out)
        .unwrap();
    let packed = encoder.finish();
    let error = model(Strength::Fast)
        .code_string(&mut Decoder::new(&packed), &[], 0, 4, &mut Vec::new())
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
}

#[test]
#[ignore = "a measurement: set PGNPACK_TEXT to files"]
fn measure() {
    let files = std::env::var("PGNPACK_TEXT").expect("PGNPACK_TEXT names files");
    for file in files.split(':') {
        let text = std::fs::read(file).unwrap();
        for strength in Strength::ALL {
            let options = Options {
                strength,
                expected_bytes: text.len(),
                snapshot: Snapshot::default(),
            };
            let (bytes, time) = timed(|| {
                let (mut encoder, mut model) = (Encoder::new(), TextModel::new(options));
                for &byte in &text {
                    model.code(&mut encoder, byte);
                }
                encoder.finish().len()
            });
            println!(
                "{file} {strength:?} {} -> {bytes}, {:.3} us a byte",
                text.len(),
                time * 1e3 / text.len() as f64
            );
        }
    }
}

/// MODEL.md 5.6 says so.
#[test]
fn a_string_is_expected_to_end_where_a_zero_stands() {
    assert_eq!(model(Strength::Quick).end.p(), 64_512);
}
