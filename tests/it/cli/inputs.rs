//! Unusual inputs.

use super::{GAME, folder, games, names, packed, pgnpack};
use crate::{
    program::{printed, process, said},
    texts::noise,
};
use std::{
    fs,
    io::{Read, Write},
    process::Stdio,
};

#[test]
fn large_files_with_bare_carriage_returns_are_cut_between_games() {
    let (_folder, game) = folder();
    let long = format!(
        "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 {{{}}} e5 *\n\n",
        "word ".repeat(30_000)
    );
    let games = (9 << 20) / long.len();
    let counted = |text: String| {
        fs::write(&game, text).unwrap();
        let done = pgnpack()
            .args(["position", "stats"])
            .arg(&game)
            .assert()
            .success();
        printed(&done)
    };
    let text = long.repeat(games);
    let bare = counted(text.replace('\n', "\r"));
    let of_line = |line: &str| line.split_whitespace().nth(1).unwrap().to_owned();
    assert_eq!(
        of_line(bare.lines().nth(1).unwrap()),
        (3 * games).to_string()
    );
    assert_eq!(bare, counted(text));
}

/// As `gzip -dcf` and `zstd -dcf` have it, so that scripts need not know what is packed.
#[test]
fn what_is_not_packed_is_passed_on_if_forced_to_standard_output() {
    let (folder, _) = folder();
    let long = noise(3 << 20);
    for text in [b"".as_slice(), b"\x8fPG", GAME.as_bytes(), &long] {
        fs::write(folder.path().join("plain"), text).unwrap();
        let run = |words: &[&str]| {
            let mut command = pgnpack();
            command.current_dir(&folder).args(words);
            command.write_stdin(text).assert()
        };
        for words in [
            &["-dcf", "plain"][..],
            &["-dcf"],
            &["-dcf", "-T2", "-"],
            &["-df"],
            &["-df", "-"],
            &["-df", "plain", "-o", "-"],
        ] {
            run(words).success().stdout(text.to_vec());
        }
        fs::write(folder.path().join("packed"), packed()).unwrap();
        let both = run(&["-dcf", "plain", "packed"]);
        both.success().stdout([text, GAME.as_bytes()].concat());
        run(&["-dc", "plain"]).code(1);
        run(&["-df", "plain", "-o", "out"]).code(1);
        run(&["-d"]).code(1);
    }
}

/// `git -C … log` and `cargo -q build` have it the other way round.
#[test]
fn a_command_behind_options_is_no_file() {
    let (folder, _) = folder();
    let run = |words: &[&str]| pgnpack().current_dir(&folder).args(words).assert();
    for (words, command) in [
        (&["-q", "compress", "game.pgn"][..], "compress"),
        (&["-v", "list", "game.pgz"], "list"),
        (&["-dc", "test"], "test"),
    ] {
        run(words).code(2).stderr(format!(
            "error: the command comes first: pgnpack {command} …\n"
        ));
    }
    assert_eq!(names(folder.path()), ["game.pgn"]);
    // A file of that name is one.
    fs::write(folder.path().join("list"), GAME).unwrap();
    run(&["-v", "list"]).success();
    assert_eq!(names(folder.path()), ["game.pgn", "list", "list.pgz"]);
}

/// A damaged first byte makes a packed file look like one that never was.
#[test]
fn what_is_salvaged_is_never_passed_on() {
    let (folder, _) = folder();
    let mut damaged = packed();
    damaged[0] ^= 1;
    fs::write(folder.path().join("damaged"), &damaged).unwrap();
    for words in [&["-dcf", "--salvage", "damaged"][..], &["-df", "--salvage"]] {
        let mut command = pgnpack();
        command.current_dir(&folder).args(words);
        let done = command.write_stdin(damaged.clone()).assert();
        done.code(1).stdout("");
    }
}

#[test]
fn who_packs_a_packed_file_of_another_name_is_told_so() {
    let (folder, _) = folder();
    fs::write(folder.path().join("games"), packed()).unwrap();
    let line =
        "is packed already; its text packs better: pgnpack decompress -c FILE | pgnpack compress\n";
    let run = |words: &[&str]| {
        pgnpack()
            .current_dir(&folder)
            .args(words)
            .assert()
            .success()
    };
    run(&["compress", "games"]).stderr(format!("pgnpack: games: {line}"));
    run(&["decompress", "-o", "again", "games.pgz"]);
    assert_eq!(fs::read(folder.path().join("again")).unwrap(), packed());
    let piped = pgnpack().arg("compress").write_stdin(packed()).assert();
    piped
        .success()
        .stderr(format!("pgnpack: standard input: {line}"));
}

