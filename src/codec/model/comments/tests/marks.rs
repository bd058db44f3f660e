use super::*;

#[test]
fn marked_squares_are_told_by_what_stands_there() {
    let lists = [
        "[%csl Ge4,Rd5]",
        "[%cal Gd1h5,Rf1b5]",
        "[%csl Gf7]",
        "[%cal Ge1e2,Bb1a4,Gg1f3]",
    ];
    // Much the same on squares where nothing ever stands.
    let elsewhere = [
        "[%csl Gh5,Rg4]",
        "[%cal Gg5a4,Rh6f4]",
        "[%csl Gg3]",
        "[%cal Gh4g6,Ba5f5,Gc4h5]",
    ];
    let [told, untold] = [lists, elsewhere].map(|lists| {
        let comment = |ply: usize| text(lists[ply % lists.len()].to_owned());
        let sizes = roundtrip(&[game(MOVES, comment)]);
        assert_eq!(sizes[Stream::Prose as usize], 0);
        assert!(sizes[Stream::Notes as usize] < 40, "{sizes:?}");
        sizes[Stream::Numbers as usize]
    });
    assert!(told < untold, "{told} {untold}");
}

#[test]
fn marks_of_the_move_and_of_the_next_cost_next_to_nothing() {
    let moves: Vec<_> = game(MOVES, |_| Vec::new()).main_line().collect();
    let arrow = |ply: usize| {
        let m = moves[ply.min(moves.len() - 1)];
        let [from, to] = [m.from().unwrap(), king_or_to(m)].map(|square| square.to_string());
        [format!("[%cal G{from}{to}]"), format!("[%csl R{to}]")]
    };
    for (which, ahead) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let marked = |ply: usize| text(arrow(ply + ahead)[which].clone());
        let sizes = roundtrip(&vec![game(MOVES, marked); 10]);
        assert!(sizes[Stream::Numbers as usize] < 40, "{sizes:?}");
    }
}

/// As chess.com writes them: each by itself, with its squares once more among other things.
#[test]
fn squares_and_arrows_said_twice_cost_as_much_as_in_lists() {
    let lists = [
        ["d1h5", "f1b5"].as_slice(),
        &["e1e2"],
        &["b1a4", "g1f3", "a7a5"],
        &["f7"],
        &["e4", "d5"],
    ];
    let listed = |ply: usize| {
        let marks: Vec<String> = lists[ply % 5]
            .iter()
            .map(|mark| format!("G{mark}"))
            .collect();
        let name = ["cal", "csl"][usize::from(ply % 5 > 2)];
        text(format!("[%{name} {}]", marks.join(",")))
    };
    let alone = |mark: &&str| match mark.split_at_checked(4) {
        Some(_) => format!(
            "{mark};keyPressed;none;from;{};opacity;0.8;to;{}",
            &mark[..2],
            &mark[2..]
        ),
        None => format!("{mark};keyPressed;none;square;{mark}"),
    };
    let said_twice = |ply: usize| {
        let marks: Vec<String> = lists[ply % 5].iter().map(alone).collect();
        let name = ["c_arrow", "c_highlight"][usize::from(ply % 5 > 2)];
        text(format!("[%{name} {}]", marks.join(",")))
    };
    let [listed, said_twice] = [game(MOVES, listed), game(MOVES, said_twice)].map(|game| {
        let sizes = roundtrip(&vec![game; 10]);
        assert_eq!(sizes[Stream::Prose as usize], 0);
        sizes[Stream::Numbers as usize]
    });
    assert!(said_twice < listed, "{said_twice} {listed}");
}

#[test]
fn squares_that_no_mark_tells_are_text() {
    let other = |ply: usize| text(format!("[%c_arrow e2e4;from;d{};to;e5]", 1 + ply % 2));
    let same = |_: usize| text("[%c_arrow e2e4;from;e2;to;e4]".into());
    let [other, same] = [game(MOVES, other), game(MOVES, same)]
        .map(|game| roundtrip(&[game])[Stream::Notes as usize]);
    assert!(other > same, "{other} {same}");
}
