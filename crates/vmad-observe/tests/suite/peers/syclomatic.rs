//! The rules of SYCLomatic's runtime.

use vmad_unit::{Operation, Saturate, SecondOp, Sign, vmnmx::Extreme};

use super::{Case, Finding, Instruction, Peer};

pub(super) const PEER: Peer = Peer {
    name: "SYCLomatic",
    files: "It translates PTX: `extend_binary` in \
[`clang/runtime/dpct-rt/include/dpct/detail/math_detail.hpp`](https://github.com/oneapi-src/SYCLomatic/blob/287cb325d37978b82c3fb4599a3876e04e6855a8/clang/runtime/dpct-rt/include/dpct/detail/math_detail.hpp) \
of `oneapi-src/SYCLomatic`, commit `287cb32`. The modes are those of the `VADD` and the `VMNMX` that compute the PTX.",
    instructions: &[
        Instruction {
            mnemonic: "VADD",
            refused: "bytes, half-words and merges; `-A` and `.PO`, which no PTX has",
            findings: &[Finding {
                text: "A second operation `min` or `max` compares the result before it is cut to 32 bits, which hardware does not \
do for `VMNMX` (D5)",
                applies: second_on_wide,
                explains: does_not_fit,
            }],
        },
        Instruction {
            mnemonic: "VMNMX",
            refused: "bytes, half-words and merges",
            findings: &[Finding {
                text: "The same, if the minimum or maximum does not fit the type of the result",
                applies: second_on_wide,
                explains: does_not_fit,
            }],
        },
    ],
};

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

/// Whether the value before the second operation is another one after the cut to the result's type.
fn does_not_fit(case: &Case, [a, b, c]: [u32; 3]) -> bool {
    let tmp = case.operation.trace(a, b, c).value("tmp").expect("a wire of the unit");
    let signed = case.operation.output().is_some_and(|output| output.sign == Sign::Signed);
    let cut = tmp as u32;
    tmp != if signed { i128::from(cut.cast_signed()) } else { i128::from(cut) }
}
