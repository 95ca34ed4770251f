//! The words of each PTX instruction.

use vmad_validate::{Line, Verdict};

use super::{named::load, words::straight};

/// The words of a PTX instruction, by their places. `=` is before a word that another PTX instruction has too, `!` before
/// one that is not found equal.
fn made(line: &Line) -> String {
    let sign = match &line.verdict {
        Verdict::Equal { merged: false, .. } => "",
        Verdict::Equal { .. } => "=",
        _ => "!",
    };
    let places = line.made.iter().map(|it| ((it.emitted.address - 32) / 8).to_string());
    sign.to_owned() + &places.collect::<String>()
}

fn check(cases: &[(&str, &[&str], &[&str])]) {
    for (body, words, expected) in cases {
        let report = straight(&format!("{body} st.global.u32 [%q], %d; st.global.u32 [%q], %e;"), words);
        assert_eq!(report.lines.iter().map(made).collect::<Vec<_>>(), *expected, "{body} {words:?}");
    }
}

/// First come the words of the predicted form, with the same equal registers, then those with a constant for a register
/// or a register for a constant.
#[test]
fn forms_decide_before_the_order() {
    let [five, large, other] = [5, 70_000, 80_000].map(|value| load(7, value));
    check(&[
        (
            "vmad.u32.u32.u32 %d, %a.b0, %a.b0, %c; vmad.u32.u32.u32 %e, %a.b0, %b.b0, %c;",
            &["VMAD.U8.U8 R5, R1, R2, R3", "VMAD.U8.U8 R6, R1, R1, R3"],
            &["1", "0"],
        ),
        // Of a loaded value, ptxas knows no constant.
        (
            "vadd.u32.u32.u32 %d, %a.b0, %b.b0; vadd.u32.u32.u32 %e, %a.b0, %i.b0;",
            &[&five, "VADD.UD.U8.U8 R5, R1, R7, RZ"],
            &["!1", "1"],
        ),
        (
            "mov.u32 %i, 7; vmad.u32.u32.u32 %d, %a.b0, %i.b0, %c; vmad.u32.u32.u32 %e, %a.b0, %b.b0, %c;",
            &["VMAD.U8.U8 R5, R1, R2, R3", "VMAD.U8.U16 R6, R1, 0x7, R3"],
            &["1", "0"],
        ),
        // The word has another constant.
        (
            "vmad.u32.u32.u32 %d, %a.b0, 70000, %c; vmad.u32.u32.u32 %e, %a.b0, %i, %c;",
            &[&other, "VMAD.U8.U32 R5, R1, R7, R3"],
            &["!", "1"],
        ),
        (
            "vadd.u32.u32.u32 %d, %a, %i; vadd.u32.u32.u32 %e, %a, %i.h0;",
            &[&five, "VADD.UD.U32.U16 R5, R1, 0x5, RZ", "VADD.UD.U32.U32 R6, R1, R7, RZ"],
            &["2", "1"],
        ),
        (
            "vadd.u32.u32.u32 %d, %a, %i; vadd.u32.u32.u32 %e, %a, 70000;",
            &[&large, "VADD.UD.U32.U32 R5, R1, R7, RZ", "VADD.UD.U32.U32 R6, R1, R2, RZ"],
            &["2", "1"],
        ),
        (
            "max.s32 %d, %a, 70000; min.s32 %d, %d, %b; max.s32 %e, %a, 80000; min.s32 %e, %e, %b;",
            &["VMNMX.MX.MIN R5, R1, R8, R2", "VMNMX.MX.MIN R6, R1, R9, R2"],
            &["!0", "!1"],
        ),
        (
            "max.s32 %d, %a, 70000; min.s32 %d, %d, %i; max.s32 %e, %a, 80000; min.s32 %e, %e, %i;",
            &[&five, "VMNMX.MX.MIN R5, R1, R8, R7", "VMNMX.MX.MIN R6, R1, R9, R7"],
            &["!1", "!2"],
        ),
    ]);
}

/// Each word without a predicted form goes to an instruction of its own, if there is one.
#[test]
fn equal_results_decide_before_the_order() {
    check(&[
        (
            "vadd.u32.u32.u32 %d, %a, %i.h0; vadd.u32.u32.u32 %e, %a, %i.h0;",
            &["VADD.UD.U32.U16 R5, R1, 0x5, RZ", "VADD.UD.U32.U16 R6, R1, 0x6, RZ"],
            &["0", "1"],
        ),
        (
            "max.s32 %d, %a, %i; min.s32 %d, %d, %b; max.s32 %e, %a, %i; min.s32 %e, %e, %b;",
            &["VMNMX.S32.U16.MX.MIN R5, R1, 0x5, R2", "VMNMX.S32.U16.MX.MIN R6, R1, 0x6, R2"],
            &["0", "1"],
        ),
        // A selector can be lost.
        (
            "vmad.u32.u32.u32 %d, %a.b0, %i.b1, %c; vmad.u32.u32.u32 %e, %a.b0, %i.b1, %c;",
            &["VMAD.U8.U16 R5, R1, 0x1234, R3", "VMAD.U8.U16 R6, R1, 0x1235, R3"],
            &["!0", "!1"],
        ),
        (
            "vadd.u32.u32.u32 %d, %a.b0, 6; vadd.u32.u32.u32 %e, %a.b0, 5;",
            &["VADD.UD.U8.S16 R5, R1, 0x5, RZ", "VADD.UD.U8.S16 R6, R1, 0x6, RZ"],
            &["1", "0"],
        ),
    ]);
}

/// All copies belong to the instruction, also if they are wrong (D4). A copy that is equal only under an assumption comes
/// before one that is equal.
#[test]
fn copies_belong_to_their_instruction() {
    let wrong = "VMAD.U32.S16 R5, R1, 0xffff, R5";
    check(&[
        ("L: vmad.u32.u32.s32 %d, %a, 65535, %d; @%p bra L;", &[wrong, wrong], &["!01"]),
        (
            "L: vmad.u32.u32.u32 %d, %a.b0, %i.b0, %c; @%p bra L;",
            &["VMAD.U8.U8 R5, R1, R2, R3", &load(7, 5), "VMAD.U8.U8 R6, R1, R7, R3"],
            &["20"],
        ),
    ]);
}
