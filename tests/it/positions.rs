//! The schemes for single positions, on positions of real games and on the command line.

use crate::{
    corpus::files,
    program::{pgnpack, printed, said},
};
use pgnpack::{
    chess::{Position, Rules},
    pgn::{self, game::Game, layout::Piece},
    position::{ALL, Bits, Facts, Scheme, State, by_name, rank},
};
use proptest::prelude::*;
use std::fs;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// One in this many positions of real games is tested.
const EVERY: usize = 31;
/// So many of these are coded: the mean does not change any more.
const ENOUGH: usize = 100_000;
/// One in so many of those is checked under every scheme, which takes far longer than one code.
const EVERY_CHECK: usize = 10;

fn each_game(folder: &str, mut work: impl FnMut(&Game)) {
    for file in files(folder) {
        for piece in pgn::read(&fs::read(file).unwrap()).pieces {
            if let Piece::Game(game, _) = piece {
                work(&game);
            }
        }
    }
}

/// The positions of a game's main line.
fn positions(game: &Game) -> Vec<Position> {
    let mut positions: Vec<Position> = game.start().into_iter().collect();
    for m in game.main_line() {
        let Some(mut position) = positions.last().cloned() else {
            return positions;
        };
        position.play_unchecked(m);
        positions.push(position);
    }
    positions
}

/// The schemes that can encode every position of a game.
fn complete() -> impl Iterator<Item = &'static dyn Scheme> {
    let all = ALL.iter().copied();
    all.filter(|scheme| scheme.worst_case_bits().is_some())
}

/// The schemes that have no code for what no game brings about: promotions without captures, pawns
/// that have passed each other, kings side by side.
const KNOW_GAMES: [&str; 6] = [
    "swap160",
    "enumerate",
    "decimal",
    "implied-colour",
    "piece-lists-arithmetic",
    "rank",
];

/// Checks that the position comes back from every complete scheme. All but `model` may refuse
/// castling of Chess960, and some what no game brings about.
fn check(state: &State) {
    let castles_otherwise = state.rights().is_err();
    let has_no_number = rank::number_of(state).is_err();
    for scheme in complete() {
        let name = scheme.name();
        let may_refuse =
            castles_otherwise && name != "model" || has_no_number && KNOW_GAMES.contains(&name);
        match scheme.encode(state) {
            Ok(bits) => comes_back(state, scheme, &bits),
            Err(error) => assert!(may_refuse, "{name}: {}: {error}", state.epd()),
        }
    }
}

fn comes_back(state: &State, scheme: &dyn Scheme, bits: &Bits) {
    let (name, epd) = (scheme.name(), state.epd());
    let back = scheme.decode(bits);
    let back = back.unwrap_or_else(|error| panic!("{name}: {epd}: {error}"));
    assert_eq!(back, state.keep(scheme.facts()), "{name}: {epd}");
}

#[test]
fn lines_that_are_no_codes_are_called_so() {
    let junk = "no code at all\n".repeat(1_000);
    let told = pgnpack()
        .args(["position", "decode"])
        .write_stdin(junk)
        .assert()
        .code(1);
    let message = said(&told);
    let last = message.lines().last().unwrap();
    assert!(
        last.ends_with("none of these lines is a code of the scheme model"),
        "{last}"
    );
}

#[test]
fn a_file_in_place_of_a_position_is_told_how_to_be_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("list.epd"), "").unwrap();
    for command in ["encode", "decode", "compare"] {
        let told = pgnpack()
            .current_dir(&folder)
            .args(["position", command, "list.epd"])
            .assert()
            .code(1);
        let why = "is a file: its lines are read from standard input (< FILE)";
        assert_eq!(said(&told), format!("pgnpack: list.epd: {why}\n"));
    }
}

/// Positions that a scheme cannot express are positions: the work goes on.
#[test]
fn positions_that_a_scheme_cannot_express_do_not_end_a_list() {
    let shuffled = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n".repeat(12);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let words = ["position", "encode", "-s", "rank"];
    let encoded = pgnpack()
        .args(words)
        .write_stdin(shuffled + start)
        .assert()
        .code(1);
    assert_eq!(said(&encoded).lines().count(), 12);
    assert_eq!(printed(&encoded).lines().count(), 1);
}

