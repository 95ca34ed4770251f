//! `vmad exec --batch`: a stream of executions.

use std::{cell::Cell, fmt::Display, io::Write};

use serde::Serialize;
use vmad_xcheck::rows::{NEEDED, Notation, Table};

use crate::{
    failure::{Failure, Verdict},
    output::Out,
    rows,
    stdin_lines::{answer_each_line, place},
};

#[derive(Serialize)]
struct Line<'l> {
    word: &'l str,
    a: &'l str,
    b: &'l str,
    c: &'l str,
    result: String,
}

pub(crate) fn run(keep_going: bool, out: &mut Out) -> Result<Verdict, Failure> {
    let mut table = None;
    let is_json = Cell::new(false);
    answer_each_line(out, keep_going, &is_json, |out, line, number| {
        if line.trim_ascii().is_empty() {
            return Ok(false);
        }
        let here = || place(number);
        if table.is_none() {
            let refuse = |message: &dyn Display| Failure::piece(here(), line, 0..line.len(), message);
            if !line.contains([',', '\t', '{']) {
                return Err(refuse(&format!(
                    "no row: expected INSTRUCTION<TAB>A<TAB>B<TAB>C, or a header with {NEEDED}"
                )));
            }
            let (opened, is_header) = Table::open(line).map_err(|error| refuse(&error))?;
            is_json.set(opened.notation == Notation::Json);
            table = Some(opened);
            if is_header {
                writeln!(out, "word,a,b,c,result")?;
                return Ok(true);
            }
        }
        let Some(table) = &table else { return Ok(false) };
        let execution = rows::read(&here, table, line)?;
        let ports = execution.ports;
        let (instruction, operation) = execution.word.known(&here)?;
        let bound = instruction.bind(ports);
        let result = operation.execute(bound.a, bound.b, bound.c);
        let row = table.row(line).map_err(|error| Failure::input(here(), &error))?;
        let [word, a, b, c] = [0, 1, 2, 3].map(|column| row.get(column).unwrap_or_default());
        match table.notation {
            // In place of a result that the line has.
            Notation::Tabs => writeln!(out, "{word}\t{a}\t{b}\t{c}\t{result:08x}")?,
            Notation::Csv if word.contains(',') => writeln!(out, "\"{word}\",{a},{b},{c},{result:#010x}")?,
            Notation::Csv => writeln!(out, "{word},{a},{b},{c},{result:#010x}")?,
            Notation::Json => out.json(&Line { word, a, b, c, result: format!("{result:#010x}") })?,
        }
        Ok(true)
    })
}
