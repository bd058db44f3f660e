//! What commands read: files, standard input, models.

use super::{
    args::ModelArgs,
    message::{Refusal, named},
    plan::Source,
};
use crate::{codec::model::learnt::MAX_BYTES as MODEL_FILE_BYTES_MAX, pipeline::ModelFile};
use anyhow::{Context, Result};
use std::{
    fs::{self, File, Metadata},
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    sync::Arc,
};

/// An opened input.
pub enum Input {
    /// Standard input.
    Stdin(io::StdinLock<'static>),
    /// A pipe or a device that was named.
    Pipe(File),
    /// A file.
    File(File),
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
        // One byte more than a model may have tells a larger file from a model without reading it all.
        let most = MODEL_FILE_BYTES_MAX as u64 + 1;
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
        Ok(ModelFile::read(bytes)?)
    };
    let file = read().with_context(|| named(path))?;
    Ok(Arc::new(file))
}

/// Reads the model files that `args` name.
///
/// # Errors
/// As [`model`].
pub fn models(args: &ModelArgs) -> Result<Vec<Arc<ModelFile>>> {
    args.models.iter().map(|path| model(path)).collect()
}

/// What messages call an input.
pub fn name_of(source: &Source) -> String {
    match source {
        Source::Stdin => "standard input".into(),
        Source::File(path) => named(path),
    }
}

/// Opens an input; its metadata come with it where they make sense for a copy.
pub fn open(source: &Source, force: bool) -> Result<(Input, Option<Metadata>)> {
    let path = match source {
        Source::Stdin => return Ok((Input::Stdin(io::stdin().lock()), None)),
        Source::File(path) => path,
    };
    let place = || named(path);
    // Looked at before it is opened: to open a pipe is to wait for somebody who writes into it.
    let metadata = fs::metadata(path).with_context(place)?;
    if metadata.is_dir() || !metadata.is_file() && !force {
        return Err(Refusal::NotAFile(path.clone()).into());
    }
    let file = File::open(path).with_context(place)?;
    Ok(match metadata.is_file() {
        true => (Input::File(file), Some(metadata)),
        false => (Input::Pipe(file), None),
    })
}
