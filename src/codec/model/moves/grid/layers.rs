//! The layers behind the first: what each square is told there, and what it makes of that.

use super::{Buffers, TERMS, TOP, UNITS};
use crate::codec::model::moves::{
    board::{squares::Squares, view::EMPTY},
    features::Situation,
    net::{
        arithmetic::Arithmetic,
        weights::{Shared, Wide},
    },
};
use crate::coding::lined::Lined;

/// What each square is told, [`UNITS`] numbers each: its own units, half the sum of those of the
/// three squares in front of it, of the three behind it, and of the pieces that attack it, and a
/// quarter of the sum of those of the squares that the piece on it attacks.
pub(super) const TOLD: usize = 5 * UNITS;
const IN_FRONT: usize = 1;
const BEHIND: usize = 2;
const ATTACKERS: usize = 3;
const ATTACKED: usize = 4;

/// Fractional bits of weights.
const WEIGHT_BITS: u32 = 7;

/// Weights from the units of a square to its [`TERMS`], and biases.
#[derive(Debug)]
pub(super) struct Terms {
    pub(super) weights: Lined<i8>,
    pub(super) bias: [i32; TERMS],
}

impl Terms {
    /// The terms of a square with these units, none below `least`.
    #[inline(always)]
    pub(super) fn of<A: Arithmetic>(&self, units: &[u8; UNITS], least: i32) -> [i16; TERMS] {
        let weights: &[Shared] = self.weights.as_chunks().0;
        let sums = A::sent(units, weights);
        let mut terms = [0; TERMS];
        for k in 0..TERMS {
            terms[k] = round(sums[k] + self.bias[k]).clamp(least, TOP) as i16;
        }
        terms
    }
}

#[inline(always)]
fn round(sum: i32) -> i32 {
    (sum + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS
}

/// One layer: the weights of what a square is told and those of the mean of all squares, and the
/// biases.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) told: Lined<i8>,
    pub(super) mean: Lined<i8>,
    pub(super) bias: [i32; UNITS],
}

impl Buffers {
    /// Changes the units of some `squares` as a layer says; the others are not needed any more.
    #[inline(always)]
    pub(super) fn apply<A: Arithmetic>(
        &mut self,
        layer: &Layer,
        situation: &Situation<'_>,
        squares: u64,
    ) {
        self.tell_own();
        self.tell_neighbours();
        self.tell_attacks(situation);
        let mut shared = layer.bias;
        let weights: &[Wide] = layer.mean.as_chunks().0;
        A::send_widely(&self.mean(), weights, &mut shared);
        let weights: &[Wide] = layer.told.as_chunks().0;
        for square in Squares(squares) {
            let mut gains = shared;
            A::send_widely(&self.told[square], weights, &mut gains);
            let units = &mut self.units[square];
            for k in 0..UNITS {
                let unit = i32::from(units[k]) + round(gains[k]);
                units[k] = unit.clamp(0, TOP) as u8;
            }
        }
    }

    /// The mean of each unit over all squares, rounded down.
    #[inline(always)]
    fn mean(&self) -> [u8; UNITS] {
        let mut sums = [0; UNITS];
        for square in 0..64 {
            gather(&mut sums, &self.units[square]);
        }
        let mut mean = [0; UNITS];
        for k in 0..UNITS {
            mean[k] = (sums[k] >> 6) as u8;
        }
        mean
    }

    #[inline(always)]
    fn tell_own(&mut self) {
        for square in 0..64 {
            *part(&mut self.told[square], 0) = self.units[square];
        }
    }

    #[inline(always)]
    fn tell_neighbours(&mut self) {
        for rank in 0..8 {
            for file in 0..8usize {
                let mut sums = [0; UNITS];
                for file in file.saturating_sub(1)..(file + 2).min(8) {
                    gather(&mut sums, &self.units[8 * rank + file]);
                }
                // The first rank is behind no square's back, and the last in front of none: there,
                // all numbers stay 0.
                if rank > 0 {
                    let told = &mut self.told[8 * (rank - 1) + file];
                    tell(part(told, IN_FRONT), &sums, 1);
                }
                if rank < 7 {
                    let told = &mut self.told[8 * (rank + 1) + file];
                    tell(part(told, BEHIND), &sums, 1);
                }
            }
        }
    }

    #[inline(always)]
    fn tell_attacks(&mut self, situation: &Situation<'_>) {
        let &Situation { view, attacks, .. } = situation;
        self.attackers = [[0; UNITS]; 64];
        for square in 0..64 {
            let mut attacked = [0; UNITS];
            if view.board[square] != EMPTY {
                for target in Squares(attacks.of[square]) {
                    gather(&mut self.attackers[target], &self.units[square]);
                    gather(&mut attacked, &self.units[target]);
                }
            }
            tell(part(&mut self.told[square], ATTACKED), &attacked, 2);
        }
        for square in 0..64 {
            let told = part(&mut self.told[square], ATTACKERS);
            tell(told, &self.attackers[square], 1);
        }
    }
}

/// One of the five parts of what a square is told.
#[inline(always)]
fn part(told: &mut [u8; TOLD], number: usize) -> &mut [u8; UNITS] {
    &mut told.as_chunks_mut().0[number]
}

/// Adds the units of one more square.
#[inline(always)]
fn gather(sums: &mut [u16; UNITS], units: &[u8; UNITS]) {
    for k in 0..UNITS {
        sums[k] += u16::from(units[k]);
    }
}

/// Writes sums shifted right, none larger than [`TOP`].
#[inline(always)]
fn tell(out: &mut [u8; UNITS], sums: &[u16; UNITS], shift: u32) {
    for k in 0..UNITS {
        out[k] = (sums[k] >> shift).min(TOP as u16) as u8;
    }
}
