//! Golden files, which every version of the program must read: `fixtures/golden/v1/`.
//!
//! `PGNPACK_BLESS=add` adds the files of codecs that have none. Tests never change an existing
//! file. Where one must be made anew, decoders do something else than before: that takes another
//! `container::header::VERSION`.

use crate::{
    engine_match,
    reference::container,
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
    text: Text,
}

/// What a golden file holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    /// The sample, in several blocks.
    Sample,
    /// One game: the file is short.
    Game,
    /// The same game three times.
    GameAgain,
}

impl Text {
    const ALL: [Text; 3] = [Text::Sample, Text::Game, Text::GameAgain];

    /// What the names of such files end with, before the suffix.
    fn ending(self) -> &'static str {
        match self {
            Text::Sample => "",
            Text::Game => "-short",
            Text::GameAgain => "-again",
        }
    }

    fn bytes(self) -> Vec<u8> {
        let game = || fs::read(PathBuf::from(FOLDER).join("game.pgn")).unwrap();
        match self {
            Text::Sample => texts::sample(),
            Text::Game => game(),
            Text::GameAgain => game().repeat(3),
        }
    }
}

impl Golden {
    fn all() -> impl Iterator<Item = Golden> {
        let all = codec::registered();
        all.flat_map(|codec| {
            let codec = codec.id();
            Text::ALL.map(|text| Golden { codec, text })
        })
    }

    fn name(&self) -> String {
        format!("{}{}.pgz", self.codec.name(), self.text.ending())
    }

    fn fresh(&self) -> Vec<u8> {
        let options = CompressOptions {
            codec: self.codec,
            block_text: (self.text == Text::Sample).then_some(BLOCK_TEXT),
            ..CompressOptions::default()
        };
        pack(&self.text.bytes(), &options).0
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

/// The names of all files in the folder.
fn names() -> BTreeSet<String> {
    let files = fs::read_dir(FOLDER).unwrap();
    files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn golden_files_give_the_text_back() {
    for golden in Golden::all() {
        let back = unpack(&golden.bytes(), 1).unwrap();
        assert_eq!(back, golden.text.bytes(), "{}", golden.name());
    }
    // Those of encoders of old, too.
    for name in names().iter().filter(|name| name.ends_with(".pgz")) {
        let bytes = fs::read(PathBuf::from(FOLDER).join(name)).unwrap();
        let ends = |text: &Text| name.ends_with(&format!("{}.pgz", text.ending()));
        let text = Text::ALL.into_iter().rev().find(ends).unwrap();
        assert_eq!(unpack(&bytes, 1).unwrap(), text.bytes(), "{name}");
    }
}

/// Fails when an encoder writes other bytes. That does not break the format as long as the test
/// above holds: the old file stays beside the new one, under a name that this test does not ask for.
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

const LEVELS: [Levels; 4] = [
    Levels {
        codec: CodecId::Model,
        text: texts::sample,
        written: [
            0x7ca1_3e79_87a3_b628,
            0x7c54_3f18_5a42_1149,
            0x5983_3759_3c52_11c2,
            0x6881_0d19_6a6f_549b,
            0x93ab_b711_e85c_5574,
            0x0e87_fbfa_b719_24f1,
            0xd0fe_2870_f1b7_72c7,
            0x2d5b_ca45_2458_53ea,
            0x3843_1771_39bb_9697,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0xc55a_84ef_83d5_cf6b,
            0x047b_67b2_cacc_f789,
            0x9dc2_0017_cb4b_4df6,
            0x7593_a8be_8f6f_dab5,
            0x27d6_e7b3_915f_3065,
            0xc2c4_84bc_3155_3edd,
            0x2055_7c00_04d3_a360,
            0x275d_8d3b_4178_be55,
            0x30e6_ea63_ddf3_febe,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: texts::season,
        written: [
            0xa95f_4b22_239f_f11b,
            0xe052_5a93_8f35_a966,
            0xafc0_7a1b_8322_3bf6,
            0xdef6_f446_2d90_c344,
            0x6a8a_7957_ffc5_cb86,
            0x588a_c327_987a_cdc8,
            0x591d_c54e_68a4_df20,
            0x7ebc_d739_420f_7ad8,
            0xac2c_6a5f_a070_0f5c,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0x3e5e_f089_37e1_0aab,
            0xa8ce_00a2_8c04_00f7,
            0xac99_45c7_6c2e_c367,
            0xcbe3_f7a5_8818_8e47,
            0xa220_3c88_24c6_c369,
            0x1379_d5af_c1f4_d9c8,
            0x74bd_81d7_870f_d7eb,
            0x8c5a_221c_b63a_e071,
            0x89e3_2dd5_4747_5318,
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
                verify: false,
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
        let blocks = container::blocks(&golden.bytes()).unwrap();
        assert_eq!(blocks.len() == 1, (golden.text != Text::Sample));
        let text_bytes: u64 = blocks.iter().map(|block| block.text_bytes).sum();
        assert_eq!(text_bytes, golden.text.bytes().len() as u64);
    }
}

#[test]
fn the_folder_holds_the_texts_and_files_of_each_codec() {
    let mut others = names();
    for golden in Golden::all() {
        assert!(others.remove(&golden.name()), "{}", golden.name());
    }
    for text in ["sample.pgn", "game.pgn"] {
        assert!(others.remove(text), "{text}");
    }
    assert!(
        others.iter().all(|name| name.ends_with(".pgz")),
        "{others:?}"
    );
}
