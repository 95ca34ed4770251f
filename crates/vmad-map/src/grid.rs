//! The corner grid: combinations of a few corner values of the three operands.

use vmad_ptx::ast::Source;
use vmad_unit::{Operation, Selector, Width};

use crate::{case::Case, corners, meaning::spelling::operand};

/// The values of C for an instruction with a second operation or a merge.
const THIRD: [u32; 6] = [0, 1, 0x7fff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/// The bits of a register that are not read: 0, or arbitrary.
const REST: [u32; 2] = [0, 0x9ae7_6bc5];

/// The values of a register that an operand reads.
pub fn values(source: Source) -> Vec<u32> {
    let selector = operand(source).selector;
    let rest = if selector.width() == Width::Word { &REST[..1] } else { &REST };
    let mut values = Vec::with_capacity(rest.len() * corners::few(selector.width()).len());
    for rest in rest {
        values.extend(registers(selector, *rest));
    }
    values
}

/// The registers with a corner in the selected part.
fn registers(selector: Selector, rest: u32) -> impl Iterator<Item = u32> {
    corners::few(selector.width()).iter().map(move |&field| corners::register(selector, field, rest))
}

/// The inputs `[a, b, c]` of a case; in place of a constant, the constant alone.
pub fn inputs(case: &Case) -> Vec<[u32; 3]> {
    let whole = corners::few(Width::Word);
    let values = |index: usize, rest: u32| -> Vec<u32> {
        match (case.constants[index], case.mode.operands()) {
            (Some(constant), _) => vec![constant],
            // The lanes of VABSDIFF4.
            (None, None) => whole.into(),
            (None, Some(operands)) => registers(operands[index].selector, rest).collect(),
        }
    };
    let third = |of: &[u32]| case.constants[2].map_or_else(|| of.to_vec(), |constant| vec![constant]);
    let all = |index: usize| -> Vec<u32> {
        let mut all: Vec<_> = REST.into_iter().flat_map(|rest| values(index, rest)).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    match case.mode {
        // C is an addend of 32 bits.
        Operation::Vmad(_) => product([&all(0), &all(1), &third(whole)]),
        mode => {
            // 31 is the largest amount that does not shift all bits out.
            let amount = mode.kind().shifts_by_b().then_some(31);
            let third = match mode {
                // The source predicate.
                Operation::Vsetp(_) => third(&THIRD[..2]),
                _ => third(&THIRD),
            };
            let [zeros, arbitrary] = REST.map(|rest| {
                let b: Vec<_> = values(1, rest).into_iter().chain(amount).collect();
                (values(0, rest), b)
            });
            let mut inputs = product([&zeros.0, &zeros.1, &third]);
            inputs.extend(product([&arbitrary.0, &arbitrary.1, &third[..1]]));
            inputs
        }
    }
}

/// All inputs of some values of `a`, `b` and `c`.
pub fn product([a, b, c]: [&[u32]; 3]) -> Vec<[u32; 3]> {
    let mut inputs = Vec::with_capacity(a.len() * b.len() * c.len());
    for &a in a {
        for &b in b {
            inputs.extend(c.iter().map(|&c| [a, b, c]));
        }
    }
    inputs
}

/// How far from 0 the inputs are, all together, and then the inputs: 0xffffffff is as near as 1.
pub fn nearness(inputs: [u32; 3]) -> (u64, [u32; 3]) {
    let distance = inputs.into_iter().map(|input| u64::from((input as i32).unsigned_abs())).sum();
    (distance, inputs)
}
