use super::*;
use crate::{
    chess::{EnPassantMode, Position, Rules, ends::king_or_to, san, setup},
    codec::model::facts::GameFacts,
    codec::streams::StreamsIn,
    coding::stopwatch::timed,
    pgn::game::{Tag, Tags, steps},
};
use proptest::prelude::*;

mod evaluations;
mod glyphs;
mod marks;
mod openings;
mod players;
mod times;

/// A game with the moves `sans`, each followed by the comments that `comment` makes of its number.
fn game(sans: &str, mut comment: impl FnMut(usize) -> Vec<Item>) -> Game {
    let mut position = Position::default();
    let mut items = Vec::new();
    for (ply, text) in sans.split(' ').enumerate() {
        let parsed = san::San::from_ascii(text.as_bytes()).unwrap();
        let m = san::find(&position, parsed).unwrap();
        san::spell_and_play(&mut position, m);
        items.push(Item::Move(m));
        items.extend(comment(ply));
    }
    let tag = Tag {
        name: b"TimeControl".to_vec(),
        value: b"180+2".to_vec(),
    };
    Game {
        tags: Tags::from([tag]),
        items,
    }
}

/// The same game with the first position's moves numbered from `number` on.
fn numbered_from(number: usize, mut game: Game) -> Game {
    let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}");
    game.tags.push(b"FEN", fen.as_bytes());
    game
}

#[test]
fn lines_are_numbered_as_the_first_position_is() {
    let sizes = [1, 40].map(|number| {
        let line = |ply: usize| match ply % 4 {
            // Other fourth moves in the first game's place, by White, who stands before his move.
            0 => text(format!("{}. a3 h6", number + ply / 2)),
            _ => Vec::new(),
        };
        let game = numbered_from(number, game(MOVES, line));
        roundtrip(&[game.clone(), game]).iter().sum::<usize>()
    });
    assert!(sizes[0].abs_diff(sizes[1]) < 4, "{sizes:?}");
}

const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";

fn text_of(text: String) -> Item {
    Item::Comment(text.into_bytes().into())
}

fn text(text: String) -> Vec<Item> {
    vec![text_of(text)]
}

/// What a side has thought, in seconds, about each of its moves.
fn thought(ply: usize) -> usize {
    3 + ply * ply * 7 % 11
}

fn clock_after(ply: usize) -> String {
    let gone: usize = (0..=ply).rev().step_by(2).map(thought).sum();
    format!("[%clk 0:{:02}:{:02}]", 9 - gone / 60, 59 - gone % 60)
}

/// Codes the games and reads them again; returns the sizes of the streams.
fn roundtrip(games: &[Game]) -> Vec<usize> {
    roundtrip_at(Level::DEFAULT, games, &[])
}

/// The same at a level, where the games' half-moves have cost these, in 1/256 bit, and then
/// nothing.
fn roundtrip_at(level: Level, games: &[Game], costs: &[u32]) -> Vec<usize> {
    let told = |game: &Game| -> Vec<Told> {
        let costs = costs.iter().copied().chain(std::iter::repeat(0));
        let steps = steps(&game.items).zip(costs);
        steps
            .map(|(_, cost)| Told::new(cost, false, cost % 2 == 1))
            .collect()
    };
    let budget = Budget::new(1 << 30);
    let given: Vec<&Game> = games.iter().collect();
    let mut channels = Channels::writing();
    let mut comments = Comments::new(level, &given, Learnt::standard());
    for game in games {
        let known = FromMoves {
            told: &told(game),
            path: &GameFacts::of(game).path,
        };
        comments
            .code_annotations(&mut channels, Coded::Given(game), known, &budget)
            .unwrap();
    }
    let payload = channels.finish(0).into_payload();
    let streams = StreamsIn::new(&payload).unwrap();
    let (_, mut channels) = Channels::reading(&streams).unwrap();
    let mut comments = Comments::new(level, &[], Learnt::standard());
    for game in games {
        let mut read = Game {
            tags: game.tags.clone(),
            items: steps(&game.items).cloned().collect(),
        };
        let known = FromMoves {
            told: &told(game),
            path: &GameFacts::of(game).path,
        };
        comments
            .code_annotations(&mut channels, Coded::Read(&mut read), known, &budget)
            .unwrap();
        assert_eq!(&read, game);
    }
    Stream::ALL
        .iter()
        .map(|&stream| streams.get(stream).len())
        .collect()
}

#[test]
fn games_without_annotations_take_next_to_nothing() {
    let games = vec![game(MOVES, |_| Vec::new()); 200];
    assert!(roundtrip(&games).iter().sum::<usize>() < 12);
}

