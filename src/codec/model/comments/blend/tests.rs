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
                blend.place(0, a as usize);
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
