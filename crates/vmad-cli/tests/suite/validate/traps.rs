//! Constants that a miscompile may have left.

use serde_json::Value;

use super::{check, objects};

const TRAPS: [&str; 2] = ["tests/data/traps.ptx", "tests/data/traps.sm_50.cubin"];

/// Verdict, row and whether it is a finding, of each vmad of a function of the traps.
fn traps(cubin: &str, function: &str) -> Vec<(String, String, bool)> {
    let ran = check([TRAPS[0], cubin], &["--json"]);
    assert_eq!(ran.code, 1);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let of = objects(&ran).into_iter().filter(|line| line["function"] == function);
    of.map(|line| (text(&line["verdict"]), text(&line["row"]), line["finding"] == true)).collect()
}

fn said(verdict: &str, row: &str, finding: bool) -> (String, String, bool) {
    (verdict.to_owned(), row.to_owned(), finding)
}

#[test]
fn a_constant_that_a_miscompile_may_have_left_is_not_equal() {
    let (d4, d7) = (said("differs", "D4", true), said("differs", "D7", true));
    let equal = said("equal", "", false);
    for (function, expected) in [
        ("d4_copy", vec![&d4]),
        ("d4_computed", vec![&d4]),
        ("d4_twice", vec![&equal, &d4]),
        ("d7_copy", vec![&d7]),
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
    assert!(
        ran.stdout.contains("    assumes that b.b1 is 0x0, the constant of the word\n"),
        "{}",
        ran.stdout
    );
}

/// Without `--assume`, a constant that the PTX does not show is not accepted.
#[test]
fn an_assumed_constant_is_not_right() {
    let known = &["--allow", "D4,D7"][..];
    for (arguments, code) in [(known, 2), (&[known, &["--assume"]].concat(), 0)] {
        check(TRAPS, arguments).assert_says(code, &["assumes that b.b1 is 0x0, the constant of the word"]);
    }
}
