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
            0x000c_c77f_55ad_cde8,
            0x1178_bca2_4170_f368,
            0xbe48_ac91_c229_f6a1,
            0x7346_ca05_ded8_d8cf,
            0xb136_9107_2384_328e,
            0x60ef_68d8_c690_5993,
            0xd9d1_458b_fc0f_4504,
            0xaf81_d9e8_9338_a097,
            0x6318_0751_8013_b74e,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0xa80a_3db4_ca77_3d6b,
            0xc477_2406_1afb_c164,
            0x9d70_d787_f5c6_8369,
            0x2f84_356c_4bd5_4e4b,
            0x6814_d7d0_731c_18a7,
            0x04a7_a9ed_f187_6645,
            0xf8b2_241c_243a_32bb,
            0xfc2f_df15_d6c9_d262,
            0x20e0_743f_93d8_5737,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: texts::season,
        written: [
            0x1566_0ced_6bd2_d627,
            0xea1b_0a96_7ce9_0402,
            0x18b8_0779_105d_fc47,
            0x61fd_eb8c_ba3f_cb9c,
            0x9129_9e78_a3c8_e997,
            0x26f2_f22a_89bc_3d57,
            0xea40_615a_d098_24b1,
            0xfbd3_8df6_6b69_2bfc,
            0x4f8c_461e_6aeb_c9a2,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0x71d3_d3d7_cfa5_0cb9,
            0xdba5_a8b0_a270_6961,
            0xb3e7_6390_61b4_9d29,
            0x7711_474a_820a_8c37,
            0x0ab5_be64_4799_7083,
            0x096b_d1ad_accc_9282,
            0x36fa_5bcd_a4b7_78f1,
            0xaee1_7147_614f_00e8,
            0xb8ca_5ede_4d36_f1bd,
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
