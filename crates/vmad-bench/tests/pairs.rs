//! The list of pairs, and the exit codes of a measurement. No test depends on a speed.

use std::{collections::HashSet, process::Command};

use vmad_bench::{Pair, Target, pairs};

#[test]
fn every_pair_has_a_name_of_its_own_and_a_target() {
    let pairs = pairs::named(None);
    let names: HashSet<String> = pairs.iter().map(Pair::full_name).collect();
    assert_eq!(names.len(), pairs.len());
    assert!(pairs.iter().all(|pair| {
        let (Target::Ratio(least) | Target::Rate(least)) = pair.target;
        least > 0.0 && least.is_finite()
    }));
    let groups: Vec<&str> =
        pairs.chunk_by(|first, second| first.group == second.group).map(|group| group[0].group).collect();
    assert_eq!(groups.iter().collect::<HashSet<_>>().len(), groups.len(), "a group's pairs stand together");
    assert_eq!(pairs.iter().filter(|pair| pair.group == "batch-far").count(), 864);
    let named = pairs::named(Some("execute/one"));
    assert!(!named.is_empty() && named.iter().all(|pair| pair.full_name().contains("execute/one")));
}

fn ratios(arguments: &[&str]) -> (Option<i32>, String) {
    // No valgrind is on this path.
    let output = Command::new(env!("CARGO_BIN_EXE_ratios")).args(arguments).env("PATH", "").output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn exit_codes_tell_what_was_done() {
    let execute = "execute/one-setting\nexecute/any-setting\n";
    assert_eq!(ratios(&["execute", "--list"]), (Some(0), execute.to_owned()));
    assert_eq!(ratios(&["no such pair"]), (Some(2), String::new()));
    assert_eq!(ratios(&["execute", "--instructions"]), (Some(1), String::new()));
    assert_eq!(ratios(&["execute/any-setting", "--run-subject=1"]), (Some(0), String::new()));
    // Not the name of a pair, although one begins with it.
    assert_eq!(ratios(&["execute/one", "--run-subject=1"]).0, Some(1));
    let (code, text) = ratios(&["execute/one-setting", "--rounds=1", "--turn=1"]);
    assert!(code == Some(0) && text.contains("| execute/one-setting "), "{text}");
}

/// Every reader takes linear time, by the instructions that callgrind counts.
#[test]
fn no_reader_is_steep() {
    if !vmad_testing::long() {
        return vmad_testing::skip("the slopes of readers", "they are of the long form");
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        return vmad_testing::skip("the slopes of readers", "valgrind cannot be started");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_ratios")).arg("--slopes").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let lines = String::from_utf8_lossy(&output.stdout).lines().count();
    assert_eq!(lines, vmad_bench::slopes::READERS.len());
}
