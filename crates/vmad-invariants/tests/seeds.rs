//! The list of fuzz targets, and their seeds.

use std::{fmt::Write, fs};

use vmad_invariants::ALL;

/// Bytes that depend on a number.
fn bytes(number: u64) -> Vec<u8> {
    let mut state = number;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 56) as u8
    };
    (0..200).map(|_| next()).collect()
}

/// The bytes of a failure name the same case in every build, and the cases are of all kinds.
#[test]
fn the_same_bytes_are_the_same_case() {
    let mut cases = String::new();
    for target in ALL {
        writeln!(cases, "{}", target.name).unwrap();
        for number in 1..=25 {
            let description = target.describe(&bytes(number));
            let values = description.map(|it| it.into_iter().map(|(name, value)| format!("{name} {value}")));
            let case = values.map_or_else(|error| error.to_string(), |it| it.collect::<Vec<_>>().join("; "));
            let case = case.escape_default().to_string();
            writeln!(cases, "  {case:.600}").unwrap();
        }
    }
    vmad_testing::assert_snapshot("fuzz", "cases", &cases);
}

/// What fuzzing found on its way and kept: every invariant holds of its seeds, and they are cases to it.
#[test]
fn every_invariant_holds_of_its_seeds() {
    for target in ALL {
        let text = fs::read_to_string(format!("../../fuzz/seeds/{}.hex", target.name)).unwrap();
        let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
        let seeds = text.lines().map(|line| line.as_bytes().chunks(2).map(byte).collect::<Vec<_>>());
        let cases = seeds.filter(|seed| target.check(seed).is_ok()).count();
        assert!(cases > 0, "{} has no seed that is a case", target.name);
    }
}

/// A target is a binary of the fuzzing workspace, and an invariant of the same name.
#[test]
fn the_fuzz_targets_are_the_invariants() {
    let manifest = fs::read_to_string("../../fuzz/Cargo.toml").unwrap();
    let targets = manifest.split("[[bin]]\nname = \"").skip(1);
    let targets: Vec<_> = targets.filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
    assert_eq!(targets, ALL.map(|target| target.name));
}
