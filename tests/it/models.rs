//! Packed files that need another model of moves than the built-in one.

use crate::{
    corrupt::unpack_damaged,
    program::{pgnpack, printed, said},
    round_trip::{pack, unpack},
    texts,
};
use pgnpack::{
    codec::{CodecId, Level},
    container::{
        header::{HEADER_BYTES, Header, MAGIC, MODEL_SECTION_BYTES, ModelSection},
        source::Source,
    },
    error::{ErrorKind, Result},
    pipeline::{
        CompressOptions, DecompressOptions, ModelChoice, ModelFile, Nobody, decompress, extract,
        inspect,
    },
};
use proptest::prelude::*;
use std::{
    fs,
    io::Cursor,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

const GAMES: &str = "fixtures/golden/v1/sample.pgn";

/// Trains a small model and writes it to `path`. Each seed gives another model.
fn train(path: &Path, seed: u64) {
    pgnpack()
        .args(["train", GAMES, "--units", "64", "-q", "--seed"])
        .arg(seed.to_string())
        .arg("-o")
        .arg(path)
        .assert()
        .success();
}

/// Two different model files.
static MODELS: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    [1, 2].map(|seed| {
        let path = folder.path().join("model.pgm");
        train(&path, seed);
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        bytes
    })
});

fn model(number: usize) -> Arc<ModelFile> {
    Arc::new(ModelFile::read(MODELS[number].clone()).unwrap())
}

fn options(model: ModelChoice) -> CompressOptions {
    CompressOptions {
        codec: CodecId::Model,
        model,
        ..CompressOptions::default()
    }
}

fn unpack_with(packed: &[u8], models: &[Arc<ModelFile>]) -> Result<Vec<u8>> {
    let options = DecompressOptions {
        models: models.to_vec(),
        ..DecompressOptions::default()
    };
    let mut text = Vec::new();
    let mut input = packed;
    decompress(&mut input, &mut text, &options, &Nobody).map(|_| text)
}

/// A folder with a game, the models `one.pgm` and `two.pgm`, and `game.pgz`, a packed file of the
/// game that needs `one.pgm`.
fn folder(more: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in ["one.pgm", "two.pgm"].iter().zip(MODELS.iter()) {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    fs::write(folder.path().join("game.pgn"), texts::GAME).unwrap();
    pgnpack()
        .current_dir(&folder)
        .args(["compress", "game.pgn", "--model", "one.pgm"])
        .args(more)
        .assert()
        .success()
        .stdout("")
        .stderr("");
    let packed = folder.path().join("game.pgz");
    (folder, packed)
}

/// Runs the program in `folder`. It must fail with one line, which is returned.
fn failure(folder: &TempDir, code: i32, words: &str) -> String {
    let failed = pgnpack()
        .current_dir(folder)
        .args(words.split(' '))
        .assert()
        .code(code)
        .stdout("");
    let message = said(&failed);
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.starts_with("pgnpack: "), "{message}");
    message
}

fn name(number: usize) -> String {
    format!("{:016x}", xxh3_64(&MODELS[number]))
}

#[test]
fn no_output_takes_the_place_of_a_model() {
    let (folder, _) = folder(&[]);
    for words in [
        "compress -f --model one.pgm -o one.pgm game.pgn",
        "decompress -f --model one.pgm -o one.pgm game.pgz",
    ] {
        let message = failure(&folder, 1, words);
        assert!(message.contains("one.pgm: is an input"), "{message}");
        assert!(fs::read(folder.path().join("one.pgm")).unwrap() == MODELS[0]);
    }
}

/// Packed under itself and removed, it could not be unpacked, and neither could what needs it.
#[test]
fn the_model_of_a_packed_file_is_not_removed() {
    let (folder, packed) = folder(&[]);
    fs::remove_file(packed).unwrap();
    let words = "compress --rm --model one.pgm one.pgm game.pgn two.pgm";
    let message = failure(&folder, 1, words);
    assert!(message.contains("one.pgm: is the model"), "{message}");
    let there = |name: &str| folder.path().join(name).exists();
    assert!(there("one.pgm") && !there("one.pgm.pgz"));
    assert!(there("game.pgz") && !there("game.pgn"));
    assert!(there("two.pgm.pgz") && !there("two.pgm"));
}

