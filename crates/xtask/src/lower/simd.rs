//! The SIMD video instructions whose code is recorded.

use fastrand::Rng;
use vmad_ptx::ast::{
    Comparison, Instruction, LaneArithmetic, LaneMask, LaneOp, LaneSelect, LaneTail, Operation, Simd, Type,
};

/// Every mode with the default mask and selectors, then every mode with a random mask and selectors.
pub(super) fn instructions() -> Vec<String> {
    let mut chance = Rng::with_seed(1);
    let two = plain::<2>().into_iter().map(Operation::Simd2);
    let mut all: Vec<Operation> = two.chain(plain::<4>().into_iter().map(Operation::Simd4)).collect();
    for index in 0..all.len() {
        all.push(match all[index] {
            Operation::Simd2(simd) => Operation::Simd2(drawn(simd, &mut chance)),
            Operation::Simd4(simd) => Operation::Simd4(drawn(simd, &mut chance)),
            other => other,
        });
    }
    all.into_iter()
        .filter_map(|operation| Some(Instruction::video(operation, [None; 3])?.to_string()))
        .collect()
}

/// Every operation with each pair of types.
fn plain<const LANES: usize>() -> Vec<Simd<LANES>> {
    let tails = [LaneTail::Merge { sat: false }, LaneTail::Merge { sat: true }, LaneTail::Add];
    let mut ops = Vec::new();
    for op in LaneArithmetic::ALL {
        for dtype in Type::ALL {
            ops.extend(tails.map(|tail| LaneOp::Arithmetic { op, dtype, tail }));
        }
    }
    for cmp in Comparison::MANUAL {
        ops.extend([false, true].map(|add| LaneOp::Set { cmp, add }));
    }
    let mut all = Vec::new();
    for op in ops {
        for atype in Type::ALL {
            all.extend(Type::ALL.map(|btype| Simd {
                op,
                atype,
                btype,
                asel: LaneSelect::A,
                bsel: LaneSelect::B,
                mask: LaneMask::ALL,
            }));
        }
    }
    all
}

fn drawn<const LANES: usize>(simd: Simd<LANES>, chance: &mut Rng) -> Simd<LANES> {
    let mut select = || {
        let parts = [(); LANES].map(|()| chance.u8(..2 * LANES as u8));
        LaneSelect::new(parts).unwrap_or(LaneSelect::A)
    };
    let (asel, bsel) = (select(), select());
    Simd { asel, bsel, mask: LaneMask::new(chance.u8(1..1 << LANES)).unwrap_or(LaneMask::ALL), ..simd }
}
