//! What the program's coders write, the second ones read.

use super::{
    coder::{self, AdaptiveBit, Number, RangeDecoder, Source, Symbol},
    contexts,
    encoder::RangeEncoder,
};
use pgnpack::coding::{
    adaptive,
    light::{Chooser, Light, Pace, Votes},
    mix::{self, ContextMixer},
    range::{Coder, Encoder},
};
use proptest::{collection::vec, prelude::*};

/// Encodes `values` by one coder, and checks that the other decodes them again.
fn agree<V: PartialEq + std::fmt::Debug>(
    values: &[V],
    mut write: impl FnMut(&mut Encoder, &V),
    mut read: impl FnMut(&mut RangeDecoder<'_>, &V) -> V,
) {
    let mut encoder = Encoder::new();
    for value in values {
        write(&mut encoder, value);
    }
    let bytes = encoder.finish();
    let mut decoder = RangeDecoder::new(&bytes);
    for (index, value) in values.iter().enumerate() {
        assert_eq!(read(&mut decoder, value), *value, "number {index}");
    }
    assert!(decoder.is_sound());
}

/// Some bounds of symbols, of which some have no share.
const BOUNDS: [u32; 7] = [0, 1, 1, 300, 60_000, 60_000, 65_536];

/// Decisions, of which many in a row are the same.
fn some_bits() -> impl Strategy<Value = Vec<bool>> {
    let run = (any::<bool>(), prop_oneof![1..4_usize, 1..400_usize]);
    vec(run, 0..20).prop_map(|runs| {
        let bits = runs.into_iter().map(|(bit, times)| vec![bit; times]);
        bits.flatten().collect()
    })
}

/// A value, contexts that repeat and collide, and a set of weights.
type UnderContexts = (u32, [u32; 5], usize);

/// Values below 64 under contexts, of which many in a row are the same.
fn under_contexts() -> impl Strategy<Value = Vec<UnderContexts>> {
    let contexts = prop::array::uniform5(prop_oneof![0..4_u32, any::<u32>()]);
    let value = (0..64_u32, contexts, 0..3_usize);
    let run = (value, prop_oneof![4 => Just(1_usize), 1 => 1..200_usize]);
    vec(run, 1..200).prop_map(|runs| {
        let values = runs.into_iter().map(|(value, times)| vec![value; times]);
        values.flatten().collect()
    })
}

/// Predictions under sets, and what came.
type Said = ([i32; 8], [usize; 2], bool);

/// Predictions, sets and decisions: extreme predictions; and small ones that always come true, so
/// that weights grow as far as they may.
fn predictions() -> impl Strategy<Value = Vec<Said>> {
    let input = || prop_oneof![Just(0), Just(2_840), Just(-2_840), -2_840..2_841];
    let inputs = prop_oneof![
        prop::array::uniform8(input()),
        input().prop_map(|input| [input; 8])
    ];
    let said = (inputs, [0..3_usize, 3..6_usize], any::<bool>());
    let small = (-30..30_i32, any::<bool>()).prop_map(|(input, bit)| ([input; 8], [0, 3], bit));
    let run = prop_oneof![
        4 => (said, 1..300_usize),
        1 => (small, 1..20_000_usize),
    ];
    vec(run, 1..20).prop_map(|runs| {
        let said = runs.into_iter().map(|(said, times)| vec![said; times]);
        said.flatten().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn decisions(values in vec((any::<bool>(), 1..65_536_u32), 0..300)) {
        agree(
            &values,
            |coder, &(bit, p)| { coder.bit(bit, p); },
            |source, &(_, p)| (source.decision(p.into()), p),
        );
    }

    #[test]
    fn one_of_several(values in vec(prop::sample::select(&[0_usize, 2, 3, 5][..]), 0..300)) {
        agree(
            &values,
            |coder, &symbol| { coder.symbol(symbol, &BOUNDS); },
            |source, _| source.symbol(&BOUNDS),
        );
    }

    #[test]
    fn the_encoder_writes_what_the_document_says(values in vec((any::<bool>(), prop_oneof![1..65_536_u32, Just(1), Just(65_535)], prop::sample::select(&[0_usize, 2, 3, 5][..])), 0..60)) {
        let (mut first, mut second) = (Encoder::new(), RangeEncoder::new());
        for (bit, p, symbol) in values {
            first.bit(bit, p);
            second.decision(bit, p);
            first.symbol(symbol, &BOUNDS);
            second.symbol(symbol, &BOUNDS);
        }
        prop_assert_eq!(second.finish(), first.finish());
    }

    #[test]
    fn raw_bits(values in vec((any::<u32>(), 1..33_u32), 0..100)) {
        let values: Vec<_> = values.into_iter().map(|(value, width)| (value >> (32 - width), width)).collect();
        agree(
            &values,
            |coder, &(value, width)| { coder.raw(value, width); },
            |source, &(_, width)| (source.raw(width) as u32, width),
        );
    }

    #[test]
    fn adaptive_bits(values in some_bits(), start in prop_oneof![any::<u16>(), Just(0), Just(65_535)], count in 0..30_u8) {
        let mut written = adaptive::Bit::primed(start, count);
        let mut read = AdaptiveBit::starting(start.into(), count.into());
        agree(
            &values,
            |coder, &bit| { written.code(coder, bit); },
            |source, _| read.decode(source),
        );
    }

    #[test]
    fn symbols_and_numbers(values in vec((0..32_u32, prop_oneof![0..20_u32, 0..u32::MAX]), 0..100), likely in 0..15_u32) {
        let mut written = (adaptive::Symbol::<5>::expecting(likely), adaptive::Symbol::<5>::default(), adaptive::Number::expecting(likely), adaptive::Number::default());
        let mut read = (Symbol::expecting(5, likely.into()), Symbol::new(5), Number::expecting(likely.into()), Number::new());
        agree(
            &values,
            |coder, &(symbol, number)| {
                written.0.code(coder, symbol);
                written.1.code(coder, symbol);
                written.2.code(coder, number);
                written.3.code(coder, number);
            },
            |source, _| {
                let symbol = read.0.decode(source);
                assert_eq!(symbol, read.1.decode(source));
                let number = read.2.decode(source);
                assert_eq!(number, read.3.decode(source));
                (symbol as u32, number as u32)
            },
        );
    }

    #[test]
    fn mixers(said in predictions(), sum in 0..200_000_i32, rate in 1..400_i32, haste in 0..300_i32) {
        let mut first = mix::Mixer::new(8, 3, sum, rate).hasty(haste);
        let mut second = coder::Mixer::new(8, 3, sum.into(), rate.into(), haste.into());
        for (inputs, [set, _], bit) in said {
            let x = first.blend(&inputs, set);
            let wide = inputs.map(i64::from);
            prop_assert_eq!(second.says(set, &wide), i64::from(x));
            first.update(&inputs, set, bit, mix::squash(x));
            second.learn(set, &wide, bit, coder::squash(x.into()));
        }
    }

    #[test]
    fn refiners(said in vec((-2_840..2_841_i32, 0..3_usize, any::<bool>(), 1..200_usize), 0..40)) {
        let mut first = mix::Refiner::new(3);
        let mut second = coder::Refiner::new(3, 6);
        for (x, context, bit, times) in said {
            for _ in 0..times {
                let p = first.refine(x, context);
                prop_assert_eq!(second.says(context, x.into()), i64::from(p));
                first.update(bit);
                second.learn(context, x.into(), bit);
            }
        }
    }

    #[test]
    fn light_blends(said in predictions(), sum in 0..300_i32, rate in 1..60_i32, haste in 0..60_i32, correction in any::<u16>()) {
        let pace = Pace { sum, rate, haste };
        let correction = u32::from(correction);
        let mut first = Light::new(6, 10, pace);
        let mut second = contexts::LightBlend::new(6, sum.into(), rate.into(), haste.into(), 1_024);
        for (inputs, sets, bit) in said {
            let p = first.predict(&inputs.map(|input| input as i16), sets, correction as usize);
            let wide = inputs.map(i64::from);
            let x = second.sum(sets, &wide);
            prop_assert_eq!(second.says(x, correction), i64::from(p));
            first.update(&inputs.map(|input| input as i16), bit);
            second.learn(sets, &wide, x, correction, bit);
        }
    }

    #[test]
    fn context_mixers(values in under_contexts()) {
        let mut written = ContextMixer::new(5, 8, 3);
        let mut read = contexts::ContextMixer::new(5, 1 << 8, 3);
        agree(
            &values,
            |coder, (value, contexts, set)| { written.code(coder, *value, 6, contexts, *set); },
            |source, (_, contexts, set)| (read.decode(source, 6, contexts, *set) as u32, *contexts, *set),
        );
    }

    #[test]
    fn choosers(values in under_contexts()) {
        let mut written = Chooser::<5>::new(8, 3);
        let mut read = contexts::Chooser::new(1 << 8, 3);
        agree(
            &values,
            |coder, (value, contexts, set)| {
                written.flag(coder, value % 2 == 1, contexts, *set);
                written.code(coder, *value, 6, contexts, *set);
            },
            |source, (_, contexts, set)| {
                let odd = read.decision(source, contexts, *set);
                let value = read.number(source, 6, contexts, *set);
                assert_eq!(odd, value % 2 == 1);
                (value as u32, *contexts, *set)
            },
        );
    }

    #[test]
    fn votes(values in under_contexts()) {
        let mut written = Votes::<5>::new(8);
        let mut read = contexts::Votes::new(1 << 8);
        agree(
            &values,
            |coder, (value, contexts, _)| {
                written.flag(coder, value % 2 == 1, *contexts);
                written.code(coder, *value, 6, *contexts);
            },
            |source, (_, contexts, set)| {
                let odd = read.decision(source, contexts);
                let value = read.number(source, 6, contexts);
                assert_eq!(odd, value % 2 == 1);
                (value as u32, *contexts, *set)
            },
        );
    }
}

#[test]
fn odds_are_the_same() {
    for x in -4_000..4_000 {
        assert_eq!(coder::squash(x), i64::from(mix::squash(x as i32)), "{x}");
    }
    for p in 0..65_536 {
        assert_eq!(coder::stretch(p), i64::from(mix::stretch(p as u32)), "{p}");
    }
}
