//! Signals, devices and pipes.

use super::{GAME, folder, games, names, pgnpack};
use crate::program::{PATH, process, said, unread};
use std::{
    fs,
    io::{Read, Write},
    os::unix::{fs::symlink, process::ExitStatusExt},
    path::Path,
    process::{Child, ChildStdin},
};

#[test]
fn what_cannot_be_searched_is_said_to_be_no_file() {
    let refused = |words: &[&str], why: &str| {
        let done = pgnpack().args(words).write_stdin(&b"\x8fPGZ"[..]).assert();
        let message = said(&done.code(1));
        assert_eq!(message, format!("pgnpack: {why}\n"));
    };
    let why =
        "/dev/stdin: list needs a file: it cannot search a pipe, or input that was partly read";
    refused(&["list", "/dev/stdin"], why);
    let why =
        "/dev/stdin: --games needs a file: it cannot search a pipe, or input that was partly read";
    refused(&["decompress", "--games", "1", "-c", "/dev/stdin"], why);
    let why =
        "standard input: list needs a file: it cannot search a pipe, or input that was partly read";
    refused(&["list", "-"], why);
    let why = "standard input: --games needs a file: it cannot search a pipe, or input that was partly read";
    refused(&["decompress", "--games", "1"], why);
}

/// Nobody wants a `/dev/stdin.pgz`.
#[test]
fn no_output_is_called_after_an_open_descriptor() {
    let (folder, game) = folder();
    let run = |words: &[&str]| {
        process()
            .args(words)
            .stdin(fs::File::open(&game).unwrap())
            .output()
            .unwrap()
    };
    for words in [&["compress", "/dev/stdin"][..], &["-f", "/dev/fd/0"]] {
        let done = run(words);
        let why =
            "leads to a file that is open already: its output needs a name (use -o FILE or -c)";
        let message = format!("pgnpack: {}: {why}\n", words[1]);
        assert_eq!(String::from_utf8(done.stderr).unwrap(), message);
        assert_eq!(done.status.code(), Some(1));
        let packed = run(&[words, &["-c"]].concat());
        assert!(packed.status.success() && !packed.stdout.is_empty());
    }
    assert_eq!(names(folder.path()), ["game.pgn"]);
}

#[test]
fn links_in_folders_are_not_followed() {
    let (folder, _) = folder();
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("other.pgn"), GAME).unwrap();
    symlink(other.path(), folder.path().join("linked")).unwrap();
    symlink(folder.path(), folder.path().join("circle")).unwrap();
    symlink(
        other.path().join("other.pgn"),
        folder.path().join("link.pgn"),
    )
    .unwrap();
    let pack = |path: &Path| pgnpack().args(["compress", "-r"]).arg(path).assert();
    pack(folder.path()).success();
    assert_eq!(
        names(folder.path()),
        ["circle", "game.pgn", "game.pgz", "link.pgn", "linked"]
    );
    // A link that is named is.
    pack(&folder.path().join("linked")).success();
    assert_eq!(names(other.path()), ["other.pgn", "other.pgz"]);
    fs::remove_file(folder.path().join("game.pgn")).unwrap();
    let message = said(&pack(folder.path()).code(1));
    let why = "holds no file whose name ends in .pgn (links in it are not followed)\n";
    assert!(message.ends_with(why), "{message}");
}

#[test]
fn a_dash_is_standard_input_even_beside_a_folder_of_that_name() {
    let (folder, _) = folder();
    fs::create_dir(folder.path().join("-")).unwrap();
    fs::write(folder.path().join("-/game.pgn"), GAME).unwrap();
    let words = ["compress", "-r", "-c", "--codec", "bitpack", "-"];
    let run = |words: &[&str], input: &[u8]| {
        let mut command = pgnpack();
        let done = command.current_dir(folder.path()).args(words);
        done.write_stdin(input)
            .assert()
            .success()
            .get_output()
            .stdout
            .clone()
    };
    let packed = run(&words, b"text");
    assert_eq!(run(&["decompress"], &packed), b"text");
}

