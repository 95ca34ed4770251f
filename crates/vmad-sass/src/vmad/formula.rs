//! The computation of a `VMAD`, as a formula with its registers, formats and signs.
//!
//! The signs and the range come from the stages of the unit. A test parses the printed formula and computes it.

use alloc::{format, string::String};

use vmad_unit::{Format, Operand, Psign, Register, Saturate, Scale, Sign, Width, saturate::range};

use super::instruction::{SourceB, Vmad};

/// The formula of a `VMAD`, one line for each stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The exact sum: `tmp = -(S16(R1.H1) * U8(R2.B3)) + S32(R4)`.
    pub tmp: String,
    /// The normalisation shift: `shr = tmp >> 7`, or `shr = tmp`.
    pub shr: String,
    /// The result: `R0 = clamp(shr, -2^31, 2^31-1)`, or `R0 = shr[31:0]`.
    pub result: String,
    /// The intermediate sign, which extends C.
    pub intermediate: Reason,
    /// The final sign, which selects the shift and the range of the clamp.
    pub last: Reason,
}

/// A sign and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The sign.
    pub sign: Sign,
    /// The reason: `A is signed`.
    pub why: &'static str,
}

impl Vmad {
    /// The computation if the guard is true.
    pub fn formula(&self) -> Formula {
        let mode = self.mode();
        let (intermediate, last) = (mode.intermediate_sign(), mode.final_sign());
        let product = format!("{} * {}", part(self.a.register, self.a.operand), b(self.b));
        let c = part(self.c, Operand::first(Format { width: Width::Word, sign: intermediate }));
        let tmp = match self.psign {
            Psign::Add => format!("{product} + {c}"),
            Psign::SubtractC => format!("{product} - {c}"),
            Psign::NegateProduct => format!("-({product}) + {c}"),
            Psign::PlusOne => format!("{product} + {c} + 1"),
        };
        let shr = match self.scale {
            Scale::Pass => String::new(),
            Scale::Shr7 | Scale::Shr15 => format!(" >> {}", self.scale.count()),
        };
        let value = match self.saturate {
            Saturate::Off => "shr[31:0]".into(),
            Saturate::On => {
                let range = range(last);
                format!("clamp(shr, {}, {})", bound(range.min), bound(range.max))
            }
        };
        Formula {
            tmp: format!("tmp = {tmp}"),
            shr: format!("shr = tmp{shr}"),
            result: format!("{} = {value}", self.destination),
            intermediate: Reason { sign: intermediate, why: self.why_intermediate(intermediate) },
            last: Reason { sign: last, why: why_final(intermediate, last) },
        }
    }

    fn why_intermediate(&self, sign: Sign) -> &'static str {
        match (sign, self.a.operand.sign, self.b.operand().sign) {
            (Sign::Unsigned, ..) => "A and B are unsigned, and the product is not negated",
            (Sign::Signed, Sign::Signed, Sign::Signed) => "A and B are signed",
            (Sign::Signed, Sign::Signed, Sign::Unsigned) => "A is signed",
            (Sign::Signed, Sign::Unsigned, Sign::Signed) => "B is signed",
            (Sign::Signed, Sign::Unsigned, Sign::Unsigned) => "the product is negated",
        }
    }
}

const fn why_final(intermediate: Sign, last: Sign) -> &'static str {
    match (intermediate, last) {
        (_, Sign::Unsigned) => "the intermediate is unsigned, and C is not negated",
        (Sign::Signed, Sign::Signed) => "the intermediate is signed",
        (Sign::Unsigned, Sign::Signed) => "C is negated",
    }
}

/// `S16(R1.H1)`, `U32(R4)`.
fn part(register: Register, operand: Operand) -> String {
    let (format, selector) = (operand.format().name(), operand.selector.name());
    let dot = if selector.is_empty() { "" } else { "." };
    format!("{format}({register}{dot}{selector})")
}

fn b(source: SourceB) -> String {
    match source {
        SourceB::Register { source, .. } => part(source.register, source.operand),
        SourceB::Immediate { value, .. } => {
            format!("{}({value:#06x})", source.operand().format().name())
        }
    }
}

/// An end of a range, which is a power of two or one less.
fn bound(value: i128) -> String {
    let power = |magnitude: i128| magnitude.unsigned_abs().trailing_zeros();
    match value {
        0 => "0".into(),
        ..0 => format!("-2^{}", power(value)),
        1.. => format!("2^{}-1", power(value + 1)),
    }
}
