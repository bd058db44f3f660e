//! Command lines that mean nothing, and the manual pages, which tell what does.

use super::{folder, names, pgnpack};
use crate::program::{printed, said};

#[test]
fn wrong_usage_is_exit_code_two() {
    for words in [
        &["compress", "-o", "x", "a", "b"][..],
        &["squeeze"],
        &["compress", "-19"],
        &["compress", "--codec", "zip"],
    ] {
        pgnpack().args(words).assert().code(2).stdout("");
    }
}

#[test]
fn a_man_page_is_of_a_command_that_there_is() {
    let page = |name: &str| pgnpack().args(["generate", "man", name]).assert();
    let unpacking = printed(&page("decompress").success());
    for name in ["decompress", "d", "x"] {
        let call = format!("\npgnpack {name} [OPTIONS] [FILE]...\n");
        assert!(unpacking.contains(&call), "{unpacking}");
    }
    let words = ["generate", "man", "position", "encode"];
    let inner = pgnpack().args(words).assert();
    let text = printed(&inner.success());
    assert!(text.contains("pgnpack position encode"), "{text}");
    let sections = |text: &str| -> Vec<String> {
        let heads = text.lines().filter_map(|line| line.strip_prefix(".SH "));
        heads
            .map(|head| head.trim_matches('"').to_owned())
            .collect()
    };
    let all = [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "EXIT STATUS",
        "SEE ALSO",
    ];
    assert_eq!(sections(&text), all);
    let program = pgnpack().args(["generate", "man"]).assert().success();
    let text = printed(&program);
    assert!(sections(&text).contains(&"EXAMPLES".to_owned()), "{text}");
    let ways = "\npgnpack <COMMAND>\npgnpack <\\-d | \\-t | \\-l | OPTIONS> [FILE]...\n";
    assert!(text.contains(ways), "{text}");
    page("compres")
        .code(2)
        .stderr("pgnpack: there is no command compres\n");
}

#[test]
fn a_file_without_a_command_is_told_what_to_do() {
    let (folder, _) = folder();
    let done = pgnpack().current_dir(&folder).arg("game.pgn").assert();
    let message = said(&done.code(2));
    assert!(message.contains("pgnpack compress FILE"), "{message}");
}

#[test]
fn options_may_stand_behind_a_folder_as_behind_a_file() {
    let (folder, _) = folder();
    let done = pgnpack()
        .current_dir(&folder)
        .args([".", "-r", "-1"])
        .assert();
    done.success();
    assert_eq!(names(folder.path()), ["game.pgn", "game.pgz"]);
}

#[test]
fn networks_that_a_model_file_does_not_hold_are_not_trained() {
    let (folder, _) = folder();
    for (units, why) in [
        (
            "512,576",
            "a model file has room for at most 1024 hidden units in all",
        ),
        (
            "64,64,64,64,64",
            "a model has at most 2 networks beside the quick one",
        ),
    ] {
        let words = ["train", "game.pgn", "-o", "new.pgm", "--units", units];
        let refused = pgnpack().current_dir(&folder).args(words).assert().code(2);
        refused.stderr(format!("pgnpack: {why}\n"));
    }
    assert_eq!(names(folder.path()), ["game.pgn"]);
}

#[test]
fn completions_are_not_asked_for_by_command() {
    let words = ["generate", "bash", "compress"];
    let why = "pgnpack: completions are for all commands (man takes a command)\n";
    pgnpack()
        .args(words)
        .assert()
        .code(2)
        .stdout("")
        .stderr(why);
}
