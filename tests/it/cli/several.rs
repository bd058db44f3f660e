//! Several files at once.

use super::{GAME, folder, names, pgnpack};
use crate::program::{printed, process, said, unread};
use std::fs;

#[test]
fn files_side_by_side_become_what_they_become_one_by_one() {
    let (folder, _) = folder();
    let names: Vec<String> = (0..12).map(|number| format!("{number:02}.pgn")).collect();
    for (number, name) in names.iter().enumerate() {
        fs::write(folder.path().join(name), GAME.repeat(1 + number * 7 % 12)).unwrap();
    }
    let packed = |threads: &str| -> (Vec<Vec<u8>>, String) {
        let done = pgnpack()
            .current_dir(&folder)
            .args(["compress", "-vf", threads, "none.pgn"])
            .args(&names)
            .assert()
            .code(1);
        let read =
            |name: &String| fs::read(folder.path().join(name).with_extension("pgz")).unwrap();
        (names.iter().map(read).collect(), said(&done))
    };
    let (alone, message) = packed("-T1");
    assert!(message.starts_with("pgnpack: none.pgn: "), "{message}");
    let first_words = message.lines().map(|line| line.split(':').next().unwrap());
    assert!(
        first_words
            .skip(1)
            .eq(names.iter().map(String::as_str).chain(["in all"]))
    );
    assert_eq!(packed("-T4"), (alone, message));
    fs::write(folder.path().join("05.pgz"), b"\x8fPGZ").unwrap();
    let tested = |threads: &str| {
        let names = names.iter().map(|name| name.replace("pgn", "pgz"));
        let words = ["test".into(), "-v".into(), threads.to_string()];
        let done = pgnpack()
            .current_dir(&folder)
            .args(words.into_iter().chain(names))
            .assert()
            .code(1);
        said(&done)
    };
    let alone = tested("-T1");
    assert!(alone.contains("\npgnpack: 05.pgz: "), "{alone}");
    assert_eq!(tested("-T4"), alone);
}

/// A job that cannot begin does not claim the name of its output. One that can claims it before any
/// work is done, whatever `-T`.
#[test]
fn names_of_outputs_are_taken_by_jobs_that_begin() {
    let (folder, _) = folder();
    fs::create_dir(folder.path().join("games")).unwrap();
    fs::write(folder.path().join("games.pgn"), GAME).unwrap();
    for threads in ["-T1", "-T3"] {
        let words = [
            "compress",
            "-f",
            threads,
            "games",
            "none",
            "none.pgn",
            "games.pgn",
        ];
        pgnpack().current_dir(&folder).args(words).assert().code(1);
        assert!(fs::remove_file(folder.path().join("games.pgz")).is_ok());
        // The second input would be the output of the first.
        let words = ["compress", "-f", threads, "games.pgn", "games.pgz"];
        let refused = pgnpack().current_dir(&folder).args(words).assert().code(1);
        let message = said(&refused);
        assert!(
            message.contains("games.pgz: is an input or an output"),
            "{message}"
        );
        assert!(!folder.path().join("games.pgz").exists());
    }
}

#[test]
fn a_folder_takes_all_outputs() {
    let (folder, _) = folder();
    let path = |name: &str| folder.path().join(name);
    for name in ["out", "a", "a/deep", "back"] {
        fs::create_dir(path(name)).unwrap();
    }
    fs::write(path("a/one.pgn"), GAME).unwrap();
    fs::write(path("a/deep/two.pgn"), GAME.repeat(2)).unwrap();
    let run = |words: &[&str]| pgnpack().current_dir(&folder).args(words).assert();
    run(&["compress", "-r", "-o", "out/", "a", "game.pgn"])
        .success()
        .stderr("");
    assert_eq!(names(&path("out")), ["game.pgz", "one.pgz", "two.pgz"]);
    run(&["decompress", "-o", "back", "-r", "--rm", "out"]).success();
    assert_eq!(names(&path("out")), [""; 0]);
    assert_eq!(
        fs::read_to_string(path("back/two.pgn")).unwrap(),
        GAME.repeat(2)
    );
    // What is there is not overwritten, and the others are written.
    fs::write(path("out/one.pgz"), "mine").unwrap();
    run(&["compress", "-o", "out", "a/one.pgn", "game.pgn"])
        .code(1)
        .stderr("pgnpack: out/one.pgz: exists already (-f overwrites it)\n");
    assert_eq!(names(&path("out")), ["game.pgz", "one.pgz"]);
}

#[test]
fn some_games_do_not_get_the_name_of_the_whole() {
    let (folder, game) = folder();
    let text = GAME.repeat(3);
    fs::write(&game, &text).unwrap();
    let run = |words: &[&str]| pgnpack().current_dir(&folder).args(words).assert();
    run(&["compress", "game.pgn"]).success();
    let why =
        "pgnpack: --games would give some games the name of the whole file: -o must name a file\n";
    run(&["decompress", "-f", "--games", "1", "-o", ".", "game.pgz"])
        .code(2)
        .stderr(why);
    assert_eq!(fs::read_to_string(&game).unwrap(), text);
    run(&["decompress", "--games", "1", "game.pgz"])
        .success()
        .stdout(GAME);
    run(&["decompress", "--games", "1", "-o", "one.pgn", "game.pgz"]).success();
    assert_eq!(
        fs::read_to_string(folder.path().join("one.pgn")).unwrap(),
        GAME
    );
}

#[test]
fn nothing_is_written_where_two_outputs_would_get_one_name() {
    let (folder, _) = folder();
    let path = |name: &str| folder.path().join(name);
    for name in ["out", "a"] {
        fs::create_dir(path(name)).unwrap();
    }
    for name in ["a/game.pgn", "a/other.pgn"] {
        fs::write(path(name), GAME).unwrap();
    }
    let run = |words: &[&str]| pgnpack().current_dir(&folder).args(words).assert();
    run(&["compress", "-f", "-r", "-o", "out", "a", "game.pgn"])
        .code(2)
        .stderr("pgnpack: out/game.pgz: a/game.pgn and game.pgn would both get this name\n");
    assert_eq!(names(&path("out")), [""; 0]);
    let why =
        "pgnpack: none/: no folder that exists, as several inputs need (or -c FILE… > OUTPUT)\n";
    run(&["compress", "-o", "none/", "a/game.pgn", "game.pgn"])
        .code(2)
        .stderr(why);
    pgnpack()
        .current_dir(&folder)
        .args(["compress", "-o", "out"])
        .write_stdin(GAME)
        .assert()
        .code(1)
        .stderr("pgnpack: out: is a folder\n");
}

#[test]
fn files_are_listed_as_they_are_read() {
    let (folder, game) = folder();
    pgnpack().arg("compress").arg(game).assert().success();
    // Nobody reads the row of the first file, so the second is not looked at.
    let child = process()
        .args(["list", "game.pgz", "none.pgz"])
        .current_dir(&folder)
        .stdout(unread())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
}

#[test]
fn a_file_that_cannot_be_measured_does_not_stop_the_others() {
    let (folder, _) = folder();
    let done = pgnpack()
        .current_dir(&folder)
        .args(["train", "--measure", "none.pgn", "game.pgn"])
        .assert()
        .code(1);
    assert!(said(&done).starts_with("pgnpack: none.pgn: No such file"));
    assert!(
        printed(&done)
            .lines()
            .nth(1)
            .is_some_and(|line| line.contains("game.pgn"))
    );
}
