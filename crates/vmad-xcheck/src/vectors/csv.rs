//! Vectors as comma-separated values: a header, then one line for each vector.
//!
//! Numbers are hexadecimal with `0x`, so that no spreadsheet reads `12e4` as a float. No value contains a comma, a quote
//! or a blank. A reader of observed results needs only the columns `word`, `a`, `b`, `c` and `result`.

use vmad_unit::{Clamp, Operand, Saturate, Trace, Width};

use super::{Vector, digits::push_hex};

/// The columns, in their order.
pub const COLUMNS: [Column; 17] = [
    column("word", "the instruction word, 16 digits"),
    column("form", "what B is: register or immediate"),
    column("aformat", "the format of A: U8 S8 U16 S16 U32 S32"),
    column("asel", "the selector of A: B0 B1 B2 B3 H0 H1 W"),
    column("bformat", "the format of B, likewise; of an immediate U16 or S16"),
    column("bsel", "the selector of B, likewise; of an immediate H0"),
    column("psign", "0 (A*B)+C, 1 (A*B)-C, 2 -(A*B)+C, 3 (A*B)+C+1"),
    column("scale", "PASS, SHR_7 or SHR_15"),
    column("sat", "0 or 1"),
    column("a", "the A register, 8 digits"),
    column("b", "the B register, or the imm16 with zeros above it, 8 digits"),
    column("c", "the C register, 8 digits"),
    column("result", "what is written to the destination, 8 digits"),
    column("product", "A*B in 66 bits, two's complement, 17 digits"),
    column("tmp", "the sum in 66 bits, likewise"),
    column("shr", "the sum after the shift in 66 bits, likewise"),
    column("clamp", "off, inside, to_min or to_max"),
];

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the header.
    pub name: &'static str,
    /// Its contents.
    pub meaning: &'static str,
}

const fn column(name: &'static str, meaning: &'static str) -> Column {
    Column { name, meaning }
}

/// The header line.
pub fn header() -> String {
    let mut line = COLUMNS.map(|column| column.name).join(",");
    line.push('\n');
    line
}

/// Appends a vector's line.
pub fn push_line(line: &mut Vec<u8>, vector: &Vector) {
    let trace = vector.trace();
    let mode = vector.instruction.mode();
    hex(line, vector.instruction.encode().into(), 16);
    for name in [
        vector.form().name(),
        mode.a.format().name(),
        selector(mode.a),
        mode.b.format().name(),
        selector(mode.b),
        ["0", "1", "2", "3"][mode.psign as usize],
        mode.scale.name(),
        if mode.saturate == Saturate::On { "1" } else { "0" },
    ] {
        line.push(b',');
        line.extend_from_slice(name.as_bytes());
    }
    for port in [vector.ports.a, vector.ports.b, vector.ports.c] {
        line.push(b',');
        hex(line, port.into(), 8);
    }
    line.push(b',');
    hex(line, trace.result().into(), 8);
    for wire in ["product", "tmp", "shr"] {
        line.push(b',');
        hex(line, trace.pattern(wire), 17);
    }
    line.push(b',');
    line.extend_from_slice(clamp(&trace).as_bytes());
    line.push(b'\n');
}

fn hex(line: &mut Vec<u8>, value: u128, digits: u32) {
    line.extend_from_slice(b"0x");
    push_hex(line, value, digits);
}

/// The selector's name; `W` of the whole word, which has no name in assembly.
const fn selector(operand: Operand) -> &'static str {
    match operand.selector.width() {
        Width::Byte | Width::Half => operand.selector.name(),
        Width::Word => "W",
    }
}

/// What the clamp did, without blanks.
fn clamp(trace: &Trace) -> &'static str {
    match trace.clamp() {
        Clamp::Off => "off",
        Clamp::Inside => "inside",
        Clamp::ToMin => "to_min",
        Clamp::ToMax => "to_max",
    }
}
