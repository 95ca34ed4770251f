//! The diagnosis of observed results, on faulty emulators: each computes one of the rules, or has a fault that no rule describes.

use vmad_sass::{Ports, assemble};
use vmad_unit::Kind;
use vmad_xcheck::{
    observed::{Finding, Observation, RULES, Tally, Terms},
    vectors::{Count, Filter, Stream, Vectors},
};

/// Vectors of every mode of an instruction in turn, with the model's results.
fn vectors(kind: Kind, count: u64) -> Vec<Observation> {
    let modes = Filter::of(kind).modes();
    // A step that has no factor in common with the number of modes: a part of the vectors has all values of each field.
    let modes = (0..modes.len()).map(|index| modes[index * 1_000_003 % modes.len()].clone());
    let streams = modes.map(|mode| Stream::of_mode(mode, 3)).collect();
    let observation = |(line, vector): (u64, vmad_xcheck::vectors::Vector)| {
        let result = vector.trace().result();
        let (instruction, operation, ports) = (vector.instruction, vector.operation, vector.ports);
        Observation { line, instruction, operation, ports, result }
    };
    (2..).zip(Vectors::new(streams, Count::Total(count))).map(observation).collect()
}

/// The rows that differ, and what is found.
fn diagnose(rows: &[Observation], result: impl Fn(&Terms) -> u32) -> (u64, Vec<Finding>) {
    let mut tally = Tally::default();
    for row in rows {
        tally.count(&Observation { result: result(&Terms::of(row)), ..*row });
    }
    (tally.differing, tally.findings())
}

/// The rules that a finding names.
fn names(finding: &Finding) -> Vec<&'static str> {
    finding.rule.map(|rule| rule.id).into_iter().chain(finding.also.iter().copied()).collect()
}

/// An emulator that follows a rule is known by it. Each rule is tried on the instruction on which it differs; the long form
/// tries all instructions, the short one every third rule.
#[test]
fn an_emulator_is_known_by_its_rule() {
    let count = vmad_testing::cases(2_200, 6_000) as u64;
    let kinds: Vec<_> = Kind::ALL.into_iter().map(|kind| (kind, vectors(kind, count))).collect();
    for rule in RULES.iter().step_by(vmad_testing::step(3)) {
        let mut tried = false;
        for (kind, rows) in kinds.iter().filter(|(kind, _)| rule.is_about(*kind)) {
            if tried && vmad_testing::cases(0, 1) == 0 {
                continue;
            }
            let follow = |terms: &Terms| rule.compute(terms);
            if rows.iter().all(|row| follow(&Terms::of(row)) == row.result) {
                continue;
            }
            tried = true;
            let (differing, found) = diagnose(rows, follow);
            assert_eq!(found.len(), 1, "{kind} {}: {found:?}", rule.id);
            let names = names(&found[0]);
            assert!(names.contains(&rule.id), "{kind} {}: {names:?}", rule.id);
            assert_eq!(
                (found[0].differing, found[0].explained),
                (differing, differing),
                "{kind} {}",
                rule.id
            );
        }
        assert!(tried, "no vector shows {}", rule.id);
    }
}

/// A fault of one value of a field is found where it is, if no rule has its results.
#[test]
fn a_fault_is_found_in_its_field() {
    let count = vmad_testing::cases(4_000, 12_000) as u64;
    for (kind, field, value, text) in [
        (Kind::Vmad, "scale", 2, "scale SHR_15"),
        (Kind::Vmad, "psign", 2, "psign 2 (-(A*B)+C)"),
        (Kind::Vmad, "A select", 3, "A select B3"),
        (Kind::Vadd, "secop", 1, "secop MRG_16L"),
        (Kind::Vset, "comparison", 5, "comparison NE"),
        (Kind::Vsetp, "bool op", 2, "bool op XOR"),
        (Kind::Vshl, "wrap", 1, "wrap W"),
        (Kind::Vmnmx, "dtype", 0, "dtype UD"),
        (Kind::Vabsdiff4, "reduction", 1, "reduction ACC"),
    ] {
        let rows = vectors(kind, count);
        // A constant that no rule adds.
        let wrong = if kind == Kind::Vsetp { 1 } else { 0x5a5a_1234 };
        let (differing, found) = diagnose(&rows, |terms| {
            let is_it = terms.instruction.field(field) == Some(value);
            terms.trace.result() ^ if is_it { wrong } else { 0 }
        });
        assert_eq!((found.len(), found[0].condition.as_str()), (1, text), "{kind} {field}");
        assert!(found[0].rule.is_none(), "{kind} {field}: {:?}", found[0].rule);
        assert_eq!((found[0].differing, found[0].rows), (differing, differing));
    }
}

