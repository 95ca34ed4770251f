//! The verdicts on the code that ptxas emits from sm_70 on, against the code itself, run by an interpreter.
//!
//! `cargo xtask ptxas-code` renews the code.

use vmad_map::{
    corners::{BYTES, WORDS},
    rows::{D10, D11, D12, D13},
};
use vmad_ptx::{
    evaluate::{Setting, evaluate},
    syntax::parse_one,
};
use vmad_ptxas::{
    safety::{Safety, verdict},
    versions::{Compiler, Generation},
};

use vmad_testing::sass;

/// What ptxas 12.9 emits for sm_70 to sm_120.
pub(super) const RECORDED: &str = include_str!("../../data/ptxas-later.tsv");

/// The inputs on which code is run.
fn inputs() -> Vec<[u32; 3]> {
    let mut random = fastrand::Rng::with_seed(70);
    let corner = |random: &mut fastrand::Rng| match random.u8(..4) {
        0 => WORDS[random.usize(..WORDS.len())],
        1 => u32::from_le_bytes([(); 4].map(|()| BYTES[random.usize(..BYTES.len())] as u8)),
        2 => random.u32(..) >> random.u32(..32),
        _ => random.u32(..),
    };
    (0..vmad_testing::cases(80, 1_500)).map(|_| [(); 3].map(|()| corner(&mut random))).collect()
}

/// Oracle: ptxas's code. Code that is called right never differs; of that which is called wrong, nearly all was seen to
/// differ: some differs on few inputs, and a constant c counts as a register.
#[test]
fn the_verdicts_are_those_of_the_emitted_code() {
    let inputs = inputs();
    let (mut ran, mut judged, mut seen, mut different) = (0, 0, 0, Vec::new());
    let lines = RECORDED.lines().filter(|line| !line.starts_with('#'));
    for line in lines.step_by(vmad_testing::step(3)) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [archs, text, code] = columns[..] else { panic!("{line}") };
        let instruction = parse_one(text).unwrap().instruction;
        let differs = inputs.iter().find(|inputs| {
            let expected = evaluate(&instruction.body, inputs.map(u64::from), &Setting::default());
            let found = sass::run(code, **inputs).unwrap_or_else(|error| panic!("{text}: {error}\n{code}"));
            format!("{found:08x}") != expected.to_string()
        });
        let version = "12.9".parse().unwrap();
        let verdict = verdict(&instruction, Compiler { target: Generation::Later, version }).unwrap();
        ran += 1;
        if matches!(verdict, Safety::Wrong(_)) {
            judged += 1;
            seen += usize::from(differs.is_some());
        } else if differs.is_some() {
            different.push(format!("{text} {verdict} {differs:x?} {archs}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(
        ran > vmad_testing::cases(400, 1000)
            && judged > vmad_testing::cases(80, 250)
            && seen * 10 >= judged * 9,
        "{ran} run, {judged} judged wrong, {seen} seen"
    );
}

/// The example of each row of the table, and of each miscompile: its results are those of the PTX and of the code.
#[test]
fn the_examples_of_the_miscompiles_are_what_the_code_computes() {
    for row in [&D10, &D11, &D12, &D13] {
        let example = row.example.unwrap();
        let instruction = parse_one(example.instruction).unwrap().instruction;
        let (ptx, code) = (example.here, example.there);
        let setting = Setting::default();
        let found = evaluate(&instruction.body, example.inputs.map(u64::from), &setting);
        assert_eq!(found.to_string(), format!("{ptx:08x}"), "{}", row.id);
        let recorded = RECORDED.lines().filter(|line| line.split('\t').nth(1) == Some(example.instruction));
        let results: Vec<u32> = recorded
            .map(|line| sass::run(line.split('\t').nth(2).unwrap(), example.inputs).unwrap())
            .collect();
        assert!(!results.is_empty() && results.iter().all(|result| Some(*result) == code), "{}", row.id);
        assert_eq!(verdict(&instruction, Generation::Volta), Some(Safety::Wrong(row)));
    }
}
