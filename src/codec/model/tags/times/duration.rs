//! How long a game took, worked out from its comments.
//!
//! The times at which a game began and ended are coded after its annotations: the time that the
//! players thought lies between them.

use crate::{
    codec::model::facts::Played,
    pgn::{
        command::CLOCK,
        game::{self, Item},
        time_control::{TimeControl, thousandths},
    },
};
use memchr::memmem;

/// Most digits of a number before its point.
const WHOLE: usize = 6;
/// Longer times mean nothing, in thousandths of a second.
const LONGEST: i64 = 1_000_000_000;

/// How long a game took. Times are in thousandths of a second: those that comments tell are below
/// [`LONGEST`] each, what a tag tells may be any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lasted {
    /// How long both players thought together.
    pub(crate) thought: i64,
    /// How many half-moves that is.
    pub(super) halfmoves: i64,
    /// What the clock of the player to move shows; 0 where that is not known.
    pub(super) left: i64,
}

impl Lasted {
    /// A game that lasted just so long, in thousandths of a second.
    pub(crate) fn exactly(time: i64) -> Lasted {
        Lasted {
            thought: time,
            halfmoves: 0,
            left: 0,
        }
    }
}

/// How long a game lasted: by the time left on the players' clocks, or else by the times at the
/// ends of comments (`+0.25/18 1.2s`). `None` if neither is there. Early tags and all comments must
/// be known.
pub(crate) fn lasted(Played { facts, game }: Played) -> Option<Lasted> {
    if game.items.len() == facts.plies as usize {
        return None; // moves alone, as most games of a large collection are
    }
    let mut times = Times::new();
    // The side of the last move: a comment on it tells that side's time.
    let mut side = 0;
    for item in game::main_line_items(&game.items) {
        match item {
            Item::Comment(text) => times.hear(text, side),
            _ if item.is_move() => side = 1 - side,
            _ => {}
        }
    }
    let lasted = times
        .by_clocks(game.tag("TimeControl"), 1 - side)
        .or(times.by_times())?;
    let may_be = |time: i64| (0..LONGEST).contains(&time);
    (may_be(lasted.thought) && may_be(lasted.left)).then_some(lasted)
}

/// What stands behind the first mark of a clock time in a comment.
pub(super) fn behind_mark<'t>(text: &'t [u8], finder: &memmem::Finder<'_>) -> Option<&'t [u8]> {
    let behind = text.strip_prefix(CLOCK); // the usual case, which is fast
    behind.or_else(|| Some(&text[finder.find(text)? + CLOCK.len()..]))
}

/// What the comments tell, in thousandths of a second.
struct Times {
    /// Finds clock times.
    finder: memmem::Finder<'static>,
    /// By side.
    clocks: [Option<Clock>; 2],
    spent: Spent,
}

/// The clock times of one side.
#[derive(Clone, Copy)]
struct Clock {
    first: i64,
    last: i64,
    count: i64,
}

/// The times at the ends of comments.
#[derive(Default)]
struct Spent {
    sum: i64,
    count: i64,
}

impl Times {
    fn new() -> Times {
        Times {
            finder: memmem::Finder::new(CLOCK),
            clocks: [None; 2],
            spent: Spent::default(),
        }
    }

    fn hear(&mut self, text: &[u8], side: usize) {
        if let Some(behind) = behind_mark(text, &self.finder) {
            if let Some(time) = colons(behind) {
                let clock = self.clocks[side].get_or_insert(Clock {
                    first: time,
                    last: time,
                    count: 0,
                });
                clock.last = time;
                clock.count += 1;
            }
        } else if let Some(time) = last_seconds(text) {
            self.spent.sum += time;
            self.spent.count += 1;
        }
    }

    /// By the times at the ends of comments.
    fn by_times(&self) -> Option<Lasted> {
        let Spent { sum, count } = self.spent;
        (count > 0).then_some(Lasted {
            halfmoves: count,
            ..Lasted::exactly(sum)
        })
    }

