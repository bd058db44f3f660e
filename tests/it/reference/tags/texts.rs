//! Texts whose tags are decoded: more than 256 games each, so that they begin with no primer, and
//! 500 at most, but for the season, so that the text model has read something.

use super::{
    games_of,
    random_texts::{columns, tag},
};
use crate::{engine_match, random::Random, texts};
use pgnpack::chess::{Position, Rules, chess960, order, san};
use std::fs;

/// Texts by name.
type Named = Vec<(&'static str, Vec<u8>)>;

/// All of them.
pub(crate) fn all() -> Named {
    [usual(), fixtures_and_times(), rarer()].concat()
}

/// Texts with the usual tags.
pub(crate) fn usual() -> Named {
    vec![("a season", texts::season()), ("many sites", primers())]
}

/// The fixtures, and games told apart by their times.
pub(crate) fn fixtures_and_times() -> Named {
    vec![("fixtures", fixtures()), ("by the clock", by_the_clock())]
}

/// Texts with tags that few collections have.
pub(crate) fn rarer() -> Named {
    vec![
        ("numbered by time", numbered()),
        ("links to openings", links()),
        ("starts of Chess960", starts()),
        ("starts by FEN", starts_of_two()),
        ("odd tags", odd()),
        ("columns of all kinds", columns()),
    ]
}

/// The first games of these texts, by name: so few that tables of contexts are small.
pub(crate) fn few() -> Named {
    let few = |(name, text): (_, Vec<u8>)| {
        let text = String::from_utf8_lossy(&text).into_owned();
        let games = games_in(&text).into_iter().take(40);
        (name, games.collect::<String>().into_bytes())
    };
    all().into_iter().map(few).collect()
}

fn texts_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read(path).unwrap());
    texts
        .map(|text| String::from_utf8_lossy(&text).into_owned())
        .collect()
}

/// The texts of games, one each.
fn games_in(text: &str) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    for paragraph in text.split_inclusive("\n\n") {
        match games.last_mut() {
            Some(game) if !paragraph.starts_with('[') => game.push_str(paragraph),
            _ => games.push(paragraph.to_owned()),
        }
    }
    games
}

/// The texts of games, none of which starts from a position of its own.
fn usual_games(text: &str) -> Vec<String> {
    let mut games = games_in(text);
    games.retain(|game| !["[FEN", "[fen"].iter().any(|tag| game.contains(tag)));
    games
}

/// A few games as each of the primers has them, with other digits.
pub(crate) fn by_primer() -> Vec<Vec<u8>> {
    let mut random = Random::new(10);
    let text = |primer: &&str| {
        let file = format!("src/codec/model/tags/primers/{primer}.pgn");
        let games = usual_games(&fs::read_to_string(file).unwrap());
        let few = games[..10].concat();
        changed(&few, &mut random).into_bytes()
    };
    super::PRIMERS.iter().map(text).collect()
}

/// Some digits of tags become others.
fn changed(text: &str, random: &mut Random) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let changes = line.starts_with('[') && random.below(6) == 0;
        out.extend(line.chars().map(|c| match c {
            '1'..='9' if changes && random.below(4) == 0 => {
                char::from(b'1' + random.below(9) as u8)
            }
            c => c,
        }));
    }
    out
}

/// Games of many sites, with other digits in some of their tags.
fn primers() -> Vec<u8> {
    let texts = texts_in("src/codec/model/tags/primers").concat();
    let text = usual_games(&texts).concat();
    more_than_256(changed(&text, &mut Random::new(3)))
}

/// The fixtures, and a match of engines.
fn fixtures() -> Vec<u8> {
    let texts = texts_in("fixtures/pgn");
    let texts = texts.iter().flat_map(|text| usual_games(text));
    let mut text: String = texts.map(|game| format!("{game}\n\n")).collect();
    text += &String::from_utf8(engine_match::text()).unwrap();
    more_than_256(text.repeat(4))
}

/// A text of more than 256 games, [told apart](texts::told_apart).
pub(crate) fn more_than_256(text: String) -> Vec<u8> {
    let text = texts::told_apart(&text);
    let games = games_of(text.as_bytes()).len();
    assert!((257..=500).contains(&games), "{games} games");
    text.into_bytes()
}

