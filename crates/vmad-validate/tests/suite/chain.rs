//! Words that read results.

use super::{changed::has_finding, words::straight};

/// Of two words with opposite guards, one is executed: ptxas orders them as it likes.
#[test]
fn words_with_opposite_guards_can_change_places() {
    let body = "@!%p vmad.u32.u32.u32 %c, %a.b0, %b.b0, %c; @%p vmad.u32.u32.u32 %c, %a.b1, %b.b1, %c;
                st.global.u32 [%q], %c;";
    let words = ["@P0 VMAD.U8.U8 R3, R1.B1, R2.B1, R3", "@!P0 VMAD.U8.U8 R3, R1, R2, R3"];
    assert!(!has_finding(&straight(body, &words)));
    let words = ["@P0 VMAD.U8.U8 R3, R1.B1, R2.B1, R3", "@!P0 VMAD.U8.U8 R3, R1, R2.B1, R3"];
    assert!(has_finding(&straight(body, &words)));
}

/// ptxas can put the result of another instruction in place of that of one that is not compared.
#[test]
fn a_result_of_an_instruction_that_is_not_compared_can_be_any() {
    let first = "vmad.u32.u32.u32 %c, %a.b0, %b.b0, %c; vmad.u32.u32.u32.sat %e, %a.b0, %b.b0, %c;";
    let last = "vmad.u32.u32.u32.shr7 %d, %a.b0, %b.b0, %d; st.global.u32 [%q], %d; st.global.u32 [%q], %e;";
    let words =
        ["VMAD.U8.U8 R3, R1, R2, R3", "VMAD.U8.U8.SAT R6, R1, R2, R3", "VMAD.U8.U8.SHR_7 R5, R1, R2, R3"];
    for (between, is_found) in [("vadd4.u32.u32.u32 %d, %c, 0, 0;", false), ("mov.b32 %d, %e;", true)] {
        let report = straight(&format!("{first}{between}{last}"), &words);
        assert_eq!(has_finding(&report), is_found, "{between} {report:?}");
    }
}
