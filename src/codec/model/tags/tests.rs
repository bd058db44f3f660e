use super::{seen::values::ValueId, *};
use crate::{
    codec::model::testing::game,
    coding::{
        random::Random,
        range::{Decoder, Encoder},
        stopwatch::timed,
    },
    error::ErrorKind,
    pgn::{game::Tag, layout::Piece},
};
use proptest::prelude::*;

fn games_of(tags: &[Vec<(&str, &str)>]) -> Vec<Game> {
    tags.iter().map(|tags| game(tags, Vec::new())).collect()
}

fn facts_of(games: &[&Game]) -> Vec<GameFacts> {
    games.iter().map(|game| GameFacts::of(game)).collect()
}

/// The games as a reader of tags has them.
fn without_tags(games: &[Game]) -> Vec<Game> {
    let bare = |game: &Game| Game {
        items: game.items.clone(),
        ..Game::default()
    };
    games.iter().map(bare).collect()
}

/// Codes and reads back; returns the bytes of both streams.
fn roundtrip(games: &[Game]) -> [usize; 2] {
    roundtrip_from(games, |given, games, budget| {
        Tags::new(given, games, Level::DEFAULT, budget)
    })
}

/// The same in a block that begins with what a primer teaches.
fn roundtrip_after(primer: Primer, games: &[Game]) -> [usize; 2] {
    let taught = primer.taught(Level::DEFAULT);
    roundtrip_from(games, |given, games, budget| {
        Tags::after(taught, given, games, budget)
    })
}

/// The same with tags that begin as `begin` says, of the games given, how many there are, and a
/// budget.
fn roundtrip_from(
    games: &[Game],
    begin: impl for<'b> Fn(&[&Game], usize, &'b Budget) -> Tags<'b>,
) -> [usize; 2] {
    let bytes = written_from(games, &begin);
    let facts = facts_of(&games.iter().collect::<Vec<_>>());
    let budget = Budget::new(1 << 30);
    let mut back = without_tags(games);
    let mut read = CodedGames::Read(back.iter_mut().collect());
    let mut tags = begin(&[], read.len(), &budget);
    let [early, late] = &bytes;
    tags.code_early(&mut Decoder::new(early), &mut read)
        .unwrap();
    tags.code_late(&mut Decoder::new(late), &mut read, &facts)
        .unwrap();
    assert!(back == games);
    bytes.map(|bytes| bytes.len())
}

/// Both streams of the tags of games.
fn written(games: &[Game]) -> [Vec<u8>; 2] {
    written_from(games, &|given: &[&Game], games, budget| {
        Tags::new(given, games, Level::DEFAULT, budget)
    })
}

/// The same with tags that begin as `begin` says.
fn written_from(
    games: &[Game],
    begin: &impl for<'b> Fn(&[&Game], usize, &'b Budget) -> Tags<'b>,
) -> [Vec<u8>; 2] {
    let budget = Budget::of_writer();
    let given: Vec<&Game> = games.iter().collect();
    let facts = facts_of(&given);
    let mut tags = begin(&given, given.len(), &budget);
    let mut streams = [Encoder::new(), Encoder::new()];
    let mut written = CodedGames::Given(given);
    tags.code_early(&mut streams[0], &mut written).unwrap();
    tags.code_late(&mut streams[1], &mut written, &facts)
        .unwrap();
    streams.map(Encoder::finish)
}

