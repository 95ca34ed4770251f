//! Running a plan on several cores.

use std::num::NonZero;

use vmad_map::meaning::{specified, spelling::spellings};
use vmad_proof::parallel;
use vmad_ptx::ast::Instruction as PtxInstruction;
use vmad_ptxas::spelling::{instruction, parts};

use vmad_sass::{Instruction, Parts, SourceB};
use vmad_unit::{Operation, Selector};

use super::{
    Difference, Part, Plan, Report, Shard, Unit,
    kernel::{Disagreement, Job},
    report::Outcome,
};

/// Compares the units of a shard on `jobs` threads, and calls `each` with the report after every one. An error of `each`
/// ends the run once the units in progress are done.
///
/// # Errors
/// The error of `each`.
pub fn run<E>(
    plan: &Plan,
    shard: Shard,
    jobs: usize,
    mut each: impl FnMut(&Report) -> Result<(), E>,
) -> Result<Report, E> {
    let mut report = Report::new(plan, shard);
    let units = plan.units.iter().copied().zip(0..);
    let todo: Vec<_> = units.filter(|(_, index)| shard.has(*index)).collect();
    let jobs = NonZero::new(jobs).unwrap_or(NonZero::<usize>::MIN);
    parallel::each(
        jobs,
        &todo,
        |(unit, _)| work(*unit, plan),
        |(unit, index), outcome, time| {
            report.add(*index as u32, *unit, outcome, time);
            each(&report)
        },
    )?;
    Ok(report)
}

fn work(Unit { part, operation }: Unit, plan: &Plan) -> Outcome {
    let mut outcome = Outcome::default();
    let mut found = |difference: &dyn Fn() -> Difference| {
        outcome.differences += 1;
        outcome.first.get_or_insert_with(|| (text(operation.with_first_selectors()), difference()));
    };
    if part == Part::Corners {
        for (parts, word, decoded) in round_trip_failures(operation) {
            found(&|| Difference {
                sass: decoded.clone(),
                sass_result: word.map_or_else(String::new, |word| format!("{word:#018x}")),
                ptx: format!("{parts:?}"),
                ptx_result: "to come back from its word as it was".to_owned(),
                inputs: [const { String::new() }; 3],
            });
        }
    }
    let ptx: Vec<_> = match operation {
        Operation::Vmad(mode) => spellings(mode).into(),
        _ => specified(&operation).into_iter().collect(),
    };
    let spellings = if part == Part::Corners { &ptx } else { &ptx[..1] };
    let ports = Unit { part, operation }.ports();
    let job = Job { operation, ptx: spellings, ports: &ports, reading: &plan.scope.reading };
    job.compare(&mut |disagreement| found(&|| difference(operation, &disagreement)));
    outcome
}

fn text(operation: Operation) -> String {
    instruction(operation).map_or_else(|error| error.to_string(), |instruction| instruction.to_string())
}

fn difference(operation: Operation, disagreement: &Disagreement) -> Difference {
    let hex = |value: u32| format!("{value:#010x}");
    let [sass_result, ptx_result] = disagreement.results.map(hex);
    let ptx = PtxInstruction::video(disagreement.ptx, [None; 3])
        .map(|instruction| instruction.to_string())
        .unwrap_or_default();
    Difference { sass: text(operation), sass_result, ptx, ptx_result, inputs: disagreement.inputs.map(hex) }
}

/// The instructions with an operation: the one with a register B, and where B is `.H0` those with each of the 65,536
/// immediates.
fn instructions(operation: Operation) -> impl Iterator<Item = Parts> {
    let register = parts(operation);
    let is_half = operation.operands().is_some_and(|[_, b]| b.selector == Selector::H0);
    let immediate = move |value| Parts { b: SourceB::Immediate(value), ..register };
    let immediates = (0..=u16::MAX).map(immediate).filter(move |_| is_half);
    std::iter::once(register).chain(immediates)
}

/// The parts whose word does not decode to them; each with its word, if it has one, and the text of the decoded
/// instruction.
fn round_trip_failures(operation: Operation) -> impl Iterator<Item = (Parts, Option<u64>, String)> {
    instructions(operation).filter_map(|parts| {
        let word = match Instruction::from_parts(&parts) {
            Ok(instruction) => instruction.encode(),
            Err(error) => return Some((parts, None, error.to_string())),
        };
        match Instruction::decode(word) {
            Ok(decoded) if decoded.parts() == Some(parts) => None,
            Ok(decoded) => Some((parts, Some(word), decoded.to_string())),
            Err(error) => Some((parts, Some(word), error.to_string())),
        }
    })
}
