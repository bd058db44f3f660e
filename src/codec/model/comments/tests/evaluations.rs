//! Evaluations of positions.

use super::*;

/// As ChessBase writes it.
#[test]
fn a_profile_costs_about_what_evaluations_of_the_moves_do() {
    // In no two games the same, or what is said behind moves would be said again.
    let eval = |number: i32, ply: i32| (ply * 37 + number * 11) % 90 - 45 + ply * 5;
    let each = |number: i32| {
        game(MOVES, |ply| {
            let eval = eval(number, ply as i32);
            text(format!("[%eval {:.2}]", f64::from(eval) / 100.0))
        })
    };
    let profile = |number: i32| {
        let all: Vec<String> = (0..20).map(|ply| eval(number, ply).to_string()).collect();
        let told = text_of(format!("[%evp 1,20,{}]", all.join(",")));
        let mut game = game(MOVES, |_| Vec::new());
        game.items.insert(0, told);
        game
    };
    let [each, profile] = [(0..20).map(each).collect(), (0..20).map(profile).collect()]
        .map(|games: Vec<Game>| roundtrip(&games).iter().sum::<usize>());
    assert!(profile < each + each / 4, "{profile} {each}");
}

/// As Lichess writes it, asked for words.
#[test]
fn what_a_move_has_made_of_an_evaluation_costs_no_more_than_the_evaluation() {
    // In no two games the same, or all would be said again.
    let eval = |number: usize, ply: usize| (ply as i32 * 37 + number as i32 * 11) % 290 - 145;
    let pawns = |value: i32| format!("{:.2}", f64::from(value) / 100.0);
    let said =
        |number: usize, ply: usize| vec![text_of(format!("[%eval {}]", pawns(eval(number, ply))))];
    let plain = |number: usize| game(MOVES, |ply| said(number, ply));
    let changes = |number: usize| {
        game(MOVES, |ply| {
            let [before, now] = [ply.saturating_sub(1), ply].map(|ply| pawns(eval(number, ply)));
            let words = format!("({before} → {now}) Inaccuracy.");
            let told = ply % 5 == 4;
            told.then(|| text_of(words))
                .into_iter()
                .chain(said(number, ply))
                .collect()
        })
    };
    let [plain, changes] = [(0..20).map(plain).collect(), (0..20).map(changes).collect()]
        .map(|games: Vec<Game>| roundtrip(&games))
        .map(|sizes| sizes[Stream::Evals as usize] + sizes[Stream::Numbers as usize]);
    assert!(changes < plain + plain / 8, "{changes} {plain}");
}

/// As Lichess does it, which looks them up.
#[test]
fn what_was_said_of_a_position_is_said_again_for_nothing() {
    const OTHER_ORDER: &str =
        "Nf3 Nc6 e4 e5 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";
    let eval = |number: usize| (number * number * 37 % 290) as f64 / 100.0;
    // From the fourth half-move on, both orders have the same positions.
    let said = |sans, first: usize, last: usize| {
        game(sans, |ply| match ply {
            0..=2 => text(format!("[%eval {:.2}]", eval(ply + first))),
            _ => text(format!("[%eval {:.2}]", eval(ply + last))),
        })
    };
    let evals = |games: &[Game]| roundtrip(games)[Stream::Evals as usize];
    let once = evals(&[said(MOVES, 0, 0)]);
    let again = evals(&[said(MOVES, 0, 0), said(OTHER_ORDER, 50, 0)]);
    let anew = evals(&[said(MOVES, 0, 0), said(OTHER_ORDER, 50, 70)]);
    assert!(
        again < once + 8 && anew > once + 20,
        "{once} {again} {anew}"
    );
}

/// As programs write it that say nothing else.
#[test]
fn a_comment_of_nothing_but_a_number_is_an_evaluation() {
    let eval = |number: usize, ply: usize| {
        let value = (ply * 37 + number * 11) % 290;
        format!("{:.2}", value as f64 / 100.0 - 1.45)
    };
    let games = |write: fn(String) -> String| -> Vec<usize> {
        let game = |number: usize| game(MOVES, |ply| text(write(eval(number, ply))));
        let sizes = roundtrip(&(0..20).map(game).collect::<Vec<_>>());
        [Stream::Evals, Stream::Numbers]
            .map(|stream| sizes[stream as usize])
            .to_vec()
    };
    let named = games(|eval| format!("[%eval {eval}]"));
    let (bare, in_words) = (games(|eval| eval), games(|eval| format!("about {eval}")));
    assert!(bare[0].abs_diff(named[0]) < 8, "{bare:?} {named:?}");
    assert_eq!([bare[1], named[1], in_words[0]], [0; 3]);
}

/// The bytes of evaluations and of other numbers of twenty games whose evaluations, in centipawns,
/// `write` spells.
fn spelt(write: impl Fn(i32) -> String) -> [usize; 2] {
    let eval = |number: usize, ply: usize| (ply * 37 + number * 11) as i32 % 290 - 145;
    let game = |number: usize| game(MOVES, |ply| text(write(eval(number, ply))));
    let sizes = roundtrip(&(0..20).map(game).collect::<Vec<_>>());
    [Stream::Evals, Stream::Numbers].map(|stream| sizes[stream as usize])
}

fn pawns(centipawns: i32) -> String {
    format!("{:.2}", f64::from(centipawns) / 100.0)
}

/// As ChessBase writes them, with the depth.
#[test]
fn evaluations_in_centipawns_cost_what_those_in_pawns_do() {
    let usual = spelt(|eval| format!("[%eval {},16]", pawns(eval)));
    let whole = spelt(|eval| format!("[%eval {eval},16]"));
    for (whole, usual) in whole.into_iter().zip(usual) {
        assert!(whole.abs_diff(usual) < 12, "{whole} {usual}");
    }
}

#[test]
fn an_evaluation_is_known_by_its_name_in_whatever_letters() {
    let usual = spelt(|eval| format!("[%eval {}]", pawns(eval)));
    for name in ["Eval: ", "EVAL=", "eval:", "Evaluation: ", "sf_eval="] {
        let named = spelt(|eval| format!("{name}{}", pawns(eval)));
        assert_eq!(named[1], 0, "{name}");
        assert!(named[0].abs_diff(usual[0]) < 8, "{named:?} {usual:?}");
    }
    let other = spelt(|eval| format!("medieval{}", pawns(eval)));
    assert_eq!(other[0], 0);
}

#[test]
fn whole_numbers_among_those_with_decimals_are_pawns() {
    let trimmed = |eval: i32| match eval % 10 {
        0 => (eval / 10).to_string(),
        _ => format!("{:.1}", f64::from(eval) / 10.0),
    };
    // Behind a semicolon, the depth is no sign of centipawns.
    let usual = spelt(|eval| format!("[%eval {};16]", trimmed(eval)));
    let among = spelt(|eval| format!("[%eval {},16]", trimmed(eval)));
    for (among, usual) in among.into_iter().zip(usual) {
        assert!(among.abs_diff(usual) < 12, "{among} {usual}");
    }
}
