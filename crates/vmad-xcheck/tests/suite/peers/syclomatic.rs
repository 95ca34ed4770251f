//! The rules of SYCLomatic's runtime.

use vmad_unit::{Operand, Operation, Saturate, SecondOp, Selector, Sign, vadd::Psign, vmnmx::Extreme};

use super::{Answer, Case, Finding, Instruction, Peer};

pub(super) const PEER: Peer = Peer {
    name: "SYCLomatic",
    files: "It translates PTX: `extend_binary` in \
[`clang/runtime/dpct-rt/include/dpct/detail/math_detail.hpp`](https://github.com/oneapi-src/SYCLomatic/blob/287cb325d37978b82c3fb4599a3876e04e6855a8/clang/runtime/dpct-rt/include/dpct/detail/math_detail.hpp) \
of `oneapi-src/SYCLomatic`, commit `287cb32`. The modes are those of the `VADD` and the `VMNMX` that compute the PTX.",
    instructions: &[
        Instruction {
            mnemonic: "VADD",
            run: vadd,
            refused: "bytes, half-words and merges; `-A` and `.PO`, which no PTX has",
            findings: &[Finding {
                text: "A second operation `min` or `max` compares the result before it is cut to 32 bits, which hardware does not \
do for `VMNMX` (D5)",
                applies: second_on_wide,
                shows: |_| true,
            }],
        },
        Instruction {
            mnemonic: "VMNMX",
            run: vmnmx,
            refused: "bytes, half-words and merges",
            findings: &[Finding {
                text: "The same, if the minimum or maximum does not fit the type of the result",
                applies: second_on_wide,
                shows: |_| true,
            }],
        },
    ],
};

/// A 32-bit number in 64 bits.
fn number(sign: Sign, word: u32) -> i64 {
    match sign {
        Sign::Unsigned => word.into(),
        Sign::Signed => i64::from(word as i32),
    }
}

fn words(a: Operand, b: Operand) -> bool {
    [a, b].iter().all(|operand| operand.selector == Selector::Word)
}

fn finish(output: vmad_unit::Output, mut value: i64, c: u32) -> Answer {
    if output.saturate == Saturate::On {
        value = match output.sign {
            Sign::Unsigned => value.clamp(0, u32::MAX.into()),
            Sign::Signed => value.clamp(i32::MIN.into(), i32::MAX.into()),
        };
    }
    let c = number(output.sign, c);
    Answer::Value(match output.second {
        SecondOp::None => value,
        SecondOp::Acc => value + c,
        SecondOp::Min => value.min(c),
        SecondOp::Max => value.max(c),
        SecondOp::Mrg16H | SecondOp::Mrg16L | SecondOp::Mrg8B0 | SecondOp::Mrg8B2 => return Answer::Refused,
    } as u32)
}

fn vadd(case: &Case, ports: [u32; 3]) -> Answer {
    let Operation::Vadd(mode) = case.operation else { return Answer::Refused };
    let [a, b] = [number(mode.a.sign, ports[0]), number(mode.b.sign, ports[1])];
    match mode.psign {
        _ if !words(mode.a, mode.b) => Answer::Refused,
        Psign::Add => finish(mode.output, a + b, ports[2]),
        Psign::SubtractB => finish(mode.output, a - b, ports[2]),
        Psign::SubtractA | Psign::PlusOne => Answer::Refused,
    }
}

fn vmnmx(case: &Case, ports: [u32; 3]) -> Answer {
    let Operation::Vmnmx(mode) = case.operation else { return Answer::Refused };
    if !words(mode.a, mode.b) {
        return Answer::Refused;
    }
    let [a, b] = [number(mode.a.sign, ports[0]), number(mode.b.sign, ports[1])];
    finish(mode.output, if mode.extreme == Extreme::Maximum { a.max(b) } else { a.min(b) }, ports[2])
}

/// A second operation `min` or `max` on a value that does not fit the result's type.
fn second_on_wide(case: &Case) -> bool {
    let Some(output) = case.operation.output() else { return false };
    if output.saturate == Saturate::On || !matches!(output.second, SecondOp::Min | SecondOp::Max) {
        return false;
    }
    match case.operation {
        Operation::Vmnmx(mode) => {
            let signs = [mode.a.sign, mode.b.sign];
            match mode.extreme {
                // Negative if one can be, and above 2147483647 if both can be.
                Extreme::Minimum if signs[0] != signs[1] => output.sign == Sign::Unsigned,
                Extreme::Maximum if signs[0] != signs[1] => output.sign == Sign::Signed,
                _ => signs[0] != output.sign,
            }
        }
        _ => true,
    }
}