/// Movetext of so many plies at most: some openings more often than others.
pub(crate) fn moves(random: &mut Random, plies: usize) -> String {
    let mut position = Position::default();
    let mut moves = Vec::new();
    for _ in 0..random.below(plies) {
        let legal = order::legal_moves(&position);
        if legal.is_empty() {
            break;
        }
        let usual = random.below(legal.len()).min(random.below(legal.len()));
        let usual = usual.min(random.below(legal.len()));
        san::write_and_play(&mut position, legal[usual], &mut moves);
        moves.push(b' ');
    }
    String::from_utf8(moves).unwrap()
}

/// A time of day.
pub(crate) fn clock(second: usize) -> String {
    let (minutes, seconds) = (second / 60, second % 60);
    format!("{:02}:{:02}:{seconds:02}", minutes / 60 % 24, minutes % 60)
}

/// Games of a few minutes that follow one another, forwards or backwards, with times, ratings and
/// clocks.
fn by_the_clock() -> Vec<u8> {
    let mut random = Random::new(4);
    let mut text = String::new();
    let mut now = 60_000;
    let mut ratings = [1_500_i64, 1_512, 1_720, 2_011];
    for game in 0..280_usize {
        let lasted = 20 + random.below(170);
        let by_time = random.below(3) == 0;
        let (white, black) = (random.below(4), random.below(3));
        let black = (white + 1 + black) % 4;
        let won = random.below(3);
        let change = 1 + random.below(9) as i64 * [0, 1, -1][won];
        let result = ["1/2-1/2", "1-0", "0-1"][won];
        let names = ["Ann", "Bob the Brave", "Cy", "Dora"];
        let how = match (won, by_time) {
            (0, _) => "Game drawn by agreement".to_owned(),
            (won, true) => format!("{} won on time", names[[0, white, black][won]]),
            (won, false) => format!("{} won by resignation", names[[0, white, black][won]]),
        };
        let end = now + lasted + if by_time { 180 - lasted / 2 } else { 0 };
        let fine = |second: usize, random: &mut Random| {
            format!(
                "2024-02-29T{}.{:03} UTC",
                clock(second),
                random.below(1_000)
            )
        };
        text += &tag("Event", format!("{} - {}", names[white], names[black]));
        text += &tag("White", names[white]);
        text += &tag("Black", names[black]);
        text += &tag("Result", result);
        text += &tag("UTCDate", format!("2024.02.{:02}", 1 + now / 86_400 % 28));
        text += &tag("UTCTime", clock(now));
        text += &tag("WhiteElo", ratings[white]);
        text += &tag("BlackElo", ratings[black]);
        text += &tag("WhiteRatingDiff", format!("{change:+}"));
        text += &tag("BlackRatingDiff", format!("{:+}", -change));
        text += &tag(
            "TimeControl",
            random.of(&["180", "180+1", "15", "600+5", "-"]),
        );
        text += &tag("EndTime", clock(end));
        text += &tag("Termination", how);
        let hours = random.of(&["0:", "00:"]);
        text += &tag("WhiteClock", format!("{hours}02:59.{}", random.below(10)));
        text += &tag("BlackClock", format!("{hours}01:00"));
        text += &tag("GameEndTime", fine(end, &mut random));
        text += &tag("GameStartTime", fine(now, &mut random));
        if game % 3 == 0 {
            text += &tag("GameDuration", clock(end - now));
        }
        ratings[white] += change;
        ratings[black] -= change;
        let (left, parts) = (180 - lasted / 2, random.below(10));
        text += &match random.below(8) {
            0 => "\n1. e4 e5 *\n\n".to_owned(),
            1 => format!(
                "\n1. e4 {{+0.25/18 {}.{parts}s}} e5 {{0.1 12s}} {result}\n\n",
                lasted
            ),
            2 => format!(
                "\n1. e4 {{[%clk 0:03:00]}} e5 {{ [%clk 0:0{}:{:02}] }} (1... c5 {{[%clk 0:00:01]}}) 2. d4 {{[%clk {}:24] a}} {result}\n\n",
                left / 60,
                left % 60,
                &clock(left)[1..]
            ),
            _ => format!(
                "\n1. e4 {{ [%clk 0:03:00] }} e5 {{ [%clk 0:02:59.{parts}] }} 2. d4 {{ [%clk {}] }} d5 {{ [%clk {}] }} {result}\n\n",
                &clock(left)[1..],
                &clock(left)[1..]
            ),
        };
        now += lasted + 5 + random.below(60) + if game % 40 == 0 { 50_000 } else { 0 };
    }
    more_than_256(text)
}

