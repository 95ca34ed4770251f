//! Code of a few words, and of many.

use std::fmt::Write;

use vmad_ptx::{module::scan, reading::Reading};
use vmad_sass::{Arch, Instruction, Permute, assemble, assemble_any};
use vmad_unit::{Guard, Register};
use vmad_validate::{
    Line, Report, Unpaired, Verdict,
    emitted::Emitted,
    known::Known,
    outcome::Incomparable,
    stream::{Code, Origin, RegisterValue},
    validate,
};
use vmad_xcheck::{
    lowering::Role,
    miscompiles::{D9, store},
};

use super::changed::{has_finding, is_not_passed};

/// Twenty thousand `VMAD`s, whose registers were written at the start of the function, and as many `vmad`s with sixteen
/// constants: a test of the time more than of the result. Quadratic time is minutes.
#[test]
fn many_vmads_take_linear_time() {
    let count = 20_000_u32;
    let mut text = String::from(".version 5.0\n.target sm_50\n.entry many()\n{\n.reg .b32 %a, %b, %d;\n");
    let mut words = Vec::new();
    for index in 0..count {
        let constant = 0x20000 + index % 16;
        writeln!(text, "vmad.u32.u32.u32 %d, %a, {constant}, %d;").unwrap();
        // MOV32I R3, constant; VMAD.U32.U32 R0, R2, R3, R0.
        words.push(0x0100_0000_0007_f003 | u64::from(constant) << 20);
        words.push(assemble("VMAD.U32.U32 R0, R2, R3, R0").unwrap().instruction.encode());
    }
    text.push_str("st.global.u32 [%a], %d;\nret;\n}\n");
    let code = Code::of_words("many", &words);
    let report = validate(&text, &scan(&text), &[code], Arch::Sm50, &Reading::default());
    assert_eq!(report.lines.len(), count as usize);
    assert!(!has_finding(&report));
}

/// Dot products of four bytes, each of four `VMAD`s: the PTX and the SASS of a kernel. Each of the two loops of the PTX has
/// one dot product; ptxas copies each a number of times that is not known.
fn dot_products(copies: [usize; 2]) -> (String, Vec<u64>) {
    let mut text = String::from(".version 5.0\n.target sm_50\n.entry dots(.param .u64 p)\n{\n");
    text.push_str(".reg .b32 %a, %b, %d<5>;\n.reg .b64 %q;\n.reg .pred %p;\nld.param.u64 %q, [p];\n");
    text.push_str("mov.u32 %d0, 0;\n");
    // MOV32I R0, 0x0.
    let mut words = vec![0x0100_0000_0007_f000];
    for (number, copies) in copies.into_iter().enumerate() {
        write!(text, "L{number}:\nld.global.u32 %a, [%q];\nld.global.u32 %b, [%q+4];\n").unwrap();
        for byte in 0..4 {
            let next = byte + 1;
            writeln!(text, "vmad.s32.s32.s32 %d{next}, %a.b{byte}, %b.b{byte}, %d{byte};").unwrap();
        }
        writeln!(text, "mov.u32 %d0, %d4;\n@%p bra L{number};").unwrap();
        for _ in 0..copies {
            // LDG.E R1, [R4] and R2.
            words.extend([0xeed4_2000_0007_0401, 0xeed4_2000_0007_0402]);
            for byte in 0..4 {
                let text = format!("VMAD.S8.S8 R0, R1.B{byte}, R2.B{byte}, R0");
                words.push(assemble(&text).unwrap().instruction.encode());
            }
        }
    }
    text.push_str("st.global.u32 [%q], %d0;\nret;\n}\n");
    // STG.E [R4], R0.
    words.push(0xeedc_2000_0007_0400);
    (text, words)
}

/// The findings in words without a line table.
fn check_words(text: &str, words: &[u64]) -> Report {
    check_words_of_lines(text, words, Vec::new())
}

fn check_words_of_lines(text: &str, words: &[u64], lines: Vec<Option<u32>>) -> Report {
    let code = Code { lines, ..Code::of_words("dots", words) };
    validate(text, &scan(text), &[code], Arch::Sm50, &Reading::default())
}

