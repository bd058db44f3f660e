//! From the weights that training found to the whole numbers of a model file.

use super::{
    adam::Table,
    group::CEILING,
    run::Trained,
    shard::{Shard, UNITS},
};
use crate::codec::model::moves::features::{inputs, vectors};
use crate::codec::model::moves::net::weights::{
    HIDDEN_BITS, LINEAR, MOVE_BITS, MOVE_UNITS, MoveUnits, SUM_BITS, TACTIC_ROWS, VECTOR_BITS,
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
        let outs = &self.layer.units.weights[1];
        // A unit's weight in the score is moved into the unit, of which only the sign is left outside.
        let scale: [f32; MOVE_UNITS] =
            std::array::from_fn(|k| if k == LINEAR { 1.0 } else { outs[k].abs() });
        let scaled =
            |row: &[f32; MOVE_UNITS]| std::array::from_fn(|k| fixed(row[k] * scale[k], MOVE_BITS));
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
            tactics: Box::new([[0; MOVE_UNITS]; TACTIC_ROWS]),
            move_units: MoveUnits::default(),
        };
        for (to, from) in weights.tactics.iter_mut().zip(&self.layer.tactics.weights) {
            *to = scaled(from);
        }
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
        let biases: [i16; MOVE_UNITS] = scaled(&self.layer.units.weights[0]);
        for unit in 0..MOVE_UNITS {
            let factor = if unit == LINEAR { 0.0 } else { scale[unit] };
            let column: Vec<f32> = self
                .shards
                .iter()
                .flat_map(|s| s.shared.weights.iter().map(|row| row[unit] * factor))
                .collect();
            let largest = column.iter().fold(1e-6f32, |most, w| most.max(w.abs()));
            let bits = (127.0 / largest).log2().floor().clamp(0.0, 20.0) as u32;
            let bits = bits.max(MOVE_BITS - HIDDEN_BITS);
            weights.shared.extend(
                column
                    .iter()
                    .map(|&w| fixed(w, bits).clamp(-127, 127) as i8),
            );
            let linear = unit == LINEAR;
            let units = &mut weights.move_units;
            units.bias[unit] = if linear { 0 } else { biases[unit] };
            units.floor[unit] = if linear { i16::MIN } else { 0 };
            units.ceiling[unit] = if linear {
                i16::MAX
            } else {
                fixed(CEILING * scale[unit], MOVE_BITS)
            };
            units.sign[unit] = if linear || outs[unit] > 0.0 { 1 } else { -1 };
            units.shift[unit] = (bits + HIDDEN_BITS - MOVE_BITS) as i16;
        }
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
    (w * (1u32 << bits) as f32).round().clamp(-32767.0, 32767.0) as i16
}

#[cfg(test)]
mod tests {
    use super::super::{
        data::{replay, tests::random_games},
        group::{Group, MoveLayer},
        random::Random,
        run::Trained,
        shard::Shard,
    };
    use crate::chess::{Position, Rules};
    use crate::codec::model::moves::{
        context::{GameContext, Speed},
        model::{Effort, MoveModel},
        predictor::MovePredictor,
    };
    use crate::coding::range::Meter;

    #[test]
    fn whole_numbers_cost_what_training_said() {
        let mut random = Random::new(5);
        let games = random_games(1, &mut random);
        let mut trained = Trained {
            shards: (0..2).map(|_| Shard::new(&mut random)).collect(),
            layer: MoveLayer::new(&mut random),
        };
        let mut group = Group::new(1, 0);
        group.cursors[0].start(&games, games.entries[0], None);
        let mut nats = 0.0;
        while !group.cursors[0].is_idle() {
            group
                .samples
                .gather(&games, &mut group.cursors, &mut group.scratch);
            for shard in &mut trained.shards {
                shard.forward(std::iter::once(&group.samples));
            }
            let shards: Vec<&Shard> = trained.shards.iter().collect();
            group.judge(&trained.layer, &shards, 0, 0, false);
            nats += group.cost;
        }
        let model = MoveModel::read(&MoveModel::write(&[trained.quantise()])).unwrap();
        let mut predictor = MovePredictor::new(&model, Effort::Quick);
        let (mut meter, mut position) = (Meter::new(), Position::default());
        let mut context = GameContext::new([1500, 2100], Speed::Blitz);
        let moves = replay(&position, games.moves(&games.entries[0]));
        for &m in &moves {
            assert_eq!(
                predictor.code(&mut meter, &position, &context, Some(m)),
                Some(m)
            );
            context.advance(&position, m);
            position.play_unchecked(m);
        }
        let difference = meter.bits() - nats / std::f64::consts::LN_2;
        assert!(moves.len() > 100 && nats > 100.0);
        assert!(
            difference.abs() / (moves.len() as f64) < 0.005,
            "{difference}"
        );
    }
}
