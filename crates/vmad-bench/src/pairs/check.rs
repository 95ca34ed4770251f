//! The exhaustive comparison's loops, beside the two models called one at a time.

use std::{convert::Infallible, hint::black_box};

use vmad_map::{corners, meaning::spelling::spellings};
use vmad_ptx::{reading::Reading, video::evaluate};

use vmad_sweep::{Part, Plan, Scope, Shard, Unit, run};
use vmad_unit::{Kind, Operation, execute, vmad::Mode};

use crate::{Pair, Side};

/// Every N-th setting of two bytes is compared: three settings, 4.7 million comparisons.
const THINNED: usize = 512;

pub(super) fn pair() -> Pair {
    Pair::new("check", || {
        let plan = Plan::new(Scope::new(&[Kind::Vmad], &[Part::Bytes], THINNED, Reading::DEFAULT));
        let modes = modes(&plan);
        let comparisons = plan.units.iter().map(|unit| unit.comparisons()).sum::<u64>() as usize;
        let subject = Side::new("vmad sweep", comparisons, move || {
            let Ok(report) = run(&plan, Shard::WHOLE, 1, |_| Ok::<(), Infallible>(()));
            black_box(&report);
        });
        let peer = Side::new("execute, evaluate", comparisons, move || {
            black_box(modes.iter().map(|&mode| differences(black_box(mode))).sum::<u32>());
        });
        Ok([subject, peer])
    })
}

fn modes(plan: &Plan) -> Vec<Mode> {
    let mode = |unit: &Unit| match unit.operation {
        Operation::Vmad(mode) => Some(mode),
        _ => None,
    };
    plan.units.iter().filter_map(mode).collect()
}

/// The comparison as simple loops: all bytes of A, all bytes of B, the corners of C.
fn differences(mode: Mode) -> u32 {
    let [operation, ..] = spellings(mode);
    let port = |selector, field| corners::register(selector, field, 0x5a5a_5a5a);
    let mut differences = 0;
    for a in (0..256).map(|field| port(mode.a.selector, field)) {
        for b in (0..256).map(|field| port(mode.b.selector, field)) {
            for c in corners::WORDS {
                let same = execute(mode, a, b, c) == evaluate(&operation, a, b, c, &Reading::DEFAULT);
                differences += u32::from(!same);
            }
        }
    }
    differences
}
