//! Vectors as comma-separated values: a header, then one line for each vector.
//!
//! Numbers are hexadecimal with `0x`, so that no spreadsheet reads `12e4` as a float. No value contains a comma, a quote
//! or a blank. The leading columns `word,a,b,c,result` are the same for every instruction, and those that a reader of results
//! needs.

use vmad_sass::isa::{B, Field};
use vmad_unit::Clamp;

use super::{
    Vector,
    digits::push_hex,
    layout::{Layout, value_names},
};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the header.
    pub name: String,
    /// Its contents.
    pub meaning: String,
}

/// The columns of the vectors of one instruction.
#[derive(Clone, Debug)]
pub struct Table {
    /// [`None`] for the columns that all instructions have.
    layout: Option<Layout>,
    /// The names of the modifiers' values.
    values: Vec<(&'static Field, Vec<(u64, String)>)>,
}

impl Table {
    /// The table of a layout.
    pub fn of(layout: Layout) -> Self {
        let values = layout.modifiers().map(|field| (field, value_names(field))).collect();
        Self { layout: Some(layout), values }
    }

    /// The columns that all instructions have.
    pub const fn common() -> Self {
        Self { layout: None, values: Vec::new() }
    }

    /// The columns, in their order.
    pub fn columns(&self) -> Vec<Column> {
        let column =
            |name: &str, meaning: &str| Column { name: name.to_owned(), meaning: meaning.to_owned() };
        let all = [
            "the C register, or the source predicate in bit 0",
            "what is written: bits 0 and 1 are predicates",
        ];
        let [c, result] = self.layout.as_ref().map_or(all, Layout::c_and_result);
        let mut columns = vec![
            column("word", "the instruction word, 16 digits"),
            column("a", "the A register, 8 digits"),
            column("b", "the B register, or the imm16 with zeros above it, 8 digits"),
            column("c", &format!("{c}, 8 digits")),
            column("result", &format!("{result}, 8 digits")),
            column("form", "the form: register or immediate"),
            column("aformat", "the format of A: U8 S8 U16 S16 U32 S32"),
            column("asel", "the selector of A: B0 B1 B2 B3 H0 H1 W"),
            column("bformat", "the format of B, likewise; of an immediate U16 or S16"),
            column("bsel", "the selector of B, likewise; of an immediate H0"),
        ];
        columns.extend(self.values.iter().map(|(field, values)| Column {
            name: column_name(field.name()),
            meaning: values_meaning(field, values),
        }));
        let Some(layout) = &self.layout else { return columns };
        columns.extend(layout.outputs.iter().map(|shown| {
            let (stage, width) = (shown.wire.stage.name(), shown.wire.bits.width());
            Column { name: shown.name(), meaning: format!("{width} bits, from the stage {stage}") }
        }));
        if layout.has_clamp {
            columns.push(column("clamp", "off, inside, to_min or to_max"));
        }
        columns
    }

    /// The header line.
    pub fn header(&self) -> String {
        let names: Vec<_> = self.columns().into_iter().map(|column| column.name).collect();
        names.join(",") + "\n"
    }

    /// Appends a vector's line.
    pub fn push_line(&self, line: &mut Vec<u8>, vector: &Vector) {
        let trace = vector.trace();
        let word = vector.instruction.encode();
        hex(line, word.into(), 16);
        for port in [vector.ports.a, vector.ports.b, vector.ports.c, trace.result()] {
            line.push(b',');
            hex(line, port.into(), 8);
        }
        push(line, if vector.instruction.form().b == B::Register { "register" } else { "immediate" });
        vector.operands().as_flattened().iter().for_each(|name| push(line, name));
        for (field, values) in &self.values {
            let value = field.of(word);
            push(line, values.iter().find(|(listed, _)| *listed == value).map_or("", |(_, name)| name));
        }
        let shown = self.layout.iter().flat_map(|layout| &layout.outputs);
        for shown in shown {
            line.push(b',');
            hex(line, shown.pattern(&trace), shown.digits());
        }
        if self.layout.as_ref().is_some_and(|layout| layout.has_clamp) {
            push(line, clamp(trace.clamp()));
        }
        line.push(b'\n');
    }
}

fn push(line: &mut Vec<u8>, value: &str) {
    line.push(b',');
    line.extend_from_slice(value.as_bytes());
}

fn hex(line: &mut Vec<u8>, value: u128, digits: u32) {
    line.extend_from_slice(b"0x");
    push_hex(line, value, digits);
}

/// A field's name as a column has it: `bool_op`, `min_max`.
pub fn column_name(field: &str) -> String {
    field.to_lowercase().replace([' ', '/'], "_")
}

/// The legal values: names, or numbers with their meanings.
fn values_meaning(field: &Field, values: &[(u64, String)]) -> String {
    let spelled = values.iter().map(|(value, name)| {
        if name.parse::<u64>().is_ok() { format!("{value} {}", field.spell(*value)) } else { name.clone() }
    });
    spelled.collect::<Vec<_>>().join(", ")
}

/// What the clamp did, without blanks.
const fn clamp(clamp: Clamp) -> &'static str {
    match clamp {
        Clamp::Off => "off",
        Clamp::Inside => "inside",
        Clamp::ToMin => "to_min",
        Clamp::ToMax => "to_max",
    }
}
