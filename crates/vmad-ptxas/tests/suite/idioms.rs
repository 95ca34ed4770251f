//! The code that ptxas emits for the idioms computes what the idioms do.
//!
//! `cargo xtask ptxas-code` records the code again.

use std::collections::BTreeSet;

use vmad_map::corners::WORDS;
use vmad_ptx::{domain::Integers, reading::Reading, sequence::Sequence, syntax::parse_one};
use vmad_ptxas::{
    idioms::{IDIOMS, IdiomCode, TARGETS, emitted},
    safety::{Safety, verdict},
    versions::{Compiler, Generation},
};
use vmad_sass::{Instruction, assemble};
use vmad_testing::sass::Machine;
use vmad_unit::{Register, State};

/// The inputs on which code is run: every pair of corners (one in seven in the short form), and random words.
fn inputs() -> Vec<[u32; 3]> {
    let mut chance = fastrand::Rng::with_seed(7);
    let mut inputs: Vec<[u32; 3]> =
        WORDS.iter().flat_map(|&a| WORDS.map(|b| [a, b, b.rotate_left(9) ^ a])).collect();
    inputs = inputs.into_iter().step_by(vmad_testing::step(7)).collect();
    inputs.extend((0..vmad_testing::cases(100, 1_000)).map(|_| [(); 3].map(|()| chance.u32(..))));
    inputs
}

/// Runs SASS: the video instructions of Maxwell and Pascal on the unit, the others by the interpreter.
fn run(code: &[&str], target: &str, [a, b, c]: [u32; 3]) -> u32 {
    let has_unit = matches!(target, "sm_50" | "sm_61");
    let mut machine = Machine::new([("R4", a), ("R5", b), ("R6", c)]);
    for line in code {
        match assemble(line) {
            Ok(assembly) if has_unit => video(&assembly.instruction, &mut machine),
            _ => machine.execute(line).unwrap_or_else(|error| panic!("{error}: {code:?}")),
        }
    }
    machine.value("R4").unwrap()
}

fn video(instruction: &Instruction, machine: &mut Machine) {
    let mut state = State::default();
    for register in instruction.registers().into_iter().flatten().filter(|register| !register.is_zero()) {
        state.registers.write(register, machine.value(&register.to_string()).unwrap());
    }
    instruction.execute(&mut state).unwrap();
    let destination: Register = instruction.destination_register().unwrap();
    machine.set(&destination.to_string(), state.registers.read(destination));
}

fn ptx(code: &[&str]) -> impl Fn([u32; 3]) -> u32 + use<> {
    let code = Sequence::parse(&code.join(" ")).unwrap();
    let d = code.find("d").unwrap();
    move |[a, b, c]| {
        let value = |name: &str| match name {
            "a" => a,
            "b" => b,
            _ => c,
        };
        code.run(&Integers, &Reading::DEFAULT, |register| value(&register.name).into())[d] as u32
    }
}

/// Whether the code has an instruction that ptxas 12.9 compiles to something else for the target.
fn is_miscompiled(code: &[&str], target: &str) -> bool {
    let generation = match target {
        "sm_50" => Generation::Maxwell,
        "sm_61" => Generation::Pascal,
        "sm_70" => Generation::Volta,
        _ => Generation::Later,
    };
    let compiler = Compiler { target: generation, version: "12.9".parse().unwrap() };
    let instructions = code.iter().filter_map(|line| parse_one(line).ok());
    let mut verdicts = instructions.map(|found| verdict(&found.instruction, compiler));
    verdicts.any(|verdict| matches!(verdict, Some(Safety::Wrong(_))))
}

/// Oracle: ptxas's code.
#[test]
fn the_emitted_code_computes_the_idioms() {
    let inputs = inputs();
    let (mut ran, mut missing, mut not_run, mut wrong) = (0, 0, Vec::new(), BTreeSet::new());
    for idiom in IDIOMS.iter() {
        for code in IdiomCode::ALL {
            let text = code.of(idiom);
            let expected = ptx(text);
            for target in TARGETS {
                let Some(lines) = emitted(idiom.name, code, target) else {
                    missing += 1;
                    continue;
                };
                // A part of Maxwell's 32-bit multiplication that the interpreter does not know.
                if lines.iter().any(|line| line.starts_with("XMAD.U16.S16")) {
                    not_run.push(format!("{} {} {target}", idiom.name, code.name()));
                    continue;
                }
                let differs =
                    inputs.iter().find(|inputs| run(&lines, target, **inputs) != expected(**inputs));
                let is_wrong = is_miscompiled(text, target);
                let place = format!("{} {} {target}", idiom.name, code.name());
                assert_eq!(differs.is_some(), is_wrong, "{place}: {differs:x?}\n{lines:?}");
                if is_wrong {
                    wrong.insert(place);
                }
                ran += 1;
            }
        }
    }
    let later = ["sm_70", "sm_80"];
    let names = ["add-sat-s16x2", "add-sat-u32", "clamp-u8-merge", "max-u16x2"];
    let expected =
        names.iter().flat_map(|name| later.map(|target| format!("{name} idiom {target}"))).collect();
    assert_eq!(wrong, expected);
    assert_eq!((ran, missing, not_run.len()), (IDIOMS.len() * 8 - 15 - 6, 15, 6), "{not_run:?}");
    assert!(not_run.iter().all(|place| place.contains(" reference sm_")));
}