#[test]
fn the_same_games_and_seed_train_the_same_model() {
    let folder = tempfile::tempdir().unwrap();
    let again = folder.path().join("again.pgm");
    train(&again, 1);
    assert!(fs::read(&again).unwrap() == MODELS[0]);
    assert!(MODELS[0] != MODELS[1]);
    // The files of finished parts are gone.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn networks_of_another_model_are_kept_and_the_rest_is_learnt_anew() {
    let (_folder, path) = folder(&[]);
    let learnt_from = |games| {
        let again = path.with_file_name("again.pgm");
        pgnpack()
            .args(["train", games, "-qfo"])
            .arg(&again)
            .arg("--networks")
            .arg(path.with_file_name("one.pgm"))
            .assert()
            .success();
        (fs::read(&again).unwrap(), moves_under(&again))
    };
    let moves = moves_under(&path.with_file_name("one.pgm"));
    assert!(learnt_from(GAMES) == (MODELS[0].clone(), moves.clone()));
    let (other, same_moves) = learnt_from("fixtures/pgn/clocks.pgn");
    assert!(other != MODELS[0] && same_moves == moves);
}

#[test]
fn a_second_network_learns_from_the_first() {
    let (_folder, path) = folder(&[]);
    let both = path.with_file_name("both.pgm");
    let words = [
        "train", GAMES, "--units", "64,64", "-q", "--seed", "1", "-o",
    ];
    pgnpack().args(words).arg(&both).assert().success();
    let moves = moves_under(&both);
    // What is asked is not the first, nor what the second would be had it learnt from the games.
    for alone in ["one.pgm", "two.pgm"] {
        assert!(moves != moves_under(&path.with_file_name(alone)), "{alone}");
    }
}

/// What each move of a game costs under a model, at a level with networks.
fn moves_under(model: &Path) -> Vec<u8> {
    let explained = pgnpack()
        .args(["explain", "fixtures/pgn/export.pgn", "--model"])
        .arg(model)
        .assert()
        .success();
    explained.get_output().stdout.clone()
}

#[test]
fn training_fails_before_it_begins_where_it_must() {
    let (folder, _) = folder(&[]);
    let message = failure(&folder, 1, "train game.pgn -o one.pgm");
    assert!(message.contains("one.pgm: exists already"), "{message}");
    fs::write(folder.path().join("empty.pgn"), "").unwrap();
    let message = failure(&folder, 1, "train empty.pgn -o new.pgm");
    assert!(message.contains("no game to learn from"), "{message}");
    let message = failure(&folder, 1, "train nowhere.pgn -o new.pgm");
    assert!(message.contains("nowhere.pgn: "), "{message}");
    for other in ["networks", "quick"] {
        let words = format!("train empty.pgn -o new.pgm --{other} nowhere.pgm");
        let message = failure(&folder, 1, &words);
        assert!(message.contains("nowhere.pgm: "), "{message}");
    }
    fs::write(folder.path().join("new.pgm.part"), "something else").unwrap();
    let message = failure(&folder, 1, "train game.pgn -o new.pgm");
    assert!(message.contains("new.pgm.part: exists"), "{message}");
    for usage in [
        "train game.pgn@0 -o new.pgm",
        "train game.pgn -o new.pgm --units 3",
        "train game.pgn -o new.pgm --model one.pgm",
        "train game.pgn --measure --seed 4",
    ] {
        let words = usage.split(' ');
        let refused = pgnpack().current_dir(&folder).args(words).assert();
        refused.code(2).stdout("");
    }
    assert!(!folder.path().join("new.pgm").exists());
}

