//! The results of the scalar (PTX ISA, section 9.7.18.1) and SIMD (9.7.18.2) video instructions.
//!
//! Each rule of the PTX ISA has a function of its name. [`trace`] returns every variable of the pseudo-code, [`evaluate`]
//! only the result of the same computation, [`trace_in`] the variables in any [`Domain`]. Values are signed integers
//! that hold the PTX ISA's `.s33`, `.s34` and 128-bit variables; a value wraps only where the PTX ISA says so.

mod simd;
mod stages;
mod trace;
mod vmad;

pub use trace::{LaneTrace, StageTrace, VideoTrace, VmadTrace};

use crate::ast::{Operation, Tail, Type};
use crate::domain::{Domain, Integers, Integers64};
use crate::reading::{Reading, ShiftLeft};
use stages::{Stages, arithmetic, compare, finish, part_select_sign_extend, shift};

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
        Operation::MultiplyAdd(it) => vmad::trace(&Integers, it, [a, b, c].map(i128::from), reading).d as u32,
        _ => others(operation, [a, b, c], reading),
    }
}

/// [`evaluate`] for columns of inputs. The result has the length of the shortest.
pub fn evaluate_all(operation: &Operation, [a, b, c]: [&[u32]; 3], reading: &Reading) -> Vec<u32> {
    let inputs = a.iter().zip(b).zip(c).map(|((a, b), c)| [*a, *b, *c]);
    match operation {
        Operation::MultiplyAdd(_) => inputs.map(|[a, b, c]| evaluate(operation, a, b, c, reading)).collect(),
        _ => inputs.map(|inputs| others(operation, inputs, reading)).collect(),
    }
}

/// [`evaluate`] of another instruction than `vmad`.
fn others(operation: &Operation, inputs: [u32; 3], reading: &Reading) -> u32 {
    match reading.shift_left {
        // Its numbers have less than 64 bits.
        ShiftLeft::S34 => trace_in(&Integers64, operation, inputs.map(i64::from), reading).number() as u32,
        ShiftLeft::Whole => {
            let [a, b, c] = inputs;
            trace(operation, a, b, c, reading).d()
        }
    }
}

/// The same with every variable of the pseudo-code.
pub fn trace(operation: &Operation, a: u32, b: u32, c: u32, reading: &Reading) -> VideoTrace {
    trace_in(&Integers, operation, [a, b, c].map(i128::from), reading)
}

/// The value that an instruction writes if its primary operation gives `tmp`: saturation, then second operation or merge.
pub fn after_primary(dtype: Type, sat: bool, tail: Tail, [tmp, c]: [i128; 2], reading: &Reading) -> u32 {
    // They are only recorded.
    let (ta, tb, amount) = (0, 0, None);
    finish(&Integers, Stages { ta, tb, amount, tmp, sat, dtype, tail }, c, reading).d as u32
}

/// [`trace`] in any domain. The inputs `a`, `b` and `c` are from 0 to 2^32 - 1.
#[inline]
pub fn trace_in<D: Domain>(
    domain: &D,
    operation: &Operation,
    [a, b, c]: [D::Number; 3],
    reading: &Reading,
) -> VideoTrace<D::Number> {
    let part = |register, ty, select| part_select_sign_extend(domain, register, ty, select);
    match operation {
        // Lines 142 to 157.
        Operation::Arithmetic(it) => {
            let (ta, tb) = (part(a, it.a.ty, it.a.select), part(b, it.b.ty, it.b.select));
            let tmp = arithmetic(domain, it.op, ta, tb);
            let stages = Stages { ta, tb, amount: None, tmp, sat: it.sat, dtype: it.dtype, tail: it.tail };
            VideoTrace::Stages(finish(domain, stages, c, reading))
        }
        // Lines 214 to 227.
        Operation::Shift(it) => {
            let (ta, tb) = (part(a, it.a.ty, it.a.select), part(b, Type::U32, it.bsel));
            let amount = it.mode.amount(domain, tb);
            let tmp = shift(domain, it.op, ta, amount, it.dtype, reading);
            let stages =
                Stages { ta, tb, amount: Some(amount), tmp, sat: it.sat, dtype: it.dtype, tail: it.tail };
            VideoTrace::Stages(finish(domain, stages, c, reading))
        }
        // Lines 369 to 375; "destination d and operand c are also unsigned" (line 364).
        Operation::Set(it) => {
            let (ta, tb) = (part(a, it.a.ty, it.a.select), part(b, it.b.ty, it.b.select));
            let tmp = domain.one_if(compare(domain, ta, tb, it.cmp, reading));
            let stages = Stages { ta, tb, amount: None, tmp, sat: false, dtype: Type::U32, tail: it.tail };
            VideoTrace::Stages(finish(domain, stages, c, reading))
        }
        Operation::MultiplyAdd(it) => VideoTrace::Vmad(vmad::trace(domain, it, [a, b, c], reading)),
        Operation::Simd2(it) => VideoTrace::Halves(simd::trace(domain, it, [a, b, c], reading)),
        Operation::Simd4(it) => VideoTrace::Bytes(simd::trace(domain, it, [a, b, c], reading)),
    }
}
