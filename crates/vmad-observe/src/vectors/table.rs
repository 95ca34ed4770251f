//! Vectors as lines: comma-separated values, or numbers for Verilog's `$readmemh`.
//!
//! In CSV, numbers are hexadecimal with `0x`, so that no spreadsheet reads `12e4` as a float. No value contains a
//! comma, a quote or a blank. The leading columns `word,a,b,c,result` are the same for every instruction, and those
//! that a reader of results needs. For `$readmemh`, a line is one number with fields of fixed width: it allows `//`
//! comments, and underscores in numbers, which separate the fields.

use vmad_sass::{
    Instruction,
    isa::{B, Field},
};
use vmad_unit::{Clamp, Kind, Saturate, Stage, Trace, Wire, Writes};

use super::{
    Filter, Vector,
    filter::{mode_fields, value_names},
};

/// A column of CSV, or a field of a number.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name, without blanks.
    pub name: String,
    /// Its contents.
    pub meaning: String,
    /// The width of a number; 0 for a name.
    bits: u32,
    value: Value,
}

/// What a column shows of a vector.
#[derive(Clone, Debug)]
enum Value {
    Word,
    Port(usize),
    Result,
    Form,
    /// The format of A, its selector, and those of B.
    Operand(usize),
    /// A modifier, with the names of its values.
    Modifier(&'static Field, Vec<(u64, String)>),
    /// A wire, by its place in the record.
    Wire(usize),
    Clamp,
    /// The `SAT`, and wires of one bit by their places in the record, each with its bit.
    Flags(Vec<(usize, usize)>),
}

enum Cell<'c> {
    Number(u128),
    Name(&'c str),
}

/// The flags by their bits, and their meanings. Each is a wire of one bit, except `SAT`, which is a modifier. A flag
/// has the same bit for every instruction.
const FLAGS: [(&str, &str); 12] = [
    ("below", "below"),
    ("above", "above"),
    ("intermediate", "C signed"),
    ("final", "result signed"),
    ("SAT", "SAT"),
    ("carry in", "carry in"),
    ("less", "A < B"),
    ("greater", "A > B"),
    ("holds", "comparison"),
    ("source", "source"),
    ("first", "first"),
    ("second", "second"),
];
/// The bit of `SAT`.
const SAT: usize = 4;

impl Value {
    fn cell(&self, vector: &Vector, trace: &Trace) -> Cell<'_> {
        let pattern = |wire: &usize| trace.wires.get(*wire).map_or(0, |wire| wire.bits.pattern());
        Cell::Number(match self {
            Self::Word => vector.instruction.encode().into(),
            Self::Port(at) => [vector.ports.a, vector.ports.b, vector.ports.c][*at].into(),
            Self::Result => trace.result().into(),
            Self::Wire(wire) => pattern(wire),
            Self::Flags(flags) => {
                let sat = u128::from(vector.operation.saturate() == Saturate::On) << SAT;
                flags.iter().fold(sat, |bits, (bit, wire)| bits | pattern(wire) << bit)
            }
            Self::Form => {
                let is_register = vector.instruction.form().b == B::Register;
                return Cell::Name(if is_register { "register" } else { "immediate" });
            }
            Self::Operand(at) => return Cell::Name(vector.operands().as_flattened()[*at]),
            Self::Modifier(field, values) => {
                let value = field.of(vector.instruction.encode());
                let listed = values.iter().find(|(listed, _)| *listed == value);
                return Cell::Name(listed.map_or("", |(_, name)| name));
            }
            Self::Clamp => {
                return Cell::Name(match trace.clamp() {
                    Clamp::Off => "off",
                    Clamp::Inside => "inside",
                    Clamp::ToMin => "to_min",
                    Clamp::ToMax => "to_max",
                });
            }
        })
    }
}

/// The lines of the vectors of an instruction.
#[derive(Clone, Debug)]
pub struct Table {
    /// The columns, in their order.
    pub columns: Vec<Column>,
    is_csv: bool,
}

