//! Files written once and read for ever: `fixtures/golden/v1/`.
//!
//! `PGNPACK_BLESS=add` adds the files of codecs that have none. Nothing but a person's own hand changes one that is there.

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

/// Fails when an encoder changes its mind. That is no breach of the format, as long as the test above holds: then the
/// old file is kept under another name, and a new one added.
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

/// What the files of the folder do not show, for they are of one level.
struct Levels {
    codec: CodecId,
    text: fn() -> Vec<u8>,
    /// XXH3 of what each level makes of the text.
    written: [u64; 9],
}

const LEVELS: [Levels; 3] = [
    Levels {
        codec: CodecId::Model,
        text: texts::sample,
        written: [
            0x8721_c490_8e0f_5f20,
            0x6cd5_847e_1937_58a7,
            0x4644_a2ed_771c_b023,
            0xd1bc_f841_b8fb_76c8,
            0xfb11_ad24_27d6_9e11,
            0x5034_d32f_30e9_c453,
            0x136c_90e0_1854_9c66,
            0xe8c2_e81a_6603_82c4,
            0x7574_a610_c0ba_144e,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0x2ae5_f135_e4fd_b1f0,
            0xe926_3699_8e69_2920,
            0xda7d_d218_927d_5f86,
            0x7a94_ad5d_1f4a_0a01,
            0x0c61_079e_de38_bc7a,
            0x5b3a_f742_93d2_37e5,
            0x0cef_b550_078a_a056,
            0x83d8_0941_15d5_b397,
            0xedd4_a539_3078_d823,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0xcb48_b5d5_b168_05e7,
            0x589f_39cc_307c_fb51,
            0x8d3c_f8ac_2846_c69f,
            0xfba3_b8b3_a58e_ecbc,
            0xf311_66d0_1d45_e5e6,
            0x9ee1_8868_485d_30ca,
            0xe0f8_ebf3_b044_89e9,
            0xb3a0_ec0f_3459_629c,
            0x9eb7_6cf3_5d6d_b98e,
        ],
    },
];

/// As the test above: a failure is no breach of the format by itself.
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