/// In a chain of `VMAD`s each reads the result of the one before. The numbers of words do not show a changed one here: two
/// loops were copied, and how often is not known.
#[test]
fn a_changed_word_in_a_chain_is_found() {
    let (text, words) = dot_products([7, 5]);
    assert!(!has_finding(&check_words(&text, &words)));
    let step = vmad_testing::step(3);
    let (mut changed, mut missed) = (0, Vec::new());
    for (at, word) in words.iter().enumerate().filter(|(_, word)| Instruction::decode(**word).is_ok()) {
        // Both factors, or A, or B, in one of the other bytes; or B a constant.
        let selectors =
            [1_u64, 2, 3].into_iter().flat_map(|flip| [flip << 36 | flip << 28, flip << 36, flip << 28]);
        for mask in selectors.chain([1 << 50]).skip(at % step).step_by(step) {
            let mut words = words.clone();
            words[at] = word ^ mask;
            changed += 1;
            if !has_finding(&check_words(&text, &words)) {
                missed.push(format!("{at}: {mask:#x}"));
            }
        }
    }
    assert!(changed >= 100 && missed.is_empty(), "{changed} changed, missed: {missed:#?}");
}

/// The word of `MOV`, which writes a constant of bank 0 to a register.
pub(super) fn constant(register: u8) -> String {
    format!("{:#x}", 0x4c98_0780_0507_0000 | u64::from(register))
}

/// A kernel `dots` of one block, and its SASS.
pub(super) fn straight(body: &str, words: &[&str]) -> Report {
    straight_of_line(body, words, None)
}

/// With a line table, the words are of the line of the body.
pub(super) fn straight_of_line(body: &str, words: &[&str], line: Option<u32>) -> Report {
    straight_of_lines(body, words, &line.map_or_else(Vec::new, |line| vec![line; words.len()]))
}

/// The words are of these lines of the text, of which the body starts in line 5. Without lines there is no line table.
pub(super) fn straight_of_lines(body: &str, words: &[&str], lines: &[u32]) -> Report {
    let registers = ".reg .b32 %a, %b, %c, %d, %e; .reg .b64 %q; .reg .pred %p; .reg .u32 %i;";
    let loads =
        "ld.param.u64 %q, [p]; ld.global.u32 %a, [%q]; ld.global.u32 %b, [%q+4]; ld.global.u32 %c, [%q+8];";
    let head = ".version 5.0\n.target sm_50\n.entry dots(.param .u64 p)\n{";
    let text = format!("{head} {registers} {loads}\n{body} ret; }}\n");
    // LDG.E R1, [R4], and R2 and R3.
    let loads = [0xeed4_2000_0007_0401, 0xeed4_2000_0007_0402, 0xeed4_2000_0007_0403];
    let words = words.iter().map(|text| match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
        None => assemble_any(text).unwrap().instruction.encode(),
    });
    let words: Vec<u64> = loads.into_iter().chain(words).collect();
    let lines = match lines {
        [] => Vec::new(),
        lines => [None; 3].into_iter().chain(lines.iter().copied().map(Some)).collect(),
    };
    check_words_of_lines(&text, &words, lines)
}

/// Of the PTX instructions of one line, a word belongs to that of its form.
#[test]
fn words_of_one_line_can_change_places() {
    let body = "vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c; vmad.s32.s32.s32 %e, %a.b0, %b.b0, %c;
                st.global.u32 [%q], %d; st.global.u32 [%q], %e;"
        .replace('\n', "");
    let words = ["VMAD.S8.S8 R5, R1, R2, R3", "VMAD.U8.U8 R6, R1, R2, R3"];
    let report = straight_of_line(&body, &words, Some(5));
    assert_eq!(report.lines.len(), 2);
    let is_equal = |line: &Line| line.made.len() == 1 && matches!(line.verdict, Verdict::Equal { .. });
    assert!(report.lines.iter().all(is_equal), "{report:?}");
}