#[test]
#[ignore = "needs PGNPACK_CORPUS"]
fn every_fen_of_the_corpus_comes_back_under_every_scheme_that_takes_it() {
    let mut met = 0;
    for folder in ["odd", "dev"] {
        each_game(folder, |game| {
            let Some(fen) = game
                .tag("FEN")
                .and_then(|fen| std::str::from_utf8(fen).ok())
            else {
                return;
            };
            if let Ok(state) = State::parse(fen) {
                met += 1;
                check(&state);
                let ours = by_name("model").unwrap();
                assert!(ours.encode(&state).is_ok(), "{fen}");
            }
        });
    }
    println!("{met} positions");
    assert!(met > 0);
}

#[test]
#[ignore = "needs PGNPACK_CORPUS"]
fn positions_of_real_games_have_numbers_and_short_codes() {
    let model = by_name("model").unwrap();
    let (mut seen, mut met, mut bits) = (0, 0, 0);
    each_game("dev", |game| {
        for position in positions(game) {
            seen += 1;
            if seen % EVERY != 0 || met == ENOUGH {
                continue;
            }
            let state = State::of_position(&position).unwrap();
            let Ok(number) = rank::number_of(&state) else {
                // Castling of Chess960.
                assert!(state.rights().is_err(), "{}", state.epd());
                continue;
            };
            assert_eq!(
                rank::position_of(&number).unwrap(),
                state.keep(Facts::CAPTURABLE)
            );
            bits += model.encode(&state).unwrap().len();
            met += 1;
            if met % EVERY_CHECK == 0 {
                check(&state);
            }
        }
    });
    println!(
        "{met} positions, {:.2} bits each under the model",
        bits as f64 / met.max(1) as f64
    );
    assert!(met > 0 && bits < 70 * met);
}

#[test]
fn men_that_no_game_brings_about_have_no_number() {
    for fen in [
        // Opposing pawns have passed each other on more files than there were captures for.
        "rnbqkbnr/Pppppppp/8/8/8/8/pPPPPPPP/RNBQKBNR w - -",
        "rnbqkbnr/Pppppppp/8/8/8/8/pPPPPPPP/RNBQKBNR w KQkq -",
        "rn4kr/1PB2N2/3p1P1b/pPpbpppq/pPPQ1PpP/8/Pn6/1BN1K3 b - f3",
    ] {
        let state = State::parse(fen).unwrap();
        assert!(rank::number_of(&state).is_err(), "{fen}");
        check(&state);
        assert!(by_name("model").unwrap().encode(&state).is_ok());
    }
}

proptest! {
    #[test]
    fn a_position_with_men_moved_about_comes_back(places in prop::collection::vec((0usize..64, 0usize..64), 1..30), fen in prop::sample::select(CROWDED.as_slice()), black in any::<bool>()) {
        let mut squares: Vec<char> = fen.chars().collect();
        let last_ranks_have_pawns = |squares: &[char]| {
            let [top, bottom] = [&squares[..8], &squares[56..]];
            top.iter().chain(bottom).any(|man| man.eq_ignore_ascii_case(&'p'))
        };
        for (a, b) in places {
            squares.swap(a, b);
            if last_ranks_have_pawns(&squares) {
                squares.swap(a, b);
            }
        }
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().map(|&c| if c == '.' { '1' } else { c }).collect()).collect();
        let turn = if black { "b" } else { "w" };
        let state = State::parse(&format!("{} {turn} - -", ranks.join("/")));
        prop_assume!(state.is_ok());
        check(&state.unwrap());
    }
}

/// Boards with many pieces, from a8 to h1.
const CROWDED: [&str; 3] = [
    "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR",
    "r..qk..r.pp..pppp.n.pn....b.p.......P..P..NPB...PPPQ.PP.R...KB.R",
    "....k.....p.p.p..P.P.P.P........p.p.p.p..P.P.P.P.........Q..K..q",
];

#[test]
fn a_position_goes_there_and_back_under_every_scheme_and_form() {
    let late = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPPP/R3K2R w KQkq - 0 1";
    // One that `history` finds a line to.
    let early = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    let of_late = complete().map(|scheme| (scheme, late));
    for (scheme, fen) in ALL.iter().map(|&scheme| (scheme, early)).chain(of_late) {
        for form in ["hex", "base64", "bits"] {
            let options = ["--scheme", scheme.name(), "--as", form];
            let encoded = pgnpack()
                .args(["position", "encode"])
                .args(options)
                .arg(fen)
                .assert()
                .success();
            let code = printed(&encoded);
            let kept = State::parse(fen).unwrap().keep(scheme.facts());
            let expected = format!("{}\n", kept.fen());
            pgnpack()
                .args(["position", "decode"])
                .args(options)
                .arg(code.trim())
                .assert()
                .success()
                .stdout(expected);
        }
    }
}

