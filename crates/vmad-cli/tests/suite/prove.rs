//! `vmad prove` as a user runs it. That it proves what it should is seen where the checks run it in full.

use crate::common::{assert_refused, assert_snapshot, vmad};

#[test]
fn a_missing_solver_is_bad_input() {
    let ran = vmad(&["prove", "--solver", "no-such-solver"]);
    assert_refused(&ran, &["no-such-solver is not on the PATH", "apt-get install z3", "--solver"]);
    assert_eq!(ran.stdout, "");
    assert_snapshot("check-prove-no-solver", &ran.stderr);
}
