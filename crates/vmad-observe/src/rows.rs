//! Lines of executions: an instruction, the values of its ports, and a result.
//!
//! One format for what `vectors` writes, what `exec --lines` reads and writes, and what `observe` reads: comma-separated values
//! below a header, JSON objects, or tab-separated values without a header. The first columns are [`COLUMNS`]. Those that
//! `vectors` adds are ignored, and all others refused.

use std::{borrow::Cow, cell::RefCell, collections::BTreeMap, ops::Range};

use csv_core::Reader;
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
    #[inline]
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
        let fields: Vec<_> = self.fields(line).collect();
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
        let (mut values, mut here) = ([const { None }; 5], 0);
        for (value, _) in self.fields(line) {
            if let Some(column) = self.columns.iter().position(|place| *place == Some(here)) {
                values[column] = Some(value);
            }
            here += 1;
        }
        let plural = |count: usize| format!("{count} column{}", if count == 1 { "" } else { "s" });
        let is_csv = self.notation == Notation::Csv;
        if is_csv && here > self.count {
            return Err(format!("{}, where the header has {}", plural(here), plural(self.count)));
        }
        if !is_csv && !(4..=5).contains(&here) {
            return Err(format!(
                "{here} columns: expected INSTRUCTION<TAB>A<TAB>B<TAB>C and possibly <TAB>RESULT"
            ));
        }
        let missing = |(_, place): &(_, Option<usize>)| place.is_some_and(|place| place >= here);
        if let (true, Some((name, Some(place)))) =
            (is_csv, COLUMNS.into_iter().zip(self.columns).find(missing))
        {
            let here = plural(here);
            return Err(format!("{here}, where the header has {name} as its column {}", place + 1));
        }
        let [word, a, b, c, result] = values;
        Ok(Row { word: word.unwrap_or_default(), a, b, c, result, ..Row::default() })
    }

    fn fields<'l>(&self, line: &'l str) -> Fields<'l> {
        let separator = if self.notation == Notation::Tabs { b'\t' } else { b',' };
        Fields { line, separator, start: Some(0) }
    }

    /// The place of the value of a column in a line, for an error.
    pub fn span(&self, line: &str, column: usize) -> Range<usize> {
        let place = self.columns[column].filter(|_| self.notation != Notation::Json);
        let span = place.and_then(|place| self.fields(line).nth(place));
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
struct Fields<'l> {
    line: &'l str,
    separator: u8,
    /// The start of the next value, if there is one.
    start: Option<usize>,
}

impl<'l> Iterator for Fields<'l> {
    type Item = (Cow<'l, str>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.start?;
        let rest = &self.line[start..];
        let end = rest.bytes().position(|byte| byte == self.separator);
        self.start = end.map(|end| start + end + 1);
        let field = &rest[..end.unwrap_or(rest.len())];
        let start = start + field.len() - field.trim_ascii_start().len();
        let value = field.trim_ascii();
        if self.separator == b',' && value.starts_with('"') {
            let (value, read) = quoted(&self.line[start..]);
            self.start = read.map(|read| start + read);
            let span = start + 1..start + 1 + value.len();
            return Some((value.into(), span));
        }
        Some((value.into(), start..start + value.len()))
    }
}

/// The value between the quotes at the start of a text, and the place after the next comma.
fn quoted(text: &str) -> (String, Option<usize>) {
    thread_local! {
        /// It is slow to build. The buffer is as long as the longest text: a line can have many values.
        static READER: RefCell<(Reader, Vec<u8>)> = RefCell::new((Reader::new(), Vec::new()));
    }
    READER.with_borrow_mut(|(reader, buffer)| {
        reader.reset();
        buffer.resize(buffer.len().max(text.len()), 0);
        // With room for the end of one field, it reads one field. This is faster than `read_field`.
        let (_, read, written, ends) = reader.read_record(text.as_bytes(), buffer, &mut [0]);
        let value = str::from_utf8(&buffer[..written]).unwrap_or_default();
        (value.trim_ascii_end().to_owned(), (ends == 1).then_some(read))
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
