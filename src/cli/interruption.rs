//! Signals that ask the program to stop: Ctrl-C, a request of the system, a terminal that is
//! closed.
//!
//! The first signal raises a flag, which the work checks, so that it ends in an orderly way. Code
//! that waits for a pipe or a terminal does not check. So after [`GRACE`], or at a second signal,
//! the program ends all the same, and removes the files that it was writing.
//!
//! In the end the program kills itself by the signal's default action, so that a shell sees it and
//! stops its loop, too.
//!
//! Signals that the program was started to ignore (`nohup`, a background job of a script) stay
//! ignored, where the system tells which these are.

use super::Status;
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
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Time that the work has to notice the flag. Most blocks take longer and are given up, so a longer
/// wait would only keep the user waiting.
const GRACE: Duration = Duration::from_millis(250);
/// Interval at which a second signal is looked for meanwhile.
const GLANCE: Duration = Duration::from_millis(20);

/// The signals that are sent to end a program, or end it by default and are sent for other reasons.
/// Not among them are those that cannot be caught, those that report a fault of the program, those
/// that hardly anybody sends (of real time, of power, of input), and those of a closed pipe and of a
/// file at its size limit, which are errors of writing here.
const ENDING: [c_int; 10] = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
];

/// The first signal that came.
static HEARD: AtomicI32 = AtomicI32::new(SIGINT);

/// The temporary files and folders in use. Some may have been renamed already.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Registers a temporary file, or a folder with all its contents, for removal if the program is
/// ended by a signal. Dropping it ends the registration.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes something temporary and registers its path. If the program is being ended, nothing is
    /// made any more.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn begin<T: AsRef<Path>>(
        make: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<(T, Unfinished)> {
        // Held until it is registered: what is made before the list is worked off is on it.
        let mut noted = noted();
        let made = make()?;
        let path = made.as_ref().to_owned();
        noted.push(path.clone());
        Ok((made, Unfinished(path)))
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

/// Removes all registered files and folders, for a thread that gets no memory. It may hold the list
/// itself, and so must not wait for it: where that is locked, nothing is removed.
pub fn drop_unfinished() {
    if let Ok(unfinished) = UNFINISHED.try_lock() {
        remove(&unfinished);
    }
}

fn remove(unfinished: &[PathBuf]) {
    for path in unfinished {
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
    }
}

/// Ends the program by the default action of the signal that came, or where that does not end it,
/// with an exit code of its own.
pub fn die() -> ! {
    let _ = emulate_default_handler(HEARD.load(Ordering::Relaxed));
    process::exit(Status::Interrupted.code().into());
}

/// Begins to watch for signals, and returns the flag that the first one raises.
pub fn watched() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&interrupted);
    let signals = heard();
    // A file at its size limit is then an error of writing, and does not end the program.
    let _ = flag::register(SIGXFSZ, Arc::default());
    let watching = Signals::new(&signals).and_then(|signals| {
        let watch = move || watch(signals, &raised);
        thread::Builder::new().spawn(watch)
    });
    if watching.is_err() {
        // Without a thread to watch, the first signal only raises the flag, and the second ends the
        // program.
        for signal in signals {
            let second = Arc::clone(&interrupted);
            let _ = flag::register_conditional_shutdown(
                signal,
                Status::Interrupted.code().into(),
                second,
            );
            let _ = flag::register(signal, Arc::clone(&interrupted));
        }
    }
    interrupted
}

/// Those of the [`ENDING`] signals that the program was not started to ignore.
fn heard() -> Vec<c_int> {
    let ignored = ignored().unwrap_or(0);
    ENDING
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0)
        .collect()
}

/// The signals that the program was started to ignore, where the system tells: bit *n* - 1 for
/// signal *n*.
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
    interrupted.store(true, Ordering::Release); // whoever sees the flag sees the signal
    let first = Instant::now();
    while first.elapsed() < GRACE && signals.pending().next().is_none() {
        thread::sleep(GLANCE);
    }
    // Held until the end, so that nothing else is begun.
    let unfinished = noted();
    remove(&unfinished);
    die();
}