/// Games that a server numbers: steadily, by twos, or in windows.
fn numbered() -> Vec<u8> {
    let mut random = Random::new(5);
    let mut text = String::new();
    let mut now = 1_000;
    for game in 0..300_usize {
        let number = match game {
            ..100 => (1_000_000 + 37 * now + random.below(30)) as u64,
            100..200 => 2 * (1_000_000 + 37 * now + random.below(30)) as u64,
            _ => {
                let astray = [
                    1_300_000, 1_300_000, 1_300_000, 1_300_000, 1_390_000, 600_000, 0, 2_700_000,
                ][random.below(8)];
                33_998_700_001 + (now / 600 * 600_000 + 180 * (now % 600) + astray) as u64
            }
        };
        text += &tag("Event", "Live Chess");
        text += &tag(
            "Date",
            format!(
                "2021.{:02}.{:02}",
                1 + now / 86_400 / 28,
                1 + now / 86_400 % 28
            ),
        );
        text += &tag("White", random.of(&["ann", "bob", "cy"]));
        text += &tag("Black", random.of(&["ann", "bob", "cy"]));
        text += &tag("Result", random.of(&["1-0", "0-1", "1/2-1/2"]));
        text += &tag(
            "UTCDate",
            format!(
                "2021.{:02}.{:02}",
                1 + now / 86_400 / 28,
                1 + now / 86_400 % 28
            ),
        );
        text += &tag("UTCTime", clock(now));
        text += &tag("Link", format!("https://x.example/game/{number}"));
        text += &format!("\n{}*\n\n", moves(&mut random, 9));
        // So many dates that they are numbers.
        now += random.below(900) + if game % 5 == 0 { 86_400 } else { 0 };
    }
    more_than_256(text)
}

/// Openings by codes, names and links, some of which go on with moves; and where games end.
fn links() -> Vec<u8> {
    let lines = [
        (
            "B01",
            "Scandinavian Defense: Mieses-Kotrc Variation",
            "Scandinavian-Defense-Mieses-Kotrc-Variation",
            "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 ",
        ),
        (
            "C50",
            "Italian Game: Giuoco Piano",
            "Giuoco-Piano-Game",
            "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 ",
        ),
        (
            "C20",
            "King's Pawn Game: Wayward Queen Attack",
            "Kings-Pawn-Opening-Wayward-Queen-Attack",
            "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7# ",
        ),
        (
            "D06",
            "Queen's Gambit",
            "Queens-Gambit",
            "d4 d5 c4 e6 Nc3 Nf6 ",
        ),
        ("A00", "Grob Opening", "Grob-Opening", "g4 d5 Bg2 Bxg4 c4 "),
        ("B00", "King's Pawn", "Kings-Pawn-Opening", "e4 f6 "),
    ];
    let mut random = Random::new(6);
    let mut text = String::new();
    for game in 0..270 {
        let (code, name, link, all) = lines[random.below(6)];
        let said = random.below(all.split(' ').count());
        let line: Vec<&str> = all.split(' ').take(said).collect();
        let mut more = String::new();
        for (ply, m) in line
            .iter()
            .enumerate()
            .skip(1 + random.below(3))
            .take(random.below(5))
        {
            let number = ply / 2 + 1;
            more += &match (ply % 2, more.as_str()) {
                (0, "") if random.below(2) == 0 => format!("...{number}.{m}"),
                (0, _) => format!("-{number}.{m}"),
                (_, "") => format!("-{number}...{m}"),
                _ => format!("-{m}"),
            };
        }
        let halves = name.split_once(": ").unwrap_or((name, "-"));
        text += &tag("Event", "?");
        text += &tag("ECO", if random.below(9) == 0 { "C99" } else { code });
        if game % 2 == 0 {
            text += &tag("Opening", halves.0);
            text += &tag("Variation", halves.1);
        } else {
            text += &tag("Opening", name);
        }
        text += &tag(
            "ECOUrl",
            format!(
                "https://www.chess.com/openings/{link}{}",
                more.trim_end_matches('#')
            ),
        );
        text += &tag("PlyCount", said + usize::from(random.below(9) == 0));
        let mut position = Position::default();
        for m in &line {
            if let Some(legal) = order::legal_moves(&position).into_iter().find(|&legal| {
                let mut spelt = Vec::new();
                san::write_and_play(&mut position.clone(), legal, &mut spelt);
                spelt == m.trim_end_matches('#').as_bytes()
            }) {
                position.play_unchecked(legal);
            }
        }
        let epd = pgnpack::chess::setup::epd(&position, shakmaty::EnPassantMode::Legal);
        text += &tag(
            "CurrentPosition",
            if game % 7 == 0 {
                format!("{epd} 0 1")
            } else {
                epd
            },
        );
        text += &format!("\n{} *\n\n", line.join(" "));
    }
    more_than_256(text)
}

