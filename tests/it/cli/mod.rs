//! Tests that run the program as people and scripts do.

mod damage;
// Only where programs are linked to a library of C that another can stand before.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod file_systems;
mod inputs;
mod listing;
mod outputs;
mod results;
mod rivals;
mod several;
mod unix;
mod usage;

use crate::program::{pgnpack, printed, said};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const GAME: &str = "[Event \"?\"]\n[White \"Morphy, Paul\"]\n[Black \"Duke Karl / Count Isouard\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5\n\
    11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n\n";

/// So many games of the same length, none of which is another again.
fn games(count: usize) -> String {
    let game = |number| GAME.replacen('?', &format!("{number:05}"), 1);
    (0..count).map(game).collect()
}

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
fn the_input_is_removed_only_when_asked_and_done() {
    let (folder, _) = folder();
    let run = |words: &str| {
        let mut program = pgnpack();
        program.current_dir(&folder).args(words.split(' ')).assert()
    };
    for words in [
        "compress game.pgn",
        "compress -f --rm --keep game.pgn",
        "decompress -f --rm -k game.pgz",
    ] {
        run(words).success();
        assert_eq!(names(folder.path()), ["game.pgn", "game.pgz"], "{words}");
    }
    let packed = folder.path().join("game.pgz");
    let whole = fs::read(&packed).unwrap();
    fs::write(&packed, &whole[..whole.len() - 1]).unwrap();
    run("decompress -f --rm game.pgz").code(1);
    assert_eq!(names(folder.path()), ["game.pgn", "game.pgz"]);
    run("compress -f -k --rm game.pgn").success();
    assert_eq!(names(folder.path()), ["game.pgz"]);
    run("decompress --rm game.pgz").success();
    assert_eq!(names(folder.path()), ["game.pgn"]);
}

#[test]
fn mode_and_time_travel_with_the_file() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let (folder, game) = folder();
    // But not the bit that runs a program as its owner.
    fs::set_permissions(&game, fs::Permissions::from_mode(0o4640)).unwrap();
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
    let packed = folder.path().join("game.pgz");
    for (command, input, output) in [("compress", &game, &packed), ("decompress", &packed, &game)] {
        pgnpack()
            .args([command, "-f"])
            .arg(input)
            .assert()
            .success();
        let metadata = fs::metadata(output).unwrap();
        assert_eq!(metadata.mode() & 0o7777, 0o640, "{command}");
        assert_eq!(metadata.mtime(), 1_000_000_000, "{command}");
        assert_eq!(metadata.atime(), 1_000_000_077, "{command}");
        fs::remove_file(input).unwrap();
    }
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
        .write_stdin(packed.clone())
        .assert()
        .success()
        .stdout("");
    pgnpack()
        .args(["test", "-v"])
        .write_stdin(packed)
        .assert()
        .success()
        .stderr("standard input: 100.00 % (20 B => 0 B, 0 games)\n");
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
    for words in [&["compress", "-r"][..], &["compress", "-r", "--rm"]] {
        run(words, &empty).code(1).stderr(nothing(".pgn"));
    }
    run(&["test", "--recursive"], &empty)
        .code(1)
        .stderr(nothing(".pgz"));
    pgnpack().args(["compress", "-r"]).assert().code(2);
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
