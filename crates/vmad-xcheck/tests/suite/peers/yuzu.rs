//! The rules of yuzu's shader recompiler.

use vmad_unit::{
    BoolOp, Comparison, Operation, Psign, Saturate, Scale, SecondOp, Selector, Sign, vmnmx::Extreme, vsetp,
};

use super::{Answer, Case, Finding, Instruction, Peer, extend, extreme, mixed_signs, operation_a};

pub(super) const PEER: Peer = Peer {
    name: "yuzu",
    files: "Read in suyu, a fork of yuzu: \
[`video_multiply_add.cpp`](https://github.com/vstyler96/suyu/blob/5720814b13a0c631c988cab5affcb846f8c81a9e/src/shader_recompiler/frontend/maxwell/translate/impl/video_multiply_add.cpp), \
[`video_minimum_maximum.cpp`](https://github.com/vstyler96/suyu/blob/5720814b13a0c631c988cab5affcb846f8c81a9e/src/shader_recompiler/frontend/maxwell/translate/impl/video_minimum_maximum.cpp), \
[`video_helper.cpp`](https://github.com/vstyler96/suyu/blob/5720814b13a0c631c988cab5affcb846f8c81a9e/src/shader_recompiler/frontend/maxwell/translate/impl/video_helper.cpp) and \
[`video_set_predicate.cpp`](https://github.com/vstyler96/suyu/blob/b9e198f0a819e44bd266c2e7a823454d058e93ab/src/shader_recompiler/frontend/maxwell/translate/impl/video_set_predicate.cpp) \
in `src/shader_recompiler/frontend/maxwell/translate/impl` of `vstyler96/suyu`, commit `5720814`, the last `b9e198f`. \
citron, sudachi, torzu and other forks have the same files.",
    instructions: &[
        Instruction {
            mnemonic: "VMAD",
            run: vmad,
            refused: "`.SAT`, a scale, `.PO` and every negation; also `.CC`. The rest is one product and one sum of 32 bits",
            findings: &[],
        },
        Instruction {
            mnemonic: "VMNMX",
            run: vmnmx,
            refused: "`.SAT`; `.CC`; every second operation but `MIN` and `MAX`; a `VMNMX` without a second operation",
            findings: &[Finding {
                text: "A and B are compared on 32 bits, with the sign of B. This is wrong if A is signed and B is not, and if A is \
`U32` and B is signed",
                applies: |case| mixed_signs(case) && sign_of_b_is_wrong(case),
                shows: |_| true,
            }],
        },
        Instruction {
            mnemonic: "VSETP",
            run: vsetp,
            refused: "`OR` and `XOR`: the field of the comparison overlaps that of the boolean operation",
            findings: &[
                Finding {
                    text: "A and B are compared on 32 bits, with the sign of B. This is wrong for formats of different signs: `EQ` and `NE` if \
one is `U32`, the others if A is signed and B is not, and if A is `U32` and B is signed",
                    applies: |case| !case.immediate && mixed_comparison(case),
                    shows: |_| true,
                },
                Finding {
                    text: "The program takes bits 9:8 of an immediate as a selector: B is 0 if they are 1, and undefined if they \
are 2 or 3",
                    applies: |case| case.immediate,
                    shows: |_| true,
                },
            ],
        },
    ],
};

fn vmad(case: &Case, [a, b, c]: [u32; 3]) -> Answer {
    let Operation::Vmad(mode) = case.operation else { return Answer::Refused };
    if (mode.saturate, mode.scale, mode.psign) != (Saturate::Off, Scale::Pass, Psign::Add) {
        return Answer::Refused;
    }
    Answer::Value(extend(mode.a, a).wrapping_mul(extend(mode.b, b)).wrapping_add(c))
}

fn vmnmx(case: &Case, [a, b, c]: [u32; 3]) -> Answer {
    let Operation::Vmnmx(mode) = case.operation else { return Answer::Refused };
    let maximum = match (mode.output.saturate, mode.output.second) {
        (Saturate::Off, SecondOp::Min) => false,
        (Saturate::Off, SecondOp::Max) => true,
        _ => return Answer::Refused,
    };
    let first = extreme(mode.extreme == Extreme::Maximum, mode.b.sign, extend(mode.a, a), extend(mode.b, b));
    Answer::Value(extreme(maximum, mode.output.sign, first, c))
}

fn vsetp(case: &Case, [a, b, c]: [u32; 3]) -> Answer {
    let Operation::Vsetp(mode) = case.operation else { return Answer::Refused };
    if mode.join != BoolOp::And {
        return Answer::Refused;
    }
    let b = if case.immediate {
        match b >> 8 & 3 {
            0 => extend(mode.b, b),
            1 => extend(mode.b, b >> 16),
            _ => return Answer::Undefined,
        }
    } else {
        extend(mode.b, b)
    };
    Answer::Value(predicates(mode, holds(mode.comparison, mode.b.sign, extend(mode.a, a), b), c))
}

/// The two predicates: the comparison, and its negation, each joined with the source predicate.
pub(super) fn predicates(mode: vsetp::Mode, holds: bool, c: u32) -> u32 {
    let source = (c & 1 == 1) != mode.negated;
    let join = |x: bool| match mode.join {
        BoolOp::And => x && source,
        BoolOp::Or => x || source,
        BoolOp::Xor => x != source,
    };
    u32::from(join(holds)) | u32::from(join(!holds)) << 1
}

/// A comparison of 32-bit numbers of a sign.
pub(super) fn holds(comparison: Comparison, sign: Sign, x: u32, y: u32) -> bool {
    let less = match sign {
        Sign::Unsigned => x < y,
        Sign::Signed => (x as i32) < y as i32,
    };
    match comparison {
        Comparison::F => false,
        Comparison::Lt => less,
        Comparison::Eq => x == y,
        Comparison::Le => less || x == y,
        Comparison::Gt => !less && x != y,
        Comparison::Ne => x != y,
        Comparison::Ge => !less,
        Comparison::T => true,
    }
}

/// Whether a comparison as 32-bit numbers with the sign of B is wrong for numbers of these signs.
fn sign_of_b_is_wrong(case: &Case) -> bool {
    let a = operation_a(&case.operation);
    a.sign == Sign::Signed || a.selector == Selector::Word
}

/// Formats of different signs, and a comparison that can be wrong for them.
fn mixed_comparison(case: &Case) -> bool {
    let Operation::Vsetp(mode) = case.operation else { return false };
    let has_u32 =
        [mode.a, mode.b].iter().any(|it| (it.selector, it.sign) == (Selector::Word, Sign::Unsigned));
    mixed_signs(case)
        && match mode.comparison {
            Comparison::F | Comparison::T => false,
            Comparison::Eq | Comparison::Ne => has_u32,
            _ => sign_of_b_is_wrong(case),
        }
}
