//! Runs `compress` and `decompress` over all inputs: checks and opens inputs and outputs, does the
//! [`Work`], removes inputs if asked to, and says what was done. Files that are too small for
//! several threads are worked on side by side, others one after another.

use super::{
    Session, Status,
    args::{CommonArgs, FileArgs},
    files::{
        descriptors::Descriptor,
        file_out::{Existing, FileOut, Taken, Until, refuse_existing, stays},
        folders,
        input::{self, Input, Pipes},
        output::Output,
    },
    job::{Direction, Job, Source, Target},
    message::{self, Fault, Refusal, complain, named, say},
    plan::{self, Destination},
    progress::Visibility,
    side_by_side,
    wrapping::Wrapping,
};
use crate::pipeline::{CompressReport, DecompressReport, Watch};
use anyhow::{Context, Result};
use std::{
    fs::{self, Metadata},
    io::{self, IsTerminal, Write},
    num::NonZero,
    ops::ControlFlow,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

/// What a command does with one input and its output.
pub trait Work: Sync {
    /// Whether it packs or unpacks.
    const DIRECTION: Direction;

    /// Whether an input file of `bytes` bytes cannot keep more than one thread busy.
    fn is_light(&self, bytes: u64) -> bool;

    /// The option that has something looked up in the inputs, which must be files then; `None`
    /// where nothing is.
    fn searches_for(&self) -> Option<&'static str> {
        None
    }

    /// Packs or unpacks on `threads` threads, to `target`, which is open as `output`. An input named
    /// on the command line is an [`Input::File`], unless it is a pipe or a device.
    fn run(
        &self,
        input: &mut Input,
        target: &Target,
        output: &mut (dyn Write + Send),
        threads: NonZero<usize>,
        watch: &dyn Watch,
    ) -> Result<Report>;
}

/// What came of one input.
pub enum Report {
    Packed(CompressReport),
    Unpacked(DecompressReport),
}

impl Report {
    /// Whether nothing was left out.
    fn is_whole(&self) -> bool {
        match self {
            Report::Packed(_) => true,
            Report::Unpacked(report) => report.is_whole(),
        }
    }

    /// Whether there is an output. Where salvage saved nothing, an existing file stays.
    fn has_output(&self) -> bool {
        match self {
            Report::Packed(_) => true,
            Report::Unpacked(report) => report.is_whole() || report.text_bytes > 0,
        }
    }
}

/// Sums over several files.
struct Total {
    text_bytes: u64,
    /// None if that of one of the files is not known.
    packed_bytes: Option<u64>,
    games: u64,
}

impl Default for Total {
    fn default() -> Total {
        Total {
            text_bytes: 0,
            packed_bytes: Some(0),
            games: 0,
        }
    }
}

impl Total {
    fn add(&mut self, report: &Report) {
        let (text_bytes, packed_bytes, games) = match report {
            Report::Packed(report) => (report.text_bytes, Some(report.packed_bytes), report.games),
            Report::Unpacked(report) => (
                report.text_bytes,
                report.packed_bytes_of_text(),
                report.games,
            ),
        };
        self.text_bytes += text_bytes;
        let both = self.packed_bytes.zip(packed_bytes);
        self.packed_bytes = both.map(|(sum, bytes)| sum + bytes);
        self.games += games;
    }
}

/// Totals and the worst status of the jobs so far.
#[derive(Default)]
struct Outcome {
    total: Total,
    worst: Status,
}

