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
const BLOCK_SIZE: usize = 1 << 10;

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
            block_size: (self.text == Text::Sample).then_some(BLOCK_SIZE),
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
            0x67e0_1093_41da_beaf,
            0xea6c_d0be_e2e6_65b2,
            0x4df6_53d7_711c_92c0,
            0x5782_a15a_3f16_df13,
            0xae14_02fd_d925_2fdc,
            0x8633_b237_c418_2915,
            0x481c_fcc6_bc61_1960,
            0x3b00_e324_15e9_e378,
            0xdca1_18d8_fa18_f105,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0x1328_addd_0647_0784,
            0xba61_e4b4_620a_0d2b,
            0xbf9a_8db9_0098_2a76,
            0xf1a1_8e88_c7c1_3b1f,
            0x9466_71ac_7476_bc0d,
            0x58c5_c3d1_9480_2e4e,
            0x6300_f9ac_a3c6_7248,
            0x44ca_842e_0a0a_41c2,
            0xa10f_b945_fdbf_c899,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: texts::season,
        written: [
            0x8de5_9001_0781_98b1,
            0xfb54_ec3a_5940_bd7a,
            0x0a27_62d8_1576_f62d,
            0x858c_f900_077e_259d,
            0x2b0f_1365_20fd_1b34,
            0xbb77_d868_39c0_81a2,
            0x34bc_5935_c8ba_2da2,
            0x64ae_6eb1_c6ef_0133,
            0x6a06_56b6_d91e_ad10,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0x0e9a_1b3c_10dc_bd45,
            0x5da0_6bc7_b122_86f6,
            0x633d_721d_8e49_70eb,
            0xaba3_22c4_dc11_18dc,
            0x301c_09d1_8d80_6ea8,
            0xc67e_eea8_0946_3440,
            0x5903_ae8c_b1d0_6ade,
            0x7ac7_77ee_0d3f_12b6,
            0x9333_d1cd_5d8e_1780,
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
