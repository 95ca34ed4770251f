//! Work on several threads, its results in order.

use std::{
    collections::BTreeMap,
    num::NonZero,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

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
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let (next, stop, work) = (&next, &stop, &work);
        let timed = move |at: usize| {
            let (item, start) = (items.get(at)?, Instant::now());
            Some((at, work(item), start.elapsed()))
        };
        let mut is_started = false;
        for _ in 0..jobs.get().min(items.len()) {
            let sender = sender.clone();
            let worker = move || {
                while !stop.load(Ordering::Relaxed)
                    && let Some(result) = timed(next.fetch_add(1, Ordering::Relaxed))
                {
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            };
            match thread::Builder::new().spawn_scoped(scope, worker) {
                Ok(_) => is_started = true,
                Err(_) => break,
            }
        }
        drop(sender);
        if !is_started {
            return items.iter().enumerate().try_for_each(|(at, item)| match timed(at) {
                Some((_, result, time)) => done(item, result, time),
                None => Ok(()),
            });
        }
        // Results that came before their turn.
        let mut early = BTreeMap::new();
        let mut items = items.iter().enumerate();
        let mut turn = items.next();
        let mut receive = || {
            for (at, result, time) in &receiver {
                early.insert(at, (result, time));
                while let Some((index, item)) = turn
                    && let Some((result, time)) = early.remove(&index)
                {
                    done(item, result, time)?;
                    turn = items.next();
                }
            }
            Ok(())
        };
        let outcome = receive();
        stop.store(true, Ordering::Relaxed);
        outcome
    })
}
