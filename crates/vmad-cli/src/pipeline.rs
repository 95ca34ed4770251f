//! Work on chunks in several threads; the order of the output is that of the input.

use std::{
    num::NonZero,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

/// Reads, processes and writes items. `jobs` threads process, another thread reads, and this one writes. With one job,
/// this thread does everything.
///
/// The output and the error do not depend on the number of threads. Memory is constant: a fixed number of items is
/// reused.
///
/// # Errors
/// The error of `read`, after all earlier items have been written; or that of `write`.
pub(crate) fn run<I: Default + Send, E: Send>(
    jobs: NonZero<usize>,
    mut read: impl FnMut(&mut I) -> Result<bool, E> + Send,
    work: impl Fn(&mut I) + Sync,
    mut write: impl FnMut(&I) -> Result<(), E>,
) -> Result<(), E> {
    if jobs.get() == 1 {
        let mut item = I::default();
        while read(&mut item)? {
            work(&mut item);
            write(&item)?;
        }
        return Ok(());
    }
    // Each worker has its own input and output queue. Items are dealt out and collected in turn.
    let work = &work;
    thread::scope(|scope| {
        let (give_back, free) = channel();
        let (inputs, outputs): (Vec<_>, Vec<_>) = (0..jobs.get())
            .map(|_| {
                let ((give, take), (done, outputs)) = (channel(), channel());
                scope.spawn(move || serve(work, &take, &done));
                (give, outputs)
            })
            .unzip();
        // Two for each worker: one waits while the other is processed.
        for _ in 0..2 * jobs.get() {
            // Cannot fail: this function holds the other end.
            let _ = give_back.send(I::default());
        }
        let reader = scope.spawn(move || feed(&mut read, &free, &inputs));
        let written = outputs.iter().cycle().map_while(|output| output.recv().ok()).try_for_each(|item| {
            write(&item)?;
            // Ignored: the reader ends with the input.
            let _ = give_back.send(item);
            Ok(())
        });
        // If writing failed, this stops the other threads.
        drop((outputs, give_back));
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.and(read)
    })
}

/// Reads items and deals them out, until the input ends or the workers stop.
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
