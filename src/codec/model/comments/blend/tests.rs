use super::*;
use crate::coding::{
    mix::hash32,
    range::{Decoder, Encoder},
};
use proptest::prelude::*;

/// Small tables: contexts fall out of them.
const SMALL: Shape = Shape {
    contexts: 2,
    expects: true,
    log2_rows: 6,
    ..Shape::SHARED
};

/// Shapes as those who code symbols have them, with a dense context and without.
fn shapes() -> impl Strategy<Value = Shape<'static>> {
    const DENSE: Dense = Dense {
        contexts: 1,
        values: 3,
        prior: &[0x9f, 0x41, 0xe0, 0, 0xff],
    };
    let mixing = [Mixing::Votes, Mixing::Once, Mixing::Refined, Mixing::Twice];
    let dense = [(Dense::NONE, 0), (DENSE, 4)];
    let either = (
        prop::sample::select(mixing.to_vec()),
        prop::sample::select(dense.to_vec()),
    );
    either.prop_map(|(mixing, (dense, width))| Shape {
        dense,
        width,
        sets: [16, 2],
        mixing,
        ..SMALL
    })
}

proptest! {
    #[test]
    fn symbols_come_back(shape in shapes(), symbols in prop::collection::vec((0u32..16, 0u32..5, 0u32..500), 0..300)) {
        let look = |blend: &mut Blend, a: u32, b: u32| {
            blend.select_all(&[a, b]);
            if shape.dense.contexts > 0 {
                blend.place(0, a as usize % shape.dense.values);
            }
            blend.expect(b as i32 - 250);
        };
        let (mut encoder, mut blend) = (Encoder::new(), Blend::new(shape));
        for &(value, a, b) in &symbols {
            look(&mut blend, a, b);
            blend.symbol(&mut encoder, value, 4, (a & 1) as usize);
        }
        let bytes = encoder.finish();
        let (mut decoder, mut blend) = (Decoder::new(&bytes), Blend::new(shape));
        for &(value, a, b) in &symbols {
            look(&mut blend, a, b);
            prop_assert_eq!(blend.symbol(&mut decoder, 0, 4, (a & 1) as usize), value);
        }
    }
}

proptest! {
    #[test]
    fn three_dense_contexts_vote_as_any_number_does(symbols in prop::collection::vec((0u32..16, prop::array::uniform3(0usize..3)), 0..300)) {
        let shape = Shape {
            contexts: 0,
            dense: Dense {
                contexts: 3,
                values: 3,
                prior: &[0x9f, 0x41, 0xe0, 0, 0xff],
            },
            width: 4,
            mixing: Mixing::Votes,
            ..SMALL
        };
        let [mut together, mut by_bits] = [(); 2].map(|()| (Encoder::new(), Blend::new(shape)));
        for &(value, contexts) in &symbols {
            for (_, blend) in [&mut together, &mut by_bits] {
                for (context, value) in contexts.into_iter().enumerate() {
                    blend.place(context, value);
                }
            }
            let (encoder, blend) = &mut together;
            prop_assert!(blend.electorate().is_some());
            blend.symbol(encoder, value, 4, 0);
            let (encoder, blend) = &mut by_bits;
            let mut node = 1;
            for shift in (0..4).rev() {
                let bit = value >> shift & 1 == 1;
                blend.bit_at(encoder, bit, [node, node], [node, 0]);
                node = node << 1 | usize::from(bit);
            }
        }
        let [together, by_bits] = [together, by_bits].map(|(encoder, _)| encoder.finish());
        prop_assert_eq!(together, by_bits);
    }
}

#[test]
fn a_symbol_that_a_context_tells_becomes_almost_free() {
    let shape = Shape {
        sets: [16, 2],
        ..SMALL
    };
    let (mut encoder, mut blend) = (Encoder::new(), Blend::new(shape));
    for index in 0u32..4000 {
        blend.select_all(&[index % 7, hash32(index, 1, 1) % 3]);
        blend.symbol(&mut encoder, index % 7 * 2, 4, 0);
    }
    assert!(encoder.finish().len() < 200);
}
