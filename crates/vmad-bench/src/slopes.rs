//! The slopes of the readers: how the instructions of a reader grow with its input.
//!
//! The slope is the exponent: 1 if twice the input takes twice the instructions. Callgrind counts them, so the slope does
//! not depend on the load of the machine.

use std::hint::black_box;

use anyhow::Context;
use vmad_files::{
    inline_asm::blocks,
    lines::{LineIndex, words},
    listing::{dump, listing},
};
use vmad_proof::equal::statement::Statement;
use vmad_ptx::{module::scan, sequence::Sequence, syntax::parse};
use vmad_sass::assemble;

use crate::callgrind::collected;

/// A slope above this is marked: a sort has less.
pub const STEEP: f64 = 1.2;

/// The smaller size, in items; the larger one is four times as large.
const SIZE: u32 = 1000;

/// A reader and a kind of input.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    /// The reader and the input.
    pub name: &'static str,
    /// The input: its start, an item with `#` for its number, and its end. The part of an item behind `…` closes it.
    input: [&'static str; 3],
    read: fn(&str),
}

impl Reader {
    /// Reads an input of so many items, for callgrind.
    pub fn run(&self, items: u32) {
        let [before, item, after] = self.input;
        let (item, closing) = item.split_once('…').unwrap_or((item, ""));
        let mut text = before.to_owned();
        for number in 0..items {
            text.push_str(&item.replace('#', &number.to_string()));
        }
        text.push_str(&closing.repeat(items as usize));
        text.push_str(after);
        (self.read)(black_box(&text));
    }

    /// The slope of the reader. `none` is the number of instructions without input.
    ///
    /// # Errors
    /// Valgrind is missing or fails.
    pub fn slope(&self, none: u64) -> anyhow::Result<f64> {
        slope(none, [self.count(SIZE)?, self.count(4 * SIZE)?]).context("the input takes no instructions")
    }

    /// The instructions of the program with an input of so many items.
    ///
    /// # Errors
    /// Valgrind is missing or fails.
    pub fn count(&self, items: u32) -> anyhow::Result<u64> {
        collected(self.name, &items.to_string())
    }
}

/// The slope of the counts of an input and of one that is four times as large, without the count of no input.
fn slope(none: u64, counts: [u64; 2]) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "no count has 53 bits")]
    let [small, large] = counts.map(|count| count.saturating_sub(none) as f64);
    (small > 0.0 && large > 0.0).then(|| (large / small).log(4.0))
}

const BLOCKS: fn(&str) = |text| _ = black_box(blocks(text));
const MODULE: fn(&str) = |text| _ = black_box(scan(text));
const LINE: fn(&str) = |text| _ = black_box(parse(text));
const SEQUENCE: fn(&str) = |text| _ = black_box(Sequence::parse(text));
const STATEMENT: fn(&str) = |text| {
    let code = Sequence::parse(text);
    _ = black_box(code.map(|code| Statement::new(&code, &code, &[], &[]).is_ok()));
};
const LISTING: fn(&str) = |text| _ = black_box(listing(text, None));
const DUMP: fn(&str) = |text| _ = black_box(dump(text));
const SASS: fn(&str) = |text| _ = black_box(assemble(text));
const LINES: fn(&str) = |text| _ = black_box((LineIndex::new(text), words(text)));

const fn reader(name: &'static str, read: fn(&str), input: [&'static str; 3]) -> Reader {
    Reader { name, input, read }
}

