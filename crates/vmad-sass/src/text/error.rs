//! What can be wrong with a text, and where.

use alloc::string::String;

use vmad_unit::{Format, Width};

use crate::schedule::ControlError;

/// A range of bytes in the text, on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one; `start` where the place is between two characters.
    pub end: usize,
}

impl Span {
    /// From the start of one span to the end of another.
    pub(crate) const fn to(self, end: Self) -> Self {
        Self { start: self.start, end: end.end }
    }
}

/// An error in an assembly text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct TextError {
    /// Where.
    pub span: Span,
    /// What.
    pub kind: TextErrorKind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextErrorKind {
    /// A character that starts no token.
    #[error("unexpected character {0:?}: legal are names, numbers and any of @ ! , ; - # . = {{ }} & ?")]
    Character(char),
    /// A comment with no end.
    #[error("this comment has no end: expected `*/`")]
    OpenComment,
    /// Something else than what the grammar wants here.
    #[error("found {found}: expected {expected}")]
    Expected {
        /// What would be legal.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// Another instruction.
    #[error("unknown instruction {0:?}: expected VMAD")]
    Mnemonic(String),
    /// A suffix that no `VMAD` has.
    #[error(
        "unknown suffix {0:?}: legal are two formats (.U8 .S8 .U16 .S16 .U32 .S32), then .PO, then .PASS, .SHR_7 or .SHR_15, then .SAT"
    )]
    Suffix(String),
    /// A suffix out of its order, or written twice.
    #[error("{0:?} is out of place: the order is two formats, .PO, the scale, .SAT, each at most once")]
    SuffixOrder(String),
    /// One format where there must be two or none.
    #[error("one format alone: name both A's and B's, or neither (then A is S32 and B {default})", default = default.name())]
    OneFormat {
        /// B's format where none is named.
        default: Format,
    },
    /// A register that is not there.
    #[error("no register {0:?}: legal are R0 to R254 and RZ")]
    Register(String),
    /// A predicate that is not there.
    #[error("no predicate {0:?}: legal are P0 to P6 and PT")]
    Predicate(String),
    /// An operand with a suffix that it cannot have.
    #[error("{found:?} cannot follow this operand: {legal}")]
    OperandSuffix {
        /// The suffix.
        found: String,
        /// What would be legal.
        legal: &'static str,
        /// The suffixes that this operand can have.
        names: &'static [&'static str],
    },
    /// A selector of another width than the operand's format.
    #[error("selector {found:?} does not fit the operand's {} bits: {}", width.bits(), selectors(*width))]
    Selector {
        /// The selector.
        found: String,
        /// The width of the operand's format.
        width: Width,
    },
    /// `.reuse` on a decoupled form.
    #[error(
        "a decoupled VMAD has no .reuse: legal is .reuse where neither format is of 32 bits, the default"
    )]
    ReuseOnDecoupled,
    /// A negated destination.
    #[error("the destination cannot be negated: legal is a register, and .CC after it")]
    NegatedDestination,
    /// An operand negated in `.PO` mode.
    #[error("it is illegal to negate an operand in .PO mode: legal is no minus")]
    NegationWithPlusOne,
    /// The product and C negated.
    #[error(
        "it is illegal to negate both Rc and the product: legal is a minus on Ra or Rb (both cancel), on Rc, or none"
    )]
    TwoNegations,
    /// A format of an immediate other than `.U16`, `.S16`.
    #[error("an immediate B cannot be .{}: legal are .U16 and .S16", .0.name())]
    ImmediateFormat(Format),
    /// An immediate that 16 bits do not hold.
    #[error("{found} does not fit the imm16: legal are {legal}")]
    ImmediateRange {
        /// The number as written.
        found: String,
        /// What would be legal.
        legal: &'static str,
    },
    /// Something that looks like a number and is none.
    #[error("{0:?} is not a number: legal are decimal digits, or 0x and hexadecimal digits")]
    Number(String),
    /// A part that no control field has.
    #[error("unknown part {found:?} of a control field: legal are {}", List(names))]
    ControlPart {
        /// Its mark and its name.
        found: String,
        /// The parts with this mark.
        names: &'static [&'static str],
    },
    /// A number in a control field that is too large.
    #[error("{name} is {found}: legal are 0 to {max}")]
    ControlRange {
        /// The part of the control field.
        name: &'static str,
        /// The number as written.
        found: String,
        /// The largest legal one.
        max: u8,
    },
    /// A part of a control field written twice.
    #[error("{0} is written twice: legal is once")]
    ControlTwice(&'static str),
    /// A control field that the form may not carry.
    #[error(transparent)]
    Control(ControlError),
}

/// Names with commas between them, and an "and".
struct List(&'static [&'static str]);

impl core::fmt::Display for List {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, name)| {
            let between = match self.0.len() - index {
                _ if index == 0 => "",
                1 => " and ",
                _ => ", ",
            };
            write!(f, "{between}{name}")
        })
    }
}

const fn selectors(width: Width) -> &'static str {
    match width {
        Width::Byte => "legal are .B0, .B1, .B2 and .B3",
        Width::Half => "legal are .H0 and .H1",
        Width::Word => "a 32-bit operand has none",
    }
}
