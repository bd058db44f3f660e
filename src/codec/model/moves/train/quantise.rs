//! Quantisation: from the weights that training found to the whole numbers of a model file.

use super::{
    group::CEILING,
    kinship::KinTable,
    run::Trained,
    shard::{Shard, UNITS},
};
use crate::codec::model::moves::features::{inputs, vectors};
use crate::codec::model::moves::net::weights::{
    HIDDEN_BITS, Judge, LINEAR, MOVE_BITS, MOVE_UNITS, MoveUnits, Network, Quick, SUM_BITS, Shared,
    VECTOR_BITS, by_fours,
};
use crate::coding::lined::Lined;

/// Input weights are one byte each, in units of this many units of the sums.
const COARSE: f32 = 4.0;

impl Trained {
    /// The quick network in whole numbers.
    pub fn quantise_quick(&self) -> Quick {
        Quick {
            network: self.quantise(),
        }
    }

    /// A judge in whole numbers.
    pub fn quantise_judge(&self) -> Judge {
        Judge {
            network: self.quantise(),
        }
    }

    fn quantise(&self) -> Network {
        let sums = (1 << SUM_BITS) as f32;
        let coarse = |w: f32| (w * sums / COARSE).round().clamp(-128.0, 127.0) as i8;
        let narrow = |w: f32| (w * (1 << VECTOR_BITS) as f32).round().clamp(-127.0, 127.0) as i8;
        let outs = &self.layer.units.weights[1];
        // A unit's weight in the score is multiplied into the unit; only its sign stays outside.
        let scale: [f32; MOVE_UNITS] =
            std::array::from_fn(|k| if k == LINEAR { 1.0 } else { outs[k].abs() });
        let scaled =
            |row: &[f32; MOVE_UNITS]| std::array::from_fn(|k| fixed(row[k] * scale[k], MOVE_BITS));
        let units = self.shards.len() * UNITS;
        let biases = self.shards.iter().flat_map(|s| s.bias.weights[0]);
        let mut weights = Network {
            units,
            inputs: (0..inputs::COUNT)
                .flat_map(|row| self.row(row, |s| &s.inputs).map(coarse))
                .collect(),
            bias: biases.map(|w| fixed(w, SUM_BITS)).collect(),
            vectors: (0..vectors::COUNT)
                .flat_map(|row| self.row(row, |s| &s.vectors).map(narrow))
                .collect(),
            by_fours: Lined::default(),
            facts: self.layer.facts.weights.iter().flat_map(scaled).collect(),
            move_units: MoveUnits::default(),
        };
        let biases: [i16; MOVE_UNITS] = scaled(&self.layer.units.weights[0]);
        let mut shared: Vec<i8> = Vec::with_capacity(MOVE_UNITS * units);
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
            shared.extend(
                column
                    .iter()
                    .map(|&w| fixed(w, bits).clamp(-127, 127) as i8),
            );
            let linear = unit == LINEAR;
            let own = &mut weights.move_units;
            own.bias[unit] = if linear { 0 } else { biases[unit] };
            own.floor[unit] = if linear { i16::MIN } else { 0 };
            own.ceiling[unit] = if linear {
                i16::MAX
            } else {
                fixed(CEILING * scale[unit], MOVE_BITS)
            };
            own.sign[unit] = if linear || outs[unit] > 0.0 { 1 } else { -1 };
            own.shift[unit] = (bits + HIDDEN_BITS - MOVE_BITS) as i16;
        }
        weights.by_fours = by_fours::<{ size_of::<Shared>() }>(&shared, units);
        weights
    }

    /// One row of a table, put together from all shards.
    fn row<'a, F>(&'a self, row: usize, table: F) -> impl Iterator<Item = f32> + 'a
    where
        F: Fn(&'a Shard) -> &'a KinTable<UNITS> + 'a,
    {
        self.shards
            .iter()
            .flat_map(move |shard| table(shard).weights[row])
    }
}

/// `w` with `bits` fractional bits.
fn fixed(w: f32, bits: u32) -> i16 {
    (w * (1u32 << bits) as f32).round().clamp(-32767.0, 32767.0) as i16
}

#[cfg(test)]
mod tests {
    use super::super::{
        data::{
            Games,
            tests::{random_games, replay},
        },
        group::{First, Group, MoveLayer},
        run::Trained,
        shard::Shard,
        subject::Subject,
    };
    use crate::chess::{Move, Position, Rules};
    use crate::codec::model::moves::{
        context::{GameContext, Speed},
        model::{Effort, MoveModel},
        networks::Opinion,
        reflex::tables::Tables,
    };
    use crate::coding::random::Random;

    /// The cost of one game under a network in training, in nats.
    fn cost(trained: &mut Trained, subject: &Subject, games: &Games) -> f64 {
        let mut group = Group::new(subject, 1, 0, None);
        group.cursors[0].start(games, games.entries[0], None);
        let mut nats = 0.0;
        while !group.cursors[0].is_idle() {
            group
                .samples
                .gather(games, subject, &mut group.cursors, &mut group.scratch, None);
            for shard in &mut trained.shards {
                shard.forward(std::iter::once(&group.samples));
            }
            let shards: Vec<&Shard> = trained.shards.iter().collect();
            group.judge(&trained.layer, &shards, First::default(), false);
            nats += group.cost;
        }
        nats
    }

    /// The cost of one game under a model that learns nothing on the way, in bits. `numbers` are
    /// those of the moves among the legal ones.
    fn coded(model: &MoveModel, effort: Effort, moves: &[Move], numbers: &[u8]) -> f64 {
        let mut opinion = Opinion::new(model, effort);
        let (mut bits, mut position) = (0.0, Position::default());
        let mut context = GameContext::new([1500, 2100], Speed::Blitz);
        for (&m, &number) in moves.iter().zip(numbers) {
            if position.legal_moves().len() > 1 {
                let own = opinion.shares(&position, &context).nth(usize::from(number));
                bits -= f64::from(own.unwrap().max(1e-9)).log2();
            }
            context.advance(&position, m);
            position.play_unchecked(m);
        }
        bits
    }

    #[test]
    fn whole_numbers_cost_what_training_said() {
        let mut random = Random::new(5);
        let games = random_games(1, &mut random);
        let numbers = games.moves(&games.entries[0]);
        let moves = replay(&Position::default(), numbers);
        let network = |subject: &Subject, shards: usize, random: &mut Random| Trained {
            shards: (0..shards).map(|_| Shard::new(random)).collect(),
            layer: MoveLayer::new(subject, random),
        };
        let mut first = network(&Subject::Quick, 1, &mut random);
        let quick = first.quantise_quick();
        let subject = Subject::Judge { units: 128 };
        let mut second = network(&subject, 2, &mut random);
        let judge = second.quantise_judge();
        let mut model = MoveModel::new(&Tables::blank(), &quick).unwrap();
        model.push(&judge).unwrap();
        let said = [
            cost(&mut first, &Subject::Quick, &games),
            cost(&mut second, &subject, &games),
        ];
        for (nats, effort) in said.into_iter().zip([Effort::Quick, Effort::Usual]) {
            let bits = coded(&model, effort, &moves, numbers);
            let difference = bits - nats / std::f64::consts::LN_2;
            assert!(moves.len() > 100 && nats > 100.0);
            assert!(
                difference.abs() / (moves.len() as f64) < 0.005,
                "{effort:?}: {bits} {difference}"
            );
        }
    }
}
