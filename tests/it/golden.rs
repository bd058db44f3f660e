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
            0xa972_7541_6e84_f335,
            0xc652_225a_d59d_bd99,
            0x3961_cfc1_80be_0565,
            0x7c21_2a26_5a2b_e451,
            0xf8e7_c41d_c92d_2acc,
            0x9ec8_5f42_f2d9_35f8,
            0x7558_b648_d145_23fe,
            0xf802_8a45_75d8_4b9b,
            0xbba2_e590_00b1_040d,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0x160e_10be_6222_69f5,
            0xbd7c_4c2c_736f_5476,
            0xed14_02ff_164f_e2b9,
            0x9706_facd_a47c_e109,
            0x2586_f4c2_1b8c_72bb,
            0xf4e0_6423_b724_c8a8,
            0xe9fd_fe30_85ba_d2f7,
            0x21aa_33fa_2323_ba92,
            0x6bdd_9d72_60ec_4e97,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: texts::season,
        written: [
            0xecd8_a8b6_0dc2_2a35,
            0xf7a6_c62f_c8ee_d81a,
            0x6073_0274_9aad_0f6a,
            0xb065_634b_cfd8_052f,
            0x3cd9_87ed_21c3_ef40,
            0x6549_ecff_df97_d0fc,
            0x9916_fdec_9307_52cc,
            0xc26c_5940_6b68_1c19,
            0x4111_a002_3225_2771,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0xf161_fc4c_2b07_a72d,
            0xbcdf_4ca3_8008_ccba,
            0x631b_6419_e2f2_3d25,
            0x2be1_60d5_0a9a_cecf,
            0x615d_b9cb_dbfe_8094,
            0xd406_30d4_3886_4d25,
            0x5de6_093c_4f87_cb55,
            0x7315_f655_b55d_dc78,
            0x6c0f_5040_aaff_d84c,
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
