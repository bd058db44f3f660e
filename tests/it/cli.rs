//! Tests that run the program as people and scripts do.

mod inputs;
mod outputs;
#[cfg(target_os = "linux")]
mod permissions;
mod several;
mod unix;

use crate::{
    corrupt::of_version,
    program::{pgnpack, printed, said},
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const GAME: &str = "[Event \"?\"]\n[White \"Morphy, Paul\"]\n[Black \"Duke Karl / Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5\n\
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n\n";

/// A folder with `game.pgn` in it.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game.pgn");
    fs::write(&game, GAME).unwrap();
    (folder, game)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn packed() -> Vec<u8> {
    pgnpack()
        .arg("compress")
        .write_stdin(GAME)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone()
}

#[test]
fn a_file_goes_there_and_back() {
    let (folder, game) = folder();
    pgnpack()
        .arg("compress")
        .arg(&game)
        .assert()
        .success()
        .stdout("")
        .stderr("");
    assert_eq!(names(folder.path()), ["game.pgn", "game.pgz"]);
    fs::remove_file(&game).unwrap();
    pgnpack()
        .arg("decompress")
        .arg(folder.path().join("game.pgz"))
        .assert()
        .success()
        .stdout("")
        .stderr("");
    assert_eq!(fs::read_to_string(&game).unwrap(), GAME);
}

#[test]
fn a_pipeline_goes_there_and_back() {
    pgnpack()
        .arg("decompress")
        .write_stdin(packed())
        .assert()
        .success()
        .stdout(GAME)
        .stderr("");
    pgnpack()
        .args(["d", "--to-stdout", "-n", "--no-progress", "-"])
        .write_stdin(packed())
        .assert()
        .success()
        .stdout(GAME);
}

#[test]
fn what_exists_is_not_overwritten_without_force() {
    let (folder, game) = folder();
    let target = folder.path().join("game.pgz");
    fs::write(&target, "mine").unwrap();
    let refused = pgnpack().arg("compress").arg(&game).assert().code(1);
    let message = said(&refused);
    assert!(
        message.contains("game.pgz: exists already") && message.lines().count() == 1,
        "{message}"
    );
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
    pgnpack()
        .args(["compress", "-f"])
        .arg(&game)
        .assert()
        .success();
    assert_ne!(fs::read(&target).unwrap(), b"mine");
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
            && message.lines().count() == 1,
        "{message}"
    );
    assert_eq!(names(folder.path()), ["damaged.pgz", "game.pgn"]);
    pgnpack().arg("test").arg(&damaged).assert().code(1);
}

#[test]
fn the_input_is_removed_only_when_asked_and_done() {
    let (folder, game) = folder();
    pgnpack()
        .args(["compress", "--rm"])
        .arg(&game)
        .assert()
        .success();
    assert_eq!(names(folder.path()), ["game.pgz"]);
    pgnpack()
        .args(["decompress", "--rm"])
        .arg(folder.path().join("game.pgz"))
        .assert()
        .success();
    assert_eq!(names(folder.path()), ["game.pgn"]);
}

#[test]
fn mode_and_time_travel_with_the_file() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let (folder, game) = folder();
    fs::set_permissions(&game, fs::Permissions::from_mode(0o640)).unwrap();
    let long_ago =
        std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let later = long_ago + std::time::Duration::from_secs(77);
    let times = fs::FileTimes::new().set_modified(long_ago);
    fs::File::options()
        .append(true)
        .open(&game)
        .unwrap()
        .set_times(times.set_accessed(later))
        .unwrap();
    pgnpack().arg("compress").arg(&game).assert().success();
    let metadata = fs::metadata(folder.path().join("game.pgz")).unwrap();
    assert_eq!(metadata.mode() & 0o777, 0o640);
    assert_eq!(metadata.mtime(), 1_000_000_000);
    assert_eq!(metadata.atime(), 1_000_000_077);
}

