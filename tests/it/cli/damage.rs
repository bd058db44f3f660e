//! Damaged files: what `test` and `decompress` say of them, and what is salvaged.

use super::{GAME, folder, games, names, packed, pgnpack};
use crate::{
    corrupt::of_version,
    program::{printed, said},
};
use std::fs;

/// Forty games in several blocks, packed.
fn in_blocks() -> Vec<u8> {
    let words = ["compress", "--codec", "bitpack", "--block-size", "4K"];
    let mut packing = pgnpack();
    let packed = packing.args(words).write_stdin(games(40)).assert();
    packed.success().get_output().stdout.clone()
}

#[test]
fn a_damaged_file_is_one_line_and_leaves_nothing_behind() {
    let (folder, _) = folder();
    let damaged = folder.path().join("damaged.pgz");
    let mut bytes = packed();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(&damaged, bytes).unwrap();
    let failed = pgnpack().arg("decompress").arg(&damaged).assert().code(1);
    let message = said(&failed);
    assert!(
        message.starts_with("pgnpack: ")
            && message.contains("damaged.pgz")
            && message.ends_with(" (decompress --salvage writes what is sound)\n")
            && message.lines().count() == 1,
        "{message}"
    );
    assert_eq!(names(folder.path()), ["damaged.pgz", "game.pgn"]);
    pgnpack().arg("test").arg(&damaged).assert().code(1);
}

#[test]
fn whoever_reads_a_damaged_file_is_told_of_salvage() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cut.pgz");
    let packed = in_blocks();
    fs::write(&file, &packed[..packed.len() / 2]).unwrap();
    let hint = " (decompress --salvage writes what is sound)\n";
    for words in [
        &["list"][..],
        &["list", "--games", "40"],
        &["explain", "--codec", "bitpack", "--games", "40"],
        &["decompress", "-c", "--games", "40"],
    ] {
        let failed = pgnpack().args(words).arg(&file).assert().code(1);
        let message = said(&failed);
        assert!(
            message.ends_with(hint) && message.lines().count() == 1,
            "{words:?}: {message}"
        );
    }
}

#[test]
fn salvage_is_not_advised_where_there_is_nothing() {
    for len in [0, 5] {
        let file = packed()[..len].to_vec();
        for command in ["decompress", "test"] {
            let failed = pgnpack().arg(command).write_stdin(file.clone()).assert();
            let message = said(&failed.code(1));
            assert!(
                message.contains("header") && !message.contains("salvage"),
                "{message}"
            );
        }
    }
}

#[test]
fn a_test_names_every_damaged_block() {
    let mut packed = in_blocks();
    let len = packed.len();
    for place in [len / 4, 3 * len / 4] {
        packed[place] ^= 1;
    }
    let tested = pgnpack().arg("test").write_stdin(packed).assert().code(1);
    let message = said(&tested);
    let damaged = message.lines().filter(|line| line.contains(": damaged: "));
    assert_eq!(
        (damaged.count(), message.lines().count()),
        (2, 2),
        "{message}"
    );
}

#[test]
fn a_test_finds_damage_behind_a_damaged_block_header() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgz");
    let mut packed = in_blocks();
    fs::write(&file, &packed).unwrap();
    let listed = pgnpack().args(["list", "-v"]).arg(&file).assert().success();
    let listed = printed(&listed);
    let places: Vec<usize> = listed
        .lines()
        .filter_map(|line| line.trim().strip_prefix("block ")?.split("at byte ").nth(1))
        .map(|place| place.split(':').next().unwrap().parse().unwrap())
        .collect();
    packed[places[1] + 1] ^= 1; // in the header
    packed[places[3] - 1] ^= 1; // at the end of the payload of block 2
    fs::write(&file, packed).unwrap();
    let tested = pgnpack().arg("test").arg(&file).assert().code(1);
    let message = said(&tested);
    for block in ["block 1 ", "block 2 "] {
        assert!(message.contains(block), "{message}");
    }
    assert_eq!(message.lines().count(), 2, "{message}");
}

#[test]
fn salvage_says_what_it_leaves_out_and_fails() {
    let text = games(40);
    let game = text.len() / 40;
    let mut packed = in_blocks();
    let middle = packed.len() / 2;
    packed[middle] ^= 1;
    pgnpack()
        .arg("decompress")
        .write_stdin(packed.clone())
        .assert()
        .code(1);
    let salvaged = pgnpack()
        .args(["decompress", "--salvage"])
        .write_stdin(packed.clone())
        .assert()
        .code(1);
    let output = salvaged.get_output();
    assert!(text.as_bytes().starts_with(&output.stdout[..game]));
    // Of a block that holds games asked for, all games are named.
    let (folder, _) = folder();
    fs::write(folder.path().join("damaged.pgz"), &packed).unwrap();
    let some = pgnpack()
        .current_dir(folder.path())
        .args([
            "decompress",
            "--salvage",
            "--games",
            "1,20,22,40",
            "damaged.pgz",
        ])
        .assert()
        .code(1)
        .stdout([&text[..game], &text[39 * game..]].concat());
    let message = said(&some);
    assert!(
        message.contains("left out: games 14 to 26 (a block of"),
        "{message}"
    );
    assert!(output.stdout.len() > text.len() / 2 && output.stdout.len() < text.len());
    let message = said(&salvaged);
    assert!(message.starts_with("pgnpack: standard input: block "));
    let left_out = "; left out: games 14 to 26 (a block of ";
    assert!(message.contains(": damaged: ") && message.contains(left_out));
    assert_eq!(message.lines().count(), 2, "{message}");
    assert!(message.contains("\nstandard input: "), "{message}");
    assert!(message.contains("\nstandard input: saved "), "{message}");
    // The packed size is that of the whole file, which says nothing of a part of the text.
    assert!(!message.contains('%'), "{message}");
}