/// Runs `work` on every input; the outputs go to the `destination`. A file that fails does not stop
/// the others. No output may overwrite one of the `models`, which were read for the work.
///
/// # Errors
/// When the command line is wrong and nothing is begun.
pub fn run_all<'m, W: Work>(
    files: &FileArgs,
    destination: &Destination,
    common: &CommonArgs,
    session: &Session,
    work: &W,
    models: impl IntoIterator<Item = &'m PathBuf>,
) -> Result<Status> {
    let (sources, worst) = folders::sources(&files.files, &files.folders, W::DIRECTION, session);
    let mut outcome = Outcome {
        worst,
        ..Outcome::default()
    };
    let jobs = plan::jobs(sources, files, destination, W::DIRECTION, session.around)?;
    let several = jobs.len() > 1;
    let batch = Batch {
        files,
        destination,
        common,
        session,
        work,
        models: Taken::by(models),
        torn: AtomicBool::new(false),
    };
    let jobs = batch.claimed(jobs, batch.models.clone());
    let done = side_by_side::each(
        common.threads.count,
        jobs,
        |job| batch.is_light(job),
        |job, threads| job.and_then(|job| batch.run(&job, threads)),
        |done| {
            batch.conclude(done, &mut outcome);
            match batch.torn.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => outcome.worst.flow(),
            }
        },
    );
    if let Err(error) = done {
        outcome.worst = outcome.worst.max(session.report(&error.into()));
    }
    if outcome.worst.flow().is_break() || !several {
        return Ok(outcome.worst);
    }
    if batch.torn.load(Ordering::Relaxed) {
        complain(message::TORN);
    }
    let total = &outcome.total;
    // Of nothing there is no total.
    let is_any = total.packed_bytes != Some(0);
    if is_any && talks(common, *destination != Destination::Stdout) {
        say(message::in_all(
            total.text_bytes,
            total.packed_bytes,
            total.games,
        ));
    }
    Ok(outcome.worst)
}

/// Whether to print summary lines: when asked to, or on a terminal, unless output goes there, or to
/// a program that may write there.
fn talks(common: &CommonArgs, to_file: bool) -> bool {
    common.verbose || (to_file && !common.quiet && io::stderr().is_terminal())
}

/// What the jobs of a command share.
struct Batch<'a, W> {
    files: &'a FileArgs,
    destination: &'a Destination,
    common: &'a CommonArgs,
    session: &'a Session,
    work: &'a W,
    /// The models that were read for the work.
    models: Taken,
    /// Whether standard output ends in the middle of a packed file. Nobody could unpack what came
    /// behind it.
    torn: AtomicBool,
}

/// The result of a job that succeeded.
struct Done {
    /// The input's name in messages.
    name: String,
    report: Report,
    /// What the input was wrapped in, if anything.
    wrapping: Option<Wrapping>,
    /// Whether somebody wrote to the input meanwhile.
    has_changed: bool,
    /// Whether the output is a file, not standard output.
    to_file: bool,
    /// Why the output does not have the permissions of the input, if it should.
    unlike: Option<anyhow::Error>,
}