#[test]
fn several_files_are_done_even_if_one_is_missing() {
    let (folder, game) = folder();
    let missing = folder.path().join("missing.pgn");
    let failed = pgnpack()
        .arg("compress")
        .arg(&missing)
        .arg(&game)
        .assert()
        .code(1);
    let message = said(&failed);
    assert!(message.contains("missing.pgn"), "{message}");
    assert_eq!(names(folder.path()), ["game.pgn", "game.pgz"]);
}

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
fn concatenated_files_unpack_to_concatenated_texts() {
    let twice = [packed(), packed()].concat();
    pgnpack()
        .arg("decompress")
        .write_stdin(twice)
        .assert()
        .success()
        .stdout([GAME, GAME].concat());
}

#[test]
fn an_empty_input_is_a_valid_file_and_an_empty_packed_file_is_not() {
    let packed = pgnpack()
        .arg("compress")
        .write_stdin("")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    assert!(!packed.is_empty());
    pgnpack()
        .arg("decompress")
        .write_stdin(packed)
        .assert()
        .success()
        .stdout("");
    pgnpack().arg("decompress").write_stdin("").assert().code(1);
}

#[test]
fn games_are_cut_out_of_a_packed_file() {
    let (folder, game) = folder();
    let three = ["1", "2", "3"].map(|round| GAME.replace("\"?\"", &format!("\"Round {round}\"")));
    fs::write(&game, three.concat()).unwrap();
    pgnpack().arg("compress").arg(&game).assert().success();
    let target = folder.path().join("game.pgz");
    pgnpack()
        .args(["decompress", "-f", "--games", "2"])
        .arg(&target)
        .assert()
        .success()
        .stdout(three[1].clone());
    // Some games of a file do not replace the file of all.
    assert_eq!(fs::read_to_string(&game).unwrap(), three.concat());
    pgnpack()
        .args(["decompress", "-c", "--games", "2.."])
        .arg(&target)
        .assert()
        .success()
        .stdout(three[1..].concat());
    pgnpack()
        .args(["decompress", "-v", "--games", "2..3"])
        .arg(&target)
        .assert()
        .stderr(format!(
            "{}: {} B, 2 games\n",
            target.display(),
            three[1..].concat().len()
        ));
    for beyond in ["4", "2..4", "4.."] {
        pgnpack()
            .args(["decompress", "-c", "--games", beyond])
            .arg(&target)
            .assert()
            .code(1)
            .stderr(format!(
                "pgnpack: {}: game 4 is asked for, and there are 3 games\n",
                target.display()
            ));
    }
}

#[test]
fn folders_are_packed_and_unpacked_with_all_that_is_in_them() {
    let (folder, _) = folder();
    let folder = folder.path();
    fs::create_dir_all(folder.join("2026/deep")).unwrap();
    fs::create_dir(folder.join("empty")).unwrap();
    let games = ["a.pgn", "2026/b.PGN", "2026/deep/c.pgn"].map(|name| folder.join(name));
    for game in &games {
        fs::write(game, GAME).unwrap();
    }
    fs::write(folder.join("2026/notes.txt"), "notes").unwrap();
    let run = |words: &[&str], path: &Path| pgnpack().args(words).arg(path).assert();
    let refused = run(&["compress"], folder).code(1);
    let message = said(&refused);
    assert!(message.contains(": is a folder ("), "{message}");
    run(&["compress", "-r", "--rm"], folder).success();
    assert!(games.iter().all(|game| !game.exists()));
    assert!(folder.join("2026/deep/c.pgz").exists() && folder.join("2026/b.PGN.pgz").exists());
    assert!(!folder.join("2026/notes.txt.pgz").exists());
    run(&["test", "-r"], folder).success();
    let listed = run(&["list", "-r"], folder).success();
    let listed = printed(&listed);
    assert!(
        listed.contains("deep/c.pgz") && listed.contains("in all"),
        "{listed}"
    );
    // A file that is named is taken whatever its name is.
    let notes = folder.join("2026/notes.txt");
    run(&["compress", "-r", "-c"], &notes).success();
    run(&["decompress", "-r"], folder).success();
    for game in &games {
        assert_eq!(fs::read_to_string(game).unwrap(), GAME);
    }
    let empty = folder.join("empty");
    let nothing = |suffix| {
        format!(
            "pgnpack: {}: holds no file whose name ends in {suffix}\n",
            empty.display()
        )
    };
    run(&["compress", "-r"], &empty)
        .code(1)
        .stderr(nothing(".pgn"));
    run(&["test", "--recursive"], &empty)
        .code(1)
        .stderr(nothing(".pgz"));
    pgnpack().args(["compress", "-r"]).assert().code(2);
}

