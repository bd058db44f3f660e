//! What the program packs, and the second decoders read.

use super::payload;
use crate::{reference, round_trip::pack, texts};
use pgnpack::{
    codec::{CodecId, Level},
    pipeline::CompressOptions,
};

/// What the second decoder makes of a file, all of whose blocks must be of codec `text` or stored.
fn read(file: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for block in reference::blocks(file).unwrap() {
        let decoded = match block.method {
            1 => block.payload,
            2 => payload::decode(&block.payload, block.text_bytes).unwrap(),
            method => panic!("method {method}"),
        };
        assert_eq!(decoded.len() as u64, block.text_bytes);
        text.extend(decoded);
    }
    text
}

fn options(level: u8) -> CompressOptions {
    CompressOptions {
        codec: CodecId::Text,
        level: Level::new(level).unwrap(),
        ..CompressOptions::default()
    }
}

#[test]
fn text_is_read_from_its_document() {
    for (name, text) in [
        ("the sample", texts::sample()),
        ("the README", std::fs::read("README.md").unwrap()),
    ] {
        for level in [1, 3, 6, 9] {
            let file = pack(&text, &options(level)).0;
            assert!(read(&file) == text, "{name} at level {level}");
        }
    }
}
