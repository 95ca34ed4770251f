//! The graphs, evaluated without a language.

use fastrand::Rng;
use vmad_emit::{
    Integers,
    Parameter::{A, B, C},
    functions, instruction,
};
use vmad_sass::{AnyInstruction, Instruction, Ports};
use vmad_unit::Kind;

use crate::words::{expected, expected_of_word, family, port, register, vmads, word};

fn check(instruction: &Instruction, integers: Integers, cases: usize, rng: &mut Rng) {
    let function = vmad_emit::instruction(instruction, None).expect("a known computation");
    let lowered = function.lowered(integers);
    for _ in 0..cases {
        let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
        let found = lowered.evaluate(|name| port(name, ports));
        assert_eq!(found, expected(instruction, ports), "{instruction} in {integers:?} on {ports:x?}");
    }
}

#[test]
fn every_mode_of_vmad_in_every_lowering() {
    let rng = &mut Rng::with_seed(1);
    for vmad in vmads() {
        for integers in Integers::ALL {
            check(&vmad, integers, vmad_testing::cases(40, 400), rng);
        }
    }
}

#[test]
fn the_family_in_every_lowering() {
    let rng = &mut Rng::with_seed(2);
    for word in family(vmad_testing::cases(100, 300), rng) {
        for integers in Integers::ALL {
            check(&word, integers, 40, rng);
        }
    }
}

#[test]
fn a_parameter_for_each_register_but_rz() {
    let parameters = |text: &str| {
        let word = vmad_sass::assemble(text).expect("legal").instruction;
        instruction(&word, None).expect("known").parameters
    };
    assert_eq!(parameters("VMAD R0, R1, R1, R1"), [A, B, C]);
    assert_eq!(parameters("VMAD.S16.S16 R0, R1, -5, R2"), [A, C]);
    assert_eq!(parameters("VMAD R0, RZ, R2, RZ"), [B]);
    assert_eq!(parameters("VSETP.GT.U8.U32.AND P3, PT, R2.B2, RZ, PT"), [A]);
}

#[test]
fn one_function_for_every_word() {
    let rng = &mut Rng::with_seed(4);
    let each = vmad_emit::words_of(&Kind::ALL[1..]);
    for function in vmad_emit::every_word().into_iter().chain(each) {
        for integers in Integers::ALL {
            let lowered = function.lowered(integers);
            for _ in 0..vmad_testing::cases(400, 1000) {
                let word = word(rng);
                let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
                let found = lowered.evaluate(|name| match name {
                    "word_low" => word as u32,
                    "word_high" => (word >> 32) as u32,
                    name => port(name, ports),
                });
                let expected = expected_of_word(&function, word, ports);
                assert_eq!(found, expected, "{} {word:016x} {ports:x?} {integers:?}", function.name);
            }
        }
    }
}

/// Words with other registers and another guard share a function only if their results are the same.
#[test]
fn shared_functions_have_the_same_results() {
    let rng = &mut Rng::with_seed(15);
    let mut shared = 0;
    for word in family(vmad_testing::cases(100, 1000), rng) {
        let names = ["Ra", "Rb", "Rc", "Rd", "Pg", "Ps"];
        let fields = names.into_iter().filter_map(|name| word.form().field(name));
        let other = fields.fold(word.encode(), |bits, field| {
            if rng.u8(..4) == 0 {
                bits | field.mask()
            } else {
                bits & !field.mask() | rng.u64(..) & field.mask()
            }
        });
        let Ok(other) = Instruction::decode(other) else { continue };
        let pair = [word, other];
        if functions(&pair.map(AnyInstruction::Narrow), None).expect("a known computation").len() == 1 {
            shared += 1;
            for _ in 0..20 {
                let ports = Ports { a: register(rng), b: register(rng), c: register(rng) };
                assert_eq!(
                    expected(&pair[0], ports),
                    expected(&pair[1], ports),
                    "{} and {}",
                    pair[0],
                    pair[1]
                );
            }
        }
    }
    assert!(shared > 100, "{shared}");
}
