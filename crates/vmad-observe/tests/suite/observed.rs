//! The diagnosis of observed results, on emulators that follow a rule.

use vmad_observe::{
    observed::{Diagnosis, Finding, Observation, RULES, Rule, Run, Tally, mode_fields},
    vectors::{Count, Filter, Stream, Vectors},
};
use vmad_sass::{Ports, assemble};
use vmad_unit::Kind;

/// Vectors of every mode of an instruction in turn, with the model's results.
fn vectors(kind: Kind, count: u64) -> Vec<Observation> {
    let modes = Filter::of(kind).modes();
    // A step that has no factor in common with the number of modes: a part of the vectors has all values of each field.
    let modes = (0..modes.len()).map(|index| modes[index * 1_000_003 % modes.len()].clone());
    let streams = modes.map(|mode| Stream::of_mode(mode, 3)).collect();
    let observation = |(line, vector): (u64, vmad_observe::vectors::Vector)| {
        let result = vector.trace().result();
        let (instruction, operation, ports) = (vector.instruction, vector.operation, vector.ports);
        Observation { line, instruction, operation, ports, result }
    };
    (2..).zip(Vectors::new(streams, Count::Total(count))).map(observation).collect()
}

/// The tally of an emulator.
fn tally(rows: &[Observation], result: impl Fn(Run) -> u32) -> Tally {
    let mut tally = Tally::default();
    for row in rows {
        let Ports { a, b, c } = row.ports;
        let run = Run::new(row.instruction, row.operation, [a, b, c]);
        tally.count(&Observation { result: result(run), ..*row });
    }
    tally
}

fn follow(rule: &Rule) -> impl Fn(Run) -> u32 {
    |mut run| {
        rule.apply(&mut run);
        run.result
    }
}

/// The rules that a finding names.
fn names(finding: &Finding) -> Vec<&'static str> {
    finding.rule.iter().map(|rule| rule.id).chain(finding.also.iter().copied()).collect()
}

/// An emulator that follows a rule is known by it. Each rule is tried on two instructions on which it differs; the short form
/// tries every 13th rule on one.
#[test]
fn an_emulator_is_known_by_its_rule() {
    let count = vmad_testing::cases(2_200, 6_000) as u64;
    let kinds: Vec<_> = Kind::ALL.into_iter().map(|kind| (kind, vectors(kind, count))).collect();
    for rule in RULES.iter().step_by(vmad_testing::step(13)) {
        let mut tried = 0;
        for (kind, rows) in &kinds {
            let tally = tally(rows, follow(rule));
            if tally.differing == 0 {
                continue;
            }
            tried += 1;
            let Diagnosis { findings, others } = tally.diagnosis();
            assert_eq!((findings.len(), others), (1, 0), "{kind} {}: {findings:?}", rule.id);
            let names = names(&findings[0]);
            assert!(names.contains(&rule.id), "{kind} {}: {names:?}", rule.id);
            let found = (findings[0].condition.as_str(), findings[0].differing);
            assert_eq!(found, ("", tally.differing), "{kind} {}", rule.id);
            if tried == vmad_testing::cases(1, 2) {
                break;
            }
        }
        assert!(tried > 0, "no vector shows {}", rule.id);
    }
}

/// A field whose values are taken in another order is known by its table. The short form tries every eighth field.
#[test]
fn a_field_is_known_by_its_table() {
    let kinds: Vec<_> = Kind::ALL.into_iter().map(|kind| (kind, vectors(kind, 4_000))).collect();
    for field in mode_fields().into_iter().step_by(vmad_testing::step(8)) {
        let legal: Vec<_> = field.values().iter().filter(|value| value.meaning.is_some()).collect();
        let values: Vec<_> = legal.iter().map(|value| u64::from(value.value)).collect();
        let next = values.iter().copied().zip(values.iter().copied().cycle().skip(1));
        let rule = Rule::of_table(field, next);
        let counted = kinds.iter().map(|(_, rows)| tally(rows, follow(&rule)));
        let tally = counted.into_iter().find(|tally| tally.differing > 0).unwrap();
        let Diagnosis { findings, others } = tally.diagnosis();
        assert_eq!((findings.len(), others), (1, 0), "{}: {findings:?}", field.name());
        let found = findings[0].rule.as_ref().unwrap();
        assert_eq!((found.id, found.title.as_ref()), (field.name(), rule.title.as_ref()));
    }
}

/// The same rows give the same findings.
#[test]
fn a_diagnosis_is_always_the_same() {
    let rule = RULES.iter().find(|rule| rule.id == "shift-rounded").unwrap();
    let rows = vectors(Kind::Vmad, 6_000);
    let [one, other] = [0; 2].map(|_| format!("{:?}", tally(&rows, follow(rule)).diagnosis()));
    assert_eq!(one, other);
}

/// A mode is missing until a row has a result for it.
#[test]
fn missing_modes_are_counted() {
    let all: Vec<_> = vectors(Kind::Vsetp, 10_000);
    assert_eq!(tally(&all, |run| run.result).missing_modes(), []);
    let some: Vec<_> =
        all.iter().filter(|row| row.instruction.field("bool op") != Some(2)).copied().collect();
    let missing = tally(&some, |run| run.result).missing_modes();
    let modes = Filter::of(Kind::Vsetp).modes().len() as u64;
    assert_eq!(missing, [(Kind::Vsetp, modes / 3)]);
}

/// The model's results, twice in one mode and once in another.
#[test]
fn observations_are_counted_for_the_model_and_the_others() {
    let mut tally = Tally::default();
    for text in [
        "VMAD.U32.U32.SAT R0, R1, R2, -R3",
        "VMAD.U32.U32.SAT R4, R5, R6, -R7",
        "VMAD.U32.S32.SAT R0, R1, R2, -R3",
    ] {
        let instruction = assemble(text).unwrap().instruction;
        let operation = instruction.operation().unwrap();
        let ports = Ports { a: 0xffff_ffff, b: 0xffff_ffff, c: 0x8000_0000 };
        let result = operation.execute(ports.a, ports.b, ports.c);
        tally.count(&Observation { line: 1, instruction, operation, ports, result });
    }
    assert_eq!((tally.rows, tally.modes.len(), tally.differing), (3, 2, 0));
    let score = |name| {
        let (_, score) = tally.scored().find(|(row, _)| row.id == name).unwrap();
        [score.explained, score.deciding, score.for_model, score.for_itself]
    };
    assert_eq!(score("D2"), [1, 2, 2, 0]);
    assert_eq!(score("D1"), [3, 0, 0, 0]);
}
