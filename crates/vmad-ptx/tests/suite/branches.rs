//! Results that decide branches, and branches that decide which results are used.

use vmad_ptx::module::scan;

use crate::results::uses;

/// The uses of the results of some statements.
#[track_caller]
fn assert_uses(code: &str, used: &str, in_each_turn: &str) {
    let head = ".reg .b32 %a, %b, %c, %i, %j, %n; .reg .b64 %o; .reg .pred %m, %p, %q, %r;";
    let found = uses(&format!(".entry k() {{ {head} {code} }}"));
    assert_eq!(found, (used.to_owned(), in_each_turn.to_owned()), "{code}");
}

/// The guard of a branch is used if a result depends on the branch, or if a way has no end.
#[test]
fn what_decides_a_branch_is_used_if_the_branch_matters() {
    let decided = |way: &str, other: &str, behind: &str| {
        let decide = "vadd.u32.u32.u32 %a, %n, 1; setp.eq.u32 %p, %a, 0; @%p bra L;";
        format!("{decide} vadd.u32.u32.u32 %b, %n, 1; {way} L: {other} {behind}")
    };
    let store = "st.global.u32 [%o], %b;";
    let other = "vadd.u32.u32.u32 %b, %n, 2; M:";
    assert_uses(&decided("", "", "st.global.u32 [%o], %n;"), "00", "00");
    assert_uses(&decided(store, "", "st.global.u32 [%o], %n;"), "11", "11");
    assert_uses(&decided("bra M;", other, "st.global.u32 [%o], %n;"), "000", "000");
    assert_uses(&decided("bra M;", other, store), "111", "111");
    for (code, used) in [
        // A loop that has two exits, whose branches decide about nothing that is used.
        ("L: @!%p bra M; @%q bra L; @%p ret; M: vadd.u32.u32.u32 %a, %n, 1;", "0"),
        ("L: vadd.u32.u32.u32 %a, %n, 1; setp.ne.u32 %q, %a, 0; M: @!%q bra L;", "1"),
        ("vadd.u32.u32.u32 %a, %n, 1; setp.eq.u32 %p, %a, 0; @%p bra M; M: bra M;", "1"),
        ("L: @!%q bra L; vadd.u32.u32.u32 %a, %n, 1; M: st.global.u32 [%o], %a;", "1"),
        ("vadd.u32.u32.u32 %a, %n, 1; brx.idx %a, T;", "1"),
    ] {
        assert_uses(code, used, used);
    }
}

/// What is known of a guard on the ways to a block, and in the turns of a loop.
#[test]
fn ways_on_which_a_guard_has_a_value_are_distinguished() {
    for (code, used, in_each_turn) in [
        ("@%p bra L; L: @!%p vadd.u32.u32.u32 %a, %n, 1; st.global.u32 [%o], %a;", "1", "0"),
        // %q is false at M.
        (
            "vadd.u32.u32.u32 %a, %n, 1; L: @!%q bra L; M: @%q ret; setp.lt.u32 %r, %j, 1; @%r bra M; \
             setp.ne.u32 %q, %a, 1; bra L;",
            "0",
            "0",
        ),
        // In a turn that is not the last, nothing reads %a.
        ("L: @!%q bra M; vadd.u32.u32.u32 %a, %n, 1; M: @!%p bra L; st.global.u32 [%o], %a;", "1", "0"),
        (
            "L: @%p bra M; st.global.u32 [%o], %a; M: vadd.u32.u32.u32 %a, %n, 1; N: @%q bra L; st.global.u32 [%o], %a;",
            "1",
            "0",
        ),
        (
            "mov.u32 %j, 0; L: vadd.u32.u32.u32 %a, %n, 1; M: @%q bra M; add.u32 %j, %j, 1; setp.lt.u32 %r, %j, 3; \
             @%r bra L; st.global.u32 [%o], %a;",
            "1",
            "0",
        ),
        // Nothing is known of a guard before it is written.
        (
            "L: @!%q bra L; vadd.u32.u32.u32 %a, %n, 1; setp.lt.u32 %q, %a, 1; st.global.u32 [%o], %a;",
            "1",
            "1",
        ),
        (
            "@%q bra L; L: @!%p bra L; vadd.u32.u32.u32 %a, %n, 1; setp.eq.u32 %q, %a, 0; setp.lt.u32 %p, %n, 2;",
            "0",
            "0",
        ),
    ] {
        assert_uses(code, used, in_each_turn);
    }
}

