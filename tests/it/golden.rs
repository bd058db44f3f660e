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
            0x4660_1693_b0fc_a4e0,
            0xd003_a8f1_14d8_1afb,
            0x61ae_0c33_dab8_b269,
            0xc2bc_ba66_2a25_83d7,
            0xed14_6c06_0172_1c6f,
            0x9f01_0e23_639b_94ba,
            0xc2bd_16e9_9e94_7403,
            0xf980_05b3_1b40_83a8,
            0x81ad_6bc9_3499_3365,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0x75aa_3ef1_fcef_88ac,
            0xc560_0615_9f4a_d49c,
            0x9e4a_d090_a4b6_5ef7,
            0x5540_1c01_2351_ff32,
            0x5654_132a_3401_d4fc,
            0xa0c1_d182_c379_3840,
            0x2191_73ba_67aa_cefb,
            0x1f5d_d15d_46cd_8403,
            0x1aa9_106c_93d6_1134,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0x6110_b1a2_30c0_870f,
            0xfea4_6111_5bc9_a01c,
            0xc971_b182_027c_81a8,
            0xe22d_6354_28f6_a865,
            0xedd5_9ddf_f87f_b29f,
            0x80b2_96f9_ff96_8d3f,
            0x67b0_bb32_2436_361e,
            0x5359_e867_3842_9c3e,
            0xfc9f_fe09_b065_73f0,
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