#[test]
fn a_list_of_games_has_a_line_for_each() {
    let (folder, game) = folder();
    let three = ["A", "B", "C"].map(|event| {
        format!(
            "[Event \"{event}\"]\n[White \"W\"]\n[Black \"a\tb\"]\n[Result \"*\"]\n\n1. e4 *\n\n"
        )
    });
    fs::write(&game, three.concat()).unwrap();
    pgnpack().arg("compress").arg(&game).assert().success();
    let packed = folder.path().join("game.pgz");
    let list = |words: &[&str]| pgnpack().arg("list").args(words).arg(&packed).assert();
    list(&["--games", "1,3"])
        .success()
        .stdout("1\tW\ta b\t*\t\tA\t\t\n3\tW\ta b\t*\t\tC\t\t\n");
    let name = packed.display();
    list(&["--games", "2..", packed.to_str().unwrap()])
        .success()
        .stdout(
            format!("{name}\t2\tW\ta b\t*\t\tB\t\t\n{name}\t3\tW\ta b\t*\t\tC\t\t\n").repeat(2),
        );
    let json = list(&["--json", "--games", "2"]).success();
    let json: serde_json::Value = serde_json::from_slice(&json.get_output().stdout).unwrap();
    assert_eq!(json["game"], 2);
    assert_eq!(json["tags"]["Event"], "B");
    assert_eq!(json["tags"]["Black"], "a\tb");
    let lacking = format!("pgnpack: {name}: game 4 is asked for, and there are 3 games\n");
    list(&["--games", "2,4"]).code(1).stdout("").stderr(lacking);
    list(&["-v", "--games", "2"]).code(2);
    list(&["-T1"]).code(2);
    list(&["--model", "m.pgm"]).code(2);
    // What is in a folder bears its name, however many files there are.
    let line = format!("{name}\t2\tW\ta b\t*\t\tB\t\t\n");
    let all = pgnpack()
        .args(["list", "-r", "--games", "2"])
        .arg(folder.path())
        .assert();
    all.success().stdout(line);
}

#[test]
fn all_games_of_a_file_without_games_are_none() {
    let (folder, _) = folder();
    let notes = folder.path().join("notes.txt");
    fs::write(&notes, "no game\n").unwrap();
    pgnpack().arg("compress").arg(&notes).assert().success();
    let packed = folder.path().join("notes.txt.pgz");
    for command in ["list", "decompress"] {
        let of = |games| {
            pgnpack()
                .args([command, "--games", games])
                .arg(&packed)
                .assert()
        };
        of("1..").success().stdout("").stderr("");
        of("1").code(1);
    }
}

#[test]
fn a_list_shows_what_a_file_holds() {
    let (folder, game) = folder();
    pgnpack().arg("compress").arg(&game).assert().success();
    let listed = pgnpack()
        .arg("list")
        .arg(folder.path().join("game.pgz"))
        .assert()
        .success();
    let list = printed(&listed);
    assert!(
        list.contains("game.pgz") && list.contains(&GAME.len().to_string()),
        "{list}"
    );
}

#[test]
fn a_list_tells_the_level_of_a_block_where_there_is_one() {
    let cases = [
        ("model", "model -3"),
        ("text", "text -3"),
        ("bitpack", "bitpack"),
    ];
    let (folder, game) = folder();
    for (codec, told) in cases {
        let target = folder.path().join("game.pgz");
        let pack = ["compress", "-3", "-f", "--codec", codec];
        pgnpack().args(pack).arg(&game).assert().success();
        let listed = pgnpack().args(["list", "-v"]).arg(&target).assert();
        let list = printed(&listed);
        assert!(list.trim_end().ends_with(told), "{list}");
    }
}

