use vmad_ptx::ast::Operation;
use vmad_unit::{Scale, Sign};

use super::vmad::{VMAD, bit_31, shifts_or_saturates};
use crate::{
    case::Case,
    divergence::{Divergence, Example, Inputs, Miscompiled, Model},
    domain::Domain,
    meaning::spelling::mode_of,
    word::result_on_maxwell,
};

/// A constant a of `vmad` beside a negated b.
pub static D6: Divergence = Divergence {
    id: "D6",
    title: "a constant a of vmad is negated in 32 bits, not the product",
    meanings: [
        "the product is negated; therefore the product and c are signed",
        "ptxas negates the constant in 32 bits, not the product",
    ],
    instructions: VMAD,
    domain: Domain::ConstantA,
    cases: has_negated_constant,
    cases_text: "b is negated, there is a shift or `.sat`, and a is a constant: any `.u32` (0 only if both types are \
                 unsigned and there is a shift), or -2147483648 as `.s32`",
    inputs: Inputs::Within(|case, inputs| {
        case.exact(inputs).is_some_and(|trace| trace.tb != 0) || bit_31(case.fill(inputs)[2])
    }),
    inputs_text: "the selected part of b is not 0, or c is 0x80000000 or more",
    evidence: "`vmad.s32.u32.u32.sat d, 7, -b, c` becomes `MOV32I R5, 0xfffffff9; VMAD.U32.U32.SAT R0, R5, R3, R4`: \
               a miscompile",
    example: Some(Example {
        instruction: "vmad.u32.u32.u32.sat d, 1, -b, c;",
        inputs: [0x1, 0xffff_ffff, 0x0],
        here: 0x8000_0000,
        there: Some(0xffff_ffff),
    }),
    model: Model::Word(result_on_maxwell),
    history: &[Miscompiled::always(35, 53)],
    ..Divergence::EMPTY
};

/// a is a constant, b has a minus sign, and the negated constant is not the number that `-a` means.
///
/// - `.u32` times unsigned: the signs of c and of the result change too, so that even 0 is wrong once it is shifted.
/// - `.u32` times signed: every constant but 0.
/// - `.s32`: -2147483648 alone, which has no negation in 32 bits.
fn has_negated_constant(case: &Case) -> bool {
    let (Some(Operation::MultiplyAdd(operation)), [Some(a), ..]) = (&case.ptx, case.constants) else {
        return false;
    };
    let mode = mode_of(operation);
    let is_wrong = match (mode.a.sign, mode.b.sign) {
        (Sign::Unsigned, Sign::Unsigned) => a != 0 || mode.scale != Scale::Pass,
        (Sign::Unsigned, Sign::Signed) => a != 0,
        (Sign::Signed, _) => a == 0x8000_0000,
    };
    operation.accumulate.b_negate() && is_wrong && shifts_or_saturates(mode)
}