impl<W: Work> Batch<'_, W> {
    /// Whether the input may be a pipe or a device. The name of the output cannot follow from that
    /// of a pipe, so it is only read where the output is named or standard output, or with `-f`.
    fn pipes(&self, job: &Job) -> Pipes {
        let is_named = self.destination.is_named() || job.target == Target::Stdout;
        Pipes::if_wanted(self.files.force || is_named)
    }

    /// The jobs whose outputs may be written: they do not exist, and no other job reads or writes
    /// them, nor are they `taken` already.
    fn claimed(&self, jobs: Vec<Result<Job, Refusal>>, mut taken: Taken) -> Vec<Result<Job>> {
        for job in jobs.iter().flatten() {
            if let Source::File(path) = &job.source {
                taken.add(path);
            }
        }
        let mut claim = |job: Job| {
            match &job.target {
                // Where there is no input, the job itself fails and says why.
                Target::File(path) if input::is_there(&job.source, self.pipes(&job)) => {
                    self.refuse_nameless(&job.source)?;
                    refuse_existing(path, Existing::replaced_if(self.files.force))?;
                    taken.take(path, job.source.path())?;
                }
                _ => {}
            }
            Ok(job)
        };
        jobs.into_iter()
            .map(|job| claim(job.map_err(|refusal| self.reason(refusal))?))
            .collect()
    }

    /// Fails if the output would be called after an open descriptor, as `/dev/stdin.pgz`.
    fn refuse_nameless(&self, source: &Source) -> Result<(), Refusal> {
        let is_called_after = *self.destination == Destination::Usual;
        match source.path().filter(|_| is_called_after) {
            Some(path) if Descriptor::behind(path).is_some() => {
                Err(Refusal::of(path, Fault::Nameless))
            }
            _ => Ok(()),
        }
    }

    /// The reason why a job cannot be done: where its input cannot be read anyway, not that its
    /// name is wrong, but what is wrong with the input.
    fn reason(&self, refusal: Refusal) -> anyhow::Error {
        let pipes = Pipes::if_wanted(self.files.force);
        let looked = refusal.of_name().map(|path| input::look(path, pipes));
        match looked {
            Some(Err(error)) => error,
            _ => refusal.into(),
        }
    }

    /// Whether a job cannot keep more than one thread busy, and writes to a file. (Standard output
    /// takes the jobs one after another.)
    fn is_light(&self, job: &Result<Job>) -> bool {
        job.as_ref().is_ok_and(|job| {
            matches!(job.target, Target::File(_))
                && input::size_of(&job.source).is_some_and(|bytes| self.work.is_light(bytes))
        })
    }

    /// Prints what came of a job, and adds it to `outcome`.
    fn conclude(&self, done: Result<Done>, outcome: &mut Outcome) {
        let status = match done {
            Ok(Done {
                name,
                report,
                wrapping,
                has_changed,
                to_file,
                unlike,
            }) => {
                if let (Some(wrapping), false) = (wrapping, self.common.quiet) {
                    complain(message::wrapped(&name, wrapping));
                }
                if has_changed && !self.common.quiet {
                    complain(message::changed(&name));
                }
                if let (Some(why), false) = (unlike, self.common.quiet) {
                    complain(format_args!("{why:#}"));
                }
                self.tell(&name, &report, to_file);
                outcome.total.add(&report);
                match report.is_whole() {
                    true => Status::Good,
                    false => Status::Failed,
                }
            }
            Err(error) => self.session.report(&error),
        };
        outcome.worst = outcome.worst.max(status);
    }

    /// Fails with `--rm` if the input or the output is no file: a device or a pipe as output keeps
    /// nothing, and as input its name is not the user's to remove. Of a symbolic link as input, the
    /// file would stay; without its model, no packed file is of use.
    fn refuse_removal(&self, job: &Job) -> Result<(), Refusal> {
        if !self.files.rm {
            return Ok(());
        }
        if let Some(model) = job.source.path().filter(|path| self.models.holds(path)) {
            return Err(Refusal::of(model, Fault::ModelToRemove));
        }
        if let Some(link) = job.source.path().filter(|path| path.is_symlink()) {
            return Err(Refusal::of(link, Fault::LinkToRemove));
        }
        let mut ends = [job.source.path(), job.target.path()].into_iter().flatten();
        match ends.find(|path| stays(path) && !path.is_dir()) {
            Some(path) => Err(Refusal::of(path, Fault::NotAFileToRemoveFor)),
            None => Ok(()),
        }
    }

    fn run(&self, job: &Job, threads: NonZero<usize>) -> Result<Done> {
        self.refuse_removal(job)?;
        let name = input::name_of(&job.source);
        let (mut input, read) = match self.work.searches_for() {
            Some(option) => {
                let refusal = Refusal::File(name.clone(), Fault::NotSearched(option));
                input::open_to_search(&job.source, refusal)?
            }
            None => input::open(&job.source, self.pipes(job))?,
        };
        let wrapping = match W::DIRECTION {
            Direction::Pack => input.wrapping().with_context(|| name.clone())?,
            Direction::Unpack => None,
        };
        let (report, unlike) = self.write(job, &name, &mut input, read.clone(), threads)?;
        let source = job.source.path();
        let then = source.zip(read);
        let mut done = Done {
            has_changed: then.is_some_and(|(path, then)| !is_still(&then, path)),
            name,
            report,
            wrapping,
            to_file: job.target != Target::Stdout,
            unlike,
        };
        if let Some(path) = source.filter(|_| self.files.rm && done.to_file) {
            done = remove(path, done)?;
        }
        Ok(done)
    }

    /// Writes what the work makes of the `input` of that `name`; a file gets the metadata of
    /// another that it is `like`. Returns, too, why it does not have the permissions of the input,
    /// if it should.
    fn write(
        &self,
        job: &Job,
        name: &str,
        input: &mut Input,
        like: Option<Metadata>,
        threads: NonZero<usize>,
    ) -> Result<(Report, Option<anyhow::Error>)> {
        let size = like.as_ref().map(Metadata::len);
        let visibility = match job.target {
            Target::Stdout if !self.common.verbose => Visibility::Hidden,
            _ => Visibility::of_job(self.common, threads),
        };
        let progress = self.session.progress(name, size, W::DIRECTION, visibility);
        let mut work = |output: &mut (dyn Write + Send)| {
            side_by_side::guarded(name, || {
                let done = self
                    .work
                    .run(input, &job.target, output, threads, &progress);
                done.with_context(|| name.to_owned())
            })
        };
        match &job.target {
            Target::Stdout => Ok((self.to_stdout(&mut work)?, None)),
            Target::File(path) => {
                let output = FileOut::create(path, Existing::replaced_if(self.files.force), like)?;
                // What is removed must not be lost with the system's memory.
                let until = match self.files.rm {
                    true => Until::OnDisk,
                    false => Until::Written,
                };
                let (report, refused) = to_file(output, path, until, &mut work)?;
                let unlike = |why| anyhow::Error::from(why).context(message::unlike(path, name));
                Ok((report, refused.map(unlike)))
            }
        }
    }

    /// Runs `work` with standard output.
    fn to_stdout(
        &self,
        work: &mut impl FnMut(&mut (dyn Write + Send)) -> Result<Report>,
    ) -> Result<Report> {
        let mut output = Output::stdout();
        let done = work(&mut output).and_then(|report| {
            output.flush()?;
            Ok(report)
        });
        if done.is_err() && W::DIRECTION == Direction::Pack && output.has_begun() {
            self.torn.store(true, Ordering::Relaxed);
        }
        done
    }

    /// Prints what went wrong and the summary line.
    fn tell(&self, name: &str, report: &Report, to_file: bool) {
        let talks = talks(self.common, to_file);
        match report {
            Report::Packed(packed) => {
                message::tell_faults(name, packed);
                if talks {
                    say(message::packed(name, packed));
                }
            }
            Report::Unpacked(unpacked) => {
                message::tell_damage(name, unpacked, message::left_out);
                // Whoever salvages wants to know what there is.
                let is_part = !unpacked.is_whole() && unpacked.blocks > 0;
                if !report.has_output() {
                    complain(message::nothing_saved(name, to_file));
                } else if talks || is_part && !self.common.quiet {
                    say(message::unpacked(name, unpacked));
                }
            }
        }
    }
}

