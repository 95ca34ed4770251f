//! The fields of the words, and the forms: which operands are registers.

use alloc::borrow::Cow;

use crate::{
    bits::Bits,
    isa::{Spelling, Value, spell},
};

/// A field of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WideField {
    /// The name.
    pub name: &'static str,
    /// The bits, 0 to 127.
    pub bits: Bits,
    /// The purpose.
    pub meaning: &'static str,
    /// The spelling of the values.
    pub spelling: Spelling,
    /// The values of a listed field.
    pub values: &'static [Value],
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

    /// The meaning of a value, in a word or two: `R12`, `PT`, `signed`.
    pub fn spell(&self, value: u32) -> Cow<'static, str> {
        spell(self.spelling, self.values, self.bits.width, value.into())
    }
}

/// Declares the fields, the lowest first.
macro_rules! fields {
    ($($constant:ident: $high:literal, $low:literal, $name:literal, $meaning:literal, $spelling:ident, $values:expr;)*) => {
        $(pub(super) const $constant: WideField = WideField {
            name: $name,
            bits: Bits { low: $low, width: $high - $low + 1 },
            meaning: $meaning,
            spelling: Spelling::$spelling,
            values: $values,
        };)*

        /// Every field that some word has. Bits 63:32 have the fields of one [kind](WideKind).
        pub const FIELDS: &[WideField] = &[$($constant),*];
    };
}

const OPCODES: &[Value] = &[Value::plain(0x014, "VABSDIFF"), Value::plain(0x015, "VABSDIFF4")];
const NOT: &[Value] = &[Value::plain(0, "no"), Value::plain(1, "!")];
const SIGNS: &[Value] = &[Value::plain(0, "unsigned"), Value::plain(1, "signed")];
const SUM: &[Value] = &[Value::plain(0, "none"), Value::printed(1, "add the lanes and C", "ACC")];

fields! {
    OPCODE: 8, 0, "opcode", "0x014: VABSDIFF, 0x015: VABSDIFF4", Listed, OPCODES;
    FORM: 11, 9, "form", "kinds of B and C, with bit 91", Number, &[];
    GUARD: 14, 12, "guard", "predicate of the guard, 7 = PT", Predicate, &[];
    GUARD_NOT: 15, 15, "guard not", "negation of the guard", Listed, NOT;
    RD: 23, 16, "Rd", "destination register, 255 = RZ", Register, &[];
    RA: 31, 24, "Ra", "A register, 255 = RZ", Register, &[];
    REGISTER: 39, 32, "Rb", "B register, 255 = RZ", Register, &[];
    IMMEDIATE: 63, 32, "imm32", "constant", Number, &[];
    UNIFORM: 37, 32, "UR", "uniform register, 63 = URZ", Uniform, &[];
    UNIFORM_8: 39, 32, "UR", "uniform register, 255 = URZ", Uniform, &[];
    OFFSET: 53, 40, "offset", "place in the bank, in words of 4 bytes", Number, &[];
    BANK: 58, 54, "bank", "constant bank", Number, &[];
    THIRD: 71, 64, "third", "C, or B where bits 63:32 are C", Register, &[];
    SIGNED: 73, 73, "signed", "the sign of A and B", Listed, SIGNS;
    ACC: 75, 75, "ACC", "the sum of the lanes; VABSDIFF ignores it", Listed, SUM;
    PREDICATE: 83, 81, "Pd", "predicate result, 7 = PT", Predicate, &[];
    FORM_HIGH: 91, 91, "form high", "with bits 11:9 the form; Volta ignores it", Number, &[];
    STALL: 108, 105, "stall", "cycles before the next instruction issues", Number, &[];
    YIELD: 109, 109, "yield", "yield flag", Number, &[];
    WRITE_BARRIER: 112, 110, "write barrier", "7 = none", Number, &[];
    READ_BARRIER: 115, 113, "read barrier", "7 = none", Number, &[];
    WAIT: 121, 116, "wait mask", "a bit for each of the six barriers", Number, &[];
    REUSE: 125, 122, "reuse", "reuse flags: A = 1, B = 2, C = 4", Number, &[];
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
