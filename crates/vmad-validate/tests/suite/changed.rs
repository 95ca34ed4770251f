//! Changed `VMAD`s are found without a line table.

use std::io::Cursor;

use vmad_ptx::{
    module::{Module, scan},
    reading::Reading,
};
use vmad_sass::{Vmad, stream::Slot};
use vmad_validate::{Report, contents::Contents, stream::Stream, validate};

const PTX: &str = include_str!("../data/changed.ptx");
const CUBIN: &[u8] = include_bytes!("../data/changed.sm_50.cubin");

fn contents() -> Contents {
    Contents::read(Cursor::new(CUBIN), PTX).unwrap()
}

fn check(module: &Module, contents: &Contents) -> Report {
    validate(PTX, module, &contents.codes, contents.arch, &Reading::default())
}

fn has_finding(report: &Report) -> bool {
    report.lines.iter().any(|line| line.verdict.is_finding())
        || !report.unexplained.is_empty()
        || !report.illegal.is_empty()
}

/// Each field of the setting of a word, with every legal value: A's and B's selector and sign, scale, psign, SAT.
fn settings(word: u64) -> impl Iterator<Item = u64> {
    let fields = [(36, 3), (28, 3), (48, 1), (49, 1), (51, 2), (53, 2), (55, 1)];
    fields.into_iter().flat_map(move |(low, bits)| {
        let mask = ((1 << bits) - 1) << low;
        (0..1_u64 << bits).map(move |value| word & !mask | value << low)
    })
}

#[test]
fn the_cubin_itself_has_no_finding() {
    let report = check(&scan(PTX), &contents());
    assert_eq!(report.lines.len(), 22);
    assert!(!has_finding(&report), "{report:?}");
}

/// In a loop, beside one, among siblings, before a constant that cannot be followed, and where only a carry shows.
#[test]
fn every_change_of_a_setting_is_found() {
    let original = contents();
    let (module, step) = (scan(PTX), vmad_testing::step(6));
    let (mut changed, mut missed) = (0, Vec::new());
    for (at, code) in original.codes.iter().enumerate() {
        for (index, slot) in code.stream.slots().iter().enumerate() {
            if Vmad::decode(slot.word).is_err() {
                continue;
            }
            let words = settings(slot.word).filter(|word| *word != slot.word && Vmad::decode(*word).is_ok());
            for word in words.skip(index % step).step_by(step) {
                let mut slots: Vec<Slot> = code.stream.slots().to_vec();
                slots[index].word = word;
                let mut contents = original.clone();
                contents.codes[at].stream = Stream::new(slots);
                changed += 1;
                if !has_finding(&check(&module, &contents)) {
                    missed.push(format!("{} {:#x}: {word:#018x}", code.function, slot.address));
                }
            }
        }
    }
    assert!(changed > 100 && missed.is_empty(), "{changed} changed, missed: {missed:#?}");
}
