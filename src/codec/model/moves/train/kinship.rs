//! Rows that are alike learn from each other. A row of a table stands for several things at once
//! (a knight, on f3, attacked), and many combinations are rare. So while a table is trained, each
//! row is a sum: weights of its own, and parts that it shares with the rows that agree with it in
//! some of these things. What the sums are at the end is all that a model file holds.
//!
//! Networks that score chess positions are trained so ("feature factorization" in the
//! documentation of nnue-pytorch, the trainer of Stockfish's networks).

use super::lists::Lists;
use crate::codec::model::adam::{Step, Table};
use crate::codec::model::moves::{
    board::squares::role,
    features::{groups::Group, inputs, vectors},
};

/// Which parts the rows of a table have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinship {
    /// The numbers of each row's parts.
    parts: Lists<u16>,
    /// How many parts there are.
    count: usize,
}

impl Kinship {
    /// A table of `rows` rows, some of them in `groups`. The rows of a group that agree in two
    /// facts, one of them the group's first, share a part.
    pub(super) fn in_pairs(rows: usize, groups: &[Group]) -> Kinship {
        let mut parts = Parts::none(rows);
        for group in groups {
            parts.share_pairs(group);
        }
        parts.kinship()
    }

    /// The same, but the rows of a group that agree in all facts but the first share one, too.
    pub(super) fn in_pairs_and_rests(rows: usize, groups: &[Group]) -> Kinship {
        let mut parts = Parts::none(rows);
        for group in groups {
            parts.share_pairs(group);
            parts.share_rests(group);
        }
        parts.kinship()
    }

    fn rows(&self) -> usize {
        self.parts.len()
    }
}

/// The parts of each row, while they are worked out.
struct Parts {
    of: Vec<Vec<u16>>,
    count: usize,
}

impl Parts {
    fn none(rows: usize) -> Parts {
        let (of, count) = (vec![Vec::new(); rows], 0);
        Parts { of, count }
    }

    /// Gives a row a part; `number` counts from `self.count`, up to which parts are taken.
    fn give(&mut self, row: usize, number: usize) {
        self.of[row].push((self.count + number) as u16);
    }

    /// Lets rows of a group share a part if they agree in the first fact and in another one.
    fn share_pairs(&mut self, group: &Group) {
        let Some((&first, others)) = group.sizes.split_first() else {
            return;
        };
        let of_first = group.rows().len() / first;
        let mut weight = of_first;
        for &size in others {
            let above = weight;
            weight /= size;
            for (number, row) in group.rows().enumerate() {
                self.give(row, number / of_first * size + number % above / weight);
            }
            self.count += first * size;
        }
    }

    /// Lets rows of a group share a part if they agree in all facts but the first.
    fn share_rests(&mut self, group: &Group) {
        let rests: usize = group.sizes.iter().skip(1).product();
        for (number, row) in group.rows().enumerate() {
            self.give(row, number % rests);
        }
        self.count += rests;
    }

    fn kinship(self) -> Kinship {
        let mut kinship = Kinship {
            count: self.count,
            ..Kinship::default()
        };
        for parts in self.of {
            kinship.parts.push(parts);
        }
        kinship
    }
}

/// The kinship of the rows of the first layer.
pub(super) fn of_inputs() -> Kinship {
    Kinship::in_pairs(inputs::COUNT, &inputs::GROUPS)
}

/// The kinship of the moves' vectors: moves of one role share a part if they have the same
/// destination, the same origin, or the same direction and distance.
pub(super) fn of_vectors() -> Kinship {
    const SQUARES: usize = role::COUNT * 64;
    const WAYS: usize = 15 * 15;
    let mut parts = Parts::none(vectors::COUNT);
    for (number, [role, from, to]) in vectors::moves() {
        let way = (to / 8 + 7 - from / 8) * 15 + (to % 8 + 7 - from % 8);
        parts.give(number, role * 64 + to);
        parts.give(number, SQUARES + role * 64 + from);
        parts.give(number, 2 * SQUARES + role * WAYS + way);
    }
    parts.count = 2 * SQUARES + role::COUNT * WAYS;
    parts.kinship()
}

/// A table whose rows have parts in common.
pub(crate) struct KinTable<const WIDTH: usize> {
    /// The sums: what the network works with.
    pub(crate) weights: Vec<[f32; WIDTH]>,
    /// What each row has of its own. Gradients are collected here.
    own: Table<WIDTH>,
    parts: Table<WIDTH>,
    kinship: Kinship,
}

impl<const WIDTH: usize> KinTable<WIDTH> {
    /// Own weights are `initial`, parts begin at zero.
    pub(crate) fn new(kinship: Kinship, initial: impl FnMut() -> f32) -> KinTable<WIDTH> {
        let own = Table::new(kinship.rows(), initial);
        KinTable {
            weights: own.weights.clone(),
            own,
            parts: Table::new(kinship.count, || 0.0),
            kinship,
        }
    }

