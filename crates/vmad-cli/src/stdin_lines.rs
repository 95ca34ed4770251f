//! Standard input, line by line.

use std::{
    cell::Cell,
    io::{self, Read, StdinLock, Write},
};

use vmad_files::cubin::ELF_MAGIC;

use crate::{
    excerpt::Place,
    failure::{EMPTY, Exit, Failure},
    output::Out,
    source::{Lines, SourceError},
};

/// The name of standard input, for an error message.
pub(crate) const NAME: &str = "standard input";

/// The place of a line of standard input, for an error message.
pub(crate) fn place(number: u64) -> Place {
    Place::line(NAME, number)
}

fn empty() -> Failure {
    Failure::input(NAME, EMPTY)
}

/// The lines of standard input, unless it is a binary file.
pub(crate) fn lines() -> Result<Lines<StdinLock<'static>>, Failure> {
    let mut lines = Lines::new(io::stdin().lock());
    if lines.start_with(&ELF_MAGIC) {
        let message = "this is an ELF file, not lines of text: for vmad decode, give its name as an argument";
        return Err(Failure::input(NAME, message));
    }
    Ok(lines)
}

/// The lines of standard input that are not blank, each with its place.
pub(crate) fn filled() -> Result<Vec<(Place, String)>, Failure> {
    let mut lines = lines()?;
    let mut filled = Vec::new();
    loop {
        let place = place(lines.number() + 1);
        match lines.read() {
            Ok(None) if filled.is_empty() => return Err(empty()),
            Ok(None) => return Ok(filled),
            Ok(Some(line)) if line.trim_ascii().is_empty() => {}
            Ok(Some(line)) => filled.push((place, line.to_owned())),
            Err(error) => return Err(Failure::input(place, &error)),
        }
    }
}

/// Calls `each` with every line of standard input and its number, from 1; `each` says whether it wrote an answer. With
/// `keep_going`, the command goes on behind an error: its message is the answer to the line, and a line without an answer
/// has an empty one. `is_json` is the notation of these answers.
///
/// Flushes before it waits for more input: a program may write one line and read the answer to it.
pub(crate) fn answer_each_line<S: AsMut<Out>>(
    sink: &mut S,
    keep_going: bool,
    is_json: &Cell<bool>,
    each: impl FnMut(&mut S, &str, u64) -> Result<bool, Failure>,
) -> Result<Exit, Failure> {
    // With `keep_going`, every line has an answer.
    let lines = if keep_going { Lines::new(io::stdin().lock()) } else { lines()? };
    answer_lines(lines, sink, keep_going, is_json, each)
}

/// Answers every line of standard input, of which `answer` gets the text and the number. An error is an answer too.
pub(crate) fn answer_every_line(
    out: &mut Out,
    mut answer: impl FnMut(&str, u64) -> Result<String, Failure>,
) -> Result<Exit, Failure> {
    answer_each_line(out, true, &Cell::new(false), |out, line, number| {
        writeln!(out, "{}", answer(line, number)?)?;
        Ok(true)
    })
}

/// The same as [`answer_each_line`] for lines that are open.
pub(crate) fn answer_lines<S: AsMut<Out>>(
    mut lines: Lines<impl Read>,
    sink: &mut S,
    keep_going: bool,
    is_json: &Cell<bool>,
    mut each: impl FnMut(&mut S, &str, u64) -> Result<bool, Failure>,
) -> Result<Exit, Failure> {
    let mut verdict = Exit::Fine;
    loop {
        if lines.may_wait() {
            sink.as_mut().send()?;
        }
        let number = lines.number() + 1;
        let answered = match lines.read() {
            Ok(None) if number == 1 => return Err(empty()),
            Ok(None) => return Ok(verdict),
            Ok(Some(line)) => each(sink, line, number),
            Err(error @ SourceError::Io(_)) => return Err(Failure::input(place(number), &error)),
            Err(refused) => Err(Failure::input(place(number), &refused)),
        };
        match answered {
            Ok(false) if keep_going => sink.as_mut().refuse("", is_json.get())?,
            Ok(_) => {}
            Err(failure) => {
                let Some(message) = failure.message().filter(|_| keep_going) else { return Err(failure) };
                verdict = Exit::BadInput;
                sink.as_mut().refuse(message, is_json.get())?;
            }
        }
    }
}
