//! The rules of GPGPU-Sim.

use vmad_unit::{Operand, Operation, Saturate, SecondOp, Selector, Sign, vmnmx::Extreme};

use super::{Subject, extreme};

pub(super) fn vmnmx(subject: &Subject, [a, b, c]: [u32; 3]) -> Option<u32> {
    let Operation::Vmnmx(mode) = subject.operation else { return None };
    let is_signed_word =
        |operand: &Operand| operand.selector == Selector::Word && operand.sign == Sign::Signed;
    let is_s32 = [mode.a, mode.b].iter().all(is_signed_word);
    let maximum = match mode.output.second {
        SecondOp::Min => false,
        SecondOp::Max => true,
        _ => return None,
    };
    if !is_s32 || (mode.output.sign, mode.output.saturate) != (Sign::Signed, Saturate::Off) {
        return None;
    }
    let first = extreme(mode.extreme == Extreme::Maximum, Sign::Signed, a, b);
    Some(extreme(maximum, Sign::Signed, first, c))
}
