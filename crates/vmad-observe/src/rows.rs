//! Lines of executions: an instruction, the values of its ports, and a result.
//!
//! One format for what `vectors` writes, what `exec --lines` reads and writes, and what `observe` reads: comma-separated values
//! below a header, JSON objects, or tab-separated values without a header. The first columns are [`COLUMNS`]. Those that
//! `vectors` adds are ignored, and all others refused.

use std::{borrow::Cow, cell::RefCell, collections::BTreeMap, ops::Range};

use csv_core::{ReadFieldResult, Reader};
use serde::{Deserialize, de::IgnoredAny};
use vmad_sass::{Instruction, Ports};
use vmad_unit::Kind;

use crate::vectors::Table as Vectors;

/// The leading columns: the instruction as a word or as text, the ports, and the result.
pub const COLUMNS: [&str; 5] = ["word", "a", "b", "c", "result"];
const ALIASES: [&str; 5] = ["text", "", "", "", "d"];

/// The needed columns, for messages.
pub const NEEDED: &str = "word (or text), a, b, c and result (or d)";

/// The notation of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Comma-separated, below a header.
    Csv,
    /// A JSON object a line.
    Json,
    /// Tab-separated, without a header: the columns in their order.
    Tabs,
}

/// The values of a line, without the blanks around them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row<'l> {
    #[serde(alias = "text", borrow)]
    word: Cow<'l, str>,
    #[serde(borrow)]
    a: Option<Cow<'l, str>>,
    #[serde(borrow)]
    b: Option<Cow<'l, str>>,
    #[serde(borrow)]
    c: Option<Cow<'l, str>>,
    #[serde(alias = "d", borrow)]
    result: Option<Cow<'l, str>>,
    before: Option<BTreeMap<String, String>>,
    after: Option<BTreeMap<String, String>>,
    // The other keys of `vectors`.
    #[serde(rename = "instruction")]
    _instruction: Option<IgnoredAny>,
    #[serde(rename = "trace")]
    _trace: Option<IgnoredAny>,
    #[serde(rename = "assembly")]
    _assembly: Option<IgnoredAny>,
    #[serde(rename = "reason")]
    _reason: Option<IgnoredAny>,
}

impl Row<'_> {
    /// The value of a column, by its number; [`None`] if the line has none.
    pub fn get(&self, column: usize) -> Option<&str> {
        let Self { word, a, b, c, result, .. } = self;
        [Some(word), a.as_ref(), b.as_ref(), c.as_ref(), result.as_ref()][column].map(Cow::as_ref)
    }

    /// Registers and predicates before the execution, and after it, if the line has both.
    pub fn states(&self) -> Option<[BTreeMap<String, String>; 2]> {
        Some([self.before.clone()?, self.after.clone()?])
    }
}

/// Reads the lines of a file.
pub struct Table {
    /// The notation, by the first line.
    pub notation: Notation,
    /// The places of [`COLUMNS`], and how many columns there are.
    columns: [Option<usize>; 5],
    count: usize,
}

impl Table {
    /// A table, by its first line; and whether that line is a header.
    ///
    /// # Errors
    /// The header names a column twice, or no instruction or a port is named.
    pub fn open(line: &str) -> Result<(Self, bool), String> {
        let notation = match line.trim_ascii_start() {
            text if text.starts_with('{') => Notation::Json,
            text if text.contains('\t') => Notation::Tabs,
            _ => Notation::Csv,
        };
        let columns = [0, 1, 2, 3, 4].map(Some);
        let mut table = Self { notation, columns, count: 5 };
        if notation == Notation::Csv {
            table.header(line)?;
        }
        Ok((table, notation == Notation::Csv))
    }

