//! Why a PTX instruction is not compared, and what is certain.

use std::collections::HashSet;

use vmad_proof::lemma::foundations;
use vmad_ptx::{module::scan, reading::Reading};
use vmad_sass::{Arch, assemble_any};
use vmad_validate::{Unpaired, Verdict, outcome::Incomparable, proof::Questions, stream::Code, validate};
use vmad_xcheck::lowering::Role;

use super::words::{straight, straight_of_lines};

/// The verdicts about a body whose results are stored.
fn verdicts(body: &str, words: &[&str]) -> Vec<Verdict> {
    let report = straight(&format!("{body} st.global.u32 [%q], %d; st.global.u32 [%q], %e;"), words);
    report.lines.into_iter().map(|line| line.verdict).collect()
}

const PLAIN: &str = "vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c;";
const SIGNED: &str = "vmad.s32.s32.s32 %e, %a.b0, %b.b0, %c;";

/// ptxas cannot know the value of a register that the function loads.
#[test]
fn a_constant_in_place_of_a_loaded_value_is_a_finding() {
    let loaded = Incomparable::Loaded { role: Role::B, port: 5 };
    let found = verdicts(PLAIN, &["VMAD.U8.U16 R5, R1, 0x5, R3"]);
    assert_eq!(found, [Verdict::Unpaired(Unpaired::Incomparable(loaded))]);
}

/// Two instructions whose results are used have no word, and four words are left.
#[test]
fn instructions_and_words_that_cannot_be_paired_are_counted() {
    let unused = "vmad.u32.u32.u32.shr7 %i, %a.b0, %b.b0, %c;";
    let body = format!(
        "{PLAIN} {SIGNED} vmad.u32.u32.u32.sat %c, %a.b1, %b.b1, %d; st.global.u32 [%q], %c; {unused}"
    );
    let word = "VMAD.U16.U16 R5, R1, R2, R3";
    let found = verdicts(&body, &["VMAD.U8.U8 R5, R1, R2, R3", word, word, word, word]);
    let left = Verdict::Unpaired(Unpaired::Left(2, 4));
    assert_eq!(found[1..], [left.clone(), left, Verdict::Unpaired(Unpaired::Dropped)]);
}

/// Another form has a word too many.
#[test]
fn a_form_without_words_has_too_few() {
    let word = "VMAD.S8.S8 R6, R1, R2, R3";
    assert_eq!(verdicts(&format!("{PLAIN} {SIGNED}"), &[word, word])[0], Verdict::Unpaired(Unpaired::TooFew));
}

/// ptxas need not join ordinary instructions: the word of one pair is not that of another.
#[test]
fn ordinary_instructions_do_not_share_a_word() {
    let body = "max.s32 %d, %a, %b; min.s32 %d, %d, %c; max.s32 %e, %b, %a; min.s32 %e, %e, %c;";
    let found = verdicts(body, &["VMNMX.MX.MIN R5, R1, R2, R3"]);
    assert!(matches!(found[0], Verdict::Equal { .. }), "{found:?}");
    assert_eq!(found[1], Verdict::Unpaired(Unpaired::NotJoined));
}

/// Whether each equal pair is certain.
fn certain(verdicts: impl IntoIterator<Item = Verdict>) -> Vec<Option<bool>> {
    let is_certain = |verdict| match verdict {
        Verdict::Equal { is_exact, .. } => Some(is_exact),
        _ => None,
    };
    verdicts.into_iter().map(is_certain).collect()
}

/// If ptxas did not join all ordinary instructions as predicted, only a line table shows which word is whose.
#[test]
fn words_of_ordinary_instructions_are_certain_by_their_lines() {
    let joined = "max.s32 %d, %a, %b; min.s32 %d, %d, %c; st.global.u32 [%q], %d;";
    let other = "min.s32 %e, %a, %b; max.s32 %e, %e, %c; st.global.u32 [%q], %e;";
    let words = ["VMNMX.MX.MIN R5, R1, R2, R3", "VMAD.U8.U8 R6, R1, R2, R3"];
    let body = [joined, other, PLAIN, "st.global.u32 [%q], %d;"];
    assert_eq!(certain(verdicts(&body.concat(), &words)), [Some(false), None, Some(true)]);
    for (separator, lines, expected) in [("\n", [5, 7], true), (" ", [5, 5], false)] {
        let report = straight_of_lines(&body.join(separator), &words, &lines);
        let found = certain(report.lines.into_iter().map(|line| line.verdict));
        assert_eq!(found, [Some(expected), None, Some(true)], "{lines:?}");
    }
}

