//! Changed `VMAD`s are found without a line table.

use std::{fmt::Write, io::Cursor};

use vmad_ptx::{
    module::{Module, scan},
    reading::Reading,
};
use vmad_sass::{Arch, Vmad, assemble, schedule::ControlField, stream::Slot};
use vmad_validate::{
    Report,
    contents::Contents,
    stream::{Code, Stream},
    validate,
};

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

/// Twenty thousand `VMAD`s, whose registers were written at the start of the function, and as many `vmad`s with sixteen
/// constants: a test of the time more than of the result. Quadratic time is minutes.
#[test]
fn many_vmads_take_linear_time() {
    let count = 20_000_u32;
    let mut text = String::from(".version 5.0\n.target sm_50\n.entry many()\n{\n.reg .b32 %a, %b, %d;\n");
    let mut slots = Vec::new();
    let mut push = |word: u64| {
        let (address, control) = (8 * (slots.len() as u64 + 1), ControlField::IDLE);
        slots.push(Slot { address, word, control });
    };
    for index in 0..count {
        let constant = 0x20000 + index % 16;
        writeln!(text, "vmad.u32.u32.u32 %d, %a, {constant}, %d;").unwrap();
        // MOV32I R3, constant; VMAD.U32.U32 R0, R2, R3, R0.
        push(0x0100_0000_0007_f003 | u64::from(constant) << 20);
        push(assemble("VMAD.U32.U32 R0, R2, R3, R0").unwrap().instruction.encode());
    }
    text.push_str("st.global.u32 [%a], %d;\nret;\n}\n");
    let code = Code {
        function: "many".into(),
        kernel: "many".into(),
        stream: Stream::new(slots),
        lines: Vec::new(),
    };
    let report = validate(&text, &scan(&text), &[code], Arch::Sm50, &Reading::default());
    assert_eq!(report.lines.len(), count as usize);
    assert!(!has_finding(&report));
}
