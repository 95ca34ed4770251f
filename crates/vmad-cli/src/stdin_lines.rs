//! Standard input, line by line.

use std::io;

use crate::{
    excerpt::Place,
    failure::{Failure, Verdict},
    progress::Progress,
    source::{Lines, SourceError},
};

/// The place of a line of standard input, for an error message.
pub(crate) fn place(number: u64) -> Place {
    Place::line("standard input", number)
}

/// Calls `each` with every line of standard input and its number, from 1, up to the first error.
pub(crate) fn each_line<S>(
    sink: &mut S,
    flush: impl Fn(&mut S) -> Result<(), Failure>,
    mut each: impl FnMut(&mut S, &str, u64) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let stop = (false, |_: &mut S, _: &str| Ok(()));
    let lines = &mut Lines::new(io::stdin().lock());
    answer_each_line(lines, sink, flush, stop, |sink, line, number| {
        each(sink, line, number)?;
        Ok(true)
    })?;
    Ok(())
}

/// The same, for lines of which some may have been read; `each` says whether it wrote an answer. With `keep_going`, the
/// command goes on behind an error: `refuse` gets its message, or an empty one for a line without an answer.
///
/// Flushes before it waits for more input: a program may write one line and read the answer to it.
pub(crate) fn answer_each_line<S>(
    lines: &mut Lines<io::StdinLock<'static>>,
    sink: &mut S,
    flush: impl Fn(&mut S) -> Result<(), Failure>,
    (keep_going, refuse): (bool, impl Fn(&mut S, &str) -> io::Result<()>),
    mut each: impl FnMut(&mut S, &str, u64) -> Result<bool, Failure>,
) -> Result<Verdict, Failure> {
    /// Lines between two updates: reading these takes less time than drawing.
    const STEP: u64 = 1 << 14;
    let progress = Progress::endless("lines").unless_seen();
    let mut verdict = Verdict::Fine;
    loop {
        if lines.number().is_multiple_of(STEP) {
            progress.set(lines.number());
        }
        if lines.may_wait() {
            flush(sink)?;
        }
        let number = lines.number() + 1;
        let answered = match lines.read() {
            Ok(None) => return Ok(verdict),
            Ok(Some(line)) => each(sink, line, number),
            Err(error @ SourceError::Io(_)) => return Err(Failure::input(place(number), &error)),
            Err(refused) => Err(Failure::input(place(number), &refused)),
        };
        match answered {
            Ok(false) if keep_going => refuse(sink, "")?,
            Ok(_) => {}
            Err(failure) => {
                let Some(message) = failure.message().filter(|_| keep_going) else { return Err(failure) };
                verdict = Verdict::BadInput;
                refuse(sink, message)?;
            }
        }
    }
}
