//! The seeds of the invariants.

use std::{collections::BTreeSet, fmt::Write, fs};

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
    for invariant in ALL {
        writeln!(cases, "{}", invariant.name).unwrap();
        for number in 1..=25 {
            let case = invariant.describe(&bytes(number)).unwrap_or_else(|error| error.to_string());
            let case = case.escape_default().to_string();
            writeln!(cases, "  {case:.600}").unwrap();
        }
    }
    vmad_testing::assert_snapshot("fuzz", "cases", &cases);
}

/// What fuzzing found on its way and kept: every invariant holds of its seeds, and they are cases to it.
#[test]
fn every_invariant_holds_of_its_seeds() {
    for invariant in ALL {
        let text = fs::read_to_string(format!("../../fuzz/seeds/{}.hex", invariant.name)).unwrap();
        let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
        let seeds = text.lines().map(|line| line.as_bytes().chunks(2).map(byte).collect::<Vec<_>>());
        let cases = seeds.filter(|seed| invariant.check(seed).is_ok()).count();
        assert!(cases > 0, "{} has no seed that is a case", invariant.name);
    }
}

/// `.ci/run` fuzzes the invariants that have seeds.
#[test]
fn every_file_of_seeds_is_that_of_an_invariant() {
    let files = fs::read_dir("../../fuzz/seeds").unwrap().map(|file| file.unwrap().file_name());
    let files: BTreeSet<_> = files.map(|name| name.into_string().unwrap()).collect();
    assert_eq!(files, ALL.map(|invariant| format!("{}.hex", invariant.name)).into());
}
