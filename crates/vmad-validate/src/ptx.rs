//! PTX operations as a comparison sees them.

use vmad_ptx::ast::{
    Body, Comparison, Instruction, Integer, Operand, Operation, Register, Select, Source as Factor, Tail,
    Type, Video,
};
use vmad_ptxas::spelling::{mode_of, multiply_add};

/// The formats of `a` and `b`; SIMD instructions, which read lanes, have none.
pub(crate) const fn factors(operation: &Operation) -> Option<[Factor; 2]> {
    Some(match operation {
        Operation::Arithmetic(it) => [it.a, it.b],
        Operation::Set(it) => [it.a, it.b],
        Operation::MultiplyAdd(it) => [it.a, it.b],
        Operation::Shift(it) => [it.a, Factor { ty: Type::U32, select: it.bsel }],
        Operation::Simd2(_) | Operation::Simd4(_) => return None,
    })
}

/// The operation with other formats of `a` and `b`.
pub(crate) const fn with_factors(mut operation: Operation, [a, b]: [Factor; 2]) -> Operation {
    match &mut operation {
        Operation::Arithmetic(it) => (it.a, it.b) = (a, b),
        Operation::Set(it) => (it.a, it.b) = (a, b),
        Operation::MultiplyAdd(it) => (it.a, it.b) = (a, b),
        Operation::Shift(it) => (it.a, it.bsel) = (a, b.select),
        Operation::Simd2(_) | Operation::Simd4(_) => {}
    }
    operation
}

/// The operation without the selector of `b`, if it has one.
pub(crate) fn without_selector(operation: &Operation) -> Option<Operation> {
    let [a, b] = factors(operation)?;
    b.select.map(|_: Select| with_factors(*operation, [a, Factor { select: None, ..b }]))
}

/// The second operation or the merge, if the operation can have one; that of `vmad` and of a SIMD instruction is not one.
pub(crate) const fn tail(operation: &mut Operation) -> Option<&mut Tail> {
    match operation {
        Operation::Arithmetic(it) => Some(&mut it.tail),
        Operation::Shift(it) => Some(&mut it.tail),
        Operation::Set(it) => Some(&mut it.tail),
        Operation::MultiplyAdd(_) | Operation::Simd2(_) | Operation::Simd4(_) => None,
    }
}

/// The spelling that stands for all operations with the same meaning: `.dtype` of a `vmad`, a `c` without effect, and
/// unsigned comparisons of unsigned numbers make no difference.
pub(crate) fn canonical(mut operation: Operation) -> Operation {
    if let Some(tail @ Tail::Unused) = tail(&mut operation) {
        *tail = Tail::None;
    }
    match &mut operation {
        Operation::MultiplyAdd(it) => *it = multiply_add(mode_of(it)),
        Operation::Set(it) if it.a.ty == Type::U32 => {
            it.cmp = match it.cmp {
                Comparison::Lo => Comparison::Lt,
                Comparison::Ls => Comparison::Le,
                Comparison::Hi => Comparison::Gt,
                Comparison::Hs => Comparison::Ge,
                cmp => cmp,
            };
        }
        _ => {}
    }
    operation
}

/// An instruction with the operation, whose operands are constants or the registers `d`, `a`, `b` and `c`.
pub(crate) fn instruction(operation: Operation, constants: [Option<u32>; 3]) -> Option<Instruction> {
    let operand = |role: usize, name: &str| match constants[role] {
        Some(value) => Some(Operand::Immediate(Integer(i64::from(value.cast_signed())))),
        None => Some(Operand::Register(Register::new(name).ok()?)),
    };
    let c = if operation.has_c() { Some(operand(2, "c")?) } else { None };
    let video =
        Video::new(operation, Register::new("d").ok()?, operand(0, "a")?, operand(1, "b")?, c).ok()?;
    Some(Instruction { guard: None, body: Body::Video(video) })
}

#[cfg(test)]
mod tests {
    use vmad_proof::meaning::operations;
    use vmad_ptx::{
        ast::{Comparison, Operation, Type},
        reading::Reading,
        video::evaluate,
    };

    use super::{canonical, factors, with_factors, without_selector};

    /// Canonical operations compute the same, and formats that are taken out and put back change nothing.
    #[test]
    fn meanings_are_kept() {
        let inputs = [0, 1, 0x7f, 0x80, 0xffff, 0x8000_0001, u32::MAX];
        let mut changed = 0;
        for operation in operations().step_by(29) {
            let other = canonical(operation);
            changed += u32::from(other != operation);
            if let Operation::Set(set) = other
                && set.a.ty == Type::U32
            {
                use Comparison::{Hi, Hs, Lo, Ls};
                assert!(!matches!(set.cmp, Lo | Ls | Hi | Hs), "{operation}");
            }
            for (a, b) in inputs.into_iter().flat_map(|a| inputs.map(|b| (a, b))) {
                let result = |operation| evaluate(operation, a, b, 0x1234_5678, &Reading::DEFAULT);
                assert_eq!(result(&operation), result(&other), "{operation} {a:#x} {b:#x}");
            }
            let same = factors(&operation).map(|factors| with_factors(operation, factors));
            assert_eq!(same, Some(operation), "{operation}");
            let is_selected = operation.bsel().is_some();
            let whole = without_selector(&operation);
            assert_eq!(whole.is_some(), is_selected, "{operation}");
            assert!(whole.is_none_or(|whole| whole.bsel().is_none() && whole.asel() == operation.asel()));
        }
        assert!(changed > 100, "{changed}");
    }
}
