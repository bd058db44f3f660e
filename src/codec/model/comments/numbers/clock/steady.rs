//! Whether times thought are steady, as those of engines are that think about each move for as long
//! as about the last: then the last times say more than all that is known of how people think (13.9
//! of MODEL.md).

use super::{
    super::{
        column::SOURCES,
        figures::{Figures, own_setting},
        known::column_of,
    },
    timer::Reading,
};
use crate::{
    codec::model::comments::{moment::Moment, syntax::column::Sort},
    coding::range::Coder,
};

/// The column of steady times thought that clocks tell of; that of times taken is one more.
const COLUMN: u32 = 0x57ea;
/// Two times are alike if they differ by at most this part of the greater, an eighth.
const PART: u64 = 8;
/// Times below this many ticks are no sign: people make many moves at once.
const LEAST: i64 = 2;
/// The share follows by 1 / 2^`RATE` of its error.
const RATE: u32 = 5;
/// A share of one.
const ALL: i32 = 1 << 16;
/// From this share on, the next time is expected to be like the last.
const ENOUGH: i32 = 3 * ALL / 4;

/// The share of a block's times that were like the player's last one; later ones count more.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steadiness {
    share: i32,
}

impl Steadiness {
    /// Whether the next time rather follows from the last ones.
    pub(super) fn is_enough(self) -> bool {
        self.share >= ENOUGH
    }

    /// Takes note of a time thought, and of the one before it of that player in the game.
    pub(super) fn learn(&mut self, before: i64, time: i64) {
        let more = before.max(time);
        let are_alike = more >= LEAST && before.abs_diff(time) <= more.unsigned_abs() / PART;
        let truth = if are_alike { ALL } else { 0 };
        self.share += (truth - self.share) >> RATE;
    }
}

/// Codes a steady time thought, in ticks, of which a second has so many, towards what its column's
/// last times say.
pub(super) fn code<C: Coder>(
    coder: &mut C,
    figures: &mut Figures,
    reading: Reading,
    thought: i64,
    per_second: i64,
    moment: &Moment,
) -> i64 {
    let Figures {
        columns, guesser, ..
    } = figures;
    let column = COLUMN + reading as u32;
    let decimals = per_second.ilog10();
    let question = columns.ask(
        (column, Sort::Clock),
        moment.side,
        [None; SOURCES],
        decimals,
    );
    let setting = own_setting(columns, column, moment);
    let own = column_of(column, decimals);
    let thought = guesser.code(coder, thought, own, question.guesses, &setting);
    columns.learn(question, thought);
    thought
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(times: impl IntoIterator<Item = i64>) -> Steadiness {
        let mut steadiness = Steadiness::default();
        let times: Vec<i64> = times.into_iter().collect();
        for pair in times.windows(2) {
            steadiness.learn(pair[0], pair[1]);
        }
        steadiness
    }

    #[test]
    fn equal_times_are_steady_and_others_are_not() {
        assert!(of([30; 50]).is_enough());
        assert!(of((0..60).map(|n| 100 - n)).is_enough());
        assert!(!of([30; 15]).is_enough());
        assert!(!of([0; 90]).is_enough());
        assert!(!of([1; 90]).is_enough());
        assert!(!of([-50; 90]).is_enough());
        assert!(!of((0..90).map(|n| 7 * n % 40)).is_enough());
        let people = std::iter::repeat_n(30, 90).chain((0..40).map(|n| 7 * n % 40));
        assert!(!of(people).is_enough());
    }
}
