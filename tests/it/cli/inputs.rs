//! Inputs that look otherwise than is usual.

use super::{folder, pgnpack};
use std::fs;

#[test]
fn large_files_with_bare_carriage_returns_are_cut_between_games() {
    let (folder, game) = folder();
    let long = format!(
        "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 {{{}}} e5 *\n\n",
        "word ".repeat(30_000)
    );
    let games = (9 << 20) / long.len();
    let counted = |text: String| {
        fs::write(&game, text).unwrap();
        let done = pgnpack()
            .args(["position", "stats"])
            .arg(&game)
            .assert()
            .success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    let text = long.repeat(games);
    let bare = counted(text.replace('\n', "\r"));
    let of_line = |line: &str| line.split_whitespace().nth(1).unwrap().to_owned();
    assert_eq!(
        of_line(bare.lines().nth(1).unwrap()),
        (3 * games).to_string()
    );
    assert_eq!(bare, counted(text));
    drop(folder);
}
