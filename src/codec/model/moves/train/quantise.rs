//! From the weights that training found to the whole numbers of a model file.

use super::{
    adam::Table,
    run::Trained,
    shard::{Shard, UNITS},
};
use crate::codec::model::moves::features::{inputs, vectors};
use crate::codec::model::moves::net::weights::{
    LINEAR, LINEAR_BITS, MOVE_BITS, MOVE_UNITS, OUT_BITS, SHARED_BITS, SUM_BITS, VECTOR_BITS,
    Weights,
};

/// Input weights are stored as one byte in units of this many of the sums'.
const COARSE: f32 = 4.0;

impl Trained {
    /// The network in whole numbers.
    pub fn quantise(&self) -> Weights {
        let units = self.shards.len() * UNITS;
        let sums = (1 << SUM_BITS) as f32;
        let coarse =
            |w: f32| (w * sums / COARSE).round().clamp(-128.0, 127.0) as i16 * COARSE as i16;
        let narrow = |w: f32| (w * (1 << VECTOR_BITS) as f32).round().clamp(-127.0, 127.0) as i8;
        let mut weights = Weights {
            units,
            inputs: Vec::with_capacity(inputs::COUNT * units),
            bias: self
                .shards
                .iter()
                .flat_map(|s| s.bias.weights[0])
                .map(|w| fixed(w, SUM_BITS))
                .collect(),
            vectors: Vec::with_capacity(vectors::COUNT * units),
            shared: Vec::with_capacity(MOVE_UNITS * units),
            tactics: Vec::new(),
            move_bias: self.layer.units.weights[0].map(|w| fixed(w, MOVE_BITS)),
            out: self.layer.units.weights[1].map(|w| fixed(w, OUT_BITS)),
        };
        for row in 0..inputs::COUNT {
            weights
                .inputs
                .extend(self.row(row, |s| &s.inputs).map(coarse));
        }
        for row in 0..vectors::COUNT {
            weights
                .vectors
                .extend(self.row(row, |s| &s.vectors).map(narrow));
        }
        for unit in 0..MOVE_UNITS {
            let bits = if unit == LINEAR {
                SHARED_BITS + LINEAR_BITS - MOVE_BITS
            } else {
                SHARED_BITS
            };
            let column = self
                .shards
                .iter()
                .flat_map(|s| s.shared.weights.iter().map(|row| row[unit]));
            weights.shared.extend(column.map(|w| fixed(w, bits)));
        }
        weights.tactics = self
            .layer
            .tactics
            .weights
            .iter()
            .map(|row| {
                std::array::from_fn(|unit| {
                    fixed(
                        row[unit],
                        if unit == LINEAR {
                            LINEAR_BITS
                        } else {
                            MOVE_BITS
                        },
                    )
                })
            })
            .collect();
        weights.move_bias[LINEAR] = fixed(self.layer.units.weights[0][LINEAR], LINEAR_BITS);
        weights
    }

    fn row<'a, F>(&'a self, row: usize, table: F) -> impl Iterator<Item = f32> + 'a
    where
        F: Fn(&'a Shard) -> &'a Table<UNITS> + 'a,
    {
        self.shards
            .iter()
            .flat_map(move |shard| table(shard).weights[row])
    }
}

/// `w` with so many fractional bits.
fn fixed(w: f32, bits: u32) -> i16 {
    (w * (1u32 << bits) as f32).round() as i16
}