#[test]
fn a_file_packed_with_a_model_is_unpacked_with_it() {
    let (folder, _) = folder(&[]);
    for words in [
        "test game.pgz --model one.pgm",
        "test game.pgz --model two.pgm --model one.pgm",
        "explain game.pgz --model one.pgm",
        "decompress game.pgz --model one.pgm -o back.pgn",
        "decompress game.pgz --model one.pgm --games 1 -o first.pgn",
    ] {
        pgnpack()
            .current_dir(&folder)
            .args(words.split(' '))
            .assert()
            .success()
            .stderr("");
    }
    for name in ["back.pgn", "first.pgn"] {
        assert_eq!(
            fs::read_to_string(folder.path().join(name)).unwrap(),
            texts::GAME
        );
    }
}

#[test]
fn a_missing_model_is_one_line_with_its_checksum_and_the_option() {
    let (folder, _) = folder(&[]);
    for words in [
        "decompress game.pgz -o back.pgn",
        "test game.pgz",
        "decompress game.pgz --games 1 -o back.pgn",
        "explain game.pgz",
    ] {
        let message = failure(&folder, 1, words);
        assert!(
            message.contains(&name(0)) && message.contains("--model FILE"),
            "{words}: {message}"
        );
    }
    assert!(!folder.path().join("back.pgn").exists());
}

#[test]
fn a_wrong_model_is_one_line_with_both_checksums() {
    let (folder, _) = folder(&[]);
    let message = failure(
        &folder,
        1,
        "decompress game.pgz --model two.pgm -o back.pgn",
    );
    assert!(
        message.contains(&name(0)) && message.contains(&name(1)),
        "{message}"
    );
    let message = failure(&folder, 1, "test game.pgz --model game.pgn");
    assert!(message.contains("game.pgn: this is no model"), "{message}");
    let message = failure(&folder, 1, "compress -c game.pgn --model game.pgz");
    assert!(message.contains("game.pgz: this is no model"), "{message}");
    let message = failure(&folder, 1, "test game.pgz --model nowhere.pgm");
    assert!(message.contains("nowhere.pgm: "), "{message}");
}

#[test]
fn an_embedded_model_needs_nothing_but_the_file() {
    let (folder, packed) = folder(&["--embed-model"]);
    pgnpack()
        .args(["decompress", "-c"])
        .arg(&packed)
        .assert()
        .success()
        .stdout(texts::GAME);
    pgnpack()
        .arg("explain")
        .arg(&packed)
        .current_dir(&folder)
        .assert()
        .success();
}

#[test]
fn the_list_names_the_model_and_where_it_is() {
    for (more, place) in [
        (&[][..], "--model FILE"),
        (&["--embed-model"], "in the file, "),
    ] {
        let (_folder, packed) = folder(more);
        let listed = pgnpack()
            .args(["list", "-v"])
            .arg(&packed)
            .assert()
            .success();
        let listed = printed(&listed);
        let line = listed.lines().find(|line| line.contains(&name(0)));
        assert!(line.is_some_and(|line| line.contains(place)), "{listed}");
    }
}

#[test]
fn the_built_in_model_is_not_named() {
    let standard = include_bytes!("../../src/codec/model/standard.pgm");
    let file = Arc::new(ModelFile::read(standard.to_vec()).unwrap());
    let plain = pack(texts::GAME.as_bytes(), &options(ModelChoice::BuiltIn)).0;
    for choice in [
        ModelChoice::Named(Arc::clone(&file)),
        ModelChoice::Embedded(file),
    ] {
        assert!(pack(texts::GAME.as_bytes(), &options(choice)).0 == plain);
    }
}

