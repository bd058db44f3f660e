//! The weights of the grid.

use super::{
    TERMS, UNITS,
    first::{self, Rows},
    layers::{Layer, TOLD, Terms},
};
use crate::codec::model::moves::net::weights::{MOVE_UNITS, Shared, WIDE_UNITS, Wide, by_fours};
use crate::coding::lined::Lined;
use std::sync::LazyLock;

/// How many layers there are between the first and the last.
const LAYERS: usize = 2;

/// The weights, lowest byte first: the rows of the first layer, as 16-bit numbers; for each layer,
/// the biases, as 32-bit numbers, then for each unit the weights of what a square is told, then for
/// each unit those of the mean; for origins and for targets, the biases and weights of each term.
static BYTES: &[u8] = include_bytes!("weights.bin");

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
        let rows = take(bytes, 2 * first::COUNT * UNITS).as_chunks().0;
        let first = Rows(Lined::new(rows.iter().map(|&row| i16::from_le_bytes(row))));
        let (layers, last) = ([(); LAYERS].map(|()| layer(bytes)), layer(bytes));
        let (origins, targets) = (terms(bytes), terms(bytes));
        assert!(bytes.is_empty(), "the weights are as long as they say");
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
    let numbers = take(bytes, 4 * COUNT).as_chunks().0;
    std::array::from_fn(|unit| i32::from_le_bytes(numbers[unit]))
}

/// Weights from `inputs` numbers to as many sums as fours of `LEN` weights lead to.
fn dense<const LEN: usize>(bytes: &mut &[u8], inputs: usize) -> Lined<i8> {
    let weights = take(bytes, inputs * LEN / 4);
    let weights: Vec<i8> = weights.iter().map(|&w| w as i8).collect();
    by_fours::<LEN>(&weights, inputs)
}

/// Takes bytes off the front.
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(count);
    *bytes = rest;
    taken
}
