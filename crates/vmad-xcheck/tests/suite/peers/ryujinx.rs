//! The rules of Ryujinx's shader translator.

use vmad_proof::corners;
use vmad_unit::{
    Comparison, Operand, Operation, Psign, Saturate, Scale, SecondOp, Selector, Sign, Width, saturate::Range,
    vmad, vmnmx::Extreme,
};

use super::{
    Answer, Case, Finding, Instruction, Peer, extend, extreme, mixed_signs, operation_a, operation_b,
    yuzu::{holds, predicates},
};

pub(super) const PEER: Peer = Peer {
    name: "Ryujinx",
    files: "[`InstEmitVideoArithmetic.cs`](https://github.com/ryujinx-mirror/ryujinx/blob/9becbd7d728fc2002c176dfd9d1d1aae86f86b12/src/Ryujinx.Graphics.Shader/Instructions/InstEmitVideoArithmetic.cs) \
and [`InstEmitVideoMinMax.cs`](https://github.com/ryujinx-mirror/ryujinx/blob/3ebed972c357e83b9d313ca3a64ef15038f6a7a6/src/Ryujinx.Graphics.Shader/Instructions/InstEmitVideoMinMax.cs) \
in `src/Ryujinx.Graphics.Shader/Instructions` of `ryujinx-mirror/ryujinx`, commits `9becbd7` and `3ebed97`; the fields in \
[`Decoders/InstDecoders.cs`](https://github.com/ryujinx-mirror/ryujinx/blob/9becbd7d728fc2002c176dfd9d1d1aae86f86b12/src/Ryujinx.Graphics.Shader/Decoders/InstDecoders.cs).",
    instructions: &[
        Instruction {
            mnemonic: "VMAD",
            run: multiply_add,
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
                    shows: |[.., c]| c != 0,
                },
                Finding {
                    text: "The result is signed only if a format is `S32` or an operand is negated: bytes and half-words give an \
unsigned one",
                    applies: |case| {
                        upper_bits_count(case).is_some_and(|mode| {
                            let has_s32 = [mode.a, mode.b]
                                .iter()
                                .any(|it| (it.selector, it.sign) == (Selector::Word, Sign::Signed));
                            let negates = matches!(mode.psign, Psign::SubtractC | Psign::NegateProduct);
                            mode.intermediate_sign() == Sign::Signed && !has_s32 && !negates
                        })
                    },
                    shows: |[.., c]| c == 0,
                },
                Finding {
                    text: "An unsigned result of 2^63 or more clamps to 0",
                    applies: |case| {
                        upper_bits_count(case).is_some_and(|mode| {
                            let is_u32 =
                                |it: Operand| (it.selector, it.sign) == (Selector::Word, Sign::Unsigned);
                            is_u32(mode.a)
                                && is_u32(mode.b)
                                && matches!(mode.psign, Psign::Add | Psign::PlusOne)
                                && (mode.scale, mode.saturate) == (Scale::Pass, Saturate::On)
                        })
                    },
                    shows: |_| true,
                },
            ],
        },
        Instruction {
            mnemonic: "VMNMX",
            run: extremes,
            refused: "none; `.CC` writes no flags",
            findings: &[
                Finding {
                    text: "The maximum of formats of different signs is the negative operand, if the other is below 2147483648",
                    applies: |case| mixed_signs(case) && is_maximum(case),
                    shows: |_| true,
                },
                Finding {
                    text: "The minimum of a `U32` and a signed format is the `U32`, if that is above 2147483647",
                    applies: |case| {
                        let unsigned = [operation_a(&case.operation), operation_b(&case.operation)]
                            .into_iter()
                            .any(|it| (it.selector, it.sign) == (Selector::Word, Sign::Unsigned));
                        mixed_signs(case) && !is_maximum(case) && unsigned
                    },
                    shows: |_| true,
                },
                Finding {
                    text: "`.SAT` clamps to 32 bits, and a merge then cuts the result. The PTX ISA clamps to the width of the merge",
                    applies: |case| clamps_too_wide(case) && !(mixed_signs(case) && is_maximum(case)),
                    shows: |_| true,
                },
            ],
        },
        Instruction {
            mnemonic: "VSETP",
            run: compare,
            refused: "none",
            findings: &[
                Finding {
                    text: "The comparison of formats of different signs is false, if one has 32 bits",
                    applies: |case| {
                        let has_word = [operation_a(&case.operation), operation_b(&case.operation)]
                            .iter()
                            .any(|it| it.selector == Selector::Word);
                        mixed_signs(case) && has_word && comparison(case) != Some(Comparison::F)
                    },
                    shows: |_| true,
                },
                Finding {
                    text: "The same for an immediate whose bits 10:8 are 6: the program takes them as a selector",
                    applies: immediate_as_word,
                    shows: |_| true,
                },
            ],
        },
    ],
};