#[test]
fn files_with_different_models_may_follow_one_another() {
    let choices = [
        ModelChoice::Named(model(0)),
        ModelChoice::BuiltIn,
        ModelChoice::Embedded(model(1)),
        ModelChoice::Named(model(1)),
        ModelChoice::Named(model(0)),
    ];
    let files = choices.map(|choice| pack(texts::GAME.as_bytes(), &options(choice)).0);
    let packed = files.concat();
    let text = texts::GAME.repeat(files.len()).into_bytes();
    assert_eq!(unpack_with(&packed, &[model(0), model(1)]).unwrap(), text);
    let error = unpack_with(&packed, &[model(0)]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);

    let contents = inspect(&mut Cursor::new(&packed)).unwrap();
    assert_eq!(contents.files.len(), files.len());
    let (mut middle, with) = (Vec::new(), DecompressOptions::default());
    extract(
        &mut Cursor::new(&packed),
        &(1..3).into(),
        &mut middle,
        &with,
        &Nobody,
    )
    .unwrap();
    assert_eq!(middle, texts::GAME.repeat(2).into_bytes());
}

#[test]
fn a_model_serves_every_level_and_any_number_of_threads() {
    let text = texts::sample();
    for level in [1, 6, 9] {
        let with = |threads| CompressOptions {
            level: Level::new(level).unwrap(),
            threads: NonZero::new(threads).unwrap(),
            block_size: Some(1 << 10),
            ..options(ModelChoice::Named(model(0)))
        };
        let packed = pack(&text, &with(1)).0;
        assert!(pack(&text, &with(3)).0 == packed, "level {level}");
        assert_eq!(unpack_with(&packed, &[model(0)]).unwrap(), text);
    }
}

/// A file with `model` embedded and valid checksums. `rest` is what follows the model.
fn with_embedded(model: &[u8], rest: &[u8]) -> Vec<u8> {
    let header = Header::read(&mut Source::new(SOUND.as_slice(), 0)).unwrap();
    let header = header.with_model(ModelSection::Embedded(model.to_vec()));
    [&header.to_bytes()[..], rest].concat()
}

static SOUND: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let choice = ModelChoice::Embedded(model(0));
    pack(texts::GAME.as_bytes(), &options(choice)).0
});

/// What follows the embedded model in [`SOUND`].
fn rest() -> &'static [u8] {
    &SOUND[HEADER_BYTES + MODEL_SECTION_BYTES + MODELS[0].len()..]
}

/// The first model with the byte at `at` changed, and a valid checksum.
fn changed(at: usize, change: u8) -> Vec<u8> {
    let mut model = MODELS[0].clone();
    let body = model.len() - 8;
    model[at % body] ^= change;
    let checksum = xxh3_64(&model[..body]);
    model[body..].copy_from_slice(&checksum.to_le_bytes());
    model
}

#[test]
fn a_file_with_a_model_that_is_cut_short_or_damaged_says_so() {
    let packed = with_embedded(&MODELS[0], rest());
    assert_eq!(unpack(&packed, 1).unwrap(), texts::GAME.as_bytes());
    let ends = (0..HEADER_BYTES + 100)
        .chain((0..packed.len()).step_by(77_777))
        .chain(packed.len() - rest().len()..packed.len());
    for end in ends {
        let error = unpack(&packed[..end], 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{end} bytes: {error}");
    }
    for at in (0..HEADER_BYTES + 100).chain((0..packed.len() - rest().len()).step_by(77_777)) {
        let mut damaged = packed.clone();
        damaged[at] ^= 4;
        let error = unpack(&damaged, 1).unwrap_err();
        let due = match at < MAGIC.len() {
            true => ErrorKind::NotPacked,
            false => ErrorKind::Corrupt,
        };
        assert_eq!(error.kind(), due, "byte {at}: {error}");
    }
}

#[test]
fn what_is_embedded_and_no_model_is_an_error() {
    for model in [&b"weights"[..], &MODELS[0][..1000], &[0; 50]] {
        let error = unpack(&with_embedded(model, rest()), 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_strange_model_is_refused_or_decodes_to_no_other_text(at in any::<usize>(), near in prop::bool::ANY, change in 1..=255u8) {
        // Half of the changes are in the head of the model file, which states its structure.
        let model = changed(if near { at % 64 } else { at }, change);
        if let Some(text) = unpack_damaged(&with_embedded(&model, rest())) {
            prop_assert_eq!(text, texts::GAME.as_bytes());
        }
    }
}
