//! The encoding, as one table.
//!
//! The layouts of `layout.rs`, the decoder's messages and the printed encoding are checked against it or made
//! from it; a test walks all 64 bits of both forms.

use alloc::{
    format,
    string::{String, ToString},
};

use vmad_unit::{Predicate, Register};

/// Which of the two word forms has a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Both.
    Both,
    /// B is a register (bit 50 is 1).
    Register,
    /// B is an imm16 (bit 50 is 0).
    Immediate,
}

/// What a value of a field says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value.
    pub value: u8,
    /// What it says; [`None`] where no instruction may carry it. (The decoder asks the signal's `from_encoding`; a test
    /// holds the two against each other for every value.)
    pub meaning: Option<&'static str>,
}

/// How a field's value is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As [`Field::values`] says.
    Listed,
    /// A register.
    Register,
    /// A predicate.
    Predicate,
    /// A number, in hexadecimal.
    Number,
    /// `VMAD`, or another instruction.
    Opcode,
    /// Not at all: the bits have no meaning.
    Ignored,
}

/// A field of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The forms that have it.
    pub form: Form,
    /// Its lowest bit, 0 to 63.
    pub low: u32,
    /// Its width in bits.
    pub width: u32,
    /// What it is for.
    pub meaning: &'static str,
    /// What each of its values says; empty where they are not listed.
    pub values: &'static [Value],
    /// How a value is spelled.
    pub spelling: Spelling,
}

impl Field {
    /// The field's value in a word.
    #[inline]
    pub const fn of(&self, word: u64) -> u64 {
        word >> self.low & self.mask()
    }

    /// A value where the field stands in a word; of a value that is too large, its low bits.
    #[inline]
    pub const fn put(&self, value: u64) -> u64 {
        (value & self.mask()) << self.low
    }

    /// Whether the value in a word is other than zero: what a field of one bit says.
    #[inline]
    pub const fn is_set(&self, word: u64) -> bool {
        self.of(word) != 0
    }

    /// As many ones as the field has bits, at the low end.
    #[inline]
    pub const fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// The bits: `63:56`, or `55` where it is one.
    pub fn place(&self) -> String {
        place(self.low + self.width - 1, self.low)
    }

    /// Whether no legal word has this value of the field.
    pub fn is_illegal(&self, value: u64) -> bool {
        match self.spelling {
            Spelling::Opcode => value != u64::from(OPCODE),
            _ => self.listed(value).is_some_and(|listed| listed.meaning.is_none()),
        }
    }

    /// What a value of the field says, in a word or two: `SHR_7`, `R12`, `PT`, `0xfffb`.
    pub fn spell(&self, value: u64) -> String {
        match self.spelling {
            Spelling::Listed => {
                let meaning = self.listed(value).and_then(|listed| listed.meaning);
                meaning.unwrap_or("illegal").to_string()
            }
            Spelling::Register => Register::from_encoding(value as u8).to_string(),
            Spelling::Predicate => Predicate::from_encoding(value as u8).to_string(),
            Spelling::Number => format!("{value:#06x}"),
            Spelling::Opcode => if self.is_illegal(value) { "not VMAD" } else { "VMAD" }.to_string(),
            Spelling::Ignored => "no meaning".to_string(),
        }
    }

    fn listed(&self, value: u64) -> Option<&'static Value> {
        self.values.iter().find(|listed| u64::from(listed.value) == value)
    }

    /// Whether a form has the field; ask with [`Form::Register`] or [`Form::Immediate`].
    pub fn is_in(&self, form: Form) -> bool {
        self.form == Form::Both || self.form == form
    }

    const fn spelled(self, spelling: Spelling) -> Self {
        Self { spelling, ..self }
    }
}

impl Form {
    /// The form of a word, as bit 50 says.
    pub const fn of(word: u64) -> Self {
        if B_KIND.of(word) == 1 { Self::Register } else { Self::Immediate }
    }

    /// The form's fields, highest bit first.
    pub fn fields(self) -> impl Iterator<Item = &'static Field> {
        FIELDS.iter().rev().filter(move |field| field.is_in(self))
    }
}

/// `63:56`, or `55` where it is one bit.
pub(super) fn place(high: u32, low: u32) -> String {
    if high == low { low.to_string() } else { format!("{high}:{low}") }
}