#[test]
fn values_that_nothing_predicts_come_back() {
    let odd: Vec<(String, String)> = (0..300)
        .map(|n| (format!("N{n}"), format!("{n}")))
        .collect();
    roundtrip(&games_of(&[
        vec![],
        vec![("Event", ""), ("Event", "?"), ("White", "\u{1}7"), ("", "")],
        odd.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect(),
        vec![("Black", "x"), ("Event", "?"), ("Date", "2020.02.30")],
    ]));
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,3}",
        "[0-9]{1,4}",
        "[+-][0-9]{1,2}",
        "20[12][0-9]\\.[01][0-9]\\.[0-3][0-9]",
        "[01][0-9]:[0-5][0-9]:[0-5][0-9]",
        "20[12][0-9]-[01][0-9]-[0-3][0-9]T[012][0-9]:[0-5][0-9]:00(\\.[0-9]{3} UTC|)",
        "https://x/[1-9][0-9]{1,9}",
        "https://x/[0-9A-Za-z]{8}(/y|)",
        "https://x/[ab]/[0-9A-Za-z]{8}",
        "[1-9]\\.[0-9]{1,2}",
        "(1-0|0-1|1/2-1/2)",
    ]
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "Event",
        "White",
        "Black",
        "WhiteElo",
        "BlackElo",
        "WhiteRatingDiff",
        "Result",
        "Termination",
        "UTCDate",
        "UTCTime",
        "EndTime",
        "GameDuration",
        "GameEndTime",
        "GameStartTime",
        "Link",
        "Site",
        "Round",
        "PlyCount",
        "TimeControl",
        "X",
    ])
}

/// Games of a few minutes that follow one another, with the times of their beginnings and ends, as
/// chess.com and cutechess write them, and with clocks or without.
fn games_by_the_clock(with_clocks: bool) -> Vec<Game> {
    let (mut text, mut now, mut random) = (String::new(), 0, Random::new(1));
    for _ in 0..60 {
        let lasted = 30 + random.below(256);
        let clock = |second: usize| {
            format!(
                "{:02}:{:02}:{:02}",
                second / 3600,
                second / 60 % 60,
                second % 60
            )
        };
        let (begin, end) = (clock(now), clock(now + lasted));
        text += &format!(
            "[UTCDate \"2024.02.29\"]\n[UTCTime \"{begin}\"]\n[TimeControl \"300\"]\n[EndTime \"{end}\"]\n\
             [GameEndTime \"2024-02-29T{end}.{:03} UTC\"]\n[GameStartTime \"2024-02-29T{begin}.{:03} UTC\"]\n\
             [Link \"https://x/{}\"]\n\n",
            random.below(512),
            random.below(512),
            1_000_000 + 50 * now,
        );
        text += &match with_clocks {
            true => format!(
                "1. e4 {{ [%clk 0:05:00] }} e5 {{ [%clk {}] }} *\n\n",
                &clock(300 - lasted)[1..]
            ),
            false => "1. e4 e5 *\n\n".to_string(),
        };
        now += lasted + 5 + random.below(8);
    }
    let games = games_of_text(text.as_bytes());
    assert_eq!(games.len(), 60);
    games
}

#[test]
fn times_follow_from_what_the_players_thought() {
    let [_, with] = roundtrip(&games_by_the_clock(true));
    let [_, without] = roundtrip(&games_by_the_clock(false));
    assert!(with + 60 < without, "{with} {without}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn tags_come_back(tags in prop::collection::vec(prop::collection::vec((name(), value()), 0..10), 0..60)) {
        let tags: Vec<Vec<(&str, &str)>> =
            tags.iter().map(|tags| tags.iter().map(|(n, v)| (*n, v.as_str())).collect()).collect();
        roundtrip(&games_of(&tags));
    }

    #[test]
    fn columns_of_one_kind_come_back(columns in prop::collection::vec(name(), 0..9), values in prop::collection::vec(value(), 1..400)) {
        let mut values = values.iter().cycle();
        let row = |_| columns.iter().map(|&name| (name, values.next().unwrap().as_str())).collect();
        roundtrip(&games_of(&(0..50).map(row).collect::<Vec<_>>()));
    }

    #[test]
    fn hostile_streams_end(noise in prop::collection::vec(any::<u8>(), 0..400), flips in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), 1u8..), 0..4)) {
        let games = games_by_the_clock(true);
        let facts = facts_of(&games.iter().collect::<Vec<_>>());
        let read = |early: &[u8], late: &[u8]| {
            let budget = Budget::new(1 << 20);
            let mut back = without_tags(&games);
            let mut read = CodedGames::Read(back.iter_mut().collect());
            let mut tags = Tags::new(&[], read.len(), Level::DEFAULT, &budget);
            let early = tags.code_early(&mut Decoder::new(early), &mut read);
            early.map(|()| tags.code_late(&mut Decoder::new(late), &mut read, &facts).is_ok())
        };
        let [early, late] = written(&games);
        prop_assert_eq!(read(&early, &late).ok(), Some(true));
        let _ = read(&noise, &noise);
        prop_assert!(read(&early, &noise).is_ok());
        let mut damaged = [early, late];
        for (which, place, change) in flips {
            let stream = &mut damaged[usize::from(which)];
            let place = place.index(stream.len());
            stream[place] ^= change;
        }
        let _ = read(&damaged[0], &damaged[1]);
    }
}

