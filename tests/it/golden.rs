//! Files written once and read for ever: `fixtures/golden/v1/`.
//!
//! `PGNPACK_BLESS=add` adds the files of codecs that have none. Nothing but a person's own hand changes one that is there.

use crate::{
    reference,
    round_trip::{pack, unpack},
    texts,
};
use pgnpack::{
    codec::{self, CodecId},
    pipeline::CompressOptions,
};
use std::{collections::BTreeSet, env, fs, path::PathBuf};

const FOLDER: &str = "fixtures/golden/v1";

/// The sample in blocks of at most that many bytes, so that the files show more than one block.
const BLOCK_TEXT: usize = 1 << 10;

/// A file of the folder.
struct Golden {
    codec: CodecId,
    /// Whether it is of one game, a short file; if not, of the sample, in several blocks.
    short: bool,
}

impl Golden {
    fn all() -> impl Iterator<Item = Golden> {
        let all = codec::registered();
        all.flat_map(|codec| {
            let codec = codec.id();
            [false, true].map(|short| Golden { codec, short })
        })
    }

    fn name(&self) -> String {
        let ending = if self.short { "-short" } else { "" };
        format!("{}{ending}.pgz", self.codec.name())
    }

    fn text(&self) -> Vec<u8> {
        match self.short {
            true => fs::read(PathBuf::from(FOLDER).join("game.pgn")).unwrap(),
            false => texts::sample(),
        }
    }

    fn fresh(&self) -> Vec<u8> {
        let options = CompressOptions {
            codec: self.codec,
            block_text: (!self.short).then_some(BLOCK_TEXT),
            ..CompressOptions::default()
        };
        pack(&self.text(), &options).0
    }

    /// The file, written now if it is missing and that is wanted.
    fn bytes(&self) -> Vec<u8> {
        let path = PathBuf::from(FOLDER).join(self.name());
        if !path.exists() && env::var_os("PGNPACK_BLESS").is_some_and(|wish| wish == "add") {
            fs::write(&path, self.fresh()).unwrap();
        }
        fs::read(&path).unwrap_or_else(|error| {
            panic!("{}: {error} (PGNPACK_BLESS=add writes it)", path.display())
        })
    }
}

#[test]
fn golden_files_give_the_text_back() {
    for golden in Golden::all() {
        let back = unpack(&golden.bytes(), 1).unwrap();
        assert_eq!(back, golden.text(), "{}", golden.name());
    }
}

/// Fails when an encoder changes its mind. That is no breach of the format, as long as the test above holds: then the old file is kept under
/// another name, and a new one added.
#[test]
fn encoders_still_write_the_golden_files() {
    for golden in Golden::all() {
        assert!(
            golden.fresh() == golden.bytes(),
            "{} has other bytes",
            golden.name()
        );
    }
}

#[test]
fn golden_files_are_as_the_format_says() {
    for golden in Golden::all() {
        let blocks = reference::blocks(&golden.bytes()).unwrap();
        assert_eq!(blocks.len() == 1, golden.short);
        let text_bytes: u64 = blocks.iter().map(|block| block.text_bytes).sum();
        assert_eq!(text_bytes, golden.text().len() as u64);
    }
}

#[test]
fn the_folder_holds_the_texts_and_files_of_each_codec() {
    let found: BTreeSet<String> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut expected: BTreeSet<String> = Golden::all().map(|golden| golden.name()).collect();
    expected.extend(["sample.pgn", "game.pgn"].map(String::from));
    assert_eq!(found, expected);
}
