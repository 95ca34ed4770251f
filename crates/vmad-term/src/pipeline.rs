//! Work on chunks in several threads; the order of the output is that of the input.

use std::{
    hint::black_box,
    num::NonZero,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

/// The largest number of threads that process items. Each thread has two items in memory.
const MOST_WORKERS: usize = 32;

/// The address space in bytes that must be free before a thread starts: its stack, the reserve of the allocator for it
/// (64 MiB in glibc), its items, and a rest for the other threads.
const FREE_FOR_A_THREAD: usize = 192 << 20;

/// Reads, processes and writes items. `jobs` threads process, at most 32; another thread reads, and this
/// one writes. With one job, this thread does everything.
///
/// The output and the error do not depend on the number of threads. Memory is constant: a fixed number of items is
/// reused.
///
/// # Errors
/// The error of `read`, after all earlier items have been written; or that of `write`.
pub fn run<I: Default + Send, E: Send>(
    jobs: NonZero<usize>,
    mut read: impl FnMut(&mut I) -> Result<bool, E> + Send,
    work: impl Fn(&mut I) + Sync,
    mut write: impl FnMut(&I) -> Result<(), E>,
) -> Result<(), E> {
    if jobs.get() > 1
        && let Some(outcome) = in_threads(jobs, &mut read, &work, &mut write)
    {
        return outcome;
    }
    let mut item = I::default();
    while read(&mut item)? {
        work(&mut item);
        write(&item)?;
    }
    Ok(())
}

/// [`run`] with several threads, or with fewer if the system refuses to start so many. [`None`], with nothing read, if
/// fewer than two can start.
fn in_threads<I: Default + Send, E: Send>(
    jobs: NonZero<usize>,
    read: &mut (impl FnMut(&mut I) -> Result<bool, E> + Send),
    work: &(impl Fn(&mut I) + Sync),
    write: &mut impl FnMut(&I) -> Result<(), E>,
) -> Option<Result<(), E>> {
    // Each worker has its own input and output queue. Items are distributed and collected in turn.
    thread::scope(|scope| {
        let (give_back, free) = channel();
        let (start, inputs) = channel::<Vec<Sender<I>>>();
        let reader = move || match inputs.recv() {
            Ok(inputs) => feed(read, &free, &inputs),
            Err(_) => Ok(()),
        };
        let reader = thread::Builder::new().spawn_scoped(scope, reader).ok()?;
        let (inputs, outputs): (Vec<_>, Vec<_>) = (0..jobs.get().min(MOST_WORKERS))
            .map_while(|_| {
                black_box(Vec::<u8>::new()).try_reserve_exact(FREE_FOR_A_THREAD).ok()?;
                let ((give, take), (done, outputs), (runs, running)) = (channel(), channel(), channel());
                let worker = move || {
                    // Cannot fail: the starting thread waits for it, and by then the allocator has reserved memory.
                    let _ = runs.send(());
                    serve(work, &take, &done);
                };
                thread::Builder::new().spawn_scoped(scope, worker).ok()?;
                running.recv().ok()?;
                Some((give, outputs))
            })
            .unzip();
        if inputs.is_empty() {
            return None;
        }
        let items = 2 * inputs.len();
        // Cannot fail: the reader waits for it.
        let _ = start.send(inputs);
        // Two for each worker: one waits while the other is processed.
        for _ in 0..items {
            // Cannot fail: this function holds the other end.
            let _ = give_back.send(I::default());
        }
        let written = outputs.iter().cycle().map_while(|output| output.recv().ok()).try_for_each(|item| {
            write(&item)?;
            // Ignored: the reader ends with the input.
            let _ = give_back.send(item);
            Ok(())
        });
        // If writing failed, this stops the other threads.
        drop((outputs, give_back));
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Some(written.and(read))
    })
}

/// Reads items and distributes them, until the input ends or the workers stop.
fn feed<I, E>(
    read: &mut impl FnMut(&mut I) -> Result<bool, E>,
    free: &Receiver<I>,
    inputs: &[Sender<I>],
) -> Result<(), E> {
    for input in inputs.iter().cycle() {
        let Ok(mut item) = free.recv() else { break };
        if !read(&mut item)? || input.send(item).is_err() {
            break;
        }
    }
    Ok(())
}

/// Processes items until the input ends or the writer stops.
fn serve<I>(work: impl Fn(&mut I), inputs: &Receiver<I>, done: &Sender<I>) {
    for mut item in inputs {
        work(&mut item);
        if done.send(item).is_err() {
            break;
        }
    }
}
