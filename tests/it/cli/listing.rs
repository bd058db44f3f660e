//! What `list` and `explain` show.

use super::{GAME, folder, pgnpack};
use crate::program::{printed, said};
use std::fs;

#[test]
fn a_list_of_games_has_a_line_for_each() {
    let (folder, game) = folder();
    let three = ["A", "B", "C"].map(|event| {
        format!(
            "[Event \"{event}\"]\n[White \"W\"]\n[Black \"a\tb\"]\n[Result \"*\"]\n\n1. e4 *\n\n"
        )
    });
    fs::write(&game, three.concat()).unwrap();
    pgnpack().arg("compress").arg(&game).assert().success();
    let packed = folder.path().join("game.pgz");
    let list = |words: &[&str]| pgnpack().arg("list").args(words).arg(&packed).assert();
    list(&["--games", "1,3"])
        .success()
        .stdout("1\tW\ta b\t*\t\tA\t\t\n3\tW\ta b\t*\t\tC\t\t\n");
    let name = packed.display();
    list(&["--games", "2..", packed.to_str().unwrap()])
        .success()
        .stdout(
            format!("{name}\t2\tW\ta b\t*\t\tB\t\t\n{name}\t3\tW\ta b\t*\t\tC\t\t\n").repeat(2),
        );
    let json = list(&["--json", "--games", "2"]).success();
    let json: serde_json::Value = serde_json::from_slice(&json.get_output().stdout).unwrap();
    assert_eq!(json["game"], 2);
    assert_eq!(json["tags"]["Event"], "B");
    assert_eq!(json["tags"]["Black"], "a\tb");
    let lacking = format!("pgnpack: {name}: game 4 is asked for, and there are 3 games\n");
    list(&["--games", "2,4"]).code(1).stdout("").stderr(lacking);
    list(&["-v", "--games", "2"]).code(2);
    // Nothing without --games needs them, but they do no harm.
    list(&["-T1", "--model", "m.pgm"]).success();
    // What is in a folder bears its name, however many files there are.
    let line = format!("{name}\t2\tW\ta b\t*\t\tB\t\t\n");
    let all = pgnpack()
        .args(["list", "-r", "--games", "2"])
        .arg(folder.path())
        .assert();
    all.success().stdout(line);
}

#[test]
fn a_list_shows_what_a_file_holds() {
    let (folder, game) = folder();
    pgnpack().arg("compress").arg(&game).assert().success();
    let listed = pgnpack()
        .arg("list")
        .arg(folder.path().join("game.pgz"))
        .assert()
        .success();
    let list = printed(&listed);
    assert!(
        list.contains("game.pgz") && list.contains(&GAME.len().to_string()),
        "{list}"
    );
}

#[test]
fn a_list_tells_the_level_of_a_block_where_there_is_one() {
    let cases = [
        ("model", "model -3"),
        ("text", "text -3"),
        ("bitpack", "bitpack"),
    ];
    let (folder, game) = folder();
    for (codec, told) in cases {
        let target = folder.path().join("game.pgz");
        let pack = ["compress", "-3", "-f", "--codec", codec];
        pgnpack().args(pack).arg(&game).assert().success();
        let listed = pgnpack().args(["list", "-v"]).arg(&target).assert();
        let list = printed(&listed);
        assert!(list.trim_end().ends_with(told), "{list}");
    }
}

/// Lists of positions with their best moves, of openings.
#[test]
fn a_list_does_not_claim_that_text_with_moves_is_a_game() {
    let (folder, _) = folder();
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n".repeat(40);
    for (codec, text, told) in [
        (
            "model",
            &*position,
            "1 game (or text that reads as one), its text departs too much from any usual form",
        ),
        (
            "text",
            &*position,
            "1 game (or text that reads as one), a block as a whole",
        ),
        ("text", "no game\n", "1 piece, no game"),
    ] {
        fs::write(folder.path().join("list"), text).unwrap();
        let run = |words: &[&str]| {
            pgnpack()
                .current_dir(&folder)
                .args(words)
                .assert()
                .success()
        };
        run(&["compress", "-f", "--codec", codec, "list"]);
        let listed = printed(&run(&["list", "-v", "list.pgz"]));
        let told = format!("    kept as text: {told}\n");
        assert!(listed.contains(&told), "{listed}");
    }
}

#[test]
fn a_picture_overwrites_nothing_without_force() {
    let (_folder, game) = folder();
    pgnpack()
        .arg("explain")
        .arg(&game)
        .arg("--svg")
        .arg(&game)
        .assert()
        .code(1);
    assert_eq!(fs::read_to_string(&game).unwrap(), GAME);
}

#[test]
fn a_picture_of_several_games_says_how_many() {
    let (folder, game) = folder();
    fs::write(&game, GAME.repeat(3)).unwrap();
    let picture = folder.path().join("costs.svg");
    for (games, others) in [
        ("1..1", None),
        ("1..2", Some("and 1 other game:")),
        ("1..", Some("and 2 other games:")),
    ] {
        let words = ["explain", "-f", "--games", games, "--svg"];
        pgnpack()
            .args(words)
            .args([&picture, &game])
            .assert()
            .success();
        let drawn = fs::read_to_string(&picture).unwrap();
        assert!(drawn.contains("Morphy, Paul - Duke"));
        assert_eq!(drawn.contains("other game"), others.is_some(), "{games}");
        assert!(
            others.is_none_or(|others| drawn.contains(others)),
            "{games}"
        );
    }
}

