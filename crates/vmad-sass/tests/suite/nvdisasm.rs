//! Oracle: nvdisasm 12.8.55. Words with control fields and the text that it printed for them, or `ILLEGAL`.
//!
//! `cargo xtask nvdisasm-diff --arch sm_61 --record FILE` asks a live nvdisasm again for the words of a file;
//! without `--record`, it compares any number of fresh words, for all six architectures.

use std::{collections::BTreeSet, fmt::Write};

use vmad_sass::{
    Arch, Refusal, disassemble,
    isa::{Form, INSTRUCTIONS},
    schedule::ControlField,
};

/// What was recorded for an architecture: the text, and how many rows and illegal words it has.
struct Recording(Arch, &'static str, [usize; 2]);

const SM50: Recording = Recording(Arch::Sm50, include_str!("../data/nvdisasm-vmad.tsv"), [3000, 92]);
const SM61: Recording = Recording(Arch::Sm61, include_str!("../data/nvdisasm-vmad-sm61.tsv"), [2000, 100]);
const FAMILY_SM50: Recording =
    Recording(Arch::Sm50, include_str!("../data/nvdisasm-family-sm50.tsv"), [2400, 348]);
const FAMILY_SM61: Recording =
    Recording(Arch::Sm61, include_str!("../data/nvdisasm-family-sm61.tsv"), [800, 126]);

/// A word, its control field, and nvdisasm's text.
type Row = (u64, ControlField, &'static str);

impl Recording {
    fn rows(&self) -> Vec<Row> {
        let row = |[word, control, theirs]: [&'static str; 3]| {
            let word = u64::from_str_radix(word, 16).unwrap();
            let control = ControlField::new(u32::from_str_radix(control, 16).unwrap()).unwrap();
            (word, control, theirs)
        };
        vmad_testing::rows(self.1).map(row).collect()
    }

    /// Every row prints as nvdisasm printed it.
    fn check(&self) {
        let mut differences = String::new();
        let rows = self.rows();
        for &(word, control, theirs) in &rows {
            let ours = match disassemble(word, control, self.0) {
                Ok(text) => text.to_string(),
                Err(Refusal::Illegal(_)) => "ILLEGAL".to_owned(),
                Err(Refusal::Foreign(error)) => panic!("{error}"),
            };
            if ours != theirs {
                let control = control.bits();
                writeln!(differences, "{word:016x} {control:05x}\n\ttheirs: {theirs}\n\tours:   {ours}")
                    .unwrap();
            }
        }
        let illegal = rows.iter().filter(|(.., theirs)| *theirs == "ILLEGAL").count();
        assert_eq!([rows.len(), illegal], self.2, "the recorded answers are incomplete");
        assert!(differences.is_empty(), "{differences}");
    }

    /// The rows show every legal value of every short field, both values of every bit of the long ones, in every form of the
    /// instructions, and every value of every part of the control field: an answer says nothing about a value that
    /// was not asked.
    fn check_coverage(&self, mnemonics: &[&str]) {
        let rows = self.rows();
        let forms = INSTRUCTIONS.into_iter().flatten().filter(|form| mnemonics.contains(&form.kind.name()));
        for form in forms {
            let words: Vec<u64> =
                rows.iter().map(|(word, ..)| *word).filter(|&word| Form::of(word) == Some(form)).collect();
            if words.len() < 100 {
                // The immediate form of VABSDIFF4 is one value in sixteen.
                assert_eq!((form.kind.name(), words.is_empty()), ("VABSDIFF4", false));
                continue;
            }
            for field in form.fields {
                let values: BTreeSet<u64> = words.iter().map(|&word| field.of(word)).collect();
                let name = field.name();
                match field.width() {
                    _ if field.fixed().is_some() => assert_eq!(values.len(), 1),
                    0..=3 => {
                        let mut legal = (0..=field.mask()).filter(|&value| !field.is_illegal(value));
                        assert!(legal.all(|value| values.contains(&value)), "{} {name}", form.kind);
                    }
                    _ => {
                        let ones = values.iter().fold(0, |bits, value| bits | value);
                        let zeros = values.iter().fold(0, |bits, value| bits | (field.mask() ^ value));
                        assert_eq!((ones, zeros), (field.mask(), field.mask()), "{} {name}", form.kind);
                    }
                }
            }
        }
        // Stall, yield, the barriers, reuse; each bit of the wait mask stands for itself.
        let parts = [(0, 4), (4, 1), (5, 3), (8, 3), (17, 4)];
        for (low, width) in (11..17).map(|bit| (bit, 1)).chain(parts) {
            let value = |control: ControlField| control.bits() >> low & ((1 << width) - 1);
            let values: BTreeSet<u32> = rows.iter().map(|&(_, control, _)| value(control)).collect();
            assert_eq!(values.len(), 1 << width, "control bits from {low}");
        }
    }
}

#[test]
fn every_recorded_word_prints_as_nvdisasm_printed_it() {
    for recording in [SM50, SM61, FAMILY_SM50, FAMILY_SM61] {
        recording.check();
    }
}

#[test]
fn the_recorded_words_show_every_value_of_every_field() {
    SM50.check_coverage(&["VMAD"]);
    SM61.check_coverage(&["VMAD"]);
    FAMILY_SM50.check_coverage(&["VADD", "VABSDIFF", "VABSDIFF4", "VMNMX", "VSET", "VSETP", "VSHL", "VSHR"]);
}

/// Answers that the recordings do not contain. nvdisasm 12.8 prints no minus before an immediate of 0.
#[test]
fn an_immediate_of_0_has_no_minus() {
    let text = |word| disassemble(word, ControlField::IDLE, Arch::Sm50).unwrap().to_string();
    assert_eq!(text(0x2179_0140_0007_0100), "VADD.S16.U16 R0, R1, 0x0, R2");
    assert_eq!(text(0x2179_0140_0017_0100), "VADD.S16.U16 R0, R1, -0x1, R2");
}
