//! Outputs that cannot be written, and the messages about them.

use super::{folder, names, packed, pgnpack};

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
