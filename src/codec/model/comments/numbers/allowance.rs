//! What clocks gain: an increment with each move, and with one move the time of another period.
//!
//! The tag `TimeControl` announces both, if it is there and says so as the standard has it. Over the
//! board it often is not, or does not. Where it announces no increment, what the clocks of this
//! game, and of earlier ones under the same control, have shown counts (13.8 of MODEL.md).

use super::{bucket::fine_log, control::Control};
use crate::coding::mix::hash32;

/// No increment is greater, in thousandths of a second.
const MOST: i64 = 60_000;
/// So many clocks of a game must have risen before an increment is taken from them.
const ENOUGH: usize = 3;
/// An increment that clocks show is a multiple of this.
const STEP: u64 = 5_000;
/// How many controls are remembered at a time.
const SLOTS: usize = 64;

/// What clocks gain in the game at hand, and have gained in those before. Times are in thousandths
/// of a second.
#[derive(Clone, Debug)]
pub(super) struct Allowance {
    /// What the game's tag announces.
    pub(super) control: Control,
    /// Whether the game has had a clock.
    has_begun: bool,
    /// What this control is known by where clocks must show its increment: its tag, and the time
    /// that games begin with.
    id: Option<u32>,
    /// The increment that is expected.
    increment: i64,
    /// The greatest rises of clocks in this game, the greatest first.
    rises: [i64; ENOUGH],
    /// The increments that clocks have shown, by the id of the control.
    shown: Box<[(u32, i64); SLOTS]>,
}

impl Allowance {
    pub(super) fn new() -> Allowance {
        Allowance {
            control: Control::default(),
            has_begun: false,
            id: None,
            increment: 0,
            rises: [0; ENOUGH],
            shown: Box::new([(0, 0); SLOTS]),
        }
    }

    /// A game begins, for which a tag announces `control`.
    pub(super) fn begin(&mut self, control: Control) {
        self.control = control;
        self.has_begun = false;
        self.id = None;
        self.increment = control.increment;
        self.rises = [0; ENOUGH];
    }

    /// Notes the first `clock` of a player. Where that of the game is more than twice the time that
    /// the tag announces, or this is none, the tag does not say what clocks gain.
    pub(super) fn meet(&mut self, clock: i64) {
        let Control {
            base, increment, ..
        } = self.control;
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if !is_first || increment > 0 || clock <= 2 * base {
            return;
        }
        let id = hash32(self.control.id, fine_log((clock / 1000) as u64), 0);
        self.id = Some(id);
        let (whose, increment) = self.shown[slot(id)];
        if whose == id {
            self.increment = increment;
        }
    }

    /// The increment that is expected.
    pub(super) fn increment(&self) -> i64 {
        self.increment
    }

    /// What a clock gains with the move of this `number`.
    pub(super) fn gain(&self, number: u32) -> i64 {
        let second = self.control.second.filter(|&(at, _)| at == number);
        self.increment + second.map_or(0, |(_, time)| time)
    }

    /// Notes by how much a clock rose; below 0, it fell.
    pub(super) fn learn(&mut self, rise: i64) {
        let Some(id) = self.id else {
            return;
        };
        let place = self.rises.partition_point(|&greater| greater >= rise);
        if rise > MOST || place == ENOUGH {
            return;
        }
        self.rises[place..].rotate_right(1);
        self.rises[place] = rise;
        let sure = self.rises[ENOUGH - 1] as u64;
        let increment = sure.next_multiple_of(STEP) as i64;
        if increment > self.increment {
            self.increment = increment;
            self.shown[slot(id)] = (id, increment);
        }
    }
}

/// Where a control is remembered.
fn slot(id: u32) -> usize {
    id as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An allowance in a game with such a tag, whose first clock shows so many seconds.
    fn begin(allowance: &mut Allowance, tag: &str, clock: i64) {
        allowance.begin(Control::of_tag(tag.as_bytes()));
        allowance.meet(1000 * clock);
    }

    #[test]
    fn what_the_tag_announces_holds() {
        let mut allowance = Allowance::new();
        begin(&mut allowance, "40/5400+30:1800+30", 5400);
        for number in [2, 39, 41] {
            assert_eq!(allowance.gain(number), 30_000);
        }
        assert_eq!(allowance.gain(40), 1_830_000);
        for _ in 0..5 {
            allowance.learn(45_000);
        }
        assert_eq!(allowance.increment(), 30_000);
        // Somebody was given time, which no increment is.
        begin(&mut allowance, "300+0", 300);
        for _ in 0..5 {
            allowance.learn(15_000);
        }
        assert_eq!(allowance.increment(), 0);
    }

    #[test]
    fn an_increment_that_no_tag_tells_is_what_three_clocks_show() {
        let mut allowance = Allowance::new();
        for tag in ["", "90 minutes for the game"] {
            begin(&mut allowance, tag, 5420);
            allowance.learn(26_000);
            allowance.learn(60_001);
            allowance.learn(-500_000);
            allowance.learn(28_000);
            assert_eq!(allowance.increment(), 0);
            allowance.learn(27_000);
            assert_eq!(allowance.increment(), 30_000);
            // Games that begin with another time are of another control.
            begin(&mut allowance, tag, 180);
            assert_eq!(allowance.increment(), 0);
            begin(&mut allowance, tag, 5402);
            assert_eq!(allowance.increment(), 30_000);
        }
    }

    #[test]
    fn only_the_first_clock_of_a_game_counts() {
        let mut allowance = Allowance::new();
        begin(&mut allowance, "90", 180);
        allowance.meet(5_400_000);
        for _ in 0..5 {
            allowance.learn(29_000);
        }
        assert_eq!(allowance.increment(), 0);
    }
}
