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

/// Calls `each` with every line of standard input and its number, from 1.
///
/// Flushes before it waits for more input: a program may write one line and read the answer to it.
pub(crate) fn each_line<S>(
    sink: &mut S,
    flush: impl Fn(&mut S) -> Result<(), Failure>,
    mut each: impl FnMut(&mut S, &str, u64) -> Result<(), Failure>,
) -> Result<(), Failure> {
    each_line_or_refusal(&mut Lines::new(io::stdin().lock()), sink, flush, |sink, line, number| {
        each(sink, line.map_err(|refused| Failure::input(place(number), &refused))?, number)
    })
}

/// The same, for lines of which some may have been read; `each` says whether it wrote an answer. With `keep_going`, the
/// command goes on behind an error: `refuse` gets its message, or an empty one for a line without an answer.
pub(crate) fn answer_each_line<S>(
    lines: &mut Lines<io::StdinLock<'static>>,
    sink: &mut S,
    flush: impl Fn(&mut S) -> Result<(), Failure>,
    (keep_going, refuse): (bool, impl Fn(&mut S, &str) -> io::Result<()>),
    mut each: impl FnMut(&mut S, &str, u64) -> Result<bool, Failure>,
) -> Result<Verdict, Failure> {
    let mut verdict = Verdict::Fine;
    each_line_or_refusal(lines, sink, flush, |sink, line, number| {
        let answered = match line {
            Ok(line) => each(sink, line, number),
            Err(refused) => Err(Failure::input(place(number), &refused)),
        };
        match answered {
            _ if !keep_going => answered.map(|_| ()),
            Ok(true) => Ok(()),
            Ok(false) => Ok(refuse(sink, "")?),
            Err(failure) => {
                let Some(message) = failure.message() else { return Err(failure) };
                verdict = Verdict::BadInput;
                Ok(refuse(sink, message)?)
            }
        }
    })?;
    Ok(verdict)
}

/// The same; a line that is not UTF-8 or too long is passed on as an error.
pub(crate) fn each_line_or_refusal<S>(
    lines: &mut Lines<io::StdinLock<'static>>,
    sink: &mut S,
    flush: impl Fn(&mut S) -> Result<(), Failure>,
    mut each: impl FnMut(&mut S, Result<&str, SourceError>, u64) -> Result<(), Failure>,
) -> Result<(), Failure> {
    /// Lines between two updates: reading these takes less time than drawing.
    const STEP: u64 = 1 << 14;
    let progress = Progress::endless("lines").unless_seen();
    loop {
        if lines.number().is_multiple_of(STEP) {
            progress.set(lines.number());
        }
        if lines.may_wait() {
            flush(sink)?;
        }
        let number = lines.number() + 1;
        let line = match lines.read() {
            Ok(None) => return Ok(()),
            Ok(Some(line)) => Ok(line),
            Err(refused @ (SourceError::NotText | SourceError::LongLine)) => Err(refused),
            Err(error) => return Err(Failure::input(place(number), &error)),
        };
        each(sink, line, number)?;
    }
}