/// Whether the file called `path` is the one that it was, unchanged, or is not there any more.
fn is_still(then: &Metadata, path: &Path) -> bool {
    fs::metadata(path).map_or(true, |now| is_same(then, &now))
}

/// Whether a file is unchanged: nobody has written to it, and no other file has taken its place.
fn is_same(then: &Metadata, now: &Metadata) -> bool {
    let is_as_it_was = then.len() == now.len() && then.modified().ok() == now.modified().ok();
    is_as_it_was && (then.dev(), then.ino()) == (now.dev(), now.ino())
}

/// Removes the input at `path`, of which `done` was made.
///
/// # Errors
/// When it must stay, since the output may lack something that it has, or the system refuses.
fn remove(path: &Path, done: Done) -> Result<Done> {
    if done.has_changed {
        return Err(Refusal::of(path, Fault::Changed).into());
    }
    if let Some(why) = done.unlike {
        return Err(why.context(message::kept(path)));
    }
    fs::remove_file(path).with_context(|| message::not_removed(path))?;
    Ok(done)
}

/// Runs `work` with the file called `path`, and gives it its name. Waits `until` then, and
/// returns what [`FileOut::finish`] does, too.
fn to_file(
    mut output: FileOut,
    path: &Path,
    until: Until,
    work: &mut impl FnMut(&mut (dyn Write + Send)) -> Result<Report>,
) -> Result<(Report, Option<io::Error>)> {
    let report = work(&mut Output::new(&mut output, named(path)))?;
    let refused = match report.has_output() {
        true => output.finish(until)?,
        false => None,
    };
    Ok((report, refused))
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
        assert!(!is_same(&then, &look()));
    }
}
