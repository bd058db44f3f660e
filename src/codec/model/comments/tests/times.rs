//! Clocks, and times that moves took.

use super::*;

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
    const GAMES: usize = 80;
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
