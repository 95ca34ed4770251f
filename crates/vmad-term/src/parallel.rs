//! Work on several threads; the results are in the order of the input.

use std::{
    collections::BTreeMap,
    hint::black_box,
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Mutex, PoisonError, mpsc::channel},
    thread,
    time::{Duration, Instant},
};

/// The address space in bytes that must be free before a thread starts: its stack, the reserve of the allocator for it
/// (64 MiB in glibc), its items, and a rest for the other threads.
const FREE_FOR_A_THREAD: usize = 192 << 20;

/// The largest number of results of [`each`] that wait for their turn, which is that of the slowest.
const MOST_WAITING: usize = 4096;

/// Runs `work` on each item, in `jobs` threads, or fewer if the system refuses to start so many. Calls `done` with each
/// result and the time of its work, in the order of the items.
///
/// # Errors
/// The error of `done`. No further work is begun after it.
pub fn each<T: Sync, R: Send, E>(
    jobs: NonZero<usize>,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(&T, R, Duration) -> Result<(), E>,
) -> Result<(), E> {
    let (mut unread, mut failed) = (items.iter(), Ok(()));
    // The error need not be `Send`, so it stays here.
    let _ = run::<_, ()>(
        jobs.get().min(items.len()),
        |_| items.len().min(MOST_WAITING),
        |(item, _): &mut (Option<&T>, Option<(R, Duration)>)| {
            *item = unread.next();
            Ok(item.is_some())
        },
        |(item, result)| {
            let start = Instant::now();
            *result = item.map(|item| (work(item), start.elapsed()));
        },
        |(item, result)| match (item, result.take()) {
            (Some(item), Some((result, time))) => {
                done(item, result, time).map_err(|error| failed = Err(error))
            }
            _ => Ok(()),
        },
    );
    failed
}

/// Reads, processes and writes items. `jobs` threads read and process, at most 32; this one writes. With one job, this
/// thread does everything.
///
/// The output and the error do not depend on the number of threads. Memory is constant: a fixed number of items is
/// reused.
///
/// # Errors
/// The error of `read`, after all earlier items have been written; or that of `write`.
pub fn pipeline<I: Default + Send, E: Send>(
    jobs: NonZero<usize>,
    read: impl FnMut(&mut I) -> Result<bool, E> + Send,
    work: impl Fn(&mut I) + Sync,
    mut write: impl FnMut(&I) -> Result<(), E>,
) -> Result<(), E> {
    const MOST_WORKERS: usize = 32;
    // One of a thread's two items waits while the other is processed.
    run(jobs.get().min(MOST_WORKERS), |threads| 2 * threads, read, work, |item| write(item))
}

/// [`pipeline`] with as many items in memory as `room` says for a number of threads. If the system refuses a
/// thread, it runs with fewer.
fn run<I: Default + Send, E: Send>(
    jobs: usize,
    room: impl Fn(usize) -> usize,
    read: impl FnMut(&mut I) -> Result<bool, E> + Send,
    work: impl Fn(&mut I) + Sync,
    mut write: impl FnMut(&mut I) -> Result<(), E>,
) -> Result<(), E> {
    let (give_back, free) = channel::<I>();
    // The items to read into, the number of the next one, and the input; none at its end and after a panic.
    let source = Mutex::new(Some((free, 0, read)));
    let lock = || source.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || {
        let mut source = lock();
        let (free, number, mut read) = source.take()?;
        let mut item = free.recv().ok()?;
        match read(&mut item) {
            Ok(true) => {
                *source = Some((free, number + 1, read));
                Some((number, Ok(item)))
            }
            end => Some((number, Err(end.err()?))),
        }
    };
    let work = &work;
    let outcome = thread::scope(|scope| {
        // A panic in this closure drops it, which stops the other threads.
        let give_back = give_back;
        let (done, finished) = channel();
        let next = &next;
        let start = || {
            black_box(Vec::<u8>::new()).try_reserve_exact(FREE_FOR_A_THREAD).ok()?;
            let (done, (runs, running)) = (done.clone(), channel());
            let worker = move || {
                // Cannot fail: the starting thread waits for it, and by then the allocator has reserved memory.
                let _ = runs.send(());
                while let Some((number, item)) = next() {
                    let process = |mut item| {
                        work(&mut item);
                        item
                    };
                    // A panic takes its turn too: without it, the writer would wait for the item.
                    let item = catch_unwind(AssertUnwindSafe(|| item.map(process)));
                    if done.send((number, item)).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, worker).ok()?;
            running.recv().ok()
        };
        let threads = if jobs > 1 { (0..jobs).map_while(|_| start()).count() } else { 0 };
        drop(done);
        if threads == 0 {
            return None;
        }
        for _ in 0..room(threads) {
            // Ignored here and below: no thread reads after the end of the input.
            let _ = give_back.send(I::default());
        }
        // Items that came before their turn.
        let mut early = BTreeMap::new();
        let mut turn = 0;
        let mut receive = || {
            for (number, item) in &finished {
                early.insert(number, item);
                while let Some(item) = early.remove(&turn) {
                    let mut item = item.unwrap_or_else(|panic| resume_unwind(panic))?;
                    write(&mut item)?;
                    let _ = give_back.send(item);
                    turn += 1;
                }
            }
            Ok(())
        };
        let outcome = receive();
        // If writing failed, this stops the other threads.
        drop(give_back);
        *lock() = None;
        Some(outcome)
    });
    let source = source.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (outcome, source) {
        (None, Some((.., mut read))) => {
            let mut item = I::default();
            while read(&mut item)? {
                work(&mut item);
                write(&mut item)?;
            }
            Ok(())
        }
        (outcome, _) => outcome.unwrap_or(Ok(())),
    }
}