/// A reader of the tags of `games`, which may take so many bytes.
fn read_within(bytes: u64, games: &[Game]) -> Result<()> {
    let given: Vec<&Game> = games.iter().collect();
    let (mut stream, none) = (Encoder::new(), Budget::of_writer());
    Tags::new(&given, given.len(), Level::DEFAULT, &none)
        .code_early(&mut stream, &mut CodedGames::Given(given))?;
    let budget = Budget::new(bytes);
    let mut back = vec![Game::default(); games.len()];
    let mut read = CodedGames::Read(back.iter_mut().collect());
    let mut tags = Tags::new(&[], read.len(), Level::DEFAULT, &budget);
    tags.code_early(&mut Decoder::new(&stream.finish()), &mut read)
}

#[test]
fn values_that_cost_next_to_nothing_are_counted() {
    let long = "x".repeat(5000);
    let games = games_of(&vec![vec![("Event", long.as_str())]; 2000]);
    let limit = read_within(8 << 20, &games).unwrap_err();
    assert_eq!(limit.kind(), ErrorKind::Limit);
    assert!(read_within(24 << 20, &games).is_ok());
}

/// As Lichess writes them: the identifier behind the address of its site, and by itself.
#[test]
fn an_identifier_that_another_tag_ends_with_costs_next_to_nothing() {
    let identifiers = (1..=200u32).map(|game| format!("{:08x}", game.wrapping_mul(0x9e37_79b9)));
    let rows: Vec<[String; 2]> = identifiers
        .map(|identifier| [format!("https://lichess.org/{identifier}"), identifier])
        .collect();
    let tags_of = |names: &[&'static str]| -> Vec<Vec<(&str, &str)>> {
        rows.iter()
            .map(|row| {
                names
                    .iter()
                    .copied()
                    .zip(row.iter().map(String::as_str))
                    .collect()
            })
            .collect()
    };
    let [address, both] = [&["Site"][..], &["Site", "GameId"]].map(|names| {
        let [early, _] = roundtrip(&games_of(&tags_of(names)));
        early
    });
    assert!(address > 200 * 4 && both < address + 40, "{address} {both}");
}