#[test]
fn lists_are_read_line_by_line_and_a_wrong_line_is_named() {
    let list = format!("{START}\n\n8/8/8/8/8/8/8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n");
    let done = pgnpack()
        .args(["position", "encode", "-s", "nibble"])
        .write_stdin(list)
        .assert()
        .code(1);
    assert_eq!(printed(&done).lines().count(), 2);
    assert_eq!(
        said(&done),
        "pgnpack: standard input: line 3: white has no king\n"
    );
}

#[test]
fn positions_are_words_in_quotes_or_all_words_together() {
    let [first, second] = ["8/8/8/8/8/8/8/K1k5 w - -", "8/8/8/8/8/8/8/1K1k4 b - -"];
    let encode = |words: &[&str]| {
        let shown = pgnpack()
            .args(["position", "encode"])
            .args(words)
            .assert()
            .success();
        printed(&shown)
    };
    let [one, other] = [encode(&[first]), encode(&[second])];
    assert_ne!(one, other);
    assert_eq!(encode(&[first, second]), [one.as_str(), &other].concat());
    assert_eq!(encode(&first.split(' ').collect::<Vec<_>>()), one);
    let boards = [first, second].map(|fen| fen.split(' ').next().unwrap());
    let [_, white_moves] = boards.map(|board| encode(&[board]));
    assert_eq!(encode(&boards), [one.as_str(), &white_moves].concat());
    pgnpack()
        .args(["position", "encode", first, "8/8 w", second])
        .assert()
        .code(1)
        .stdout([one.as_str(), &other].concat())
        .stderr("pgnpack: '8/8 w': the board has 2 ranks instead of 8\n");
}

#[test]
fn what_is_wrong_with_a_position_is_one_line() {
    for (fen, wrong) in [
        ("", "the FEN is empty"),
        ("x", "the board has 1 rank instead of 8"),
        (
            "rnbqkbnr/pppppppp/8/8 w KQkq -",
            "the board has 4 ranks instead of 8",
        ),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "rank 7 has 9 squares instead of 8",
        ),
        (
            "rnbqkbnr/p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "rank 7 has 1 square instead of 8",
        ),
        (
            "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "'x' on rank 7 is neither a man nor a number of squares",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq -",
            "the side to move is 'x', not w or b",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQz -",
            "'z' is no castling right",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq -",
            "white cannot castle with a1: the king or that rook has moved",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3",
            "the en-passant square e3 is on the wrong rank",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6",
            "no pawn can just have moved two squares on the e-file",
        ),
        ("4k3/8/8/8/8/8/8/P3K3 w - -", "a pawn stands on a1"),
        (
            "4k3/4R3/8/8/8/8/8/4K3 w - -",
            "white could capture the king",
        ),
        (
            "4k3/8/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - -",
            "white has 0 pawns and 14 promoted men",
        ),
    ] {
        let failed = pgnpack()
            .args(["position", "encode"])
            .arg(fen)
            .assert()
            .code(1);
        let message = said(&failed);
        let shown = match fen
            .get(..40)
            .filter(|beginning| beginning.len() < fen.len())
        {
            Some(beginning) => format!("{beginning}…"),
            None => fen.to_owned(),
        };
        assert_eq!(message, format!("pgnpack: '{shown}': {wrong}\n"));
    }
}

#[test]
fn schemes_are_compared_and_counted() {
    let compared = pgnpack()
        .args(["position", "compare", START])
        .assert()
        .success();
    let table = printed(&compared);
    assert_eq!(table.lines().count(), ALL.len());
    assert!(table.lines().next().unwrap().starts_with("history"));
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("bits.svg");
    let counted = pgnpack()
        .args(["position", "stats", "--svg"])
        .arg(&svg)
        .write_stdin("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n")
        .assert()
        .success();
    let table = printed(&counted);
    assert_eq!(table.lines().count(), ALL.len() + 1);
    // The initial position, and one after each half-move.
    assert!(
        table
            .lines()
            .skip(1)
            .all(|line| line.split_whitespace().nth(1) == Some("7")),
        "{table}"
    );
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
}
