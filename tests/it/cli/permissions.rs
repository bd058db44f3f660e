//! Outputs that the system does not let have the permissions of their inputs.

use super::{folder, names, pgnpack};
use assert_cmd::{Command, assert::Assert};
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
};

/// A library that, loaded before that of C, refuses every change of a mode as FAT does. Made in
/// `folder`.
fn refusing_library(folder: &Path) -> PathBuf {
    let code = "#include <errno.h>\n#include <sys/stat.h>\n\
        int fchmod(int file, mode_t mode) { (void)file; (void)mode; errno = EPERM; return -1; }\n";
    let (source, library) = (folder.join("refuse.c"), folder.join("refuse.so"));
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
    let library = refusing_library(libraries.path());
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
    let library = refusing_library(libraries.path());
    let (folder, game) = folder();
    fs::set_permissions(&game, fs::Permissions::from_mode(0o600)).unwrap();
    refused(folder.path(), &library, &["compress", "--rm", "game.pgn"])
        .success()
        .stderr("");
    assert_eq!(names(folder.path()), ["game.pgz"]);
}
