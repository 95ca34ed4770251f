//! Other video instructions with the same result.

use vmad_ptx::{
    ast::{
        Accumulate, ArithmeticOp, Body, Comparison, Factor, Instruction, Operand, Operation, Register, SecOp,
        Tail, Type, Video,
    },
    legality::Target,
};

use super::code::{BlockCode, Number};

/// The video instructions that compute the same: with the operands exchanged, and with another type of the result
/// where it has no effect.
fn equivalents(instruction: &Instruction, video: &Video) -> Vec<Instruction> {
    let operation = video.operation();
    let same =
        [(*operation, false)].into_iter().chain(exchanged(operation).map(|operation| (operation, true)));
    let all = same.flat_map(|(operation, is_exchanged)| {
        let others = of_other_types(operation).into_iter();
        others.map(move |operation| (operation, is_exchanged))
    });
    let written = all.filter_map(|(operation, is_exchanged)| {
        let (a, b) = if is_exchanged { (video.b(), video.a()) } else { (video.a(), video.b()) };
        let video = Video::new(operation, video.d().clone(), a.clone(), b.clone(), video.c().cloned())?;
        Some(Instruction { guard: instruction.guard.clone(), body: Body::Video(video) })
    });
    written.collect()
}

/// The operation of exchanged operands.
fn exchanged(operation: &Operation) -> Option<Operation> {
    let mut operation = *operation;
    match &mut operation {
        Operation::Arithmetic(it) if it.op != ArithmeticOp::Sub => (it.a, it.b) = (it.b, it.a),
        Operation::Set(it) => {
            (it.a, it.b) = (it.b, it.a);
            it.cmp = match it.cmp {
                Comparison::Lt => Comparison::Gt,
                Comparison::Le => Comparison::Ge,
                Comparison::Gt => Comparison::Lt,
                Comparison::Ge => Comparison::Le,
                Comparison::Eq | Comparison::Ne => it.cmp,
                Comparison::Lo | Comparison::Ls | Comparison::Hi | Comparison::Hs => return None,
            };
        }
        Operation::MultiplyAdd(it) => {
            (it.a, it.b) = (it.b, it.a);
            it.accumulate = match it.accumulate {
                Accumulate::MinusProduct { by: Factor::A } => Accumulate::MinusProduct { by: Factor::B },
                Accumulate::MinusProduct { by: Factor::B } => Accumulate::MinusProduct { by: Factor::A },
                other => other,
            };
        }
        _ => return None,
    }
    Some(operation)
}

/// The same operation with every type of the result, if it has no effect, and with signed names of the comparison of
/// unsigned operands.
fn of_other_types(operation: Operation) -> Vec<Operation> {
    let of = |ty| {
        let mut operation = operation;
        match &mut operation {
            Operation::Arithmetic(it)
                if !it.sat && !matches!(it.tail, Tail::Second(SecOp::Min | SecOp::Max)) =>
            {
                it.dtype = ty;
            }
            Operation::MultiplyAdd(it) => it.dtype = ty,
            Operation::Set(it) if [it.a.ty, it.b.ty] == [Type::U32; 2] => {
                it.cmp = match it.cmp {
                    Comparison::Lo => Comparison::Lt,
                    Comparison::Ls => Comparison::Le,
                    Comparison::Hi => Comparison::Gt,
                    Comparison::Hs => Comparison::Ge,
                    other => other,
                };
            }
            _ => {}
        }
        operation
    };
    let mut all = vec![operation];
    all.extend(Type::ALL.map(of));
    all
}

/// Another video instruction that computes the same, and of which a condition holds, or one behind a line that hides the
/// constant `b`; [`None`] if there is none.
pub fn another(instruction: &Instruction, is_right: impl Fn(&Instruction) -> bool) -> Option<Vec<String>> {
    let Body::Video(video) = &instruction.body else { return None };
    if let Some(found) = equivalents(instruction, video).iter().find(|candidate| is_right(candidate)) {
        return Some(vec![found.to_string()]);
    }
    // A constant that ptxas does not know: it does not fold a `prmt`.
    let Operand::Immediate(value) = *video.b() else { return None };
    let mut code = BlockCode::of(instruction, Target::sm(50));
    let constant = Number::constant(i128::from(value as u32));
    let hidden = code.word("prmt.b32", &[&constant, &Number::constant(0), &Number::constant(0x3210)]);
    let b = Operand::Register(Register::new(hidden.operand(""))?);
    let other = Video::new(*video.operation(), video.d().clone(), video.a().clone(), b, video.c().cloned())?;
    let found = equivalents(instruction, &other).into_iter().find(is_right)?;
    Some(code.finish_with(&found.to_string()))
}
