//! Progress lines on a terminal, for work that takes longer than a moment.

use super::{
    args::CommonArgs,
    job::Direction,
    message::{Size, sizes},
};
use crate::pipeline::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    fmt::Display,
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    time::{Duration, Instant},
};

/// Work that is shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time between two drawings where nothing new is to be said.
const TICK: Duration = Duration::from_millis(250);

/// Whether a progress line may be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// It is, where standard error is a terminal.
    Shown,
    /// It is not.
    Hidden,
}

impl Visibility {
    /// That of a job on so many threads: the lines of several side by side would overwrite each
    /// other.
    pub fn of_job(common: &CommonArgs, threads: NonZero<usize>) -> Visibility {
        match common.shows_progress() && threads == common.threads.count {
            true => Visibility::Shown,
            false => Visibility::Hidden,
        }
    }
}

/// The progress line of one file on standard error. As the [`Watch`] of the work, it also passes on
/// the user's wish to stop.
///
/// Hidden where standard error is no terminal, and with `--quiet`.
pub struct Progress {
    /// Its end is the end of the thread that draws the line.
    alive: Option<Sender<()>>,
    bar: ProgressBar,
    started: Instant,
    text: AtomicU64,
    packed: AtomicU64,
    direction: Direction,
    interrupted: Arc<AtomicBool>,
}

impl Progress {
    /// A line for `name`, whose input has `size` bytes if that is known.
    pub fn new(
        name: &str,
        size: Option<u64>,
        direction: Direction,
        visibility: Visibility,
        interrupted: Arc<AtomicBool>,
    ) -> Progress {
        let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::hidden());
        set_template(&bar, "{prefix} {elapsed} …");
        bar.set_prefix(name.to_owned());
        if visibility == Visibility::Shown {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
        }
        let (text, packed) = (AtomicU64::new(0), AtomicU64::new(0));
        Progress {
            alive: tick_later(&bar),
            bar,
            started: Instant::now(),
            text,
            packed,
            direction,
            interrupted,
        }
    }
}

fn set_template(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
}

/// Draws the line again and again from [`PATIENCE`] on, so that it moves while a block takes long;
/// until the sender that this returns is dropped.
fn tick_later(bar: &ProgressBar) -> Option<Sender<()>> {
    if bar.is_hidden() {
        return None;
    }
    let (alive, dropped) = mpsc::channel();
    let bar = bar.clone();
    let tick = move || {
        let mut wait = PATIENCE;
        while dropped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            bar.tick();
            wait = TICK;
        }
    };
    // Where there is no thread for it, the line moves block by block.
    let thread = std::thread::Builder::new().spawn(tick);
    thread.ok().map(|_| alive)
}

impl Watch for Progress {
    fn advance(&self, text_bytes: u64, packed_bytes: u64) {
        let text = self.text.fetch_add(text_bytes, Ordering::Relaxed) + text_bytes;
        let packed = self.packed.fetch_add(packed_bytes, Ordering::Relaxed) + packed_bytes;
        let elapsed = self.started.elapsed();
        if elapsed < PATIENCE {
            return;
        }
        let sizes = sizes(text, packed, self.direction);
        let speed = Size((text as f64 / elapsed.as_secs_f64()) as u64);
        let message = format!("{sizes}, {speed}/s");
        if self.bar.position() == 0 {
            self.bar.set_message(message.clone()); // the first template does not show it
            set_template(
                &self.bar,
                match self.bar.length() {
                    Some(_) => "{prefix} {percent:>3} % [{bar:12}] {msg}, {eta} left",
                    None => "{prefix} {msg}",
                },
            );
        }
        // Position first, since setting the message redraws the line.
        self.bar.set_position(match self.direction {
            Direction::Pack => text,
            Direction::Unpack => packed,
        });
        self.bar.set_message(message);
    }

    fn cancelled(&self) -> bool {
        self.interrupted.load(Ordering::Acquire)
    }
}

/// A line on the terminal that says what is being done, for work of unknown length.
pub struct Doing {
    bar: ProgressBar,
    what: &'static str,
}

impl Doing {
    /// A line that begins with `what`.
    pub fn new(what: &'static str) -> Doing {
        let bar = ProgressBar::new_spinner();
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
        Doing { bar, what }
    }

    /// Shows what is being worked on.
    pub fn say(&self, object: impl Display) {
        self.bar.set_message(format!("{} {object} …", self.what));
        self.bar.tick();
    }
}

impl Drop for Doing {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.alive = None;
        self.bar.finish_and_clear();
    }
}
