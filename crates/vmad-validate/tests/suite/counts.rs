//! The numbers of words of each form.

use super::{changed::has_finding, words::straight};

/// Only a word with a constant where PTX has a register can be a copy of an instruction in which ptxas knows a value.
#[test]
fn a_constant_of_another_instruction_hides_no_changed_word() {
    let body = "vadd.u32.u32.u32 %c, %a.b0, 0; vadd.u32.u32.u32 %d, %a, %b; vadd.u32.u32.u32 %e, %b, %d;
                st.global.u32 [%q], %c; st.global.u32 [%q], %d; st.global.u32 [%q], %e;";
    let [first, second] = ["VADD.UD.U8.U32 R3, R1, RZ, RZ", "VADD.UD.U32.U32 R5, R1, R2, RZ"];
    assert!(!has_finding(&straight(body, &[first, second, "VADD.UD.U32.U32 R6, R2, R5, RZ"])));
    assert!(has_finding(&straight(body, &[first, second, "VADD.UD.U8.U32 R6, R2, R5, RZ"])));
}

/// No form distinguishes two loops with the same instructions: their words count together.
#[test]
fn a_changed_word_in_one_of_several_like_loops_is_found() {
    let names = ["", ".sat", ".shr7"];
    let in_loop = |number: usize| {
        let body =
            names.map(|name| format!("vmad.u32.u32.u32{name} %d, %a.b0, %b.b0, %c; st.global.u32 [%q], %d;"));
        let loads = "ld.global.u32 %a, [%q]; ld.global.u32 %b, [%q];";
        format!("L{number}: {loads} {} setp.lt.u32 %p, %a, %b; @%p bra L{number};\n", body.concat())
    };
    let body = [0, 1].map(in_loop).concat();
    let word = |name: &str| format!("VMAD.U8.U8{name} R5, R1, R2, R3");
    let has_finding = |names: &[&str]| {
        let words: Vec<String> = names.iter().copied().map(word).collect();
        has_finding(&straight(&body, &words.iter().map(String::as_str).collect::<Vec<_>>()))
    };
    assert!(!has_finding(&["", ".SAT", ".SHR_7", "", ".SAT", ".SHR_7"]));
    assert!(has_finding(&["", ".SAT", ".SHR_7", "", ".SAT", ".SAT"]));
    // ptxas can merge equal instructions of the two.
    assert!(!has_finding(&["", ".SAT", ".SHR_7", "", ".SAT"]));
}
