//! A word form: the fields of an instruction's words, and the order of their text.

use alloc::{string::String, vec::Vec};

use vmad_unit::{Kind, Operation};

use super::{
    field::Field,
    formats::Formats,
    formula_parts::Names,
    layout::Layout,
    list::{named, same},
    opcode::{Opcode, Refusals},
};
use crate::{dispatch::Dispatch, line::Piece, schedule::Reuse};

/// The suffixes of the names: `formats`, or a field. One more suffix is `join`, the last in text.
pub(super) const fn suffixes<const N: usize>(fields: &[Field], names: &[&str]) -> [Suffix; N] {
    let mut suffixes = [Suffix::Formats; N];
    let mut index = 0;
    while index < N {
        let name = if index < names.len() { names[index] } else { "join" };
        if !same(name, "formats") {
            suffixes[index] = Suffix::Field(named(fields, name));
        }
        index += 1;
    }
    suffixes
}

/// What the B operand of a word form is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum B {
    /// A register.
    Register,
    /// An immediate.
    Immediate,
}

/// How the words of a form are issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coupling {
    /// All are coupled.
    Coupled,
    /// Coupled if neither A nor B has 32 bits, else decoupled.
    ByWidth,
    /// No source says it: every form of Kepler.
    Unknown,
}

/// The dispatch of each [`Coupling`], without and with a factor of 32 bits.
static DISPATCHES: [[Dispatch; 2]; 3] = [
    [Dispatch::Coupled, Dispatch::Coupled],
    [Dispatch::Coupled, Dispatch::Decoupled],
    [Dispatch::Unknown, Dispatch::Unknown],
];

/// A part of the mnemonic's suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suffix {
    /// The formats of A and B.
    Formats,
    /// A field.
    Field(Field),
}

/// An operand of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operand {
    /// The name in errors.
    pub(crate) name: &'static str,
    /// Its place in the set of minus signs.
    pub(crate) minus: Minus,
    pub(crate) role: Role,
}

impl Operand {
    /// Whether the operand is an immediate of 0, before which nvdisasm prints no minus.
    #[inline]
    pub(crate) const fn is_zero(&self, word: u64) -> bool {
        matches!(self.role, Role::Immediate { value, .. } if value.of(word) == 0)
    }
}

/// The kind of an operand, and its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// `R0.CC`
    Destination { register: Field, cc: Field },
    /// `R1.B2.reuse`
    Source { register: Field, select: Field, reuse: Reuse },
    /// `0x5`; the sign field where nvdisasm prints a negative number with a minus.
    Immediate { value: Field, signed: Field },
    /// `!P3`
    Predicate { predicate: Field, not: Field },
}

/// The operands with a minus sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Minus(u8);

impl Minus {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const A: Self = Self(1);
    pub(crate) const B: Self = Self(2);
    pub(crate) const C: Self = Self(4);

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The legal minus signs, and the field that encodes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Negations {
    /// The field that records it.
    pub(crate) field: Field,
    /// Each legal set of minus signs, with its value of the field.
    pub(crate) legal: &'static [(Minus, u8)],
    /// The set that nvdisasm prints for each value: the first in the list.
    printed: [Minus; 4],
}

impl Negations {
    /// No minus signs: the instruction negates no operand.
    pub(super) const fn none(_: &[Field]) -> Self {
        Self::new(Field::NONE, &[(Minus::NONE, 0)])
    }

    /// The minus signs that the field `psign` records.
    pub(super) const fn psign(fields: &[Field], legal: &'static [(Minus, u8)]) -> Self {
        Self::new(named(fields, "psign"), legal)
    }

    const fn new(field: Field, legal: &'static [(Minus, u8)]) -> Self {
        let mut printed = [Minus::NONE; 4];
        let mut index = legal.len();
        while index > 0 {
            index -= 1;
            let (minus, value) = legal[index];
            printed[value as usize] = minus;
        }
        Self { field, legal, printed }
    }

    /// The minus signs that nvdisasm prints for a word.
    #[inline]
    pub(crate) fn of(&self, word: u64) -> Minus {
        self.printed[self.field.of(word) as usize & 3]
    }
}

/// A word form of an instruction.
#[derive(Debug)]
pub struct Form {
    /// The instruction.
    pub kind: Kind,
    /// Where its words have their fields.
    pub layout: Layout,
    /// What B is.
    pub b: B,
    /// The bits that identify the form: the opcode and the kind of B.
    pub opcode: Opcode,
    /// The bits of the immediate; 0 if B is a register.
    pub(crate) immediate_mask: u16,
    /// The values of fields that no legal word has.
    pub(super) refusals: Refusals,
    /// Every field, the lowest first. Together they have all 64 bits.
    pub fields: &'static [Field],
    /// How its words are issued.
    pub coupling: Coupling,
    /// The guard and the mnemonic in text.
    pub(crate) heads: [Piece; 16],
    pub(crate) guard: [Field; 2],
    pub(crate) formats: Formats,
    pub(crate) suffixes: &'static [Suffix],
    pub(crate) operands: &'static [Operand],
    pub(crate) negations: Negations,
    pub(crate) operation: ToOperation,
    pub(crate) modifiers: ToModifiers,
    pub(crate) formula: ToFormula,
}

/// Gives the operation of a legal word in Maxwell's layout; [`None`] if no source says what the word computes.
pub(crate) type ToOperation = fn(u64) -> Option<Operation>;

/// Gives the bits of an operation's modifiers in Maxwell's layout, without those of its operands; [`None`] for an
/// illegal mode or another instruction.
pub(crate) type ToModifiers = fn(&Operation) -> Option<u64>;

/// Gives the lines of an instruction's formula, without saturation and second operation; [`None`] for another
/// instruction.
pub(crate) type ToFormula = fn(&Operation, &Names) -> Option<Vec<String>>;

impl PartialEq for Form {
    /// Opcodes are unique.
    fn eq(&self, other: &Self) -> bool {
        self.opcode == other.opcode
    }
}

impl Eq for Form {}

impl Form {
    /// The field of a name; [`None`] if the form has none.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name() == name)
    }

    /// The fields whose values are suffixes of the mnemonic, in the order of text, without the formats.
    pub fn modifiers(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.suffixes.iter().filter_map(|suffix| match suffix {
            Suffix::Formats => None,
            Suffix::Field(field) => Some(field),
        })
    }

    /// Whether a word of the form is coupled or decoupled. Selector 7 counts as 32 bits, as nvdisasm does.
    #[inline]
    pub fn dispatch(&self, word: u64) -> Dispatch {
        self.dispatch_of(self.formats.of(word))
    }

    /// The dispatch of the indices of A and B.
    #[inline]
    pub(crate) const fn dispatch_of(&self, [a, b]: [usize; 2]) -> Dispatch {
        // The form of the next word is unpredictable: no branch.
        let has_word = Formats::is_word(a) | Formats::is_word(b);
        DISPATCHES[self.coupling as usize][has_word as usize]
    }

    /// Whether a field of a word of the form has an illegal value.
    #[inline]
    pub fn refuses(&self, word: u64) -> bool {
        // The next word's fault is unpredictable: no branch.
        self.refusals.iter().fold(false, |refused, refusal| refused | refusal.is_of(word))
    }

    /// The fields with an illegal value, the highest first.
    pub(crate) fn illegal(&self, word: u64) -> impl Iterator<Item = &'static Field> + use<> {
        self.fields.iter().rev().filter(move |field| field.is_illegal(field.of(word)))
    }
}
