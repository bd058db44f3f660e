//! Golden files, which every version of the program must read: `fixtures/golden/v1/`.
//!
//! `PGNPACK_BLESS=add` adds the files of codecs that have none. Tests never change an existing
//! file.

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
            0xb20d_f519_8360_2825,
            0x944a_ab22_c563_7877,
            0xc6ee_c1a5_d2e7_94ae,
            0x346c_7aa0_525e_3290,
            0x733c_c7b5_d725_ea3d,
            0x3f1d_7c3e_ba63_cfc4,
            0xd1e4_62df_7efb_1020,
            0x8015_2dfc_36ba_3aed,
            0xd6e4_909f_4303_0796,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0xc1ac_1d5a_9369_3487,
            0xc861_58f9_f025_dc9f,
            0x23be_d2a9_d87f_b56d,
            0x3ebd_b9dc_069f_4279,
            0x9cee_84be_4e29_e7f1,
            0x6e4e_5862_9521_79d4,
            0x1189_7013_703e_061a,
            0x79cc_ee70_c3eb_7f33,
            0x603c_d8fa_e663_b799,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0x838d_67d1_9e22_dd90,
            0x2de8_c46c_7349_3946,
            0x8a39_c86a_ca35_9a65,
            0xba9d_7ff9_d865_3c21,
            0x5b7f_2e80_d861_bdb2,
            0xac7e_826f_abc2_6727,
            0xe9cc_7118_87d0_61a6,
            0xead4_f591_adb0_6f4b,
            0x18b6_babd_8b94_bd8e,
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
