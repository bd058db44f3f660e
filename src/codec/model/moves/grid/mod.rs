//! The grid, at [`Effort::Utmost`](super::model::Effort::Utmost): a network of several layers that
//! looks at the whole board and corrects the judges' scores.
//!
//! Every square has [`UNITS`] units. A first layer is told what stands on the square, who attacks
//! it, and what was played last. In each further layer, a square's units change by what they are,
//! by those of the pieces that attack it, of the squares that the piece on it attacks, of the
//! squares in front of and behind it, and by the mean of the board: so that after a few layers a
//! square knows about defenders that are overworked or squares that two pieces could reach.
//! Messages along attacks are an idea of graph networks (Gilmer and others, 2017); that a move's
//! score is a product of its origin and its target, one of attention (Vaswani and others, 2017).
//!
//! * [`weights`]: the weights, the same for every model; [`first`]: the first layer; [`layers`]: all
//!   others; `examples`: a test that writes what the weights are fitted to, by `fit.py`.
//!
//! 18 of MODEL.md says what is computed.

#[cfg(test)]
mod examples;
mod first;
mod layers;
#[cfg(test)]
mod tests;
mod weights;

use self::weights::Weights;
use super::{
    board::{
        candidate::Candidates,
        squares::{Squares, bit},
    },
    features::Situation,
    net::{arithmetic::Arithmetic, softmax},
};

/// The units of a square.
const UNITS: usize = 64;
/// Fractional bits of a unit, which is 0 to [`TOP`].
const UNIT_BITS: u32 = 6;
/// The largest value of a unit.
const TOP: i32 = 127;
/// How many numbers a square offers for moves that start there, and as many for moves that end
/// there.
const TERMS: usize = 32;

/// Where all moves but the likeliest together have less than 1 in so many, the grid is not asked.
const DOUBT: u64 = 32;

/// The network, and buffers that every position uses again.
#[derive(Debug)]
pub(crate) struct Grid {
    weights: &'static Weights,
    buffers: Buffers,
}

#[derive(Debug)]
struct Buffers {
    /// The sums of the first layer.
    sums: [[i16; UNITS]; 64],
    units: [[u8; UNITS]; 64],
    /// What each square is told in a layer.
    told: [[u8; layers::TOLD]; 64],
    /// For each square, the sum of the units of the pieces that attack it.
    attackers: [[u16; UNITS]; 64],
    /// What a square offers for moves that start there and that end there.
    origins: [[i16; TERMS]; 64],
    targets: [[i16; TERMS]; 64],
}

impl Default for Grid {
    fn default() -> Grid {
        Grid {
            weights: Weights::standard(),
            buffers: Buffers {
                sums: [[0; UNITS]; 64],
                units: [[0; UNITS]; 64],
                told: [[0; layers::TOLD]; 64],
                attackers: [[0; UNITS]; 64],
                origins: [[0; TERMS]; 64],
                targets: [[0; TERMS]; 64],
            },
        }
    }
}

impl Grid {
    /// Whether there is a doubt which of the moves with these weights is played.
    #[inline(always)]
    pub(crate) fn is_worth_asking(weights: &[u32]) -> bool {
        let best = weights.iter().copied().max().unwrap_or(0);
        let total = softmax::total(weights);
        (total - u64::from(best)) * DOUBT > total
    }

    /// Adds what the network says to the scores of all moves.
    #[inline(always)]
    pub(crate) fn add_scores<A: Arithmetic>(
        &mut self,
        situation: &Situation<'_>,
        candidates: &Candidates,
        scores: &mut [i32],
    ) {
        let Grid { weights, buffers } = self;
        let (mut from, mut to) = (0, 0);
        for c in candidates.iter() {
            from |= bit(c.from());
            to |= bit(c.to());
        }
        buffers.begin::<A>(&weights.first, situation);
        for layer in &weights.layers {
            buffers.apply::<A>(layer, situation, !0);
        }
        buffers.apply::<A>(&weights.last, situation, from | to);
        for square in Squares(from) {
            buffers.origins[square] = weights.origins.of::<A>(&buffers.units[square], 0);
        }
        for square in Squares(to) {
            buffers.targets[square] = weights.targets.of::<A>(&buffers.units[square], -TOP);
        }
        // The product of two numbers has as many fractional bits as a score.
        const { assert!(2 * UNIT_BITS == softmax::SCORE_BITS) };
        for (score, c) in scores.iter_mut().zip(candidates.iter()) {
            let (origin, target) = (&buffers.origins[c.from()], &buffers.targets[c.to()]);
            *score += product(origin, target);
        }
    }
}

#[inline(always)]
fn product(origin: &[i16; TERMS], target: &[i16; TERMS]) -> i32 {
    let mut sum = 0;
    for (&a, &b) in origin.iter().zip(target) {
        sum += i32::from(a) * i32::from(b);
    }
    sum
}
