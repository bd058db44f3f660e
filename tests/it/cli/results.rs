//! What commands print about real games, beside the files that they make.

use super::pgnpack;
use crate::program::{printed, said};
use std::fs;

const GAMES: &str = "fixtures/pgn/export.pgn";

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
    let rows = told(&["bench", "--no-rivals", "--json"]);
    let rows: Vec<serde_json::Value> = rows
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
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
