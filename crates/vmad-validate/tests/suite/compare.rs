//! Outcomes of comparisons.

use vmad_validate::Verdict;

use super::{named::load, words::straight};

/// Of the inputs on which the results differ, those near a constant are easy to follow.
#[test]
fn the_inputs_of_a_difference_are_next_to_a_constant() {
    let body = "vset.u32.u32.le %d, %a, 10; st.global.u32 [%q], %d;";
    let report = straight(body, &["VSET.LT.U16.U16 R5, R1, 0xa, RZ"]);
    let Verdict::Differs { differs, .. } = &report.lines[0].verdict else { panic!("{report:?}") };
    assert_eq!(differs.inputs[..2], [10, 10]);
}

/// A proof of the word's mode is none of a pair whose constants are different numbers.
#[test]
fn equal_results_of_different_constants_are_not_the_same_operation() {
    let body = "vadd.u32.u32.u32 %d.b0, %a, %b, 0x105; st.global.u32 [%q], %d;";
    // The merge does not read byte 0.
    for (constant, is_same) in [(0x105, true), (0x106, false)] {
        let report = straight(body, &[&load(7, constant), "VADD.UD.U32.U32.MRG_8B0 R5, R1, R2, R7"]);
        let Verdict::Equal { equal, .. } = &report.lines[0].verdict else { panic!("{report:?}") };
        assert_eq!(equal.operation.is_some(), is_same, "{constant:#x}");
    }
}

/// D4 concerns constants of 16 bits in the word.
#[test]
fn a_constant_in_a_register_is_not_doubtful() {
    let body = "mov.u32 %i, 1; L: add.u32 %i, %i, 1; vmad.s32.s32.s32 %d, %a.b0, %i, %c; @%p bra L;
                st.global.u32 [%q], %d;";
    let report = straight(body, &[&load(7, 0x12345), "VMAD.S8.S32 R5, R1, R7, R3"]);
    let Verdict::Equal { equal, .. } = &report.lines[0].verdict else { panic!("{report:?}") };
    assert_eq!(equal.assumptions.iter().map(|it| it.value).collect::<Vec<_>>(), [0x12345]);
}
