//! PTX under construction, and numbers in its registers.

use vmad_ptx::{
    ast::{Guard, Instruction},
    legality::Target,
};

/// The numbers of an unsigned word.
pub(super) const UNSIGNED: [i128; 2] = [0, u32::MAX as i128];
/// The numbers of a signed word.
pub(super) const SIGNED: [i128; 2] = [i32::MIN as i128, i32::MAX as i128];

/// A number of which a register or a constant has the low 32 bits, with its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    name: String,
    pub(super) range: [i128; 2],
}

impl Number {
    pub(super) fn new(name: impl Into<String>, range: [i128; 2]) -> Self {
        Self { name: name.into(), range }
    }

    pub(super) fn constant(value: i128) -> Self {
        Self::new("", [value; 2])
    }

    /// A word of any 32 bits.
    pub(super) fn word(name: impl Into<String>) -> Self {
        Self::new(name, UNSIGNED)
    }

    /// The same 32 bits as a number of another range.
    pub(super) fn ranging(self, range: [i128; 2]) -> Self {
        match self.range {
            [value, high] if value == high && range[0] < 0 => Self::constant((value as i32).into()),
            [value, high] if value == high => Self::constant((value as u32).into()),
            _ => Self { range, ..self },
        }
    }

    pub(super) fn is_constant(&self) -> bool {
        self.range[0] == self.range[1]
    }

    pub(super) fn is_in(&self, range: [i128; 2]) -> bool {
        is_within(self.range, range)
    }

    /// The operand of an instruction.
    pub(super) fn operand(&self, opcode: &str) -> String {
        match self.range {
            [value, high] if value == high && opcode.contains(".s") => (value as i32).to_string(),
            // Masks and tables.
            [value, high] if value == high && opcode.contains(".b") && value > 9 => {
                format!("{:#x}", value as u32)
            }
            [value, high] if value == high => (value as u32).to_string(),
            _ => self.name.clone(),
        }
    }
}

pub(super) fn is_within(inner: [i128; 2], outer: [i128; 2]) -> bool {
    outer[0] <= inner[0] && inner[1] <= outer[1]
}

/// The type whose words hold all these ranges.
pub(super) fn common(ranges: &[[i128; 2]]) -> Option<&'static str> {
    let all = |outer| ranges.iter().all(|range| is_within(*range, outer));
    if all(SIGNED) { Some("s32") } else { all(UNSIGNED).then_some("u32") }
}

#[derive(Clone, Debug)]
struct BlockLine {
    opcode: String,
    /// The type of the register that is written: `b32`, `b64` or `pred`.
    ty: &'static str,
    name: String,
    sources: String,
}

/// The lines, each with a register of its own.
#[derive(Clone, Debug)]
pub(super) struct BlockCode {
    /// The number of the target.
    pub(super) target: u16,
    taken: Vec<String>,
    lines: Vec<BlockLine>,
}

impl BlockCode {
    /// No line; the registers of the instruction have no other use.
    pub(super) fn of(instruction: &Instruction, target: Target) -> Self {
        let text = instruction.to_string();
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%');
        let taken = text.split(|c| !is_part(c)).map(str::to_owned).collect();
        Self { target: target.number, taken, lines: Vec::new() }
    }

    /// A register of 32 bits with the result of an instruction.
    pub(super) fn word(&mut self, opcode: &str, sources: &[&Number]) -> Number {
        let sources: Vec<_> = sources.iter().map(|source| source.operand(opcode)).collect();
        Number::word(self.line(opcode, "b32", &sources))
    }

    /// The same with the range of the result.
    pub(super) fn number(&mut self, opcode: &str, sources: &[&Number], range: [i128; 2]) -> Number {
        if range[0] == range[1] {
            return Number::constant(range[0]);
        }
        Number { range, ..self.word(opcode, sources) }
    }

    /// The register of an instruction with these operands.
    pub(super) fn line(&mut self, opcode: &str, ty: &'static str, sources: &[impl AsRef<str>]) -> String {
        let sources = sources.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ");
        if let Some(known) = self.lines.iter().find(|line| line.opcode == opcode && line.sources == sources) {
            return known.name.clone();
        }
        let letter = match ty {
            "b64" => 'w',
            "pred" => 'p',
            _ => 't',
        };
        let mut names = (0..).map(|number| format!("{letter}{number}"));
        let is_free = |name: &String| !self.taken.contains(name);
        let name = names.find(is_free).unwrap_or_default();
        self.taken.push(name.clone());
        self.lines.push(BlockLine { opcode: opcode.to_owned(), ty, name: name.clone(), sources });
        name
    }

    /// About how many SASS instructions the lines are.
    pub(super) fn cost(&self) -> u32 {
        let cost = |line: &BlockLine| match line.opcode.as_str() {
            // Pairs of registers are moved for sums of 64 bits there.
            "cvt.u64.u32" | "cvt.s64.s32" if self.target >= 120 => 2,
            "cvt.u64.u32" | "cvt.u32.u64" | "mov.b64" => 0,
            "shr.u64" if line.sources.ends_with(", 32") => 0,
            "mul.lo.s64" => 4,
            "add.s64" | "sub.s64" if self.target < 120 => 2,
            "add.sat.s32" | "sub.sat.s32" if self.target < 120 => 5,
            opcode if opcode.starts_with("mad.wide") && self.target < 120 => 2,
            opcode if opcode.starts_with("vabsdiff4") && self.target >= 120 => 3,
            // A constant factor needs a register there.
            opcode if opcode.starts_with("dp") && self.target >= 90 && has_constant(&line.sources) => 2,
            _ => 1,
        };
        // Before sm_90, which has other mergers, an inversion under a predicate is one instruction.
        let is_merged = |pair: &&[BlockLine]| {
            self.target < 90
                && pair[1].opcode == "selp.b32"
                && matches!(pair[0].opcode.as_str(), "xor.b32" | "not.b32")
        };
        let merged = self.lines.windows(2).filter(is_merged).count() as u32;
        self.lines.iter().map(cost).sum::<u32>() - merged
    }

    /// The lines; the last one writes the result to `d`, under the guard.
    pub(super) fn finish(mut self, result: &Number, d: &str, guard: Option<&Guard>) -> Vec<String> {
        let is_last = self.lines.last().is_some_and(|line| !result.is_constant() && line.name == result.name);
        if !is_last {
            let source = result.operand("mov.b32");
            self.line("mov.b32", "b32", &[source]);
        }
        let guard = guard.map(|guard| format!("{guard} ")).unwrap_or_default();
        let Some(last) = self.lines.pop() else { return Vec::new() };
        self.finish_with(&format!("{guard}{} {d}, {};", last.opcode, last.sources))
    }

    /// The lines, and a last one; in braces if they declare registers.
    pub(super) fn finish_with(&self, last: &str) -> Vec<String> {
        if self.lines.is_empty() {
            return vec![last.to_owned()];
        }
        let mut text = vec!["{".to_owned()];
        for ty in ["b32", "b64", "pred"] {
            let names: Vec<_> =
                self.lines.iter().filter(|line| line.ty == ty).map(|line| line.name.as_str()).collect();
            if !names.is_empty() {
                text.push(format!(".reg .{ty} {};", names.join(", ")));
            }
        }
        let line =
            |BlockLine { opcode, name, sources, .. }: &BlockLine| format!("{opcode} {name}, {sources};");
        text.extend(self.lines.iter().map(line));
        text.extend([last.to_owned(), "}".to_owned()]);
        text
    }
}

fn has_constant(sources: &str) -> bool {
    sources.split(", ").any(|source| source.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
}
