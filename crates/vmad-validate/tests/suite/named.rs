//! The names of the miscompiles of ptxas.

use vmad_sass::{Permute, assemble_any};
use vmad_unit::{Guard, Register};
use vmad_validate::{Report, known::Known};
use vmad_xcheck::miscompiles::{D4, D6, D8, D9, P7, store};

use super::{
    changed::has_finding,
    words::{constant, straight, straight_of_line},
};

fn known(report: &Report) -> Vec<Option<Known>> {
    report.lines.iter().map(|line| line.verdict.known()).collect()
}

/// The word of D9.
fn store(vset: &str) -> String {
    format!("{:#018x}", store(assemble_any(vset).unwrap().instruction.encode()))
}

/// `MOV32I`.
pub(super) fn load(register: u64, value: u32) -> String {
    format!("{:#x}", 0x0100_0000_0007_f000 | register | u64::from(value) << 20)
}

/// Where ptxas knows the constant of `-b`, `-a` stands for it, and the product has the minus.
#[test]
fn a_negated_known_constant_has_the_names_of_one_that_is_not() {
    let d7 = Known::SelectorLost;
    for (operands, modifiers, word, name) in [
        ("%a, -%i.b0", "u32.u32.u32", "VMAD.U32.U16 R5, -R1, 0x1234, R3", d7),
        ("%a, -%i", "s32.u32.u32.sat", "VMAD.U32.U16.SAT R5, -R1, 0xffff, R3", Known::Row(&D4)),
        ("-%a, -%i", "s32.u32.u32.sat", "VMAD.U32.U16.SAT R5, R1, 0xffff, R3", Known::Row(&D4)),
        ("-%a, -%i.b0", "u32.u32.u32.po", "VMAD.U32.U16.PO R5, R1, 0x1234, R3", d7),
        ("70000, -%i", "u32.u32.u32.sat", "VMAD.U32.U16.SAT R5, R7, 0x1234, R3", Known::Row(&D6)),
        ("70000, -%i.b0", "u32.u32.u32.sat", "VMAD.U32.U16.SAT R5, R7, 0x1234, R3", d7),
        ("70000, %i.b0", "u32.u32.u32.sat", "VMAD.U32.U16.SAT R5, R8, 0x1234, R3", d7),
    ] {
        let value = if word.contains("0xffff") { "-1" } else { "0x1234" };
        let body =
            format!("mov.u32 %i, {value}; vmad.{modifiers} %d, {operands}, %c; st.global.u32 [%q], %d;");
        let report = straight(&body, &[&load(7, 70_000_u32.wrapping_neg()), &load(8, 70_000), word]);
        assert_eq!(known(&report), [Some(name)], "{body}");
    }
    let body = "mov.u32 %i, -1; vmad.s32.u32.u32.sat %d, -%a, -%i, -%c; st.global.u32 [%q], %d;";
    let report = straight(body, &["VMAD.U32.U16.SAT R5, R1, 0xffff, -R3"]);
    assert_eq!(known(&report), [Some(Known::Row(&D4))]);
}

/// A register of the word can hold the constant of the PTX on one path of several.
#[test]
fn a_name_does_not_depend_on_another_operand() {
    let body = "mov.u32 %i, 0x1234; vadd.u32.u32.u32.add %d, %a, %i.b0, 33; st.global.u32 [%q], %d;";
    let report = straight(body, &["VADD.UD.U32.U16.ACC R5, R1, 0x1234, R3"]);
    assert_eq!(known(&report), [Some(Known::SelectorLost)]);
    let body = "vadd.u32.u32.s32.add %d, %a, 0x8000, 33; st.global.u32 [%q], %d;";
    let report = straight(body, &["VADD.UD.U32.S16.ACC R5, R1, 0x8000, R3"]);
    assert_eq!(known(&report), [Some(Known::Miscompile(&D8))]);
}

/// A `PRMT` merges the result that the word of D9 should write.
#[test]
fn a_merged_store_has_its_name() {
    let body = "vset.u32.u32.eq %d.b1, %a, 5, %c; st.global.u32 [%q], %d;";
    let [a, c] = [3, 5].map(Register::from_encoding);
    let permute = Permute { guard: Guard::ALWAYS, destination: c, a, selectors: 0x3240, c };
    let words = [store("VSET.EQ.U32.U16.MRG_8B0 R5, R1, 0x5, RZ"), format!("{:#x}", permute.encode())];
    let report = straight(body, &[&words[0], &words[1]]);
    assert_eq!(known(&report), [Some(Known::Miscompile(&D9))]);
    assert!(report.unexplained.is_empty());
}

