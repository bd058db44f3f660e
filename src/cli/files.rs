//! One input and one output after another: what `compress` and `decompress` have in common.

use super::{
    Session, Status,
    args::{CommonArgs, FileArgs, ModelArgs},
    file_out::{FileOut, Taken},
    message::{self, Count, Refusal, Size, named, percent, say},
    plan::{self, Direction, Job, Source, Target},
    refuse,
};
use crate::{
    codec::model::learnt::MAX_BYTES as MODEL_FILE_BYTES_MAX,
    pipeline::{ModelFile, Report, Watch},
};
use anyhow::{Context, Result};
use std::{
    fs::{self, File, Metadata},
    io::{self, IsTerminal, Read, Seek, SeekFrom, Write},
    num::NonZero,
    path::{Path, PathBuf},
    sync::Arc,
};

/// What turns one input into one output.
pub trait Work {
    /// Which way.
    const DIRECTION: Direction;

    /// Does it. The input is a file wherever a file was named.
    fn run(
        &self,
        input: &mut Input,
        output: &mut (dyn Write + Send),
        watch: &dyn Watch,
    ) -> Result<Report>;
}

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

/// What several files came to.
#[derive(Default)]
struct Total {
    text_bytes: u64,
    packed_bytes: u64,
    games: u64,
}

impl Total {
    fn add(&mut self, report: &Report) {
        self.text_bytes += report.text_bytes;
        self.packed_bytes += report.packed_bytes;
        self.games += report.games;
    }
}

/// The number of threads that `-T` asks for.
pub fn threads(asked: u16) -> NonZero<usize> {
    let available = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    NonZero::new(usize::from(asked)).unwrap_or_else(available)
}

/// Runs `work`, for which these `models` were read, on every input. A file that fails does not stop the others.
pub fn run_all<'m, W: Work>(
    files: &FileArgs,
    common: &CommonArgs,
    session: &Session,
    work: &W,
    models: impl IntoIterator<Item = &'m PathBuf>,
) -> Status {
    let jobs = match plan::jobs(files, W::DIRECTION, session.around) {
        Ok(jobs) => jobs,
        Err(refusal) => return refuse(&refusal),
    };
    let several = jobs.len() > 1;
    let mut taken = Taken::by(models);
    for job in jobs.iter().flatten() {
        if let Source::File(path) = &job.source {
            taken.add(path);
        }
    }
    let mut total = Total::default();
    let mut worst = Status::Good;
    for job in jobs {
        let done = job
            .map_err(Into::into)
            .and_then(|job| run_one(&job, files, common, session, (work, &mut taken)));
        match done {
            Ok(report) => {
                total.add(&report);
                if !report.is_whole() {
                    worst = worst.max(Status::Failed);
                }
            }
            Err(error) => worst = worst.max(session.report(&error)),
        }
        if worst > Status::Usage {
            return worst;
        }
    }
    if several && talks(common) {
        let (text, packed) = (total.text_bytes, total.packed_bytes);
        let games = Count(total.games, "game");
        say(format_args!(
            "in all: {:.2} % ({} of text, {} packed, {games})",
            percent(packed, text),
            Size(text),
            Size(packed)
        ));
    }
    worst
}

/// Whether to say what was done: on a terminal, or when asked to.
fn talks(common: &CommonArgs) -> bool {
    common.verbose || (!common.quiet && io::stderr().is_terminal())
}

fn run_one<W: Work>(
    job: &Job,
    files: &FileArgs,
    common: &CommonArgs,
    session: &Session,
    (work, taken): (&W, &mut Taken),
) -> Result<Report> {
    let (mut input, like) = open(&job.source, files.force)?;
    let name = name_of(&job.source);
    let size = like.as_ref().map(Metadata::len);
    let progress = session.progress(&name, size, W::DIRECTION, common.quiet);
    let report = match &job.target {
        Target::Stdout => {
            let mut output = Named {
                output: io::stdout(),
                name: "standard output".into(),
            };
            let report = work
                .run(&mut input, &mut output, &progress)
                .with_context(|| name.clone())?;
            output.flush()?;
            report
        }
        Target::File(path) => {
            let own = match &job.source {
                Source::Stdin => None,
                Source::File(own) => Some(own.as_path()),
            };
            taken.refuse(path, own)?;
            // Only a file can take the place of the input.
            if files.rm && fs::metadata(path).is_ok_and(|there| !there.is_file()) {
                return Err(Refusal::NotAFile(path.clone()).into());
            }
            let mut output = FileOut::create(path, files.force, like)?;
            let mut named = Named {
                output: &mut output,
                name: named(path),
            };
            let report = work
                .run(&mut input, &mut named, &progress)
                .with_context(|| name.clone())?;
            // Where nothing was saved, nothing that is there already gives way to it.
            if report.is_whole() || report.text_bytes > 0 {
                output.finish(files.rm)?;
                taken.add(path);
            }
            report
        }
    };
    drop(progress);
    if let (Source::File(path), true) = (&job.source, files.rm && job.target != Target::Stdout) {
        fs::remove_file(path).with_context(|| named(path))?;
    }
    for damage in &report.damaged {
        say(format_args!(
            "pgnpack: {}",
            message::left_out(&name, damage)
        ));
    }
    if let Some(error) = &report.lost {
        say(format_args!("pgnpack: {}", message::lost(&name, error)));
    }
    if talks(common) {
        say(message::summary(&name, &report, W::DIRECTION));
    }
    Ok(report)
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

/// An output whose errors say its name: they come up through work that has the input's put before all it says.
struct Named<W> {
    output: W,
    name: String,
}

impl<W> Named<W> {
    fn naming<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.name)))
    }
}

impl<W: Write> Write for Named<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes);
        self.naming(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.output.flush();
        self.naming(flushed)
    }
}