/// Where no word of the line has the form, because a constant can have any format, the results decide.
#[test]
fn words_of_one_line_are_paired_by_results() {
    let body = "vadd.u32.u32.u32 %d, %a.b0, 6; vadd.u32.u32.u32 %e, %a.b0, 5;
                st.global.u32 [%q], %d; st.global.u32 [%q], %e;"
        .replace('\n', "");
    let words = ["VADD.UD.U8.S16 R5, R1, 0x5, RZ", "VADD.UD.U8.S16 R6, R1, 0x6, RZ"];
    let report = straight_of_line(&body, &words, Some(5));
    let made = |line: &Line| line.made.iter().map(|it| it.emitted.address).collect::<Vec<_>>();
    let made: Vec<_> = report.lines.iter().map(made).collect();
    assert_eq!(made, [[40], [32]]);
}

/// A word of the form is taken though another has equal results with an assumed constant.
#[test]
fn words_of_one_line_are_paired_by_forms() {
    let body = "vadd.u32.u32.u32 %d, %a.b0, %i.b0; vadd.u32.u32.u32 %e, %a.b0, 5;
                st.global.u32 [%q], %d; st.global.u32 [%q], %e;"
        .replace('\n', "");
    let words = ["VADD.UD.U8.U16 R6, R1, 0x5, RZ", "VADD.UD.U8.U8 R5, R1, R2, RZ"];
    let report = straight_of_line(&body, &words, Some(5));
    assert!(report.lines.iter().all(|line| line.made.len() == 1));
}

/// Two registers of SASS can hold copies of one register of PTX.
#[test]
fn copies_of_a_register_are_no_finding() {
    let body = "vmad.s32.s32.s32 %d, %a.h0, %a.h1, %c; st.global.u32 [%q], %d;";
    assert!(!has_finding(&straight(body, &["VMAD.S16.S16 R0, R1, R2.H1, R3"])));
    // Equal only if both registers hold the same value.
    let body = "vmad.u32.u32.u32 %d, %a.h0, %a.h0, %c; st.global.u32 [%q], %d;";
    assert!(!has_finding(&straight(body, &["VMAD.U16.U16 R0, R1, R2, R3"])));
    for wrong in ["VMAD.U16.U16 R0, R1, R2.H1, R3", "VMAD.U16.U8 R0, R1, R2, R3"] {
        assert!(has_finding(&straight(body, &[wrong])), "{wrong}");
    }
}

/// A `PRMT` with these selectors merges byte 0; after a result of 32 bits it is another instruction of the PTX.
#[test]
fn only_a_byte_is_merged() {
    let body = "vadd.u32.u32.u32 %d, %a, %b; prmt.b32 %d, %d, %c, 0x3240; st.global.u32 [%q], %d;";
    let permute = |a: u8, selectors: u16| {
        let [a, c] = [a, 5].map(Register::from_encoding);
        let permute = Permute { guard: Guard::ALWAYS, destination: c, a, selectors, c };
        format!("{:#x}", permute.encode())
    };
    let report = straight(body, &["VADD.UD.U32.U32 R5, R1, R2, RZ", &permute(3, 0x3240)]);
    assert!(!has_finding(&report), "{report:?}");
    // Of a byte, the third operand is the register into which it is merged.
    let body = "vadd.u32.u32.u32 %d.b1, %a.b0, %b.b0, %c; st.global.u32 [%q], %d;";
    let report = straight(body, &["VADD.UD.U8.U8.MRG_8B0 R5, R1, R2, RZ", &permute(3, 0x3240)]);
    assert!(!has_finding(&report), "{report:?}");
    assert_eq!(report.lines[0].made[0].emitted.form.registers()[2], Some(Register::from_encoding(3)));
}

