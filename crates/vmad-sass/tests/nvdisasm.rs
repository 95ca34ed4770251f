//! Oracle: nvdisasm 12.4 for SM50. 3,000 words with control fields and the text that it printed, or `ILLEGAL`.

use std::fmt::Write;

use vmad_sass::{Arch, Refusal, disassemble, schedule::ControlField};

const ANSWERS: &str = include_str!("data/nvdisasm-vmad.tsv");

#[test]
fn every_recorded_word_prints_as_nvdisasm_printed_it() {
    let mut rows = 0;
    let mut illegal = 0;
    let mut differences = String::new();
    for line in ANSWERS.lines() {
        let [word, control, theirs] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let word = u64::from_str_radix(word, 16).unwrap();
        let control = ControlField::new(u32::from_str_radix(control, 16).unwrap()).unwrap();
        let ours = match disassemble(word, control, Arch::Sm50) {
            Ok(text) => text.to_string(),
            Err(Refusal::Illegal(_)) => "ILLEGAL".to_owned(),
            Err(Refusal::Foreign(error)) => panic!("{error}"),
        };
        rows += 1;
        illegal += usize::from(theirs == "ILLEGAL");
        if ours != theirs {
            writeln!(differences, "{line}\n\tours: {ours}").unwrap();
        }
    }
    assert_eq!((rows, illegal), (3000, 92), "the recorded answers are incomplete");
    assert!(differences.is_empty(), "{differences}");
}
