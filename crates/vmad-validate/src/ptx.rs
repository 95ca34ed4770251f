//! PTX operations as a comparison sees them.

use vmad_map::meaning::spelling::{mode_of, multiply_add};
use vmad_ptx::ast::{Comparison, Operation, Tail, Type};

/// The spelling that stands for all operations with the same meaning: `.dtype` of a `vmad`, a `c` without effect, and
/// unsigned comparisons of unsigned numbers make no difference.
pub(crate) fn canonical(operation: &Operation) -> Operation {
    let is_unused = operation.tail() == Some(Tail::Unused);
    let mut canonical = if is_unused { operation.with_tail(Tail::None) } else { *operation };
    match &mut canonical {
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
    canonical
}

#[cfg(test)]
mod tests {
    use vmad_map::meaning::operations;
    use vmad_ptx::{
        ast::{Comparison, Operation, Type},
        reading::Reading,
        video::{evaluate, trace},
    };

    use super::canonical;

    /// Canonical operations compute the same, and formats that are taken out and put back change nothing.
    #[test]
    fn meanings_are_kept() {
        let inputs = [0, 1, 0x7f, 0x80, 0xffff, 0x8000_0001, u32::MAX];
        let mut changed = 0;
        for operation in operations().step_by(29) {
            let other = canonical(&operation);
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
                let traced = trace(&operation, a, b, 0x1234_5678, &Reading::DEFAULT);
                assert_eq!(result(&operation), traced.d(), "{operation} {a:#x} {b:#x}");
            }
            let same = operation.sources().map(|sources| operation.with_sources(sources));
            assert_eq!(same, Some(operation), "{operation}");
        }
        assert!(changed > 100, "{changed}");
    }
}