/// The `PRMT` of a guarded instruction belongs to the word with the same guard, though one with another writes the register
/// between the two.
#[test]
fn a_guarded_byte_is_merged_into_that_of_its_guard() {
    let permute = |guard: u64| {
        let [a, c] = [3, 5].map(Register::from_encoding);
        let permute = Permute { guard: Guard::ALWAYS, destination: c, a, selectors: 0x3240, c };
        format!("{:#x}", permute.encode() & !0xf_0000 | guard << 16)
    };
    let [first, second] = [0, 8].map(permute);
    let vadd = "vadd.u32.u32.u32 %d.b1, %a.b0, %b.b0, %c;";
    let other = "vadd.u32.u32.u32 %d.b1, %a.b1, %b.b1, %c;";
    let word = "@P0 VADD.UD.U8.U8.MRG_8B0 R5, R1, R2, RZ";
    for (ptx, words) in [
        // @!P0 MOV R5, R3.
        (format!("@%p {vadd} @!%p mov.u32 %d, %c;"), &[word, "0x5c98078000380005", &first][..]),
        (
            format!("@%p {vadd} @!%p {other}"),
            &[word, "@!P0 VADD.UD.U8.U8.MRG_8B0 R5, R1.B1, R2.B1, RZ", &first, &second],
        ),
    ] {
        let report = straight(&format!("{ptx} st.global.u32 [%q], %d;"), words);
        assert!(!has_finding(&report), "{report:?}");
        for line in &report.lines {
            let registers = line.made[0].emitted.form.registers();
            assert_eq!(registers[2], Some(Register::from_encoding(3)), "{words:?}");
        }
    }
}

/// No source says what a `VABSDIFF4` with an immediate computes: nothing is said of a `vabsdiff4` that may be it.
#[test]
fn a_vabsdiff4_with_an_immediate_is_not_compared() {
    let body = "mov.u32 %b, 7; vabsdiff4.u32.u32.u32.add %d, %a, %b, %c; st.global.u32 [%q], %d;";
    let verdict = |words: &[&str]| straight(body, words).lines[0].verdict.clone();
    // VABSDIFF4.U8.U8.ACC R0, R0, 0x7, R0
    assert_eq!(verdict(&["0x50380034f0770000"]), Verdict::Unpaired(Unpaired::Unspecified));
    assert!(!verdict(&["0x50380034f0770000"]).is_finding());
    assert_eq!(verdict(&[]), Verdict::Unpaired(Unpaired::Missing));
}

/// Where the words are fewer than the PTX instructions of a form, and those of another more, a word was changed.
#[test]
fn too_few_words_of_a_form_are_a_finding() {
    let body = "vmad.u32.u32.u32 %d, %a.b0, %b.b0, %c; vmad.u32.u32.u32 %e, %b.b0, %c.b0, %d;
                vmad.s32.s32.s32 %c, %e.b0, %b.b0, %d; st.global.u32 [%q], %c; st.global.u32 [%q], %e;";
    let [unsigned, signed] = ["VMAD.U8.U8 R5, R1, R2, R3", "VMAD.S8.S8 R6, R1, R2, R3"];
    let report = straight(body, &[unsigned, signed, signed]);
    let too_few = Verdict::Unpaired(Unpaired::TooFew);
    assert_eq!([&report.lines[0].verdict, &report.lines[1].verdict], [&too_few; 2]);
    assert_eq!([0, 1].map(|at| report.lines[at].made.len()), [1, 0]);
}

/// Words that no PTX instruction becomes are counted.
#[test]
fn each_vsetp_is_counted() {
    let word = "VSETP.EQ.U32.U32.AND P0, PT, R1, R2, PT";
    let report = straight("", &[word, word]);
    assert_eq!(report.not_checked.get("VSETP"), Some(&2));
}

/// Of the words whose opcode differs as that of a store of D9, only one of a `VSET` with an immediate is one.
#[test]
fn a_store_of_d9_is_that_of_a_vset_with_an_immediate() {
    for (text, is_store) in [
        ("VSET.EQ.U32.U16 R0, R1, 0x5, R2", true),
        ("VSET.EQ.U32.U32 R0, R1, R3, R2", false),
        ("VADD.UD.U32.U16 R0, R1, 0x5, R2", false),
    ] {
        let store = store(assemble_any(text).unwrap().instruction.encode());
        let emitted = Emitted::of(&Code::of_words("dots", &[store]), true);
        assert_eq!(!emitted.is_empty(), is_store, "{text}");
    }
}

/// Where PTX selects a part of a constant, ptxas takes the whole constant: also then the word is a store.
#[test]
fn a_store_has_its_name_where_the_selector_is_lost() {
    let vset = assemble_any("VSET.GE.U32.U16 R3, R1, 0x1234, RZ").unwrap().instruction.encode();
    let store = format!("{:#018x}", store(vset));
    let body = "mov.u32 %i, 4660; vset.u32.u32.ge %c, %a, %i.h1; st.global.u32 [%q], %c;";
    let report = straight(body, &[&store]);
    assert_eq!(report.lines[0].verdict.known(), Some(Known::Miscompile(&D9)));
}