impl Table {
    /// Comma-separated values; without an instruction, the columns that all instructions have.
    pub fn csv(kind: Option<Kind>) -> Self {
        let mut columns = leading(kind);
        for column in &mut columns {
            column.meaning = format!("{}, {} digits", column.meaning, column.bits / 4);
        }
        let operand = |at, name, meaning| column(name, meaning, 0, Value::Operand(at));
        columns.extend([
            column("form", "the form: register or immediate", 0, Value::Form),
            operand(0, "aformat", "the format of A: U8 S8 U16 S16 U32 S32"),
            operand(1, "asel", "the selector of A: B0 B1 B2 B3 H0 H1 W"),
            operand(2, "bformat", "the format of B, likewise; of an immediate U16 or S16"),
            operand(3, "bsel", "the selector of B, likewise; of an immediate H0"),
        ]);
        let Some((instruction, wires)) = kind.and_then(example) else {
            return Self { columns, is_csv: true };
        };
        columns.extend(mode_fields(instruction.form()).map(|field| {
            let values = value_names(field);
            column(
                &column_name(field.name()),
                &legal_values(field, &values),
                0,
                Value::Modifier(field, values),
            )
        }));
        columns.extend(outputs(&wires).map(|column| {
            let meaning = format!("{} bits, {}", column.bits, column.meaning);
            Column { meaning, ..column }
        }));
        if has_clamp(&wires) {
            columns.push(column("clamp", "off, inside, to_min or to_max", 0, Value::Clamp));
        }
        Self { columns, is_csv: true }
    }

    /// The numbers for `$readmemh`.
    ///
    /// The product of `VMAD` is left out: any simulator multiplies.
    pub fn readmemh(kind: Kind) -> Self {
        let wires = example(kind).map(|(_, wires)| wires).unwrap_or_default();
        let mut columns = leading(Some(kind));
        columns.extend(outputs(&wires).filter(|column| column.name != "product"));
        let is_output =
            |wire: usize| columns.iter().any(|column| matches!(column.value, Value::Wire(at) if at == wire));
        let flag = |wire: usize| {
            let bit = FLAGS.iter().position(|(name, _)| *name == wires[wire].name)?;
            (!is_output(wire)).then_some((bit, wire))
        };
        let flags: Vec<_> = (0..wires.len()).filter_map(flag).collect();
        let has = |bit: &usize| *bit == SAT && has_clamp(&wires) || flags.iter().any(|(flag, _)| flag == bit);
        let bits: Vec<_> = (0..FLAGS.len()).filter(has).collect();
        if let Some(highest) = bits.last() {
            let names: Vec<_> = bits.iter().map(|&bit| format!("{bit} {}", FLAGS[bit].1)).collect();
            // No line break within a name.
            let names = names.join("\n").replace(' ', "\u{a0}").replace('\n', ", ");
            let meaning = textwrap::fill(&names, 40).replace('\u{a0}', " ");
            columns.push(column("flags", &meaning, *highest as u32 + 1, Value::Flags(flags)));
        }
        Self { columns, is_csv: false }
    }

    /// The width of a number; of `VMAD` 336 bits.
    pub fn bits(&self) -> u32 {
        self.columns.iter().map(|column| column.bits.next_multiple_of(4)).sum()
    }

    /// The fields of a number as a table of at most 71 columns: for each its bits, its name, its contents.
    pub fn layout(&self) -> String {
        let mut top = self.bits();
        let line = |Column { name, meaning, bits, .. }: &Column| {
            top -= bits.next_multiple_of(4);
            let place = format!("v[{}:{top}]", top + bits - 1);
            let meaning = meaning.replace('\n', &format!("\n{:31}", ""));
            format!("{place:<10} {bits:>2} bits  {name:<9}  {meaning}\n")
        };
        self.columns.iter().map(line).collect()
    }

