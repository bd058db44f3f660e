//! What the program's text model writes, the second one reads: strings of any kind, at every
//! strength, in models that are far too small for them, and in models that start from others.

use super::{
    coder::{RangeDecoder, Source},
    text::{self, Trained},
};
use pgnpack::coding::{
    range::Encoder,
    text::{Options, Snapshot, Strength, TextModel},
};
use proptest::{collection::vec, prelude::*};

/// Gives for each decision what is less likely.
struct Unlikely;

impl Source for Unlikely {
    fn decision(&mut self, p: i64) -> bool {
        p < 1 << 15
    }
}

/// A string and its field.
type Text = (u32, Vec<u8>);

/// A model of the program, and the same one by the document.
struct Both {
    first: TextModel,
    second: text::TextModel,
}

impl Both {
    fn new(strength: usize, bytes: usize, snapshot: &'static [u8]) -> Self {
        let strengths = [
            (Strength::Quick, text::Strength::Quick),
            (Strength::Fast, text::Strength::Fast),
            (Strength::Full, text::Strength::Full),
            (Strength::Most, text::Strength::Most),
        ];
        let (first, second) = strengths[strength];
        let known = (!snapshot.is_empty()).then_some(snapshot);
        Both {
            first: TextModel::new(Options {
                strength: first,
                expected_bytes: bytes,
                snapshot: Snapshot::new(snapshot),
            }),
            second: text::TextModel::new(second, bytes, known),
        }
    }

    /// Codes strings, and checks that they come back.
    fn code(&mut self, strings: &[Text]) {
        let mut encoder = Encoder::new();
        for (field, string) in strings {
            let mut out = Vec::new();
            self.first
                .code_string(&mut encoder, string, *field, string.len(), &mut out)
                .unwrap();
        }
        let bytes = encoder.finish();
        let mut source = RangeDecoder::new(&bytes);
        for (field, string) in strings {
            assert_eq!(self.second.decode_string(&mut source, *field), *string);
        }
        assert!(source.is_sound());
    }

    /// Codes bytes without a string round them, and checks that they come back.
    fn code_bytes(&mut self, text: &[u8]) {
        let mut encoder = Encoder::new();
        for &byte in text {
            self.first.code(&mut encoder, byte);
        }
        let bytes = encoder.finish();
        let mut source = RangeDecoder::new(&bytes);
        for &byte in text {
            assert_eq!(self.second.decode_byte(&mut source), byte);
        }
    }

    /// Models for `bytes` bytes that start from these.
    fn start(mut self, bytes: usize) -> Self {
        self.first.share();
        let mut first = self.first.clone();
        first.make_room(bytes);
        let trained: Trained = self.second.trained();
        Both {
            first,
            second: trained.start(bytes),
        }
    }
}

fn some_string() -> impl Strategy<Value = Text> {
    let field = prop_oneof![0..20_u32, any::<u32>()];
    let words =
        "(Morphy, |the |then |\n|[A-Z]?[a-z]{0,9} |[0-9]{1,4}|\\.|1-0|é|\0|#|\\+| = ){0,60}";
    let text = prop_oneof![
        vec(any::<u8>(), 0..40),
        words.prop_map(String::into_bytes),
        (words, 1..12_usize).prop_map(|(text, times)| text.repeat(times).into_bytes()),
    ];
    (field, text)
}

fn some_strings() -> impl Strategy<Value = Vec<Text>> {
    vec(some_string(), 0..8)
}

/// How many bytes a model is made for: fewer than it gets, or more.
fn some_bytes() -> impl Strategy<Value = usize> {
    prop_oneof![Just(0), 0..600_usize, 0..40_000_usize]
}

/// The data of a snapshot of one to four buckets, as good as random.
fn some_snapshot() -> impl Strategy<Value = &'static [u8]> {
    let line = (any::<u16>(), any::<[u8; 8]>()).prop_map(|(header, body)| {
        let len = match header % 8 {
            0 => 8,
            k => usize::from(k),
        };
        [&header.to_le_bytes()[..], &body[..len]].concat()
    });
    let bucket = vec(line, 0..12).prop_map(|lines| {
        let mut bucket = lines.concat();
        bucket.resize(64, 0);
        bucket
    });
    let buckets = (0..3).prop_flat_map(move |n| vec(bucket.clone(), 1_usize << n));
    buckets.prop_map(|buckets| &*buckets.concat().leak())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn strings_are_read(strength in 0..4_usize, bytes in some_bytes(), strings in some_strings()) {
        Both::new(strength, bytes, &[]).code(&strings);
    }

    #[test]
    fn a_model_reads_what_no_string_holds(strength in 0..4_usize, bytes in some_bytes(), (_, text) in some_string()) {
        Both::new(strength, bytes, &[]).code_bytes(&text);
    }

    #[test]
    fn a_snapshot_is_read(strength in 0..4_usize, snapshot in some_snapshot(), strings in some_strings()) {
        Both::new(strength, 1_000, snapshot).code(&strings);
    }

    #[test]
    fn models_start_from_models(
        strength in 0..4_usize,
        snapshot in prop_oneof![Just(&[][..]), some_snapshot()],
        read in vec((some_bytes(), some_strings()), 1..4),
        bytes in some_bytes(),
        (_, text) in some_string(),
    ) {
        let mut both = Both::new(strength, bytes, snapshot);
        for (bytes, strings) in read {
            both.code(&strings);
            both = both.start(bytes);
            both.code_bytes(&text);
        }
    }
}

#[test]
fn a_text_of_unlikely_bytes_is_read() {
    for strength in 0..4 {
        let mut unlikely = Both::new(strength, 0, &[]).second;
        let text: Vec<u8> = (0..6_000)
            .map(|_| unlikely.decode_byte(&mut Unlikely))
            .collect();
        Both::new(strength, 0, &[]).code_bytes(&text);
    }
}

/// Models for so many bytes that their tables would be larger, if their strengths had no bounds.
#[test]
fn tables_as_large_as_they_get_are_read() {
    let text = std::fs::read("README.md").unwrap();
    for (strength, bytes) in [1_000, 10_000, 70_000, 140_000].into_iter().enumerate() {
        Both::new(strength, bytes, &[]).code_bytes(&text);
    }
}

/// The past of a trained model may just be full, or go beyond what is kept, and so may that of a
/// model which starts from it.
#[test]
fn what_is_kept_of_the_past_is_read() {
    let mut state = 1_u32;
    let noise: Vec<u8> = (0..800)
        .map(|_| {
            state = state.wrapping_mul(0x2545_f491).wrapping_add(1);
            (state >> 24) as u8 | 1
        })
        .collect();
    for read in [100, 400, 510, 511, 512, 700] {
        for bytes in [0, 300, 2_000] {
            let mut both = Both::new(2, 0, &[]);
            both.code(&[(1, noise[..read].to_vec())]);
            both.start(bytes).code_bytes(&noise.repeat(3));
        }
    }
}
