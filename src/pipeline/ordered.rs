//! Runs work on several threads and gives out the results in the order of the inputs.

use crate::error::{Error, ErrorKind, Result};
use std::{
    any::Any,
    io,
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

/// Takes inputs from `next`, does `work` on them, and passes the results to `emit` in the order of
/// the inputs.
///
/// With one thread, all is done on this one, and each result is passed on before the next input is
/// taken. With more, inputs are taken on this thread, up to so many others work on them, and one
/// more passes the results on. At most `threads` + 1 inputs and results exist then at any time. No input
/// waits for a worker: `next` is called only when one is free.
///
/// # Errors
/// The first error, in the order of the inputs, that `next`, `work` or `emit` gives. Everything
/// before it has been emitted. Reading stops once `emit` has failed. A panic in `work` or `emit` is
/// an error like any other.
pub fn ordered<I: Send, O: Send>(
    threads: NonZero<usize>,
    mut next: impl FnMut() -> Result<Option<I>>,
    work: impl Fn(I) -> Result<O> + Sync,
    emit: impl FnMut(O) -> Result<()> + Send,
) -> Result<()> {
    let threads = threads.get();
    if threads == 1 {
        return in_turn(next, work, emit);
    }
    // Has no capacity: a job goes straight to a worker. What is under way is bounded by the queue
    // of slots.
    let (job_sender, job_receiver) = sync_channel::<Job<I, O>>(0);
    // Workers say here when they are free, so that no input is read before.
    let (free_sender, free_receiver) = sync_channel::<()>(threads);
    let (slot_sender, slot_receiver) = sync_channel::<Receiver<Result<O>>>(threads);
    let job_receiver = Mutex::new(job_receiver);
    thread::scope(|scope| {
        // The writer's thread comes first: it cannot be missing, while fewer workers than asked for
        // do the same work.
        let writer = thread::Builder::new()
            .spawn_scoped(scope, move || emit_all(slot_receiver, emit))
            .map_err(no_thread)?;
        let employ = || {
            let (jobs, free, work) = (&job_receiver, free_sender.clone(), &work);
            thread::Builder::new().spawn_scoped(scope, move || work_off(jobs, &free, work))
        };
        let mut workers = 0;
        // Waits for a free worker, after employing one more where none is: most inputs are few.
        let mut find_worker = || -> Result<bool> {
            if free_receiver.try_recv().is_ok() {
                return Ok(true);
            }
            if workers < threads {
                match employ() {
                    Ok(_) => workers += 1,
                    Err(error) if workers == 0 => return Err(no_thread(error)),
                    Err(_) => {}
                }
            }
            Ok(free_receiver.recv().is_ok())
        };
        let mut read = || {
            while find_worker()? {
                let (result, slot) = sync_channel(1);
                if slot_sender.send(slot).is_err() {
                    break; // the writer has failed; its error is returned below
                }
                let Some(input) = next()? else { break };
                if job_sender.send((input, result)).is_err() {
                    break;
                }
            }
            Ok(())
        };
        let read = read();
        drop((job_sender, slot_sender));
        let written = writer.join().unwrap_or_else(|panic| Err(of_panic(&panic)));
        written.and(read)
    })
}

/// The error for a thread that cannot be missing, and that the system refused to start.
fn no_thread(error: io::Error) -> Error {
    Error::from(error).at("no thread can be started")
}

/// As [`ordered`], with one thread.
// Two threads for each of a thousand games in files of their own (quick profile, level 6): 80 %
// more time to unpack them, most of it in the system and in the allocator, which keeps memory by
// thread.
fn in_turn<I, O>(
    mut next: impl FnMut() -> Result<Option<I>>,
    work: impl Fn(I) -> Result<O>,
    mut emit: impl FnMut(O) -> Result<()>,
) -> Result<()> {
    while let Some(input) = next()? {
        let done = guarded(|| work(input))?;
        guarded(|| emit(done))?;
    }
    Ok(())
}

/// An input, and where its result goes.
type Job<I, O> = (I, SyncSender<Result<O>>);

fn work_off<I, O>(
    jobs: &Mutex<Receiver<Job<I, O>>>,
    free: &SyncSender<()>,
    work: &impl Fn(I) -> Result<O>,
) {
    // Has room for one message of each worker, so this never waits.
    while free.send(()).is_ok() {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((input, result)) = job else { return };
        let done = guarded(|| work(input));
        // Has room for the one result, so this never waits. It fails when the writer has failed and
        // is gone.
        let _ = result.send(done);
    }
}

fn emit_all<O>(
    slots: Receiver<Receiver<Result<O>>>,
    mut emit: impl FnMut(O) -> Result<()>,
) -> Result<()> {
    for slot in slots {
        // A slot without a result belongs to no input: it was made before reading ended.
        let Ok(done) = slot.recv() else { break };
        emit(done?)?;
    }
    Ok(())
}

/// Runs `work`, and turns a panic into an error.
///
/// # Errors
/// That of `work`, or [`ErrorKind::Fault`] where it panics, which takes a bug in this program.
pub fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(of_panic(&panic)))
}