/// Each guess at a number begins as the numbers of its column do.
#[test]
fn guesses_that_were_wrong_are_counted_but_not_kept() {
    const LONG: usize = 5_000;
    let long = "x".repeat(LONG);
    let diffs = (10..55).map(|diff| format!("{long}+{diff}"));
    let diffs = diffs.chain(vec!["y".to_owned(); 500]);
    let rows: Vec<[String; 2]> = (0..)
        .zip(diffs)
        .map(|(game, diff)| [(game * game).to_string(), diff])
        .collect();
    let names = ["White", "WhiteElo", "WhiteRatingDiff"];
    let tags: Vec<Vec<(&str, &str)>> = rows
        .iter()
        .map(|[elo, diff]| names.into_iter().zip(["a", elo, diff]).collect())
        .collect();
    let games = games_of(&tags);
    let streams = write(&games.iter().collect::<Vec<_>>(), Level::DEFAULT);
    let mut back = vec![Game::default(); games.len()];
    let values = read(&streams, &mut back, Level::DEFAULT).values;
    assert_eq!(back, games);
    let kept = |number| values.get(ValueId(number)).len();
    let kept: usize = (0..values.len() as u32).map(kept).sum();
    assert!((45 * LONG..50 * LONG).contains(&kept), "{kept}");
    // One guess or two for each of 545 games.
    let mut within = |guesses: usize| {
        let budget = Budget::new((guesses * LONG) as u64);
        try_read(&streams, &mut back, Level::DEFAULT, &budget).map(drop)
    };
    assert_eq!(within(500).unwrap_err().kind(), ErrorKind::Limit);
    assert!(within(2_500).is_ok());
}

#[test]
fn what_is_kept_of_new_values_is_counted() {
    let names: Vec<String> = (0..10).map(|column| format!("Count{column}")).collect();
    let numbers: Vec<Vec<String>> = (100_000..102_000)
        .map(|game| (0..10).map(|column| format!("{column}{game}")).collect())
        .collect();
    let tags: Vec<Vec<(&str, &str)>> = numbers
        .iter()
        .map(|row| {
            let pairs = names.iter().zip(row);
            pairs.map(|(name, number)| (&**name, &**number)).collect()
        })
        .collect();
    let games = games_of(&tags);
    let limit = read_within(1 << 20, &games).unwrap_err();
    assert_eq!(limit.kind(), ErrorKind::Limit);
    assert!(read_within(3 << 20, &games).is_ok());
}

#[test]
fn names_in_the_place_of_marks_are_counted() {
    let budget = Budget::new(4 << 20);
    let mut block = TagCoder::new(Values::default(), 1, Level::DEFAULT, &budget);
    let name = block.values.intern(&[b'x'; 1 << 16]);
    for (column, value) in [ValueId::NONE, name, name].into_iter().enumerate() {
        block.current.add_column();
        block.current.set(column, value, None);
    }
    let marks = block.values.intern(&[3; 1 << 16]);
    let limit = block.with_names(marks).unwrap_err();
    assert_eq!(limit.kind(), ErrorKind::Limit);
}

/// The games of a PGN file, of its first megabytes at most.
fn games_in(file: &str) -> Vec<Game> {
    let text = std::fs::read(file).unwrap();
    games_of_text(&text[..text.len().min(5 << 20)])
}

fn games_of_text(text: &[u8]) -> Vec<Game> {
    let pieces = crate::pgn::read(text).pieces.into_iter();
    pieces
        .filter_map(|piece| match piece {
            Piece::Game(game, _) => Some(*game),
            Piece::Text(..) => None,
        })
        .collect()
}

fn write(games: &[&Game], level: Level) -> [Vec<u8>; 2] {
    let budget = Budget::of_writer();
    let mut streams = [Encoder::new(), Encoder::new()];
    let mut tags = Tags::new(games, games.len(), level, &budget);
    let mut written = CodedGames::Given(games.to_vec());
    tags.code_early(&mut streams[0], &mut written).unwrap();
    tags.code_late(&mut streams[1], &mut written, &facts_of(games))
        .unwrap();
    streams.map(Encoder::finish)
}

/// Reads tags into games that have moves. Returns what the reader then knows.
fn read(bytes: &[Vec<u8>; 2], games: &mut [Game], level: Level) -> TagCoder {
    try_read(bytes, games, level, &Budget::new(1 << 30)).unwrap()
}

