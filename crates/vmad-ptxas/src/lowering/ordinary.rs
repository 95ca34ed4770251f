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

use std::collections::HashMap;

use vmad_ptx::{
    ast::{
        Arithmetic, ArithmeticOp, Body, Guard, Instruction, Operand, Operation, Register, SecOp, Source,
        Tail, Type, Video,
    },
    integer::{self, Op},
    sequence::{Sequence, Step, StepSource},
};

/// A video instruction with the code and the results of ordinary instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fused {
    /// The ordinary instructions, counted from 0 among the `min`, `max` and `sad` of 32 bits: one `sad`, or a pair.
    pub of: Vec<usize>,
    /// The video instruction. [`lower`](super::lower) gives its code.
    pub video: Instruction,
}

/// The video instructions that ptxas 12.9 makes of the ordinary instructions of straight-line code, for sm_50 to sm_62.
/// A register that is not read is a result of the code.
pub fn fuse(code: &Sequence) -> Vec<Fused> {
    let ordinary = ordinary_in(code);
    let mut is_taken = vec![false; ordinary.len()];
    let mut fused = Vec::new();
    for (index, second) in ordinary.iter().enumerate() {
        let is_first = |first: &usize| {
            extreme(&ordinary[*first]).is_some() && ordinary[*first].reads == 1 && !is_taken[*first]
        };
        // The first instruction of a pair, and the operand of the second that it computes.
        let mut firsts = second.computed_by.iter().enumerate();
        let first = firsts.find_map(|(operand, first)| Some((first.filter(is_first)?, operand)));
        if second.operation.op == Op::Sad {
            fused.extend(sad(second).map(|video| Fused { of: vec![index], video }));
        } else if let Some((first, operand)) = first
            && let Some(video) = pair(&ordinary[first], second, operand)
        {
            (is_taken[first], is_taken[index]) = (true, true);
            fused.push(Fused { of: vec![first, index], video });
        }
    }
    fused
}

/// A `min`, `max` or `sad` of 32 bits.
struct Ordinary {
    operation: integer::Integer,
    guard: Option<Guard>,
    d: Register,
    sources: Vec<Operand<i64>>,
    /// The ordinary instruction that computes each source, if one does.
    computed_by: Vec<Option<usize>>,
    /// How often the code reads the result.
    reads: usize,
}

/// The ordinary instructions of straight-line code.
fn ordinary_in(code: &Sequence) -> Vec<Ordinary> {
    let mut found: Vec<Ordinary> = Vec::new();
    // The ordinary instruction whose result a register holds.
    let mut results: HashMap<usize, usize> = HashMap::new();
    for step in code.steps() {
        let ordinary = Ordinary::new(code, step, &results);
        // With a false guard, the destination keeps its value.
        let kept = step.writes().filter(|_| step.guard.is_some());
        for result in step.reads().chain(kept).filter_map(|register| results.get(&register)) {
            found[*result].reads += 1;
        }
        for register in step.writes() {
            results.remove(&register);
            if ordinary.is_some() && step.guard.is_none() {
                results.insert(register, found.len());
            }
        }
        found.extend(ordinary);
    }
    found
}

impl Ordinary {
    fn new(code: &Sequence, step: &Step, results: &HashMap<usize, usize>) -> Option<Self> {
        let integer::Operation::Integer(operation) = step.operation else { return None };
        if !matches!(operation.op, Op::Min | Op::Max | Op::Sad) || operation.ty.bits != 32 {
            return None;
        }
        let name = |index: usize| Register::new(&code.registers().get(index)?.name);
        let guard = match step.guard {
            Some((index, negated)) => Some(Guard { negated, predicate: name(index)? }),
            None => None,
        };
        let d = name(step.destinations.first().copied().flatten()?)?;
        let (mut sources, mut computed_by) = (Vec::new(), Vec::new());
        for source in &step.sources {
            let (operand, by) = match *source {
                StepSource::Constant(value) => (Operand::Immediate(value.cast_signed()), None),
                StepSource::Register { index, .. } => {
                    (Operand::Register(name(index)?), results.get(&index).copied())
                }
            };
            sources.push(operand);
            computed_by.push(by);
        }
        Some(Self { operation, guard, d, sources, computed_by, reads: 0 })
    }
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
    let [fused] = fuse(&code).try_into().ok()?;
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
    let is_constant = |operand: &Operand<i64>| matches!(operand, Operand::Immediate(_));
    if first.operation.ty != second.operation.ty || a == b || is_constant(c) {
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
    operands: [&Operand<i64>; 3],
) -> Option<Instruction> {
    let ty = if last.operation.ty.signed { Type::S32 } else { Type::U32 };
    let source = Source { ty, select: None };
    let tail = Tail::Second(second);
    let operation =
        Operation::Arithmetic(Arithmetic { op, dtype: ty, a: source, b: source, sat: false, tail });
    let [a, b, c] = operands.map(Clone::clone);
    let video = Video::new(operation, last.d.clone(), a, b, Some(c))?;
    Some(Instruction { guard: last.guard.clone(), body: Body::Video(video) })
}
