//! Running through a plan, on several cores.

use std::{
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Instant,
};

use vmad_ptx::ast::{self, Operation, Video};
use vmad_unit::vmad::Mode;

use super::{
    Difference, Plan, Report, Shard, Unit,
    kernel::{self, Case, Seen},
    plan::Part,
    report::Outcome,
    spellings, word,
};
use crate::spelling::instruction;

/// Does the units of a shard that the report has not, on `jobs` threads, and calls `each` with the report after every
/// one. An error of `each` ends the run once the units that are under way are done; the report keeps what it has.
///
/// # Errors
/// That of `each`.
pub fn run<E>(
    plan: &Plan,
    shard: Shard,
    report: &mut Report,
    jobs: usize,
    mut each: impl FnMut(&Report) -> Result<(), E>,
) -> Result<(), E> {
    let units = plan.units();
    let wanted = |&unit: &usize| shard.has(unit) && !report.is_done(unit);
    let todo: Vec<_> = (0..units.len()).filter(wanted).collect();
    let next = AtomicUsize::new(0);
    let (sender, outcomes) = mpsc::sync_channel(jobs.max(1));
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, todo.len().max(1)) {
            let (sender, next, todo) = (sender.clone(), &next, &todo);
            scope.spawn(move || {
                while let Some(&unit) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Nobody receives any more: the run has ended.
                    if sender.send((unit as u32, work(units[unit], plan))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (unit, outcome) in outcomes {
            report.add(unit, outcome);
            each(report)?;
        }
        Ok(())
    })
}

/// One unit.
fn work(unit: Unit, plan: &Plan) -> Outcome {
    let start = Instant::now();
    let Unit { part, mode } = unit;
    let mut outcome = Outcome { comparisons: unit.comparisons(), ..Outcome::default() };
    let mut found = |difference: &dyn Fn() -> Difference| {
        outcome.differences += 1;
        if outcome.first.is_none() {
            outcome.first = Some((name(mode), difference()));
        }
    };
    if part == Part::Corners {
        for (instruction, came_back) in word::strays(mode) {
            found(&|| Difference {
                sass: came_back.clone(),
                sass_result: format!("{:#018x}", instruction.encode()),
                ptx: instruction.to_string(),
                ptx_result: "to come back from its word as it was".to_owned(),
                inputs: [const { String::new() }; 3],
            });
        }
    }
    let all = if part == Part::Corners { 4 } else { 1 };
    let case = Case { mode, ports: &unit.ports(), spellings: all, reading: plan.reading() };
    kernel::compare(&case, &mut |seen| found(&|| result(mode, seen)));
    outcome.seconds = start.elapsed().as_secs_f64();
    outcome
}

/// A mode in words: the instruction with the first selectors of its formats.
fn name(mode: Mode) -> String {
    instruction(mode.with_first_selectors()).to_string()
}

fn result(mode: Mode, seen: Seen) -> Difference {
    let Seen { a, b, c, sass, ptx, spelling } = seen;
    let hex = |value: u32| format!("{value:#010x}");
    Difference {
        sass: instruction(mode).to_string(),
        sass_result: hex(sass),
        ptx: ptx_text(spellings(mode)[spelling]),
        ptx_result: hex(ptx),
        inputs: [a, b, c].map(hex),
    }
}

/// An operation with the operands `d, a, b, c`.
fn ptx_text(operation: Operation) -> String {
    let register = |name: &str| ast::Register::new(name).ok();
    let text = || {
        let [d, a, b, c] = ["d", "a", "b", "c"].map(register);
        let source = ast::Operand::Register;
        let video = Video::new(operation, d?, source(a?), source(b?), Some(source(c?))).ok()?;
        Some(ast::Instruction { guard: None, body: ast::Body::Video(video) }.to_string())
    };
    // The names are registers' and `vmad` has a third operand: there always is a text.
    text().unwrap_or_default()
}
