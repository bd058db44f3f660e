//! A random sample of positions, to train on.

use super::super::State;

/// A uniform random sample of at most `most` positions among any number (Vitter's algorithm R), the
/// same at every run.
pub struct Reservoir {
    states: Vec<State>,
    most: usize,
    /// How many positions were offered.
    offered: u64,
    dice: u64,
}

impl Reservoir {
    /// An empty sample, of at most `most` positions.
    pub fn new(most: usize) -> Reservoir {
        Reservoir {
            states: Vec::new(),
            most,
            offered: 0,
            dice: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// Whether none was taken.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Offers a position.
    pub fn offer(&mut self, state: State) {
        self.offered += 1;
        if self.states.len() < self.most {
            self.states.push(state);
            return;
        }
        let place = self.below(self.offered) as usize;
        if let Some(slot) = self.states.get_mut(place) {
            *slot = state;
        }
    }

    /// The positions taken, in a random order.
    pub fn shuffled(mut self) -> Vec<State> {
        for index in (1..self.states.len()).rev() {
            let other = self.below(index as u64 + 1) as usize;
            self.states.swap(index, other);
        }
        self.states
    }

    /// A number below `bound`, by xorshift.
    fn below(&mut self, bound: u64) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        self.dice % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_as_large_as_it_may_be_and_taken_from_everywhere() {
        let mut reservoir = Reservoir::new(100);
        let start = State::default();
        let other = State::parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        for number in 0..1000 {
            let state = if number < 500 { &start } else { &other };
            reservoir.offer(state.clone());
        }
        assert_eq!(reservoir.offered, 1000);
        let sample = reservoir.shuffled();
        let early = sample.iter().filter(|&state| *state == start).count();
        assert_eq!(sample.len(), 100);
        assert!((30..70).contains(&early), "{early} of the first half");
    }
}
