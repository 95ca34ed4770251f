//! Observations in lines: comma-separated values below a header, or a JSON object a line.

use std::{borrow::Cow, ops::Range};

use csv_core::{ReadFieldResult, Reader};
use serde::Deserialize;
use vmad_sass::{Instruction, Ports, isa::B};
use vmad_unit::{Guard, Operation, Predicate};
use vmad_xcheck::observed::Observation;

use crate::{count::count, excerpt::Place, failure::Failure, inputs, source::hexadecimal};

/// The required columns, for messages.
pub(super) const NEEDED: &str = "word (or text), a, b, c and result (or d)";

/// The notation of the lines, and the last instruction: most lines repeat it.
pub(super) struct Table {
    notation: Notation,
    last: Option<(String, Instruction, Operation)>,
    reader: Reader,
}

enum Notation {
    Csv(Columns),
    Json,
}

/// The indices of the columns.
struct Columns {
    /// The column `word` or `text`.
    instruction: usize,
    a: usize,
    /// Not needed for an immediate.
    b: Option<usize>,
    c: usize,
    result: usize,
    cc: Option<usize>,
    count: usize,
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
    ) -> Result<(Self, Option<Observation>), Failure> {
        if line.trim_ascii_start().starts_with('{') {
            let mut table = Self { notation: Notation::Json, last: None, reader: Reader::new() };
            let row = table.row(place, line, number)?;
            return Ok((table, Some(row)));
        }
        let mut reader = Reader::new();
        let columns = Columns::of(&mut reader, place, line)?;
        Ok((Self { notation: Notation::Csv(columns), last: None, reader }, None))
    }

    pub(super) fn row(
        &mut self,
        place: &dyn Fn() -> Place,
        line: &str,
        number: u64,
    ) -> Result<Observation, Failure> {
        match &self.notation {
            Notation::Csv(columns) => {
                let fields = fields(&mut self.reader, line);
                if fields.len() > columns.count {
                    let [here, header] = [fields.len(), columns.count].map(|it| count(it, "column"));
                    return Err(Failure::input(place(), &format!("{here}, where the header has {header}")));
                }
                let value = |name, column: usize| {
                    let (text, span) = fields.get(column).ok_or_else(|| {
                        let message = format!(
                            "{}, where the header has {name} as its column {}",
                            count(fields.len(), "column"),
                            column + 1
                        );
                        Failure::input(place(), &message)
                    })?;
                    Ok::<_, Failure>(Value { name, text, span: span.clone() })
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
    ) -> Result<Observation, Failure> {
        let (instruction, operation) = self.instruction(place, word.text)?;
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
        let b = match (b, instruction.form().b) {
            (Some(b), B::Register) => port(&b)?,
            (_, B::Immediate) => 0,
            (None, B::Register) => {
                return Err(Failure::input(place(), "there is no b, and the instruction has a register B"));
            }
        };
        let flags = match cc.filter(|cc| !cc.text.is_empty()) {
            Some(cc) => {
                Some(number_of(&cc, 0xf, "a hexadecimal digit, a bit for each of the four flags")? as u8)
            }
            None => None,
        };
        let (c, result) = match operation {
            Operation::Vsetp(_) => (
                number_of(&c, 1, "the source predicate, 0 or 1")?,
                number_of(&result, 3, "0 to 3: bit 0 is the first predicate, bit 1 the second")?,
            ),
            _ => (port(&c)?, port(&result)?),
        };
        let ports = Ports { a: port(&a)?, b, c };
        two_values(&instruction, ports).map_or(Ok(()), |message| Err(Failure::input(place(), &message)))?;
        Ok(Observation { line: number, instruction, operation, ports, result, flags })
    }

    fn instruction(
        &mut self,
        place: &dyn Fn() -> Place,
        text: &str,
    ) -> Result<(Instruction, Operation), Failure> {
        if let Some((last, instruction, operation)) = &self.last
            && last == text
        {
            return Ok((*instruction, *operation));
        }
        let instruction = inputs::instruction(place, text)?;
        let operation = instruction
            .operation()
            .ok_or(vmad_sass::NotKnown)
            .map_err(|error| Failure::input(place(), &error))?;
        if instruction.guard() == (Guard { predicate: Predicate::PT, negated: true }) {
            let message = "the guard @!PT is never true: the instruction has no result";
            return Err(Failure::input(place(), message));
        }
        self.last = Some((text.to_owned(), instruction, operation));
        Ok((instruction, operation))
    }
}

impl Columns {
    fn of(reader: &mut Reader, place: &dyn Fn() -> Place, header: &str) -> Result<Self, Failure> {
        let fields = fields(reader, header);
        let names: Vec<_> = fields.iter().map(|(name, _)| name.as_str()).collect();
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
            count: names.len(),
            instruction: need(&["word", "text"])?,
            a: need(&["a"])?,
            b: find(&["b"])?,
            c: need(&["c"])?,
            result: need(&["result", "d"])?,
            cc: find(&["cc"])?,
        })
    }
}

/// The values of a line and their places, without the blanks around them. A value in quotes can contain commas, as the
/// text of an instruction does.
fn fields(reader: &mut Reader, line: &str) -> Vec<(String, Range<usize>)> {
    reader.reset();
    let mut buffer = vec![0; line.len()];
    let (mut fields, mut at) = (Vec::new(), 0);
    loop {
        at = line.len() - line[at..].trim_ascii_start().len();
        let (mut result, read, written) = reader.read_field(&line.as_bytes()[at..], &mut buffer);
        if result == ReadFieldResult::InputEmpty {
            // The end of the line: nothing more is written.
            (result, ..) = reader.read_field(&[], &mut []);
        }
        let ReadFieldResult::Field { record_end } = result else { return fields };
        let text = String::from_utf8_lossy(&buffer[..written]).trim_ascii_end().to_owned();
        let start = at + usize::from(line[at..].starts_with('"'));
        fields.push((text.clone(), start..start + text.len()));
        if record_end {
            return fields;
        }
        at += read;
    }
}

/// The error of a register that has two values.
fn two_values(instruction: &Instruction, ports: Ports) -> Option<String> {
    let registers = instruction.registers();
    let values = [("a", ports.a), ("b", ports.b), ("c", ports.c)];
    let differ = |&[one, other]: &[usize; 2]| {
        registers[one].is_some() && registers[one] == registers[other] && values[one].1 != values[other].1
    };
    let [one, other] = [[0, 1], [0, 2], [1, 2]].into_iter().find(differ)?;
    let [one, other] = [values[one], values[other]];
    let register = registers[0].filter(|_| one.0 == "a").or(registers[1])?;
    Some(format!(
        "{} and {} are one register, {register}, and have two values: {:#x} and {:#x}",
        one.0, other.0, one.1, other.1
    ))
}
