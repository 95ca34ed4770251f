//! The modes that the words have, as operations of the unit.

use vmad_unit::{
    Kind, Operand, Operation, Output, Saturate, SecondOp, Selector, Sign, vabsdiff,
    vabsdiff4::{self, SelectA, SelectB},
};

/// A mode: the instruction and its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WideMode {
    /// `VABSDIFF`: |A - B| + C.
    Vabsdiff(Sign),
    /// `VABSDIFF4`: the absolute differences of the four bytes.
    Vabsdiff4 {
        /// The sign of the bytes.
        sign: Sign,
        /// `.ACC`: their sum plus C. Otherwise the four bytes.
        accumulate: bool,
    },
}

impl WideMode {
    /// All six.
    pub const ALL: [Self; 6] = [
        Self::Vabsdiff(Sign::Unsigned),
        Self::Vabsdiff(Sign::Signed),
        Self::Vabsdiff4 { sign: Sign::Unsigned, accumulate: false },
        Self::Vabsdiff4 { sign: Sign::Unsigned, accumulate: true },
        Self::Vabsdiff4 { sign: Sign::Signed, accumulate: false },
        Self::Vabsdiff4 { sign: Sign::Signed, accumulate: true },
    ];

    /// The instruction.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Vabsdiff(_) => Kind::Vabsdiff,
            Self::Vabsdiff4 { .. } => Kind::Vabsdiff4,
        }
    }

    /// The opcode, bits 8:0 of the word.
    pub const fn opcode(self) -> u32 {
        match self {
            Self::Vabsdiff(_) => 0x014,
            Self::Vabsdiff4 { .. } => 0x015,
        }
    }

    /// The sign of the operands.
    pub const fn sign(self) -> Sign {
        match self {
            Self::Vabsdiff(sign) | Self::Vabsdiff4 { sign, .. } => sign,
        }
    }

    /// Whether C is added.
    pub const fn accumulates(self) -> bool {
        matches!(self, Self::Vabsdiff(_) | Self::Vabsdiff4 { accumulate: true, .. })
    }

    /// The operation of the unit: that of the word of Maxwell for the same PTX.
    pub const fn operation(self) -> Operation {
        match self {
            Self::Vabsdiff(sign) => {
                let word = Operand { selector: Selector::Word, sign };
                let output = Output { sign, saturate: Saturate::Off, second: SecondOp::Acc };
                Operation::Vabsdiff(vabsdiff::Mode { a: word, b: word, output })
            }
            Self::Vabsdiff4 { sign, accumulate } => Operation::Vabsdiff4(vabsdiff4::Mode {
                a: SelectA::L3210,
                a_sign: sign,
                b: SelectB::L7654,
                b_sign: sign,
                lanes: [true; 4],
                sign: Sign::Unsigned,
                saturate: Saturate::Off,
                accumulate,
            }),
        }
    }

    /// The mode of an operation; [`None`] if no word has it.
    pub fn of(operation: &Operation) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.operation() == *operation)
    }
}
