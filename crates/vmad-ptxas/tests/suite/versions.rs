//! The versions of ptxas against what each was recorded to do.

use std::collections::BTreeSet;

use vmad_map::{
    case::Case,
    divergence::{Example, Miscompiled},
    rows::{D7, D14, ROWS},
};
use vmad_ptx::{ast::Body, legality::Target};
use vmad_ptxas::{
    lowering::{Registers, Shape, lower},
    miscompiles::witness,
    safety::{Safety, listing, verdict},
    versions::{Compiler, Generation, Version, Versions},
};
use vmad_sass::{Arch, isa::Layout};
use vmad_testing::rows;
use vmad_unit::Register;

use crate::common::instruction;

/// What ptxas 12.4 makes of lines that no other test and no rule of the lowering saw.
const LOWERED: &str = include_str!("../data/ptxas-12.4.tsv");

/// Each row: its architectures, the versions in which it is wrong, and an example.
const RECORDED: &str = include_str!("../data/ptxas-versions.tsv");

/// Code that changed between versions.
const CHANGES: &str = include_str!("../data/ptxas-changes.tsv");

fn targets(archs: &str) -> impl Iterator<Item = Target> {
    archs.split(',').map(|arch| arch.parse().unwrap())
}

/// `all`, `-12.4`, `12.5-` or `12.0-13.0`, of the versions that have an architecture; commas between several.
fn ranges(text: &str, of: Versions) -> Vec<Versions> {
    let range = |part: &str| {
        let (first, last) =
            part.split_once('-').unwrap_or(if part == "all" { ("", "") } else { (part, part) });
        let or = |text: &str, other| if text.is_empty() { other } else { text.parse().unwrap() };
        Versions { first: or(first, of.first), last: or(last, of.last) }
    };
    text.split(',').map(range).collect()
}

/// Oracle: ptxas 12.4, for sm_50 and sm_61. The other records of the lowering are those of 12.9.
#[test]
fn lowering_for_12_4_is_that_of_ptxas_12_4() {
    let mut figures = [0, 0];
    for row @ [arch, ptx, words] in rows(LOWERED) {
        let target = Arch::ALL.into_iter().find(|known| known.to_string() == arch).unwrap();
        let compiler = Compiler { target, version: "12.4".parse().unwrap() };
        let words = words.split_whitespace().map(|word| u64::from_str_radix(word, 16).unwrap());
        let registers = Registers::default();
        let ours =
            lower(&instruction(ptx), compiler, &registers).unwrap_or_else(|error| panic!("{ptx}: {error}"));
        let shape = ours.shape([registers.a, registers.b, registers.c]);
        let theirs = Shape::new(Layout::Maxwell, words, [4, 5, 6].map(Register::from_encoding));
        assert!(shape.is_some() && shape == theirs, "{row:?}\n{ours}");
        let newest = lower(&instruction(ptx), target, &registers).unwrap();
        assert_eq!(ours.versions.contains(newest.versions.last), ours == newest, "{ptx}");
        figures[usize::from(ours != newest)] += 1;
    }
    assert!(figures[0] + figures[1] == 450 && figures[1] > 30, "{figures:?}");
}

/// The parts of the history of every row, with their names: `D8 .s32`.
fn parts() -> impl Iterator<Item = (String, &'static Miscompiled)> {
    ROWS.iter().flat_map(|row| row.history.iter().map(|part| (row.name_of(part), part)))
}

fn history(name: &str) -> Option<&'static Miscompiled> {
    parts().find(|(listed, _)| listed == name).map(|(_, part)| part)
}

/// Oracle: one build of each version. The table has the versions of each recorded row, and each row is recorded.
#[test]
fn each_row_has_the_versions_in_which_ptxas_was_seen_to_be_wrong() {
    let mut seen = Vec::new();
    for [name, archs, versions, ..] in rows::<7>(RECORDED) {
        // A line of `D10, D11` has the second row where it no longer has the first.
        let parts: Vec<_> = name.split(", ").collect();
        seen.extend(&parts);
        let found = |target: Target| {
            let named = parts.iter().filter_map(|name| history(name)?.versions_for(target.number));
            named.flat_map(Versions::iter).collect::<BTreeSet<_>>()
        };
        for target in targets(archs) {
            let recorded = ranges(versions, Versions::with(target).unwrap());
            let recorded: BTreeSet<_> = recorded.into_iter().flat_map(Versions::iter).collect();
            assert_eq!(found(target), recorded, "{name} on {target}");
        }
        if parts.len() > 1 {
            continue;
        }
        let is_named = |target: &Target| {
            rows::<7>(RECORDED)
                .any(|row| row[0] == name && targets(row[1]).any(|recorded| recorded == *target))
        };
        for target in [35, 50, 61, 70, 75, 80, 86, 89, 90, 100, 120].map(Target::sm) {
            assert_eq!(!found(target).is_empty(), is_named(&target), "{name} on {target}");
        }
    }
    for (name, _) in parts() {
        // No instruction shows D7 and D14: their rows name the builds that were asked.
        let is_shown = !name.starts_with(D7.id) && name != D14.id;
        assert!(seen.contains(&name.as_str()) || !is_shown, "{name}");
    }
}

