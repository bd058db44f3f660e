//! Several files at once.

use super::{GAME, folder, pgnpack};
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
        let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        (names.iter().map(read).collect(), said)
    };
    let (alone, said) = packed("-T1");
    assert!(said.starts_with("pgnpack: none.pgn: "), "{said}");
    let first_words = said.lines().map(|line| line.split(':').next().unwrap());
    assert!(
        first_words
            .skip(1)
            .eq(names.iter().map(String::as_str).chain(["in all"]))
    );
    assert_eq!(packed("-T4"), (alone, said));
    fs::write(folder.path().join("05.pgz"), b"\x8fPGZ").unwrap();
    let tested = |threads: &str| {
        let names = names.iter().map(|name| name.replace("pgn", "pgz"));
        let words = ["test".into(), "-v".into(), threads.to_string()];
        let done = pgnpack()
            .current_dir(&folder)
            .args(words.into_iter().chain(names))
            .assert()
            .code(1);
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
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
        let message = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(
            message.contains("games.pgz: is an input or an output"),
            "{message}"
        );
        assert!(!folder.path().join("games.pgz").exists());
    }
}