    fn header(&mut self, line: &str) -> Result<(), String> {
        let fields = fields(line, ',');
        let names: Vec<_> = fields.iter().map(|(name, _)| name.as_ref()).collect();
        for (column, (name, alias)) in COLUMNS.into_iter().zip(ALIASES).enumerate() {
            let is_header = |text: &str| {
                text.eq_ignore_ascii_case(name) || !alias.is_empty() && text.eq_ignore_ascii_case(alias)
            };
            let mut found = names.iter().enumerate().filter(|(_, text)| is_header(text));
            let first = found.next();
            if let (Some((_, one)), Some((_, other))) = (first, found.next()) {
                return Err(format!("the columns {one} and {other} in one header: expected one of them"));
            }
            self.columns[column] = first.map(|(place, _)| place);
            // No b for immediates; no result where it is to be computed.
            if first.is_none() && matches!(column, 0 | 1 | 3) {
                let wanted = if alias.is_empty() { name.to_owned() } else { format!("{name} or {alias}") };
                return Err(format!(
                    "no column {wanted} in the header: expected {NEEDED}, in any order, among others"
                ));
            }
        }
        self.count = names.len();
        for (place, name) in names.into_iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            if !self.columns.contains(&Some(place)) && !is_of_vectors(name) {
                return Err(format!(
                    "the column {name} is not read: legal are {NEEDED}, and the other columns of vmad vectors; leave it out"
                ));
            }
        }
        Ok(())
    }

    /// Whether the lines have a column.
    pub fn has(&self, column: usize) -> bool {
        self.notation != Notation::Csv || self.columns[column].is_some()
    }

    /// The values of a line.
    ///
    /// # Errors
    /// The line is no JSON object of strings, or has more or fewer columns than the header.
    pub fn row<'l>(&self, line: &'l str) -> Result<Row<'l>, String> {
        match self.notation {
            Notation::Json => serde_json::from_str(line).map_err(|error| {
                format!("column {}: {error}: expected the keys {NEEDED}, with strings", error.column())
            }),
            Notation::Csv | Notation::Tabs => self.separated(line),
        }
    }

    fn separated<'l>(&self, line: &'l str) -> Result<Row<'l>, String> {
        let mut fields = self.fields(line);
        let plural = |count: usize| format!("{count} column{}", if count == 1 { "" } else { "s" });
        let (is_csv, here) = (self.notation == Notation::Csv, fields.len());
        if is_csv && here > self.count {
            return Err(format!("{}, where the header has {}", plural(here), plural(self.count)));
        }
        if !is_csv && !(4..=5).contains(&here) {
            return Err(format!(
                "{here} columns: expected INSTRUCTION<TAB>A<TAB>B<TAB>C and possibly <TAB>RESULT"
            ));
        }
        let mut values = [const { None }; 5];
        for (column, place) in self.columns.into_iter().enumerate() {
            let Some(place) = place else { continue };
            match fields.get_mut(place) {
                Some((value, _)) => values[column] = Some(std::mem::take(value)),
                None if is_csv => {
                    let (here, name) = (plural(here), COLUMNS[column]);
                    return Err(format!("{here}, where the header has {name} as its column {}", place + 1));
                }
                None => {}
            }
        }
        let [word, a, b, c, result] = values;
        Ok(Row { word: word.unwrap_or_default(), a, b, c, result, ..Row::default() })
    }

    fn fields<'l>(&self, line: &'l str) -> Vec<(Cow<'l, str>, Range<usize>)> {
        fields(line, if self.notation == Notation::Tabs { '\t' } else { ',' })
    }

    /// The place of the value of a column in a line, for an error.
    pub fn span(&self, line: &str, column: usize) -> Range<usize> {
        let place = self.columns[column].filter(|_| self.notation != Notation::Json);
        let span = place.and_then(|place| self.fields(line).into_iter().nth(place));
        span.map_or(0..line.len(), |(_, span)| span)
    }
}

/// Whether `vectors` writes a column.
fn is_of_vectors(name: &str) -> bool {
    let is_of = |kind: &Kind| {
        Vectors::csv(Some(*kind)).columns.iter().any(|column| column.name.eq_ignore_ascii_case(name))
    };
    name.eq_ignore_ascii_case("reason") || Kind::ALL.iter().any(is_of)
}

/// The values of a line and their places. A value between quotes can contain commas, as the text of an instruction
/// does.
fn fields(line: &str, separator: char) -> Vec<(Cow<'_, str>, Range<usize>)> {
    thread_local! {
        /// It is slow to build.
        static READER: RefCell<Reader> = RefCell::new(Reader::new());
    }
    let mut at = 0;
    if separator == '\t' || !line.contains('"') {
        let field = |text: &'_ str| {
            let start = at + text.len() - text.trim_ascii_start().len();
            at += text.len() + 1;
            start..start + text.trim_ascii().len()
        };
        return line.split(separator).map(field).map(|span| (line[span.clone()].into(), span)).collect();
    }
    let (mut buffer, mut fields) = (vec![0; line.len()], Vec::new());
    READER.with_borrow_mut(|reader| {
        reader.reset();
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
            let span = start..start + text.len();
            fields.push((text.into(), span));
            if record_end {
                return fields;
            }
            at += read;
        }
    })
}

/// The error of values of the ports that give a register two values.
pub fn two_values(instruction: &Instruction, ports: Ports) -> Option<String> {
    let registers = instruction.registers();
    let values = [("a", ports.a), ("b", ports.b), ("c", ports.c)];
    let differ = |&[one, other]: &[usize; 2]| {
        registers[one].is_some() && registers[one] == registers[other] && values[one].1 != values[other].1
    };
    let [one, other] = [[0, 1], [0, 2], [1, 2]].into_iter().find(differ)?;
    let register = registers[one]?;
    if register.is_zero() {
        return None;
    }
    let [one, other] = [values[one], values[other]];
    Some(format!(
        "{} and {} are one register, {register}, and have two values: {:#x} and {:#x}",
        one.0, other.0, one.1, other.1
    ))
}