/// Where PTX does not show that a register is constant, but the word has its constant for a part of it, the finding names
/// D7. The part need not have the constant as a value.
#[test]
fn a_lost_selector_has_its_name() {
    let body = "mov.u32 %i, 4660; L: add.u32 %i, %i, 1; vmad.u32.u32.u32 %c, %a.b0, %i.b1, %c; @%p bra L; st.global.u32 [%q], %c;";
    for (word, known) in [
        ("VMAD.U8.U16 R3, R1, 0x1234, R3", Some(Known::SelectorLost)),
        ("VMAD.U8.U16 R3, R1, 0x12, R3", Some(Known::SelectorLost)),
        ("VMAD.U8.S16 R3, R1, 0x1234, R3", None),
    ] {
        let report = straight(body, &[word]);
        assert!(has_finding(&report), "{word}");
        assert_eq!(report.lines[0].verdict.known(), known, "{word}");
    }
}

/// The constant that a guarded `MOV32I` loads is known to a word with the same guard, until the predicate may change.
#[test]
fn a_constant_is_known_under_its_guard() {
    let body = "@!%p vmad.u32.u32.u32 %c, %a.b0, 74565, %c; st.global.u32 [%q], %c;";
    // @!P0 MOV32I R6, 0x12345, and 0x12346; PSETP.AND.AND P0, PT, !PT, PT, PT.
    let [load, other] = ["0x010000123458f006", "0x010000123468f006"];
    let word = "@!P0 VMAD.U8.U32 R3, R1, R6, R3";
    let verdict = |words: &[&str]| straight(body, words).lines[0].verdict.clone();
    assert!(matches!(verdict(&[load, word]), Verdict::Equal { .. }));
    assert!(verdict(&[other, word]).is_finding());
    for unknown in [[load, "0x50900380e0070007", word].as_slice(), &[load, &word[1..].replace('!', "@")]] {
        // The finding names the load, which follows the three of the operands.
        let origin = Origin::Instruction { address: 32, word: 0x010000123458f006 };
        assert_eq!(
            verdict(unknown),
            Verdict::Unpaired(Unpaired::Incomparable(Incomparable::Constant { role: Role::B, origin }))
        );
    }
}

/// The load can be the first word, and words that write no predicate can follow it.
#[test]
fn a_guarded_constant_lasts() {
    // @!P0 MOV32I R6, 0x12345; NOP.
    let [load, nop] = [0x0100_0012_3458_f006, 0x50b0_0000_0007_0f00];
    let reader = assemble("@!P0 VMAD.U8.U32 R3, R1, R6, R3").unwrap().instruction;
    for words in [vec![load, reader.encode()], vec![load, nop, nop, reader.encode()]] {
        let stream = Code::of_words("dots", &words).stream;
        let register = Register::from_encoding(6);
        assert_eq!(stream.value(words.len() - 1, register), RegisterValue::Constant(0x12345));
    }
}

/// Of several loads, the last that is executed whenever the reader is counts, and another that may be executed after it makes
/// the value unknown.
#[test]
fn the_last_guarded_constant_counts() {
    // MOV32I R6; BRA, back to the first word if P3.
    let load = |guard: u64, value: u64| 0x0100_0000_0000_f006 | guard << 16 | value << 20;
    let back = |words: i64| 0xe240_0000_0003_000f | ((-8 * words).cast_unsigned() & 0xff_ffff) << 20;
    // PSETP.AND.AND P0, PT, !PT, PT, PT.
    let setp = 0x5090_0380_e007_0007;
    let reader = assemble("@!P0 VMAD.U8.U32 R3, R1, R6, R3").unwrap().instruction.encode();
    let [same, opposite, other] = [8, 0, 1];
    for (words, expected) in [
        (vec![load(same, 5), load(same, 6), reader], Some(6)),
        (vec![load(same, 5), load(opposite, 6), reader], Some(5)),
        (vec![load(opposite, 6), load(same, 5), reader], Some(5)),
        (vec![load(same, 5), load(other, 6), reader], None),
        (vec![load(other, 6), load(same, 5), reader], Some(5)),
        (vec![load(other, 6), load(opposite, 6), reader], None),
        (vec![load(same, 5), setp, reader], None),
        (vec![load(same, 5), setp, load(same, 6), reader], Some(6)),
        // In a loop: the first turn has another value.
        (vec![setp, reader, load(same, 5), back(3)], None),
        (vec![load(same, 5), reader, back(2)], None),
        (vec![setp, load(same, 5), reader, back(3)], Some(5)),
    ] {
        let at = words.iter().position(|word| *word == reader).unwrap();
        let value = Code::of_words("dots", &words).stream.value(at, Register::from_encoding(6));
        let found = if let RegisterValue::Constant(value) = value { Some(value) } else { None };
        assert_eq!(found, expected, "{words:x?}");
    }
}

