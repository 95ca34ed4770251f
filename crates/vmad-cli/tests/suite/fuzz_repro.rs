//! `vmad fuzz-repro`, and the list of fuzz targets.

use std::{collections::BTreeSet, fmt::Write, fs};

use vmad_invariants::ALL;

use crate::common::{assert_refused, vmad};

#[test]
fn every_target_tells_of_any_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for target in ALL {
        let artifacts = folder.path().join(target.name);
        fs::create_dir(&artifacts).unwrap();
        for (name, bytes) in
            [("crash-1", &b"\x7fELF and more of it, as long as one cares to write"[..]), ("empty", b"")]
        {
            let path = artifacts.join(name);
            fs::write(&path, bytes).unwrap();
            let ran = vmad(&["fuzz-repro", path.to_str().unwrap()]);
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
            assert!(ran.stdout.starts_with(target.name), "{ran:?}");
            assert!(ran.stdout.contains("as input\n  "), "{ran:?}");
            assert!(ran.stdout.contains("the invariant: "), "{ran:?}");
        }
    }
}

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

#[test]
fn a_target_that_is_none_is_refused_with_those_that_are() {
    let missing = ["fuzz-repro", "no-such-file", "--target", "control_word_round_trips"];
    assert_refused(&vmad(&missing), &["no-such-file"]);
}

/// What fuzzing found on its way and kept: every invariant holds of its seeds, and they are cases to it.
#[test]
fn every_invariant_holds_of_its_seeds() {
    for target in ALL {
        let mut cases = 0;
        for entry in fs::read_dir(format!("../../fuzz/seeds/{}", target.name)).unwrap() {
            cases += usize::from(target.check(&fs::read(entry.unwrap().path()).unwrap()).is_ok());
        }
        assert!(cases > 0, "{} has no seed that is a case", target.name);
    }
}

/// A target is a file and a binary of the fuzzing workspace, and an invariant of the same name.
#[test]
fn the_fuzz_targets_are_the_invariants() {
    let names: BTreeSet<String> = ALL.iter().map(|target| target.name.to_owned()).collect();
    let files: BTreeSet<String> = fs::read_dir("../../fuzz/fuzz_targets")
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(files, names);
    let manifest = fs::read_to_string("../../fuzz/Cargo.toml").unwrap();
    for name in &names {
        assert!(manifest.contains(&format!("[[bin]]\nname = \"{name}\"\n")), "{name}");
    }
}
