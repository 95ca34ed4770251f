//! The intermediate and the final sign.

use crate::{Psign, Sign, vmad::Mode};

/// The sign of the intermediate product, which C shares.
///
/// Unsigned if A and B are unsigned and the product is not negated; else signed. (The reference's table of operand
/// combinations; its section "Sign" lacks the condition, and PTX's description of `vmad` has it in words.)
#[inline]
pub const fn intermediate_sign(mode: &Mode) -> Sign {
    match (mode.a.sign, mode.b.sign, mode.psign) {
        (Sign::Unsigned, Sign::Unsigned, Psign::Add | Psign::SubtractC | Psign::PlusOne) => Sign::Unsigned,
        _ => Sign::Signed,
    }
}

/// The sign of the final result, which the shift and the clamp follow.
///
/// Unsigned if the intermediate is unsigned and C is not negated; else signed.
#[inline]
pub const fn final_sign(mode: &Mode) -> Sign {
    match (intermediate_sign(mode), mode.psign) {
        (Sign::Unsigned, Psign::Add | Psign::NegateProduct | Psign::PlusOne) => Sign::Unsigned,
        _ => Sign::Signed,
    }
}