/// The words of a function are certain if no caller has a copy of them.
#[test]
fn copies_in_a_caller_are_not_certain() {
    let text = ".version 5.0\n.target sm_50\n.func (.reg .b32 %r) f(.reg .b32 %x)
{ .reg .b32 %d; vmad.u32.u32.u32 %d, %x.b0, %x.b1, %x; mov.b32 %r, %d; ret; }
.entry k(.param .u64 p)\n{ .reg .b64 %q; .reg .b32 %a; ld.param.u64 %q, [p]; ld.global.u32 %a, [%q];
call.uni (%a), f, (%a); st.global.u32 [%q], %a; ret; }\n";
    let word = assemble_any("VMAD.U8.U8 R4, R4, R4.B1, R4").unwrap().instruction.encode();
    for (in_caller, expected) in [(vec![], true), (vec![word], false)] {
        let codes = [("k", in_caller), ("f", vec![word])].map(|(name, words)| Code::of_words(name, &words));
        let report = validate(text, &scan(text), &codes, Arch::Sm50, &Reading::default());
        let found = certain(report.lines.into_iter().map(|line| line.verdict));
        assert_eq!(found, [Some(expected)], "{codes:?}");
    }
}

/// A proof needs each mode once, and each lemma of `VMAD` once.
#[test]
fn each_mode_and_lemma_is_one_question() {
    let add = "vadd.u32.u32.u32 %e, %a, %b;";
    let [plain, sum] = ["VMAD.U8.U8 R5, R1, R2, R3", "VADD.UD.U32.U32 R6, R1, R2, RZ"];
    let vmad_unit::Operation::Vmad(mode) = assemble_any(plain).unwrap().instruction.operation().unwrap()
    else {
        panic!("{plain}");
    };
    let lemmas = foundations(&mode.into()).into_iter().collect::<HashSet<_>>().len();
    assert!(lemmas > 1);
    for (body, words, expected) in [
        (PLAIN.to_owned(), vec![plain], 1 + lemmas),
        (add.to_owned(), vec![sum], 1),
        (format!("{PLAIN} {add}"), vec![plain, sum], 2 + lemmas),
    ] {
        let report = straight(&format!("{body} st.global.u32 [%q], %d; st.global.u32 [%q], %e;"), &words);
        assert_eq!(Questions::of(&report).count(), expected, "{body}");
    }
}

/// Words without a line are paired by form and order; the report has their number.
#[test]
fn the_report_counts_what_is_guessed_and_not_checked() {
    let word = "VMAD.U8.U8 R5, R1, R2, R3";
    let body = "dp4a.u32.u32 %e, %a, %b, %c; dp4a.u32.u32 %e, %a, %b, %c; ";
    let body = format!("{body} {PLAIN} st.global.u32 [%q], %d;");
    let report = straight(&body, &[word, word]);
    assert_eq!((report.guessed, report.not_checked.get("dp4a")), (2, Some(&2)), "{report:?}");
    assert_eq!(straight_of_lines(&body, &[word, word], &[5, 5]).guessed, 0);
}

/// Of each operand 11 values, and of an amount also 7 about 32 and 64; then the random inputs.
#[test]
fn a_shift_is_run_with_more_inputs_than_a_sum() {
    let inputs = |body: &str, word: &str| match &verdicts(body, &[word])[..] {
        [Verdict::Equal { equal, .. }] => equal.inputs,
        other => panic!("{other:?}"),
    };
    let sum = inputs("vadd.u32.u32.u32 %d, %a, %b;", "VADD.UD.U32.U32 R5, R1, R2, RZ");
    let shift = inputs("vshl.u32.u32.u32.clamp %d, %a, %b;", "VSHL.UD.U32.U32 R5, R1, R2, RZ");
    assert_eq!([sum, shift], [11 * 11 * 11 + 4096, 11 * (11 + 7) * 11 + 4096]);
}

/// What stands between the functions belongs to none of them.
#[test]
fn an_instruction_outside_of_functions_is_not_compared() {
    let stray = "vadd.u32.u32.u32 %d, %d, 1;";
    let function = format!("{{ .reg .b32 %d; {stray} st.global.u32 [%d], %d; ret; }}");
    let head = ".version 5.0\n.target sm_50";
    let text = format!("{head}\n.entry k()\n{function}{stray}\n.entry l()\n{function}\n");
    let report = validate(&text, &scan(&text), &[], Arch::Sm50, &Reading::default());
    assert_eq!(report.lines.iter().map(|line| &line.function[..]).collect::<Vec<_>>(), ["k", "l"]);
}
