//! Golden files, which every version of the program must read: `fixtures/golden/v1/`.
//!
//! `PGNPACK_BLESS=add` adds the files of codecs that have none. Tests never change an existing
//! file. Where one must be made anew, decoders do something else than before: that takes another
//! `container::header::VERSION`.

use crate::{
    engine_match, reference,
    round_trip::{pack, unpack},
    texts,
};
use pgnpack::{
    codec::{self, CodecId, Level},
    pipeline::CompressOptions,
};
use std::{collections::BTreeSet, env, fs, path::PathBuf};
use xxhash_rust::xxh3::xxh3_64;

const FOLDER: &str = "fixtures/golden/v1";

/// The block size for the sample, in bytes: small, so that its files have several blocks.
const BLOCK_TEXT: usize = 1 << 10;

/// A golden file.
struct Golden {
    codec: CodecId,
    /// Whether it is a short file of one game. If not, it holds the sample in several blocks.
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

    /// The bytes of the file. If it is missing, writes it if `PGNPACK_BLESS` says so.
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

/// Fails when an encoder writes other bytes. That does not break the format as long as the test
/// above holds: keep the old file under another name, and add a new one.
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

/// What every level writes; the golden files are all of one level.
struct Levels {
    codec: CodecId,
    text: fn() -> Vec<u8>,
    /// XXH3 of the packed text, by level.
    written: [u64; 9],
}

const LEVELS: [Levels; 3] = [
    Levels {
        codec: CodecId::Model,
        text: texts::sample,
        written: [
            0x5b86_47da_1c4a_c86b,
            0x3d17_acaa_1b7d_b613,
            0xdc63_d53d_d291_d8ec,
            0x7d28_666e_788e_e7e6,
            0x8491_007a_4b12_d25b,
            0x97aa_e69c_3c48_287c,
            0xf2e9_881a_1f54_268a,
            0xea6a_1fc1_0996_3083,
            0x1048_c887_3c6c_b6e6,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0x8b94_52b3_a3e8_ffe2,
            0x400f_3621_4fa0_ddd3,
            0x7d9b_d2cf_e3b5_0054,
            0x04f9_f8b3_8ccd_8130,
            0x706a_e1f9_e70b_0c05,
            0x562d_c70f_3f5e_7711,
            0x2fe2_5e6b_943e_6e74,
            0xfa5d_226f_af96_dca0,
            0x9875_ff3d_28c7_2bfa,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0x2441_9285_8262_93b1,
            0x927d_d095_4fe1_0c1c,
            0x41ee_a8f0_12f9_c2e8,
            0x6d56_bb48_fc3a_dd48,
            0xb7d6_26c5_9da4_d429,
            0x78c1_6629_a20e_4fbc,
            0x15a2_25f0_92d6_b962,
            0xdb18_ff24_4deb_073d,
            0x2537_9706_9612_0e34,
        ],
    },
];

/// Like the test of the golden files: a failure alone does not break the format.
#[test]
fn levels_still_write_what_they_wrote() {
    for Levels {
        codec,
        text,
        written,
    } in LEVELS
    {
        let text = text();
        let now = std::array::from_fn(|index| {
            let options = CompressOptions {
                codec,
                level: Level::new(index as u8 + 1).unwrap(),
                ..CompressOptions::default()
            };
            xxh3_64(&pack(&text, &options).0)
        });
        assert_eq!(now, written, "{}", codec.name());
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
