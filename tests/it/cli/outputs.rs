//! Outputs that cannot be written, and the messages about them.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use super::GAME;
use super::{folder, names, packed, pgnpack};
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use crate::program::process;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::{fs, process::Command};

#[test]
fn a_file_in_the_place_of_a_folder_is_said_to_be_none() {
    let (folder, _) = folder();
    for (output, why) in [
        ("game.pgn/x", "game.pgn: is not a folder"),
        ("game.pgn/", "game.pgn: is not a folder"),
        ("none/x", "none/x: the folder does not exist"),
    ] {
        let words = ["compress", "game.pgn", "-o", output];
        let refused = pgnpack().current_dir(&folder).args(words).assert().code(1);
        refused.stderr(format!("pgnpack: {why}\n"));
    }
}

#[test]
fn a_folder_that_cannot_be_entered_is_not_said_to_be_missing() {
    let (folder, _) = folder();
    let entry = folder.path().join("loop");
    std::os::unix::fs::symlink("loop", &entry).unwrap();
    let reason = std::fs::metadata(&entry).unwrap_err();
    let words = ["compress", "game.pgn", "-o", "loop/x"];
    let refused = pgnpack().current_dir(&folder).args(words).assert().code(1);
    refused.stderr(format!("pgnpack: loop/x: {reason}\n"));
}

#[test]
fn a_name_that_is_a_suffix_alone_is_said_to_be_that() {
    let (folder, _) = folder();
    std::fs::write(folder.path().join(".pgz"), packed()).unwrap();
    let refused = pgnpack()
        .current_dir(&folder)
        .args(["decompress", ".pgz"])
        .assert();
    refused
        .code(1)
        .stderr("pgnpack: .pgz: without .pgz nothing is left of the name (use -o FILE or -c)\n");
}

#[test]
fn what_cannot_be_read_is_told_as_such_whatever_its_name_is() {
    let (folder, _) = folder();
    for name in ["games", "games.pgz"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    let is_folder =
        "is a folder (compress, decompress, test and list take the files in it with -r)";
    let is_missing = "No such file or directory (os error 2)";
    for (command, name, why) in [
        ("decompress", "games", is_folder),
        ("compress", "games.pgz", is_folder),
        ("decompress", "none", is_missing),
        ("compress", "none.pgz", is_missing),
        ("decompress", "none/.pgz", is_missing),
        (
            "decompress",
            "game.pgn",
            "the name does not end in .pgz (use -o FILE or -c)",
        ),
    ] {
        let refused = pgnpack()
            .current_dir(&folder)
            .args([command, name])
            .assert();
        refused.code(1).stderr(format!("pgnpack: {name}: {why}\n"));
    }
}

/// Uses `/proc`, where nobody can make a file, not even the administrator.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_the_system_refuses_is_told_with_its_reason_before_the_work() {
    let (folder, _) = folder();
    let output = "/proc/output";
    for words in [
        &["compress", "game.pgn", "-o", output][..],
        &["train", "game.pgn", "-o", output],
        &["bench", "game.pgn", "--svg", output],
    ] {
        let refused = pgnpack().current_dir(&folder).args(words).assert().code(1);
        refused
            .stdout("")
            .stderr("pgnpack: /proc/output: No such file or directory (os error 2)\n");
    }
    assert_eq!(names(folder.path()), ["game.pgn"]);
}

#[test]
fn a_symbolic_link_is_not_removed() {
    let (folder, _) = folder();
    std::os::unix::fs::symlink("game.pgn", folder.path().join("link.pgn")).unwrap();
    let why = "pgnpack: link.pgn: is a symbolic link: --rm would leave the file that it leads to\n";
    let pack = |words: &[&str]| {
        let mut command = pgnpack();
        let command = command.current_dir(&folder).args(words).arg("link.pgn");
        command.assert()
    };
    for words in [&["compress", "--rm"][..], &["compress", "-f", "--rm"]] {
        pack(words).code(1).stderr(why);
        assert_eq!(names(folder.path()), ["game.pgn", "link.pgn"]);
    }
    pack(&["compress"]).success();
    assert_eq!(names(folder.path()), ["game.pgn", "link.pgn", "link.pgz"]);
}

/// As on another machine's disk that is full: writes succeed, and closing the file fails.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_write_that_fails_when_the_output_is_closed_is_told() {
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
    let (folder, game) = folder();
    let [source, library, out] =
        ["close.c", "close.so", "out"].map(|name| folder.path().join(name));
    fs::write(&source, FAILING_CLOSE).unwrap();
    fs::create_dir(&out).unwrap();
    let compiler = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status();
    assert!(compiler.unwrap().success());
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