/// Oracle: the same. The recorded example of a row is wrong in exactly these versions, and there is a witness for it.
#[test]
fn the_examples_are_wrong_in_the_versions_of_their_row() {
    let mut checked = 0;
    for [name, archs, versions, line, inputs, right, wrong] in rows(RECORDED) {
        if name.starts_with('I') {
            continue;
        }
        let instruction = instruction(line);
        for target in targets(archs) {
            let generation = Generation::of(target).unwrap();
            let recorded = ranges(versions, Versions::with(target).unwrap());
            for version in Versions::with(target).unwrap().iter() {
                let Some(Safety::Wrong(row)) =
                    verdict(&instruction, Compiler { target: generation, version })
                else {
                    assert!(
                        !recorded.iter().any(|versions| versions.contains(version)),
                        "{line} {target} {version}"
                    );
                    continue;
                };
                assert!(
                    recorded.iter().any(|versions| versions.contains(version)),
                    "{line} {target} {version}"
                );
                assert!(name.split(", ").any(|part| part.split(" .").next() == Some(row.id)), "{row} {line}");
                let Body::Video(video) = &instruction.body else { panic!("{line}") };
                let case = Case::of_video(video).unwrap();
                let found = witness(&case, row).expect(line);
                assert_eq!(found.wrong.is_none(), wrong == "store", "{line}");
                if wrong == "store" {
                    continue;
                }
                let inputs: Vec<_> =
                    inputs.split(' ').map(|digits| u32::from_str_radix(digits, 16).unwrap()).collect();
                let inputs = inputs.try_into().unwrap();
                // The record has the result of one row.
                if name == row.id || name.contains('.') {
                    let results = [case.prepare()(inputs), row.prepare(&case).unwrap()(inputs)];
                    assert_eq!(results.map(|result| format!("{result:08x}")), [right, wrong], "{line}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

/// Oracle: the same. Each pattern of ordinary code is a recorded one, and is wrong as recorded; no row is left out.
#[test]
fn the_integer_rows_are_recorded() {
    let recorded: Vec<_> = rows::<7>(RECORDED).filter(|row| row[0].starts_with('I')).collect();
    let ordinary: Vec<_> = ROWS.iter().filter(|row| row.id.starts_with('I')).collect();
    for row in &ordinary {
        let Example { instruction, inputs: [a, b, c], here, there } = row.example.unwrap();
        let inputs = format!("{a:08x} {b:08x} {c:08x}");
        let expected = [instruction, &inputs, &format!("{here:08x}"), &format!("{:08x}", there.unwrap())];
        assert!(recorded.iter().any(|columns| columns[0] == row.id && columns[3..] == expected), "{row}");
    }
    assert!(recorded.iter().all(|columns| ordinary.iter().any(|row| row.id == columns[0])));
    let listed: Vec<_> = listing().into_iter().map(|row| row.name).collect();
    let named: Vec<_> = parts().map(|(name, _)| name).filter(|name| !name.starts_with(D7.id)).collect();
    assert_eq!(listed, named, "each row has an example");
}

/// Oracle: the recorded changes. A scalar instruction is right or wrong in the versions whose code was.
#[test]
fn verdicts_change_where_the_code_changed() {
    let mut checked = 0;
    for [archs, versions, line, expected, _] in rows(CHANGES) {
        if !line.starts_with('v') || !["right", "wrong"].contains(&expected) {
            continue;
        }
        let instruction = instruction(line);
        for target in targets(archs) {
            let recorded = ranges(versions, Versions::with(target).unwrap());
            for version in recorded.into_iter().flat_map(Versions::iter) {
                let compiler = Compiler { target: Generation::of(target).unwrap(), version };
                let is_right = !matches!(verdict(&instruction, compiler).unwrap(), Safety::Wrong(_));
                assert_eq!(is_right, expected == "right", "{line} {target} {version}");
                checked += 1;
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn a_text_is_a_version_or_says_what_is_legal() {
    for version in Version::all() {
        assert_eq!(version.to_string().parse(), Ok(version));
    }
    assert_eq!(
        (Version::all().next(), Version::all().next_back()),
        (Some(Version::OLDEST), Some(Version::NEWEST))
    );
    assert_eq!("12.4.131".parse::<Version>(), "12.4".parse());
    for text in ["12.7", "10.2", "13.6", "300.1", "12.70000"] {
        assert!(text.parse::<Versions>().is_err(), "{text}");
    }
    for text in ["", "12", "12.", "12.4.", "+12.4", "a.b", "12.4-", "-12.4", "12.4-12.5-12.6", "12.4.1.1"] {
        let error = text.parse::<Versions>().unwrap_err();
        assert!(error.to_string().contains("legal are"), "{text}: {error}");
    }
    let error = "13.5-12.4".parse::<Versions>().unwrap_err();
    assert_eq!(error.to_string(), "the range 13.5-12.4 ends before it starts: write 12.4-13.5");
}

/// Oracle: `ptxas --help` of 11.8, 12.4, 12.8, 12.9 and 13.0 to 13.5.
#[test]
fn each_architecture_has_the_versions_whose_help_names_it() {
    for [target, first, last] in rows(include_str!("../data/ptxas-architectures.tsv")) {
        let versions = Versions::with(target.parse().unwrap()).unwrap();
        assert_eq!(
            [versions.first, versions.last].map(|version| version.to_string()),
            [first, last],
            "{target}"
        );
    }
    for target in ["sm_21", "sm_30", "sm_73", "sm_99", "sm_130"] {
        assert!(Versions::with(target.parse().unwrap()).is_err(), "{target}");
    }
    let asked: Versions = "13.0".parse().unwrap();
    let error = asked.that_have(Target::sm(61)).unwrap_err();
    assert_eq!(error.to_string(), "ptxas 13.0 has no sm_61: ptxas 11.2 to 12.9 has it");
}
