//! Shares the threads out among jobs: light jobs run side by side on a thread each, others one
//! after another on all threads. The results come in the order of the jobs.

use crate::{error::Result, pipeline};
use anyhow::Context;
use std::{
    num::NonZero,
    ops::ControlFlow,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

const ONE: NonZero<usize> = NonZero::<usize>::MIN;

/// The names of the inputs of [`guarded`] work that is under way.
static UNDER_WAY: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Notes the name of an input until it is dropped.
struct UnderWay<'n>(&'n str);

impl UnderWay<'_> {
    fn begin(name: &str) -> UnderWay<'_> {
        under_way().push(name.to_owned());
        UnderWay(name)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut names = under_way();
        if let Some(place) = names.iter().position(|name| name == self.0) {
            names.remove(place);
        }
    }
}

fn under_way() -> MutexGuard<'static, Vec<String>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells the names of the inputs that are worked on, for a thread that gets no memory. It may hold
/// the list itself, and so must not wait for it: where that is locked, there are none.
pub fn tell_under_way(tell: impl FnOnce(&[String])) {
    match UNDER_WAY.try_lock() {
        Ok(names) => tell(&names),
        Err(_) => tell(&[]),
    }
}

/// Runs `jobs` on `threads` threads: neighbouring light jobs side by side on a thread each, any
/// other job on all threads. `conclude` gets the results in order, until it breaks off; the results
/// of jobs that are then under way are dropped.
///
/// # Errors
/// When the system gives no threads, or one of several light jobs panics. (A job that runs alone
/// takes its panic to the caller; [`guarded`] jobs do not panic.)
pub fn each<J: Send, R: Send>(
    threads: NonZero<usize>,
    jobs: impl IntoIterator<Item = J>,
    is_light: impl Fn(&J) -> bool,
    run: impl Fn(J, NonZero<usize>) -> R + Sync,
    mut conclude: impl FnMut(R) -> ControlFlow<()> + Send,
) -> Result<()> {
    let mut jobs = jobs.into_iter().peekable();
    while let Some(first) = jobs.next() {
        let may_have_company = is_light(&first);
        let mut group = vec![first];
        while may_have_company && let Some(next) = jobs.next_if(&is_light) {
            group.push(next);
        }
        let flow = match group.len() == 1 {
            true => group
                .into_iter()
                .try_for_each(|job| conclude(run(job, threads))),
            false => together(threads, group, &run, &mut conclude)?,
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

/// Does the `work` on the input of that name. A panic, which takes a bug, is the failure of this
/// work alone.
///
/// # Errors
/// Those of `work`, and a panic.
pub fn guarded<T>(name: &str, work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let _under_way = UnderWay::begin(name);
    let done = pipeline::guarded(|| Ok(work()));
    done.with_context(|| name.to_owned())?
}

/// Runs light jobs side by side.
fn together<J: Send, R: Send>(
    threads: NonZero<usize>,
    group: Vec<J>,
    run: impl Fn(J, NonZero<usize>) -> R + Sync,
    mut conclude: impl FnMut(R) -> ControlFlow<()> + Send,
) -> Result<ControlFlow<()>> {
    let stop = AtomicBool::new(false);
    let stopped = || stop.load(Ordering::Relaxed);
    let mut jobs = group.into_iter();
    pipeline::ordered(
        threads,
        || Ok(if stopped() { None } else { jobs.next() }),
        |job| Ok(run(job, ONE)),
        |done| {
            if !stopped() && conclude(done).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        },
    )?;
    Ok(match stopped() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_job_that_panics_fails_alone() {
        let run = |job: usize, _| match job {
            3 => guarded("three", || panic!("a bug")),
            _ => Ok(job),
        };
        for is_light in [true, false] {
            let mut seen = Vec::new();
            let conclude = |done: anyhow::Result<usize>| {
                seen.push(done.map_err(|error| format!("{error:#}")));
                ControlFlow::Continue(())
            };
            let threads = NonZero::new(2).unwrap();
            each(threads, 2..6, |_| is_light, run, conclude).unwrap();
            let fault = Err("three: a fault in this program: a bug".to_owned());
            assert_eq!(seen, [Ok(2), fault, Ok(4), Ok(5)]);
        }
    }

    proptest! {
        /// Numbers are jobs; odd ones are light.
        #[test]
        fn every_job_comes_to_its_end_in_its_place(
            jobs in prop::collection::vec(0usize..10, 0..20),
            threads in 1usize..5,
            most in 0usize..30,
        ) {
            let threads = NonZero::new(threads).unwrap();
            let mut seen = Vec::new();
            each(
                threads,
                jobs.clone(),
                |job| job % 2 == 1,
                |job, given| (job, given),
                |done| {
                    seen.push(done);
                    match seen.len() > most {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                },
            )
            .unwrap();
            let numbers: Vec<usize> = seen.iter().map(|done| done.0).collect();
            prop_assert_eq!(&numbers, &jobs[..jobs.len().min(most + 1)]);
            prop_assert!(seen.iter().all(|&(job, given)| job % 2 == 1 || given == threads));
        }
    }
}
