//! Outputs on file systems that refuse what most allow: permissions (FAT), writes that had seemed to
//! succeed (NFS). A library that is loaded before that of C stands in for them.

use super::{GAME, folder, names, pgnpack};
use crate::program::process;
use assert_cmd::{Command, assert::Assert};
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
};

/// Refuses every change of a mode, as FAT does.
const REFUSING_MODES: &str = r#"
    #include <errno.h>
    #include <sys/stat.h>
    int fchmod(int file, mode_t mode) { (void)file; (void)mode; errno = EPERM; return -1; }"#;

/// Closes files in a folder `out`, and says that a write to them has failed.
const FAILING_CLOSE: &str = r#"
    #include <errno.h>
    #include <stdio.h>
    #include <string.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    int close(int descriptor) {
        char link[40], path[4096] = "";
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        int is_output = readlink(link, path, sizeof path - 1) > 0 && strstr(path, "/out/");
        int result = syscall(SYS_close, descriptor);
        if (is_output && result == 0) { errno = EIO; return -1; }
        return result;
    }"#;

/// The library of this `code`, to be loaded before that of C. Made in `folder`.
fn library(folder: &Path, code: &str) -> PathBuf {
    let (source, library) = (folder.join("library.c"), folder.join("library.so"));
    fs::write(&source, code).unwrap();
    let made = std::process::Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status();
    assert!(made.unwrap().success());
    library
}

/// The program where no mode can be changed, in `folder`.
fn refused(folder: &Path, library: &Path, words: &[&str]) -> Assert {
    let mut command: Command = pgnpack();
    command.env("LD_PRELOAD", library);
    command.current_dir(folder).args(words).assert()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

const WHY: &str = "game.pgz: could not be given the permissions of game.pgn: Operation not permitted (os error 1)";

#[test]
fn an_output_that_cannot_have_its_permissions_is_kept_for_its_owner_alone() {
    let libraries = tempfile::tempdir().unwrap();
    let library = library(libraries.path(), REFUSING_MODES);
    let (folder, game) = folder();
    let folder = folder.path();
    fs::set_permissions(&game, fs::Permissions::from_mode(0o644)).unwrap();
    let run = |words: &[&str]| refused(folder, &library, words);
    run(&["compress", "game.pgn"])
        .success()
        .stderr(format!("pgnpack: {WHY}\n"));
    assert_eq!(mode(&folder.join("game.pgz")), 0o600);
    run(&["compress", "-qf", "game.pgn"]).success().stderr("");
    run(&["compress", "-f", "--rm", "game.pgn"])
        .code(1)
        .stderr(format!("pgnpack: game.pgn: not removed: {WHY}\n"));
    assert_eq!(names(folder), ["game.pgn", "game.pgz"]);
    run(&["test", "game.pgz"]).success();
}

#[test]
fn permissions_that_an_output_has_anyway_are_not_asked_for() {
    let libraries = tempfile::tempdir().unwrap();
    let library = library(libraries.path(), REFUSING_MODES);
    let (folder, game) = folder();
    fs::set_permissions(&game, fs::Permissions::from_mode(0o600)).unwrap();
    refused(folder.path(), &library, &["compress", "--rm", "game.pgn"])
        .success()
        .stderr("");
    assert_eq!(names(folder.path()), ["game.pgz"]);
}

/// As on another machine's disk that is full: writes succeed, and closing the file fails.
#[test]
fn a_write_that_fails_when_the_output_is_closed_is_told() {
    let (folder, game) = folder();
    let libraries = tempfile::tempdir().unwrap();
    let library = library(libraries.path(), FAILING_CLOSE);
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let fails = |words: &[&str], stdout: Option<&str>, name: &str| {
        let mut command = process();
        command.args(words).env("LD_PRELOAD", &library);
        command.current_dir(&out);
        if let Some(stdout) = stdout {
            command.stdout(fs::File::create(out.join(stdout)).unwrap());
        }
        let done = command.output().unwrap();
        let message = String::from_utf8(done.stderr).unwrap();
        let expected = format!("pgnpack: {name}: Input/output error (os error 5)\n");
        assert_eq!((done.status.code(), message), (Some(1), expected));
    };
    fails(
        &["compress", "../game.pgn", "-o", "new.pgz"],
        None,
        "new.pgz",
    );
    assert!(names(&out).is_empty());
    fs::write(out.join("old.pgz"), "old").unwrap();
    fails(
        &["compress", "-f", "../game.pgn", "-o", "old.pgz"],
        None,
        "old.pgz",
    );
    assert_eq!(fs::read_to_string(out.join("old.pgz")).unwrap(), "old");
    fails(
        &["compress", "-c", "../game.pgn"],
        Some("stdout"),
        "standard output",
    );
    assert_eq!(fs::read_to_string(game).unwrap(), GAME);
}
