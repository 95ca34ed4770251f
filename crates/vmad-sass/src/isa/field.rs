//! A field of an instruction word: its bits, its values, and how text spells them.

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
};

use crate::bits::Bits;
use crate::line::{PREDICATES, Piece, REGISTERS};
use crate::uniform::Uniform;

/// One value of a field and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Value {
    /// The value.
    pub value: u16,
    /// The meaning; [`None`] if the value is illegal.
    pub meaning: Option<&'static str>,
    /// The suffix in text, without its dot; empty if there is none.
    pub suffix: &'static str,
    /// Whether nvdisasm prints the suffix. The assembler also takes the suffixes that nvdisasm leaves out.
    pub printed: bool,
}

impl Value {
    /// A value without a suffix.
    pub(crate) const fn plain(value: u16, meaning: &'static str) -> Self {
        Self { value, meaning: Some(meaning), suffix: "", printed: false }
    }

    pub(crate) const fn printed(value: u16, meaning: &'static str, suffix: &'static str) -> Self {
        Self { value, meaning: Some(meaning), suffix, printed: true }
    }

    /// A value with a suffix that nvdisasm does not print.
    pub(crate) const fn hidden(value: u16, meaning: &'static str, suffix: &'static str) -> Self {
        Self { value, meaning: Some(meaning), suffix, printed: false }
    }

    /// An illegal value, with the suffix that nvdisasm prints for it.
    pub(crate) const fn illegal(value: u16, suffix: &'static str) -> Self {
        Self { value, meaning: None, suffix, printed: true }
    }
}

/// How the values of a field are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Spelling {
    /// By [`Field::values`].
    Listed,
    /// A register: `R0` to `R254`, `RZ`.
    Register,
    /// A predicate: `P0` to `P6`, `PT`.
    Predicate,
    /// A uniform register of a [wide](crate::wide) word: `UR0` to `UR62` or `UR254`, `URZ`.
    Uniform,
    /// A hexadecimal number.
    Number,
    /// No spelling: the bits have no meaning.
    Ignored,
}

/// The part of the instruction to which a field belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Group {
    /// The guard.
    Guard,
    /// The destination.
    Destination,
    /// The A operand.
    A,
    /// The B operand.
    B,
    /// The C operand.
    C,
    /// The modifiers.
    Mode,
    /// The opcode.
    Opcode,
    /// No part: the bits have no meaning.
    Ignored,
}

/// The kind of a field, without its place in a word.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FieldKind {
    pub(super) group: Group,
    pub(super) name: &'static str,
    pub(super) meaning: &'static str,
    pub(super) values: &'static [Value],
    pub(super) spelling: Spelling,
    /// The value that every word of the form has.
    pub(super) fixed: Option<u16>,
    /// The printed suffixes with their dots, by value.
    suffixes: [Piece; 16],
    /// A bit for each illegal value below 16.
    illegal: u16,
    /// The value that a text means that names none.
    default: Option<u16>,
}

impl FieldKind {
    pub(super) const fn new(
        group: Group,
        name: &'static str,
        meaning: &'static str,
        spelling: Spelling,
        values: &'static [Value],
        fixed: Option<u16>,
    ) -> Self {
        let mut suffixes = [Piece::new(""); 16];
        let mut illegal = if matches!(spelling, Spelling::Listed) { u16::MAX } else { 0 };
        let mut default = None;
        let mut index = values.len();
        while index > 0 {
            index -= 1;
            let Value { value, meaning, suffix, printed } = values[index];
            if meaning.is_some() && value < 16 {
                illegal &= !(1 << value);
            }
            if printed && !suffix.is_empty() {
                suffixes[value as usize] = Piece::new(".").and(suffix);
            }
            if meaning.is_some() && !printed {
                default = Some(value);
            }
        }
        Self { group, name, meaning, values, spelling, fixed, suffixes, illegal, default }
    }
}

/// A field of a word form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub(super) kind: &'static FieldKind,
    /// The field's bits, the low ones first. Most fields have one part.
    parts: [Bits; 2],
    /// The mask of the low part: its value is `word >> low & mask`.
    low_mask: u64,
}

impl Field {
    /// No field: its value is 0 in every word.
    pub(super) const NONE: Self = Self {
        kind: &FieldKind::new(Group::Ignored, "", "", Spelling::Ignored, &[], None),
        parts: [Bits::NONE; 2],
        low_mask: 0,
    };

    /// A field of one part.
    pub(super) const fn new(kind: &'static FieldKind, bits: Bits) -> Self {
        Self { kind, parts: [bits, Bits::NONE], low_mask: bits.mask() }
    }

    /// The low part and the high one.
    pub(super) const fn bits(&self) -> [Bits; 2] {
        self.parts
    }

