//! What commands print about real games, beside the files that they make.

use super::pgnpack;
use crate::program::{printed, said};
use serde_json::{Value, json};
use std::fs;

const GAMES: &str = "fixtures/pgn/export.pgn";

/// The objects of `lines`, one a line.
fn objects(lines: &str) -> Vec<Value> {
    let objects = lines.lines().map(serde_json::from_str);
    objects.collect::<Result<_, _>>().unwrap()
}

/// What the program prints for these words and [`GAMES`].
fn told(words: &[&str]) -> String {
    printed(&pgnpack().args(words).arg(GAMES).assert().success())
}

#[test]
fn packing_is_summed_up() {
    let folder = tempfile::tempdir().unwrap();
    let packed = folder.path().join("x.pgz");
    let words = ["compress", "-v", GAMES, "-o"];
    let done = pgnpack().args(words).arg(&packed).assert().success();
    let [text, packed] =
        [GAMES.as_ref(), packed.as_path()].map(|file| fs::metadata(file).unwrap().len());
    let percent = packed as f64 * 100.0 / text as f64;
    let expected = format!(
        "{GAMES}: {percent:.2} % ({:.2} KiB => {packed} B, 3 games)\n",
        text as f64 / 1024.0
    );
    assert_eq!(said(&done), expected);
    assert!(include_str!("../../../README.md").contains(expected.trim_end()));
}

#[test]
fn a_bench_says_what_packing_takes() {
    let rows = objects(&told(&["bench", "--no-rivals", "--json"]));
    assert_eq!(rows.len(), 13);
    for (name, words) in [
        ("model -1", &["-1"][..]),
        ("model -6", &[]),
        ("model -9", &["-9"]),
        ("jose", &["--codec", "jose"]),
    ] {
        let row = rows.iter().find(|row| row["name"] == name).unwrap();
        let words = [&["compress", "-c"], words, &[GAMES]].concat();
        let packed = pgnpack().args(words).assert().success();
        assert_eq!(row["packed_bytes"], packed.get_output().stdout.len());
        assert_eq!(row["text_bytes"], fs::metadata(GAMES).unwrap().len());
        assert_eq!((&row["games"], &row["plies"]), (&3.into(), &125.into()));
    }
    let sizes: Vec<_> = rows
        .iter()
        .map(|row| row["packed_bytes"].as_u64())
        .collect();
    assert!(sizes.is_sorted(), "{sizes:?}");
}

#[test]
fn the_table_of_a_bench_shows_what_its_json_says() {
    let rows = objects(&told(&["bench", "--no-rivals", "--json"]));
    let table = told(&["bench", "--no-rivals"]);
    let mut lines = table.lines();
    let size = fs::metadata(GAMES).unwrap().len() as f64;
    let first = format!("{:.2} KiB of text, 3 games, 125 half-moves", size / 1024.0);
    assert_eq!(lines.next(), Some(&first[..]));
    let heads = lines.next().unwrap();
    let expected = "bytes percent bytes/game bits/ply moves b/ply pack MB/s unpack MB/s";
    assert_eq!(
        heads.split_whitespace().collect::<Vec<_>>().join(" "),
        expected
    );
    for row in &rows {
        let bytes = row["packed_bytes"].as_f64().unwrap();
        let moves = row["moves_bytes"].as_f64().map_or("-".into(), |moves| {
            format!("{:.2}", moves * 8.0 / row["moves_plies"].as_f64().unwrap())
        });
        let shares = [bytes * 100.0 / size, bytes / 3.0, bytes * 8.0 / 125.0];
        let shares = shares.map(|share| format!("{share:.2}"));
        let expected = format!("{bytes} {} {moves} ", shares.join(" "));
        let name = row["name"].as_str().unwrap();
        let line = lines.next().unwrap().strip_prefix(name).unwrap();
        let cells: Vec<_> = line.split_whitespace().collect();
        let (sizes, speeds) = cells.split_at(5);
        assert_eq!(sizes.join(" ") + " ", expected, "{name}");
        let speeds: Vec<f64> = speeds.iter().map(|speed| speed.parse().unwrap()).collect();
        assert!(speeds.len() == 2 && speeds.iter().all(|&speed| speed > 0.0));
    }
}