#[test]
fn games_by_other_rules_are_explained_without_their_moves_and_not_measured() {
    let (folder, game) = folder();
    fs::write(&game, fs::read("fixtures/pgn/variant.pgn").unwrap()).unwrap();
    let explained = pgnpack()
        .current_dir(&folder)
        .args(["explain", "game.pgn"])
        .assert()
        .success();
    let message = said(&explained);
    assert!(
        message.contains("game 1 is played by other rules"),
        "{message}"
    );
    let measured = pgnpack()
        .current_dir(&folder)
        .args(["train", "--measure", "game.pgn"])
        .assert()
        .code(1);
    let message = said(&measured);
    assert!(message.contains("holds no move of chess"), "{message}");
}

#[test]
fn explain_counts_the_games_of_a_packed_file_as_list_does() {
    let (folder, game) = folder();
    let short = "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    let text = [short.repeat(100), short.replace('\n', "\r").repeat(50)].concat();
    fs::write(&game, &text).unwrap();
    let run = |words: &[&str]| {
        let done = pgnpack()
            .current_dir(&folder)
            .args(words)
            .assert()
            .success();
        printed(&done)
    };
    run(&["compress", "-1", "--block-size", "4K", "game.pgn"]);
    let listed: serde_json::Value =
        serde_json::from_str(&run(&["list", "--json", "game.pgz"])).unwrap();
    assert_eq!(listed["games"], 150);
    let shown = run(&["explain", "--games", "100..150", "game.pgz"]);
    let heads = shown.lines().filter(|line| line.starts_with("game "));
    assert_eq!(heads.count(), 51, "{shown}");
}

#[test]
fn a_code_of_a_position_that_cannot_be_encoded_is_refused() {
    let damaged = "0000000111100000111001000111010111001000000100000001010101100011010110001010011011100110010011101101111111010001001000111111001000110110111011101001101110001000";
    let words = ["position", "decode", "-s", "kings-first", "--as", "bits"];
    let refused = pgnpack().args(words).arg(damaged).assert().code(1);
    refused.stdout("").stderr(format!(
        "pgnpack: '{}…': white could capture the king\n",
        &damaged[..40]
    ));
    // Every number stands for a position, even one in which the king could be captured.
    let number = "000101100011111001111100000010010111111011011111111101011111101101000001000100010011000000000110000100000101110110110100100101110111100010000010000101001";
    let words = ["position", "decode", "-s", "rank", "--as", "bits", number];
    let numbered = pgnpack().args(words).assert().success();
    numbered.stdout("1nNR4/3PP2N/2n2b2/b5r1/r1Q2KQp/3kBPqB/r1r2R1p/b3n1Bn w - - 0 1\n");
}

#[test]
fn each_word_is_a_code_of_a_position() {
    let fens = ["8/8/8/4k3/8/8/4P3/4K3 w - -", "8/8/8/3k4/8/8/4P3/4K3 b - -"];
    let position = |words: &[&str], rest: &[&str]| {
        let words = pgnpack().arg("position").args(words).args(rest).assert();
        printed(&words.success())
    };
    for form in ["hex", "base64", "bits"] {
        let codes = position(&["encode", "--as", form], &fens);
        let codes: Vec<&str> = codes.lines().collect();
        let (first, second) = codes[1].split_at(2);
        let parted = format!("{first} {second}");
        let told = position(&["decode", "--as", form], &[codes[0], &parted]);
        let expected = fens.map(|fen| format!("{fen} 0 1\n"));
        assert_eq!(told, expected.concat());
    }
}

#[test]
fn a_line_of_any_length_is_refused_in_a_short_one() {
    let good = "8/8/8/4k3/8/8/4P3/4K3 w - -";
    let long = "x".repeat(1 << 20);
    let (board, field) = (&good[..21], &long[..1000]);
    let turn = format!("{board} {field} - -");
    let en_passant = format!("{board} w - {field}");
    let lines = [&long, &turn, good, &en_passant].join("\n");
    let words = ["position", "encode", "-s", "rank"];
    let done = pgnpack().args(words).write_stdin(lines).assert().code(1);
    assert_eq!(printed(&done).lines().count(), 1);
    let x = "x".repeat(40);
    let expected = format!(
        "pgnpack: standard input: line 1: the line is too long\n\
         pgnpack: standard input: line 2: the side to move is '{x}…', not w or b\n\
         pgnpack: standard input: line 4: '{x}…' is no en-passant square\n"
    );
    assert_eq!(said(&done), expected);
}

