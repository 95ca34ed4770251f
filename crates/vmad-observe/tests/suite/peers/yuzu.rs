//! The rules of yuzu's shader recompiler.

use vmad_unit::{Comparison, Operation, Selector, Sign};

use super::{Case, Finding, Instruction, Peer, mixed_signs, sources};

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
            refused: "`.SAT`, a scale, `.PO` and every negation; also `.CC`. The rest is one product and one sum of 32 bits",
            findings: &[],
        },
        Instruction {
            mnemonic: "VMNMX",
            refused: "`.SAT`; `.CC`; every second operation but `MIN` and `MAX`; a `VMNMX` without a second operation",
            findings: &[Finding {
                text: "A and B are compared on 32 bits, with the sign of B. This is wrong if A is signed and B is not, and if A is \
`U32` and B is signed",
                applies: |case| mixed_signs(case) && sign_of_b_is_wrong(case),
                explains: sign_of_b_changes,
            }],
        },
        Instruction {
            mnemonic: "VSETP",
            refused: "`OR` and `XOR`: the field of the comparison overlaps that of the boolean operation",
            findings: &[
                Finding {
                    text: "A and B are compared on 32 bits, with the sign of B. This is wrong for formats of different signs: `EQ` and `NE` if \
one is `U32`, the others if A is signed and B is not, and if A is `U32` and B is signed",
                    applies: mixed_comparison,
                    explains: |case, [a, b, c]| {
                        (!case.immediate || b & 0x300 == 0) && sign_of_b_changes(case, [a, b, c])
                    },
                },
                Finding {
                    text: "The program takes bits 9:8 of an immediate as a selector of a byte or half-word beyond the immediate: \
B is 0 if they are 1. If they are 2 or 3, the whole shader is refused, as for 50f10900ff070201; this is in all 192 modes \
with an immediate",
                    applies: |case| case.immediate && !is_constant(case),
                    explains: |_, [_, b, _]| b >> 8 & 3 == 1,
                },
            ],
        },
    ],
};

/// Whether a comparison as 32-bit numbers with the sign of B is wrong for numbers of these signs.
fn sign_of_b_is_wrong(case: &Case) -> bool {
    let [a, _] = sources(case);
    a.sign == Sign::Signed || a.selector == Selector::Word
}

/// Formats of different signs, and a comparison that can be wrong for them.
fn mixed_comparison(case: &Case) -> bool {
    let Operation::Vsetp(mode) = case.operation else { return false };
    let has_u32 = [mode.a, mode.b]
        .iter()
        .any(|operand| (operand.selector, operand.sign) == (Selector::Word, Sign::Unsigned));
    mixed_signs(case)
        && match mode.comparison {
            Comparison::F | Comparison::T => false,
            Comparison::Eq | Comparison::Ne => has_u32,
            _ => sign_of_b_is_wrong(case),
        }
}

/// Whether a comparison does not depend on A and B.
fn is_constant(case: &Case) -> bool {
    matches!(case.operation, Operation::Vsetp(mode) if matches!(mode.comparison, Comparison::F | Comparison::T))
}

/// Whether the order of A and B is another one as words with the sign of B.
fn sign_of_b_changes(case: &Case, [a, b, _]: [u32; 3]) -> bool {
    let [of_a, of_b] = sources(case);
    let [a, b] = [of_a.value(a), of_b.value(b)];
    let word = |number: i64| match of_b.sign {
        Sign::Unsigned => i64::from(number as u32),
        Sign::Signed => i64::from(number as i32),
    };
    a.cmp(&b) != word(a).cmp(&word(b))
}