/// As chess.com writes it.
#[test]
fn the_square_of_the_move_costs_nothing() {
    let squares: Vec<&str> = MOVES.split(' ').collect();
    let effect = |ply: usize| {
        let square = match squares[ply].trim_start_matches(|c: char| c.is_ascii_uppercase()) {
            "-O" => ["g1", "g8"][ply % 2],
            square => &square[square.len() - 2..],
        };
        text(format!("[%c_effect {square};square;{square};type;Book]"))
    };
    let other = |_: usize| text("[%c_effect a1;square;h8;type;Book]".into());
    let [told, same] = [game(MOVES, effect), game(MOVES, other)]
        .map(|game| roundtrip(&vec![game; 20]).iter().sum::<usize>());
    assert!(told <= same + 8, "{told} {same}");
}

#[test]
fn the_last_of_three_chances_is_known() {
    // Some positions are lost: a thousand, a number of seconds in thousandths, follows from any
    // depth by as many ticks.
    let chances = |ply: usize| match ply % 3 {
        0 => [0, 0],
        _ => [ply * 31 % 400, 300 + ply * 57 % 300],
    };
    let depth = |ply: usize| 20 + ply * 7 % 5;
    let two = |ply: usize| {
        let [win, draw] = chances(ply);
        text(format!("[%depth {}] [%wdl {win},{draw}]", depth(ply)))
    };
    let three = |ply: usize| {
        let ([win, draw], depth) = (chances(ply), depth(ply));
        let loss = 1000 - win - draw;
        text(format!("[%depth {depth}] [%wdl {win},{draw},{loss}]"))
    };
    let [two, three] = [game(MOVES, two), game(MOVES, three)]
        .map(|game| roundtrip(&vec![game; 20]).iter().sum::<usize>());
    assert!(three < two + 60, "{three} {two}");
}

/// As pgn-extract writes it.
#[test]
fn the_position_costs_nothing() {
    let mut position = Position::default();
    let mut fens = Vec::new();
    for m in game(MOVES, |_| Vec::new()).main_line() {
        position.play_unchecked(m);
        fens.push(setup::fen(&position, EnPassantMode::Always));
    }
    for fields in [1, 4, 6] {
        let diagram = |ply: usize| {
            let fen: Vec<&str> = fens[ply].split(' ').take(fields).collect();
            text(format!("[%fen {}]", fen.join(" ")))
        };
        let told = roundtrip(&vec![game(MOVES, diagram); 20]);
        let same = roundtrip(&vec![game(MOVES, |_| text("[%fen]".into())); 20]);
        assert!(told.iter().sum::<usize>() <= same.iter().sum::<usize>() + 20);
    }
}

#[test]
fn numbers_that_begin_comments_are_told_apart_by_what_follows() {
    let eval = |ply: usize| format!("{:+.2}/9", (ply as f64 * 0.7).sin());
    let time = |ply: usize| format!("{}.{}s", thought(ply), ply % 10);
    let one = |ply: usize| text(format!("{} {}", eval(ply), time(ply)));
    let two = |ply: usize| [eval(ply), time(ply)].map(text_of).into();
    let [one, two] = [game(MOVES, one), game(MOVES, two)]
        .map(|game| roundtrip(&vec![game; 20]).iter().sum::<usize>());
    assert!(two < one + one / 8, "{two} {one}");
}

#[test]
fn words_beside_commands_are_prose() {
    let words = [
        "A quiet move.",
        "\u{c9}chec!",
        "Now d5 is weak",
        "and here",
        "the bishop looks at h7",
        "Zugzwang (12)",
    ];
    for behind in [true, false] {
        let comment = |ply: usize| match words.get(ply) {
            Some(words) if behind => text(format!("{} {words}", clock_after(ply))),
            Some(words) => text(format!("{words} {}", clock_after(ply))),
            None => text(clock_after(ply)),
        };
        let sizes = roundtrip(&[game(MOVES, comment)]);
        assert!(sizes[Stream::Prose as usize] > 20, "{sizes:?}");
        assert!(sizes[Stream::Notes as usize] < 50, "{sizes:?}");
    }
}

/// Many write what an engine says as text behind a command.
#[test]
fn what_a_program_says_beside_commands_is_no_prose() {
    let sans: Vec<&str> = MOVES.split(' ').collect();
    let behind = |ply: usize| {
        let (clock, depth) = (clock_after(ply), 9 + ply % 4);
        text(format!("{clock} best: {} at depth {depth}", sans[ply]))
    };
    let sizes = roundtrip(&vec![game(MOVES, behind); 20]);
    assert!(sizes[Stream::Prose as usize] < 40, "{sizes:?}");
    assert!(sizes[Stream::Lines as usize] < 60, "{sizes:?}");
}

