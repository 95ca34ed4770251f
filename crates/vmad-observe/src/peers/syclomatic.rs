//! The rules of SYCLomatic's runtime.

use vmad_unit::{Operand, Operation, Saturate, SecondOp, Selector, Sign, vadd::Psign, vmnmx::Extreme};

use super::{Subject, number};

fn words(a: Operand, b: Operand) -> bool {
    [a, b].iter().all(|operand| operand.selector == Selector::Word)
}

fn finish(output: vmad_unit::Output, mut value: i64, c: u32) -> Option<u32> {
    if output.saturate == Saturate::On {
        value = match output.sign {
            Sign::Unsigned => value.clamp(0, u32::MAX.into()),
            Sign::Signed => value.clamp(i32::MIN.into(), i32::MAX.into()),
        };
    }
    let c = number(output.sign, c);
    Some(match output.second {
        SecondOp::None => value,
        SecondOp::Acc => value + c,
        SecondOp::Min => value.min(c),
        SecondOp::Max => value.max(c),
        SecondOp::Mrg16H | SecondOp::Mrg16L | SecondOp::Mrg8B0 | SecondOp::Mrg8B2 => return None,
    } as u32)
}

pub(super) fn vadd(subject: &Subject, ports: [u32; 3]) -> Option<u32> {
    let Operation::Vadd(mode) = subject.operation else { return None };
    let [a, b] = [number(mode.a.sign, ports[0]), number(mode.b.sign, ports[1])];
    match mode.psign {
        _ if !words(mode.a, mode.b) => None,
        Psign::Add => finish(mode.output, a + b, ports[2]),
        Psign::SubtractB => finish(mode.output, a - b, ports[2]),
        Psign::SubtractA | Psign::PlusOne => None,
    }
}

pub(super) fn vmnmx(subject: &Subject, ports: [u32; 3]) -> Option<u32> {
    let Operation::Vmnmx(mode) = subject.operation else { return None };
    if !words(mode.a, mode.b) {
        return None;
    }
    let [a, b] = [number(mode.a.sign, ports[0]), number(mode.b.sign, ports[1])];
    finish(mode.output, if mode.extreme == Extreme::Maximum { a.max(b) } else { a.min(b) }, ports[2])
}