fn try_read(
    bytes: &[Vec<u8>; 2],
    games: &mut [Game],
    level: Level,
    budget: &Budget,
) -> Result<TagCoder> {
    let facts = facts_of(&games.iter().collect::<Vec<_>>());
    let mut read = CodedGames::Read(games.iter_mut().collect());
    let mut tags = Tags::new(&[], read.len(), level, budget);
    tags.code_early(&mut Decoder::new(&bytes[0]), &mut read)?;
    tags.code_late(&mut Decoder::new(&bytes[1]), &mut read, &facts)?;
    Ok(tags.block.into_owned())
}

/// As databases of games over the board have them: by Lichess's names in two tags, and by others.
#[test]
fn names_of_openings_follow_from_the_moves() {
    let cost = |opening: &str, variation: &str| {
        let text = format!(
            "[Opening \"{opening}\"]\n[Variation \"{variation}\"]\n\n\
             1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0\n"
        );
        let document = crate::pgn::read(text.as_bytes());
        let games: Vec<Game> = document.games().cloned().collect();
        roundtrip(&games)[1]
    };
    let unknown = cost("Sibilian Desense", "Naldorf Variataon");
    for (opening, variation) in [
        ("Sicilian Defense", "Najdorf Variation"),
        ("Sicilian", "Najdorf"),
    ] {
        let known = cost(opening, variation);
        assert!(known + 8 < unknown, "{opening}: {known} {unknown}");
    }
}

/// Rounds of a tournament of sixteen players, eight games each, as Lichess relays them: `event` is
/// made of the round and the names, and each game has an address under that of its round.
fn relayed(event: impl Fn(usize, &str, &str) -> String) -> Vec<Game> {
    let mut random = Random::new(7);
    let mut word = |letters: &[u8], len: usize| -> String {
        let letter = |_| char::from(letters[random.below(letters.len())]);
        (0..len).map(letter).collect()
    };
    let names: Vec<String> = (0..16)
        .map(|_| word(b"abcdefghijklmnopqrstuvwxyz", 12))
        .collect();
    let mut games = Vec::new();
    for round in 1..=15 {
        let path = word(b"0123456789ABCDEFGHabcdefgh", 8);
        for board in 0..8 {
            let (white, black) = (&names[board], &names[8 + (board + round) % 8]);
            let (event, id) = (event(round, white, black), word(b"0123456789XYZxyz", 8));
            let site = format!("https://lichess.org/study/{path}/{id}");
            let tags = [
                ("Event", &event),
                ("Site", &site),
                ("White", white),
                ("Black", black),
            ];
            games.extend(games_of(&[tags
                .map(|(name, value)| (name, value.as_str()))
                .to_vec()]));
        }
    }
    games
}

#[test]
fn events_that_name_the_players_cost_no_more_than_others() {
    let plain = roundtrip(&relayed(|round, _, _| format!("Round {round}")))[0];
    let naming = |round, white: &str, black: &str| format!("Round {round}: {white} - {black}");
    let named = roundtrip(&relayed(naming))[0];
    // 120 games.
    assert!(named < plain + 40, "{named} {plain}");
}

#[test]
fn names_that_are_parts_of_one_another_or_missing_come_back() {
    let games = [
        vec![
            ("Event", "Ann - Annabel"),
            ("White", "Ann"),
            ("Black", "Annabel"),
        ],
        vec![
            ("Event", "Annabel - Ann"),
            ("White", "Annabel"),
            ("Black", "Ann"),
        ],
        vec![("Event", "Ann - nobody"), ("White", "Ann")],
        vec![("Event", "Bo - Bo"), ("White", "Bo"), ("Black", "Bo")],
        vec![("White", "Ann"), ("Black", "Bo")],
    ];
    let marked = [vec![
        ("Event", "\u{3} - Bo"),
        ("White", "Ann"),
        ("Black", "Bo"),
    ]];
    for games in [&games[..], &games[..1], &marked] {
        let games = games_of(games);
        roundtrip(&games);
        roundtrip_after(Primer::Studies, &games);
    }
}

