//! Words by the line tables of ptxas: untouched, and with one changed bit.

use std::{collections::HashSet, io::Cursor};

use vmad_files::{contents::Contents, cubin::FunctionCode};
use vmad_ptx::{module::scan, reading::Reading};
use vmad_sass::{Arch, assemble};
use vmad_validate::{
    CheckedLine, LineVerdict, NoWord, Report, Why, form::WordForm, outcome::Mismatch, validate,
};

const TABLE: &str = include_str!("../data/table.ptx");
const LINKED: &str = include_str!("../data/linked.ptx");
/// ptxas 12.0, of which the relocations of the table name a wrong section.
const OF_12_0: &[u8] = include_bytes!("../data/table-12.0.sm_52.cubin");
/// `ptxas -c`, with the PTX in a section with a number.
const RELOCATABLE: &[u8] = include_bytes!("../data/table-c.sm_52.cubin");
/// The objects of `table.ptx` and `linked.ptx`.
const BOTH: &[u8] = include_bytes!("../data/linked.sm_52.cubin");
const FAMILY: (&str, &[u8]) =
    (include_str!("../data/family.ptx"), include_bytes!("../data/family-table.sm_50.cubin"));

/// Guarded instructions whose destination is 0 where the guard is false. ptxas 12.9 makes a mask of each guard.
const GUARDED: (&str, &[u8]) =
    (include_str!("../data/guarded.ptx"), include_bytes!("../data/guarded.sm_50.cubin"));

/// ptxas 12.9 does not fold a `prmt` of a constant: the word reads the result of a `PRMT`.
const PERMUTED: (&str, &[u8]) =
    (include_str!("../data/permuted.ptx"), include_bytes!("../data/permuted.sm_50.cubin"));

/// The code that is compared with a text, and the functions with a table of other PTX.
fn kept((text, cubin): (&str, &[u8])) -> (Contents, Vec<String>) {
    let mut contents = Contents::read(Cursor::new(cubin)).unwrap();
    let of_other_ptx = contents.keep(text);
    (contents, of_other_ptx)
}

fn contents(file: (&str, &[u8])) -> Contents {
    kept(file).0
}

