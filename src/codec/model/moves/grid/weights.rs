//! The weights of the grid.

use super::{
    TERMS, UNITS,
    first::{self, Rows},
    layers::{Layer, TOLD, Terms},
};
use crate::codec::model::{
    moves::net::weights::{MOVE_UNITS, Shared, WIDE_UNITS, Wide, by_fours},
    sections::{i8s, i16s, i32s},
};
use crate::coding::lined::Lined;
use std::sync::LazyLock;

/// How many layers there are between the first and the last.
const LAYERS: usize = 2;

/// The weights, lowest byte first: the rows of the first layer, as 16-bit numbers; for each layer,
/// the biases, as 32-bit numbers, then for each unit the weights of what a square is told, then for
/// each unit those of the mean; for origins and for targets, the biases and weights of each term.
static BYTES: &[u8] = include_bytes!("weights.bin");

/// What a test would find if it were not so: the weights are a part of the program.
const WHOLE: &str = "the weights are as long as they say";

/// All weights.
#[derive(Debug)]
pub(super) struct Weights {
    pub(super) first: Rows,
    pub(super) layers: [Layer; LAYERS],
    pub(super) last: Layer,
    pub(super) origins: Terms,
    pub(super) targets: Terms,
}

impl Weights {
    /// The weights that the program carries.
    pub(super) fn standard() -> &'static Weights {
        static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(BYTES));
        &WEIGHTS
    }

    fn read(mut bytes: &[u8]) -> Weights {
        const { assert!(TERMS == MOVE_UNITS && UNITS == WIDE_UNITS) };
        let bytes = &mut bytes;
        let rows = i16s(bytes, first::COUNT * UNITS).expect(WHOLE);
        let first = Rows(Lined::new(rows));
        let (layers, last) = ([(); LAYERS].map(|()| layer(bytes)), layer(bytes));
        let (origins, targets) = (terms(bytes), terms(bytes));
        assert!(bytes.is_empty(), "{WHOLE}");
        Weights {
            first,
            layers,
            last,
            origins,
            targets,
        }
    }
}

fn layer(bytes: &mut &[u8]) -> Layer {
    Layer {
        bias: biases(bytes),
        told: dense::<{ size_of::<Wide>() }>(bytes, TOLD),
        mean: dense::<{ size_of::<Wide>() }>(bytes, UNITS),
    }
}

fn terms(bytes: &mut &[u8]) -> Terms {
    Terms {
        bias: biases(bytes),
        weights: dense::<{ size_of::<Shared>() }>(bytes, UNITS),
    }
}

fn biases<const COUNT: usize>(bytes: &mut &[u8]) -> [i32; COUNT] {
    let mut biases = i32s(bytes, COUNT).expect(WHOLE);
    [(); COUNT].map(|()| biases.next().unwrap_or(0))
}

/// Weights from `inputs` numbers to as many sums as fours of `LEN` weights lead to.
fn dense<const LEN: usize>(bytes: &mut &[u8], inputs: usize) -> Lined<i8> {
    let weights: Vec<i8> = i8s(bytes, inputs * LEN / 4).expect(WHOLE).collect();
    by_fours::<LEN>(&weights, inputs)
}