#[test]
fn a_line_that_the_game_then_plays_is_nearly_free() {
    let sans: Vec<&str> = MOVES.split(' ').collect();
    let line = |ply: usize| text(format!("d=20, pd=, pv={}, wv=0.25,", sans[ply..].join(" ")));
    let sizes = roundtrip(&vec![game(MOVES, line); 10]);
    // 2,100 moves in all.
    assert!(sizes[Stream::Lines as usize] < 150, "{sizes:?}");
    assert_eq!(sizes[Stream::Prose as usize], 0);
}

/// As TCEC's comments have it: `pd=` is what the engine expected of the opponent's last move, `ph=`
/// how many percent of such moves were played.
#[test]
fn expected_moves_and_the_rate_of_them_cost_little() {
    let sans: Vec<&str> = MOVES.split(' ').collect();
    let comment = |ply: usize| {
        let turns = ply.saturating_sub(1) / 2;
        match turns {
            0 => text("d=20, sd=31, mt=1041, s=99, n=103, pd=, tb=0, h=0.0, ph=0.0,".to_owned()),
            _ => text(format!(
                "d=20, sd=31, mt=1041, s=99, n=103, pd={}, tb=0, h=0.0, ph=100.0,",
                sans[ply - 1]
            )),
        }
    };
    let sizes = roundtrip(&vec![game(MOVES, comment); 10]);
    assert_eq!(sizes[Stream::Prose as usize], 0);
    assert!(sizes[Stream::Notes as usize] < 120, "{sizes:?}");
    assert!(sizes[Stream::Lines as usize] < 20, "{sizes:?}");
    assert!(sizes[Stream::Numbers as usize] < 100, "{sizes:?}");
}

/// The same, but in each game other moves were not expected.
#[test]
fn the_rate_of_expected_moves_costs_little_whatever_it_is() {
    let sans: Vec<&str> = MOVES.split(' ').collect();
    let with_misses = |number: usize| {
        let is_hit = |turn: usize| turn == 0 || number * turn * turn % 7 < 4;
        let comment = |ply: usize| {
            let turns = ply.saturating_sub(1) / 2;
            let expected = match turns {
                0 => "",
                _ if is_hit(turns) => sans[ply - 1],
                _ => ["h6", "a3"][ply % 2],
            };
            let hits = (1..=turns).filter(|&turn| is_hit(turn)).count();
            let rate = 100.0 * hits as f64 / turns.max(1) as f64;
            text(format!(
                "d=20, sd=31, mt=1041, s=99, n=103, pd={expected}, tb=0, h=0.0, ph={rate:.1},"
            ))
        };
        game(MOVES, comment)
    };
    let sizes = roundtrip(&(0..20).map(with_misses).collect::<Vec<_>>());
    assert_eq!(sizes[Stream::Prose as usize], 0);
    // There are 400 rates.
    assert!(sizes[Stream::Numbers as usize] < 70, "{sizes:?}");
}

#[test]
fn lines_in_all_notations_come_back() {
    let comments = [
        "pv=Nf6 Nc3",
        "best was 1... Nf6 2. e5",
        "1...c5 2.Nf3",
        "pv=\"g8f6 e4e5 f6d5\"",
        "[%pv Nf6,e5,Nd5]",
        "Nf6, e5, Nd5, and so on",
        "1... Nf6, 2. e5,Nd5",
        "{pv e7e5,g1f3,}",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w, not rnbqkbnr/pppppppp",
        "e5 is book, not Ke9",
        "(0.12 → -0.50) Blunder. c5 was best.",
        "+M12/30 1.2s",
        "[%csl Ga1][%cal Ga1a2,Rb2b4]",
        "[%cal Ga1a1] and [%csl Ga1,] none",
        "so [%csl Ga1] and so [%csl Ga2]",
        " [%eval 0.3]   [%clk 0:01:02] fine, [ but % not ]  ",
        "  why [%csl Ra1,Ra2,Ra3]",
        "[%x] \u{4}\u{5}\u{6}\u{7} odd",
        "[%x] y",
        "[%x] [%",
        "",
        "tb=null, mb=+0-1+0+0+0,",
    ];
    let games: Vec<Game> = comments
        .iter()
        .map(|comment| game("e4", |_| text((*comment).to_string())))
        .collect();
    roundtrip(&games);
    roundtrip(&[games.clone(), games].concat());
}

