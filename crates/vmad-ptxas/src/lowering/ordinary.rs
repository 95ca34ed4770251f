//! Ordinary PTX that ptxas 12.9 compiles to a video instruction.
//!
//! | PTX | the video instruction with the same code |
//! |---|---|
//! | `sad.T d, a, b, c` | `vabsdiff.T.T.T.add d, a, b, c` |
//! | `min.T t, a, b; max.T d, t, c` | `vmin.T.T.T.max d, a, b, c` |
//!
//! `T` is `u32` or `s32`. Each of the pair is `min` or `max`, and `t` may be either operand of the second. ptxas was
//! asked about all pairs of 107 integer instructions: no other gives an instruction of the family. A `min` that is
//! written as `setp` and `selp` counts as a `min`.
//!
//! A pair becomes one instruction if:
//! - nothing else reads `t`, and the first instruction has no guard;
//! - `a` and `b` are not one register, and at most one of them is a constant;
//! - `c` is a register. (A kernel's parameter is not a register: it is an operand `c[0x0][...]` of `IMNMX`.)
//!
//! ptxas visits the instructions in order. For each, it searches for the first instruction of a pair: one that computes
//! its first operand, or else one that computes the other. If the found one has the other type, there is no pair. So
//! the first two of a chain become one, and of `max(min(a, b), min(c, d))` the outer `max` and `min(a, b)`. This agrees
//! with ptxas on 22,500 random graphs of two to seven instructions.
//!
//! ptxas loads some constants `c` of a `sad` from a constant bank, not by `MOV32I`.

use vmad_ptx::{
    ast::{
        Arithmetic, ArithmeticOp, Body, Instruction, Integer, Operand, Operation, SecOp, Source, Tail, Type,
        Video,
    },
    integer::{Int, Op},
    module::Ordinary,
    sequence::Sequence,
};

/// A video instruction with the code and the results of ordinary instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fused {
    /// The indices of the ordinary instructions: one `sad`, or a pair.
    pub of: Vec<usize>,
    /// The video instruction. [`lower`](super::lower) gives its code.
    pub video: Instruction,
}

/// The video instructions that ptxas 12.9 makes of the ordinary instructions of a function or of straight-line code,
/// for sm_50 to sm_62.
pub fn fuse(ordinary: &[Ordinary]) -> Vec<Fused> {
    let firsts = firsts(ordinary);
    let mut is_taken = vec![false; ordinary.len()];
    let mut fused = Vec::new();
    for (index, second) in ordinary.iter().enumerate() {
        if second.operation.op == Op::Sad {
            fused.extend(sad(second).map(|video| Fused { of: vec![index], video }));
        } else if !is_taken[index]
            && let Some((first, operand)) = first_of_pair(ordinary, second, &firsts[index], &is_taken)
            && let Some(video) = pair(&ordinary[first], second, operand)
        {
            (is_taken[first], is_taken[index]) = (true, true);
            fused.push(Fused { of: vec![first, index], video });
        }
    }
    fused
}

/// For each instruction, the `min` and `max` before it whose results only it reads, in their order.
fn firsts(ordinary: &[Ordinary]) -> Vec<Vec<usize>> {
    let mut firsts = vec![Vec::new(); ordinary.len()];
    for (index, first) in ordinary.iter().enumerate().filter(|(_, it)| extreme(it).is_some()) {
        if let Some(of_reader) = first.reader.and_then(|reader| firsts.get_mut(reader)) {
            of_reader.push(index);
        }
    }
    firsts
}

/// The one of `firsts` that ptxas joins with `second`, and the index of the operand of `second` that it computes.
fn first_of_pair(
    ordinary: &[Ordinary],
    second: &Ordinary,
    firsts: &[usize],
    is_taken: &[bool],
) -> Option<(usize, usize)> {
    extreme(second)?;
    second.sources.iter().enumerate().find_map(|(at, operand)| {
        let computes = |first: &&usize| *operand == Operand::Register(ordinary[**first].d.clone());
        let first = *firsts.iter().rev().find(computes)?;
        (!is_taken[first]).then_some((first, at))
    })
}

