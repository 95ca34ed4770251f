//! The description of an instruction: what it reads and writes, and what help, pages and examples say about it.

/// What an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Writes {
    /// One register. The C port reads a register.
    Register,
    /// Two predicates. The C port reads a predicate.
    Predicates,
}

/// An instruction in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// What it writes.
    pub writes: Writes,
    /// Whether B is the amount of a shift, which is unsigned.
    pub shifts_by_b: bool,
    /// What it computes: a sentence in Markdown.
    pub summary: &'static str,
    /// The computation in pseudo-code: parts that follow each other, of whole lines.
    pub computation: &'static [&'static str],
    /// An instruction, as the assembler takes it.
    pub example: &'static str,
    /// The values of its ports A, B and C. An immediate B takes the place of the second value.
    pub inputs: [u32; 3],
}

/// The selection of the operands.
pub(super) const OPERANDS: &str = "\
a = extend(part of Ra by A select, A signed)
b = extend(part of Rb by B select, B signed)      # or the imm16
";

/// The amount of a shift by B.
pub(super) const AMOUNT: &str = "amount = W ? b mod 32 : min(b, 32)\n";

/// The saturation and the second operation.
pub(super) const OUTPUT: &str = "\
sat = SAT ? clamp(tmp, range of the result sign and the merge width) : tmp
Rd = secop(sat[31:0], Rc)                         # none: sat[31:0]
";