#[test]
fn a_comment_before_the_first_move_and_after_the_last_comes_back() {
    let mut one = game("e4 e5", |_| Vec::new());
    one.items.insert(0, Item::Comment(b"pv=e4 e5"[..].into()));
    one.items.push(Item::Nag(10));
    one.items.push(Item::Open);
    one.items.push(Item::Comment(b"1. d4"[..].into()));
    one.items.push(Item::Close);
    roundtrip(&[one]);
}

/// Any level.
fn level() -> impl Strategy<Value = Level> {
    (1_u8..=9).prop_map(|number| Level::new(number).unwrap())
}

/// The first move of a game.
fn one_move(game: &Game) -> crate::chess::Move {
    game.main_line().next().expect("a game has moves")
}

/// Comments that speak of many moves, with the pieces' letters from `letters` instead of `NBRQK`.
fn speaking(letters: [char; 5]) -> Vec<Game> {
    let prose = [
        "After 2.Nc3 Nf6 3.f4 (3.Bc4 Nxe4! 4.Qh5 Nd6) ...d5 both sides have their chances.",
        "The alternatives are 2...d6 3.d4 exd4 4.Nxd4 Nf6 5.Nc3 a6 and 2...Nf6 3.Nxe5 d6 4.Nf3 Nxe4.",
        "Not 5.Bxc6 dxc6 6.Nxe5? because of Qd4 with the better game.",
        "Or 5.0-0 Nxe4 6.d4 b5 7.Bb3 d5 8.dxe5 Be6 9.Qe2 Be7 10.Rd1 0-0 11.c4.",
    ];
    let letter = |c: char| "NBRQK".find(c).map_or(c, |at| letters[at]);
    let comment = |ply: usize| {
        if ply % 4 != 2 {
            return Vec::new();
        }
        text(prose[ply / 4 % prose.len()].chars().map(letter).collect())
    };
    vec![game(MOVES, comment)]
}

#[test]
fn moves_in_prose_are_expected_in_any_language() {
    let size = |letters| roundtrip(&speaking(letters))[Stream::Prose as usize];
    let english = size(['N', 'B', 'R', 'Q', 'K']);
    let french = size(['C', 'F', 'T', 'D', 'R']);
    let german = size(['S', 'L', 'T', 'D', 'K']);
    let unknown = size(['X', 'Y', 'Z', 'V', 'W']);
    assert!(
        french < english + 12 && german < english + 12,
        "{english} {french} {german}"
    );
    assert!(english + 40 < unknown, "{english} {unknown}");
}

proptest! {
    #[test]
    fn prose_of_moves_in_any_spelling_comes_back(words in prop::collection::vec(
        prop_oneof!["[CFTDR][a-h]?[1-8]?x?[a-h][1-8][+#!?]?", "[a-h](x[a-h])?[1-8](=?[DTFC])?", "[0-9]{1,5}\\.{1,4}", "0-0(-0)?\\+?", "O-O", "[()]", "[a-z]{1,6}", "[ .,;:!?\\r\\n]"], 0..60), splits in prop::collection::vec(0usize..60, 1..6), level in level(), costs in prop::collection::vec(0u32..3000, 4)) {
        let comment = |ply: usize| {
            let end = splits[ply % splits.len()].min(words.len());
            text("Noir ".to_string() + &words[..end].join(if ply.is_multiple_of(2) { " " } else { "" }))
        };
        let mut one = game("e4 e5 Nf3 Nc6", comment);
        let inner = vec![Item::Open, Item::Move(one_move(&one)), comment(1).remove(0), Item::Close];
        one.items.splice(2..2, inner);
        roundtrip_at(level, &[one.clone(), one], &costs);
    }

    #[test]
    fn comments_of_words_numbers_and_moves_come_back(words in prop::collection::vec(
        prop_oneof!["[+-]?[0-9]{1,4}(\\.[0-9]{1,3})?", "[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\\.[0-9])?", "(Nf3|exd5|e5|O-O|Nc6|e7e5|1\\.\\.\\.)", "(\\[%c_[a-z]{1,2} )?[ac][13]([ac][13])?[;,\\]]", "[a-z=/#M,]{1,5}", "[ -z]{0,6}"], 0..40), splits in prop::collection::vec(0usize..40, 1..6), level in level(), costs in prop::collection::vec(0u32..3000, 4)) {
        let comment = |ply: usize| {
            let end = splits[ply % splits.len()].min(words.len());
            text(words[..end].join(if ply.is_multiple_of(2) { " " } else { "" }))
        };
        roundtrip_at(level, &[game("e4 e5 Nf3 Nc6", comment)], &costs);
    }

    #[test]
    fn random_streams_end_in_an_error_or_in_a_game(bytes in prop::collection::vec(any::<u8>(), 1..400), level in level()) {
        let mut out = crate::codec::streams::StreamsOut::new();
        for stream in [Stream::Layout, Stream::Notes, Stream::Clocks, Stream::Evals, Stream::Numbers, Stream::Lines, Stream::Prose] {
            out.put(stream, bytes.clone());
        }
        let payload = out.into_payload();
        let streams = StreamsIn::new(&payload).unwrap();
        let (_, mut channels) = Channels::reading(&streams).unwrap();
        let mut comments = Comments::new(level, &[], Learnt::standard());
        let budget = Budget::new(1 << 20);
        for _ in 0..4 {
            let mut read = game(MOVES, |_| Vec::new());
            if comments.code_annotations(&mut channels, Coded::Read(&mut read), FromMoves::default(), &budget).is_err() {
                break;
            }
        }
    }
}

