//! The results of the nine scalar video instructions (PTX ISA, section 9.7.18.1) and of `vabsdiff4` (9.7.18.2).
//!
//! Each rule of the manual has a file of its name. [`trace`] returns every variable of the pseudo-code, [`evaluate`] only
//! the result of the same computation. Values are signed integers that hold the manual's `.s33`, `.s34` and 128-bit
//! variables; a value wraps only where the manual says so.

mod arithmetic;
mod compare;
mod part_select;
mod saturate;
mod second;
mod shift;
mod trace;
mod vabsdiff4;
mod vmad;

pub use trace::{StageTrace, Trace, VmadTrace};
pub use vabsdiff4::LaneTrace;

use crate::ast::{Operation, Type};
use crate::reading::Reading;
use part_select::part_select_sign_extend;
use second::{Stages, finish};

/// The value that the instruction writes to `d`.
///
/// `a`, `b` and `c` are the 32 bits of the registers; `c` is ignored if the instruction has none.
#[expect(
    clippy::inline_always,
    reason = "a loop over one `vmad` takes half the time; by itself it is too large"
)]
#[inline(always)]
pub fn evaluate(operation: &Operation, a: u32, b: u32, c: u32, reading: &Reading) -> u32 {
    match operation {
        // Separate, so that only this one is inlined in a loop over `vmad`: sweeps of `vmad` are long.
        Operation::MultiplyAdd(it) => vmad::trace(it, a, b, c, reading).d,
        _ => trace(operation, a, b, c, reading).d(),
    }
}

/// The same with every variable of the pseudo-code.
pub fn trace(operation: &Operation, a: u32, b: u32, c: u32, reading: &Reading) -> Trace {
    match operation {
        // Lines 142 to 157.
        Operation::Arithmetic(it) => {
            let ta = part_select_sign_extend(a, it.a.ty, it.a.select);
            let tb = part_select_sign_extend(b, it.b.ty, it.b.select);
            let tmp = arithmetic::primary(it.op, ta, tb);
            let stages = Stages { ta, tb, amount: None, tmp, sat: it.sat, dtype: it.dtype, tail: it.tail };
            Trace::Stages(finish(stages, c, reading))
        }
        // Lines 214 to 227.
        Operation::Shift(it) => {
            let ta = part_select_sign_extend(a, it.a.ty, it.a.select);
            let tb = part_select_sign_extend(b, Type::U32, it.bsel);
            let amount = shift::amount(it.mode, tb);
            let tmp = shift::primary(it.op, ta, amount, it.dtype, reading);
            let stages =
                Stages { ta, tb, amount: Some(amount), tmp, sat: it.sat, dtype: it.dtype, tail: it.tail };
            Trace::Stages(finish(stages, c, reading))
        }
        // Lines 369 to 375; "destination d and operand c are also unsigned" (line 364).
        Operation::Set(it) => {
            let ta = part_select_sign_extend(a, it.a.ty, it.a.select);
            let tb = part_select_sign_extend(b, it.b.ty, it.b.select);
            let tmp = i128::from(compare::compare(ta, tb, it.cmp, reading));
            let stages = Stages { ta, tb, amount: None, tmp, sat: false, dtype: Type::U32, tail: it.tail };
            Trace::Stages(finish(stages, c, reading))
        }
        Operation::MultiplyAdd(it) => Trace::Vmad(vmad::trace(it, a, b, c, reading)),
        Operation::AbsDiff4(it) => Trace::Lanes(vabsdiff4::trace(it, a, b, c)),
    }
}
