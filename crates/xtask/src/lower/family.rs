//! The lowering of the other video instructions against a live ptxas.

use std::{collections::BTreeMap, fmt::Write as _};

use anyhow::{Context, Result};
use vmad_proof::meaning::operations;
use vmad_ptx::{
    ast::{Body, Instruction, Integer, Operand, Operation, Register as Name, Video},
    syntax::parse_one,
};
use vmad_ptxas::lowering::{LowerError, Registers, Shape, lower};
use vmad_sass::{Arch, Permute, isa::Layout};
use vmad_unit::{
    Register,
    vabsdiff4::{SelectA, SelectB},
};

use crate::groups::Groups;

/// Constants of every class: of a shift amount, of imm16 and beyond, the ends of a word, and ordinary ones.
const CONSTANTS: [u32; 17] = [
    0,
    1,
    31,
    0x7fff,
    0x8000,
    0x807f,
    0xffff,
    0x1_0000,
    70_000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_7fff,
    0xffff_8000,
    0xffff_8001,
    0xffff_ff80,
    0xffff_fffe,
    0xffff_ffff,
];

/// The values for two or three constant operands: some are equal.
const PAIRED: [u32; 3] = [0, 5, 0xffff_ffff];

/// The operands that are constants.
const PLACES: [[bool; 3]; 8] = [
    [false, false, false],
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [true, true, false],
    [true, false, true],
    [false, true, true],
    [true, true, true],
];

/// All instructions, of the scalar ones every N-th: every operation with registers, and with constants in every legal
/// place; and `vabsdiff4`.
pub(super) fn lines(every: usize) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for operation in operations() {
        for places in PLACES {
            lines.extend(with_constants(operation, places));
        }
    }
    lines = lines.into_iter().step_by(every).collect();
    for dtype in ["u32", "s32"] {
        for (atype, btype) in [("u32", "u32"), ("u32", "s32"), ("s32", "u32"), ("s32", "s32")] {
            for (tail, lanes) in [("", ""), (".add", ""), (".sat", ""), ("", ".b0"), (".add", ".b321")] {
                for selector in ["", ".b3201"] {
                    let line =
                        format!("vabsdiff4.{dtype}.{atype}.{btype}{tail} d{lanes}, a{selector}, b, c;");
                    let printed = parse_one(&line).with_context(|| line.clone())?.instruction.to_string();
                    lines.push(printed);
                }
            }
        }
    }
    for (index, selectors) in byte_selectors().into_iter().enumerate() {
        let [tail, lanes] = [["", ""], [".add", ""], [".sat", ".b31"]][index % 3];
        let [dtype, atype, btype] = [0, 1, 2].map(|bit| ["u32", "s32"][(index / 3) >> bit & 1]);
        let line = format!("vabsdiff4.{dtype}.{atype}.{btype}{tail} d{lanes}, {selectors}, c;");
        lines.push(parse_one(&line).with_context(|| line.clone())?.instruction.to_string());
    }
    Ok(lines)
}

/// The operands of a `vabsdiff4` with every pair of selectors that the word has, and with some others.
fn byte_selectors() -> Vec<String> {
    const OTHERS: [[u8; 4]; 2] = [[0, 2, 4, 6], [7, 6, 5, 4]];
    let text = |bytes: [u8; 4]| bytes.iter().rev().map(u8::to_string).collect::<String>();
    let of_a = SelectA::ALL.map(SelectA::bytes).into_iter().chain(OTHERS);
    let of_b = SelectB::ALL.map(SelectB::bytes).into_iter().chain(OTHERS);
    let pairs = of_a.flat_map(|a| of_b.clone().map(move |b| (a, b)));
    pairs.map(|(a, b)| format!("a.b{}, b.b{}", text(a), text(b))).collect()
}

/// An operation with every combination of constants in some operands; empty if one of them takes no constant.
fn with_constants(operation: Operation, places: [bool; 3]) -> Vec<String> {
    let several = places.iter().filter(|place| **place).count() > 1;
    let values = |place: bool| match (place, several, places[2]) {
        (false, ..) => vec![None],
        (true, false, false) => CONSTANTS.map(Some).to_vec(),
        (true, false, true) => [0, 70_000].map(Some).to_vec(),
        (true, true, _) => PAIRED.map(Some).to_vec(),
    };
    let [of_a, of_b, of_c] = places.map(values);
    let mut lines = Vec::new();
    for &a in &of_a {
        for &b in &of_b {
            for &c in &of_c {
                lines.extend(line(operation, [a, b, c]));
            }
        }
    }
    lines
}

fn line(operation: Operation, constants: [Option<u32>; 3]) -> Option<String> {
    let operand = |constant: Option<u32>, name: &str| match constant {
        Some(word) => Some(Operand::Immediate(Integer(word.cast_signed().into()))),
        None => Name::new(name).ok().map(Operand::Register),
    };
    let [a, b, c] = constants;
    let c = if operation.has_c() {
        Some(operand(c, "c")?)
    } else if c.is_some() {
        return None;
    } else {
        None
    };
    let video = Video::new(operation, Name::new("d").ok()?, operand(a, "a")?, operand(b, "b")?, c).ok()?;
    Some(Instruction { guard: None, body: Body::Video(video) }.to_string())
}

