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
            block_size: (self.text == Text::Sample).then_some(BLOCK_TEXT),
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
            0xca30_d4b3_5bb7_8a9c,
            0xcee0_f7bd_b874_e01c,
            0xdbe4_a9e1_f309_5c02,
            0x833c_176a_1ded_97b5,
            0xcadb_3ede_ec04_fea6,
            0xbce6_0a55_48bf_6c0a,
            0x771a_f07f_0fc8_f2fb,
            0x0887_e767_4b56_09e8,
            0x920c_f9ce_2408_9ac4,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0xdeac_bb17_87de_6b29,
            0xf3fd_f8db_96e0_ee73,
            0x8be9_7d54_dd53_ff14,
            0x381a_b75a_5d0b_91e3,
            0x028c_a18e_75ff_1ce1,
            0x0cac_a081_a544_4b1d,
            0x9836_17f6_3169_ebec,
            0xf56f_1d72_d4cd_d5b2,
            0x8db5_2c5c_b143_20de,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: texts::season,
        written: [
            0x38e3_493a_b118_4617,
            0x0c6c_a651_1c19_4be8,
            0x8786_64b5_8f9f_e973,
            0x4578_35ef_6b6a_e027,
            0x23dc_a594_16ab_576c,
            0x9a77_0501_8ed6_4a30,
            0xaa44_a8a3_77a9_bc60,
            0x1ce1_116f_4792_79b5,
            0x9c83_8172_7fe4_b391,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0xc81e_574a_6b40_b83a,
            0x1e3c_31e4_61d5_28dc,
            0x8a96_ade7_19e9_2f7c,
            0x3e8d_bb2c_a166_dde6,
            0x6925_1b6b_b657_e6f2,
            0xecf0_f803_9877_a05c,
            0xe583_3d41_afd3_7bc1,
            0x6a7c_1e4c_668d_699d,
            0xc5c7_177e_9199_7de8,
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