/// What `of` finds in the report.
fn report<T>(arch: Arch, text: &str, codes: &[FunctionCode], of: impl FnOnce(&Report<'_>) -> T) -> T {
    of(&validate(text, &scan(text), codes, arch, &Reading::DEFAULT))
}

/// The number of equal statements, and of findings.
fn found(report: &Report<'_>) -> (usize, usize) {
    let equal = report.lines.iter().filter(|line| matches!(line.verdict, LineVerdict::Equal { .. })).count();
    let findings = report.lines.iter().filter(|line| line.verdict.is_finding()).count();
    (equal, findings + report.foreign.len())
}

#[test]
fn the_tables_of_all_versions_and_of_objects_are_read() {
    for (file, equal) in [(OF_12_0, 2), (RELOCATABLE, 3)] {
        let (contents, of_other_ptx) = kept((TABLE, file));
        assert!(of_other_ptx.is_empty());
        assert!(contents.codes.iter().all(|code| code.lines.iter().any(Option::is_some)));
        report(Arch::Sm52, TABLE, &contents.codes, |report| {
            assert!(report.by_lines);
            assert_eq!(found(report), (equal, 0), "{report:?}");
        });
    }
}

/// Each object that was linked has a table of its own, of its own PTX.
#[test]
fn a_linked_file_has_a_table_for_each_object() {
    for (text, own, other) in [(TABLE, "k", "k2"), (LINKED, "k2", "k")] {
        let (contents, of_other_ptx) = kept((text, BOTH));
        let names: Vec<_> = contents.codes.iter().map(|code| code.function.as_str()).collect();
        assert_eq!((names, of_other_ptx), (vec![own], vec![other.to_owned()]));
        assert_eq!(report(Arch::Sm52, text, &contents.codes, found), (2, 0));
    }
    // With other PTX, the code is compared without a table.
    let changed = TABLE.replace("shr7", "").replace("%a.b0", "%a.b2");
    let contents = contents((&changed, BOTH));
    assert!(contents.codes.len() == 2 && contents.codes.iter().all(|code| code.lines.is_empty()));
}

/// The result of a `PRMT` is not the constant that it reads.
#[test]
fn a_permuted_constant_is_another() {
    let contents = contents(PERMUTED);
    assert_eq!(report(Arch::Sm50, PERMUTED.0, &contents.codes, found), (1, 0));
}

/// Gives `check` the report about a file with a word changed, and the address of the word.
fn changed((text, cubin): (&str, &[u8]), from: &str, to: u64, check: impl FnOnce(&Report<'_>, u64)) {
    let from = assemble(from).unwrap().instruction.encode();
    let mut contents = contents((text, cubin));
    let mut slots = contents.codes.iter_mut().flat_map(|code| &mut code.slots);
    let slot = slots.find(|slot| slot.word == from).unwrap();
    slot.word = to;
    let address = slot.address;
    report(Arch::Sm52, text, &contents.codes, |report| check(report, address));
}

#[test]
fn a_foreign_word_is_found_at_its_address() {
    let text = "VMAD.U8.U8 R6, R0, R5.B1, R6";
    let word = assemble(text).unwrap().instruction.encode();
    for (to, is_expected) in [
        // One changed bit; an `FADD`, which ptxas does not write there; the guard @!PT.
        (word ^ 1 << 63, (|why| *why == Why::Changed) as fn(&Why) -> bool),
        (0x5c58_0000_0057_0006, |why| *why == Why::NotBeside),
        (word ^ 1 << 58, |why| *why == Why::Changed),
        (word | 0xf << 16, |why| *why == Why::Never),
        // Bit 50: B, which is loaded, becomes an immediate.
        (word ^ 1 << 50, |why| matches!(why, Why::Mismatch(Mismatch::Constant { .. }))),
        // The word of another kind of statement.
        (0x3a36_03d0_6007_0706, |why| *why == Why::Mismatch(Mismatch::Mode)),
    ] {
        changed((TABLE, OF_12_0), text, to, |report, address| {
            let foreign = report.foreign.iter().find(|foreign| foreign.word.address() == address);
            let foreign = foreign.unwrap_or_else(|| panic!("{to:#x}: {report:?}"));
            assert!(is_expected(&foreign.why) && foreign.line == Some(22), "{to:#x}: {foreign:?}");
        });
    }
}

/// A copy or an addition that takes the place of a video word: ptxas can leave a copy of a statement that it removed.
#[test]
fn a_lost_statement_is_found() {
    let add = 0x5c10_0000_0057_0006;
    changed((TABLE, OF_12_0), "VMAD.U8.U8 R6, R0, R5.B1, R6", add, |report, address| {
        let line = report.lines.iter().find(|line| line.statement.last_line == 22).unwrap();
        assert_eq!(line.verdict, LineVerdict::Lost(vmad_validate::Lost::Line(address)));
    });
}

/// ptxas computes a `vadd4` of constants, of which it makes other instructions than the family's.
#[test]
fn ptxas_can_know_the_result_of_an_instruction_without_a_video_word() {
    let file: (&str, &[u8]) =
        (include_str!("../data/folded.ptx"), include_bytes!("../data/folded.sm_50.cubin"));
    let contents = contents(file);
    assert_eq!(report(Arch::Sm50, file.0, &contents.codes, found), (1, 0));
}

#[test]
fn a_guard_can_be_a_mask() {
    let contents = contents(GUARDED);
    assert_eq!(report(Arch::Sm50, GUARDED.0, &contents.codes, found), (8, 0));
}

/// A kernel of some statements in lines 7 and following, and its code: a line and the text of each word.
fn with_lines<T>(statements: &str, words: &[(u32, &str)], of: impl FnOnce(&Report<'_>) -> T) -> T {
    let text = format!(
        ".version 7.0\n.target sm_50\n.entry k(.param .u64 p)\n{{\n.reg .b32 %r<9>; .reg .b64 %q;\n\
        ld.global.u32 %r1, [%q]; ld.global.u32 %r2, [%q];\n{statements}\nst.global.u32 [%q], %r0;\n}}\n"
    );
    let word = |text: &str| match text {
        "NOP" => 0x50b0_0000_0007_0f00,
        "PRMT R0, R0, 0x3240, R4" => 0x36c0_0203_2407_0000,
        _ => assemble(text).unwrap().instruction.encode(),
    };
    let encoded: Vec<u64> = words.iter().map(|(_, text)| word(text)).collect();
    let code = FunctionCode::of_words("k", &encoded);
    let code = FunctionCode { lines: words.iter().map(|(line, _)| Some(*line)).collect(), ..code };
    report(Arch::Sm50, &text, &[code], of)
}

/// With another sign of a factor the shift and the saturation of a `vmad` differ. Without both the results are equal, but the
/// proof of the word's mode says nothing about the statement.
#[test]
fn the_proof_of_a_mode_covers_its_signs_only() {
    for (word, is_covered) in
        [("VMAD.U8.S16 R0, R1, 0xb8, R2", true), ("VMAD.U8.U16 R0, R1, 0xb8, R2", false)]
    {
        with_lines("vmad.u32.u32.s32 %r0, %r1.b0, 184, %r2;", &[(7, word)], |report| {
            let LineVerdict::Equal { equal, .. } = &report.lines[0].verdict else { panic!("{report:?}") };
            assert_eq!(equal.operation.is_some(), is_covered, "{word}");
        });
    }
}

/// Two lines that are alike have different words if the first writes an operand of the second. Two chains of the same
/// values have the same words.
#[test]
fn statements_are_equal_if_the_values_of_their_operands_are() {
    let sum = "vmad.u32.u32.u32 %r0, %r1.b0, %r2.b0, %r0;";
    let word = "VMAD.U8.U8 R0, R1, R2, R0";
    for second in [word, "NOP"] {
        with_lines(&format!("{sum}\n{sum}"), &[(7, word), (8, second)], |report| {
            let is_equal = matches!(report.lines[1].verdict, LineVerdict::Equal { .. });
            let remains = LineVerdict::NoWord(NoWord::Remains);
            assert!(if second == word { is_equal } else { report.lines[1].verdict == remains }, "{report:?}");
        });
    }
    let step = |d, a| format!("vadd.u32.u32.u32.add %r{d}, %r{a}.b0, %r1.b1, %r2;");
    let chains = [step(3, 1), step(4, 3), step(5, 1), step(6, 5), step(0, 6)].join("\n");
    let words = [(7, "R3, R1"), (8, "R4, R3"), (11, "R0, R4")];
    let words = words.map(|(line, registers)| (line, format!("VADD.UD.U8.U8.ACC {registers}, R1.B1, R2")));
    let words: Vec<_> = words.iter().map(|(line, word)| (*line, word.as_str())).collect();
    assert_eq!(with_lines(&chains, &words, found), (3, 0));
}

#[test]
fn a_merge_needs_its_prmt() {
    let merge = "mov.u32 %r0, %r2; vadd.u32.u32.u32 %r0.b1, %r1.b0, %r2.b0, %r0;";
    let word = "VADD.UD.U8.U8.MRG_8B0 R4, R1, R2, RZ";
    let complete = [(7, word), (7, "PRMT R0, R0, 0x3240, R4")];
    assert_eq!(with_lines(merge, &complete, found), (1, 0));
    with_lines(merge, &[(7, word), (7, "NOP")], |report| {
        assert_eq!(report.lines[0].verdict, LineVerdict::Lost(vmad_validate::Lost::Merge));
    });
    // The `PRMT` of byte 1 is not that of byte 3.
    let both = format!("{merge} vadd.u32.u32.u32 %r0.b3, %r1.b0, %r2.b1, %r0;");
    let words = [(7, word), (7, "VADD.UD.U8.U8.MRG_8B0 R5, R1, R2.B1, RZ"), (7, "PRMT R0, R0, 0x3240, R4")];
    with_lines(&both, &words, |report| {
        assert_eq!(report.lines[1].verdict, LineVerdict::Lost(vmad_validate::Lost::Merge));
        assert!(matches!(report.lines[0].verdict, LineVerdict::Equal { .. }), "{report:?}");
    });
}

#[test]
fn no_changed_mode_passes() {
    // Not the registers, the guard, and the immediate.
    let fixed = 0xff | 0xff << 8 | 0xffff << 20 | 0xff << 39 | 0xf << 16;
    assert_no_change_passes(FAMILY, Arch::Sm52, fixed);
    assert_no_change_passes(GUARDED, Arch::Sm50, fixed);
}

/// ptxas 11.8, of the same text. Not the registers, the immediate, the guard, and the join flag, which is not compared.
#[test]
fn no_changed_mode_of_kepler_passes() {
    let text = FAMILY.0.replace("sm_50", "sm_35");
    let cubin = include_bytes!("../data/family-table.sm_35.cubin");
    let fixed = (0xff | 0xff << 8 | 0xf << 16) << 2 | (0xffff << 20 | 0xff << 39) << 3 | 1 << 22;
    // The `RZ` that Kepler's words have for the `c` of an instruction without a second operation is no assumption.
    report(Arch::Sm35, &text, &contents((&text, cubin)).codes, |report| {
        let assumes = |line: &&CheckedLine<'_>| match &line.verdict {
            LineVerdict::Equal { equal, .. } => !equal.assumptions.is_empty(),
            _ => false,
        };
        assert_eq!(report.lines.iter().filter(assumes).count(), 0, "{report:?}");
    });
    assert_no_change_passes((&text, cubin), Arch::Sm35, fixed);
}

/// Every changed bit of the opcode, the mode and the selectors that changes a value, in all video words that are equal.
fn assert_no_change_passes(file: (&str, &[u8]), arch: Arch, fixed: u64) {
    let inputs =
        [0, 1, 0x7f, 0x80, 0xff, 0x1234, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xdead_beef, u32::MAX];
    let inputs: Vec<[u32; 3]> =
        inputs.iter().flat_map(|&a| inputs.iter().flat_map(move |&b| inputs.map(|c| [a, b, c]))).collect();
    let mut contents = contents(file);
    // Of words of `min`, `max` and `sad` only the mode is compared.
    let (base, equal) = report(arch, file.0, &contents.codes, |untouched| {
        let equal = untouched.lines.iter().filter(|line| matches!(line.verdict, LineVerdict::Equal { .. }));
        let words = equal.flat_map(|line| &line.words);
        let equal: HashSet<_> = words.map(|word| (word.code.kernel.clone(), word.address())).collect();
        (found(untouched).1, equal)
    });
    let (mut refused, mut assumed) = (0, 0);
    for (code, at) in (0..contents.codes.len())
        .flat_map(|code| (0..contents.codes[code].slots.len()).map(move |at| (code, at)))
        .collect::<Vec<_>>()
    {
        let word = contents.codes[code].slots[at].word;
        let place = (contents.codes[code].kernel.clone(), contents.codes[code].slots[at].address);
        let Some(form) = WordForm::of(arch.layout(), word).filter(|_| equal.contains(&place)) else {
            continue;
        };
        for bit in (0..64).filter(|bit| fixed >> bit & 1 == 0).step_by(vmad_testing::cases(3, 1)) {
            let other = word ^ 1 << bit;
            let computed = |form: &WordForm| {
                let column =
                    |port: usize| inputs.iter().map(move |input| form.ports[port].unwrap_or(input[port]));
                let columns: [Vec<u32>; 3] = [0, 1, 2].map(|port| column(port).collect());
                form.setting.compute(columns.each_ref().map(Vec::as_slice))
            };
            if WordForm::of(arch.layout(), other).is_some_and(|other| computed(&form) == computed(&other)) {
                continue;
            }
            contents.codes[code].slots[at].word = other;
            let (findings, is_assumed) = report(arch, file.0, &contents.codes, |report| {
                let is_assumed = |verdict: &LineVerdict| matches!(verdict, LineVerdict::Equal { equal, .. } if !equal.assumptions.is_empty());
                (found(report).1, report.lines.iter().any(|line| is_assumed(&line.verdict)))
            });
            assert!(findings > base || is_assumed, "bit {bit} of {word:016x} at {place:x?}");
            refused += u32::from(findings > base);
            assumed += u32::from(findings <= base);
        }
        contents.codes[code].slots[at].word = word;
    }
    assert!(
        refused as usize > 4 * equal.len() && assumed < refused / 20,
        "{refused} refused, {assumed} assumed"
    );
}