    /// Adds `scale` times `values` to the gradient of a row.
    #[inline(always)]
    pub(crate) fn add(&mut self, row: usize, scale: f32, values: &[f32; WIDTH]) {
        self.own.add(row, scale, values);
    }

    /// Updates what has a gradient, and clears the gradients.
    #[inline(always)]
    pub(crate) fn update(&mut self, step: Step) {
        for (row, parts) in self.kinship.parts.iter().enumerate() {
            if let Some(gradient) = self.own.gradient_of(row) {
                for &part in parts {
                    self.parts.add(usize::from(part), 1.0, gradient);
                }
            }
        }
        self.own.update(step);
        self.parts.update(step);
        let rows = self.kinship.parts.iter().zip(&self.own.weights);
        for (weights, (parts, own)) in self.weights.iter_mut().zip(rows) {
            *weights = *own;
            for &part in parts {
                let part = &self.parts.weights[usize::from(part)];
                for i in 0..WIDTH {
                    weights[i] += part[i];
                }
            }
        }
    }

    /// Sets the weights of rows that were never learnt to zero: a model file takes less room then.
    pub(super) fn forget_unseen(&mut self) {
        for (row, weights) in self.weights.iter_mut().enumerate() {
            if !self.own.has_moved(row) {
                *weights = [0.0; WIDTH];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows 1 to 12 stand for three facts; rows 0 and 13 are alone.
    const GROUP: Group = Group::new(1, 13, &[2, 3, 2]);
    const ROWS: usize = 14;

    /// The facts that a row of the group stands for.
    fn facts(row: usize) -> Option<[usize; 3]> {
        let number = row.checked_sub(1).filter(|&number| number < 12)?;
        Some([number / 6, number / 2 % 3, number % 2])
    }

    /// How many parts two rows should share.
    fn alike(a: usize, b: usize, rests: bool) -> usize {
        let (Some(a), Some(b)) = (facts(a), facts(b)) else {
            return 0;
        };
        let agree = |fact: usize| a[fact] == b[fact];
        let pairs = (1..3).filter(|&fact| agree(0) && agree(fact)).count();
        pairs + usize::from(rests && agree(1) && agree(2))
    }

    fn shared(kinship: &Kinship, a: usize, b: usize) -> usize {
        let parts: Vec<&[u16]> = kinship.parts.iter().collect();
        parts[a]
            .iter()
            .filter(|part| parts[b].contains(part))
            .count()
    }

    #[test]
    fn rows_share_a_part_for_whatever_facts_they_agree_in() {
        let pairs = Kinship::in_pairs(ROWS, &[GROUP]);
        let rests = Kinship::in_pairs_and_rests(ROWS, &[GROUP]);
        for (a, b) in (0..ROWS).flat_map(|a| (0..ROWS).map(move |b| (a, b))) {
            assert_eq!(shared(&pairs, a, b), alike(a, b, false), "{a} {b}");
            assert_eq!(shared(&rests, a, b), alike(a, b, true), "{a} {b}");
        }
        for kinship in [pairs, rests] {
            let used: std::collections::BTreeSet<u16> =
                kinship.parts.iter().flatten().copied().collect();
            assert!(used.into_iter().eq(0..kinship.count as u16));
        }
    }

    #[test]
    fn moves_share_parts_by_where_they_go_where_they_come_from_and_how_far() {
        let kinship = of_vectors();
        let all: Vec<_> = vectors::moves().collect();
        let (first, last) = (&all[0], &all[all.len() - 1]);
        for &(number, [role, from, to]) in [first, last].into_iter().chain(&all[700..720]) {
            for &(other, [role_2, from_2, to_2]) in &all {
                let ways = [[from, to], [from_2, to_2]]
                    .map(|[from, to]| [to / 8 + 8 - from / 8, to % 8 + 8 - from % 8]);
                let expected = [to == to_2, from == from_2, ways[0] == ways[1]];
                let expected = expected.iter().filter(|&&agree| agree && role == role_2);
                assert_eq!(shared(&kinship, number, other), expected.count());
            }
        }
    }

    #[test]
    fn what_one_row_learns_its_kin_learn_too() {
        let mut table: KinTable<2> = KinTable::new(Kinship::in_pairs(ROWS, &[GROUP]), || 0.5);
        let before = table.weights.clone();
        table.add(1, 1.0, &[1.0, -1.0]);
        table.update(Step::new(0.01, 0.0));
        // Each part moves by the rate, and so does what the row has of its own.
        for (row, (weights, before)) in table.weights.iter().zip(&before).enumerate() {
            let moved = alike(1, row, false) + usize::from(row == 1);
            let expected = 0.01 * moved as f32;
            assert!((before[0] - weights[0] - expected).abs() < 1e-4, "{row}");
            assert!((weights[1] - before[1] - expected).abs() < 1e-4, "{row}");
        }
        table.forget_unseen();
        for (row, weights) in table.weights.iter().enumerate() {
            assert_eq!(*weights == [0.0; 2], row != 1, "{row}");
        }
    }
}