/// A value that is computed from the number of the turn is known in each turn.
#[test]
fn turns_are_distinguished_by_what_is_computed_from_their_number() {
    let two = "vadd.u32.u32.u32 %a, %n, 1; vadd.u32.u32.u32 %b, %n, 2; mov.u32 %i, 0;";
    let select = |condition: &str| {
        format!(
            "{two} L: setp.{condition}; M: selp.b32 %c, %a, %b, %m; st.global.u32 [%o], %c; \
             add.u32 %i, %i, 1; setp.lt.u32 %q, %i, 2; @%q bra L;"
        )
    };
    assert_uses(&select("eq.u32 %m, %i, 0"), "11", "11");
    assert_uses(&select("lt.u32 %m, %i, 5"), "10", "10");
    // The second turn stores %a, and the first %b: both are overwritten in each turn.
    let stored = "setp.eq.u32 %q, %j, 4; @%q st.global.u32 [%o], %a; setp.eq.u32 %q, %j, 3; @%q st.global.u32 [%o], %b;";
    let again = "vadd.u32.u32.u32 %a, %n, 4; vadd.u32.u32.u32 %b, %n, 5; add.u32 %i, %i, 1;";
    let turns = format!("{two} L: add.u32 %j, %i, 3; {stored} {again} setp.lt.u32 %q, %j, 5; @%q bra L;");
    assert_uses(&turns, "0110", "0100");
}

/// A known result needs no operand, if all results of the instruction are known.
#[test]
fn a_known_result_uses_nothing() {
    for (code, used) in [
        ("vadd.u32.u32.u32 %a, %n, 1; xor.b32 %b, %a, %a; st.global.u32 [%o], %b;", "0"),
        (
            "vadd.u32.u32.u32 %a, %n, 1; setp.eq.u32 %r, %a, 5; setp.lt.and.u32 %p|%q, %n, 0, %r; \
             selp.b32 %c, 1, 2, %q; st.global.u32 [%o], %c;",
            "1",
        ),
    ] {
        assert_uses(code, used, used);
    }
}

/// In each turn of the loop, the value of one more register is not known. After too many turns, nothing is known.
#[test]
fn after_too_many_steps_nothing_is_known() {
    for (registers, stores, is_known) in [(150, 0, true), (300, 0, false), (150, 600, false)] {
        let start: String = (0..=registers).map(|at| format!("mov.u32 %t{at}, 0; ")).collect();
        let moved: String =
            (1..=registers).rev().map(|at| format!("mov.u32 %t{at}, %t{}; ", at - 1)).collect();
        let stored = "st.global.u32 [%o], %n; ".repeat(stores);
        let turn = format!("{moved}{stored}add.u32 %t0, %t0, 1; vadd.u32.u32.u32 %d, %n, %a; @%p bra L;");
        let text = format!(".entry k() {{ .reg .b32 %t<999>, %n; mov.u32 %n, 5; {start} L: {turn} }}");
        let module = scan(&text);
        let [function] = &module.functions[..] else { panic!("{:?}", module.functions) };
        let span = module.statements[0].as_ref().unwrap().span;
        assert!(function.in_loop(span));
        assert_eq!(!function.constants.is_empty(), is_known, "{registers} {stores}");
    }
}

/// No turn stores %c. In a long body, fewer turns are distinguished.
#[test]
fn the_turns_that_are_distinguished_depend_on_the_length() {
    for (others, used) in [(0, "0"), (1100, "1")] {
        let code = format!(
            "mov.u32 %i, 0; L: vadd.u32.u32.u32 %c, %n, 7; setp.eq.u32 %q, %i, 50; @%q st.global.u32 [%o], %c; \
             add.u32 %i, %i, 1; setp.lt.u32 %q, %i, 40; @%q bra L; {}",
            "st.global.u32 [%o], %n; ".repeat(others)
        );
        assert_uses(&code, used, "0");
    }
}

/// In a short body, the ways to the branch are distinguished: one of them has no value of %n.
#[test]
fn the_ways_of_a_very_long_body_are_not_distinguished() {
    for (others, is_known) in [(0, false), (17_000, true)] {
        let others = "st.global.u32 [%o], %a; ".repeat(others);
        let code = "vadd.u32.u32.u32 %d, %n, 1; setp.eq.u32 %p, %n, 3; @%p bra L; L: mov.u32 %n, 2;";
        let module = scan(&format!(".entry k() {{ .reg .b32 %n; .reg .pred %p; {code} {others} }}"));
        assert_eq!(!module.functions[0].constants.is_empty(), is_known);
    }
}

/// Whether the value of %t5 is known at the end of a body with two writes of each of 1000 registers, and so many blocks.
fn is_known_after(blocks: usize, others: usize) -> bool {
    let writes: String = (0..1000).map(|at| format!("mov.u32 %t{at}, 0; mov.u32 %t{at}, 1; ")).collect();
    let others = "st.global.u32 [%o], %a; ".repeat(others);
    let blocks: String = (0..blocks).map(|at| format!("L{at}: st.global.u32 [%o], %a; ")).collect();
    let code = format!("{writes}{others}{blocks}vadd.u32.u32.u32 %d, %t5, 1;");
    let module = scan(&format!(".entry k() {{ .reg .b32 %t<1000>; {code} }}"));
    !module.functions[0].constants.is_empty()
}

#[test]
fn too_many_values_at_the_starts_of_blocks_are_not_kept() {
    assert!(is_known_after(100, 0));
    assert!(!is_known_after(1100, 1600));
}

#[test]
fn too_many_values_that_enter_blocks_are_not_joined() {
    assert!(!is_known_after(750, 0));
}
