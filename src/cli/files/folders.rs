//! The inputs of a command; with `-r`, the files in folders, too.

use crate::cli::{
    Session, Status,
    args::FolderArgs,
    job::{Direction, Source},
    message::{Fault, Refusal, named},
};
use std::{
    io,
    path::{Path, PathBuf},
};
use walkdir::{DirEntry, WalkDir};

/// The inputs that `paths` name, [`expanded`]; standard input if there are no paths.
pub fn sources(
    paths: &[PathBuf],
    folders: &FolderArgs,
    direction: Direction,
    session: &Session,
) -> (Vec<Source>, Status) {
    if paths.is_empty() {
        return (Source::of_all(paths), Status::Good);
    }
    let (paths, status) = expanded(paths, folders, direction, session);
    (paths.iter().map(|path| Source::of(path)).collect(), status)
}

/// The `paths`. With `-r`, each folder among them is replaced by the files below it that the
/// command is for, in the order of their names; links below a folder are not followed. Prints what
/// cannot be read, and returns the status that follows.
pub fn expanded(
    paths: &[PathBuf],
    folders: &FolderArgs,
    direction: Direction,
    session: &Session,
) -> (Vec<PathBuf>, Status) {
    let (mut files, mut worst) = (Vec::new(), Status::Good);
    for path in paths {
        // A dash is standard input, even where a folder is called so.
        let is_folder = || Source::of(path).path().is_some_and(Path::is_dir);
        if !(folders.recursive && is_folder()) {
            files.push(path.clone());
            continue;
        }
        let (found, failures) = below(path, direction);
        files.extend(found);
        for failure in &failures {
            worst = worst.max(session.report(failure));
        }
    }
    (files, worst)
}

/// The files below a folder, and why others could not be found.
fn below(folder: &Path, direction: Direction) -> (Vec<PathBuf>, Vec<anyhow::Error>) {
    let (mut files, mut failures) = (Vec::new(), Vec::new());
    let mut has_links = false;
    for entry in WalkDir::new(folder).sort_by_file_name() {
        match entry {
            Ok(entry) if !is_called_for(&entry, direction) => {}
            Ok(entry) if entry.file_type().is_file() => files.push(entry.into_path()),
            Ok(entry) => has_links |= entry.path_is_symlink(),
            Err(error) => {
                let place = named(error.path().unwrap_or(folder));
                // The other errors are circles of links, and links are not followed.
                let reason = error.into_io_error().unwrap_or(io::ErrorKind::Other.into());
                failures.push(anyhow::Error::from(reason).context(place));
            }
        }
    }
    if files.is_empty() && failures.is_empty() {
        let suffix = direction.suffix_read();
        let nothing = match has_links {
            true => Fault::OnlyLinksIn(suffix),
            false => Fault::NothingIn(suffix),
        };
        failures.push(Refusal::of(folder, nothing).into());
    }
    (files, failures)
}

/// Whether what is in a folder is to be packed or unpacked by its name, if it is a file.
fn is_called_for(entry: &DirEntry, direction: Direction) -> bool {
    let suffix = Path::new(entry.file_name()).extension();
    suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(direction.suffix_read()))
}