/// One guarded load and a hundred thousand words that read it: a test of the time more than of the result. Quadratic time is
/// minutes.
#[test]
fn many_readers_of_a_guarded_constant_take_linear_time() {
    let reader = assemble("@!P0 VMAD.U8.U32 R3, R1, R6, R3").unwrap().instruction.encode();
    let words: Vec<u64> = std::iter::once(0x0100_0000_0058_f006).chain(vec![reader; 100_000]).collect();
    let stream = Code::of_words("dots", &words).stream;
    assert_eq!(stream.value(100_000, Register::from_encoding(6)), RegisterValue::Constant(5));
}

/// The word of a pair is found though another pair writes the same register. All types of a word of ordinary instructions
/// are equal.
#[test]
fn ordinary_words_have_one_type() {
    let body = "max.s32 %d, %a, 5; min.s32 %d, %d, %b; min.s32 %e, %a, %b; max.s32 %d, %e, %d;
                st.global.u32 [%q], %d;";
    let [one, other] = ["VMNMX.MX.MIN R5, R1, 0x5, R2", "VMNMX.MAX R5, R1, R2, R5"];
    let report = straight(body, &[one, other]);
    assert!(!is_not_passed(&report), "{report:?}");
    for (wrong, is_finding) in [
        ("VMNMX.U32.S32.MAX R5, R1, R2, R5", true),
        ("VMNMX.UD.MAX R5, R1, R2, R5", true),
        ("VMNMX.MX.MAX R5, R1, R2, R5", false),
    ] {
        let report = straight(body, &[one, wrong]);
        assert_eq!((has_finding(&report), is_not_passed(&report)), (is_finding, true), "{wrong}");
    }
}

/// From the turns of an unrolled loop, ptxas drops what only the next turn uses, or what only the code after the loop uses.
#[test]
fn turns_of_a_loop_can_have_different_words() {
    let in_loop = |body: &str, words: &[&str]| {
        let head = "mov.u32 %i, 0;\nL: add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 3;";
        straight(&format!("{head} {body}"), words)
    };
    let carried = "vmad.u32.u32.u32.shr7 %e, %d.b1, %b.b1, %e; vmad.u32.u32.u32 %d, %a.b0, %b.b0, %e;
                   @%p bra L; st.global.u32 [%q], %e;";
    let [e, d] = ["VMAD.U8.U8.SHR_7 R9, R8.B1, R2.B1, R9", "VMAD.U8.U8 R8, R1, R2, R9"];
    assert!(!has_finding(&in_loop(carried, &[e, d, e, d, e])));
    assert!(has_finding(&in_loop(carried, &[e, d, e, d.replace("U8.U8", "U8.S8").as_str(), e])));
    let last = "vmad.u32.u32.u32.shr7 %e, %a.b1, %b.b1, %e; vmad.u32.u32.u32 %d, %a.b0, %b.b0, %e;
                @%p bra L; st.global.u32 [%q], %d;";
    let [e, d] = ["VMAD.U8.U8.SHR_7 R9, R1.B1, R2.B1, R9", "VMAD.U8.U8 R8, R1, R2, R9"];
    assert!(!has_finding(&in_loop(last, &[e, e, e, d])));
    assert!(has_finding(&in_loop(last, &[e, e, e, d.replace("U8.U8", "U8.S8").as_str()])));
}