/// White's men of a start of Chess960, and the files of the rooks, the right one first.
fn start(n: usize) -> [String; 2] {
    let men = chess960::back_rank(n as u32);
    let files = (0..8).rev().filter(|&file| men[file] == b'R');
    let files = files.map(|file| char::from(b'A' + file as u8));
    [String::from_utf8(men.into()).unwrap(), files.collect()]
}

/// Starts of Chess960, spelt in both ways.
fn starts() -> Vec<u8> {
    let mut random = Random::new(7);
    let mut text = String::new();
    for game in 0..260 {
        let n = (random.below(960) + game) % 960;
        let [men, by_file] = start(n);
        let rights = match random.below(3) {
            0 => format!("{by_file}{}", by_file.to_lowercase()),
            _ => "KQkq".to_owned(),
        };
        let black = men.to_lowercase();
        text += &tag("Event", "?");
        text += &tag("Variant", "Chess960");
        text += &tag(
            "FEN",
            format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{men} w {rights} - 0 1"),
        );
        text += "\n*\n\n";
    }
    more_than_256(text)
}

/// Starts where Black's men stand in an order of their own, spelt in many ways, and FENs that are
/// none.
fn starts_of_two() -> Vec<u8> {
    let mut random = Random::new(11);
    let mut text = String::new();
    for _ in 0..260 {
        let [men, rights] = start(random.below(960));
        let [black, black_rights] = match random.below(4) {
            0 => [&men, &rights].map(|white| white.to_lowercase()),
            _ => start(random.below(960)).map(|white| white.to_lowercase()),
        };
        let by_file = format!("{rights}{black_rights}");
        let mixed = format!("KQ{black_rights}");
        let rights = [&by_file, &mixed, "KQkq", "KQkq", "kqKQ"][random.below(5)];
        let rest = random.of(&["", " 0 1", " 3 7", " 0", " 00 1", " 65535 2"]);
        let fen = match random.below(9) {
            0 => random.of(&["?", "none", ""]).to_owned(),
            _ => format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{men} w {rights} -{rest}"),
        };
        text += &tag("Event", "?");
        text += &tag("FEN", fen);
        text += "\n*\n\n";
    }
    more_than_256(text)
}

/// Tags that are spelt out, names that come twice, names that are missing, and marks in values.
fn odd() -> Vec<u8> {
    let mut random = Random::new(8);
    let mut text = String::new();
    for game in 0..270 {
        let players = ["Ann", "Annabel", "Bob", "x", "", "-"];
        text += &tag("Event", random.of(&["-", "", "Open", "Ann - Bob"]));
        text += &tag("White", random.of(&players));
        if random.below(3) > 0 {
            text += &tag("Event", random.of(&["Open", "A", "B"]));
        }
        text += &tag("Black", random.of(&players));
        text += &tag(
            "Termination",
            random.of(&[
                "Ann won",
                "Bob won",
                "Annabel lost to Ann",
                "draw",
                "Bob\u{7}Ann",
            ]),
        );
        text += &tag("WhiteElo", random.of(&["1500", "?", "-", "2100", "0007"]));
        text += &tag("BlackElo", random.of(&["1500", "-", "90"]));
        text += &tag("Result", random.of(&["1-0", "0-1", "*"]));
        text += &tag(
            "Remark",
            random.of(&["", "-", "\u{3}", "nothing", "something"]),
        );
        if game % 90 == 50 {
            let odd = (0..300).map(|i| tag(&format!("N{i}"), i));
            text.extend(odd);
        }
        text += &format!("\n{}*\n\n", moves(&mut random, 5));
    }
    more_than_256(text)
}