#[test]
fn a_file_on_standard_input_is_searched() {
    let (folder, game) = super::folder();
    let packed = folder.path().join("game.pgz");
    pgnpack().arg("compress").arg(&game).assert().success();
    let with_file = |words: &[&str]| {
        let input = std::fs::File::open(&packed).unwrap();
        let done = process().args(words).stdin(input).output().unwrap();
        assert!(done.status.success(), "{done:?}");
        String::from_utf8(done.stdout).unwrap()
    };
    assert_eq!(with_file(&["decompress", "--games", "1"]), super::GAME);
    assert_eq!(with_file(&["decompress"]), super::GAME);
    assert!(with_file(&["list", "-"]).contains(" 1 "));
}

#[test]
fn a_signal_ends_a_program_that_waits_for_input() {
    let mut child = process()
        .arg("compress")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Standard input stays open until after the wait, so that only the signal can end the program.
    let input = child.stdin.take();
    std::thread::sleep(std::time::Duration::from_millis(500));
    signal("-TERM", &child);
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    drop(input);
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_one_line_and_leaves_nothing() {
    let (folder, game) = folder();
    fs::write(&game, games(2000)).unwrap();
    let limited = "ulimit -v 90000; exec \"$0\" compress -9 -T1 game.pgn";
    let output = std::process::Command::new("sh")
        .args(["-c", limited, PATH])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "pgnpack: game.pgn: there is not enough memory\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

pub(super) fn signal(name: &str, child: &std::process::Child) {
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args([name, &id])
        .status();
    assert!(sent.unwrap().success());
}

/// Gives the program a game, but no end of its input, and waits for its temporary file beside the
/// one file that is in the folder.
fn feed(child: &mut Child, folder: &Path) -> ChildStdin {
    let mut input = child.stdin.take().unwrap();
    input.write_all(GAME.as_bytes()).unwrap();
    while names(folder).len() < 2 {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    input
}

#[test]
fn a_signal_that_comes_when_nothing_looks_for_it_counts() {
    let mut child = process()
        .arg("explain")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(GAME.as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    signal("-TERM", &child);
    // The program reads to the end before the watcher loses patience.
    drop(input);
    assert_eq!(child.wait().unwrap().signal(), Some(15));
}

#[test]
fn a_terminal_that_goes_away_does_not_end_what_nohup_runs() {
    let (folder, _) = folder();
    let ignoring = "trap '' HUP; exec \"$0\" compress -o out.pgz";
    let mut child = std::process::Command::new("sh")
        .args(["-c", ignoring, PATH])
        .current_dir(folder.path())
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let input = feed(&mut child, folder.path());
    signal("-HUP", &child);
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(folder.path().join("out.pgz").exists());
}

#[test]
fn what_has_changed_since_it_was_read_is_not_removed() {
    let (folder, game) = folder();
    fs::write(&game, games(600)).unwrap();
    let mut child = process()
        .args(["compress", "--rm", "-9", "-T1", "game.pgn"])
        .current_dir(folder.path())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    while names(folder.path()).len() < 2 {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    signal("-STOP", &child);
    let mut growing = fs::OpenOptions::new().append(true).open(&game).unwrap();
    growing.write_all(GAME.as_bytes()).unwrap();
    signal("-CONT", &child);
    let done = child.wait_with_output().unwrap();
    let message = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(1), "{message}");
    let why = "game.pgn: has changed since it was read, not removed\n";
    assert!(message.ends_with(why), "{message}");
    assert_eq!(names(folder.path()), ["game.pgn", "game.pgz"]);
}

#[test]
fn closed_standard_streams_are_empty() {
    let (folder, _) = folder();
    let nowhere = shell("\"$0\" compress -c game.pgn >&-", folder.path());
    assert_eq!(
        (nowhere.status.code(), &nowhere.stderr[..]),
        (Some(0), &b""[..])
    );
    // What is open for reading alone is not closed, and swallows nothing.
    let unwritten = shell("\"$0\" compress -c game.pgn 1<game.pgn", folder.path());
    let message = String::from_utf8(unwritten.stderr).unwrap();
    assert_eq!(unwritten.status.code(), Some(1), "{message}");
    assert!(
        message.starts_with("pgnpack: game.pgn: standard output: "),
        "{message}"
    );
    let nothing = shell("\"$0\" compress <&-", folder.path());
    let empty = shell("\"$0\" compress < /dev/null", folder.path());
    assert_eq!(nothing.status.code(), Some(0));
    assert!(nothing.stdout == empty.stdout && !empty.stdout.is_empty());
}

#[test]
fn a_picture_is_there_whoever_reads_the_rows() {
    let (folder, _) = folder();
    let done = process()
        .args(["explain", "--svg", "costs.svg", "game.pgn"])
        .current_dir(folder.path())
        .stdout(unread())
        .status();
    assert_eq!(done.unwrap().code(), Some(141));
    assert_eq!(names(folder.path()), ["costs.svg", "game.pgn"]);
}

/// Makes a named pipe called `pipe`.
fn make_pipe(folder: &Path) {
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(pipe).status();
    assert!(made.unwrap().success());
}

#[test]
fn a_pipe_that_nobody_writes_into_is_not_waited_for_to_search_it() {
    let (folder, _) = folder();
    make_pipe(folder.path());
    for (words, why) in [
        (
            &["list", "pipe"][..],
            "list needs a file: it cannot search a pipe, or input that was partly read",
        ),
        (
            &["decompress", "--games", "1", "pipe"],
            "--games needs a file: it cannot search a pipe, or input that was partly read",
        ),
    ] {
        let searched = pgnpack()
            .current_dir(&folder)
            .args(words)
            .timeout(std::time::Duration::from_secs(20))
            .assert();
        searched.code(1).stderr(format!("pgnpack: pipe: {why}\n"));
    }
}

/// Runs `line` in a shell in `folder`; `$0` in it is the program.
fn shell(line: &str, folder: &std::path::Path) -> std::process::Output {
    std::process::Command::new("sh")
        .args(["-c", line, PATH])
        .current_dir(folder)
        .output()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_leads_to_standard_output_is_written_through() {
    let (folder, _) = folder();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("/proc/self/fd/1", &link).unwrap();
    let unpacked = |line: &str| {
        let done = shell(line, folder.path());
        assert!(done.status.success(), "{done:?}");
        let packed = folder.path().join("packed");
        pgnpack().arg("decompress").arg("-c").arg(packed).assert()
    };
    for output in ["-o link", "-fo link", "-o /dev/stdout", "-fo /dev/fd/1"] {
        let line = format!("\"$0\" compress {output} game.pgn > packed");
        unpacked(&line).success().stdout(GAME);
    }
    // Writes from the current position of standard output, not from its beginning.
    let line = "(\"$0\" compress -c game.pgn; \"$0\" compress -o link game.pgn) > packed";
    unpacked(line).success().stdout(GAME.repeat(2));
    let removed = shell(
        "\"$0\" compress --rm -o link game.pgn > packed",
        folder.path(),
    );
    assert_eq!(removed.status.code(), Some(1));
    assert!(link.is_symlink());
    assert_eq!(names(folder.path()), ["game.pgn", "link", "packed"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_descriptor_that_cannot_be_shared_is_not_written_over() {
    let (folder, game) = folder();
    let done = shell(
        "\"$0\" compress -fo /dev/fd/3 game.pgn 3<> game.pgn",
        folder.path(),
    );
    assert_eq!(done.status.code(), Some(1));
    let message = String::from_utf8(done.stderr).unwrap();
    let why = "pgnpack: /dev/fd/3: leads to a file that is open already (use the name of the file itself)\n";
    assert_eq!(message, why);
    assert_eq!(fs::read_to_string(game).unwrap(), GAME);
}

#[cfg(target_os = "linux")]
#[test]
fn signals_that_end_programs_leave_no_temporary_file() {
    for (name, number) in [
        ("-HUP", 1),
        ("-INT", 2),
        ("-QUIT", 3),
        ("-USR1", 10),
        ("-USR2", 12),
        ("-ALRM", 14),
        ("-TERM", 15),
        ("-XCPU", 24),
        ("-VTALRM", 26),
        ("-PROF", 27),
    ] {
        let (folder, _) = folder();
        let waiting = "ulimit -c 0; exec \"$0\" compress -o out.pgz";
        // These three may be ignored where the tests run: in the background, or under `nohup`.
        let mut child = std::process::Command::new("env")
            .args(["--default-signal=HUP,INT,QUIT", "sh", "-c", waiting, PATH])
            .current_dir(folder.path())
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let input = feed(&mut child, folder.path());
        signal(name, &child);
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        drop(input);
        assert_eq!(names(folder.path()), ["game.pgn"]);
    }
}

#[test]
fn whoever_reads_no_more_is_written_to_no_more() {
    let mut child = process()
        .args(["position", "encode"])
        .stdin(std::process::Stdio::piped())
        .stdout(unread())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let start = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    // Ends when the program has ended.
    while input.write_all(start).is_ok() {}
    assert_eq!(child.wait().unwrap().code(), Some(141));
}

#[test]
fn who_reads_no_more_of_several_files_is_told_nothing() {
    let (folder, _) = folder();
    fs::write(folder.path().join("large.pgn"), games(10_000)).unwrap();
    let mut child = process()
        .args([
            "compress",
            "-c",
            "--codec",
            "bitpack",
            "--no-verify",
            "--block-size",
            "64K",
        ])
        .args(["large.pgn", "game.pgn"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // More than a pipe holds is to come when the reader goes away.
    child
        .stdout
        .take()
        .unwrap()
        .read_exact(&mut [0; 4])
        .unwrap();
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
}

#[test]
fn what_keeps_nothing_is_written_to_and_nothing_is_removed_for_it() {
    let (_folder, game) = folder();
    let compress = |words: &[&str]| {
        let words = [&["compress", "-o", "/dev/null"], words].concat();
        pgnpack().args(words).arg(&game).assert()
    };
    compress(&[]).success();
    compress(&["-f"]).success();
    compress(&["--rm"]).code(1);
    assert_eq!(fs::read_to_string(&game).unwrap(), GAME);
}

/// A device that is always full.
#[cfg(target_os = "linux")]
fn full() -> fs::File {
    let device = fs::File::options().write(true).open("/dev/full");
    device.unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_stops_no_work() {
    let (folder, _) = folder();
    let done = process()
        .args(["compress", "-v", "game.pgn", "missing.pgn"])
        .current_dir(folder.path())
        .stderr(full())
        .status();
    assert_eq!(done.unwrap().code(), Some(1));
    assert_eq!(names(folder.path()), ["game.pgn", "game.pgz"]);
}

/// The one line on standard error of a command that fails because standard output is full.
#[cfg(target_os = "linux")]
fn said_where_output_is_full(words: &[&str]) -> String {
    let done = process().args(words).stdout(full()).output().unwrap();
    assert_eq!(done.status.code(), Some(1));
    let message = String::from_utf8(done.stderr).unwrap();
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_is_named_by_what_is_generated() {
    for words in [
        &["generate", "man"][..],
        &["generate", "bash"],
        &["--help"],
        &["-V"],
    ] {
        let message = said_where_output_is_full(words);
        assert!(
            message.starts_with("pgnpack: standard output: "),
            "{message}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_named() {
    let (_folder, game) = folder();
    let message = said_where_output_is_full(&["compress", "-c", game.to_str().unwrap()]);
    assert!(message.contains("game.pgn: standard output: "), "{message}");
}

#[test]
fn nothing_is_packed_behind_a_torn_file() {
    let (folder, _) = folder();
    // Reading fails where there is nothing more to read yet.
    let (mut writer, reader) = std::os::unix::net::UnixStream::pair().unwrap();
    reader.set_nonblocking(true).unwrap();
    writer.write_all(GAME.repeat(100).as_bytes()).unwrap();
    let done = process()
        .args(["compress", "-qc", "-T1", "--block-size", "4KiB"])
        .args(["-", "game.pgn"])
        .current_dir(folder.path())
        .stdin(std::os::fd::OwnedFd::from(reader))
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(1));
    let message = String::from_utf8(done.stderr).unwrap();
    let lines: Vec<&str> = message.lines().collect();
    assert!(
        lines[0].starts_with("pgnpack: standard input: "),
        "{message}"
    );
    assert_eq!(
        lines[1..],
        ["pgnpack: standard output: ends in the middle of a packed file, so nothing follows"]
    );
    // It begins one file, and does not end with another.
    let begins = |bytes: &[u8]| bytes.starts_with(&done.stdout[..4]);
    assert!(done.stdout.len() > 4);
    assert_eq!(
        done.stdout.windows(4).filter(|bytes| begins(bytes)).count(),
        1
    );
}

#[test]
fn what_is_no_file_is_not_removed() {
    let (folder, _) = folder();
    make_pipe(folder.path());
    let packed = pgnpack()
        .current_dir(&folder)
        .args(["compress", "--rm", "-o", "packed", "pipe"])
        .timeout(std::time::Duration::from_secs(20))
        .assert();
    let why = "pgnpack: pipe: is not a regular file: --rm needs one\n";
    packed.code(1).stderr(why);
    assert_eq!(names(folder.path()), ["game.pgn", "pipe"]);
}