#[test]
fn games_instead_of_positions_are_told_so_whatever_lines_are_blank() {
    let game = "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 *\n\n";
    let words = ["position", "encode"];
    let done = pgnpack().args(words).write_stdin(game.repeat(9)).assert();
    let message = said(&done.code(1));
    assert_eq!(message.lines().count(), 11, "{message}");
    assert!(
        message.ends_with("(position stats takes games)\n"),
        "{message}"
    );
}

#[test]
fn a_file_that_needs_a_model_is_explained_by_every_codec() {
    let (folder, game) = folder();
    let model = folder.path().join("game.pgm");
    let standard = fs::canonicalize("src/codec/model/standard.pgm").unwrap();
    let run = |words: &[&str]| pgnpack().current_dir(&folder).args(words).assert();
    pgnpack()
        .args(["train", "-q", "--networks"])
        .args([&standard, &"-o".into(), &model, &game])
        .assert()
        .success();
    run(&["compress", "-f", "--model", "game.pgm", "game.pgn"]).success();
    for codec in ["index", "jose"] {
        let words = ["explain", "--model", "game.pgm", "--codec", codec];
        let plain = run(&["explain", "--codec", codec, "game.pgn"]).success();
        run(&[&words[..], &["game.pgz"]].concat())
            .success()
            .stdout(plain.get_output().stdout.clone());
        run(&[&words[..], &["game.pgn"]].concat()).code(2);
    }
}

#[test]
fn what_nothing_makes_smaller_is_stored() {
    let (folder, _) = folder();
    let file = folder.path().join("noise.bin");
    fs::write(&file, noise(1 << 20)).unwrap();
    let packed = pgnpack().args(["compress", "-c"]).arg(&file).assert();
    let packed = packed.success().get_output().stdout.clone();
    assert!(packed.len() < (1 << 20) + 100);
    let back = pgnpack()
        .arg("decompress")
        .write_stdin(packed.clone())
        .unwrap();
    assert!(back.stdout == fs::read(&file).unwrap());
    let listed = folder.path().join("noise.pgz");
    fs::write(&listed, packed).unwrap();
    let list = pgnpack().args(["list", "-v"]).arg(listed).assert();
    assert!(printed(&list.success()).contains(", stored\n"));
}

/// The packed bytes fill the pipe long before the program is done, and so it waits.
#[test]
fn a_file_that_grows_while_it_is_packed_is_told() {
    let (folder, _) = folder();
    let file = folder.path().join("growing.bin");
    fs::write(&file, noise(1 << 20)).unwrap();
    let mut packing = process()
        .args(["compress", "-c"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0];
    let output = packing.stdout.as_mut().unwrap();
    output.read_exact(&mut first).unwrap();
    let mut growing = fs::OpenOptions::new().append(true).open(&file).unwrap();
    growing.write_all(b"1. e4 *\n").unwrap();
    let done = packing.wait_with_output().unwrap();
    let message = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.success(), "{message}");
    let end =
        "growing.bin: has changed meanwhile: what was written then may not be in the output\n";
    assert!(message.ends_with(end), "{message}");
}

#[test]
fn what_another_program_packed_is_not_taken_for_text() {
    let (folder, _) = folder();
    let packed = zstd::encode_all(GAME.as_bytes(), 1).unwrap();
    fs::write(folder.path().join("game.pgn.zst"), packed).unwrap();
    let why = "pgnpack: game.pgn.zst: is packed (unpack it first: zstd -dc FILE)\n";
    for words in [
        &["bench"][..],
        &["explain"],
        &["explain", "--codec", "jose"],
        &["position", "stats"],
        &["position", "train", "-o", "tables"],
        &["train", "-o", "new.pgm"],
        &["train", "--measure"],
    ] {
        let words = [words, &["game.pgn.zst"]].concat();
        let refused = pgnpack().current_dir(&folder).args(words).assert().code(1);
        refused.stderr(why);
    }
    assert_eq!(names(folder.path()), ["game.pgn", "game.pgn.zst"]);
    let own = pgnpack()
        .args(["position", "stats"])
        .write_stdin(self::packed())
        .assert();
    own.code(1).stderr(
        "pgnpack: standard input: is packed (unpack it first: pgnpack decompress -c FILE)\n",
    );
}

