//! `vmad prove` as a user runs it. That it proves what it should is seen where the checks run it in full.

use crate::common::{assert_refused, assert_snapshot, vmad};

#[test]
fn a_missing_solver_is_bad_input() {
    let ran = vmad(&["prove", "--solver", "no-such-solver"]);
    assert_refused(&ran, &["no-such-solver is not on the PATH", "apt-get install z3", "--solver"]);
    assert_eq!(ran.stdout, "");
    assert_snapshot("check-prove-no-solver", &ran.stderr);
}

#[test]
fn a_program_that_is_no_solver_is_found_out() {
    // It repeats nothing and decides nothing.
    let ran = vmad(&["prove", "--solver", "true"]);
    assert_refused(&ran, &["gives an answer that is not SMT-LIB"]);
    let ran = vmad(&["prove", "--solver", "/dev/null"]);
    assert_refused(&ran, &["the solver /dev/null is not a file", "a name on the PATH, or the path"]);
}
