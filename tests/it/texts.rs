//! Small texts that the tests pack and unpack, one for each thing that could go wrong.

use crate::{engine_match, random::Random};
use std::fs;

/// A few small games as a program might write them, and text between games.
pub(crate) fn sample() -> Vec<u8> {
    fs::read("fixtures/golden/v1/sample.pgn").unwrap()
}

/// Bytes that nothing makes smaller.
pub(crate) fn noise(len: usize) -> Vec<u8> {
    Random::of_mmix(1).bytes(len)
}

/// One game.
pub(crate) const GAME: &str = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n";

/// The game, with a number of two digits.
pub(crate) fn numbered(number: usize) -> String {
    GAME.replace('?', &format!("{number:02}"))
}

/// `games` with numbers in comments behind the tags of each, so that none comes again.
pub(crate) fn told_apart(games: &str) -> String {
    let parts = games.split_inclusive("]\n\n").enumerate();
    let numbered = parts.map(|(number, part)| match part.ends_with("]\n\n") {
        true => format!("{part}{{{number}}} "),
        false => part.to_owned(),
    });
    numbered.collect()
}

/// So many games of one move each, a line for each, in an order that does not come again.
pub(crate) fn games_of_a_move(count: usize) -> String {
    let mut chance = Random::new(7);
    let moves = ["a3", "b3", "c4", "d4", "e4", "f4", "g3", "Nf3"];
    let line = |_| format!("{}\n", chance.of(&moves));
    (0..count).map(line).collect()
}

/// The season of a league, all players against all, at home and away: more games than those up to
/// which models of tags begin with texts read before.
pub(crate) fn season() -> Vec<u8> {
    const PLAYERS: usize = 23;
    let name = |player: usize| {
        let [family, given] = [
            ["Ahrens", "Bergamot", "Cotter", "Dunlin", "Elster"],
            ["Ines", "Jory", "Kat", "Leif", "Mo"],
        ];
        format!("{}, {}", family[player % 5], given[player / 5])
    };
    let rating = |player: usize, round: usize| 1450 + 37 * player + (player * round) % 11;
    let pairs = (0..PLAYERS).flat_map(|white| (0..PLAYERS).map(move |black| (white, black)));
    let games = pairs.filter(|(white, black)| white != black);
    let season: String = games
        .map(|(white, black)| {
            let round = 1 + (white + black) % PLAYERS;
            let (result, moves) = [
                ("1-0", "1. e4 e5 2. Nf3 d6 3. d4"),
                ("0-1", "1. f3 e5 2. g4 Qh4#"),
                ("1/2-1/2", "1. d4 d5 2. c4"),
            ][(white * black) % 3];
            format!(
                "[Event \"The league\"]\n[Date \"2026.{:02}.{:02}\"]\n[Round \"{round}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n\n{moves} {result}\n\n",
                1 + round / 3,
                1 + 7 * (round % 4),
                name(white),
                name(black),
                rating(white, round),
                rating(black, round)
            )
        })
        .collect();
    season.into()
}

/// A position from the middle of a game.
const MIDDLE: &str = "r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - -";

/// Positions, one a line: with operations, with counters, of Chess960, and bare.
const EPD: &str = "\
r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - bm Ne5; id \"middle.001\";
r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N1P/PP2BPP1/R1BQ1RK1 b - - bm h6; id \"middle.002\";
rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3
nrbkqbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/NRBKQBNR w KQkq e6 0 2
nrbkqbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/NRBKQBNR w KQkq e6 0 2
4k3/8/8/8/8/8/8/4K3 b - -
";

/// Texts by name.
pub(crate) fn all() -> Vec<(&'static str, Vec<u8>)> {
    let sample = sample();
    let text = String::from_utf8_lossy(&sample);
    let mut all = vec![
        ("nothing", Vec::new()),
        ("one byte", b"1".to_vec()),
        ("one line end", b"\n".to_vec()),
        ("one game", GAME.into()),
        ("the sample", sample.clone()),
        ("line ends of two bytes", text.replace('\n', "\r\n").into()),
        (
            "line ends of the other kind",
            text.replace('\n', "\r").into(),
        ),
        ("no line end at the end", GAME.trim_end().into()),
        ("a mark at the beginning", format!("\u{feff}{GAME}").into()),
        ("cut in a move", GAME.as_bytes()[..GAME.len() - 12].to_vec()),
        ("cut in a tag", GAME.as_bytes()[..20].to_vec()),
        ("many of a game", GAME.repeat(40).into()),
        (
            "many games",
            (0..40).map(numbered).collect::<String>().into(),
        ),
        ("a match of engines", engine_match::text()),
        ("a season of a league", season()),
        (
            "Latin-1",
            b"[White \"Gr\xfcnfeld\"]\n\n1. d4 {\xe9\xff\xfe} Nf6 *\n".to_vec(),
        ),
        (
            "zero bytes",
            b"[White \"\0\"]\n\n1. d4 {\0\0} Nf6 *\n\0\0\0".to_vec(),
        ),
        ("all bytes", (0..=255).cycle().take(1_000).collect()),
        (
            "a long tag",
            format!("[White \"{}\"]\n\n1. d4 *\n", "x".repeat(100_000)).into(),
        ),
        ("a list of positions", EPD.into()),
        (
            "a list of positions with line ends of two bytes",
            EPD.replace('\n', "\r\n").repeat(8).into(),
        ),
        (
            "a list of positions and a line that is none",
            format!("{EPD}{EPD}no position w - -\n\n{EPD}").into(),
        ),
        (
            "a game that starts in its middle",
            format!("[FEN \"{MIDDLE} 4 10\"]\n[SetUp \"1\"]\n\n10. h3 h6 *\n").into(),
        ),
        (
            "bare moves",
            "e4 e5 Nf3 Nc6\nd4 d5 c4\n1. e4 c5 2. Nf3\n".into(),
        ),
    ];
    all.push(("noise", noise(3_000)));
    all
}
