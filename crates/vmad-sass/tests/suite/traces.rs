//! Traces of the datapath: one for each psign, scale, saturation and form, at inputs that show something.
//!
//! Oracle: the 96 snapshots under `snapshots/trace/`, read by a person; and what `data/trace-cases.tsv` says that each
//! of them shows, which was worked out apart from this code.

use std::{collections::BTreeSet, fmt::Write, fs};

use vmad_sass::{Instruction, Ports, assemble, dispatch::Dispatch};
use vmad_unit::{Clamp, Format, Operand, Psign, Saturate, Scale, Sign, Trace};

use crate::{
    snapshots::{FOLDER, assert_snapshot},
    words::mode,
};

const CASES: &str = include_str!("../data/trace-cases.tsv");

struct Case {
    name: &'static str,
    text: &'static str,
    vmad: Instruction,
    trace: Trace,
    shows: BTreeSet<&'static str>,
}

fn cases() -> impl Iterator<Item = Case> {
    CASES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [name, text, a, b, c, shows] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let [a, b, c] = [a, b, c].map(|hex| u32::from_str_radix(&hex[2..], 16).unwrap());
        let vmad = assemble(text).unwrap().instruction;
        let ports = Ports { a, b, c };
        assert_eq!(vmad.bind(ports), ports, "{name}: the ports are what the instruction can read");
        Case { name, text, vmad, trace: vmad.trace(ports).unwrap(), shows: shows.split(", ").collect() }
    })
}

/// What a trace shows, of the things that the cases name.
fn seen(trace: &Trace) -> BTreeSet<&'static str> {
    let guard_bits = trace.pattern("tmp") >> 64;
    let tmp = trace.value("tmp").unwrap();
    let negative = |wire| trace.value(wire).unwrap() < 0;
    let leaves = trace.pattern("below") + trace.pattern("above") > 0;
    let mut seen = BTreeSet::new();
    let mut note = |is_seen, what| {
        if is_seen {
            seen.insert(what);
        }
    };
    note(trace.clamp() == Clamp::ToMin, "clamps to min");
    note(trace.clamp() == Clamp::ToMax, "clamps to max");
    note(trace.clamp() == Clamp::Inside, "is inside");
    note(trace.clamp() == Clamp::Off && leaves, "is cut");
    note(guard_bits == 0b11, "sets the guard bits");
    note(trace.sign("final") == Some(Sign::Signed) && i64::try_from(tmp).is_err(), "leaves 64 bits");
    note(negative("A extended"), "extends the sign of A");
    note(negative("B extended"), "extends the sign of B");
    note(negative("C extended"), "extends the sign of C");
    seen
}

/// `coupled-register-add-shr-7-sat`
fn name(vmad: &Instruction) -> String {
    let form = if vmad.immediate().is_some() { "immediate" } else { "register" };
    let mode = mode(vmad);
    let psign = match mode.psign {
        Psign::Add => "add",
        Psign::SubtractC => "subtract-c",
        Psign::NegateProduct => "negate-product",
        Psign::PlusOne => "plus-one",
    };
    let scale = match mode.scale {
        Scale::Pass => "pass",
        Scale::Shr7 => "shr-7",
        Scale::Shr15 => "shr-15",
    };
    let saturate = match mode.saturate {
        Saturate::Off => "cut",
        Saturate::On => "sat",
    };
    format!("{}-{form}-{psign}-{scale}-{saturate}", vmad.dispatch().name())
}

#[test]
fn every_trace_is_as_it_was() {
    let mut failed = Vec::new();
    for Case { name, text, vmad, trace, shows } in cases() {
        let mut shown = format!("{text}\n{:#018x}, {}\n", vmad.encode(), vmad.dispatch().name());
        writeln!(shown, "{}\n", shows.into_iter().collect::<Vec<_>>().join(", ")).unwrap();
        write!(shown, "{trace}").unwrap();
        // All of them are compared before the test fails, so that one run shows every changed wire.
        if std::panic::catch_unwind(|| assert_snapshot("trace", name, &shown)).is_err() {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "changed: {failed:#?}");
}

#[test]
fn every_case_shows_what_it_says() {
    for Case { name, trace, shows, .. } in cases() {
        assert_eq!(seen(&trace), shows, "{name}");
    }
}

#[test]
fn there_is_a_case_for_each_psign_scale_saturation_and_form() {
    let mut names = BTreeSet::new();
    for case in cases() {
        assert_eq!(case.name, name(&case.vmad), "{}", case.text);
        assert_eq!(case.vmad.to_string(), case.text);
        names.insert(case.name);
    }
    assert_eq!(names.len(), 4 * 3 * 2 * 4);
    assert_eq!(cases().count(), names.len());
}

#[test]
fn there_is_a_snapshot_for_each_case_and_no_other() {
    let files = fs::read_dir(format!("{FOLDER}/trace")).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let kept: BTreeSet<String> = files.filter(|name| !name.ends_with(".snap.new")).collect();
    let expected: BTreeSet<String> = cases().map(|case| format!("{}.snap", case.name)).collect();
    assert_eq!(kept, expected);
}

#[test]
fn the_cases_cover_the_unit() {
    let mut shown = BTreeSet::new();
    let (mut a_sources, mut b_sources) = (BTreeSet::<Operand>::new(), BTreeSet::<Operand>::new());
    let mut immediates = BTreeSet::new();
    let mut formats = BTreeSet::<(bool, Format, Format)>::new();
    let mut final_signs = BTreeSet::new();
    for Case { vmad, trace, shows, .. } in cases() {
        shown.extend(shows);
        let mode = mode(&vmad);
        a_sources.insert(mode.a);
        match vmad.immediate() {
            None => drop(b_sources.insert(mode.b)),
            Some(_) => drop(immediates.insert(mode.b.sign)),
        }
        let coupled = vmad.dispatch() == Dispatch::Coupled;
        formats.insert((coupled, mode.a.format(), mode.b.format()));
        final_signs.insert((trace.pattern("intermediate"), trace.pattern("final")));
    }
    assert_eq!(shown.len(), 9, "{shown:?}");
    assert_eq!(a_sources.len(), 14, "every selector of A with every sign");
    assert_eq!(b_sources.len(), 14, "every selector of B with every sign");
    assert_eq!(immediates.len(), 2);
    // 16 pairs of bytes and half-words are coupled; the other 20 have a word.
    assert_eq!(formats.iter().filter(|&&(coupled, ..)| coupled).count(), 16);
    assert_eq!(formats.len(), 36);
    assert_eq!(final_signs.len(), 3, "unsigned, signed, and unsigned that becomes signed");
}