/// The words of a function before its `RET`.
pub(super) fn before_return(layout: Layout, words: &[u64]) -> &[u64] {
    let opcode = match layout {
        Layout::Maxwell => 0xe32,
        Layout::Kepler => 0x190,
    };
    let end = words.iter().position(|word| word >> 52 == opcode);
    &words[..end.unwrap_or(words.len())]
}

/// The code without register numbers: ptxas passes a, b and c in R4, R5 and R6.
fn shape(layout: Layout, words: &[u64]) -> Option<Shape> {
    Shape::of(layout, words.iter().copied(), [4, 5, 6].map(Register::from_encoding))
}

/// The words as text; `-` if the code has other instructions than the lowering's.
pub(super) fn recorded(layout: Layout, words: &[u64]) -> String {
    let text: Vec<_> = words.iter().map(|word| format!("{word:016x}")).collect();
    if shape(layout, words).is_some() { text.join(" ") } else { "-".to_owned() }
}

/// Other selectors than a `VABSDIFF4` of Kepler has are applied before it.
fn begins_with_permute(layout: Layout, words: &[u64]) -> bool {
    words.first().is_some_and(|&word| Permute::decode_in(layout, word).is_some())
}

/// The differences found so far.
#[derive(Debug, Default)]
pub(super) struct Report {
    lines: usize,
    emitted: usize,
    miscompiled: BTreeMap<&'static str, usize>,
    /// The differences by cause.
    pub groups: Groups,
}

impl Report {
    /// Compares the lowering of a line with the words of ptxas.
    pub(super) fn compare(&mut self, arch: Arch, line: &str, words: &[u64]) -> Result<()> {
        let instruction = parse_one(line).with_context(|| line.to_owned())?.instruction;
        let theirs = shape(arch.layout(), words);
        self.lines += 1;
        self.emitted += usize::from(theirs.is_some());
        let registers = Registers::default();
        let (cause, ours) = match lower(&instruction, arch, &registers) {
            Ok(lowered) => {
                if let Some(miscompile) = lowered.miscompiled {
                    *self.miscompiled.entry(miscompile.id).or_default() += 1;
                }
                let ours = lowered.shape([registers.a, registers.b, registers.c]);
                let cause = if theirs.is_none() { "other instructions" } else { "other words" };
                (if theirs.is_some() && ours == theirs { "" } else { cause }, lowered.to_string())
            }
            Err(LowerError::SimdSequence | LowerError::NotVmad { .. })
                if theirs.is_none() || begins_with_permute(arch.layout(), words) =>
            {
                ("", String::new())
            }
            Err(error) => ("words where the lowering has none", error.to_string()),
        };
        if !cause.is_empty() {
            self.groups.add(cause.to_owned(), || {
                let words = words.iter().fold(String::new(), |mut text, word| {
                    // Writing to a string does not fail.
                    let _ = write!(text, " {word:016x}");
                    text
                });
                format!("{line}\n      ours   {ours}\n      ptxas {words}")
            });
        }
        Ok(())
    }

    /// One line of figures.
    pub(super) fn figures(&self) -> String {
        let Self { lines, emitted, miscompiled, .. } = self;
        let differences = self.groups.differences();
        let miscompiled: Vec<_> = miscompiled.iter().map(|(name, count)| format!("{count} {name}")).collect();
        let miscompiled = miscompiled.join(", ");
        format!(
            "{lines} instructions, {emitted} in the family, miscompiled: {miscompiled}; {differences} differences"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_instruction_is_there_once_with_every_kind_of_operand() {
        let of = |places| operations().step_by(501).flat_map(move |it| with_constants(it, places));
        let lines: Vec<_> = PLACES.into_iter().flat_map(of).collect();
        assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), lines.len());
        assert!(lines.iter().all(|line| parse_one(line).is_ok()));
        assert_eq!(operations().count(), 5 * 196 * 44 + 2 * 98 * 2 * 44 + (6 * 196 + 4 * 98) * 11);
    }

    /// The comparison can fail.
    #[test]
    fn differences_are_grouped() {
        let mut report = Report::default();
        let words = [0x2017_7fe0_6057_0404, 0x36c0_0204_2107_0604];
        for line in ["vadd.u32.s32.s32 d.b3, a, b, c;", "vadd.u32.s32.s32 d.b1, a, b, c;"] {
            report.compare(Arch::Sm50, line, &words).unwrap();
        }
        report.compare(Arch::Sm50, "vsub.u32.s32.s32 d, a, b;", &[0]).unwrap();
        report.compare(Arch::Sm50, "vabsdiff4.s32.s32.s32 d, a, b, c;", &[0]).unwrap();
        report.compare(Arch::Sm50, "vabsdiff4.s32.s32.s32 d, a, b, c;", &words).unwrap();
        let text = report.groups.to_string();
        for cause in
            ["1 x other words\n", "1 x other instructions\n", "1 x words where the lowering has none\n"]
        {
            assert!(text.contains(cause), "{text}");
        }
    }
}
