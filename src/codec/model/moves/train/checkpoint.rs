//! Unquantised weights as bytes, so that a run can be looked at or quantised later.

use super::{
    adam::Table,
    group::MoveLayer,
    random::Random,
    run::Trained,
    shard::{Shard, UNITS},
    subject::Subject,
};

impl Trained {
    /// All weights, 32-bit floats with the lowest byte first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for shard in &self.shards {
            put(&shard.inputs, &mut out);
            put(&shard.bias, &mut out);
            put(&shard.vectors, &mut out);
            put(&shard.shared, &mut out);
        }
        put(&self.layer.facts, &mut out);
        put(&self.layer.units, &mut out);
        out
    }

    /// What [`to_bytes`](Trained::to_bytes) wrote of a network for `subject`; `None` for any other length.
    pub fn from_bytes(subject: &Subject, bytes: &[u8]) -> Option<Trained> {
        let mut random = Random::new(0);
        let mut trained = Trained {
            shards: (0..subject.units() / UNITS)
                .map(|_| Shard::new(&mut random))
                .collect(),
            layer: MoveLayer::new(subject, &mut random),
        };
        let mut rest = bytes;
        for shard in &mut trained.shards {
            get(&mut shard.inputs, &mut rest)?;
            get(&mut shard.bias, &mut rest)?;
            get(&mut shard.vectors, &mut rest)?;
            get(&mut shard.shared, &mut rest)?;
        }
        get(&mut trained.layer.facts, &mut rest)?;
        get(&mut trained.layer.units, &mut rest)?;
        rest.is_empty().then_some(trained)
    }
}

fn put<const WIDTH: usize>(table: &Table<WIDTH>, out: &mut Vec<u8>) {
    for weight in table.weights.as_flattened() {
        out.extend_from_slice(&weight.to_le_bytes());
    }
}

fn get<const WIDTH: usize>(table: &mut Table<WIDTH>, bytes: &mut &[u8]) -> Option<()> {
    for weight in table.weights.as_flattened_mut() {
        let (first, rest) = bytes.split_first_chunk::<4>()?;
        *weight = f32::from_le_bytes(*first);
        *bytes = rest;
    }
    Some(())
}
