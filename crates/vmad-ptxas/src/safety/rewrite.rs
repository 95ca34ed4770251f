//! What to write in place of an instruction that ptxas compiles wrong.

use vmad_ptx::ast::{
    Accumulate, Arithmetic, ArithmeticOp, Body, Comparison, Factor, Instruction, MultiplyAdd, Operand,
    Operation, Register, SecOp, Set, Tail, Type, Video,
};
use vmad_ptx::syntax::parse_one;

use super::{
    Safety,
    plain::plain,
    verdict,
    wide::{free, wide},
};
use crate::versions::{Compiler, Generation};
use vmad_map::rows::{D3, D3P, D10, D11, D12, D13, P7};

/// The shortest known PTX that computes the same as a miscompiled instruction, and that ptxas compiles correctly.
/// [`None`] if the instruction needs none.
///
/// It is equal for all values of the registers (proved for the recorded instructions by this crate's tests), and it
/// leaves the other registers of the instruction as they are. The last line writes the destination.
pub fn rewriting(
    instruction: &Instruction,
    compiler: impl Into<Compiler<Generation>>,
) -> Option<Vec<String>> {
    let compiler = compiler.into();
    let Body::Video(video) = &instruction.body else { return None };
    let miscompile = match verdict(instruction, compiler)? {
        Safety::Right => return None,
        Safety::Wrong(miscompile) => miscompile,
        // The comparisons that sm_70 does not have are those of P7.
        Safety::Illegal => &P7,
    };
    let lines = match (video.operation(), miscompile) {
        (_, row) if [&D10, &D11, &D12, &D13].contains(&row) => plain(video),
        (Operation::MultiplyAdd(it), row) if [&D3, &D3P].contains(&row) => wide(video, it),
        (Operation::MultiplyAdd(it), _) => {
            one(video, Operation::MultiplyAdd(factors(it, video)), is_d6(it, video))
        }
        (Operation::Arithmetic(it), _) => arithmetic(video, *it),
        (Operation::Set(it), _) => set(video, *it),
        _ => None,
    }?;
    let (last, first) = lines.split_last()?;
    // The new line can be wrong too: an exchanged constant (D4 after D6), the comparison, the merge or the second
    // operation.
    if last != &instruction.to_string()
        && let Some(more) = parse_one(last).ok().and_then(|it| rewriting(&it.instruction, compiler))
    {
        let (last, others) = more.split_last()?;
        return Some([first, others, &[guarded(instruction, last)]].concat());
    }
    Some([first, &[guarded(instruction, last)]].concat())
}

/// A line with the guard of an instruction.
fn guarded(instruction: &Instruction, line: &str) -> String {
    match &instruction.guard {
        Some(guard) => format!("{guard} {line}"),
        None => line.to_owned(),
    }
}

/// The instruction with another operation, and with a and b exchanged.
fn one(video: &Video, operation: Operation, exchanged: bool) -> Option<Vec<String>> {
    let (a, b) = if exchanged { (video.b(), video.a()) } else { (video.a(), video.b()) };
    Some(vec![format!("{};", with(video, operation, a, b)?)])
}

/// The instruction with another operation and other operands.
fn with(video: &Video, operation: Operation, a: &Operand<i64>, b: &Operand<i64>) -> Option<Video> {
    Video::new(operation, video.d().clone(), a.clone(), b.clone(), video.c().cloned())
}

/// D6: the constant is a, and b has the minus sign.
fn is_d6(it: &MultiplyAdd, video: &Video) -> bool {
    matches!(video.a(), Operand::Immediate(_)) && it.accumulate.b_negate()
}

/// D4: a dtype with btype's sign, which only decides whether the constant becomes an imm16. D6: the factors exchanged,
/// because ptxas negates the product for `-a`.
fn factors(it: &MultiplyAdd, video: &Video) -> MultiplyAdd {
    if is_d6(it, video) {
        let accumulate = match it.accumulate {
            Accumulate::MinusProduct { by: Factor::B } => Accumulate::MinusProduct { by: Factor::A },
            other => other,
        };
        MultiplyAdd { a: it.b, b: it.a, accumulate, ..*it }
    } else {
        MultiplyAdd { dtype: it.b.ty, ..*it }
    }
}

/// D8: the operands exchanged if the result stays the same, because a constant a is loaded as it is. For `vsub`, a
/// dtype with btype's sign. Otherwise, a constant that ptxas does not know.
fn arithmetic(video: &Video, it: Arithmetic) -> Option<Vec<String>> {
    if matches!(video.a(), Operand::Immediate(_)) {
        return hidden(video, Operation::Arithmetic(it));
    }
    if it.op != ArithmeticOp::Sub {
        return one(video, Operation::Arithmetic(Arithmetic { a: it.b, b: it.a, ..it }), true);
    }
    let uses_dtype = it.sat || matches!(it.tail, Tail::Second(SecOp::Min | SecOp::Max));
    if !uses_dtype {
        return one(video, Operation::Arithmetic(Arithmetic { dtype: it.b.ty, ..it }), false);
    }
    hidden(video, Operation::Arithmetic(it))
}

/// The operation with b in a register whose constant ptxas does not know: it does not fold a `prmt`.
fn hidden(video: &Video, operation: Operation) -> Option<Vec<String>> {
    let Operand::Immediate(value) = video.b() else { return None };
    let name = free("constant", video);
    let b = Operand::Register(Register::new(name.clone())?);
    Some(vec![
        format!(".reg .b32 {name};"),
        format!("prmt.b32 {name}, {value}, 0, 0x3210;"),
        format!("{};", with(video, operation, video.a(), &b)?),
    ])
}

/// P7: the comparison of numbers in place of the unsigned one; a signed a is extended first, and compared as a `.u32`.
/// D9: the operands exchanged.
fn set(video: &Video, it: Set) -> Option<Vec<String>> {
    let cmp = match it.cmp {
        Comparison::Lo => Comparison::Lt,
        Comparison::Ls => Comparison::Le,
        Comparison::Hi => Comparison::Gt,
        Comparison::Hs => Comparison::Ge,
        other => other,
    };
    let mut set = Set { cmp, ..it };
    let mut lines = Vec::new();
    let mut video = video.clone();
    if cmp != it.cmp && it.a.ty.is_signed() {
        set.a.ty = Type::U32;
        if let (Some(select), Operand::Register(a)) = (it.a.select, video.a().clone()) {
            let name = free("extended", &video);
            lines.push(format!(".reg .b32 {name};"));
            let (at, bits) = (select.lsb(), select.width());
            lines.push(format!("bfe.s32 {name}, {}, {at}, {bits};", a.name()));
            set.a.select = None;
            let a = Operand::Register(Register::new(name)?);
            video = with(&video, Operation::Set(set), &a, video.b())?;
        }
    }
    let is_constant =
        matches!(video.b(), Operand::Immediate(value) if (1..0x1_0000).contains(&(*value as u32)));
    if is_constant && matches!(video.a(), Operand::Immediate(_)) {
        return hidden(&video, Operation::Set(set));
    }
    if is_constant {
        let cmp = match set.cmp {
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
            same => same,
        };
        set = Set { a: set.b, b: set.a, cmp, ..set };
    }
    lines.extend(one(&video, Operation::Set(set), is_constant)?);
    Some(lines)
}
