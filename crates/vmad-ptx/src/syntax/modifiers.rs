//! Sorting an instruction's modifiers.
//!
//! PTX has a fixed order; `ptxas` takes any. It accepts some modifiers twice, and some without a meaning: these are
//! reported as [`Ignored`].

use super::error::{Fault, SyntaxError};
use super::span::{Span, Spanned};

/// A piece of text without effect that `ptxas` accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// The place: a modifier with its dot, or an operand with its minus sign.
    pub span: Span,
    /// The reason, in words that follow the piece.
    pub reason: &'static str,
}

/// The reason for a second `.sat`.
const REPEATED: &str = "occurs twice; ptxas accepts it, and it has no effect";
/// The reason for `.b2`, and for a modifier of `testp`.
const MEANINGLESS: &str = "has no meaning here; ptxas accepts it, and it has no effect";

/// An instruction's modifiers, sorted.
#[derive(Default)]
pub(super) struct Modifiers<'a> {
    pub(super) types: Vec<Spanned<&'a str>>,
    /// The others that the instruction takes, one of a kind.
    pub(super) others: Vec<Spanned<&'a str>>,
    pub(super) ignored: Vec<Ignored>,
    illegal: Option<SyntaxError>,
}

/// The kinds of which an instruction has one modifier at most. `ptxas` accepts a modifier of `testp` on any instruction.
const KINDS: [(&str, &[&str]); 8] = [
    ("plus-one modifier", &["po"]),
    ("flush modifier", &["ftz"]),
    ("scale", &["shr7", "shr15"]),
    ("shift mode", &["clamp", "wrap"]),
    ("comparison", &["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"]),
    ("second operation", &["add", "min", "max"]),
    ("rounding modifier", &["rn", "rz", "rm", "rp"]),
    (TESTP, &["finite", "infinite", "number", "notanumber", "normal", "subnormal"]),
];

const TESTP: &str = "testp operation";

/// The instruction types of PTX. A type of another instruction is reported as a wrong type.
const TYPES: [&str; 30] = [
    "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "b1", "b8", "b16", "b32", "b64", "b128", "f16",
    "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64", "tf32", "e4m3", "e5m2", "e4m3x2", "e5m2x2", "pred",
    "u16x2", "s16x2", "u8x4",
];

/// The comparisons of floats.
const FLOAT_COMPARISONS: [&str; 8] = ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"];

impl<'a> Modifiers<'a> {
    /// Sorts the modifiers of an instruction, which takes those of the list `legal`. A repetition is an error at once; other
    /// illegal modifiers wait for [`Self::legal`], because `ptxas` checks types and operands before them.
    pub(super) fn sort(
        modifiers: &[Spanned<&'a str>],
        instruction: &'static str,
        legal: &'static str,
    ) -> Result<Self, SyntaxError> {
        let takes = |name: &str| {
            let mut listed = legal.as_bytes().split(|byte| matches!(byte, b' ' | b','));
            listed.any(|listed| listed.strip_prefix(b".") == Some(name.as_bytes()))
        };
        let mut sorted = Self::default();
        for modifier in modifiers {
            let Spanned { span, value: text } = *modifier;
            if TYPES.contains(&text) {
                sorted.types.push(*modifier);
                continue;
            }
            let (what, names) = KINDS.iter().find(|(_, names)| names.contains(&text)).unwrap_or(&("", &[]));
            let is_taken = match *what {
                // `ptxas` also takes comparisons that the list does not have.
                "comparison" => takes("eq"),
                what => what == TESTP || takes(text),
            };
            let mut ignore = |reason| sorted.ignored.push(Ignored { span, reason });
            if text == "b2" {
                ignore(MEANINGLESS);
            } else if is_taken && sorted.others.iter().any(|other| names.contains(&other.value)) {
                let kind = Fault::Repeated { what, modifier: text.to_owned() };
                return Err(SyntaxError { span, kind });
            } else if is_taken && sorted.others.iter().any(|other| other.value == text) {
                ignore(REPEATED);
            } else if is_taken {
                if *what == TESTP {
                    ignore(MEANINGLESS);
                }
                sorted.others.push(*modifier);
            } else {
                let modifier = text.to_owned();
                let kind = if takes("eq") && FLOAT_COMPARISONS.contains(&text) {
                    Fault::ComparisonType(modifier)
                } else {
                    Fault::IllegalModifier { modifier, instruction, legal }
                };
                sorted.illegal.get_or_insert(SyntaxError { span, kind });
            }
        }
        Ok(sorted)
    }

    /// The first illegal modifier, if any, as an error.
    pub(super) fn legal(&self) -> Result<(), SyntaxError> {
        self.illegal.clone().map_or(Ok(()), Err)
    }

    /// Whether the instruction has a modifier of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.others.iter().any(|other| other.value == name)
    }

    /// The modifier whose name `read` knows.
    pub(super) fn find<T>(&self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.others.iter().find_map(|other| read(other.value))
    }
}
