//! The names of the pairs, and the exit codes of a measurement. No test depends on a speed.

use std::{collections::HashSet, process::Command};

use vmad_bench::pairs;

#[test]
fn every_pair_has_a_name_of_its_own() {
    let pairs = pairs::all();
    let names: HashSet<&str> = pairs.iter().map(|pair| pair.name.as_str()).collect();
    assert_eq!(names.len(), pairs.len());
    assert_eq!(names.iter().filter(|name| name.starts_with("batch-far/")).count(), 864);
}

fn ratios(arguments: &[&str]) -> (Option<i32>, String) {
    // No valgrind is on this path.
    let output = Command::new(env!("CARGO_BIN_EXE_ratios")).args(arguments).env("PATH", "").output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn exit_codes_tell_what_was_done() {
    assert_eq!(ratios(&["no such pair"]), (Some(2), String::new()));
    assert_eq!(ratios(&["no such reader", "--slopes"]), (Some(2), String::new()));
    assert_eq!(ratios(&["execute", "--instructions"]), (Some(1), String::new()));
    assert_eq!(ratios(&["execute/any-setting", "--run=1,0"]), (Some(0), String::new()));
    // Not the name of a pair, although one begins with it.
    assert_eq!(ratios(&["execute/one", "--run=1,0"]).0, Some(1));
    let (code, text) = ratios(&["execute/one-setting"]);
    let columns: Vec<_> = text.trim_end().split('\t').collect();
    assert!(code == Some(0) && columns.len() == 4 && columns[0] == "execute/one-setting", "{text}");
    assert!(columns[3].parse::<f64>().is_ok_and(|ratio| ratio > 0.0), "{text}");
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