/// Every reader, with the kinds of input on which a part of it could count from the start again.
pub const READERS: &[Reader] = &[
    reader("asm: statements", BLOCKS, ["", "asm(\"abs.s32 %0, %1;\" : \"=r\"(d#) : \"r\"(a));\n", ""]),
    reader("asm: statements in a line", BLOCKS, ["", "asm(\"abs.s32 %0, %1;\" : \"=v\"(d#)); ", ""]),
    reader("asm: gaps", BLOCKS, ["asm(\"", "\" x \"", "\");"]),
    reader("asm: conditionals", BLOCKS, ["asm(\"", "\"\n#if x\n\";\"\n#endif\n\"", "\");"]),
    reader("asm: open conditionals", BLOCKS, ["", "asm(\"\"\n#if x\n", ""]),
    reader("asm: inputs", BLOCKS, ["asm(\"\" :: \"n\"(1)", ", \"r\"(a#)", ");"]),
    reader("asm: one input", BLOCKS, ["asm(\"\" :: \"n\"(1)", ", \"r\"(a)", ");"]),
    reader("asm: outputs", BLOCKS, ["asm(\"\" : \"=r\"(d)", ", \"+r\"(d)", ");"]),
    reader("asm: parentheses", BLOCKS, ["asm(\"\" :: \"r\"(", "(…)", "));"]),
    reader("asm: tied inputs", BLOCKS, ["asm(\"\" : \"=r\"(d) : \"n\"(1)", ", \"0\"(a#)", ");"]),
    reader("asm: named inputs", BLOCKS, ["asm(\"%[x]\" :: [x] \"n\"(1)", ", [n#] \"r\"(a#)", ");"]),
    reader("asm: uses of an operand", BLOCKS, ["asm(\"", "%0 ", "\" :: \"r\"(abcdefgh));"]),
    reader(
        "asm: declared registers",
        BLOCKS,
        ["asm(\"", ".reg .u32 a#; mov.u32 a#, %0;", "\" :: \"r\"(a));"],
    ),
    reader("asm: open raw strings", BLOCKS, ["", "R\"x#(\n", ""]),
    reader("asm: open comments", BLOCKS, ["", "/* ", ""]),
    reader("asm: open strings", BLOCKS, ["\"", "\\\"", ""]),
    reader("asm: open characters", BLOCKS, ["'", "\\'", ""]),
    reader("asm: open statements", BLOCKS, ["", "asm( ", ""]),
    reader("PTX: instructions", MODULE, ["", "vadd.u32.u32.u32 %r#, %a, %b;\n", ""]),
    reader("PTX: refused instructions", MODULE, ["", "vadd.u32.q#.u32 %r, %a, %b; ", ""]),
    reader("PTX: labels", MODULE, [".entry k()\n{\n", "L#: bra L#;\n", "}\n"]),
    reader("PTX: kernels", MODULE, ["", ".entry k#()\n{\nret;\n}\n", ""]),
    reader("PTX: open comments", MODULE, ["", "/* ", ""]),
    reader("PTX: open strings", MODULE, ["", "\" ", ""]),
    reader("PTX: open braces", MODULE, ["", "{ ", ""]),
    reader("PTX: a long name", LINE, ["vadd.u32.u32.u32 d, a", "b", ", c;"]),
    reader("PTX: modifiers", LINE, ["vadd", ".sat", " d, a, c;"]),
    reader("sequence: registers", SEQUENCE, ["", "add.u32 a#, b#, c#;", ""]),
    reader("sequence: declarations", SEQUENCE, ["", ".reg .u32 a#;", "add.u32 a1, a2, a3;"]),
    reader("sequence: vectors", SEQUENCE, ["", ".reg .u32 a#<9>; add.u32 a#1, b, c;", ""]),
    reader("equality: inputs", STATEMENT, ["", "add.u32 d, b#, c#;", ""]),
    reader("SASS: a long text", SASS, ["VMAD", ".U8", " R0, R1, R2, R3;"]),
    reader("listing: functions", LISTING, ["", "\t.text.f#:\n/*0000*/ NOP; /* 0x50b0000000070f00 */\n", ""]),
    reader("listing: words", LISTING, ["", "/*0000*/ NOP; /* 0x50b0000000070f00 */\n", ""]),
    reader("dump: lines", DUMP, ["", "00000000: 0000 0000 0000 0000 0000 0000 0000 0000\n", ""]),
    reader("lines: of a text", LINES, ["", "ret; // #\n", ""]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_steep() {
        let of = |counts: [u64; 2]| slope(1000, counts.map(|count| 1000 + count)).unwrap();
        assert!((of([500, 2000]) - 1.0).abs() < 1e-9 && (of([500, 8000]) - 2.0).abs() < 1e-9);
        assert!(of([500, 2700]) > STEEP && of([500, 2500]) < STEEP);
        assert_eq!(slope(1000, [1000, 2000]), None);
    }
}
