//! The table of kinds of video instructions and operands.

use std::sync::LazyLock;

use vmad_ptx::{ast::Instruction, syntax::parse_one};

/// A kind of instruction and operands. All instructions of a kind have the verdicts of the example, in each version.
#[derive(Clone, Debug)]
pub struct InstructionKind {
    /// The opcodes.
    pub opcodes: Vec<&'static str>,
    /// The modifiers and the operands, in words.
    pub operands: &'static str,
    /// An instruction of the kind.
    pub example: &'static str,
}

impl InstructionKind {
    /// The example, which is legal PTX.
    pub fn instruction(&self) -> Option<Instruction> {
        Some(parse_one(self.example).ok()?.instruction)
    }

    /// The opcodes of all kinds, in the order of their first kind.
    pub fn all_opcodes() -> Vec<&'static str> {
        let mut names = Vec::new();
        for name in KINDS.iter().flat_map(|kind| &kind.opcodes) {
            if !names.contains(name) {
                names.push(*name);
            }
        }
        names
    }

    /// The kinds of an opcode.
    pub fn of(opcode: &str) -> Vec<&'static Self> {
        KINDS.iter().filter(|kind| kind.opcodes.contains(&opcode)).collect()
    }
}

/// Every kind. A constant without a remark counts as a register.
pub static KINDS: LazyLock<Vec<InstructionKind>> = LazyLock::new(|| {
    let rows = include_str!("kinds.tsv").lines().map(|row| row.split('\t').collect::<Vec<_>>());
    let kind = |row: Vec<&'static str>| {
        let [opcodes, operands, example] = row[..] else { return None };
        Some(InstructionKind { opcodes: opcodes.split(' ').collect(), operands, example })
    };
    rows.filter_map(kind).collect()
});