    /// By what both clocks lost together, where `to_move` is the player to move; `None` unless both
    /// sides have clock times.
    fn by_clocks(&self, control: Option<&[u8]>, to_move: usize) -> Option<Lasted> {
        let control = control.and_then(TimeControl::read);
        let lost = |side: usize| {
            let Clock { first, last, count } = self.clocks[side]?;
            let had = control.map_or(first, |control| control.base + control.increment * count);
            Some((had - last, count))
        };
        let [one, other] = [lost(0)?, lost(1)?];
        Some(Lasted {
            thought: one.0 + other.0,
            halfmoves: one.1 + other.1,
            left: self.clocks[to_move]?.last,
        })
    }
}

/// The time at the front of a text, before a `]`: hours, minutes and seconds. Parts behind these,
/// set off by a `:`, do not count.
///
/// `SpanForm::read` in `comments/syntax/span.rs` takes a time only as its form would write it
/// again. Here nothing is written, so any digits will do.
fn colons(text: &[u8]) -> Option<i64> {
    let (hours, rest) = thousandths(text, WHOLE)?;
    let (minutes, rest) = thousandths(rest.strip_prefix(b":")?, WHOLE)?;
    let (seconds, rest) = thousandths(rest.strip_prefix(b":")?, WHOLE)?;
    let is_whole = match rest.first()? {
        b']' => true,
        b':' => rest.contains(&b']'),
        _ => false,
    };
    is_whole.then_some((hours * 60 + minutes) * 60 + seconds)
}

/// The time at the end of a text, before an `s`.
fn last_seconds(text: &[u8]) -> Option<i64> {
    let text = text.trim_ascii().strip_suffix(b"s")?;
    let start = text.iter().rposition(|byte| !is_of_decimal(byte));
    decimal(&text[start.map_or(0, |start| start + 1)..])
}

fn is_of_decimal(byte: &u8) -> bool {
    byte.is_ascii_digit() || *byte == b'.'
}

/// A decimal number, times a thousand.
fn decimal(text: &[u8]) -> Option<i64> {
    let (number, rest) = thousandths(text, WHOLE)?;
    rest.is_empty().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{codec::model::facts::GameFacts, pgn};

    /// How long the players of a game thought, for how many half-moves, and what is left.
    fn of(text: &str) -> Option<[i64; 3]> {
        let document = pgn::read(text.as_bytes());
        let game = document.games().next()?;
        let facts = &GameFacts::of(game);
        let lasted = lasted(Played { facts, game })?;
        Some([lasted.thought, lasted.halfmoves, lasted.left])
    }

    #[test]
    fn clocks_tell_what_both_players_thought() {
        let moves = "1. e4 { [%clk 0:02:59] } 1... e5 { [%clk 0:03:00.5] } (1... d5 { [%clk 0:00:01] }) 2. Nf3 { [%clk 0:02:50] } 2... Nc6 { [%clk 0:02:51.5] } *\n";
        // Both had 3 minutes and gained twice 2 seconds: 14 and 12.5 seconds are gone.
        assert_eq!(
            of(&format!("[TimeControl \"180+2\"]\n\n{moves}")),
            Some([26_500, 4, 170_000])
        );
        // What the first moves took is not known then.
        assert_eq!(
            of(&format!("[TimeControl \"-\"]\n\n{moves}")),
            Some([18_000, 4, 170_000])
        );
    }

    #[test]
    fn parts_behind_seconds_do_not_count() {
        let moves = "1. e4 { [%clk 0:01:00:24] } 1... e5 { [%clk 0:01:00] } 2. Nf3 { [%clk 0:00:50:12] } *\n";
        assert_eq!(of(moves), Some([10_000, 3, 60_000]));
    }

    #[test]
    fn times_beside_evaluations_are_added_up() {
        assert_eq!(
            of("1. e4 { book } 1... e5 {+0.25/18 1.2s} 2. Nf3 {-0.20/5 12s} *\n"),
            Some([13_200, 2, 0])
        );
    }

    #[test]
    fn other_comments_tell_nothing() {
        for comment in [
            "[%clk",
            "[%clk 1]",
            "[%clk 0:01:02",
            "[%clk 0:01:02:03",
            "[%clk 0:01:02.0005]",
            "[%clk a:b:c]",
            "knights",
            "s",
            "1.2.3s",
            "12345678s",
        ] {
            assert_eq!(
                of(&format!("1. e4 {{{comment}}} e5 {{{comment}}} *\n")),
                None,
                "{comment}"
            );
        }
    }
}
