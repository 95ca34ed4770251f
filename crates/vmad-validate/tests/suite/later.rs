//! Architectures without the family.

use vmad_ptx::module::scan;
use vmad_validate::{Report, emulated};

fn report(body: &str, number: u32) -> Option<Report> {
    let head =
        ".version 7.0\n.target sm_75\n.entry later(.param .u64 p)\n{ .reg .u64 %q; .reg .b32 %a, %b, %c, %d;
                ld.param.u64 %q, [p]; ld.global.v2.u32 {%a, %b}, [%q]; ld.global.u32 %c, [%q+8];";
    let text = format!("{head} {body} st.global.u32 [%q], %d; ret; }}\n");
    emulated(&text, &scan(&text), number)
}

#[test]
fn the_first_architecture_without_the_family_is_sm_70() {
    assert!(report("", 70).is_some() && report("", 69).is_none());
}

/// ptxas can compute with a constant that it knows, and does so rightly.
#[test]
fn a_miscompile_is_not_named_where_an_operand_is_known() {
    let miscompiled = "vadd.u32.u32.u32.sat %d, %a, %c;";
    assert_eq!(report(miscompiled, 75).unwrap().lines.len(), 1);
    let report = report(&format!("mov.u32 %c, 5; {miscompiled}"), 75).unwrap();
    assert!(report.lines.is_empty());
    assert_eq!(report.not_checked.get("vadd"), Some(&1));
}

/// The report counts the video instructions that no code is compared with.
#[test]
fn video_instructions_of_four_bytes_are_not_checked() {
    let report = report("vadd4.u32.u32.u32 %d, %a, %b, %c;", 75).unwrap();
    assert_eq!(report.not_checked.get("vadd4"), Some(&1), "{:?}", report.not_checked);
}
