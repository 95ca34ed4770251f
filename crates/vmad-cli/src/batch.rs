//! `vmad exec --batch`: a stream of executions.

use std::io::Write;

use vmad_sass::{NotKnown, Ports};

use crate::{
    count::count,
    excerpt::span_in,
    failure::{Failure, Verdict},
    inputs::instruction,
    output::Out,
    source::hexadecimal,
    stdin_lines::{each_line, place},
};

pub(crate) fn run(out: &mut Out) -> Result<Verdict, Failure> {
    each_line(out, Out::send, |out, line, number| {
        if !line.trim_ascii().is_empty() {
            let result = execute_line(line, number)?;
            writeln!(out, "{line}\t{result:08x}")?;
        }
        Ok(())
    })?;
    Ok(Verdict::Fine)
}

/// The result of a line `INSTRUCTION<TAB>RA<TAB>RB<TAB>RC`.
fn execute_line(line: &str, number: u64) -> Result<u32, Failure> {
    let mut parts = line.split('\t');
    let (Some(text), Some(a), Some(b), Some(c), None) =
        (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
    else {
        let columns = count(line.split('\t').count(), "column");
        let message = format!("{columns}: expected INSTRUCTION<TAB>RA<TAB>RB<TAB>RC");
        return Err(Failure::piece(place(number), line, 0..line.len(), &message));
    };
    let instruction = instruction(|| place(number), text)?;
    let operation = instruction
        .operation()
        .ok_or(NotKnown)
        .map_err(|error| Failure::piece(place(number), line, span_in(line, text), &error))?;
    let port = |name: &str, text: &str| {
        let value = hexadecimal(text.trim_ascii()).and_then(|value| u32::try_from(value).ok());
        value.ok_or_else(|| {
            let message =
                format!("{name} is {text:?}: expected 1 to 8 hexadecimal digits, with or without 0x");
            Failure::piece(place(number), line, span_in(line, text), &message)
        })
    };
    let b = if instruction.immediate().is_some() { 0 } else { port("RB", b)? };
    let ports = Ports { a: port("RA", a)?, b, c: port("RC", c)? };
    if instruction.source_predicate().is_some() && ports.c > 1 {
        let message = format!("RC is {c:?}: expected the source predicate, 0 or 1");
        return Err(Failure::piece(place(number), line, span_in(line, c), &message));
    }
    let Ports { a, b, c } = instruction.bind(ports);
    Ok(operation.execute(a, b, c).bits())
}
