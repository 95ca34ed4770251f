//! The diagnosis of faulty emulators: the unit with one fault or two, each under a condition. None of them uses a rule.

mod emulator;
mod further;
mod one;
mod several;

use vmad_observe::observed::{Diagnosis, Observation, Tally};
use vmad_sass::Ports;

use emulator::rows;
use further::FURTHER;
use one::ONE;
use several::SEVERAL;

/// Each fault is found by its stage and its condition, and the counts are those of the rows. The short form tries every 17th.
#[test]
fn a_fault_is_found_by_its_stage_and_its_condition() {
    let mut wrong = Vec::new();
    for fault in ONE.iter().chain(SEVERAL).chain(FURTHER).step_by(vmad_testing::step(17)) {
        let mut tally = Tally::default();
        let count = vmad_testing::cases(5_000, 6_000) as u64 / fault.kinds.len() as u64;
        for (line, row) in (2..).zip(rows(fault.kinds, count)) {
            let (instruction, operation, [a, b, c]) = (row.instruction, row.operation, row.ports);
            let ports = Ports { a, b, c };
            tally.count(&Observation { line, instruction, operation, ports, result: (fault.run)(&row) });
        }
        let Diagnosis { findings, others } = tally.diagnosis();
        let mut found: Vec<_> = findings
            .iter()
            .map(|found| (found.rule.as_ref().map_or("", |rule| rule.id), found.condition.as_str()))
            .collect();
        // Their order depends on the rows.
        let mut expected = fault.found.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        if found != expected {
            wrong.push(format!("{}: {found:?}, not {expected:?}", fault.name));
        }
        let counted: u64 = findings.iter().map(|found| found.differing).sum::<u64>() + others;
        assert!(counted >= tally.differing, "{}: {counted} of {}", fault.name, tally.differing);
        assert!(findings.iter().all(|found| found.differing <= found.rows), "{}", fault.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
