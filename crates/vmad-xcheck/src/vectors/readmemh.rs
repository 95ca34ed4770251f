//! Vectors for Verilog's `$readmemh`: one number a line, with fields of fixed width.
//!
//! `$readmemh` allows `//` comments, and underscores in numbers, which separate the fields.

use core::fmt::Write as _;

use vmad_unit::Stage;

use super::{
    Vector,
    digits::push_hex,
    layout::{Layout, Shown},
};

#[derive(Clone, Debug)]
struct Field {
    name: String,
    /// Its width in digits.
    digits: u32,
    /// Its width in bits; the bits above are 0.
    bits: u32,
    /// Its contents, in lines of at most 40 columns.
    meaning: String,
}

/// The lines of the vectors of one instruction.
#[derive(Clone, Debug)]
pub struct Lines {
    layout: Layout,
    shown: Vec<Shown>,
    fields: Vec<Field>,
}

impl Lines {
    /// The lines of a layout.
    ///
    /// The product of `VMAD` is left out: any simulator multiplies.
    pub fn of(layout: Layout) -> Self {
        let shown = layout.outputs.iter().filter(|shown| shown.wire.stage != Stage::Multiply);
        let shown: Vec<_> = shown.copied().collect();
        let field = |name: &str, bits: u32, meaning: &str| Field {
            name: name.to_owned(),
            digits: bits.div_ceil(4),
            bits,
            meaning: meaning.to_owned(),
        };
        let [c, result] = layout.c_and_result();
        let mut fields = vec![
            field("word", 64, "the instruction word"),
            field("a", 32, "the A register"),
            field("b", 32, "the B register, or the immediate"),
            field("c", 32, c),
            field("result", 32, result),
        ];
        fields.extend(shown.iter().map(|shown| {
            let meaning = format!("from the stage {}", shown.wire.stage.name());
            field(&shown.name(), shown.wire.bits.width(), &meaning)
        }));
        let flags = layout.flags();
        if let Some((highest, _)) = flags.last() {
            let names: Vec<_> = flags.iter().map(|(bit, name)| format!("{bit}\u{a0}{name}")).collect();
            let meaning =
                textwrap::fill(&names.join(", ").replace(' ', "\u{a0}").replace(",\u{a0}", ", "), 40);
            fields.push(field("flags", *highest as u32 + 1, &meaning.replace('\u{a0}', " ")));
        }
        Self { layout, shown, fields }
    }

    /// The width of a vector; of `VMAD` 336 bits.
    pub fn bits(&self) -> u32 {
        self.fields.iter().map(|field| 4 * field.digits).sum()
    }

    /// The layout as a table of at most 71 columns: for each field its bits, its name, its contents.
    pub fn layout(&self) -> String {
        const NEXT_LINE: &str = "\n                               ";
        let mut table = String::new();
        let mut top = self.bits();
        for Field { name, digits, bits, meaning } in &self.fields {
            let low = top - 4 * digits;
            let place = format!("v[{}:{low}]", low + bits - 1);
            let meaning = meaning.replace('\n', NEXT_LINE);
            // Writing to a string cannot fail.
            let _ = writeln!(table, "{place:<10} {bits:>2} bits  {name:<9}  {meaning}");
            top = low;
        }
        table
    }

    /// The comment at the start of a file of `count` vectors.
    pub fn header(&self, count: u64) -> String {
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
        let ports = vector.ports;
        let values = [vector.instruction.encode(), ports.a.into(), ports.b.into(), ports.c.into()];
        let values = values.into_iter().chain([trace.result().into()]).map(u128::from);
        let values = values.chain(self.shown.iter().map(|shown| shown.pattern(&trace)));
        let values = values.chain([self.layout.flag_bits(&vector.operation, &trace)]);
        for (field, value) in self.fields.iter().zip(values) {
            push_hex(line, value, field.digits);
            line.push(b'_');
        }
        if let Some(end) = line.last_mut() {
            *end = b'\n';
        }
    }
}
