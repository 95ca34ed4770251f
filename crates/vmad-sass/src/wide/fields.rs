//! The fields of the words, and the forms: which operands are registers.

use crate::bits::Bits;

/// A field of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideField {
    /// The name.
    pub name: &'static str,
    /// The bits, 0 to 127.
    pub bits: Bits,
    /// The purpose.
    pub meaning: &'static str,
}

impl WideField {
    /// The field's value in a word.
    pub const fn of(&self, word: u128) -> u32 {
        (word >> self.bits.low) as u32 & self.bits.mask() as u32
    }

    /// The low bits of a value in the field's place.
    pub(super) const fn put(&self, value: u32) -> u128 {
        (value as u128 & self.bits.mask() as u128) << self.bits.low
    }

    /// Whether the value is that of `RZ`, `PT` or `URZ`: all ones.
    pub(super) const fn is_highest(&self, value: u32) -> bool {
        value as u64 == self.bits.mask()
    }
}

/// Declares the fields, the lowest first.
macro_rules! fields {
    ($($constant:ident: $high:literal, $low:literal, $name:literal, $meaning:literal;)*) => {
        $(pub(super) const $constant: WideField = WideField {
            name: $name,
            bits: Bits { low: $low, width: $high - $low + 1 },
            meaning: $meaning,
        };)*

        /// Every field that some word has. Bits 63:32 have the fields of one [kind](WideKind).
        pub const FIELDS: &[WideField] = &[$($constant),*];
    };
}

fields! {
    OPCODE: 8, 0, "opcode", "0x014: VABSDIFF, 0x015: VABSDIFF4";
    FORM: 11, 9, "form", "kinds of B and C, with bit 91";
    GUARD: 14, 12, "guard", "predicate of the guard, 7 = PT";
    GUARD_NOT: 15, 15, "guard not", "negation of the guard";
    RD: 23, 16, "Rd", "destination register, 255 = RZ";
    RA: 31, 24, "Ra", "A register, 255 = RZ";
    REGISTER: 39, 32, "Rb", "B register, 255 = RZ";
    IMMEDIATE: 63, 32, "imm32", "constant";
    UNIFORM: 37, 32, "UR", "uniform register, 63 = URZ";
    UNIFORM_8: 39, 32, "UR", "uniform register, 255 = URZ";
    OFFSET: 53, 40, "offset", "place in the constant bank, in words of 4 bytes";
    BANK: 58, 54, "bank", "constant bank";
    THIRD: 71, 64, "third", "C, or B where bits 63:32 are C";
    SIGNED: 73, 73, "signed", "0: A and B are unsigned, 1: signed";
    ACC: 75, 75, "ACC", "1: lanes plus C; VABSDIFF ignores it";
    PREDICATE: 83, 81, "Pd", "predicate result, 7 = PT";
    FORM_HIGH: 91, 91, "form high", "with bits 11:9 the form; Volta ignores it";
    STALL: 108, 105, "stall", "cycles before the next instruction issues";
    YIELD: 109, 109, "yield", "yield flag";
    WRITE_BARRIER: 112, 110, "write barrier", "7 = none";
    READ_BARRIER: 115, 113, "read barrier", "7 = none";
    WAIT: 121, 116, "wait mask", "a bit for each of the six barriers";
    REUSE: 125, 122, "reuse", "reuse flags: A = 1, B = 2, C = 4";
}

/// The kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WideKind {
    /// A register: `R5`.
    Register,
    /// A constant of 32 bits: `0x7`.
    Immediate,
    /// A word of a constant bank: `c[0x0][0x160]`.
    Constant,
    /// A word of a constant bank that a uniform register selects: `cx[UR4][0x10]`.
    Bindless,
    /// A uniform register: `UR4`.
    Uniform,
}

impl WideKind {
    /// The name for a message.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Register => "a register",
            Self::Immediate => "an imm32",
            Self::Constant => "c[][]",
            Self::Bindless => "cx[][]",
            Self::Uniform => "a uniform register",
        }
    }
}

/// A form: the kind of the operand in bits 63:32, and which operand it is. A, and the other of B and C, are registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideForm {
    /// Bits 11:9, and bit 91 as bit 3.
    pub encoding: u8,
    /// The kind of the operand in bits 63:32.
    pub kind: WideKind,
    /// Whether that operand is C, and bits 71:64 are B; otherwise it is B.
    pub is_c: bool,
}

impl WideForm {
    const fn new(encoding: u8, kind: WideKind, is_c: bool) -> Self {
        Self { encoding, kind, is_c }
    }
}

/// All forms. Other encodings are illegal on every architecture.
pub const FORMS: [WideForm; 9] = [
    WideForm::new(1, WideKind::Register, false),
    WideForm::new(2, WideKind::Immediate, true),
    WideForm::new(3, WideKind::Constant, true),
    WideForm::new(4, WideKind::Immediate, false),
    WideForm::new(5, WideKind::Constant, false),
    WideForm::new(11, WideKind::Bindless, true),
    WideForm::new(13, WideKind::Bindless, false),
    WideForm::new(14, WideKind::Uniform, false),
    WideForm::new(15, WideKind::Uniform, true),
];