    /// The header line of CSV, or the comment at the start of a file of `count` numbers.
    pub fn header(&self, count: u64) -> String {
        if self.is_csv {
            let names: Vec<_> = self.columns.iter().map(|column| column.name.as_str()).collect();
            return names.join(",") + "\n";
        }
        let bits = self.bits();
        let layout: String = self.layout().lines().map(|line| format!("// {line}\n")).collect();
        format!(
            "// vmad vectors: {count} of {bits} bits\n\
             // reg [{}:0] vectors [0:{}]; initial $readmemh(\"FILE\", vectors);\n{layout}",
            bits - 1,
            count.saturating_sub(1)
        )
    }

    /// Appends a vector's line.
    pub fn push_line(&self, line: &mut Vec<u8>, vector: &Vector) {
        let trace = vector.trace();
        for Column { bits, value, .. } in &self.columns {
            match value.cell(vector, &trace) {
                Cell::Number(number) => {
                    line.extend_from_slice(if self.is_csv { b"0x" } else { b"" });
                    push_hex(line, number, bits.div_ceil(4));
                }
                Cell::Name(name) => line.extend_from_slice(name.as_bytes()),
            }
            line.push(if self.is_csv { b',' } else { b'_' });
        }
        if let Some(end) = line.last_mut() {
            *end = b'\n';
        }
    }
}

/// A field's name as a column has it: `bool_op`, `min_max`.
pub fn column_name(field: &str) -> String {
    field.to_lowercase().replace([' ', '/'], "_")
}

fn column(name: &str, meaning: &str, bits: u32, value: Value) -> Column {
    Column { name: name.to_owned(), meaning: meaning.to_owned(), bits, value }
}

/// The columns `word,a,b,c,result`.
fn leading(kind: Option<Kind>) -> Vec<Column> {
    let [c, result] = match kind.map(Kind::writes) {
        None => [
            "the C register, or the source predicate in bit 0",
            "what is written: bits 0 and 1 are predicates",
        ],
        Some(Writes::Predicates) => ["the source predicate, 0 or 1", "bit 0 first, bit 1 second predicate"],
        Some(Writes::Register) => ["the C register", "what is written to the destination"],
    };
    vec![
        column("word", "the instruction word", 64, Value::Word),
        column("a", "the A register", 32, Value::Port(0)),
        column("b", "the B register, or the immediate", 32, Value::Port(1)),
        column("c", c, 32, Value::Port(2)),
        column("result", result, 32, Value::Result),
    ]
}

/// An instruction of a kind, and the wires of its execution.
fn example(kind: Kind) -> Option<(Instruction, Vec<Wire>)> {
    let instruction = Instruction::decode(Filter::of(kind).modes().first()?.number()).ok()?;
    Some((instruction, instruction.operation()?.trace(0, 0, 0).wires))
}

fn has_clamp(wires: &[Wire]) -> bool {
    wires.iter().any(|wire| wire.name == "below")
}

/// The last wire of each stage, before another begins: without the select stage, whose last wire is no output, and the
/// last stage, whose output is the result.
fn outputs(wires: &[Wire]) -> impl Iterator<Item = Column> {
    let ends = wires.windows(2).enumerate();
    let ends = ends.filter(|(_, pair)| pair[0].stage != pair[1].stage && pair[0].stage != Stage::Select);
    ends.map(|(at, pair)| {
        let Wire { name, stage, bits, .. } = pair[0];
        let meaning = format!("from the stage {}", stage.name());
        column(&name.replace(' ', "_"), &meaning, bits.width(), Value::Wire(at))
    })
}

/// The legal values: names, or numbers with their meanings.
fn legal_values(field: &Field, values: &[(u64, String)]) -> String {
    let spelled = values.iter().map(|(value, name)| {
        if name.parse::<u64>().is_ok() { format!("{value} {}", field.spell(*value)) } else { name.clone() }
    });
    spelled.collect::<Vec<_>>().join(", ")
}

/// Appends the low `count` hexadecimal digits of a number, without the cost of a format string.
fn push_hex(line: &mut Vec<u8>, number: u128, count: u32) {
    let digit = |at: u32| b"0123456789abcdef"[(number >> (4 * at) & 0xf) as usize];
    line.extend((0..count).rev().map(digit));
}
