//! Oracle: nvdisasm 12.8.55. Words with control fields and the text that it printed for them, or `ILLEGAL`.
//!
//! The rows of sm_61 were recorded with `cargo xtask nvdisasm-record --arch sm_61 --seed 61 --output ...`;
//! `cargo xtask nvdisasm-diff --verify-recorded` asks a live nvdisasm again for the rows of both files, and
//! `cargo xtask nvdisasm-diff` compares any number of fresh words for all six architectures.

use std::{collections::BTreeSet, fmt::Write};

use vmad_sass::{
    Arch, Refusal, disassemble,
    schedule::ControlField,
    vmad::table::{FIELDS, Form},
};

/// What was recorded for an architecture.
struct Recording {
    arch: Arch,
    text: &'static str,
    rows: usize,
    illegal: usize,
}

const SM50: Recording =
    Recording { arch: Arch::Sm50, text: include_str!("data/nvdisasm-vmad.tsv"), rows: 3000, illegal: 92 };
const SM61: Recording = Recording {
    arch: Arch::Sm61,
    text: include_str!("data/nvdisasm-vmad-sm61.tsv"),
    rows: 2000,
    illegal: 100,
};

/// A word, its control field, and nvdisasm's text.
type Row = (u64, ControlField, &'static str);

impl Recording {
    fn rows(&self) -> Vec<Row> {
        let row = |line: &'static str| {
            let [word, control, theirs] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let word = u64::from_str_radix(word, 16).unwrap();
            let control = ControlField::new(u32::from_str_radix(control, 16).unwrap()).unwrap();
            (word, control, theirs)
        };
        self.text.lines().map(row).collect()
    }

    /// Every row prints as nvdisasm printed it.
    fn check(&self) {
        let mut differences = String::new();
        let rows = self.rows();
        for &(word, control, theirs) in &rows {
            let ours = match disassemble(word, control, self.arch) {
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
        assert_eq!((rows.len(), illegal), (self.rows, self.illegal), "the recorded answers are incomplete");
        assert!(differences.is_empty(), "{differences}");
    }

    /// The rows show every value of every field that is no mere number, both values of every bit of the fields that
    /// are, in both forms, and every value of every part of the control field: a word that is not asked tells nothing.
    fn check_coverage(&self) {
        let rows = self.rows();
        for (form, kind) in [(Form::Register, 1), (Form::Immediate, 0)] {
            let words: Vec<u64> =
                rows.iter().map(|(word, ..)| *word).filter(|word| word >> 50 & 1 == kind).collect();
            for field in FIELDS.iter().filter(|field| field.is_in(form)) {
                let values: BTreeSet<u64> = words.iter().map(|&word| field.of(word)).collect();
                match field.name {
                    "opcode" | "B kind" => assert_eq!(values.len(), 1),
                    _ if field.width <= 3 => {
                        assert_eq!(values.len(), 1 << field.width, "{form:?} {}", field.name);
                    }
                    _ => {
                        let ones = values.iter().fold(0, |bits, value| bits | value);
                        let zeros = values.iter().fold(0, |bits, value| bits | (field.mask() ^ value));
                        assert_eq!((ones, zeros), (field.mask(), field.mask()), "{form:?} {}", field.name);
                        assert!(values.contains(&field.mask()), "{form:?} {}: no RZ, no -1", field.name);
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
fn every_recorded_word_of_sm_50_prints_as_nvdisasm_printed_it() {
    SM50.check();
}

#[test]
fn every_recorded_word_of_sm_61_prints_as_nvdisasm_printed_it() {
    SM61.check();
}

#[test]
fn the_recorded_words_show_every_value_of_every_field() {
    SM50.check_coverage();
    SM61.check_coverage();
}
