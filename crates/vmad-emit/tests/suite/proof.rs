//! The proof of the lowered functions, on a sample. `vmad emit --prove` takes all modes, and counts those that the
//! solver does not decide.

use std::time::Duration;

use fastrand::Rng;
use vmad_emit::{
    Function, Integers,
    builder::Builder,
    proof::{prove, prove_lowered, prove_ptx},
};
use vmad_sass::Instruction;
use vmad_term::solver::{Answer, Solver};
use vmad_unit::Kind;

use crate::words::{family, vmads};

/// With a limit that no question of the tests reaches.
fn solver() -> Solver {
    Solver::new(Some(Duration::from_mins(2)))
}

fn function(word: &Instruction) -> Function {
    vmad_emit::instruction(word, None).expect("a known computation")
}

#[test]
fn modes_of_vmad() {
    let solver = solver();
    for vmad in vmads().iter().skip(5).step_by(211) {
        for integers in Integers::ALL {
            let answer = prove(&solver, &function(vmad), integers);
            assert_eq!(answer, Answer::Holds, "{vmad} in {integers:?}");
        }
    }
}

#[test]
fn the_family() {
    let solver = solver();
    // Solvers do not decide the sums of VABSDIFF4's lanes.
    for word in family(1, &mut Rng::with_seed(6)) {
        for integers in Integers::ALL.into_iter().filter(|_| word.mnemonic() != "VABSDIFF4") {
            let answer = prove(&solver, &function(&word), integers);
            assert_eq!(answer, Answer::Holds, "{word} in {integers:?}");
        }
    }
}

#[test]
fn a_wrong_lowering_is_refuted() {
    let solver = solver();
    let word = |text: &str| vmad_sass::assemble(text).expect("legal").instruction;
    for [right, wrong] in [
        ["VMAD.S16.S16.SHR_7 R0, R1, R2, R3", "VMAD.S16.S16.SHR_15 R0, R1, R2, R3"],
        ["VMAD.S16.S16.SHR_7 R0, R1, R2, R3", "VMAD.S16.S16.PO.SHR_7 R0, R1, R2, R3"],
        ["VMAD.U8.U8.SAT R0, R1, R2, R3", "VMAD.U8.U8 R0, R1, R2, R3"],
        ["VADD R0, R1, R2, R3", "VADD R0, R1, -R2, R3"],
    ] {
        let [right, wrong] = [right, wrong].map(|text| function(&word(text)));
        let answer = prove_lowered(&solver, &right, &wrong.lowered(Integers::Longs));
        assert!(matches!(answer, Answer::Fails(_)), "{}: {answer:?}", right.name);
    }
}

#[test]
fn what_the_builder_builds() {
    let solver = solver();
    let builder = Builder::new(&Kind::ALL);
    let words = family(1, &mut Rng::with_seed(7)).into_iter().chain(vmads().into_iter().step_by(173));
    for word in words.filter(|word| word.mnemonic() != "VABSDIFF4") {
        let built = builder.built(word.encode()).expect("a legal word");
        let answer = prove_lowered(&solver, &function(&word), &built.lowered);
        assert_eq!(answer, Answer::Holds, "{word}");
    }
    // A stage of another mode is refuted.
    let [right, wrong] = ["VADD.SAT R0, R1, R2, R3", "VADD.U32.S32.SAT R0, R1, R2, R3"]
        .map(|text| vmad_sass::assemble(text).expect("legal").instruction);
    let built = builder.built(wrong.encode()).expect("a legal word");
    let answer = prove_lowered(&solver, &function(&right), &built.lowered);
    assert!(matches!(answer, Answer::Fails(_)), "{answer:?}");
}

/// The printed PTX of modes that PTX has, with registers, immediates and RZ.
#[test]
fn the_text_of_ptx() {
    let solver = solver();
    let scalar = family(vmad_testing::cases(4, 60), &mut Rng::with_seed(8));
    let lanes = ["VABSDIFF4.U8.S8.SAT.ACC R0, R1, R2, R3", "VABSDIFF4.U8.U8.XYZ R0, R1.3201, RZ, R3"];
    let lanes = lanes.map(|text| vmad_sass::assemble(text).expect("legal").instruction);
    // Of random VABSDIFF4, solvers do not decide the sums of the lanes.
    let scalar = scalar.into_iter().filter(|word| word.mnemonic() != "VABSDIFF4");
    let mut proved = 0;
    for word in scalar.chain(lanes).chain(vmads().into_iter().step_by(211)) {
        if let Some((answer, _)) = prove_ptx(&solver, &function(&word), Integers::Longs) {
            assert_eq!(answer, Answer::Holds, "{word}");
            proved += 1;
        }
    }
    assert!(proved > 24, "{proved}");
}
