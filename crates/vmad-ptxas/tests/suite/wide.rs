//! The words of 128 bits. Oracle: ptxas 12.8, asked for six architectures.

use vmad_map::meaning::{self, NotInPtx};
use vmad_ptx::{ast::Body, reading::Reading, syntax::parse_one, video::evaluate};
use vmad_ptxas::{
    lifting::lift_wide,
    lowering::{LowerError, Registers},
    question::{EmittedCode, Question, Refusal},
};
use vmad_sass::wide::{WideArch, WideInstruction, WideMode};
use vmad_unit::{Predicate, Register, Sign};

/// The registers of the recorded functions: a guard keeps c as the destination.
fn registers(has_guard: bool) -> Registers {
    let register = Register::from_encoding;
    let d = register(if has_guard { 6 } else { 4 });
    Registers { d, a: register(4), b: register(5), c: register(6), guard: Predicate::from_encoding(0) }
}

#[test]
fn the_code_is_that_of_ptxas() {
    let mut counts = [0; 3];
    for row @ [arch, ptx, theirs] in vmad_testing::rows(include_str!("../data/ptxas-wide.tsv")) {
        let question = Question::new(arch.parse().unwrap(), None, registers(ptx.starts_with('@'))).unwrap();
        let (ours, kind) = match question.text(ptx) {
            Ok(code @ EmittedCode::Wide(_)) => (code.to_string(), 0),
            Ok(code) => panic!("{row:?}: {code}"),
            Err(Refusal::Lowering(LowerError::Loaded)) => ("loaded".to_owned(), 1),
            Err(Refusal::None { .. }) => ("other".to_owned(), 2),
            Err(error) => panic!("{row:?}: {error}"),
        };
        assert_eq!(ours, theirs, "{row:?}");
        counts[kind] += 1;
    }
    assert_eq!(counts, [85, 10, 73], "the recorded answers are incomplete");
}

#[test]
fn an_answer_without_a_record_is_refused() {
    let question = |arch: &str, version: &str| {
        Question::new(arch.parse().unwrap(), Some(version.parse().unwrap()), Registers::default()).unwrap()
    };
    let refused = question("sm_86", "11.4").text("sad.u32 d, a, b, c;").unwrap_err();
    assert!(
        refused.to_string().contains("the code of ptxas 11.4 for sm_70 and later is not recorded"),
        "{refused}"
    );
    assert!(question("sm_86", "11.8").text("sad.u32 d, a, b, c;").is_ok());
    let message = |arch: &str, ptx| question(arch, "12.9").text(ptx).unwrap_err().to_string();
    let mixed = "vabsdiff4.u32.u32.s32 d, a, b, c;";
    assert!(message("sm_86", mixed).starts_with("no VABSDIFF4 for it on sm_86: ptxas 12.9 emits other"));
    assert!(message("sm_120", mixed).starts_with("no VABSDIFF4 on sm_120: ptxas 12.9 emits other"));
    assert!(
        message("sm_86", "vabsdiff.u32.u32.u32.add d, a, b, c;").starts_with("no VABSDIFF for it on sm_86")
    );
}

/// Oracle: ptxas 11.8 compiles each SIMD instruction for sm_35 to one word.
#[test]
fn keplers_simd_instructions_are_not_lowered() {
    let question = Question::new("sm_35".parse().unwrap(), None, Registers::default()).unwrap();
    for ptx in
        ["vadd4.u32.u32.u32 d, a, b, c;", "vset2.u32.u32.eq d, a, b, c;", "vabsdiff2.u32.u32.u32 d, a, b, c;"]
    {
        assert_eq!(question.text(ptx), Err(Refusal::Lowering(LowerError::KeplerSimd)), "{ptx}");
    }
    assert!(question.text("vabsdiff4.u32.u32.u32 d, a, b, c;").is_ok());
}

/// The inverse: each recorded word is lifted to PTX that ptxas compiles to it.
#[test]
fn a_recorded_word_is_lifted_to_its_ptx() {
    for row @ [arch, ptx, sass] in vmad_testing::rows(include_str!("../data/ptxas-wide.tsv")) {
        let arch = WideArch::from_number(arch[3..].parse().unwrap()).unwrap();
        let Ok(word) = WideInstruction::assemble(arch, sass) else { continue };
        let lifted = lift_wide(&word).unwrap();
        let unsigned = ptx.replace(" -5,", " 4294967291,").replace(".b3210", "").replace(".b7654", "");
        // A register that is read twice has one name for each operand.
        if ptx != "sad.u32 d, a, a, c;" {
            assert_eq!(lifted.ptx, unsigned, "{row:?}");
        }
        assert_eq!(lifted.other, None, "{row:?}");
    }
}

#[test]
fn a_word_that_ptxas_does_not_emit_has_ptx_with_a_note() {
    let sm_86 = WideArch::from_number(86).unwrap();
    let lift = |text| lift_wide(&WideInstruction::assemble(sm_86, text).unwrap());
    let note = |text| lift(text).unwrap().note;
    let start = "the same computation; for sm_86, ptxas 13.5 compiles this to ";
    assert_eq!(
        note("VABSDIFF R0, P1, R1, R2, R3"),
        format!("{start}VABSDIFF R0, R1, R2, R3, without a predicate result")
    );
    assert_eq!(note("VABSDIFF R0, R1, R2, UR3"), format!("{start}VABSDIFF R0, R1, R2, R4"));
    assert_eq!(note("VABSDIFF4 R0, R1, 0x7, R3"), format!("{start}VABSDIFF4 R0, R1, R3, R3"));
    assert_eq!(lift("@!PT VABSDIFF R0, R1, R2, R3"), Err(NotInPtx::NeverExecuted));
}

/// The operation of each mode is one that the proof covers (`vmad prove` takes every mode of the unit), and computes the
/// PTX. Oracle: the PTX model.
#[test]
fn the_operations_are_those_of_the_ptx() {
    let ptx = [
        "sad.u32 d, a, b, c;",
        "sad.s32 d, a, b, c;",
        "vabsdiff4.u32.u32.u32 d, a, b, c;",
        "vabsdiff4.u32.u32.u32.add d, a, b, c;",
        "vabsdiff4.u32.s32.s32 d, a, b, c;",
        "vabsdiff4.u32.s32.s32.add d, a, b, c;",
    ];
    let mut rng = fastrand::Rng::with_seed(128);
    for (mode, text) in WideMode::ALL.into_iter().zip(ptx) {
        let operation = mode.operation();
        assert!(operation.kind().modes().any(|mode| mode == operation), "{text}");
        let specified = meaning::specified(&operation).unwrap();
        if let Ok(found) = parse_one(text) {
            let Body::Video(video) = &found.instruction.body else { panic!("{text}") };
            assert_eq!(*video.operation(), specified, "{text}");
        }
        for _ in 0..10_000 {
            let [a, b, c] = std::array::from_fn(|_| rng.u32(..));
            let result = operation.execute(a, b, c);
            assert_eq!(evaluate(&specified, a, b, c, &Reading::DEFAULT), result, "{text}");
            if let WideMode::Vabsdiff(sign) = mode {
                // The definition of `sad` in the PTX ISA: d = c + ((a < b) ? b - a : a - b).
                let is_less = if sign == Sign::Signed { (a as i32) < b as i32 } else { a < b };
                let difference = if is_less { b.wrapping_sub(a) } else { a.wrapping_sub(b) };
                assert_eq!(c.wrapping_add(difference), result, "{text}");
            }
        }
    }
}
