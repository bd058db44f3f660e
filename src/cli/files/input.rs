//! What commands read: files, standard input, models.

use crate::{
    cli::{
        job::Source,
        message::{Count, Fault, Refusal, named},
        wrapping::{HEAD_BYTES, Wrapping},
    },
    codec::model::learnt::MAX_BYTES as MODEL_FILE_BYTES_MAX,
    pipeline::ModelFile,
};
use anyhow::{Context, Result};
use std::{
    fs::{self, File, Metadata},
    io::{self, BufRead, Read, Seek, SeekFrom},
    os::fd::AsFd,
    path::{Path, PathBuf},
    sync::Arc,
};

/// An opened input.
pub enum Input {
    /// Standard input, if it is no file, or one that was partly read.
    Stdin(io::StdinLock<'static>),
    /// A named pipe or device.
    Pipe(File),
    /// A file.
    File(File),
}

impl Input {
    /// What the input is wrapped in, as far as its beginning tells; of standard input as many bytes
    /// are judged by as come at once. `None` for a named pipe, where looking would consume bytes.
    ///
    /// # Errors
    /// Errors of reading.
    pub fn wrapping(&mut self) -> io::Result<Option<Wrapping>> {
        let mut head = Vec::new();
        match self {
            Input::Stdin(stdin) => head.extend(stdin.fill_buf()?.iter().take(HEAD_BYTES)),
            Input::File(file) => {
                file.take(HEAD_BYTES as u64).read_to_end(&mut head)?;
                file.rewind()?;
            }
            Input::Pipe(_) => {}
        }
        Ok(Wrapping::of(&head))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Stdin(stdin) => stdin.read(buffer),
            Input::Pipe(file) | Input::File(file) => file.read(buffer),
        }
    }
}

impl Seek for Input {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Input::Stdin(_) | Input::Pipe(_) => Err(io::ErrorKind::NotSeekable.into()),
            Input::File(file) => file.seek(to),
        }
    }
}

/// Reads a model file.
///
/// # Errors
/// Where it cannot be read or is none.
pub fn model(path: &Path) -> Result<Arc<ModelFile>> {
    let read = || -> Result<ModelFile> {
        let mut bytes = Vec::new();
        // One byte more than a model may have is enough to recognise a file that is too large.
        let most = MODEL_FILE_BYTES_MAX as u64 + 1;
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
        Ok(ModelFile::read(bytes)?)
    };
    let file = read().with_context(|| named(path))?;
    Ok(Arc::new(file))
}

/// Reads the model files of these names.
///
/// # Errors
/// As [`model`].
pub fn models(paths: &[PathBuf]) -> Result<Vec<Arc<ModelFile>>> {
    paths.iter().map(|path| model(path)).collect()
}

/// The name of an input in messages.
pub fn name_of(source: &Source) -> String {
    match source {
        Source::Stdin => "standard input".into(),
        Source::File(path) => named(path),
    }
}

/// The name of several inputs together in messages: that of the first, and how many there are more.
pub fn name_of_all(sources: &[Source]) -> String {
    match sources {
        [] => String::new(),
        [alone] => name_of(alone),
        [first, others @ ..] => format!(
            "{} and {}",
            name_of(first),
            Count(others.len() as u64, "other file")
        ),
    }
}

/// Opens standard input: as a seekable file, if it is a file that nobody has read from yet.
fn stdin() -> Input {
    let file = io::stdin().as_fd().try_clone_to_owned().map(File::from);
    if let Ok(mut file) = file
        && file.metadata().is_ok_and(|metadata| metadata.is_file())
        && file.stream_position().is_ok_and(|position| position == 0)
    {
        return Input::File(file);
    }
    Input::Stdin(io::stdin().lock())
}

/// The length of an input in bytes, if it is a named file.
pub fn size_of(source: &Source) -> Option<u64> {
    let file = fs::metadata(source.path()?).ok()?;
    file.is_file().then_some(file.len())
}

/// Whether an input may be a pipe or a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pipes {
    Read,
    Refused,
}

impl Pipes {
    /// They are read if they are `wanted`.
    pub fn if_wanted(wanted: bool) -> Pipes {
        match wanted {
            true => Pipes::Read,
            false => Pipes::Refused,
        }
    }
}

/// Why the input at `path` must not be read; `None` if it may be.
fn refusal(path: &Path, metadata: &Metadata, pipes: Pipes) -> Option<Refusal> {
    if metadata.is_dir() {
        return Some(Refusal::of(path, Fault::FolderToRead));
    }
    (!metadata.is_file() && pipes == Pipes::Refused)
        .then(|| Refusal::of(path, Fault::NotAFileUnlessForced))
}

/// Looks at the input at `path` without opening it, since opening a pipe waits for a writer.
///
/// # Errors
/// Where there is none, or it must not be read.
pub fn look(path: &Path, pipes: Pipes) -> Result<Metadata> {
    let metadata = fs::metadata(path).with_context(|| named(path))?;
    match refusal(path, &metadata, pipes) {
        Some(refusal) => Err(refusal.into()),
        None => Ok(metadata),
    }
}

/// Whether there is an input that [`open`] would accept.
pub fn is_there(source: &Source, pipes: Pipes) -> bool {
    let path = source.path();
    path.is_none_or(|path| look(path, pipes).is_ok())
}

/// Opens a packed file to list what is in it: a pipe cannot be searched. Returns its name in
/// messages, too.
///
/// # Errors
/// Where it cannot be opened, or is no file.
pub fn open_to_list(path: &Path) -> Result<(String, Input)> {
    let source = Source::of(path);
    let refusal = Refusal::File(name_of(&source), Fault::NotSearched("list"));
    let (file, _) = open_to_search(&source, refusal)?;
    Ok((name_of(&source), file))
}

/// As [`open`], but what is no file is refused in these words: a pipe cannot be searched.
///
/// # Errors
/// As [`open`], and the `refusal`.
pub fn open_to_search(source: &Source, refusal: Refusal) -> Result<(Input, Option<Metadata>)> {
    // Checked before it is opened, since opening a pipe waits for a writer.
    if is_no_file(source) {
        return Err(refusal.into());
    }
    match open(source, Pipes::Read)? {
        opened @ (Input::File(_), _) => Ok(opened),
        _ => Err(refusal.into()),
    }
}

/// Whether the input exists and is neither a file nor a folder.
fn is_no_file(source: &Source) -> bool {
    let there = source.path().map(fs::metadata);
    there.is_some_and(|there| there.is_ok_and(|there| !there.is_file() && !there.is_dir()))
}

/// Opens an input. Files come with their metadata, for outputs that take these over.
///
/// # Errors
/// As [`look`], and where the system refuses.
pub fn open(source: &Source, pipes: Pipes) -> Result<(Input, Option<Metadata>)> {
    let path = match source {
        Source::Stdin => return Ok((stdin(), None)),
        Source::File(path) => path,
    };
    // Looked at before it is opened, since opening a pipe waits for a writer; and then again, as
    // another file may have got that name.
    look(path, pipes)?;
    let file = File::open(path).with_context(|| named(path))?;
    let metadata = file.metadata().with_context(|| named(path))?;
    if let Some(refusal) = refusal(path, &metadata, pipes) {
        return Err(refusal.into());
    }
    Ok(match metadata.is_file() {
        true => (Input::File(file), Some(metadata)),
        false => (Input::Pipe(file), None),
    })
}
