//! Hit rates in percent, as engines write them: how many of the opponent's moves so far they have
//! predicted. Each rate counts one turn more than the one before, so only two numbers are possible
//! next.

use std::sync::LazyLock;

/// Most turns that are tried when a rate begins afresh.
const MOST_TURNS: i64 = 300;
/// The rate if all turns were hits, in tenths of a percent.
const ALL: i64 = 1000;

/// The hits and turns that the last number was made of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rate {
    hits: i64,
    turns: i64,
    /// How many numbers there were.
    numbers: i64,
}

/// The rate of so many hits, in tenths of a percent, rounded down.
fn share(hits: i64, turns: i64) -> i64 {
    hits * ALL / turns.max(1)
}

/// The fewest hits of so many turns that give this rate or more.
fn hits(tenths: i64, turns: i64) -> i64 {
    (tenths * turns + ALL - 1) / ALL
}

/// For each rate the fewest turns that give it, if so few do as are tried.
static FEWEST: LazyLock<Vec<Option<i64>>> = LazyLock::new(|| {
    let fewest = |tenths| {
        let gives = |&turns: &i64| share(hits(tenths, turns), turns) == tenths;
        (1..=MOST_TURNS).find(gives)
    };
    (0..=ALL).map(fewest).collect()
});

impl Rate {
    /// The next rate if the next turn is no hit, and if it is one, in tenths of a percent.
    pub(super) fn expect(&self) -> [i64; 2] {
        [self.hits, self.hits + 1].map(|hits| share(hits, self.turns + 1))
    }

    /// Learns the next rate.
    pub(crate) fn learn(&mut self, tenths: i64) {
        self.numbers += 1;
        let next = self.turns + 1;
        if let Some(hit) = self.expect().into_iter().position(|rate| rate == tenths) {
            (self.hits, self.turns) = (self.hits + hit as i64, next);
        } else if tenths != share(self.hits, self.turns) {
            (self.hits, self.turns) = self.fewest(tenths);
        }
    }

    /// The hits and the turns for the fewest turns that give this rate, up to the number of rates
    /// so far (not each comes with a turn: a rate of nothing or of everything does not show one);
    /// (0, 0) if there are none.
    fn fewest(&self, tenths: i64) -> (i64, i64) {
        let turns = usize::try_from(tenths).ok().and_then(|t| FEWEST.get(t));
        match turns.copied().flatten() {
            Some(turns) if turns <= self.numbers => (hits(tenths, turns), turns),
            _ => (0, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_one_of_two_from_the_third_turn_that_counts_on() {
        let mut rate = Rate::default();
        // Four numbers before the first turn.
        (0..4).for_each(|_| rate.learn(0));
        let (mut hits, mut turns) = (0, 0);
        for step in 0..60 {
            (hits, turns) = (hits + i64::from(step % 3 == 1), turns + 1);
            let tenths = share(hits, turns);
            assert!(step < 2 || rate.expect().contains(&tenths), "{step}");
            rate.learn(tenths);
        }
        assert_eq!((rate.hits, rate.turns), (hits, turns));
    }

    #[test]
    fn other_numbers_are_taken() {
        let mut rate = Rate::default();
        for tenths in [-5, 333, i64::MAX, 1000, i64::MIN, 999, 1] {
            rate.learn(tenths);
            rate.expect();
        }
    }
}
