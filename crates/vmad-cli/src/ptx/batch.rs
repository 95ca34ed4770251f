//! `vmad ptx exec --batch`: a stream of executions.

use std::{cell::Cell, io::Write};

use vmad_ptx::{
    ast::Body,
    evaluate::{evaluate, width},
    sequence::Sequence,
    syntax::parse_one,
};

use super::{
    exec::Args,
    inputs::{self, not_a_value},
    ordinary,
};
use crate::{
    excerpt::span_in,
    failure::{Failure, Verdict},
    number,
    output::Out,
    stdin_lines::{answer_each_line, place},
};

/// What a line asks for.
enum Known {
    Video(Body),
    Integer(Sequence),
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let (rules, setting) = (args.rules(), args.setting());
    // Streams repeat an instruction with other values: the one before is kept.
    let mut last: Option<(String, Known)> = None;
    answer_each_line(out, args.keep_going, &Cell::new(false), |out, line, number| {
        if line.trim_ascii().is_empty() {
            return Ok(false);
        }
        let (text, values) = line.split_once('\t').unwrap_or((line, ""));
        let known = match last.take() {
            Some((other, known)) if other == text => known,
            _ => match parse_one(text) {
                Ok(found) => {
                    let refuse = |illegal| Failure::piece(place(number), line, 0..text.len(), &illegal);
                    rules.judge(&found.instruction).map_err(refuse)?;
                    Known::Video(found.instruction.body)
                }
                Err(error) => Known::Integer(
                    ordinary::parse(text, error)
                        .map_err(|error| Failure::ptx(place(number), text, &error))?,
                ),
            },
        };
        let result = match &known {
            Known::Video(body) => {
                sources(body, values).map(|sources| evaluate(body, sources, &setting).to_string())
            }
            Known::Integer(code) => ordinary::of_columns(code, values),
        };
        let result = result.map_err(|(piece, message)| {
            Failure::piece(place(number), line, span_in(line, piece), &message)
        })?;
        writeln!(out, "{line}\t{result}")?;
        last = Some((text.to_owned(), known));
        Ok(true)
    })
}

/// The values of `a`, `b` and `c`. A column of an operand that is not a register is ignored. An error has its piece of `values`.
fn sources<'v>(body: &Body, values: &'v str) -> Result<[u64; 3], (&'v str, String)> {
    let bits = width(body);
    let mut columns = values.split('\t');
    let mut sources = [0; 3];
    for ((source, register), name) in sources.iter_mut().zip(inputs::sources(body)).zip(["a", "b", "c"]) {
        // What is left out is missed at the end.
        let column = columns.next().unwrap_or(&values[values.len()..]).trim_ascii();
        if register.is_some() {
            *source = number::of_bits(column, bits)
                .ok_or_else(|| (column, format!("{name} is {column:?}: {}", not_a_value(bits))))?;
        }
    }
    match columns.next() {
        Some(extra) => {
            Err((extra, "more than four columns: expected INSTRUCTION<TAB>A<TAB>B<TAB>C".to_owned()))
        }
        None => Ok(sources),
    }
}
