//! Files written once and read for ever: `fixtures/golden/v1/`.
//!
//! `PGNPACK_BLESS=add` adds the files of codecs that have none. Nothing but a person's own hand changes one that is there.

use crate::{
    reference,
    round_trip::{pack, unpack},
    texts,
};
use pgnpack::{
    codec::{self, Codec},
    pipeline::CompressOptions,
};
use std::{collections::BTreeSet, env, fs, path::PathBuf};

const FOLDER: &str = "fixtures/golden/v1";

/// The sample in blocks of at most that many bytes, so that the files show more than one block.
const BLOCK_TEXT: usize = 1 << 10;

fn file_of(codec: &dyn Codec) -> PathBuf {
    PathBuf::from(FOLDER).join(format!("{}.pgz", codec.id().name()))
}

fn fresh(codec: &dyn Codec) -> Vec<u8> {
    let options = CompressOptions {
        codec: codec.id(),
        block_text: Some(BLOCK_TEXT),
        ..CompressOptions::default()
    };
    pack(&texts::sample(), &options).0
}

/// The golden file of a codec, written now if it is missing and that is wanted.
fn golden(codec: &dyn Codec) -> Vec<u8> {
    let path = file_of(codec);
    if !path.exists() && env::var_os("PGNPACK_BLESS").is_some_and(|wish| wish == "add") {
        fs::write(&path, fresh(codec)).unwrap();
    }
    fs::read(&path)
        .unwrap_or_else(|error| panic!("{}: {error} (PGNPACK_BLESS=add writes it)", path.display()))
}

#[test]
fn golden_files_give_the_sample_back() {
    for codec in codec::registered() {
        assert_eq!(
            unpack(&golden(codec), 1).unwrap(),
            texts::sample(),
            "{}",
            codec.id().name()
        );
    }
}

/// Fails when an encoder changes its mind. That is no breach of the format, as long as the test above holds: then the old file is kept under
/// another name, and a new one added.
#[test]
fn encoders_still_write_the_golden_files() {
    for codec in codec::registered() {
        assert!(
            fresh(codec) == golden(codec),
            "{} writes other bytes",
            codec.id().name()
        );
    }
}

#[test]
fn golden_files_are_as_the_format_says() {
    for codec in codec::registered() {
        let golden = golden(codec);
        let blocks = reference::blocks(&golden).unwrap();
        assert!(blocks.len() > 1);
        let text_bytes: u64 = blocks.iter().map(|block| block.text_bytes).sum();
        assert_eq!(text_bytes, texts::sample().len() as u64);
    }
}

#[test]
fn the_folder_holds_the_sample_and_a_file_for_each_codec() {
    let found: BTreeSet<String> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut expected: BTreeSet<String> = codec::registered()
        .map(|codec| format!("{}.pgz", codec.id().name()))
        .collect();
    expected.insert("sample.pgn".into());
    assert_eq!(found, expected);
}
