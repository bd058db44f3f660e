//! Other compressors that `bench` runs.

use super::{folder, names, pgnpack, unix::signal};
use crate::program::{printed, process, said};
use std::{fs, os::unix::process::ExitStatusExt};

/// A folder for the PATH with a program `xz`, a shell script with the line `does`.
fn rival(does: &str) -> tempfile::TempDir {
    rival_called("xz", does)
}

/// The same with a program of that name.
fn rival_called(name: &str, does: &str) -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join(name);
    fs::write(&program, format!("#!/bin/sh\n{does}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

#[test]
fn a_bench_goes_on_without_a_compressor_that_fails() {
    let (_folder, game) = folder();
    let rival = rival("exit 3");
    let done = pgnpack()
        .env("PATH", rival.path())
        .arg("bench")
        .arg(game)
        .assert()
        .code(1);
    assert!(printed(&done).contains("model -9"));
    let message = said(&done);
    assert!(message.starts_with("pgnpack: xz -9e: "), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

#[test]
fn rivals_that_could_use_several_threads_are_told_to_use_one() {
    let (folder, game) = folder();
    let note = folder.path().join("note");
    for name in ["zstd", "xz"] {
        let rival = rival_called(name, "echo \" $* \" > \"$NOTE\"; exit 3");
        pgnpack()
            .env("PATH", rival.path())
            .env("NOTE", &note)
            .arg("bench")
            .arg(&game)
            .assert()
            .code(1);
        let words = fs::read_to_string(&note).unwrap();
        assert!(words.contains(" -T1 "), "{name}{words}");
    }
}

#[test]
fn a_rival_of_two_names_runs_once_under_either() {
    let (folder, game) = folder();
    let note = folder.path().join("note");
    let rival = rival_called("7zz", "echo \"$0\" >> \"$NOTE\"; exit 3");
    let ran = || {
        let mut bench = pgnpack();
        let bench = bench.env("PATH", rival.path()).env("NOTE", &note);
        bench.arg("bench").arg(&game).assert().code(1);
        let names = fs::read_to_string(&note).unwrap();
        fs::remove_file(&note).unwrap();
        names
            .lines()
            .map(|name| name.ends_with("/7zz"))
            .collect::<Vec<_>>()
    };
    assert_eq!(ran(), [true]);
    fs::copy(rival.path().join("7zz"), rival.path().join("7z")).unwrap();
    assert_eq!(ran(), [false]);
}

#[test]
fn a_bench_that_is_stopped_ends_what_it_began_and_leaves_nothing() {
    let (folder, game) = folder();
    let rival = rival("echo $$ > \"$NOTE\"; exec /bin/sleep 60");
    let temporary = tempfile::tempdir().unwrap();
    let note = folder.path().join("note");
    let mut child = process()
        .env("PATH", rival.path())
        .env("NOTE", &note)
        .env("TMPDIR", temporary.path())
        .arg("bench")
        .arg(game)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let begun = || fs::read_to_string(&note).is_ok_and(|number| number.ends_with('\n'));
    while !begun() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(!names(temporary.path()).is_empty());
    signal("-TERM", &child);
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    assert!(names(temporary.path()).is_empty());
    let number = fs::read_to_string(&note).unwrap();
    let there = std::process::Command::new("kill")
        .args(["-0", number.trim()])
        .stderr(std::process::Stdio::null())
        .status();
    assert!(!there.unwrap().success());
}