#[test]
fn the_table_of_a_list_shows_what_its_json_says() {
    let folder = tempfile::tempdir().unwrap();
    let (text, packed) = (folder.path().join("x.pgn"), folder.path().join("x.pgz"));
    let mut games = fs::read(GAMES).unwrap().repeat(8);
    games.extend(b"no game at all\n\n1. e4 Ke4 *\n");
    fs::write(&text, &games).unwrap();
    let words = ["compress", "--codec", "squares", "--block-size", "4K"];
    pgnpack().args(words).arg(&text).assert().success();
    let listed = |option| {
        let listed = pgnpack().args(["list", option]).arg(&packed).assert();
        printed(&listed.success())
    };
    let told = &objects(&listed("--json"))[0];
    let [all, length] = ["packed_bytes", "text_bytes"].map(|key| told[key].as_f64().unwrap());
    assert_eq!(
        (all, length),
        (
            fs::metadata(&packed).unwrap().len() as f64,
            games.len() as f64
        )
    );
    let table = listed("-v");
    let mut lines = table.lines().map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        words.join(" ")
    });
    let heads = "games blocks packed text percent codec file";
    assert_eq!(lines.next().unwrap(), heads);
    let (blocks, share) = (told["blocks"].as_array().unwrap(), all * 100.0 / length);
    let (count, path) = (blocks.len(), packed.display());
    assert_eq!((&told["games"], count > 1), (&25.into(), true));
    let row = format!("25 {count} {all} {length} {share:.2} squares {path}");
    assert_eq!(lines.next().unwrap(), row);
    // JSON objects are in the order of their keys, the table is not.
    let mut lines: Vec<_> = lines.collect();
    let mut has = |line: String| {
        let at = lines.iter().position(|other| *other == line);
        lines.remove(at.unwrap_or_else(|| panic!("{line} is not among {lines:?}")));
    };
    let streams = told["streams"].as_object().unwrap().iter();
    let frame = ("frame".to_owned(), told["frame_bytes"].clone());
    let mut sum = 0.0;
    for (name, bytes) in streams.chain([(&frame.0, &frame.1)]) {
        let bytes = bytes.as_f64().unwrap();
        sum += bytes;
        if bytes > 0.0 {
            let (share, each) = (bytes * 100.0 / all, bytes / 25.0);
            has(format!(
                "{name} {bytes} bytes {share:.2} % {each:.2} a game"
            ));
        }
    }
    assert_eq!(sum, all);
    assert_eq!(told["kept_as_text"], json!({"fault": 1, "no-game": 1}));
    has("kept as text: 1 piece, no game".into());
    has("kept as text: 1 game, it holds a move that cannot be played".into());
    let size = |bytes: &Value| match bytes.as_f64().unwrap() {
        bytes if bytes < 1024.0 => format!("{bytes} B"),
        bytes => format!("{:.2} KiB", bytes / 1024.0),
    };
    for (number, block) in blocks.iter().enumerate() {
        let games = match block["games"].as_u64().unwrap() {
            1 => "1 game".to_owned(),
            games => format!("{games} games"),
        };
        let sizes = ["text_bytes", "packed_bytes"]
            .map(|key| size(&block[key]))
            .join(" => ");
        let offset = &block["offset"];
        has(format!(
            "block {number} at byte {offset}: {games}, {sizes}, squares"
        ));
    }
    assert!(lines.is_empty(), "{lines:?}");
}

#[test]
fn a_board_stands_below_each_move() {
    let board = "\
            r n b q k b n r
            p p p p p p p p
            . . . . . . . .
            . . . . . . . .
            . . . . P . . .
            . . . . . . . .
            P P P P . P P P
            R N B Q K B N R
";
    let told = told(&["explain", "--board"]);
    let (_, behind) = told.split_once("  e4\n").unwrap();
    assert!(behind.trim_start().starts_with(board), "{behind}");
}

#[test]
fn statistics_may_skip_positions() {
    let positions = |words: &[&str]| -> u64 {
        let told = told(&[&["position", "stats"], words].concat());
        let row = told.lines().find(|row| row.starts_with("rank ")).unwrap();
        row.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let all = positions(&[]);
    assert!(all > 100);
    assert_eq!(positions(&["--every", "7"]), all.div_ceil(7));
}

#[test]
fn games_are_measured_at_several_levels() {
    let told = told(&["train", "--measure"]);
    let (_, row) = told.trim_end().split_once('\n').unwrap();
    let (games, levels) = row.split_once(", uniform ").unwrap();
    assert_eq!(games, format!("{GAMES}: 125 half-moves"));
    let bits_of = |level: &str| -> f64 {
        let (_, bits) = levels.split_once(level).unwrap();
        bits.split_once(' ').unwrap().0.parse().unwrap()
    };
    let bits = [" -1 ", " -2 ", " -3 ", " -6 ", " -7 ", " -8 ", " -9 "].map(bits_of);
    assert!(bits.iter().all(|bits| (1.0..4.7).contains(bits)), "{row}");
    assert!(bits[6] < bits[0], "{row}");
}

#[test]
fn every_shell_has_its_completions() {
    for (shell, mark) in [
        ("bash", "complete -F _pgnpack"),
        ("zsh", "#compdef pgnpack"),
        ("fish", "complete -c pgnpack"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion:arg-completer[pgnpack]"),
    ] {
        let script = printed(&pgnpack().args(["generate", shell]).assert().success());
        assert!(
            script.contains(mark) && script.contains("decompress"),
            "{shell}"
        );
    }
}
