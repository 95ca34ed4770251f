//! `vmad exec --batch`: a stream of executions.

use std::io::{self, Write};

use vmad_sass::{
    Vmad,
    vmad::{Ports, SourceB},
};

use crate::{
    failure::{Failure, Verdict},
    machine::instruction,
    output::Out,
    source::{Lines, hexadecimal},
};

pub(crate) fn run(out: &mut Out) -> Result<Verdict, Failure> {
    let mut lines = Lines::new(io::stdin().lock());
    loop {
        if lines.may_wait() {
            out.flush()?;
        }
        let next = lines.number() + 1;
        let place = || format!("standard input, line {next}");
        let Some(line) = lines.read().map_err(|error| Failure::input(place(), &error))? else {
            return Ok(Verdict::Fine);
        };
        let result = execute_line(line, &place)?;
        writeln!(out, "{line}\t{result:08x}")?;
    }
}

/// The result of a line `INSTRUCTION<TAB>RA<TAB>RB<TAB>RC`.
fn execute_line(line: &str, place: &impl Fn() -> String) -> Result<u32, Failure> {
    let mut parts = line.split('\t');
    let (Some(text), Some(a), Some(b), Some(c), None) =
        (parts.next(), parts.next(), parts.next(), parts.next(), parts.next())
    else {
        let count = line.split('\t').count();
        return Err(Failure::input(
            place(),
            &format!("{count} columns: expected INSTRUCTION<TAB>RA<TAB>RB<TAB>RC"),
        ));
    };
    let vmad = instruction(&place(), text)?;
    let port = |name: &str, text: &str| {
        let value = hexadecimal(text.trim_ascii()).and_then(|value| u32::try_from(value).ok());
        value.ok_or_else(|| {
            let message =
                format!("{name} is {text:?}: expected 1 to 8 hexadecimal digits, with or without 0x");
            Failure::input(place(), &message)
        })
    };
    let b = match vmad.b {
        SourceB::Immediate { .. } => 0,
        SourceB::Register { .. } => port("RB", b)?,
    };
    let ports = Ports { a: port("RA", a)?, b, c: port("RC", c)? };
    Ok(Vmad::compute(&vmad, vmad.feed(ports)))
}