/// A fault of two fields together, and one of the values of the inputs.
#[test]
fn a_fault_is_found_where_two_facts_meet() {
    let rows = vectors(Kind::Vmad, 6_000);
    let (_, found) = diagnose(&rows, |terms| {
        let is_it = terms.instruction.field("psign") == Some(1) && terms.instruction.field("SAT") == Some(1);
        terms.trace.result() ^ if is_it { 0x5a5a_1234 } else { 0 }
    });
    assert_eq!(found[0].condition, "psign 1 ((A*B)-C), SAT yes");
    let (_, found) = diagnose(&rows, |terms| {
        let is_it = terms.ports[2] >> 31 == 1;
        terms.trace.result() ^ if is_it { 0x5a5a_1234 } else { 0 }
    });
    assert_eq!(found[0].condition, "bit 31 of C set");
}

/// Two mistakes are found, also where both change a row.
#[test]
fn two_rules_are_found_together() {
    let rule = |id: &str| RULES.iter().find(|rule| rule.id == id).unwrap();
    let rows = vectors(Kind::Vadd, 8_000);
    let (merge, psign) = (rule("merges-swapped"), rule("adder-psign-2-as-1"));
    let (_, found) = diagnose(&rows, |terms| {
        let merged = merge.compute(terms);
        if merged == terms.trace.result() { psign.compute(terms) } else { merged }
    });
    assert_eq!(found.len(), 2, "{found:?}");
    for (finding, id) in found.iter().zip(["merges-swapped", "adder-psign-2-as-1"]) {
        assert!(names(finding).contains(&id), "{finding:?}");
    }
}

/// One mistake in several instructions is one finding.
#[test]
fn a_fault_of_several_instructions_is_one() {
    let rule = RULES.iter().find(|rule| rule.id == "b-first-half").unwrap();
    let rows: Vec<_> = [Kind::Vadd, Kind::Vmnmx].into_iter().flat_map(|kind| vectors(kind, 3_000)).collect();
    let (_, found) = diagnose(&rows, |terms| rule.compute(terms));
    assert_eq!((found.len(), found[0].kinds.as_slice()), (1, [Kind::Vadd, Kind::Vmnmx].as_slice()));
    assert_eq!(found[0].rule.unwrap().id, "b-first-half");
    assert!(found[0].condition.starts_with("B select H1"), "{}", found[0].condition);
}

/// The same rows give the same findings, and a large file the same as a small one.
#[test]
fn a_sample_is_enough_and_always_the_same() {
    let rule = RULES.iter().find(|rule| rule.id == "shift-rounded").unwrap();
    let rows = vectors(Kind::Vmad, 60_000);
    let found = || diagnose(&rows, |terms| rule.compute(terms));
    let (differing, [first]) = (found().0, <[Finding; 1]>::try_from(found().1).unwrap());
    assert_eq!(first.rule.unwrap().id, "shift-rounded");
    assert!(first.differing.abs_diff(differing) < differing / 100, "{} of {differing}", first.differing);
    let (_, again) = found();
    assert_eq!(format!("{first:?}"), format!("{:?}", again[0]));
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
        let (_, score) = tally.scored().find(|(it, _)| it.id == name).unwrap();
        [score.explained, score.deciding, score.for_model, score.for_itself]
    };
    assert_eq!(score("D2"), [1, 2, 2, 0]);
    assert_eq!(score("D1"), [3, 0, 0, 0]);
}
