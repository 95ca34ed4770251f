//! Work on several threads; the results are in the order of the input.

use std::{
    collections::BTreeMap,
    hint::black_box,
    iter,
    num::NonZero,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::channel,
    },
    thread,
    time::{Duration, Instant},
};

/// The address space in bytes that must be free before a thread starts: its stack, the reserve of the allocator for it
/// (64 MiB in glibc), its items, and a rest for the other threads.
const FREE_FOR_A_THREAD: usize = 192 << 20;

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
    let begun = AtomicUsize::new(0);
    let next = || {
        let index = begun.fetch_add(1, Ordering::Relaxed);
        let (item, start) = (items.get(index)?, Instant::now());
        Some((index, work(item), start.elapsed()))
    };
    thread::scope(|scope| {
        let (finished, results) = channel();
        let next = &next;
        let start = || {
            black_box(Vec::<u8>::new()).try_reserve_exact(FREE_FOR_A_THREAD).ok()?;
            let (finished, (runs, running)) = (finished.clone(), channel());
            let worker = move || {
                // Cannot fail: the starting thread waits for it, and by then the allocator has reserved memory.
                let _ = runs.send(());
                // Nobody receives after an error of `done`.
                while next().is_some_and(|result| finished.send(result).is_ok()) {}
            };
            thread::Builder::new().spawn_scoped(scope, worker).ok()?;
            running.recv().ok()
        };
        let threads = jobs.get().min(items.len());
        let started = if threads > 1 { (0..threads).map_while(|_| start()).count() } else { 0 };
        drop(finished);
        let here = iter::from_fn(|| if started == 0 { next() } else { None });
        // Results that came before their turn.
        let mut early = BTreeMap::new();
        let mut turn = 0;
        for (index, result, time) in here.chain(&results) {
            early.insert(index, (result, time));
            while let Some((result, time)) = early.remove(&turn) {
                done(&items[turn], result, time)?;
                turn += 1;
            }
        }
        Ok(())
    })
}
