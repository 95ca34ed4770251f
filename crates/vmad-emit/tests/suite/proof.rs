//! The proof of the lowered functions, on a sample. `vmad emit --prove` takes all modes, and counts those that the
//! solver does not decide.

use std::time::Duration;

use fastrand::Rng;
use vmad_emit::{
    Integers,
    builder::Builder,
    proof::{prove, prove_lowered},
};
use vmad_term::solver::{Answer, Solver};
use vmad_unit::Kind;

use crate::words::{family, vmads};

/// With a limit that no question of the tests reaches.
fn solver() -> Solver {
    Solver::new(Some(Duration::from_mins(2)))
}

#[test]
fn modes_of_vmad() {
    let solver = solver();
    for vmad in vmads().iter().skip(5).step_by(211) {
        for integers in Integers::ALL {
            let answer = prove(&solver, vmad, integers);
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
            let answer = prove(&solver, &word, integers);
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
        let wrong = vmad_emit::instruction(&word(wrong), None).expect("known").lowered(Integers::Longs);
        let answer = prove_lowered(&solver, &word(right), &wrong);
        assert!(matches!(answer, Answer::Fails(_)), "{right}: {answer:?}");
    }
}

#[test]
fn what_the_builder_builds() {
    let solver = solver();
    let builder = Builder::new(&Kind::ALL);
    let words = family(1, &mut Rng::with_seed(7)).into_iter().chain(vmads().into_iter().step_by(173));
    for word in words.filter(|word| word.mnemonic() != "VABSDIFF4") {
        let built = builder.built(word.encode()).expect("a legal word");
        let answer = prove_lowered(&solver, &word, &built.lowered);
        assert_eq!(answer, Answer::Holds, "{word}");
    }
    // A stage of another mode is refuted.
    let [right, wrong] = ["VADD.SAT R0, R1, R2, R3", "VADD.U32.S32.SAT R0, R1, R2, R3"]
        .map(|text| vmad_sass::assemble(text).expect("legal").instruction);
    let built = builder.built(wrong.encode()).expect("a legal word");
    let answer = prove_lowered(&solver, &right, &built.lowered);
    assert!(matches!(answer, Answer::Fails(_)), "{answer:?}");
}