#[test]
fn what_is_not_unpacked_whole_is_not_removed() {
    let (folder, game) = folder();
    pgnpack().arg("compress").arg(&game).assert().success();
    let target = folder.path().join("game.pgz");
    for part in [&["--games", "1"][..], &["--salvage"]] {
        pgnpack()
            .args(["decompress", "-f", "--rm"])
            .args(part)
            .arg(&target)
            .assert()
            .code(2);
        assert!(target.exists());
    }
}

#[test]
fn a_test_names_every_damaged_block() {
    let words = ["compress", "--codec", "bitpack", "--block-size", "4K"];
    let packed = pgnpack()
        .args(words)
        .write_stdin(GAME.repeat(40))
        .assert()
        .success();
    let mut packed = packed.get_output().stdout.clone();
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
    let (text, file) = (folder.path().join("a.pgn"), folder.path().join("a.pgz"));
    fs::write(&text, GAME.repeat(40)).unwrap();
    let words = ["compress", "--codec", "bitpack", "--block-size", "4K"];
    pgnpack().args(words).arg(&text).assert().success();
    let listed = pgnpack().args(["list", "-v"]).arg(&file).assert().success();
    let listed = printed(&listed);
    let places: Vec<usize> = listed
        .lines()
        .filter_map(|line| line.trim().strip_prefix("block ")?.split("at byte ").nth(1))
        .map(|place| place.split(':').next().unwrap().parse().unwrap())
        .collect();
    let mut packed = fs::read(&file).unwrap();
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
    let text = GAME.repeat(40);
    let words = ["compress", "--codec", "bitpack", "--block-size", "4K"];
    let packed = pgnpack()
        .args(words)
        .write_stdin(text.clone())
        .assert()
        .success();
    let mut packed = packed.get_output().stdout.clone();
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
    assert!(text.as_bytes().starts_with(&output.stdout[..GAME.len()]));
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
        .stdout(GAME.repeat(2));
    let message = said(&some);
    assert!(
        message.contains("left out: games 14 to 26 (a block of"),
        "{message}"
    );
    assert!(output.stdout.len() > text.len() / 2 && output.stdout.len() < text.len());
    let message = said(&salvaged);
    assert!(message.starts_with("pgnpack: standard input: block "));
    assert!(message.contains(": damaged: ") && message.contains("; left out: "));
    assert_eq!(message.lines().count(), 2, "{message}");
    assert!(message.contains("\nstandard input: "), "{message}");
    // The packed size is that of the whole file, which says nothing of a part of the text.
    assert!(!message.contains('%'), "{message}");
}

#[test]
fn a_picture_overwrites_nothing_without_force() {
    let (_folder, game) = folder();
    pgnpack()
        .arg("explain")
        .arg(&game)
        .arg("--svg")
        .arg(&game)
        .assert()
        .code(1);
    assert_eq!(fs::read_to_string(&game).unwrap(), GAME);
}

#[test]
fn explain_shows_every_bit() {
    let (_folder, game) = folder();
    let words = ["explain", "--codec", "bitpack", "--json"];
    let shown = pgnpack().args(words).arg(&game).assert().success();
    let rows = printed(&shown);
    let rows: Vec<serde_json::Value> = rows
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    let bits: usize = rows
        .iter()
        .map(|row| row["bits"].as_str().unwrap().len())
        .sum();
    assert_eq!(rows.last().unwrap()["sum"], bits);
    assert_eq!(
        rows.iter().filter(|row| row.get("san").is_some()).count(),
        33
    );
    assert_eq!(rows.last().unwrap()["san"], "Rd8#");
}