/// The ordinary PTX that [`fuse`] turns into a video instruction, if any: `min.s32 t, a, b; max.s32 d, t, c;`.
pub fn ordinary(video: &Instruction) -> Option<String> {
    let Body::Video(body) = &video.body else { return None };
    let Operation::Arithmetic(Arithmetic { op, dtype, tail: Tail::Second(second), .. }) = *body.operation()
    else {
        return None;
    };
    let ty = dtype.text();
    let (d, a, b, c) = (body.d(), body.a(), body.b(), body.c()?);
    let guard = video.guard.as_ref().map_or_else(String::new, |guard| format!("{guard} "));
    let text = if op == ArithmeticOp::AbsDiff {
        format!("{guard}sad.{ty} {d}, {a}, {b}, {c};")
    } else {
        let first = if op == ArithmeticOp::Min { "min" } else { "max" };
        format!("{first}.{ty} t, {a}, {b}; {guard}{}.{ty} {d}, t, {c};", second.text())
    };
    // The selectors, `.sat` and the other types must be those of the ordinary instructions.
    let code = Sequence::parse(&text).ok()?;
    let [fused] = fuse(&Ordinary::of_sequence(&code)).try_into().ok()?;
    (fused.video == *video).then_some(text)
}

/// The `vabsdiff` of a `sad`.
fn sad(it: &Ordinary) -> Option<Instruction> {
    let [a, b, c] = it.sources.as_slice() else { return None };
    video(it, ArithmeticOp::AbsDiff, SecOp::Add, [a, b, c])
}

/// A `min` or `max` as the first and as the second operation of a video instruction.
const fn extreme(it: &Ordinary) -> Option<(ArithmeticOp, SecOp)> {
    match it.operation.op {
        Op::Min => Some((ArithmeticOp::Min, SecOp::Min)),
        Op::Max => Some((ArithmeticOp::Max, SecOp::Max)),
        _ => None,
    }
}

/// The `vmin` or `vmax` of a pair, whose first instruction computes an operand of the second: 0 or 1.
fn pair(first: &Ordinary, second: &Ordinary, operand: usize) -> Option<Instruction> {
    let ((op, _), (_, second_op)) = (extreme(first)?, extreme(second)?);
    let ([a, b], [left, right]) = (first.sources.as_slice(), second.sources.as_slice()) else { return None };
    let c = if operand == 0 { right } else { left };
    let is_constant = |operand: &Operand<Integer>| matches!(operand, Operand::Immediate(_));
    if first.guard.is_some() || first.operation.ty != second.operation.ty || a == b || is_constant(c) {
        return None;
    }
    // The constant is the second operand of the code.
    match (is_constant(a), is_constant(b)) {
        (true, true) => None,
        (true, false) => video(second, op, second_op, [b, a, c]),
        (false, _) => video(second, op, second_op, [a, b, c]),
    }
}

/// A video instruction with one type, and the destination and guard of an ordinary one.
fn video(
    last: &Ordinary,
    op: ArithmeticOp,
    second: SecOp,
    operands: [&Operand<Integer>; 3],
) -> Option<Instruction> {
    let Int { signed, .. } = last.operation.ty;
    let ty = if signed { Type::S32 } else { Type::U32 };
    let source = Source { ty, select: None };
    let tail = Tail::Second(second);
    let operation =
        Operation::Arithmetic(Arithmetic { op, dtype: ty, a: source, b: source, sat: false, tail });
    let [a, b, c] = operands.map(Clone::clone);
    let video = Video::new(operation, last.d.clone(), a, b, Some(c)).ok()?;
    Some(Instruction { guard: last.guard.clone(), body: Body::Video(video) })
}
