//! Observations in lines: comma-separated values below a header, or a JSON object a line.

use std::{borrow::Cow, ops::Range};

use serde::Deserialize;
use vmad_sass::{
    Vmad,
    vmad::{Ports, SourceB},
};
use vmad_xcheck::observed::Row;

use crate::{count::count, excerpt::Place, failure::Failure, inputs, source::hexadecimal};

/// The required columns, for messages.
pub(super) const NEEDED: &str = "word (or text), a, b, c and result (or d)";

/// The notation of the lines, and the last instruction: most lines repeat it.
pub(super) struct Table {
    notation: Notation,
    last: Option<(String, Vmad)>,
}

enum Notation {
    Csv(Columns),
    Json,
}

/// The places of the columns, 0 for the first.
struct Columns {
    /// The column `word` or `text`.
    instruction: usize,
    a: usize,
    /// An immediate needs none.
    b: Option<usize>,
    c: usize,
    result: usize,
    cc: Option<usize>,
}

/// A line of JSON; other keys are ignored.
#[derive(Deserialize)]
struct Object<'l> {
    #[serde(alias = "text", borrow)]
    word: Cow<'l, str>,
    #[serde(borrow)]
    a: Cow<'l, str>,
    b: Option<Cow<'l, str>>,
    #[serde(borrow)]
    c: Cow<'l, str>,
    #[serde(alias = "d", borrow)]
    result: Cow<'l, str>,
    cc: Option<Cow<'l, str>>,
}

/// A value with its place in the line.
struct Value<'l> {
    name: &'static str,
    text: &'l str,
    span: Range<usize>,
}

impl Table {
    /// Reads the first line: a header, or a row of JSON.
    pub(super) fn open(
        place: &dyn Fn() -> Place,
        line: &str,
        number: u64,
    ) -> Result<(Self, Option<Row>), Failure> {
        if line.trim_ascii_start().starts_with('{') {
            let mut table = Self { notation: Notation::Json, last: None };
            let row = table.row(place, line, number)?;
            return Ok((table, Some(row)));
        }
        let columns = Columns::of(place, line)?;
        Ok((Self { notation: Notation::Csv(columns), last: None }, None))
    }

    /// The row on a line.
    pub(super) fn row(&mut self, place: &dyn Fn() -> Place, line: &str, number: u64) -> Result<Row, Failure> {
        match &self.notation {
            Notation::Csv(columns) => {
                let fields: Vec<_> = fields(line).collect();
                let value = |name, column: usize| {
                    let span = fields.get(column).cloned().ok_or_else(|| {
                        let message = format!(
                            "{}, where the header has {name} as its column {}",
                            count(fields.len(), "column"),
                            column + 1
                        );
                        Failure::input(place(), &message)
                    })?;
                    Ok::<_, Failure>(Value { name, text: &line[span.clone()], span })
                };
                let values = [
                    value("word", columns.instruction)?,
                    value("a", columns.a)?,
                    value("c", columns.c)?,
                    value("result", columns.result)?,
                ];
                let b = columns.b.map(|column| value("b", column)).transpose()?;
                let cc = columns.cc.map(|column| value("cc", column)).transpose()?;
                self.make(place, line, number, values, b, cc)
            }
            Notation::Json => {
                let object: Object = serde_json::from_str(line).map_err(|error| {
                    let message = format!("column {}: {error}", error.column());
                    Failure::input(place(), &format!("{message}: expected the keys {NEEDED}, with strings"))
                })?;
                let span = 0..line.len();
                let value = |name, text| Value { name, text, span: span.clone() };
                let values = [
                    value("word", &*object.word),
                    value("a", &*object.a),
                    value("c", &*object.c),
                    value("result", &*object.result),
                ];
                let b = object.b.as_deref().map(|text| value("b", text));
                let cc = object.cc.as_deref().map(|text| value("cc", text));
                self.make(place, line, number, values, b, cc)
            }
        }
    }

