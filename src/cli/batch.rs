//! One input and one output after another: what `compress` and `decompress` have in common.

use super::{
    Session, Status,
    args::{CommonArgs, FileArgs},
    file_out::{FileOut, Taken},
    input::{self, Input},
    message::{self, Count, Refusal, Size, named, percent, say},
    plan::{self, Direction, Job, Source, Target},
    refuse,
};
use crate::pipeline::{Report, Watch};
use anyhow::{Context, Result};
use std::{
    fs::{self, Metadata},
    io::{self, IsTerminal, Write},
    num::NonZero,
    path::{Path, PathBuf},
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
    let mut batch = Batch {
        files,
        common,
        session,
        work,
        taken: Taken::by(models),
    };
    for job in jobs.iter().flatten() {
        if let Source::File(path) = &job.source {
            batch.taken.add(path);
        }
    }
    let mut total = Total::default();
    let mut worst = Status::Good;
    for job in jobs {
        let done = job.map_err(Into::into).and_then(|job| batch.run(&job));
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

/// What all jobs of a command have in common.
struct Batch<'a, W> {
    files: &'a FileArgs,
    common: &'a CommonArgs,
    session: &'a Session,
    work: &'a W,
    taken: Taken,
}

impl<W: Work> Batch<'_, W> {
    fn run(&mut self, job: &Job) -> Result<Report> {
        // A pipe has no name that another could follow from: it is read where the output has one, or none.
        let has_target = self.files.output.is_some() || job.target == Target::Stdout;
        let (mut input, like) = input::open(&job.source, self.files.force || has_target)?;
        let name = input::name_of(&job.source);
        if W::DIRECTION == Direction::Pack
            && !self.common.quiet
            && let Some(undo) = input.unpacker().with_context(|| name.clone())?
        {
            say(message::packed_before(&name, undo));
        }
        let read = like.clone();
        let size = like.as_ref().map(Metadata::len);
        let progress = self
            .session
            .progress(&name, size, W::DIRECTION, self.common.quiet);
        let mut work = |output: &mut (dyn Write + Send)| {
            let done = self.work.run(&mut input, output, &progress);
            done.with_context(|| name.clone())
        };
        let report = match &job.target {
            Target::Stdout => to_stdout(&mut work)?,
            Target::File(path) => {
                self.refuse(&job.source, path)?;
                let output = FileOut::create(path, self.files.force, like)?;
                let report = to_file(output, path, self.files.rm, &mut work)?;
                self.taken.add(path);
                report
            }
        };
        drop(progress);
        if let (Source::File(path), true) =
            (&job.source, self.files.rm && job.target != Target::Stdout)
        {
            let now = fs::metadata(path).with_context(|| named(path))?;
            if read.is_some_and(|read| !is_same(&read, &now)) {
                return Err(Refusal::Changed(path.clone()).into());
            }
            fs::remove_file(path).with_context(|| message::not_removed(path))?;
        }
        self.tell(&name, &report);
        Ok(report)
    }

    /// Fails where what is made of `source` must not be called `path`.
    fn refuse(&self, source: &Source, path: &Path) -> Result<()> {
        let own = match source {
            Source::Stdin => None,
            Source::File(own) => Some(own.as_path()),
        };
        self.taken.refuse(path, own)?;
        // Only a file can take the place of the input.
        if self.files.rm && fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return Err(Refusal::NotAFile(path.to_owned()).into());
        }
        Ok(())
    }

    /// Says what was done, and what could not be.
    fn tell(&self, name: &str, report: &Report) {
        for damage in &report.damaged {
            say(format_args!("pgnpack: {}", message::left_out(name, damage)));
        }
        if report.displaced != 0 {
            let line = message::displaced(name, report.displaced);
            say(format_args!("pgnpack: {line}"));
        }
        if report.failed_blocks > 0 {
            let line = message::failed(name, report.failed_blocks);
            say(format_args!("pgnpack: {line}"));
        }
        if let Some(error) = &report.lost {
            say(format_args!("pgnpack: {}", message::lost(name, error)));
        }
        if talks(self.common) {
            say(message::summary(name, report, W::DIRECTION));
        }
    }
}

/// Whether a file is what it was: nobody has written to it, and no other file has taken its place.
fn is_same(then: &Metadata, now: &Metadata) -> bool {
    let is_as_it_was = then.len() == now.len() && then.modified().ok() == now.modified().ok();
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        is_as_it_was && (then.dev(), then.ino()) == (now.dev(), now.ino())
    }
    #[cfg(not(unix))]
    is_as_it_was
}

/// Has `work` write to standard output.
fn to_stdout(work: &mut impl FnMut(&mut (dyn Write + Send)) -> Result<Report>) -> Result<Report> {
    let mut output = Named {
        output: io::stdout(),
        name: "standard output".into(),
    };
    let report = work(&mut output)?;
    output.flush()?;
    Ok(report)
}

/// Has `work` write to a file called `path`, whose bytes are to be on the disk afterwards if it is to be `durable`.
fn to_file(
    mut output: FileOut,
    path: &Path,
    durable: bool,
    work: &mut impl FnMut(&mut (dyn Write + Send)) -> Result<Report>,
) -> Result<Report> {
    let report = work(&mut Named {
        output: &mut output,
        name: named(path),
    })?;
    // Where nothing was saved, nothing that is there already gives way to it.
    if report.is_whole() || report.text_bytes > 0 {
        output.finish(durable)?;
    }
    Ok(report)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_written_to_or_replaced_is_not_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["a.pgn", "b.pgn"].map(|name| folder.path().join(name));
        let look = || fs::metadata(&path).unwrap();
        fs::write(&path, "1. e4 *").unwrap();
        let then = look();
        assert!(is_same(&then, &look()));
        fs::write(&path, "1. e4 *\n\n1. d4 *").unwrap();
        assert!(!is_same(&then, &look()));
        let then = look();
        fs::copy(&path, &other).unwrap();
        let times = fs::FileTimes::new().set_modified(then.modified().unwrap());
        let copy = fs::File::options().write(true).open(&other).unwrap();
        copy.set_times(times).unwrap();
        fs::rename(&other, &path).unwrap();
        assert_eq!(is_same(&then, &look()), !cfg!(unix));
    }
}
