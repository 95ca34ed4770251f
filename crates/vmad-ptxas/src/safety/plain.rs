//! D10 to D13: the second operation, the merge and the clamp as instructions of their own.

use vmad_ptx::ast::{
    Arithmetic, ArithmeticOp, Operand, Operation, Register, SecOp, Set, Shift, Tail, Type, Video,
};

use super::wide::{extended, free};
use vmad_map::rows::later::exceeds_unsigned_word;
use vmad_map::{bounds::numbers, case::Case};

/// The intermediate result in a register, and then its use.
pub(super) fn plain(video: &Video) -> Option<Vec<String>> {
    let (dtype, sat, tail) = match video.operation() {
        Operation::Arithmetic(it) => (it.dtype, it.sat, it.tail),
        Operation::Shift(it) => (it.dtype, it.sat, it.tail),
        Operation::Set(it) => (Type::U32, false, it.tail),
        _ => return None,
    };
    let d = video.d().name();
    let c = match video.c() {
        Some(Operand::Register(register)) => register.name().to_owned(),
        Some(Operand::Immediate(value)) => (*value as i32).to_string(),
        None => String::new(),
    };
    let is_used = !matches!(tail, Tail::None | Tail::Unused);
    let result = if is_used { free("result", video) } else { d.to_owned() };
    let mut lines = Vec::new();
    if is_used {
        lines.push(format!(".reg .b32 {result};"));
    }
    match (tail, sat) {
        (Tail::Merge(select), true) => {
            // A clamp to signed words, and another one within it, is one to the smaller range.
            lines.push(alone(video, &result, Type::S32, true)?);
            let [low, high] = numbers(dtype, select.width());
            lines.push(format!("max.s32 {result}, {result}, {low};"));
            lines.push(format!("min.s32 {result}, {result}, {high};"));
        }
        _ => match video.operation() {
            Operation::Arithmetic(it)
                if sat
                    && dtype == Type::U32
                    && Case::of_video(video).is_some_and(|it| exceeds_unsigned_word(&it)) =>
            {
                lines.extend(clamped(video, it, &result)?);
            }
            _ => lines.push(alone(video, &result, dtype, sat)?),
        },
    }
    match tail {
        Tail::None | Tail::Unused => {}
        Tail::Second(SecOp::Add) => lines.push(format!("add.u32 {d}, {result}, {c};")),
        Tail::Second(op) => lines.push(format!("{}.{} {d}, {result}, {c};", op.text(), dtype.text())),
        Tail::Merge(select) => {
            lines.push(format!("bfi.b32 {d}, {result}, {c}, {}, {};", select.lsb(), select.width()));
        }
    }
    Some(lines)
}

/// The instruction without second operation and merge.
fn alone(video: &Video, to: &str, dtype: Type, sat: bool) -> Option<String> {
    let operation = match *video.operation() {
        Operation::Arithmetic(it) => Operation::Arithmetic(Arithmetic { dtype, sat, tail: Tail::None, ..it }),
        Operation::Shift(it) => Operation::Shift(Shift { dtype, sat, tail: Tail::None, ..it }),
        Operation::Set(it) => Operation::Set(Set { tail: Tail::None, ..it }),
        _ => return None,
    };
    let d = Register::new(to)?;
    let video = Video::new(operation, d, video.a().clone(), video.b().clone(), None)?;
    Some(format!("{video};"))
}

/// The result in 64 bits, clamped to 32.
fn clamped(video: &Video, it: &Arithmetic, to: &str) -> Option<Vec<String>> {
    let [x, y, part] = ["x", "y", "part"].map(|name| free(name, video));
    let mut lines = vec![format!(".reg .b64 {x}, {y};"), format!(".reg .b32 {part};")];
    lines.extend(extended(&x, &part, video.a(), it.a));
    lines.extend(extended(&y, &part, video.b(), it.b));
    match it.op {
        ArithmeticOp::Add => lines.push(format!("add.s64 {x}, {x}, {y};")),
        ArithmeticOp::Sub => lines.push(format!("sub.s64 {x}, {x}, {y};")),
        ArithmeticOp::AbsDiff => {
            lines.push(format!("sub.s64 {x}, {x}, {y};"));
            lines.push(format!("abs.s64 {x}, {x};"));
        }
        ArithmeticOp::Min | ArithmeticOp::Max => return None,
    }
    lines.push(format!("cvt.sat.u32.s64 {to}, {x};"));
    Some(lines)
}
