//! Every mode of every instruction.

use vmad_unit::{Kind, Operation};

/// Modes of one instruction with the same operands.
#[derive(Clone, Debug)]
pub struct Group {
    /// The mnemonic: `VADD`.
    pub mnemonic: &'static str,
    /// The operands: `U8.B1 S32`, `3210 7654` of `VABSDIFF4`.
    pub operands: String,
    /// The modes.
    pub modes: Vec<Operation>,
}

/// Every mode, by instruction and operands.
pub fn groups() -> impl Iterator<Item = Group> {
    Kind::ALL.into_iter().flat_map(|kind| {
        kind.groups().map(move |modes| Group {
            mnemonic: kind.name(),
            operands: modes.first().map(Operation::operand_names).unwrap_or_default(),
            modes,
        })
    })
}
