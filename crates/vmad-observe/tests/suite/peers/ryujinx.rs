//! The rules of Ryujinx's shader translator.

use vmad_map::corners;
use vmad_unit::{
    Comparison, Operand, Operation, Psign, Saturate, Scale, Selector, Sign, Width, saturate::Range, vmad,
    vmnmx::Extreme,
};

use super::{Case, Finding, Instruction, Peer, mixed_signs, sources};

pub(super) const PEER: Peer = Peer {
    name: "Ryujinx",
    files: "[`InstEmitVideoArithmetic.cs`](https://github.com/ryujinx-mirror/ryujinx/blob/9becbd7d728fc2002c176dfd9d1d1aae86f86b12/src/Ryujinx.Graphics.Shader/Instructions/InstEmitVideoArithmetic.cs) \
and [`InstEmitVideoMinMax.cs`](https://github.com/ryujinx-mirror/ryujinx/blob/3ebed972c357e83b9d313ca3a64ef15038f6a7a6/src/Ryujinx.Graphics.Shader/Instructions/InstEmitVideoMinMax.cs) \
in `src/Ryujinx.Graphics.Shader/Instructions` of `ryujinx-mirror/ryujinx`, commits `9becbd7` and `3ebed97`; the fields in \
[`Decoders/InstDecoders.cs`](https://github.com/ryujinx-mirror/ryujinx/blob/9becbd7d728fc2002c176dfd9d1d1aae86f86b12/src/Ryujinx.Graphics.Shader/Decoders/InstDecoders.cs).",
    instructions: &[
        Instruction {
            mnemonic: "VMAD",
            refused: "none; `.CC` writes no flags",
            findings: &[
                Finding {
                    text: "C is added to the lower word of the product as an unsigned number, also where it is signed or negated: \
wrong with a shift or `.SAT`",
                    applies: |case| {
                        upper_bits_count(case).is_some_and(|mode| {
                            mode.psign == Psign::SubtractC || mode.intermediate_sign() == Sign::Signed
                        })
                    },
                    explains: |_, [.., c]| c != 0,
                },
                Finding {
                    text: "The result is signed only if a format is `S32` or an operand is negated: bytes and half-words give an \
unsigned one",
                    applies: |case| {
                        upper_bits_count(case).is_some_and(|mode| {
                            let has_s32 = [mode.a, mode.b].iter().any(|operand| {
                                (operand.selector, operand.sign) == (Selector::Word, Sign::Signed)
                            });
                            let negates = matches!(mode.psign, Psign::SubtractC | Psign::NegateProduct);
                            mode.intermediate_sign() == Sign::Signed && !has_s32 && !negates
                        })
                    },
                    explains: |case, [a, b, c]| {
                        c == 0 && !(0..1 << 31).contains(&wire(case, [a, b, c], "shr"))
                    },
                },
                Finding {
                    text: "An unsigned result of 2^63 or more clamps to 0",
                    applies: |case| {
                        upper_bits_count(case).is_some_and(|mode| {
                            [mode.a, mode.b].into_iter().all(is_u32)
                                && matches!(mode.psign, Psign::Add | Psign::PlusOne)
                                && (mode.scale, mode.saturate) == (Scale::Pass, Saturate::On)
                        })
                    },
                    explains: |case, inputs| wire(case, inputs, "tmp") >= 1 << 63,
                },
                Finding {
                    text: "A signed sum of two `U32` wraps at 64 bits (D2), also with c = 0",
                    applies: |case| {
                        upper_bits_count(case).is_some_and(|mode| {
                            [mode.a, mode.b].into_iter().all(is_u32)
                                && matches!(mode.psign, Psign::SubtractC | Psign::NegateProduct)
                                && mode.saturate == Saturate::On
                        })
                    },
                    explains: |case, [a, b, c]| {
                        c == 0 && i64::try_from(wire(case, [a, b, c], "tmp")).is_err()
                    },
                },
            ],
        },
        Instruction {
            mnemonic: "VMNMX",
            refused: "none; `.CC` writes no flags",
            findings: &[
                Finding {
                    text: "The maximum of formats of different signs is the negative operand, if the other is below 2147483648",
                    applies: |case| mixed_signs(case) && is_maximum(case),
                    explains: |case, inputs| {
                        let [low, high] = operands(case, inputs);
                        low < 0 && (0..1 << 31).contains(&high)
                    },
                },
                Finding {
                    text: "The minimum of a `U32` and a signed format is the `U32`, if that is above 2147483647",
                    applies: |case| {
                        let unsigned = sources(case).into_iter().any(is_u32);
                        mixed_signs(case) && !is_maximum(case) && unsigned
                    },
                    explains: |case, inputs| operands(case, inputs)[1] >= 1 << 31,
                },
                Finding {
                    text: "`.SAT` clamps to 32 bits, and a merge then cuts the result. The PTX ISA clamps to the width of the merge",
                    applies: clamps_too_wide,
                    explains: |case, inputs| wire(case, inputs, "saturated") != wire(case, inputs, "tmp"),
                },
            ],
        },
        Instruction {
            mnemonic: "VSETP",
            refused: "none",
            findings: &[
                Finding {
                    text: "The comparison of formats of different signs is false, if one has 32 bits",
                    applies: |case| {
                        let has_word = sources(case).iter().any(|operand| operand.selector == Selector::Word);
                        mixed_signs(case) && has_word && comparison(case) != Some(Comparison::F)
                    },
                    explains: holds,
                },
                Finding {
                    text: "The same for an immediate whose bits 10:8 are 6: the program takes them as a selector",
                    applies: immediate_as_word,
                    explains: holds,
                },
            ],
        },
    ],
};

