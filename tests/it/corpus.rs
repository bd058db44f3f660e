//! Tests on real files. The environment variable `PGNPACK_CORPUS` names the folder with them, which
//! holds the folders `train`, `dev` and `odd`.

use crate::round_trip::{pack, unpack};
use pgnpack::{
    codec::{self, CodecId},
    pipeline::CompressOptions,
};
use std::{env, fs, num::NonZero, path::PathBuf};

/// The files of one folder of the corpus, in the order of their names. Panics where there is no
/// corpus: a test that is asked for must not pass without having tested anything.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let corpus = env::var_os("PGNPACK_CORPUS").expect("PGNPACK_CORPUS names no folder");
    let folder = PathBuf::from(corpus).join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no files in {}", folder.display());
    files
}

#[test]
#[ignore = "needs PGNPACK_CORPUS, and takes minutes"]
fn every_file_of_the_corpus_comes_back_from_the_codecs() {
    let every: Vec<CodecId> = codec::registered().map(|codec| codec.id()).collect();
    let usual = [CodecId::Bitpack, CodecId::Model];
    for (folder, codecs) in [("odd", &every[..]), ("dev", &every), ("train", &usual)] {
        for &codec in codecs {
            for path in files(folder) {
                comes_back(
                    &fs::read(&path).unwrap(),
                    codec,
                    &path.display().to_string(),
                );
            }
        }
    }
}

/// Packs on one thread and on four, unpacks, and unpacks the file concatenated with itself.
fn comes_back(text: &[u8], codec: CodecId, name: &str) {
    let options = |threads| CompressOptions {
        codec,
        threads: NonZero::new(threads).unwrap(),
        verify: false,
        ..CompressOptions::default()
    };
    let packed = pack(text, &options(4)).0;
    assert!(
        pack(text, &options(1)).0 == packed,
        "{name}: {} with four threads",
        codec.name()
    );
    assert!(
        unpack(&packed, 4).unwrap() == text,
        "{name}: {}",
        codec.name()
    );
    let twice = unpack(&packed.repeat(2), 1).unwrap();
    assert!(twice == text.repeat(2), "{name}: {} twice", codec.name());
}