/// A word that reads the register that a word of D9 should write does not read the result before it.
#[test]
fn the_reader_of_a_store_is_not_a_stray() {
    let body = "vmin.u32.u32.u32 %d, %a, %b; st.global.u32 [%q], %d; vset.u32.u32.ge %d, %a, 5;
                vadd.u32.u32.u32 %e, %d, %b; st.global.u32 [%q], %e;";
    let store = store("VSET.GE.U32.U16 R5, R1, 0x5, RZ");
    let words = ["VMNMX.UD.U32.U32.MN R5, R1, R2, RZ", &store, "VADD.UD.U32.U32 R6, R5, R2, RZ"];
    let report = straight(body, &words);
    assert_eq!(known(&report), [None, Some(Known::Miscompile(&D9)), None]);
    assert_eq!(report.lines.iter().filter(|line| line.verdict.is_finding()).count(), 1, "{report:?}");
    assert!(has_finding(&report));
}

/// The register of a constant `a` beside `-b` holds the negated constant.
#[test]
fn a_register_holds_the_negated_constant() {
    let body = "vmad.u32.u32.u32.sat %d, 70000, -%b.b1, %c; st.global.u32 [%q], %d;";
    let report = straight(body, &[&constant(9), "VMAD.U32.U8.SAT R5, R9, R2.B1, R3"]);
    assert_eq!(known(&report), [Some(Known::Row(&D6))]);
    // Without a shift and a clamp, the result is right.
    let report = straight(&body.replace(".sat", ""), &[&constant(9), "VMAD.U32.U8 R5, R9, R2.B1, R3"]);
    assert!(!has_finding(&report), "{report:?}");
}

/// ptxas need not use the constant of a register.
#[test]
fn a_comparison_with_a_known_register_has_its_name() {
    let body = "mov.u32 %i, 0x8000; vset.u32.u32.hs %d, %a, %i; st.global.u32 [%q], %d;";
    let report = straight(body, &["VSET.LT.U32.U32 R5, R1, R2, RZ"]);
    assert_eq!(known(&report), [Some(Known::Miscompile(&P7))]);
}

/// Of the PTX instructions of one line, a word with a register for a constant belongs to that of its form.
#[test]
fn a_word_of_a_line_can_have_a_register_for_a_constant() {
    let body = "vmad.u32.s32.u32 %d, %a, %b, %c; vabsdiff.u32.s32.s32 %e, 7, %b; st.global.u32 [%q], %e;";
    let report = straight_of_line(body, &["VABSDIFF R5, R9, R2, RZ"], Some(5));
    assert_eq!(report.lines.iter().map(|line| line.made.len()).collect::<Vec<_>>(), [0, 1]);
}

/// A copy of a word of D9 can have a register of an unknown value for a constant.
#[test]
fn copies_of_a_store_have_its_name() {
    let body = "mov.u32 %i, 3; L: vset.u32.u32.ge.add %d, %a, 5, 15; st.global.u32 [%q], %d; @%p bra L;";
    let words = ["VSET.GE.U32.U16.ACC R5, R1, 0x5, R8", "VSET.GE.U32.U16.ACC R6, R1, 0x5, R9"].map(store);
    let report = straight(body, &[&load(8, 15), &words[0], &words[1]]);
    assert_eq!(known(&report), [Some(Known::Miscompile(&D9))]);
    assert!(report.unexplained.is_empty(), "{report:?}");
}

/// Without a `vset` of its constant, the word of D9 can be a store of the PTX.
#[test]
fn a_store_without_its_vset_has_no_name() {
    let stores = ["0x7", "0x9"].map(|constant| store(&format!("VSET.GE.U32.U16 R5, R1, {constant}, RZ")));
    let words = [stores[0].as_str(), &stores[1]];
    let report = straight("", &words);
    assert!(!has_finding(&report), "{report:?}");
    assert_eq!(known(&straight("vset.u32.u32.ge %d, %a, 5; st.global.u32 [%q], %d;", &words)), [None]);
}
