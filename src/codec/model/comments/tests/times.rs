//! Clocks, and times that moves took.

use super::*;
use crate::coding::random::Random;

#[test]
fn a_clock_after_every_move_costs_its_time_and_no_structure() {
    let clock = |ply: usize| {
        text(format!(
            " [%clk 0:0{}:{:02}] ",
            2 - ply / 15,
            59 - ply * 4 % 60
        ))
    };
    let sizes = roundtrip(&vec![game(MOVES, clock); 50]);
    assert!(sizes[Stream::Notes as usize] < 80, "{sizes:?}");
    assert_eq!(sizes[Stream::Prose as usize], 0);
}

#[test]
fn the_time_thought_costs_nothing_beside_the_clock_wherever_and_in_what_unit_it_stands() {
    // Another number beside a clock moves what is expected of it by parts of a bit, so that for
    // some numbers of games the last byte of the stream is one more or less.
    const GAMES: usize = 81;
    let clocks = game(MOVES, |ply| text(clock_after(ply)));
    let least = roundtrip(&vec![clocks; GAMES])[Stream::Clocks as usize];
    let before = |ply: usize| format!("[%emt 0:00:{:02}]{}", thought(ply), clock_after(ply));
    let tenths = |ply: usize| format!("{}[%timestamp {}]", clock_after(ply), 10 * thought(ply));
    for comment in [&before as &dyn Fn(usize) -> String, &tenths] {
        let games = vec![game(MOVES, |ply| text(comment(ply))); GAMES];
        let sizes = roundtrip(&games);
        assert_eq!(sizes[Stream::Clocks as usize], least);
        assert!(sizes[Stream::Numbers as usize] < 100, "{sizes:?}");
    }
}

#[test]
fn a_time_taken_costs_what_a_clock_does() {
    let clocks = game(MOVES, |ply| text(clock_after(ply)));
    let taken = game(MOVES, |ply| {
        text(format!("[%emt 0:00:{:02}]", thought(ply)))
    });
    let [clocks, taken] =
        [clocks, taken].map(|game| roundtrip(&vec![game; 80])[Stream::Clocks as usize]);
    assert!(clocks.abs_diff(taken) < clocks / 10, "{taken} {clocks}");
}

/// As the database of FICS writes times: in thousandths of a second, without needless zeros.
#[test]
fn thousandths_cost_two_digits_more_than_tenths() {
    const GAMES: usize = 80;
    let tenths = |ply: usize| 10 * thought(ply) + ply * 3 % 10;
    let taken = game(MOVES, |ply| {
        text(format!(
            "[%emt 0:00:{:02}.{}]",
            tenths(ply) / 10,
            tenths(ply) % 10
        ))
    });
    let tenths_cost = roundtrip(&vec![taken; GAMES])[Stream::Clocks as usize];
    let mut random = Random::new(1);
    let thousandths: Vec<Game> = (0..GAMES)
        .map(|_| {
            game(MOVES, |ply| {
                let time = 100 * tenths(ply) + random.below(100);
                let (seconds, fraction) = (time / 1000, format!("{:03}", time % 1000));
                let (first, rest) = fraction.split_at(1);
                text(format!(
                    "[%emt {seconds}.{first}{}]",
                    rest.trim_end_matches('0')
                ))
            })
        })
        .collect();
    let sizes = roundtrip(&thousandths);
    assert_eq!(sizes[Stream::Numbers as usize], 0);
    let digits = (GAMES * MOVES.split(' ').count()) as f64 * 100_f64.log2() / 8.0;
    let more = (sizes[Stream::Clocks as usize] - tenths_cost) as f64;
    assert!(more < 1.05 * digits, "{more} {digits}");
}

/// As DGT's boards write it.
#[test]
fn the_time_thought_costs_nothing_behind_a_comment_with_the_clock() {
    let apart = |ply: usize| {
        let thought = format!("[%emt 00:00:{:02}]", thought(ply));
        [clock_after(ply), thought].map(text_of).into()
    };
    let sizes = roundtrip(&vec![game(MOVES, apart); 20]);
    assert!(sizes[Stream::Numbers as usize] < 100, "{sizes:?}");
}

/// A game under such a control, with so many seconds left after each half-move.
fn timed(control: &str, left: impl Fn(usize) -> usize) -> Game {
    let clock = |ply: usize| {
        let left = left(ply);
        let [hours, minutes, seconds] = [left / 3600, left / 60 % 60, left % 60];
        text(format!("[%clk {hours}:{minutes:02}:{seconds:02}]"))
    };
    let tags = Tags::from([Tag {
        name: b"TimeControl".to_vec(),
        value: control.as_bytes().to_vec(),
    }]);
    Game {
        tags,
        ..game(MOVES, clock)
    }
}

/// As in broadcasts from over the board.
#[test]
fn an_increment_costs_little_where_the_tag_does_not_tell_it() {
    let thought = |number: usize, ply: usize| 2 + (ply + number) * (ply + 3 * number + 7) % 23;
    let cost = |control: &str| {
        let games: Vec<Game> = (0..40)
            .map(|number| {
                timed(control, |ply| {
                    let thought = |ply| thought(number, ply);
                    let gone: usize = (0..=ply).rev().step_by(2).map(thought).sum();
                    5400 + (ply / 2 + 1) * 30 - gone
                })
            })
            .collect();
        roundtrip(&games)[Stream::Clocks as usize]
    };
    let told = cost("5400+30");
    assert!(cost("90 min + 30 sec").abs_diff(told) <= told / 50);
    for control in ["-", "90 minutes, and 30 seconds a move"] {
        let untold = cost(control);
        assert!(untold < told + told / 10, "{untold} {told}");
    }
}

/// As chess.com writes them.
#[test]
fn days_for_a_move_begin_anew_with_each() {
    let cost = |control: &str| {
        let game = timed(control, |ply| 86_400 - 60 * (7 + ply * ply * 131 % 1200));
        roundtrip(&[game])[Stream::Clocks as usize]
    };
    let [each, all] = [cost("1/86400"), cost("2/86400")];
    assert!(each < all, "{each} {all}");
}

const STEADY_GAMES: usize = 160;

/// Times that an engine takes which thinks equally long about each move; `write` spells hundredths of
/// a second.
fn steady(write: impl Fn(usize) -> String) -> [usize; 2] {
    let mut random = Random::new(1);
    let games: Vec<Game> = (0..STEADY_GAMES)
        .map(|_| {
            game(MOVES, |ply| {
                text(write(300 - 5 * (ply / 2) + random.below(5)))
            })
        })
        .collect();
    let sizes = roundtrip(&games);
    [Stream::Clocks, Stream::Numbers].map(|stream| sizes[stream as usize])
}

#[test]
fn times_that_are_steady_cost_what_they_do_as_other_numbers() {
    let [_, plain] = steady(|time| format!("{}.{:02}s", time / 100, time % 100));
    let [taken, none] = steady(|time| format!("[%emt {}.{:02}]", time / 100, time % 100));
    assert_eq!(none, 0);
    assert!(taken < plain + plain / 10, "{taken} {plain}");
    let even = (STEADY_GAMES * MOVES.split(' ').count()) as f64 * 5_f64.log2() / 8.0;
    assert!((taken as f64) < 1.6 * even, "{taken} {even}");
}