const fn value(value: u8, meaning: &'static str) -> Value {
    Value { value, meaning: Some(meaning) }
}

const fn illegal(value: u8) -> Value {
    Value { value, meaning: None }
}

const SELECTOR: &[Value] = &[
    value(0, "B0"),
    value(1, "B1"),
    value(2, "B2"),
    value(3, "B3"),
    value(4, "H0"),
    value(5, "H1"),
    value(6, "32 bits"),
    illegal(7),
];
const SIGN: &[Value] = &[value(0, "unsigned"), value(1, "signed")];
const SCALE: &[Value] = &[value(0, "PASS"), value(1, "SHR_7"), value(2, "SHR_15"), illegal(3)];
const PSIGN: &[Value] = &[value(0, "(A*B)+C"), value(1, "(A*B)-C"), value(2, "-(A*B)+C"), value(3, "PO")];
const KIND: &[Value] = &[value(0, "imm16"), value(1, "register")];
const CC: &[Value] = &[value(0, "no"), value(1, "CC")];
const SAT: &[Value] = &[value(0, "no"), value(1, "SAT")];
const NOT: &[Value] = &[value(0, "no"), value(1, "!")];

const fn field(
    form: Form,
    low: u32,
    width: u32,
    name: &'static str,
    meaning: &'static str,
    values: &'static [Value],
) -> Field {
    Field { name, form, low, width, meaning, values, spelling: Spelling::Listed }
}

/// The A selector, whose values the decoder names in its errors.
pub const A_SELECT: Field = field(Form::Both, 36, 3, "A select", "the part of Ra, and its width", SELECTOR);
/// The B selector, likewise.
pub const B_SELECT: Field =
    field(Form::Register, 28, 3, "B select", "the part of Rb, and its width", SELECTOR);
/// The normalisation shift, likewise.
pub const SCALE_FIELD: Field = field(Form::Both, 51, 2, "scale", "normalisation shift", SCALE);
/// The opcode, likewise.
pub const OPCODE_FIELD: Field =
    field(Form::Both, 56, 8, "opcode", "0x5f: VMAD", &[]).spelled(Spelling::Opcode);
/// What tells the two forms apart.
const B_KIND: Field = field(Form::Both, 50, 1, "B kind", "what B is", KIND);

/// The opcode of `VMAD`.
pub const OPCODE: u8 = 0x5f;

/// Every field, lowest bit first.
pub const FIELDS: [Field; 18] = [
    field(Form::Both, 0, 8, "Rd", "destination register, 255 = RZ", &[]).spelled(Spelling::Register),
    field(Form::Both, 8, 8, "Ra", "A register, 255 = RZ", &[]).spelled(Spelling::Register),
    field(Form::Both, 16, 3, "guard", "guard predicate, 7 = PT", &[]).spelled(Spelling::Predicate),
    field(Form::Both, 19, 1, "guard not", "the guard is negated", NOT),
    field(Form::Register, 20, 8, "Rb", "B register, 255 = RZ", &[]).spelled(Spelling::Register),
    B_SELECT,
    field(Form::Register, 31, 5, "ignored", "no meaning: nvdisasm ignores it", &[])
        .spelled(Spelling::Ignored),
    field(Form::Immediate, 20, 16, "imm16", "B immediate", &[]).spelled(Spelling::Number),
    A_SELECT,
    field(Form::Both, 39, 8, "Rc", "C register, 255 = RZ", &[]).spelled(Spelling::Register),
    field(Form::Both, 47, 1, "CC", "writes the condition code", CC),
    field(Form::Both, 48, 1, "A signed", "A is extended by its sign", SIGN),
    field(Form::Both, 49, 1, "B signed", "B is extended by its sign", SIGN),
    B_KIND,
    SCALE_FIELD,
    field(Form::Both, 53, 2, "psign", "negation and plus one", PSIGN),
    field(Form::Both, 55, 1, "SAT", "clamps the result to 32 bits", SAT),
    OPCODE_FIELD,
];

/// The field of a name: for constants, which do not compile with a name that is not in the table.
pub(super) const fn named(name: &str) -> Field {
    let mut index = 0;
    while !same(FIELDS[index].name.as_bytes(), name.as_bytes()) {
        index += 1;
    }
    FIELDS[index]
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([first, one @ ..], [second, other @ ..]) => *first == *second && same(one, other),
        _ => false,
    }
}
