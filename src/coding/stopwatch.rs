//! How long measurements among the tests take.

/// Runs `work`; returns what it returns, and the time in milliseconds that this thread has spent on
/// a processor meanwhile (0 where the system does not tell).
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = on_processor();
    let done = work();
    (done, on_processor() - before)
}

fn on_processor() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or(0.0, |nanoseconds: f64| nanoseconds / 1e6)
}
