//! Vectors for Verilog's `$readmemh`: one number a line, with fields of fixed width.
//!
//! `$readmemh` allows `//` comments, and underscores in numbers, which separate the fields.

use core::fmt::Write as _;

use vmad_unit::Saturate;

use super::{Vector, digits::push_hex};

/// A field of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its width in digits.
    pub digits: u32,
    /// Its width in bits; the bits above are 0.
    pub bits: u32,
    /// Its contents, in lines of at most 43 columns.
    pub meaning: &'static str,
}

const fn field(name: &'static str, digits: u32, bits: u32, meaning: &'static str) -> Field {
    Field { name, digits, bits, meaning }
}

/// The fields, from the highest bit to the lowest: from left to right on a line.
pub const FIELDS: [Field; 8] = [
    field("word", 16, 64, "the instruction word"),
    field("a", 8, 32, "the A register"),
    field("b", 8, 32, "the B register, or imm16 with zeros above"),
    field("c", 8, 32, "the C register"),
    field("result", 8, 32, "what is written to the destination"),
    field("tmp", 17, 66, "the sum, two's complement"),
    field("shr", 17, 66, "the sum after the shift, likewise"),
    field("flags", 2, 6, "0 below, 1 above, 2 C signed,\n3 result signed, 4 SAT, 5 carry in"),
];

/// The width of a vector: 336 bits.
pub const BITS: u32 = {
    let (mut sum, mut index) = (0, 0);
    while index < FIELDS.len() {
        sum += 4 * FIELDS[index].digits;
        index += 1;
    }
    sum
};

/// The layout as a table of at most 71 columns: for each field its bits, its name, its contents.
pub fn layout() -> String {
    const NEXT_LINE: &str = "\n                            ";
    let mut table = String::new();
    let mut top = BITS;
    for Field { name, digits, bits, meaning } in FIELDS {
        let low = top - 4 * digits;
        let place = format!("v[{}:{low}]", low + bits - 1);
        let meaning = meaning.replace('\n', NEXT_LINE);
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{place:<10} {bits:>2} bits  {name:<6}  {meaning}");
        top = low;
    }
    table
}

/// The comment at the start of a file of `count` vectors.
pub fn header(count: u64) -> String {
    let mut text = format!(
        "// vmad vectors: {count} of {BITS} bits\n\
         // reg [{}:0] vectors [0:{}]; initial $readmemh(\"FILE\", vectors);\n",
        BITS - 1,
        count.saturating_sub(1)
    );
    for line in layout().lines() {
        text.push_str("// ");
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Appends a vector's line.
pub fn push_line(line: &mut Vec<u8>, vector: &Vector) {
    let trace = vector.trace();
    let saturates = u128::from(trace.saturate == Saturate::On);
    let flags = ["below", "above", "intermediate", "final"].map(|wire| trace.pattern(wire));
    let flags = flags.into_iter().chain([saturates, trace.pattern("carry in")]);
    let flags = flags.enumerate().fold(0, |flags, (place, flag)| flags | flag << place);
    let values = [
        vector.instruction.encode().into(),
        vector.ports.a.into(),
        vector.ports.b.into(),
        vector.ports.c.into(),
        trace.result().into(),
        trace.pattern("tmp"),
        trace.pattern("shr"),
        flags,
    ];
    for (field, value) in FIELDS.iter().zip(values) {
        push_hex(line, value, field.digits);
        line.push(b'_');
    }
    if let Some(end) = line.last_mut() {
        *end = b'\n';
    }
}