#[test]
fn it_is_told_how_many_bytes_are_missing_or_too_many() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.pgz");
    let (packed, text) = (in_blocks(), games(40));
    let middle = packed.len() / 2; // in block 1
    let game = text.len() / 40;
    let missing = [&packed[..middle], &packed[middle + 3..]].concat();
    let too_many = [&packed[..middle], b"abc", &packed[middle..]].concat();
    for (damaged, told) in [
        (missing, ": 3 bytes missing\n"),
        (too_many, ": 3 bytes too many ("),
    ] {
        fs::write(&file, damaged).unwrap();
        let salvaged = pgnpack()
            .args(["decompress", "--salvage", "-c"])
            .arg(&file)
            .assert()
            .code(1)
            .stdout([&text[..13 * game], &text[26 * game..]].concat());
        let message = said(&salvaged);
        assert!(message.contains(told), "{message}");
        assert!(
            message.contains("left out: games 14 to 26 (a block of "),
            "{message}"
        );
    }
}

#[test]
fn nothing_gives_way_to_what_could_not_be_salvaged() {
    let (folder, game) = folder();
    fs::write(folder.path().join("no.pgz"), "not packed at all").unwrap();
    let words = ["decompress", "-f", "--salvage", "-o", "game.pgn", "no.pgz"];
    let tried = pgnpack().current_dir(&folder).args(words).assert().code(1);
    assert_eq!(fs::read_to_string(&game).unwrap(), GAME);
    let told = said(&tried);
    assert_eq!(
        told,
        "pgnpack: no.pgz: this is no .pgz file\n\
         pgnpack: no.pgz: nothing could be saved, no file was written\n"
    );
}

#[test]
fn nothing_is_summed_up_where_the_only_block_is_damaged() {
    let (folder, game) = folder();
    pgnpack().arg("compress").arg(&game).assert().success();
    let file = folder.path().join("game.pgz");
    let mut packed = fs::read(&file).unwrap();
    let end = packed.len();
    packed[end - 4..].fill(0x55);
    packed.extend(b"junk");
    fs::write(&file, packed).unwrap();
    for (words, last) in [
        (
            &["-o", "saved.pgn"][..],
            "pgnpack: game.pgz: nothing could be saved, no file was written",
        ),
        (&["-c"], "pgnpack: game.pgz: nothing could be saved"),
    ] {
        let tried = pgnpack()
            .current_dir(&folder)
            .args(["decompress", "--salvage", "game.pgz"])
            .args(words)
            .assert()
            .code(1)
            .stdout("");
        let told = said(&tried);
        assert_eq!(told.lines().last(), Some(last), "{told}");
        assert_eq!(told.lines().count(), 3, "{told}");
    }
    assert!(!folder.path().join("saved.pgn").exists());
}

#[test]
fn a_file_of_another_version_costs_the_others_nothing() {
    let (folder, game) = folder();
    pgnpack().arg("compress").arg(&game).assert().success();
    let sound = fs::read(folder.path().join("game.pgz")).unwrap();
    let other = of_version(200, &sound);
    let run = |words: &[&str]| pgnpack().current_dir(&folder).args(words).assert().code(1);
    let file = folder.path().join("two.pgz");
    let found = format!(
        "; {} bytes from there on could not be read, but what follows them was found\n",
        other.len()
    );
    for (input, rest) in [
        (
            [&sound[..], &other].concat(),
            "; nothing could be read from there on\n",
        ),
        ([&other[..], &sound].concat(), &found),
    ] {
        fs::write(&file, &input).unwrap();
        run(&[
            "decompress",
            "-f",
            "--salvage",
            "-o",
            "saved.pgn",
            "two.pgz",
        ]);
        let saved = fs::read_to_string(folder.path().join("saved.pgn")).unwrap();
        assert_eq!(saved, GAME);
        let tested = run(&["test", "two.pgz"]);
        let told = said(&tested);
        assert!(told.contains("version 200"), "{told}");
        assert!(told.ends_with(rest), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    // Alone it is no damaged file, but one that cannot be read.
    fs::write(&file, &other).unwrap();
    let told = run(&["decompress", "--salvage", "-o", "none.pgn", "two.pgz"]);
    let told = said(&told);
    assert!(
        told.starts_with("pgnpack: two.pgz: the file has version 200"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(!folder.path().join("none.pgn").exists());
}
