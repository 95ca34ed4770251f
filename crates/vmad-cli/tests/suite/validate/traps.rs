//! Constants that a miscompile may have left, siblings, and functions that are not called.

use serde_json::Value;

use super::{altered_of, check, objects};

const SIBLING: u64 = 0x5fa4_0300_6057_0007;
const ALONE: u64 = 0x5f2c_0360_6057_0000;
const TRAPS: [&str; 2] = ["tests/data/traps.ptx", "tests/data/traps.sm_50.cubin"];

/// Verdict, row and whether it is a finding, of each vmad of a function of the traps.
fn traps(cubin: &str, function: &str) -> Vec<(String, String, bool)> {
    let ran = check([TRAPS[0], cubin], &["--json"]);
    assert_eq!(ran.code, 1);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of = objects(&ran).into_iter().filter(|it| it["function"] == function);
    of.map(|it| (text(&it["verdict"]), text(&it["row"]), it["finding"] == true)).collect()
}

fn said(verdict: &str, row: &str, finding: bool) -> (String, String, bool) {
    (verdict.to_owned(), row.to_owned(), finding)
}

#[test]
fn a_constant_that_a_miscompile_may_have_left_is_not_equal() {
    let (d4, d7) = (said("differs", "D4", true), said("differs", "D7", true));
    let doubt = said("not compared", "", true);
    let lost = said("not compared", "D7", true);
    let equal = said("equal", "", false);
    for (function, expected) in [
        ("d4_copy", vec![&d4]),
        ("d4_computed", vec![&d4]),
        ("d4_twice", vec![&equal, &d4]),
        ("d7_copy", vec![&d7]),
        ("d7_loop", vec![&lost]),
        ("counter", vec![&doubt]),
    ] {
        assert_eq!(traps(TRAPS[1], function).iter().collect::<Vec<_>>(), expected, "{function}");
    }
}

#[test]
fn a_register_is_its_declaration() {
    let equal = said("equal", "", false);
    let expected = [equal.clone(), said("differs", "D4", true), equal.clone(), equal];
    assert_eq!(traps(TRAPS[1], "scopes"), expected);
}

#[test]
fn what_a_selected_part_is_taken_to_hold_is_said_of_the_part() {
    let ran = check(TRAPS, &[]);
    assert!(ran.stdout.contains("    if b.b0 is 0x4, the constant of the word\n"), "{}", ran.stdout);
}

#[test]
fn an_equality_with_an_assumed_value_is_not_proved() {
    let ran = check(TRAPS, &["--json", "--prove", "--cases", "8", "--solver", "tests/data/solver.sh"]);
    let mut equal = objects(&ran);
    equal.retain(|it| it["verdict"] == "equal");
    let (assuming, others): (Vec<_>, Vec<_>) = equal.iter().partition(|it| it["taken"].is_array());
    assert!(!assuming.is_empty() && assuming.iter().all(|it| it["proof"] == "unknown"), "{assuming:?}");
    assert!(others.iter().any(|it| it["proof"] == "proved"), "{others:?}");
}

#[test]
fn a_wrong_vmad_is_no_copy_of_its_sibling() {
    assert_eq!(traps(TRAPS[1], "siblings"), [said("equal", "", false), said("equal", "", false)]);
    // psign of the VMAD.U8.U32.SAT R7, R0, R5, -R6.
    let (_folder, cubin) = altered_of(TRAPS[1], |word| (word == SIBLING).then_some(word ^ 1 << 53));
    assert_eq!(traps(&cubin, "siblings"), [said("equal", "", false), said("not compared", "", true)]);
}

#[test]
fn a_function_that_is_not_called_explains_nothing() {
    assert_eq!(traps(TRAPS[1], "alone"), [said("equal", "", false)]);
    // psign of the VMAD.U32.U32.SHR_7 R0, R0, R5, -R6.
    let (_folder, cubin) = altered_of(TRAPS[1], |word| (word == ALONE).then_some(word ^ 1 << 53));
    assert_eq!(traps(&cubin, "alone"), [said("differs", "", true)]);
}

#[test]
fn a_constant_is_followed_past_lop3() {
    assert_eq!(traps(TRAPS[1], "lop3"), [said("equal", "", false), said("equal", "", false)]);
}
