//! Being told to stop: Ctrl-C, a request of the system, a terminal that goes away.
//!
//! The first signal raises a flag that whoever works looks at, to end in an orderly way. Whoever waits, for a pipe or a terminal, does not
//! look: after a moment, or at a second signal, the program ends all the same, and the file that it was writing goes.
//!
//! In the end it dies of the signal as if nobody had heard it: a shell that waits for it stops, too, and does not go on with its loop.
//!
//! What whoever started the program wants it not to hear (`nohup`, a background job of a script) it does not hear, where the system tells.

use signal_hook::{
    consts::{
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
        SIGXFSZ,
    },
    flag,
    iterator::Signals,
    low_level::emulate_default_handler,
};
use std::{
    ffi::c_int,
    fs,
    path::{Path, PathBuf},
    process,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How long work has to look at the flag.
const GRACE: Duration = Duration::from_secs(1);
/// How often a second signal is looked for meanwhile.
const GLANCE: Duration = Duration::from_millis(20);
/// How a program ends that was interrupted and cannot die of it.
const EXIT_STATUS: u8 = 130;

/// The signals that end a program, but for those that nobody can hear, those that say that it went wrong, and that of a
/// pipe that nobody reads, which is an error of the output here.
const ENDING: [c_int; 10] = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
];

/// The signal that was heard first.
static HEARD: AtomicI32 = AtomicI32::new(SIGINT);

/// The temporary files and folders that there are; they may have got another name already.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A note that a temporary file, or a folder with all that is in it, is to go where the program ends at once; it holds until it is dropped.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Takes note of `path`.
    pub fn note(path: &Path) -> Unfinished {
        let path = path.to_owned();
        noted().push(path.clone());
        Unfinished(path)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        noted().retain(|path| *path != self.0);
    }
}

fn noted() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes all that is unfinished away. Nothing is done, rather than waited for, where a note is just being taken.
pub fn drop_unfinished() {
    if let Ok(unfinished) = UNFINISHED.try_lock() {
        for path in &*unfinished {
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
        }
    }
}

/// Ends the program as the signal that it heard would have ended it.
pub fn die() -> ! {
    let _ = emulate_default_handler(HEARD.load(Ordering::Relaxed));
    process::exit(EXIT_STATUS.into());
}

/// The flag that a signal raises.
pub fn watched() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&interrupted);
    let signals = heard();
    // A file that may grow no more is then an error like any other, and not the end.
    let _ = flag::register(SIGXFSZ, Arc::default());
    let watching = Signals::new(&signals).and_then(|signals| {
        let watch = move || watch(signals, &raised);
        thread::Builder::new().spawn(watch)
    });
    if watching.is_err() {
        // Without a thread to watch, the first signal only raises the flag.
        for signal in signals {
            let second = Arc::clone(&interrupted);
            let _ = flag::register_conditional_shutdown(signal, EXIT_STATUS.into(), second);
            let _ = flag::register(signal, Arc::clone(&interrupted));
        }
    }
    interrupted
}

/// The signals that end the program: those of these that it was not started to ignore.
fn heard() -> Vec<c_int> {
    let ignored = ignored().unwrap_or(0);
    ENDING
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0)
        .collect()
}

/// The signals that the program was started to ignore, a bit for each from 1 on, where the system tells.
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

fn watch(mut signals: Signals, interrupted: &AtomicBool) {
    let Some(signal) = signals.forever().next() else {
        return;
    };
    HEARD.store(signal, Ordering::Relaxed);
    interrupted.store(true, Ordering::Relaxed);
    let first = Instant::now();
    while first.elapsed() < GRACE && signals.pending().next().is_none() {
        thread::sleep(GLANCE);
    }
    drop_unfinished();
    die();
}