/// As PowerShell writes what it is told to put into a file.
#[test]
fn who_packs_utf_16_is_told_so_and_other_commands_refuse_it() {
    let (folder, _) = folder();
    for (name, mark, in_bytes) in [
        (
            "low.pgn",
            b"\xff\xfe",
            u16::to_le_bytes as fn(u16) -> [u8; 2],
        ),
        ("high.pgn", b"\xfe\xff", u16::to_be_bytes),
    ] {
        let letters = GAME.encode_utf16().flat_map(in_bytes);
        let text: Vec<u8> = mark.iter().copied().chain(letters).collect();
        fs::write(folder.path().join(name), &text).unwrap();
        let run = |words: &[&str]| pgnpack().current_dir(&folder).args(words).assert();
        run(&["compress", "-o", "packed", name])
            .success()
            .stderr(format!(
                "pgnpack: {name}: is UTF-16; as UTF-8 it packs better: iconv -f UTF-16 -t UTF-8 \
                 FILE | pgnpack compress\n"
            ));
        run(&["compress", "-q", "-f", "-o", "packed", name])
            .success()
            .stderr("");
        let again = run(&["decompress", "-c", "packed"]).success();
        assert_eq!(again.get_output().stdout, text);
        run(&["explain", name]).code(1).stderr(format!(
            "pgnpack: {name}: is UTF-16 (make it UTF-8 first: iconv -f UTF-16 -t UTF-8 FILE)\n"
        ));
        fs::remove_file(folder.path().join("packed")).unwrap();
    }
}

#[test]
fn utf_32_is_not_taken_for_utf_16() {
    let (folder, _) = folder();
    for (name, in_bytes) in [
        ("low.pgn", u32::to_le_bytes as fn(u32) -> [u8; 4]),
        ("high.pgn", u32::to_be_bytes),
    ] {
        let letters = ['\u{feff}'].into_iter().chain(GAME.chars());
        let text: Vec<u8> = letters.flat_map(|letter| in_bytes(letter.into())).collect();
        fs::write(folder.path().join(name), &text).unwrap();
        let run = |words: &[&str]| pgnpack().current_dir(&folder).args(words).assert();
        run(&["compress", "-c", name]).success().stderr(format!(
            "pgnpack: {name}: is UTF-32; as UTF-8 it packs better: iconv -f UTF-32 -t UTF-8 FILE | \
             pgnpack compress\n"
        ));
        run(&["explain", name]).code(1).stderr(format!(
            "pgnpack: {name}: is UTF-32 (make it UTF-8 first: iconv -f UTF-32 -t UTF-8 FILE)\n"
        ));
    }
}

#[test]
fn files_without_games_are_named() {
    let (folder, _) = folder();
    for name in ["a.txt", "b.txt", "c.txt"] {
        fs::write(folder.path().join(name), "no game\n").unwrap();
    }
    fs::write(
        folder.path().join("960.pgn"),
        "[Variant \"Chess960\"]\n[FEN \"nrbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBNR w KQkq - 0 1\"]\n\n1. e4 *\n",
    )
    .unwrap();
    fs::write(folder.path().join("empty.pgn"), "").unwrap();
    let positions = "there is no game to take positions from";
    for (words, why) in [
        (
            &["position", "stats", "a.txt"][..],
            format!("a.txt: {positions}"),
        ),
        (
            &["position", "stats", "a.txt", "b.txt"],
            format!("a.txt and 1 other file: {positions}"),
        ),
        (
            &["position", "train", "-o", "x", "a.txt", "b.txt", "c.txt"],
            format!("a.txt and 2 other files: {positions}"),
        ),
        (
            &["position", "train", "-o", "x", "960.pgn"],
            "960.pgn: there is no game to take positions of standard chess from".into(),
        ),
        (
            &["train", "-o", "x", "a.txt"],
            "a.txt: there is no game to learn from".into(),
        ),
        (
            &["explain", "a.txt"],
            "a.txt: there is no game in it".into(),
        ),
        (
            &["bench", "/dev/null"],
            "/dev/null: there is no text to measure".into(),
        ),
        (
            &["bench", "--json", "empty.pgn", "/dev/null"],
            "empty.pgn and 1 other file: there is no text to measure".into(),
        ),
    ] {
        let refused = pgnpack().current_dir(&folder).args(words).assert().code(1);
        refused.stderr(format!("pgnpack: {why}\n"));
    }
}