/// The error for a panic that was caught.
pub(super) fn of_panic(panic: &Box<dyn Any + Send>) -> Error {
    let what = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given");
    Error::new(ErrorKind::Fault, format!("a fault in this program: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::{
        collections::HashSet,
        sync::atomic::{AtomicUsize, Ordering},
        time::Duration,
    };

    fn threads(number: usize) -> NonZero<usize> {
        NonZero::new(number).unwrap()
    }

    /// Work of uneven length, so that results come out of order if they can.
    fn uneven(number: u32) -> u32 {
        if number.is_multiple_of(7) {
            thread::sleep(Duration::from_micros(300));
        }
        number
    }

    fn run(workers: usize, work: impl Fn(u32) -> Result<u32> + Sync) -> (Result<()>, Vec<u32>) {
        let mut inputs = 0..500;
        let mut seen = Vec::new();
        let done = ordered(
            threads(workers),
            || Ok(inputs.next()),
            work,
            |output| {
                seen.push(output);
                Ok(())
            },
        );
        (done, seen)
    }

    #[test]
    fn results_come_in_the_order_of_the_inputs() {
        for workers in [1, 2, 5] {
            let (done, seen) = run(workers, |number| Ok(uneven(number)));
            done.unwrap();
            assert!(seen.into_iter().eq(0..500));
        }
    }

    #[test]
    fn an_error_comes_after_all_that_is_before_it_and_nothing_comes_after() {
        for workers in [1, 3] {
            let (done, seen) = run(workers, |number| match number {
                50 => Err(Error::corrupt("fifty")),
                _ => Ok(uneven(number)),
            });
            assert_eq!(done.unwrap_err().to_string(), "fifty");
            assert!(seen.into_iter().eq(0..50));
        }
    }

    #[test]
    fn a_panic_is_an_error_and_no_hang() {
        for workers in [1, 3] {
            let (done, seen) = run(workers, |number| match number {
                50 => panic!("fifty"),
                _ => Ok(uneven(number)),
            });
            let error = done.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Fault);
            assert!(error.to_string().contains("fifty"));
            assert!(seen.into_iter().eq(0..50));
        }
    }

    #[test]
    fn what_is_read_before_a_failed_read_is_written() {
        for workers in [1, 3] {
            let mut inputs = 0..10;
            let mut seen = Vec::new();
            let done = ordered(
                threads(workers),
                || {
                    inputs
                        .next()
                        .map(Some)
                        .ok_or_else(|| Error::truncated("no more"))
                },
                |number| Ok(uneven(number)),
                |output| {
                    seen.push(output);
                    Ok(())
                },
            );
            assert_eq!(done.unwrap_err().kind(), ErrorKind::Truncated);
            assert!(seen.into_iter().eq(0..10));
        }
    }

    #[test]
    fn a_failed_write_stops_an_endless_read() {
        for workers in [1, 2] {
            let read = AtomicUsize::new(0);
            let done = ordered(
                threads(workers),
                || Ok(Some(read.fetch_add(1, Ordering::Relaxed))),
                Ok,
                |output| match output {
                    20 => Err(Error::truncated("the pipe is broken")),
                    _ => Ok(()),
                },
            );
            assert_eq!(done.unwrap_err().to_string(), "the pipe is broken");
            assert!(read.into_inner() < 20 + 10, "what is under way is bounded");
        }
    }

    #[test]
    fn a_panic_of_the_writer_is_an_error() {
        for workers in [1, 2] {
            let done = ordered(
                threads(workers),
                || Ok(Some(1)),
                Ok,
                |_| panic!("the writer"),
            );
            assert!(done.unwrap_err().to_string().contains("the writer"));
        }
    }

    #[test]
    fn there_are_no_more_workers_than_inputs_and_one() {
        let employed = Mutex::new(HashSet::new());
        let mut inputs = 0..2;
        ordered(
            threads(50),
            || Ok(inputs.next()),
            |_| {
                employed.lock().unwrap().insert(thread::current().id());
                thread::sleep(Duration::from_millis(1));
                Ok(())
            },
            |()| Ok(()),
        )
        .unwrap();
        assert!((1..=2).contains(&employed.into_inner().unwrap().len()));
    }

    #[test]
    fn nobody_is_employed_while_a_worker_is_free() {
        let employed = Mutex::new(HashSet::new());
        let mut inputs = 0..100;
        ordered(
            threads(50),
            || {
                // Long enough for a worker to become free, but on a busy machine now and then.
                thread::sleep(Duration::from_millis(2));
                Ok(inputs.next())
            },
            |_| {
                employed.lock().unwrap().insert(thread::current().id());
                Ok(())
            },
            |()| Ok(()),
        )
        .unwrap();
        let employed = employed.into_inner().unwrap().len();
        assert!((1..=10).contains(&employed), "{employed}");
    }

    #[test]
    fn one_thread_is_this_one() {
        let here = thread::current().id();
        let is_here = || thread::current().id() == here;
        let mut inputs = 0..3;
        ordered(
            threads(1),
            || Ok(inputs.next()),
            |_| Ok(is_here()),
            |worked_here| {
                assert!(worked_here && is_here());
                Ok(())
            },
        )
        .unwrap();
    }
}
