//! Chunks through several threads, out in the order in which they came in.

use std::{
    num::NonZero,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

/// Reads items one after the other, works on each and writes it, with the work done by `jobs` threads: besides them,
/// one thread reads, and this one writes. One job does everything on this thread.
///
/// What is written, and the error that is returned, do not depend on the number of threads. Items are used again and
/// again, so that memory does not grow with the input: a fixed number of them is on the way.
///
/// # Errors
/// The error of `read`, after everything that was read before has been written; or that of `write`.
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
    // Each worker has a queue of its own at both ends: the items go round them in turn, and come back in turn.
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
        // Two for each worker, so that one is ready when the other is done.
        for _ in 0..2 * jobs.get() {
            // The other end is in this very function.
            let _ = give_back.send(I::default());
        }
        let reader = scope.spawn(move || feed(&mut read, &free, &inputs));
        let written = outputs.iter().cycle().map_while(|output| output.recv().ok()).try_for_each(|item| {
            write(&item)?;
            // The reader is gone where the input has ended.
            let _ = give_back.send(item);
            Ok(())
        });
        // Where writing failed, these ends tell the others to stop.
        drop((outputs, give_back));
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.and(read)
    })
}

/// Reads items and deals them out, until there is no more or nobody wants them.
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

/// Works on items until there is no more or nobody wants them.
fn serve<I>(work: impl Fn(&mut I), inputs: &Receiver<I>, done: &Sender<I>) {
    for mut item in inputs {
        work(&mut item);
        if done.send(item).is_err() {
            break;
        }
    }
}
