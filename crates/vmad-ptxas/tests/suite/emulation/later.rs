//! The verdicts on the code that ptxas emits from sm_70 on, against the code itself, run by an interpreter.
//!
//! `cargo xtask ptxas-code` renews the code.

use vmad_map::{
    case::Case,
    rows::{D10, D11, D12, D13},
};
use vmad_ptx::{
    ast::Body,
    evaluate::{Setting, evaluate},
};
use vmad_ptxas::{
    safety::{Safety, verdict},
    versions::{Compiler, Generation},
};

use vmad_testing::{rows, sass};

use crate::common::{instruction, word};

/// What ptxas 12.9 emits for sm_70 to sm_120.
pub(super) const RECORDED: &str = include_str!("../../data/ptxas-later.tsv");

/// Oracle: ptxas's code. Code that is called right computes the PTX. Code that is called wrong computes the model of its row,
/// and nearly all was seen to differ from the PTX: some differs on few inputs, and a constant c counts as a register.
#[test]
fn the_verdicts_and_the_models_are_those_of_the_emitted_code() {
    let mut random = fastrand::Rng::with_seed(70);
    let inputs = (0..vmad_testing::cases(80, 1_500)).map(|_| [(); 3].map(|()| word(&mut random)));
    let inputs: Vec<_> = inputs.collect();
    let version = "12.9".parse().unwrap();
    let compiler = Compiler { target: Generation::Later, version };
    let (mut ran, mut judged, mut seen) = (0, 0, 0);
    for [archs, text, code] in rows(RECORDED).step_by(vmad_testing::step(3)) {
        let Body::Video(video) = instruction(text).body else { panic!("{text}") };
        let case = Case::of_video(&video).unwrap();
        let ptx = case.prepare();
        let model = match verdict(&instruction(text), compiler).unwrap() {
            Safety::Wrong(row) => row.prepare(&case),
            _ => None,
        };
        let mut differs = false;
        for &inputs in &inputs {
            let found = sass::run(code, inputs).unwrap_or_else(|error| panic!("{text}: {error}\n{code}"));
            let expected = model.as_ref().map_or_else(|| ptx(inputs), |model| model(inputs));
            assert_eq!(found, expected, "{text} on {inputs:x?}, {archs}\n{code}");
            differs |= found != ptx(inputs);
        }
        ran += 1;
        judged += usize::from(model.is_some());
        seen += usize::from(differs);
    }
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
        let instruction = instruction(example.instruction);
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