    /// The field with a second part, above the first.
    pub(super) const fn and(self, high: Bits) -> Self {
        assert!(self.parts[1].width == 0, "a field has two parts at most");
        Self { parts: [self.parts[0], high], ..self }
    }

    /// The name, unique in its form.
    pub const fn name(&self) -> &'static str {
        self.kind.name
    }

    /// The purpose.
    pub const fn meaning(&self) -> &'static str {
        self.kind.meaning
    }

    /// The part of the instruction to which it belongs.
    pub const fn group(&self) -> Group {
        self.kind.group
    }

    /// The values with a meaning of their own; empty for registers, predicates and numbers.
    pub const fn values(&self) -> &'static [Value] {
        self.kind.values
    }

    /// The value that a text means that names none; [`None`] if a text must name one.
    pub(crate) fn default_value(&self) -> Option<u64> {
        self.kind.default.map(u64::from)
    }

    /// The spelling of the values.
    pub const fn spelling(&self) -> Spelling {
        self.kind.spelling
    }

    /// The value of the field in every word of the form, for the fields that identify the form.
    pub const fn fixed(&self) -> Option<u16> {
        self.kind.fixed
    }

    /// The field's bits: one or two groups of neighbouring bits, the lower group first.
    pub fn parts(&self) -> impl Iterator<Item = Bits> + use<> {
        self.parts.into_iter().filter(|bits| bits.width > 0)
    }

    /// The number of bits.
    pub const fn width(&self) -> u32 {
        self.parts[0].width + self.parts[1].width
    }

    /// The largest value.
    pub const fn mask(&self) -> u64 {
        (1 << self.width()) - 1
    }

    /// The field's value in a word.
    #[inline]
    pub const fn of(&self, word: u64) -> u64 {
        let [low, high] = self.parts;
        let value = word >> low.low & self.low_mask;
        // Nearly every field has one part.
        if high.width == 0 { value } else { value | high.of(word) << low.width }
    }

    /// A word with a value in the field and zeros elsewhere. Bits of the value above the field's width are dropped.
    #[inline]
    pub const fn put(&self, value: u64) -> u64 {
        let [low, high] = self.parts;
        (value & low.mask()) << low.low | (value >> low.width & high.mask()) << high.low
    }

    /// A word with another value in the field.
    #[inline]
    #[must_use]
    pub const fn with(&self, word: u64, value: u64) -> u64 {
        word & !self.put(u64::MAX) | self.put(value)
    }

    /// The bits, the high ones first: `63:56`, `55`, `47,44:43`.
    pub fn place(&self) -> String {
        let [low, high] = self.parts;
        if high.width == 0 { low.place() } else { format!("{},{}", high.place(), low.place()) }
    }

    /// Whether no legal word has this value in the field.
    pub fn is_illegal(&self, value: u64) -> bool {
        if value < 16 {
            return self.is_illegal_small(value);
        }
        self.spelling() == Spelling::Listed
            && self.listed(value).is_none_or(|listed| listed.meaning.is_none())
    }

    /// [`Field::is_illegal`] for a value below 16: a field with illegal values has at most four bits.
    #[inline]
    pub(super) const fn is_illegal_small(&self, value: u64) -> bool {
        self.kind.illegal >> value & 1 == 1
    }

    /// The meaning of a value, in a word or two: `SHR_7`, `R12`, `PT`, `0xfffb`.
    pub fn spell(&self, value: u64) -> Cow<'static, str> {
        spell(self.spelling(), self.values(), self.width(), value)
    }

    /// The suffix that nvdisasm prints for a word's value, with its dot; empty if there is none.
    #[inline]
    pub(crate) fn suffix(&self, word: u64) -> &'static Piece {
        &self.kind.suffixes[self.of(word) as usize & 15]
    }

    fn listed(&self, value: u64) -> Option<&'static Value> {
        listed(self.values(), value)
    }
}

fn listed(values: &[Value], value: u64) -> Option<&Value> {
    values.iter().find(|listed| u64::from(listed.value) == value)
}

/// The meaning of a value of a field of `width` bits.
pub(crate) fn spell(spelling: Spelling, values: &[Value], width: u32, value: u64) -> Cow<'static, str> {
    match spelling {
        Spelling::Listed => {
            listed(values, value).and_then(|listed| listed.meaning).unwrap_or("illegal").into()
        }
        Spelling::Register => REGISTERS[value as usize & 255].as_str().into(),
        Spelling::Predicate => PREDICATES[value as usize & 7].as_str().into(),
        Spelling::Uniform => Uniform::of_field(value, width).to_string().into(),
        Spelling::Number => {
            let digits = 2 + width.div_ceil(4) as usize;
            format!("{value:#0digits$x}").into()
        }
        Spelling::Ignored => "no meaning".into(),
    }
}
