//! Sorting an instruction's modifiers.
//!
//! PTX has a fixed order; `ptxas` takes any. It accepts some modifiers twice, and some without a meaning: these are
//! reported as [`Ignored`].

use super::error::{Fault, SyntaxError};
use super::span::{Span, Spanned};
use crate::ast::{Comparison, Rounding, Scale, SecOp, ShiftMode};

/// A piece of text without effect that `ptxas` accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// The place: a modifier with its dot, or an operand with its minus sign.
    pub span: Span,
    /// The reason.
    pub reason: IgnoredReason,
}

/// The reason why a piece of text has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoredReason {
    /// A second `.sat`.
    Repeated,
    /// `.b2` or a modifier of `testp`, without meaning for this instruction.
    Meaningless,
    /// The minus signs of `-a, -b` in an instruction other than `vmad`: for `ptxas` they cancel.
    Cancelled,
}

/// The modifiers of an instruction, without its types. The default is none.
#[derive(Clone, Copy, Default)]
pub(super) struct Takes {
    pub(super) name: &'static str,
    pub(super) sat: bool,
    pub(super) secop: &'static [SecOp],
    pub(super) mode: bool,
    pub(super) cmp: bool,
    pub(super) po_and_scale: bool,
    pub(super) rnd_and_ftz: bool,
    /// The list for messages.
    pub(super) legal: &'static str,
}

/// An instruction's modifiers, sorted.
#[derive(Default)]
pub(super) struct Modifiers<'a> {
    pub(super) types: Vec<Spanned<&'a str>>,
    pub(super) sat: bool,
    pub(super) po: bool,
    pub(super) ftz: bool,
    pub(super) scale: Option<Scale>,
    pub(super) mode: Option<ShiftMode>,
    pub(super) cmp: Option<Spanned<Comparison>>,
    pub(super) secop: Option<SecOp>,
    pub(super) rnd: Option<Rounding>,
    testp: bool,
    pub(super) ignored: Vec<Ignored>,
    illegal: Option<SyntaxError>,
}

/// The instruction types of PTX. A type of another instruction is reported as a wrong type.
const TYPES: [&str; 30] = [
    "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "b1", "b8", "b16", "b32", "b64", "b128", "f16",
    "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64", "tf32", "e4m3", "e5m2", "e4m3x2", "e5m2x2", "pred",
    "u16x2", "s16x2", "u8x4",
];

/// The modifiers of `testp`. `ptxas` accepts one of them on any instruction.
const TESTP: [&str; 6] = ["finite", "infinite", "number", "notanumber", "normal", "subnormal"];

/// The comparisons of floats.
const FLOAT_COMPARISONS: [&str; 8] = ["equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"];

impl<'a> Modifiers<'a> {
    /// Sorts `modifiers`. A repetition is an error at once; other illegal modifiers wait for [`Self::legal`], because
    /// `ptxas` checks types and operands before them.
    pub(super) fn sort(modifiers: &[Spanned<&'a str>], takes: Takes) -> Result<Self, SyntaxError> {
        let mut sorted = Self::default();
        for modifier in modifiers {
            match sorted.add(*modifier, takes) {
                Ok(()) => {}
                Err(kind @ Fault::Repeated { .. }) => return Err(SyntaxError { span: modifier.span, kind }),
                Err(kind) => {
                    sorted.illegal.get_or_insert(SyntaxError { span: modifier.span, kind });
                }
            }
        }
        Ok(sorted)
    }

    /// The first illegal modifier, if any, as an error.
    pub(super) fn legal(&self) -> Result<(), SyntaxError> {
        self.illegal.clone().map_or(Ok(()), Err)
    }

    fn add(&mut self, modifier: Spanned<&'a str>, takes: Takes) -> Result<(), Fault> {
        let text = modifier.value;
        if TYPES.contains(&text) {
            self.types.push(modifier);
        } else if text == "sat" && takes.sat {
            if self.sat {
                self.ignored.push(Ignored { span: modifier.span, reason: IgnoredReason::Repeated });
            }
            self.sat = true;
        } else if text == "b2" {
            self.ignored.push(Ignored { span: modifier.span, reason: IgnoredReason::Meaningless });
        } else if TESTP.contains(&text) {
            only_one(std::mem::replace(&mut self.testp, true), "testp operation", text)?;
            self.ignored.push(Ignored { span: modifier.span, reason: IgnoredReason::Meaningless });
        } else if text == "po" && takes.po_and_scale {
            only_one(std::mem::replace(&mut self.po, true), "plus-one modifier", text)?;
        } else if text == "ftz" && takes.rnd_and_ftz {
            only_one(std::mem::replace(&mut self.ftz, true), "flush modifier", text)?;
        } else if let Some(scale) = scale(text).filter(|_| takes.po_and_scale) {
            only_one(self.scale.replace(scale).is_some(), "scale", text)?;
        } else if let Some(mode) = ShiftMode::from_text(text).filter(|_| takes.mode) {
            only_one(self.mode.replace(mode).is_some(), "shift mode", text)?;
        } else if let Some(cmp) = Comparison::from_text(text).filter(|_| takes.cmp) {
            let cmp = Spanned { span: modifier.span, value: cmp };
            only_one(self.cmp.replace(cmp).is_some(), "comparison", text)?;
        } else if let Some(secop) = SecOp::from_text(text).filter(|secop| takes.secop.contains(secop)) {
            only_one(self.secop.replace(secop).is_some(), "second operation", text)?;
        } else if let Some(rnd) = Rounding::from_text(text).filter(|_| takes.rnd_and_ftz) {
            only_one(self.rnd.replace(rnd).is_some(), "rounding modifier", text)?;
        } else if takes.cmp && FLOAT_COMPARISONS.contains(&text) {
            return Err(Fault::ComparisonType(text.to_owned()));
        } else {
            let (instruction, legal) = (takes.name, takes.legal);
            return Err(Fault::IllegalModifier { modifier: text.to_owned(), instruction, legal });
        }
        Ok(())
    }
}

fn scale(text: &str) -> Option<Scale> {
    Scale::ALL.into_iter().find(|scale| scale.text() == Some(text))
}

fn only_one(already: bool, what: &'static str, text: &str) -> Result<(), Fault> {
    if already { Err(Fault::Repeated { what, modifier: text.to_owned() }) } else { Ok(()) }
}
