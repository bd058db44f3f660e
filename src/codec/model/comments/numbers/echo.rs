//! Evaluations said again. Where a position comes again, in the same game or in another one, a
//! program that looks its evaluations up says what it said before, and one that works them out says
//! something like it.

use super::guess::Guess;
use crate::coding::{adaptive::Bit, range::Coder};
use rustc_hash::FxHashMap;

/// Most evaluations that are remembered; when there are so many, all are forgotten.
const MOST: usize = 1 << 16;
/// How often in a row an evaluation was said again is counted up to this.
const MOST_ECHOES: u8 = 3;
/// The last so many outcomes take part in choosing a probability.
const LATELY: u32 = 2;

/// What was last said of a position in a column.
#[derive(Clone, Copy, Debug)]
struct Said {
    /// In units of the last decimal.
    value: i64,
    /// How often in a row it has been said again.
    echoes: u8,
}

/// What was said of the positions of a block.
#[derive(Debug, Default)]
pub(super) struct Echoes {
    /// By the position's [key](crate::codec::model::comments::keys) and the column.
    said: FxHashMap<(u64, u32), Said>,
    /// Whether the same is said again: by how often it was, how [`Near`] the best guess is, and how
    /// the last such decisions came out.
    again: [[[Bit; 1 << LATELY]; Near::COUNT]; MOST_ECHOES as usize + 1],
    /// Those outcomes, the latest in the lowest bit.
    lately: usize,
}

/// How near the best guess at an evaluation is to what was said before.
#[derive(Clone, Copy, Debug)]
enum Near {
    Same = 0,
    /// No farther off than guesses usually are.
    Usual = 1,
    Far = 2,
}

impl Near {
    const COUNT: usize = 3;

    fn of(best: Option<Guess>, said: i64) -> Near {
        match best {
            Some(best) if best.value == said => Near::Same,
            Some(best) if best.value.abs_diff(said) <= best.usual() => Near::Usual,
            _ => Near::Far,
        }
    }
}

impl Echoes {
    /// If something was said in `column` about the position with this `key`, codes whether it is
    /// said again, and returns it if so. `best` is the best guess.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: i64,
        key: Option<u64>,
        column: u32,
        best: Option<Guess>,
    ) -> Option<i64> {
        let Said { value, echoes } = *self.said.get(&(key?, column))?;
        let near = Near::of(best, value);
        let again = &mut self.again[usize::from(echoes)][near as usize][self.lately];
        let is_again = again.code(coder, given == value);
        self.lately = (self.lately << 1 | usize::from(is_again)) & ((1 << LATELY) - 1);
        is_again.then_some(value)
    }

    /// Remembers what was said.
    pub(super) fn learn(&mut self, value: i64, key: Option<u64>, column: u32) {
        let Some(key) = key else { return };
        if self.said.len() == MOST {
            self.said.clear();
        }
        let echoes = match self.said.get(&(key, column)) {
            Some(said) if said.value == value => (said.echoes + 1).min(MOST_ECHOES),
            _ => 0,
        };
        self.said.insert((key, column), Said { value, echoes });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};

    /// What a writer makes of evaluations, each with its position and column, and a reader's echoes.
    fn through(said: &[(i64, Option<u64>, u32)]) -> (usize, Vec<Option<i64>>) {
        let best = |value: i64| {
            Some(Guess {
                value: value / 2,
                error: 0,
            })
        };
        let (mut encoder, mut echoes) = (Encoder::new(), Echoes::default());
        for &(value, key, column) in said {
            echoes.code(&mut encoder, value, key, column, best(value));
            echoes.learn(value, key, column);
        }
        let bytes = encoder.finish();
        let (mut decoder, mut echoes) = (Decoder::new(&bytes), Echoes::default());
        let mut heard = Vec::new();
        for &(value, key, column) in said {
            heard.push(echoes.code(&mut decoder, 0, key, column, best(value)));
            echoes.learn(value, key, column);
        }
        (bytes.len(), heard)
    }

    #[test]
    fn what_was_said_of_a_position_is_heard_again_in_its_column() {
        let (_, heard) = through(&[
            (30, Some(7), 1),
            (30, Some(7), 1),
            (31, Some(7), 1),
            (31, Some(7), 1),
            (31, Some(7), 2),
            (31, Some(8), 1),
            (31, None, 1),
            (31, None, 1),
        ]);
        let (again, anew) = (Some, None);
        assert_eq!(heard[..4], [anew, again(30), anew, again(31)]);
        assert_eq!(heard[4..], [anew; 4]);
    }

    #[test]
    fn a_program_that_looks_evaluations_up_says_a_hundred_again_in_a_few_bytes() {
        let said: Vec<_> = (0..200)
            .map(|n| (n % 100, Some(n as u64 % 100), 1))
            .collect();
        let (bytes, heard) = through(&said);
        assert!(heard[100..].iter().all(Option::is_some));
        assert!(bytes <= 8, "{bytes}");
    }

    #[test]
    fn so_many_evaluations_are_remembered_and_no_more() {
        let mut echoes = Echoes::default();
        for key in 0..MOST as u64 {
            echoes.learn(1, Some(key), 0);
        }
        assert_eq!(echoes.said.len(), MOST);
        echoes.learn(1, Some(0), 1);
        assert_eq!(echoes.said.len(), 1);
    }
}