#[test]
fn identifiers_behind_paths_cost_their_characters() {
    let event = |round, _: &str, _: &str| format!("Round {round}");
    let games = relayed(event);
    let mut without = games.clone();
    for game in &mut without {
        let tags = game.tags.iter().filter(|tag| tag.name != b"Site");
        game.tags = tags
            .map(|tag| Tag {
                name: tag.name.to_vec(),
                value: tag.value.to_vec(),
            })
            .collect();
    }
    let [with, without] = [games, without].map(|games| roundtrip(&games)[0]);
    // 120 identifiers of six bytes, and 15 paths of which eight characters are random.
    assert!(with < without + 120 * 6 + 15 * 12 + 60, "{with} {without}");
}

#[test]
fn a_suffix_of_all_identifiers_is_said_once() {
    let sizes = ["", "/black", "?tab=review"].map(|suffix| {
        let mut random = Random::new(7);
        let sites: Vec<String> = (0..100)
            .map(|_| format!("https://example.org/{:08x}{suffix}", random.next() >> 32))
            .collect();
        let tags: Vec<_> = sites
            .iter()
            .map(|site| vec![("Site", site.as_str())])
            .collect();
        roundtrip(&games_of(&tags))[0]
    });
    let [plain, ..] = sizes;
    assert!(sizes.iter().all(|&size| size < plain + 20), "{sizes:?}");
}

/// Only identifiers with nothing else are looked for behind another column's path.
#[test]
fn identifiers_with_a_suffix_in_two_tags_are_said_once() {
    let mut random = Random::new(9);
    let sites: Vec<String> = (0..100)
        .map(|_| format!("{:08x}/black", random.next() >> 32))
        .collect();
    let tags_of = |names: &[&'static str]| -> Vec<Vec<(&str, &str)>> {
        let row = |site| names.iter().map(|&name| (name, site)).collect();
        sites.iter().map(|site| row(site.as_str())).collect()
    };
    let [once, twice] = [&["Site"][..], &["Site", "GameURL"]].map(|names| {
        let [early, _] = roundtrip(&games_of(&tags_of(names)));
        early
    });
    assert!(once > 100 * 4 && twice < once + 40, "{once} {twice}");
}

#[test]
#[ignore = "a measurement: set PGNPACK_TAGS to files, PGNPACK_LEVELS to levels"]
fn measure() {
    let files = std::env::var("PGNPACK_TAGS").expect("PGNPACK_TAGS names files");
    let levels = std::env::var("PGNPACK_LEVELS").unwrap_or("6".to_string());
    let levels: Vec<Level> = levels
        .bytes()
        .filter_map(|byte| Level::new(byte.wrapping_sub(b'0')))
        .collect();
    for file in files.split(':') {
        let games = games_in(file);
        let given: Vec<&Game> = games.iter().collect();
        for &level in &levels {
            let mut bytes = [Vec::new(), Vec::new()];
            let ((), writing) = timed(|| bytes = write(&given, level));
            let mut back = games.clone();
            back.iter_mut().for_each(|game| game.tags.clear());
            let (_, reading) = timed(|| read(&bytes, &mut back, level));
            assert!(back == games);
            println!(
                "{file} -{}: {} games, early {} late {}; ms: writing {writing:.1} reading {reading:.1}",
                level.number(),
                games.len(),
                bytes[0].len(),
                bytes[1].len(),
            );
        }
    }
}

#[test]
fn starts_in_the_middle_of_a_game_are_coded_as_positions() {
    let fen =
        |n: usize| format!("r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - {n} 10");
    let odd = "r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 4";
    let plain = [fen(4), fen(7), odd.to_string(), fen(4)];
    let tags: Vec<Vec<(&str, &str)>> = plain
        .iter()
        .map(|fen| vec![("FEN", fen.as_str())])
        .collect();
    roundtrip(&games_of(&tags));
    let alone = |name| roundtrip(&games_of(&[vec![(name, plain[0].as_str())]]))[0];
    assert!(alone("FEN") + 15 < alone("Fen"));
}