#[test]
fn a_codec_without_a_model_is_told_so_before_the_model_is_read() {
    let (folder, _) = folder();
    for command in ["compress", "explain"] {
        let words = [
            command, "--codec", "jose", "--model", "none.pgm", "game.pgn",
        ];
        let refused = pgnpack().current_dir(&folder).args(words).assert().code(2);
        refused
            .stdout("")
            .stderr("pgnpack: the codec jose has no use for --model\n");
    }
}

#[test]
fn explain_reads_no_further_than_to_the_games_wanted() {
    let mut child = process()
        .arg("explain")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // Ends when the program has ended.
    while input.write_all(GAME.as_bytes()).is_ok() {}
    assert!(child.wait().unwrap().success());

    let (folder, game) = folder();
    fs::write(&game, games(40)).unwrap();
    let pack = ["compress", "--codec", "bitpack", "--block-size", "4K"];
    pgnpack().args(pack).arg(&game).assert().success();
    let packed = folder.path().join("game.pgz");
    let explain = |games: &str| {
        let words = ["explain", "--games", games];
        pgnpack().args(words).arg(&packed).assert()
    };
    let whole = explain("2,40").success().get_output().stdout.clone();
    let mut bytes = fs::read(&packed).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&packed, &bytes).unwrap();
    explain("2,40").success().stdout(whole);
    explain("1..").code(1);
}

#[test]
fn blocks_are_read_up_to_the_limit() {
    let (folder, game) = folder();
    pgnpack().arg("compress").arg(game).assert().success();
    for words in [
        &["decompress", "-c"][..],
        &["test"],
        &["list"],
        &["list", "--games", "1"],
        &["explain"],
    ] {
        let run = |limit: usize| {
            let limit = limit.to_string();
            let words = [words, &["game.pgz", "--block-limit", &limit]].concat();
            pgnpack().current_dir(&folder).args(words).assert()
        };
        run(GAME.len()).success();
        let why = said(&run(GAME.len() - 1).code(1));
        assert!(why.contains(" are allowed"), "{why}");
    }
}

/// As `tar -I pgnpack`, `tar -I "pgnpack -9"` and `tar -I "pgnpack compress"` run it, and then with
/// `-d` what unpacks.
#[test]
fn tar_packs_and_unpacks() {
    for (packer, unpacker) in [
        (&[][..], &["-d"][..]),
        (&["-9"], &["-9", "-d"]),
        (&["-9T1"], &["-9T1", "-d"]),
        (&["--codec", "jose"], &["--codec", "jose", "-d"]),
        (&["compress"], &["decompress", "-d"]),
    ] {
        let packed = pgnpack().args(packer).write_stdin(GAME).assert().success();
        let packed = packed.get_output().stdout.clone();
        assert!(packed.len() < GAME.len());
        let done = pgnpack().args(unpacker).write_stdin(packed).assert();
        done.success().stdout(GAME);
    }
}

/// As scripts that know other packers run it. Nothing is unpacked, let alone removed, where that was
/// not asked for.
#[test]
fn options_of_other_packers_do_what_they_do_there() {
    let (folder, game) = folder();
    fs::write(folder.path().join("game.pgz"), packed()).unwrap();
    fs::remove_file(&game).unwrap();
    let run = |words: &str| {
        let words = words.split(' ');
        pgnpack().current_dir(&folder).args(words).assert()
    };
    for words in ["-t game.pgz", "-dt --rm game.pgz", "game.pgz --test -9"] {
        run(words).success().stdout("");
    }
    for words in ["-l game.pgz", "-dl game.pgz", "game.pgz -l"] {
        assert!(printed(&run(words).success()).contains("game.pgz"));
    }
    assert!(printed(&run("-dh --rm game.pgz").success()).contains("Usage:"));
    run("-dZ game.pgz").code(2);
    run("-d -f -o -9 game.pgz").code(2);
    assert_eq!(names(folder.path()), ["game.pgz"]);
    run("game.pgz -d").success();
    assert_eq!(fs::read_to_string(game).unwrap(), GAME);
}

#[test]
fn a_file_without_a_name_is_no_reason_to_leave_out_others() {
    let (folder, _) = folder();
    let done = pgnpack()
        .current_dir(&folder)
        .args(["compress", "", "game.pgn"])
        .assert()
        .code(1);
    assert!(said(&done).starts_with("pgnpack: '': No such file"));
    assert_eq!(names(folder.path()), ["game.pgn", "game.pgz"]);
}