#[test]
fn the_costs_of_moves_add_up_to_their_stream_without_the_end_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let explain = |game: &str, option: &[&str]| {
        fs::write(&file, game).unwrap();
        let shown = pgnpack().arg("explain").args(option).arg(&file).assert();
        printed(&shown.success())
    };
    let rows = |game: &str| -> Vec<serde_json::Value> {
        let rows = explain(game, &["--json"]);
        rows.lines()
            .map(|row| serde_json::from_str(row).unwrap())
            .collect()
    };
    let streams = explain(GAME, &[]);
    let mut lines = streams.lines();
    let stream = lines.find_map(|line| line.strip_suffix(" bits  moves"));
    let stream: f64 = stream.unwrap().trim().parse().unwrap();
    let sum = rows(GAME).last().unwrap()["sum"].as_f64().unwrap();
    assert!((0.0..6.0).contains(&(stream - sum)), "{sum} {stream}");
    let passed = rows("[Event \"?\"]\n\n1. e4 -- 2. d4 d5 3. Ke8 Nf3 *\n\n");
    let sans: Vec<_> = passed
        .iter()
        .map(|row| row["san"].as_str().unwrap())
        .collect();
    assert_eq!(sans, ["e4", "d4", "d5"]);
}

#[test]
fn explain_leaves_out_a_game_that_the_codec_keeps_as_text() {
    let (folder, game) = folder();
    let games = folder.path().join("games.pgn");
    let set_up = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1\"]\n\n1. O-O-O *\n\n";
    let both = [&fs::read_to_string(&game).unwrap(), set_up].concat();
    fs::write(&games, both).unwrap();
    let explain = |wanted: &str| {
        let words = ["explain", "--codec", "jose", "--games", wanted];
        pgnpack().args(words).arg(&games).assert()
    };
    let reason = ": game 2 is kept as text: the encoding has no words for something in it\n";
    let shown = explain("1..2").success();
    assert!(printed(&shown).contains("Rd8#"));
    assert!(said(&shown).ends_with(reason));
    let alone = explain("2").code(1);
    assert!(said(&alone).ends_with(reason));
    explain("1..3").code(1);
    explain("3..").code(1);
}

#[test]
fn a_man_page_is_of_a_command_that_there_is() {
    let page = |name: &str| pgnpack().args(["generate", "man", name]).assert();
    page("compress").success();
    let [man, of] = ["man", "position encode"];
    let inner = pgnpack()
        .args(["generate", man])
        .args(of.split(' '))
        .assert();
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
    let program = pgnpack().args(["generate", man]).assert().success();
    let text = printed(&program);
    assert!(sections(&text).contains(&"EXAMPLES".to_owned()), "{text}");
    page("compres")
        .code(2)
        .stderr("pgnpack: there is no command compres\n");
}

#[test]
fn no_output_takes_the_place_of_another_file_of_the_command() {
    let (folder, game) = folder();
    let other = folder.path().join("game");
    fs::write(&other, "another text").unwrap();
    let failed = pgnpack()
        .args(["compress", "-f", "--rm"])
        .args([&other, &game])
        .assert()
        .code(1);
    let message = said(&failed);
    assert!(
        message.contains("game.pgz: is an input or an output"),
        "{message}"
    );
    assert_eq!(names(folder.path()), ["game.pgn", "game.pgz"]);
    pgnpack()
        .args(["decompress", "-c"])
        .arg(folder.path().join("game.pgz"))
        .assert()
        .success()
        .stdout("another text");
}

#[test]
fn an_output_whose_folder_is_not_there_is_one_line() {
    let (folder, game) = folder();
    let target = folder.path().join("nowhere").join("game.pgz");
    let failed = pgnpack()
        .args(["compress", "-o"])
        .args([&target, &game])
        .assert()
        .code(1);
    let message = said(&failed);
    assert!(
        message.ends_with("game.pgz: the folder does not exist\n") && message.lines().count() == 1,
        "{message}"
    );
}

#[test]
fn an_output_that_cannot_be_is_refused_before_the_work() {
    let (folder, game) = folder();
    let long = "x".repeat(300);
    for (output, code) in [("nowhere/", 1), (long.as_str(), 1), ("-", 2)] {
        let refused = pgnpack()
            .current_dir(&folder)
            .args(["compress", "--rm", "-o", output])
            .arg(&game)
            .assert()
            .code(code);
        let message = said(&refused);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(names(folder.path()), ["game.pgn"]);
    }
    let words = ["explain", "game.pgn", "--svg", "-"];
    pgnpack().current_dir(&folder).args(words).assert().code(2);
    assert_eq!(names(folder.path()), ["game.pgn"]);
}

