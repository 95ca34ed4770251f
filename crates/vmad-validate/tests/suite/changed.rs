//! Changed words are found without a line table.

use std::{collections::HashMap, io::Cursor};

use vmad_ptx::{module::scan, reading::Reading};
use vmad_sass::{Instruction, stream::Slot};
use vmad_unit::{Format, Operand, Operation};
use vmad_validate::{
    Line, PlacedWord, Report, Verdict,
    contents::Contents,
    emitted::Form,
    stream::{RegisterValue, Stream},
    validate,
};

/// A PTX file and its cubin.
struct Program {
    ptx: &'static str,
    cubin: &'static [u8],
    /// The number of PTX instructions.
    count: usize,
}

const VMADS: Program = Program {
    ptx: include_str!("../data/changed.ptx"),
    cubin: include_bytes!("../data/changed.sm_50.cubin"),
    count: 22,
};
const FAMILY: Program = Program {
    ptx: include_str!("../data/family.ptx"),
    cubin: include_bytes!("../data/family.sm_50.cubin"),
    count: 31,
};

const JOINED: Program = Program {
    ptx: include_str!("../data/joined.ptx"),
    cubin: include_bytes!("../data/joined.sm_50.cubin"),
    count: 0,
};

impl Program {
    fn contents(&self) -> Contents {
        Contents::read(Cursor::new(self.cubin), self.ptx).unwrap()
    }

    fn check(&self, contents: &Contents) -> Report {
        validate(self.ptx, &scan(self.ptx), &contents.codes, contents.arch, &Reading::default())
    }
}

/// Whether the exit code is not 0.
pub(super) fn is_not_passed(report: &Report) -> bool {
    has_finding(report) || !report.of_ordinary.is_empty()
}

pub(super) fn has_finding(report: &Report) -> bool {
    report.lines.iter().any(|line| line.verdict.is_finding())
        || !report.unexplained.is_empty()
        || !report.illegal.is_empty()
}

#[test]
fn the_cubins_themselves_have_no_finding() {
    for program in [VMADS, FAMILY] {
        let report = program.check(&program.contents());
        assert_eq!(report.lines.len(), program.count);
        assert!(!has_finding(&report), "{report:?}");
    }
}

/// `min`, `max` and `sad` are compared with the words that ptxas makes of them. A word of ordinary instructions that is
/// not foreseen is not compared.
#[test]
fn words_of_ordinary_instructions() {
    let contents = FAMILY.contents();
    let report = FAMILY.check(&contents);
    let ordinary: Vec<_> = report.lines.iter().filter(|line| line.source.is_ordinary).collect();
    assert_eq!(ordinary.len(), 2);
    assert!(ordinary.iter().all(|line| matches!(line.verdict, Verdict::Equal { .. })), "{ordinary:?}");
    assert!(report.of_ordinary.is_empty(), "{:?}", report.of_ordinary);
    // One register for both results.
    let text = FAMILY.ptx.replace("%t", "%d");
    assert!(!is_not_passed(&validate(
        &text,
        &scan(&text),
        &contents.codes,
        contents.arch,
        &Reading::default()
    )));
    // A copy between the two: they are not foreseen to be joined.
    let text = FAMILY.ptx.replace("max.s32 %d, %t", "mov.u32 %d, %t; max.s32 %d, %d");
    let report = validate(&text, &scan(&text), &contents.codes, contents.arch, &Reading::default());
    assert_eq!((report.of_ordinary.len(), has_finding(&report)), (1, false), "{report:?}");
}

/// The words of the same form that have another mode by one bit, or by two of one field.
fn changed_words(word: u64) -> impl Iterator<Item = u64> {
    let read = |word: u64| Instruction::decode(word).ok();
    let bits = || 28..64_u64;
    let pairs = bits().flat_map(move |one| (one..(one + 3).min(64)).map(move |other| 1 << one | 1 << other));
    pairs.map(move |mask: u64| word ^ mask).filter(move |changed| {
        let (Some(one), Some(other)) = (read(word), read(*changed)) else { return false };
        one.form() == other.form() && one.operation() != other.operation()
    })
}

/// Whether a changed word differs from the original in the format of constants alone, and reads them as the same numbers:
/// it computes the same.
fn reads_the_same(original: &Form, changed: u64) -> bool {
    let changed = Instruction::decode(changed).unwrap().operation().unwrap();
    let (Some(ours), Some(theirs)) = (original.setting.operation.operands(), changed.operands()) else {
        return false;
    };
    let is_same = [0, 1].map(|at| match original.ports[at] {
        RegisterValue::Constant(value) => ours[at].value(value) == theirs[at].value(value),
        RegisterValue::Unknown(_) => ours[at] == theirs[at],
    });
    let word = Operand::first(Format::S32);
    let rest = |operation: Operation| operation.with_operands([word; 2]);
    is_same == [true; 2] && rest(original.setting.operation) == rest(changed)
}