/// Whether B counts as a word: of an immediate, the bits that stand where a register's selector does.
fn b_is_word(case: &Case, operand: Operand, port: u32) -> bool {
    if case.immediate { port >> 8 & 7 == 6 } else { operand.selector == Selector::Word }
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
    let [[a_min, a_max], [b_min, b_max]] = [mode.a, mode.b].map(|it| corners::range(it.format()));
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
    let a = operation_a(&case.operation);
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

fn multiply_add(case: &Case, [a, b, c]: [u32; 3]) -> Answer {
    let Operation::Vmad(mode) = case.operation else { return Answer::Refused };
    let b_is_word = b_is_word(case, mode.b, b);
    let is_s32 = |operand: Operand, is_word: bool| operand.sign == Sign::Signed && is_word;
    let number = |operand: Operand, port: u32| match operand.sign {
        Sign::Unsigned => i64::from(extend(operand, port)),
        Sign::Signed => i64::from(extend(operand, port) as i32),
    };
    // Two words hold the product; C is added to the lower one, as an unsigned number.
    let mut sum = number(mode.a, a).wrapping_mul(number(mode.b, b)) as u64;
    if mode.psign == Psign::NegateProduct {
        sum = sum.wrapping_neg();
    }
    let c = if mode.psign == Psign::SubtractC { c.wrapping_neg() } else { c };
    sum = sum.wrapping_add(c.into()).wrapping_add(u64::from(mode.psign == Psign::PlusOne));
    let signed = is_s32(mode.a, mode.a.selector == Selector::Word)
        || is_s32(mode.b, b_is_word)
        || matches!(mode.psign, Psign::SubtractC | Psign::NegateProduct);
    let shifted = if signed { (sum as i64 >> mode.scale.count()) as u64 } else { sum >> mode.scale.count() };
    let (low, high) = (shifted as u32, (shifted >> 32) as i32);
    if mode.saturate == Saturate::Off {
        return Answer::Value(low);
    }
    Answer::Value(match (signed, high) {
        (true, _) if high == low as i32 >> 31 => low,
        (true, 0..) => i32::MAX as u32,
        (true, _) => i32::MIN as u32,
        (false, 0) => low,
        (false, 0..) => u32::MAX,
        (false, _) => 0,
    })
}

fn extremes(case: &Case, ports: [u32; 3]) -> Answer {
    let Operation::Vmnmx(mode) = case.operation else { return Answer::Refused };
    let maximum = mode.extreme == Extreme::Maximum;
    let [a, b, c] = [extend(mode.a, ports[0]), extend(mode.b, ports[1]), ports[2]];
    let (mut result, signed) = if mode.a.sign == mode.b.sign {
        (extreme(maximum, mode.a.sign, a, b), mode.a.sign)
    } else {
        // The unsigned operand, if bit 31 is set; else the maximum as unsigned, or the minimum as signed numbers.
        let unsigned = if mode.a.sign == Sign::Signed { b } else { a };
        let sign = if maximum { Sign::Unsigned } else { Sign::Signed };
        (if unsigned >> 31 == 1 { unsigned } else { extreme(maximum, sign, a, b) }, sign)
    };
    if mode.output.saturate == Saturate::On {
        result = match (mode.output.sign, signed) {
            (Sign::Signed, Sign::Unsigned) => result.min(i32::MAX as u32),
            (Sign::Unsigned, Sign::Signed) => (result as i32).max(0) as u32,
            _ => result,
        };
    }
    let merge = |low: u32, bits: u32| {
        let mask = (u32::MAX >> (32 - bits)) << low;
        c & !mask | result << low & mask
    };
    Answer::Value(match mode.output.second {
        SecondOp::Mrg16H => merge(16, 16),
        SecondOp::Mrg16L => merge(0, 16),
        SecondOp::Mrg8B0 => merge(0, 8),
        SecondOp::Mrg8B2 => merge(16, 8),
        SecondOp::Acc => result.wrapping_add(c),
        SecondOp::Min => extreme(false, mode.output.sign, result, c),
        SecondOp::Max => extreme(true, mode.output.sign, result, c),
        SecondOp::None => result,
    })
}

fn compare(case: &Case, ports: [u32; 3]) -> Answer {
    let Operation::Vsetp(mode) = case.operation else { return Answer::Refused };
    let b_is_word = b_is_word(case, mode.b, ports[1]);
    let [a, b, c] = [extend(mode.a, ports[0]), extend(mode.b, ports[1]), ports[2]];
    let result = if mode.a.sign == mode.b.sign {
        holds(mode.comparison, mode.a.sign, a, b)
    } else if mode.a.selector.width() == Width::Word || b_is_word {
        false
    } else {
        holds(mode.comparison, Sign::Signed, a, b)
    };
    Answer::Value(predicates(mode, result, c))
}
