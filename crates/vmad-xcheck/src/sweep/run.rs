//! Running a plan on several cores.

use std::num::NonZero;

use vmad_unit::vmad::Mode;

use super::{
    Difference, Plan, Report, Shard, Unit,
    kernel::{self, Found, Job},
    plan::Part,
    report::Outcome,
    round_trip::round_trip_failures,
};
use crate::{
    interpretation::Case,
    parallel,
    spelling::{instruction, multiply_adds},
};

/// Does the units of a shard that the report does not have, on `jobs` threads, and calls `each` with the report after
/// every one. An error of `each` ends the run once the units in progress are done; the report keeps its results.
///
/// # Errors
/// The error of `each`.
pub fn run<E>(
    plan: &Plan,
    shard: Shard,
    report: &mut Report,
    jobs: usize,
    mut each: impl FnMut(&Report) -> Result<(), E>,
) -> Result<(), E> {
    let units = plan.units().iter().copied().zip(0..);
    let todo: Vec<_> = units.filter(|(_, index)| shard.has(*index) && !report.is_done(*index)).collect();
    let jobs = NonZero::new(jobs).unwrap_or(NonZero::<usize>::MIN);
    parallel::each(
        jobs,
        &todo,
        |(unit, _)| work(*unit, plan),
        |(_, index), outcome, time| {
            report.add(*index as u32, outcome, time);
            each(report)
        },
    )
}

/// One unit.
fn work(unit: Unit, plan: &Plan) -> Outcome {
    let Unit { part, mode } = unit;
    let mut outcome = Outcome { comparisons: unit.comparisons(), ..Outcome::default() };
    let mut found = |difference: &dyn Fn() -> Difference| {
        outcome.differences += 1;
        if outcome.first.is_none() {
            outcome.first = Some((name(mode), difference()));
        }
    };
    if part == Part::Corners {
        for (instruction, decoded) in round_trip_failures(mode) {
            found(&|| Difference {
                sass: decoded.clone(),
                sass_result: format!("{:#018x}", instruction.encode()),
                ptx: instruction.to_string(),
                ptx_result: "to come back from its word as it was".to_owned(),
                inputs: [const { String::new() }; 3],
            });
        }
    }
    let spellings = if part == Part::Corners { 4 } else { 1 };
    let job = Job { mode, ports: &unit.ports(), spellings, reading: plan.reading() };
    kernel::compare(&job, &mut |it| found(&|| difference(mode, it)));
    outcome
}

/// A mode in words: the instruction with the first selectors of its formats.
fn name(mode: Mode) -> String {
    instruction(mode.with_first_selectors()).to_string()
}

fn difference(mode: Mode, found: Found) -> Difference {
    let Found { a, b, c, sass, ptx, spelling } = found;
    let hex = |value: u32| format!("{value:#010x}");
    let case = Case { operation: multiply_adds(mode)[spelling], constants: [None; 3] };
    Difference {
        sass: instruction(mode).to_string(),
        sass_result: hex(sass),
        ptx: case.instruction().map(|instruction| instruction.to_string()).unwrap_or_default(),
        ptx_result: hex(ptx),
        inputs: [a, b, c].map(hex),
    }
}