/// Whether `--prove` says that a word is proved if the solver proves its mode.
fn is_certain(report: &Report, function: &str, address: u64) -> bool {
    let is_word = |made: &PlacedWord| (made.function.as_str(), made.emitted.address) == (function, address);
    let is_certain = |line: &Line| match &line.verdict {
        Verdict::Equal { equal, is_exact, .. } => *is_exact && equal.assumptions.is_empty(),
        _ => false,
    };
    report.lines.iter().filter(|line| line.made.iter().any(is_word)).any(is_certain)
}

/// In a loop, beside one, among siblings, before a constant that cannot be followed, and where only a carry shows. The long
/// form takes every second change, the short form every twelfth. None is proved, whatever a solver says.
#[test]
fn every_change_of_a_mode_is_found() {
    let step = vmad_testing::cases(12, 2);
    for program in [VMADS, FAMILY] {
        let original = program.contents();
        let compared: HashMap<(String, u64), Form> = program
            .check(&original)
            .lines
            .iter()
            .flat_map(|line| &line.made)
            .map(|made| ((made.function.clone(), made.emitted.address), made.emitted.form))
            .collect();
        let (mut changed, mut missed, mut certain) = (0, Vec::new(), Vec::new());
        for (at, code) in original.codes.iter().enumerate() {
            for (index, slot) in code.stream.slots().iter().enumerate() {
                let Some(form) = compared.get(&(code.function.clone(), slot.address)) else { continue };
                let words = changed_words(slot.word).filter(|word| !reads_the_same(form, *word));
                for word in words.skip(index % step).step_by(step) {
                    let mut slots: Vec<Slot> = code.stream.slots().to_vec();
                    slots[index].word = word;
                    let mut contents = original.clone();
                    contents.codes[at].stream = Stream::new(slots);
                    changed += 1;
                    let report = program.check(&contents);
                    let name = || format!("{} {:#x}: {word:#018x}", code.function, slot.address);
                    if !is_not_passed(&report) {
                        missed.push(name());
                    }
                    if is_certain(&report, &code.function, slot.address) {
                        certain.push(name());
                    }
                }
            }
        }
        assert!(changed > 100 && missed.is_empty(), "{changed} changed, missed: {missed:#?}");
        assert!(certain.is_empty(), "{certain:#?}");
    }
}

/// A changed word of `min`, `max` or `sad` can have the form of another. It is then not equal for certain: nothing proves
/// such a pair.
#[test]
fn a_changed_word_of_ordinary_instructions_is_not_certain() {
    let original = JOINED.contents();
    let compared: Vec<(u64, Form)> = JOINED
        .check(&original)
        .lines
        .iter()
        .filter(|line| line.source.is_ordinary)
        .flat_map(|line| &line.made)
        .map(|made| (made.emitted.address, made.emitted.form))
        .collect();
    let mut changed = 0;
    let mut certain = Vec::new();
    for (address, form) in &compared {
        let slots = original.codes[0].stream.slots();
        let at = slots.iter().position(|slot| slot.address == *address).unwrap();
        for word in changed_words(slots[at].word).filter(|word| !reads_the_same(form, *word)) {
            let mut slots = slots.to_vec();
            slots[at].word = word;
            let mut contents = original.clone();
            contents.codes[0].stream = Stream::new(slots);
            changed += 1;
            if is_certain(&JOINED.check(&contents), &contents.codes[0].function, *address) {
                certain.push(format!("{address:#x}: {word:#018x}"));
            }
        }
    }
    assert!(changed > 100 && certain.is_empty(), "{changed} changed, certain: {certain:#?}");
}

/// Without a line table, a proof needs numbers of words that show which word is whose.
#[test]
fn pairs_are_certain_by_the_numbers_of_words() {
    for (program, uncertain) in [(FAMILY, 0), (VMADS, 0)] {
        let report = program.check(&program.contents());
        let is_uncertain = |line: &&Line| matches!(line.verdict, Verdict::Equal { is_exact: false, .. });
        let found: Vec<_> =
            report.lines.iter().filter(is_uncertain).map(|line| (&line.function, line.source.line)).collect();
        assert_eq!(found.len(), uncertain, "{found:?}");
    }
}