#[test]
fn who_packs_what_is_packed_already_is_told_how_that_is_undone() {
    let (folder, game) = folder();
    let packed = zstd::encode_all(GAME.as_bytes(), 1).unwrap();
    fs::write(folder.path().join("game.pgn.zst"), &packed).unwrap();
    let warning = |words: &[&str]| {
        let done = pgnpack().current_dir(&folder).args(words).assert();
        said(&done.success())
    };
    let told = warning(&["compress", "game.pgn.zst"]);
    assert!(told.contains("zstd -dc FILE | pgnpack compress"), "{told}");
    assert_eq!(warning(&["compress", "-q", "-f", "game.pgn.zst"]), "");
    assert_eq!(warning(&["compress", game.to_str().unwrap()]), "");
    warning(&["decompress", "-o", "again", "game.pgn.zst.pgz"]);
    assert_eq!(fs::read(folder.path().join("again")).unwrap(), packed);
}

#[test]
fn rows_of_a_listing_add_up() {
    let (folder, game) = folder();
    let games = GAME.repeat(500);
    fs::write(&game, &games).unwrap();
    // In one block, and in several, which have a lead.
    for size in ["4M", "8K"] {
        let words = ["compress", "-f", "--block-size", size, "game.pgn"];
        pgnpack()
            .current_dir(&folder)
            .args(words)
            .assert()
            .success();
        let listed = pgnpack()
            .current_dir(&folder)
            .args(["list", "--json", "game.pgz"])
            .assert();
        let listed = listed.success().get_output().stdout.clone();
        let listed: serde_json::Value = serde_json::from_slice(&listed).unwrap();
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        assert_eq!(number(&listed["lead_bytes"]) > 0, size == "8K");
        let streams = listed["streams"].as_object().unwrap().values();
        let rows = streams.map(number).sum::<u64>() + number(&listed["frame_bytes"]);
        assert!(number(&listed["frame_bytes"]) >= 8);
        assert_eq!(
            rows,
            fs::metadata(folder.path().join("game.pgz")).unwrap().len()
        );
    }
}

#[test]
fn no_output_takes_the_place_of_what_a_command_reads() {
    let (folder, game) = folder();
    let refused = |words: &[&str]| {
        let done = pgnpack().current_dir(&folder).args(words).assert().code(1);
        let message = said(&done);
        assert!(message.contains(" input "), "{message}");
        assert_eq!(fs::read_to_string(&game).unwrap(), GAME);
    };
    refused(&["explain", "-f", "--svg", "game.pgn", "game.pgn"]);
    refused(&["bench", "-f", "--svg", "game.pgn", "game.pgn"]);
    refused(&["position", "stats", "-f", "--svg", "game.pgn", "game.pgn"]);
    refused(&["position", "train", "-f", "-o", "game.pgn", "game.pgn"]);
    refused(&["train", "-f", "-o", "game.pgn", "game.pgn@2"]);
}

#[test]
fn a_file_without_a_command_is_told_what_to_do() {
    let (folder, _) = folder();
    let done = pgnpack().current_dir(&folder).arg("game.pgn").assert();
    let message = said(&done.code(2));
    assert!(message.contains("pgnpack compress FILE"), "{message}");
}

#[test]
fn what_is_packed_is_not_taken_for_text() {
    let (folder, _) = folder();
    let run = |words: &[&str]| pgnpack().current_dir(&folder).args(words).assert();
    run(&["compress", "game.pgn"]).success();
    for words in [
        &["bench", "game.pgz"][..],
        &["train", "--measure", "game.pgz"],
        &["position", "stats", "game.pgz"],
    ] {
        let message = said(&run(words).code(1));
        assert!(message.contains("game.pgz: is packed"), "{message}");
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
    for input in [[&sound[..], &other].concat(), [&other[..], &sound].concat()] {
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
        assert!(told.contains("could"), "{told}");
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