    fn make(
        &mut self,
        place: &dyn Fn() -> Place,
        line: &str,
        number: u64,
        [word, a, c, result]: [Value; 4],
        b: Option<Value>,
        cc: Option<Value>,
    ) -> Result<Row, Failure> {
        let instruction = self.instruction(place, word.text)?;
        let refuse =
            |value: &Value, message: String| Failure::piece(place(), line, value.span.clone(), &message);
        let number_of = |value: &Value, last: u32, expected: &str| {
            let number = hexadecimal(value.text).and_then(|number| u32::try_from(number).ok());
            number.filter(|&number| number <= last).ok_or_else(|| {
                refuse(value, format!("{} is {:?}: expected {expected}", value.name, value.text))
            })
        };
        let port =
            |value: &Value| number_of(value, u32::MAX, "1 to 8 hexadecimal digits, with or without 0x");
        let b = match (b, instruction.b) {
            (Some(b), SourceB::Register { .. }) => port(&b)?,
            (_, SourceB::Immediate { .. }) => 0,
            (None, SourceB::Register { .. }) => {
                return Err(Failure::input(place(), "there is no b, and the instruction has a register B"));
            }
        };
        let flags = match cc.filter(|cc| !cc.text.is_empty()) {
            Some(cc) => {
                Some(number_of(&cc, 0xf, "a hexadecimal digit, a bit for each of the four flags")? as u8)
            }
            None => None,
        };
        let ports = Ports { a: port(&a)?, b, c: port(&c)? };
        Ok(Row { line: number, instruction, ports, result: port(&result)?, flags })
    }

    fn instruction(&mut self, place: &dyn Fn() -> Place, text: &str) -> Result<Vmad, Failure> {
        if let Some((last, instruction)) = &self.last
            && last == text
        {
            return Ok(*instruction);
        }
        let instruction = inputs::instruction(place, text)?;
        self.last = Some((text.to_owned(), instruction));
        Ok(instruction)
    }
}

impl Columns {
    fn of(place: &dyn Fn() -> Place, header: &str) -> Result<Self, Failure> {
        let names: Vec<_> = fields(header).map(|span| &header[span]).collect();
        let find = |wanted: &[&str]| {
            let is = |name: &&str| wanted.iter().any(|it| name.eq_ignore_ascii_case(it));
            let mut found = (0..).zip(&names).filter(|(_, name)| is(name));
            match (found.next(), found.next()) {
                // Ambiguous header.
                (Some((_, one)), Some((_, other))) => Err(Failure::input(
                    place(),
                    &format!("the columns {one} and {other} in one header: expected one of them"),
                )),
                (found, _) => Ok(found.map(|(column, _)| column)),
            }
        };
        let need = |wanted: &[&str]| {
            find(wanted)?.ok_or_else(|| {
                let wanted = wanted.join(" or ");
                Failure::input(
                    place(),
                    &format!(
                        "no column {wanted} in the header: expected {NEEDED}, in any order, among others"
                    ),
                )
            })
        };
        Ok(Self {
            instruction: need(&["word", "text"])?,
            a: need(&["a"])?,
            b: find(&["b"])?,
            c: need(&["c"])?,
            result: need(&["result", "d"])?,
            cc: find(&["cc"])?,
        })
    }
}

/// The ranges of a line's values, without spaces around them. A value in quotes may contain commas, as assembly text does.
fn fields(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = Some(0);
    std::iter::from_fn(move || {
        let from = start?;
        let rest = &line[from..];
        let blanks = rest.len() - rest.trim_ascii_start().len();
        let rest = &rest[blanks..];
        let quoted = rest.strip_prefix('"').and_then(|inside| inside.find('"'));
        let comma = |after: usize| rest[after..].find(',').map(|at| after + at);
        let (span, end) = if let Some(length) = quoted {
            (1..1 + length, comma(length + 2))
        } else {
            let end = comma(0);
            (0..rest[..end.unwrap_or(rest.len())].trim_ascii_end().len(), end)
        };
        start = end.map(|end| from + blanks + end + 1);
        Some(from + blanks + span.start..from + blanks + span.end)
    })
}
