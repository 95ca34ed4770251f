use vmad_ptx::ast::Type;
use vmad_unit::Sign;

use super::vmad::VMAD;
use crate::{
    case::Case,
    divergence::{Divergence, Example, Inputs, Model},
    domain::Domain,
    word::{history_of_imm16, result_on_maxwell},
};

/// A constant b of `vmad`.
pub static D4: Divergence = Divergence {
    id: "D4",
    title: "a constant b of vmad loses its sign",
    meanings: [
        "btype gives the value of a constant: -1 as a .u32 is 4294967295",
        "ptxas decides by dtype that the constant fits an imm16, but btype extends it: -1 becomes 0xffff, as .U16 65535",
    ],
    instructions: VMAD,
    domain: Domain::ConstantB,
    cases: has_misread_constant,
    cases_text: "dtype `.s32`, btype `.u32`, and b is a constant from -32768 to -1 (4294934528 to 4294967295); or dtype \
                 `.u32`, btype `.s32`, and b is a constant from 32768 to 65535",
    inputs: Inputs::Within(|case, inputs| case.exact(inputs).is_some_and(|trace| trace.ta != 0)),
    inputs_text: "the selected part of a is not 0",
    evidence: "`vmad.s32.u32.u32 d, a, -1, c` becomes `VMAD.U32.U16 R0, R2, 0xffff, R4`, and `vmad.u32.u32.s32 d, a, \
               32768, c` becomes `VMAD.U32.S16 R0, R2, 0x8000, R4`: miscompiles",
    example: Some(Example {
        instruction: "vmad.s32.u32.u32 d, a, -1, c;",
        inputs: [0x1, 0xffff_ffff, 0x0],
        here: 0xffff_ffff,
        there: Some(0xffff),
    }),
    model: Model::Word(result_on_maxwell),
    history: &history_of_imm16(53, [" .s32", " .u32"]),
    ..Divergence::EMPTY
};

/// b is a constant of 16 bits by dtype's sign, which btype's sign extends to another number.
fn has_misread_constant(case: &Case) -> bool {
    let (Some((mode, dtype)), [_, Some(word), _]) = (case.vmad(), case.constants) else { return false };
    match (dtype, mode.b.sign) {
        (Type::S32, Sign::Unsigned) => (-0x8000..0).contains(&(word as i32)),
        (Type::U32, Sign::Signed) => (0x8000..0x1_0000).contains(&word),
        (Type::S32, Sign::Signed) | (Type::U32, Sign::Unsigned) => false,
    }
}
