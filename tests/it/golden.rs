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
        text(self.short)
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

/// What short golden files hold, or the others.
fn text(short: bool) -> Vec<u8> {
    match short {
        true => fs::read(PathBuf::from(FOLDER).join("game.pgn")).unwrap(),
        false => texts::sample(),
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
        assert_eq!(back, golden.text(), "{}", golden.name());
    }
    // Those of encoders of old, too.
    for name in names().iter().filter(|name| name.ends_with(".pgz")) {
        let bytes = fs::read(PathBuf::from(FOLDER).join(name)).unwrap();
        let expected = text(name.ends_with("-short.pgz"));
        assert_eq!(unpack(&bytes, 1).unwrap(), expected, "{name}");
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
            0x3809_dcc3_1d5d_a503,
            0x8312_9da1_b85e_6c60,
            0x982e_5a20_0118_79d4,
            0xa346_0a95_5ccb_1b50,
            0x7b11_dcd2_26ba_ab27,
            0xf76b_8e6f_c58b_cce1,
            0x83b4_3f1b_bf8f_2099,
            0xc983_d562_bf9c_d356,
            0x5a16_f454_7113_3cf1,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: engine_match::text,
        written: [
            0x34cc_09bd_1f1c_0338,
            0x8758_84c7_a1e4_3c20,
            0x92c7_d4ea_8b73_9e01,
            0xb337_f741_1a6f_e8f5,
            0xb269_6cec_989f_4e40,
            0xb15d_99b5_d896_e3d1,
            0x84f6_dd6a_ab88_3b67,
            0xabfc_b6a5_c842_29a9,
            0x426a_279c_c3d7_15e7,
        ],
    },
    Levels {
        codec: CodecId::Model,
        text: texts::season,
        written: [
            0x1c92_9d07_067d_b9d8,
            0x8d45_bc37_5de7_76e8,
            0xcafb_633c_bc1c_ee7d,
            0x008a_0982_da6b_218b,
            0x491d_a030_33d8_382d,
            0xa543_c31e_7b61_e59c,
            0xd5d2_869f_544f_f004,
            0x8256_1584_62a1_4fe9,
            0x2d4b_ec39_6457_f05d,
        ],
    },
    Levels {
        codec: CodecId::Text,
        text: texts::sample,
        written: [
            0x506c_24f8_5950_c693,
            0xe135_b37d_9de7_19b6,
            0x4508_05b6_8628_0778,
            0xfd14_c07d_b582_d180,
            0x5cd2_366a_5fd3_b028,
            0x90e0_a3fe_8167_5832,
            0xe3d6_42b8_8a29_ea92,
            0x79d3_f699_5978_0632,
            0x67fe_9e88_8d99_6303,
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
        assert_eq!(blocks.len() == 1, golden.short);
        let text_bytes: u64 = blocks.iter().map(|block| block.text_bytes).sum();
        assert_eq!(text_bytes, golden.text().len() as u64);
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