/// What the streams of annotations cost and how long they take, for each file named in
/// `PGNPACK_MEASURE`, at the levels in `PGNPACK_LEVELS` or else 1, 6 and 9:
/// `PGNPACK_MEASURE="a.pgn b.pgn" cargo test --release --lib -- --ignored --nocapture
/// streams_of_annotations`
#[test]
#[ignore = "a measurement"]
fn streams_of_annotations_are_measured() {
    let names = std::env::var("PGNPACK_MEASURE").expect("the names of files");
    let levels = std::env::var("PGNPACK_LEVELS").unwrap_or("1 6 9".into());
    for name in names.split_ascii_whitespace() {
        let document = crate::pgn::document::read(&std::fs::read(name).expect("a file"));
        let games = document.games().collect::<Vec<&Game>>();
        for level in levels.split_ascii_whitespace() {
            let level = Level::new(level.parse().unwrap()).unwrap();
            measure(name, level, &games);
        }
    }
}

/// What annotations may know of each game's moves at a level.
fn told_by_moves(level: Level, games: &[&Game]) -> Vec<(Vec<Told>, GameFacts)> {
    let budget = Budget::new(1 << 32);
    let mut meter = crate::coding::range::Meter::new();
    let moves = Learnt::standard().moves();
    let mut main = crate::codec::model::mainline::MainLine::new(level, moves, &budget);
    let told = |game: &&Game| {
        let mut told = Vec::new();
        let facts = main.code(&mut meter, Coded::Given(game), &mut told);
        (told, facts.unwrap())
    };
    games.iter().map(told).collect()
}

fn measure(name: &str, level: Level, games: &[&Game]) {
    let budget = Budget::new(1 << 32);
    let known = told_by_moves(level, games);
    let known = || {
        known.iter().map(|(told, facts)| FromMoves {
            told,
            path: &facts.path,
        })
    };
    let mut channels = Channels::writing();
    let ((), writing) = timed(|| {
        let mut comments = Comments::new(level, games, Learnt::standard());
        for (game, known) in games.iter().zip(known()) {
            comments
                .code_annotations(&mut channels, Coded::Given(game), known, &budget)
                .unwrap();
        }
    });
    let payload = channels.finish(0).into_payload();
    let streams = StreamsIn::new(&payload).unwrap();
    let mut read: Vec<Game> = games
        .iter()
        .map(|game| Game {
            tags: game.tags.clone(),
            items: steps(&game.items).cloned().collect(),
        })
        .collect();
    let ((), reading) = timed(|| {
        let (_, mut channels) = Channels::reading(&streams).unwrap();
        let mut comments = Comments::new(level, &[], Learnt::standard());
        for (game, known) in read.iter_mut().zip(known()) {
            comments
                .code_annotations(&mut channels, Coded::Read(game), known, &budget)
                .unwrap();
        }
    });
    assert!(read.iter().zip(games).all(|(read, &game)| read == game));
    let sizes = Stream::ALL
        .iter()
        .map(|&stream| (stream, streams.get(stream).len()))
        .filter(|(_, len)| *len > 0)
        .map(|(stream, len)| format!("{stream:?} {len}"));
    println!(
        "-{} {} written in {:.0} ms, read in {:.0} ms: {}",
        level.number(),
        name.rsplit('/').next().unwrap_or(name),
        writing,
        reading,
        sizes.collect::<Vec<_>>().join(", ")
    );
}
