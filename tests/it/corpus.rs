//! Real files, where there are any: the environment variable `PGNPACK_CORPUS` names the folder that holds `train`, `dev` and `odd`.

use std::{env, fs, path::PathBuf};

/// The files of one folder of the corpus, by name; none, and a line that says so, where there is no corpus.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let Some(corpus) = env::var_os("PGNPACK_CORPUS") else {
        eprintln!("skipped: PGNPACK_CORPUS is not set");
        return Vec::new();
    };
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
