//! Words with two registers for one of the PTX.

use vmad_validate::{Unpaired, Verdict, outcome::Incomparable};
use vmad_xcheck::lowering::Role;

use super::{
    changed::has_finding,
    words::{constant, straight},
};

/// ptxas compiles `.hi` to `.LT` (P7). The two give the same results if both registers have one value.
#[test]
fn a_word_that_is_right_only_for_equal_registers_is_not_compared() {
    let body = "vset.u32.u32.hi %d, %a, %a; st.global.u32 [%q], %d;";
    let report = straight(body, &["VSET.LT.U32.U32 R5, R1, R2, RZ"]);
    let untied = Incomparable::Untied { roles: [Role::A, Role::B] };
    assert_eq!(report.lines[0].verdict, Verdict::Unpaired(Unpaired::Incomparable(untied)));
    let body = "vset.u32.u32.hi.max %d, 0, %b, %b; st.global.u32 [%q], %d;";
    let report = straight(body, &["VSET.LT.U32.U32.MAX R5, RZ, R2, R3"]);
    let untied = Incomparable::Untied { roles: [Role::B, Role::C] };
    assert_eq!(report.lines[0].verdict, Verdict::Unpaired(Unpaired::Incomparable(untied)));
}

/// The other operand with this register can have any value.
#[test]
fn a_constant_for_one_operand_is_not_one_for_another() {
    let body = "vmad.u32.u32.u32.sat %d, %a.b0, %i, %i; st.global.u32 [%q], %d;";
    let report = straight(body, &["VMAD.U8.U16 R5, R1, 0x5, R3"]);
    assert!(matches!(report.lines[0].verdict, Verdict::Differs { .. }), "{report:?}");
}

/// The word reads a half-word of a register whose value is not known, where PTX has a constant.
#[test]
fn a_constant_that_the_code_does_not_show_is_assumed() {
    let body = "vmad.u32.u32.u32 %d, %a.h0, 5, %c; st.global.u32 [%q], %d;";
    let report = straight(body, &["VMAD.U16.U16 R5, R1, R2.H1, R3"]);
    let expected = Verdict::Unpaired(Unpaired::Incomparable(Incomparable::Setting));
    assert_eq!(report.lines[0].verdict, expected);
}

/// The word belongs to the instruction with the constants, although ordinary instructions could become it.
#[test]
fn a_word_with_a_register_for_a_constant_is_not_ordinary() {
    for operands in ["%a, %b, 70000", "%a, 70000, %c", "80000, %b, %c", "80000, %b, 70000"] {
        let body = format!(
            "vmin.s32.s32.s32.max %d, {operands}; max.s32 %e, %a, %b; min.s32 %e, %e, %c; st.global.u32 [%q], %d; \
             st.global.u32 [%q], %e;"
        );
        let constants = [1, 2, 3].map(constant);
        let [a, b, c] = constants.each_ref().map(String::as_str);
        let report = straight(&body, &[a, b, c, "VMNMX.MAX R5, R1, R2, R3"]);
        let verdict = &report.lines[0].verdict;
        assert!(
            matches!(verdict, Verdict::Unpaired(Unpaired::Incomparable(Incomparable::Constant { .. }))),
            "{operands}: {verdict:?}"
        );
    }
}

/// Of two words of one form, each belongs to the instruction that has one register where it has one.
#[test]
fn words_are_paired_by_their_equal_registers() {
    let body = "vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c; vmad.u32.u32.u32 %e, %a.b0, %a.b0, %c;
                st.global.u32 [%q], %d; st.global.u32 [%q], %e;";
    let report = straight(body, &["VMAD.U8.U8 R6, R1, R1, R3", "VMAD.U8.U8 R5, R1, R2, R3"]);
    let addresses = report.lines.iter().map(|line| line.made[0].emitted.address).collect::<Vec<_>>();
    assert_eq!(addresses, [40, 32]);
    assert!(!has_finding(&report), "{report:?}");
}