#[test]
fn explain_shows_every_bit() {
    let (_folder, game) = folder();
    let words = ["explain", "--codec", "bitpack", "--json"];
    let shown = pgnpack().args(words).arg(&game).assert().success();
    let rows = printed(&shown);
    let rows: Vec<serde_json::Value> = rows
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    let bits: usize = rows
        .iter()
        .map(|row| row["bits"].as_str().unwrap().len())
        .sum();
    assert_eq!(rows.last().unwrap()["sum"], bits);
    assert_eq!(
        rows.iter().filter(|row| row.get("san").is_some()).count(),
        33
    );
    assert_eq!(rows.last().unwrap()["san"], "Rd8#");
}

#[test]
fn explain_tells_how_much_is_noted_beside_the_bits() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.pgn");
    fs::write(&game, "[White \"a\"]\n\n1. e4 {hi} *\n").unwrap();
    let explain = |words: &[&str]| {
        let words = [&["explain", "--codec", "squares"], words].concat();
        printed(&pgnpack().args(words).arg(&game).assert().success())
    };
    // The tag is 1 "White" 0 "a" 0; then come 0, a run of one move, 2 "hi" 0, a run of nothing, 0.
    let notes = 9 + 1 + 1 + 4 + 1 + 1;
    let table = explain(&[]);
    let told = format!("and {notes} bytes of notes, for all that these bits do not say\n");
    assert!(table.ends_with(&told), "{table}");
    let objects = explain(&["--json"]);
    let last = serde_json::from_str::<serde_json::Value>(objects.lines().last().unwrap());
    let expected = serde_json::json!({"game": 1, "notes_bytes": notes});
    assert_eq!(last.unwrap(), expected);
}

#[test]
fn the_costs_of_moves_add_up_to_their_stream_without_the_end_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let explain = |game: &str, option: &[&str]| {
        fs::write(&file, game).unwrap();
        let shown = pgnpack().arg("explain").args(option).arg(&file).assert();
        printed(&shown.success())
    };
    let rows = |game: &str| -> Vec<serde_json::Value> {
        let rows = explain(game, &["--json"]);
        rows.lines()
            .map(|row| serde_json::from_str(row).unwrap())
            .collect()
    };
    let streams = explain(GAME, &[]);
    let mut lines = streams.lines();
    let stream = lines.find_map(|line| line.strip_suffix(" bits  moves"));
    let stream: f64 = stream.unwrap().trim().parse().unwrap();
    let sum = rows(GAME).last().unwrap()["sum"].as_f64().unwrap();
    assert!((0.0..6.0).contains(&(stream - sum)), "{sum} {stream}");
    let passed = rows("[Event \"?\"]\n\n1. e4 -- 2. d4 d5 3. Ke8 Nf3 *\n\n");
    let sans: Vec<_> = passed
        .iter()
        .map(|row| row["san"].as_str().unwrap())
        .collect();
    assert_eq!(sans, ["e4", "d4", "d5"]);
}

#[test]
fn explain_leaves_out_a_game_that_the_codec_keeps_as_text() {
    let (folder, _) = folder();
    let games = folder.path().join("games.pgn");
    let set_up = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1\"]\n\n1. O-O-O *\n\n";
    fs::write(&games, [GAME, set_up].concat()).unwrap();
    let explain = |wanted: &str| {
        let words = ["explain", "--codec", "jose", "--games", wanted];
        pgnpack().args(words).arg(&games).assert()
    };
    let reason = ": game 2 is kept as text: the encoding has no words for something in it\n";
    let shown = explain("1..2").success();
    assert!(printed(&shown).contains("Rd8#"));
    assert!(said(&shown).ends_with(reason));
    let alone = explain("2").code(1);
    assert!(said(&alone).ends_with(reason));
    explain("1..3").code(1);
    explain("3..").code(1);
}

#[test]
fn rows_of_a_listing_add_up() {
    let (folder, game) = folder();
    let games = super::games(500);
    fs::write(&game, &games).unwrap();
    // In one block, and in several, which have a lead.
    for size in ["4M", "8K"] {
        let words = ["compress", "-f", "--block-size", size, "game.pgn"];
        pgnpack()
            .current_dir(&folder)
            .args(words)
            .assert()
            .success();
        let listed = pgnpack()
            .current_dir(&folder)
            .args(["list", "--json", "game.pgz"])
            .assert();
        let listed = listed.success().get_output().stdout.clone();
        let listed: serde_json::Value = serde_json::from_slice(&listed).unwrap();
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        assert_eq!(number(&listed["lead_bytes"]) > 0, size == "8K");
        let streams = listed["streams"].as_object().unwrap().values();
        let rows = streams.map(number).sum::<u64>() + number(&listed["frame_bytes"]);
        assert!(number(&listed["frame_bytes"]) >= 8);
        assert_eq!(
            rows,
            fs::metadata(folder.path().join("game.pgz")).unwrap().len()
        );
    }
}
