//! Errors of assembly text, with their places.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use vmad_unit::{Format, Kind, Predicate, Register, Width};

use crate::{messages::list, schedule::ControlError};

/// A range of bytes in the text, on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one; `start` if the place is between two characters.
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
    /// The place of the error.
    pub span: Span,
    /// The error.
    pub kind: TextErrorKind,
}

/// The kind of an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextErrorKind {
    /// A character that starts no token.
    #[error("unexpected character {0:?}: legal are names, numbers and any of @ ! , ; - # . = {{ }} & ?")]
    Character(char),
    /// A comment with no end.
    #[error("this comment has no end: expected `*/`")]
    OpenComment,
    /// An unexpected token.
    #[error("found {found}: expected {expected}")]
    Expected {
        /// The legal values.
        expected: &'static str,
        /// The token.
        found: String,
    },
    /// Another instruction.
    #[error("unknown instruction {found:?}: expected {}", list(legal, "or"))]
    Mnemonic {
        /// The name as written.
        found: String,
        /// The mnemonics that are legal here.
        legal: Vec<&'static str>,
    },
    /// A suffix that the instruction does not have.
    #[error("unknown suffix {found:?}: legal are {}", in_order(suffixes))]
    Suffix {
        /// The suffix.
        found: String,
        /// The legal suffixes in their order, each group a choice.
        suffixes: Vec<SuffixGroup>,
    },
    /// A suffix out of order.
    #[error("{found:?} is out of place: legal are, in this order, {}", in_order(suffixes))]
    SuffixOrder {
        /// The suffix.
        found: String,
        /// The legal suffixes in their order, each group a choice.
        suffixes: Vec<SuffixGroup>,
    },
    /// A second suffix of a group, or a third format.
    #[error("{}", repeated(found, first, group))]
    RepeatedSuffix {
        /// The suffix.
        found: String,
        /// The first of the group.
        first: String,
        /// The choices, of which one is legal.
        group: SuffixGroup,
    },
    /// A missing suffix.
    #[error("the {what} is missing: legal are {}", list(names, "or"))]
    MissingSuffix {
        /// The meaning of the suffix.
        what: &'static str,
        /// The legal suffixes, with their dots.
        names: Vec<String>,
    },
    /// One format where there must be two or none.
    #[error("one format alone: name both A's and B's, or neither (then A is {} and B {})", defaults[0].name(), defaults[1].name())]
    OneFormat {
        /// The default formats of A and B.
        defaults: [Format; 2],
    },
    /// An unknown register.
    #[error("no register {0:?}: legal are R0 to R254 and RZ")]
    Register(String),
    /// An unknown predicate.
    #[error("no predicate {0:?}: legal are P0 to P6 and PT")]
    Predicate(String),
    /// An operand with a suffix that it cannot have.
    #[error("{found:?} cannot follow this operand: {legal}")]
    OperandSuffix {
        /// The suffix.
        found: String,
        /// The legal values.
        legal: String,
        /// The suffixes that this operand can have.
        names: Vec<String>,
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
        "a decoupled VMAD has no .reuse: legal is .reuse if neither format has 32 bits, as the default ones do"
    )]
    ReuseOnDecoupled,
    /// A minus sign before an operand that cannot be negated.
    #[error("{operand} cannot be negated: legal is the operand alone")]
    NoNegation {
        /// The operand.
        operand: &'static str,
    },
    /// An operand negated in `.PO` mode.
    #[error("it is illegal to negate an operand in .PO mode: legal is no minus")]
    NegationWithPlusOne,
    /// More minus signs than the instruction can have together.
    #[error("{}", two_negations(*kind))]
    TwoNegations {
        /// The instruction.
        kind: Kind,
    },
    /// A format that the operand cannot have.
    #[error("{operand} cannot be .{}: legal {}", found.name(), are(&dotted(legal)))]
    Format {
        /// The operand.
        operand: &'static str,
        /// The format.
        found: Format,
        /// The legal formats.
        legal: Vec<Format>,
    },
    /// An immediate that does not fit its field.
    #[error("{found} does not fit the {field}: legal are {legal}")]
    ImmediateRange {
        /// The number as written.
        found: String,
        /// The field: `imm16`, `imm8`.
        field: &'static str,
        /// The legal values.
        legal: String,
    },
    /// A malformed number.
    #[error("{0:?} is not a number: legal are decimal digits, or 0x and hexadecimal digits")]
    Number(String),
    /// A part that no control field has.
    #[error("unknown part {found:?} of a control field: legal are {}", list(names, "and"))]
    ControlPart {
        /// The mark and the name.
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
    /// A repeated part of a control field.
    #[error("{0} is written twice: legal is once")]
    ControlTwice(&'static str),
    /// A control field of an instruction of Kepler.
    #[error("an instruction of Kepler has no control field: legal is the text up to the `;`")]
    NoControlField,
    /// A control field that the instruction may not have.
    #[error(transparent)]
    Control(ControlError),
}

impl TextErrorKind {
    /// For an unknown name: every legal name, as in a text (suffixes with their dot). Empty for other errors.
    ///
    /// A tool can suggest the most similar name; the unknown name is the text of [`TextError::span`].
    pub fn legal_names(&self) -> Vec<String> {
        match self {
            Self::Mnemonic { legal, .. } => legal.iter().map(ToString::to_string).collect(),
            Self::Suffix { suffixes, .. } => {
                let mut names = Vec::new();
                for name in suffixes.iter().flat_map(|group| &group.suffixes) {
                    // Both operands can have most formats.
                    if !names.contains(name) {
                        names.push(name.clone());
                    }
                }
                names
            }
            Self::MissingSuffix { names, .. } | Self::OperandSuffix { names, .. } => names.clone(),
            Self::Register(_) => {
                let numbers = (0..=Register::RZ.encoding()).map(Register::from_encoding);
                numbers.map(|register| register.to_string()).collect()
            }
            Self::Predicate(_) => {
                let numbers = (0..=Predicate::PT.encoding()).map(Predicate::from_encoding);
                numbers.map(|predicate| predicate.to_string()).collect()
            }
            Self::ControlPart { names, .. } => names.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }
}

/// A group of alternative suffixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuffixGroup {
    /// The meaning of the group: `two formats`, `A's format`, `scale`.
    pub name: &'static str,
    /// Whether the suffixes are formats.
    pub are_formats: bool,
    /// The suffixes, with their dots.
    pub suffixes: Vec<String>,
}

/// `two formats (.U8 .S8), then .PO, then .SAT`
fn in_order(groups: &[SuffixGroup]) -> String {
    let group = |group: &SuffixGroup| {
        if group.are_formats {
            format!("{} ({})", group.name, group.suffixes.join(" "))
        } else {
            list(&group.suffixes, "or")
        }
    };
    groups.iter().map(group).collect::<Vec<_>>().join(", then ")
}

/// A suffix after another of its group.
fn repeated(found: &str, first: &str, group: &SuffixGroup) -> String {
    if group.are_formats {
        format!("{found:?} is a third format: legal are two")
    } else if found == first {
        format!("{found:?} is written twice: legal is once")
    } else {
        format!("{found:?} after {first:?}: legal is one of {}", list(&group.suffixes, "and"))
    }
}

/// `.U8`, `.S8` and `.U16`, of formats.
fn dotted(formats: &[Format]) -> Vec<String> {
    formats.iter().map(|format| format!(".{}", format.name())).collect()
}

/// `is .U16`, `are .U16 and .S16`
fn are(names: &[String]) -> String {
    format!("{} {}", if names.len() == 1 { "is" } else { "are" }, list(names, "and"))
}

const fn two_negations(kind: Kind) -> &'static str {
    match kind {
        Kind::Vmad => {
            "it is illegal to negate both Rc and the product: legal is a minus on Ra or Rb (both cancel), on Rc, or none"
        }
        _ => "it is illegal to negate both A and B: legal is a minus on one of them, or none",
    }
}

const fn selectors(width: Width) -> &'static str {
    match width {
        Width::Byte => "legal are .B0, .B1, .B2 and .B3",
        Width::Half => "legal are .H0 and .H1",
        Width::Word => "a 32-bit operand has none",
    }
}