/// Whether an operand is a whole unsigned word.
fn is_u32(operand: Operand) -> bool {
    (operand.selector, operand.sign) == (Selector::Word, Sign::Unsigned)
}

/// The mode of a `VMAD` whose result depends on more than the lower 32 bits of the sum.
fn upper_bits_count(case: &Case) -> Option<vmad::Mode> {
    let Operation::Vmad(mode) = case.operation else { return None };
    ((mode.scale, mode.saturate) != (Scale::Pass, Saturate::Off)).then_some(mode)
}

fn is_maximum(case: &Case) -> bool {
    matches!(case.operation, Operation::Vmnmx(mode) if mode.extreme == Extreme::Maximum)
}

fn comparison(case: &Case) -> Option<Comparison> {
    if let Operation::Vsetp(mode) = case.operation { Some(mode.comparison) } else { None }
}

/// Whether a minimum or maximum exceeds the width of its merge: below it a signed one only, because an unsigned one clamps
/// to 0 in any width.
fn clamps_too_wide(case: &Case) -> bool {
    let Operation::Vmnmx(mode) = case.operation else { return false };
    let vmad_unit::Output { sign, saturate, second } = mode.output;
    let [[a_min, a_max], [b_min, b_max]] = [mode.a, mode.b].map(|operand| corners::range(operand.format()));
    let [least, most] = match mode.extreme {
        Extreme::Minimum => [a_min.min(b_min), a_max.min(b_max)],
        Extreme::Maximum => [a_min.max(b_min), a_max.max(b_max)],
    };
    let range = Range::of(sign, second.bits());
    let exceeds = most > range.max || sign == Sign::Signed && least < range.min;
    saturate == Saturate::On && second.bits() < 32 && exceeds
}

/// Whether the comparison of a narrow A with an immediate of another sign can be true, if bits 10:8 of the immediate are 6:
/// it is then above every byte, or negative.
fn immediate_as_word(case: &Case) -> bool {
    let [a, _] = sources(case);
    let Some(comparison) = comparison(case) else { return false };
    let can_be_true = match (a.selector.width(), a.sign) {
        (Width::Word, _) => false,
        (Width::Half, _) => comparison != Comparison::F,
        (Width::Byte, Sign::Unsigned) => !matches!(comparison, Comparison::F | Comparison::Eq),
        (Width::Byte, Sign::Signed) => {
            matches!(comparison, Comparison::Lt | Comparison::Le | Comparison::Ne | Comparison::T)
        }
    };
    case.immediate && mixed_signs(case) && can_be_true
}

/// The numbers of A and B, the lower one first.
fn operands(case: &Case, inputs: [u32; 3]) -> [i128; 2] {
    let mut both = ["A extended", "B extended"].map(|name| wire(case, inputs, name));
    both.sort_unstable();
    both
}

/// Whether the comparison of the numbers is true.
fn holds(case: &Case, inputs: [u32; 3]) -> bool {
    wire(case, inputs, "holds") == 1
}

/// A number on a wire of the unit.
fn wire(case: &Case, [a, b, c]: [u32; 3], name: &str) -> i128 {
    case.operation.trace(a, b, c).value(name).expect("a wire of the unit")
}
