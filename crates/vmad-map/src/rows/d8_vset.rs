use vmad_ptx::ast::{Comparison, Operation};
use vmad_unit::Kind;

use super::d9::has_immediate;
use crate::{
    bounds::{number, operand_range},
    case::Case,
    divergence::{Divergence, Example, Miscompiled, Model},
    word::{imm16, result_on_kepler},
};

/// D8 in `vset`, on sm_35 and sm_37.
pub static D8_VSET: Divergence = Divergence {
    id: "D8 vset",
    title: "a constant b of vset from 32768 to 65535 becomes negative",
    meanings: [
        "btype gives the value of a constant: 32768 is 32768",
        "the constant is an imm16, and btype extends it: 32768 becomes 0x8000, as .S16 -32768",
    ],
    cases_text: "vset with btype .s32 and a constant b from 32768 to 65535, if it changes the result",
    evidence: "the code that ptxas 11.2 to 11.8 emit for sm_35, run by the unit",
    example: Some(Example {
        instruction: "vset.s32.s32.lt d, a, 32768;",
        inputs: [0, 32768, 0],
        here: 1,
        there: Some(0),
    }),
    instructions: &[Kind::Vset],
    cases: has_misread_constant,
    model: Model::Word(result_on_kepler),
    history: &[Miscompiled::always(35, 37)],
    ..Divergence::EMPTY
};

/// A constant b that becomes another number as an imm16.
fn has_misread_constant(case: &Case) -> bool {
    let (Some(Operation::Set(it)), [a, Some(b), _]) = (&case.ptx, case.constants) else { return false };
    let [exact, made] = [number(b, it.b.ty), imm16(b, it.b.ty)];
    let [low, high] = operand_range(it.a, a);
    let candidates =
        [low, high, exact - 1, exact, exact + 1, made - 1, made, made + 1].map(|a| a.clamp(low, high));
    has_immediate(case)
        && exact != made
        && candidates.into_iter().any(|a| compare(it.cmp, a, exact) != compare(it.cmp, a, made))
}

/// The result of a comparison of numbers; P7 has the unsigned ones, which are all `.LT`.
const fn compare(cmp: Comparison, a: i128, b: i128) -> bool {
    match cmp {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
        Comparison::Lt | Comparison::Lo | Comparison::Ls | Comparison::Hi | Comparison::Hs => a < b,
    }
}
