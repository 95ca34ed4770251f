use vmad_ptx::ast::{ArithmeticOp, Operation, Type};
use vmad_unit::Kind;

use super::{
    later::{self, clamp, range},
    second::has_extreme,
};
use crate::{
    bounds::{is_within, numbers},
    case::Case,
    divergence::{Divergence, Example, Miscompiled, Model},
};

/// A minimum or maximum as second operation, from sm_70 on.
pub static D13: Divergence = Divergence {
    id: "D13",
    title: "min or max as second operation compares another number",
    meanings: [
        "the low 32 bits of the result, by dtype's sign, are compared with c",
        "64 bits are compared. vadd, vsub, and shifts with .sat: bit 31 of an unsigned result is read as its sign, and c \
         is unsigned; others: the result is not cut to 32 bits; vset: a signed atype makes c signed",
    ],
    cases_text: ".min and .max: vadd and vsub with .u32 as dtype if the result can be negative or above 2147483647; shifts \
            with .sat likewise; others without .sat if the result can leave dtype's range; vset if atype is .s32",
    evidence: "the code for `vadd.u32.u32.u32.max d, a, b, c` compares with ISETP.GT.U32.EX; the high word of the sum is \
               SHF.R.S32.HI of the sum, that of c is RZ. A published test suite for GPUs leaves the shifts with .min and .max out: the \
               results of a GPU \"defy common sense\"",
    example: Some(Example {
        instruction: "vadd.u32.u32.u32.max d, a, b, c;",
        inputs: [0x8000_0000, 0, 0xffff_ffff],
        here: 0xffff_ffff,
        there: Some(0x8000_0000),
    }),
    instructions: &Kind::WITH_SECOND_OP,
    cases: compares_another_number,
    model: Model::Code(later::result),
    history: &[Miscompiled::always(70, 121)],
    ..Divergence::EMPTY
};

/// `.min` or `.max` of a number that the code reads as another number.
fn compares_another_number(case: &Case) -> bool {
    let Some(ptx) = case.ptx.filter(|_| has_extreme(case)) else { return false };
    // The code reads the clamped result as signed if `signed`; without a clamp it compares more than 32 bits.
    let (dtype, sat, signed, adds) = match ptx {
        Operation::Set(it) => return it.a.ty.is_signed(),
        Operation::Shift(it) => (it.dtype, it.sat, true, false),
        Operation::Arithmetic(it) => {
            let adds = matches!(it.op, ArithmeticOp::Add | ArithmeticOp::Sub);
            (it.dtype, it.sat, adds, adds)
        }
        _ => return false,
    };
    let Some(result) = range(case) else { return false };
    let word = numbers(dtype, 32);
    if sat {
        signed && dtype == Type::U32 && clamp(result, word)[1] >> 31 == 1
    } else if adds {
        dtype == Type::U32 && !is_within(result, [0, i32::MAX.into()])
    } else {
        !is_within(result, word)
    }
}
