//! The command line: the only part of the library that prints, and that knows files, terminals and
//! signals.
//!
//! `args` parses what was typed, and the subcommand's module in `commands` does the work. `files`
//! reads and writes, and finds the files in folders; `charts` draws pictures. For `compress` and
//! `decompress`, `plan` makes a `job` of each input and its output, and `batch` runs the jobs.
//! `side_by_side` does several at a time. `wrapping` knows by the first bytes of a file whether it
//! is packed, and by which program, or UTF-16 or UTF-32. `message` words refusals, warnings and
//! summaries, `progress` shows how far it is, `interruption` cleans up when a signal comes, and
//! `allocator` serves memory. Exit codes are decided here. All of this is for Unix: signals, modes
//! and descriptors mean what they mean there.

#[cfg(not(unix))]
compile_error!("pgnpack needs a Unix system; on Windows, use WSL");

#[cfg(target_os = "linux")]
mod allocator;
mod args;
mod batch;
mod charts;
mod commands;
mod files;
mod interruption;
mod job;
mod message;
mod plan;
mod progress;
mod side_by_side;
mod wrapping;

use crate::{error::Error, pipeline::Watch};
#[cfg(target_os = "linux")]
pub use allocator::LargePages;
use args::Command;
use files::output::Output;
use job::Direction;
use message::{Refusal, complain};
use plan::Surroundings;
use progress::{Progress, Visibility};
use std::{
    io::{self, IsTerminal},
    ops::ControlFlow,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// How a run ended, worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    #[default]
    Good,
    /// A file failed.
    Failed,
    /// The command line makes no sense.
    Usage,
    /// The reader of the output went away. The exit code is that of a program killed by SIGPIPE.
    Closed,
    /// A signal such as that of Ctrl-C asked the program to stop.
    Interrupted,
}

impl Status {
    /// The exit code. Where a signal ends the program, that of Ctrl-C, in case the signal does not.
    const fn code(self) -> u8 {
        match self {
            Status::Good => 0,
            Status::Failed => 1,
            Status::Usage => 2,
            Status::Closed => 141,
            Status::Interrupted => 130,
        }
    }

    /// Whether to go on with other files: not where nobody reads the output, or the user wants to
    /// stop.
    fn flow(self) -> ControlFlow<()> {
        match self > Status::Usage {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// What every subcommand needs of the process.
struct Session {
    around: Surroundings,
    interrupted: Arc<AtomicBool>,
}

impl Session {
    fn start(around: Surroundings) -> Session {
        Session {
            around,
            interrupted: interruption::watched(),
        }
    }

    /// The progress line for one input, which has `size` bytes if that is known.
    fn progress(
        &self,
        name: &str,
        size: Option<u64>,
        direction: Direction,
        visibility: Visibility,
    ) -> Progress {
        let interrupted = Arc::clone(&self.interrupted);
        Progress::new(name, size, direction, visibility, interrupted)
    }

    fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Acquire)
    }

    /// Prints in one line why a job failed, and returns the status that follows. Prints nothing
    /// when the reader of the output went away or the user asked to stop.
    fn report(&self, error: &anyhow::Error) -> Status {
        if self.interrupted() {
            return Status::Interrupted;
        }
        if is_broken_pipe(error) {
            return Status::Closed;
        }
        let ours = error.chain().find_map(|cause| cause.downcast_ref());
        let help = ours.map_or("", message::help_against);
        complain(format_args!("{error:#}{help}"));
        let refusal = error.chain().find_map(|cause| cause.downcast_ref());
        match refusal.is_some_and(Refusal::is_misuse) {
            true => Status::Usage,
            false => Status::Failed,
        }
    }
}

/// For work that shows no progress.
impl Watch for Session {
    fn advance(&self, _text_bytes: u64, _packed_bytes: u64) {}

    fn cancelled(&self) -> bool {
        self.interrupted()
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_kind = |cause: &(dyn std::error::Error + 'static)| match cause.downcast_ref::<Error>() {
        Some(error) => error.io_kind(),
        None => cause.downcast_ref::<io::Error>().map(io::Error::kind),
    };
    error
        .chain()
        .any(|cause| io_kind(cause) == Some(io::ErrorKind::BrokenPipe))
}

/// Prints what is said instead of doing anything: help and the version, which are no failure, or
/// what is wrong with the command line. That a reader of help goes away is no failure either.
fn show(answer: &clap::Error) -> Status {
    match answer.print() {
        _ if answer.use_stderr() => Status::Usage,
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(format_args!("standard output: {error}"));
            Status::Failed
        }
        _ => Status::Good,
    }
}

/// Runs the program that the process's arguments ask for.
pub fn main() -> ExitCode {
    let around = Surroundings {
        stdin_is_terminal: io::stdin().is_terminal(),
        stdout_is_terminal: io::stdout().is_terminal(),
    };
    let has_no_terminal = !around.stdin_is_terminal && !around.stdout_is_terminal;
    let cli = match args::parse(std::env::args_os(), has_no_terminal) {
        Ok(cli) => cli,
        Err(answer) => return ExitCode::from(show(&answer).code()),
    };
    #[cfg(target_os = "linux")]
    allocator::set_up(
        cli.command
            .threads()
            .is_some_and(|threads| threads.get() == 1),
    );
    let session = Session::start(around);
    let done = match cli.command {
        Command::Compress(args) => commands::compress::run(&args, &session),
        Command::Decompress(args) => commands::decompress::run(&args, &session),
        Command::Test(args) => commands::test::run(&args, &session),
        Command::List(args) => commands::list::run(&args, &session),
        Command::Explain(args) => commands::explain::run(&args, &session),
        Command::Bench(args) => commands::bench::run(&args, &session),
        Command::Train(args) => commands::train::run(&args, &session),
        Command::Position(args) => commands::position::run(&args, &session),
        Command::Generate(args) => commands::generate::run(&args, &mut Output::stdout()),
    };
    let ended = done.and_then(|status| {
        Output::stdout().finish()?;
        Ok(status)
    });
    let status = ended.unwrap_or_else(|error| session.report(&error));
    // The signal may have come when nothing looked for one any more.
    if status == Status::Interrupted || session.interrupted() {
        interruption::die();
    }
    ExitCode::from(status.code())
}
