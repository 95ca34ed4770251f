//! Running a plan on several cores.

use std::num::NonZero;

use vmad_ptx::ast::{Instruction as PtxInstruction, Operation as PtxOperation};
use vmad_unit::Operation;

use super::{
    Difference, Plan, Report, Shard, Unit,
    kernel::{self, Found, Job, Ptx},
    plan::Part,
    report::Outcome,
    round_trip::round_trip_failures,
};
use vmad_ptxas::spelling::{instruction, spellings};
use vmad_term::parallel;

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

fn work(unit: Unit, plan: &Plan) -> Outcome {
    let mut outcome = Outcome { comparisons: unit.comparisons(), ..Outcome::default() };
    let mut found = |difference: &dyn Fn() -> Difference| {
        outcome.differences += 1;
        if outcome.first.is_none() {
            outcome.first = Some((name(&unit.operation), difference()));
        }
    };
    if unit.part == Part::Corners {
        for (parts, word, decoded) in round_trip_failures(unit.operation) {
            found(&|| Difference {
                sass: decoded.clone(),
                sass_result: word.map_or_else(String::new, |word| format!("{word:#018x}")),
                ptx: format!("{parts:?}"),
                ptx_result: "to come back from its word as it was".to_owned(),
                inputs: [const { String::new() }; 3],
            });
        }
    }
    match unit.operation {
        Operation::Vmad(mode) => {
            let count = if unit.part == Part::Corners { 4 } else { 1 };
            let job = Job { mode, ports: &unit.ports(), spellings: count, reading: plan.reading() };
            kernel::compare(&job, &mut |it| {
                found(&|| differing(mode.into(), spellings(mode)[it.spelling], it));
            });
        }
        operation => {
            if let Some(ptx) = Ptx::of(&operation) {
                ptx.compare(&unit.ports(), plan.reading(), &mut |it| {
                    found(&|| differing(operation, ptx.ptx, it));
                });
            }
        }
    }
    outcome
}

/// A mode in words: the instruction with the first selectors of its formats.
fn name(operation: &Operation) -> String {
    text(operation.with_first_selectors())
}

fn text(operation: Operation) -> String {
    instruction(operation).map_or_else(|error| error.to_string(), |it| it.to_string())
}

fn differing(operation: Operation, ptx: PtxOperation, found: Found) -> Difference {
    let Found { a, b, c, sass: sass_result, ptx: ptx_result, .. } = found;
    let hex = |value: u32| format!("{value:#010x}");
    Difference {
        sass: text(operation),
        sass_result: hex(sass_result),
        ptx: PtxInstruction::of(ptx, [None; 3]).map(|it| it.to_string()).unwrap_or_default(),
        ptx_result: hex(ptx_result),
        inputs: [a, b, c].map(hex),
    }
}
