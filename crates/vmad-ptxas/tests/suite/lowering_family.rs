//! The lowering of the other video instructions against what ptxas 12.9 was recorded to do, and against the PTX.

use std::collections::BTreeMap;

use vmad_map::{
    corners,
    divergence::Example,
    meaning::operations,
    rows::{D8, D9, P7},
};
use vmad_ptx::{
    ast::{Arithmetic, Body, Instruction, Operand, Operation, Register as Name, Select, Video},
    reading::{Lower, Reading},
    video::evaluate,
};
use vmad_ptxas::lowering::{LowerError, Lowered, Registers, Role, Shape, lower};

use vmad_sass::{Arch, Permute, isa::Layout};
use vmad_testing::rows;
use vmad_unit::{Predicate, Register};

use crate::common::{execute, instruction, is_code_of_ptxas, word};

/// `cargo xtask ptxas-lower --family --every 499 --record`: every architecture emits the same words.
const SAMPLE: &str = include_str!("../data/ptxas-family.tsv");

fn lowered(text: &str) -> Lowered {
    lower(&instruction(text), Arch::Sm50, &Registers::default())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Oracle: ptxas, on all six architectures.
#[test]
fn the_recorded_sample_is_reproduced() {
    let registers = Registers::default();
    let mut counts = BTreeMap::<&str, usize>::new();
    let mut count = |name| *counts.entry(name).or_default() += 1;
    for line @ [archs, ptx, words] in rows(SAMPLE) {
        assert_eq!(archs, "all");
        let words = words.split(' ').map(|word| u64::from_str_radix(word, 16).unwrap_or(0));
        let theirs = Shape::new(Layout::Maxwell, words, [4, 5, 6].map(Register::from_encoding));
        for arch in Arch::MAXWELL_AND_PASCAL {
            match lower(&instruction(ptx), arch, &registers) {
                Ok(ours) => {
                    let shape = ours.shape([registers.a, registers.b, registers.c]);
                    assert!(shape.is_some() && shape == theirs, "{line:?}: {ours}");
                    count(ours.miscompiled.map_or("right", |row| row.id));
                    count(if ours.permute.is_some() { "PRMT" } else { "one" });
                }
                Err(LowerError::SimdSequence) => {
                    assert_eq!(theirs, None, "{line:?}");
                    count("other instructions");
                }
                Err(error) => panic!("{line:?}: {error}"),
            }
        }
    }
    let names = ["D8", "D9", "P7", "PRMT", "one", "other instructions", "right"];
    assert!(counts.keys().eq(&names), "{counts:?}");
}

/// Oracle: ptxas for sm_50. The record has no word of D9, which is a store.
#[test]
fn the_recorded_code_of_sm_50_is_reproduced() {
    let (mut same, mut stores) = (0, 0);
    for row @ [ptx, _, sass] in rows(include_str!("../data/ptxas-sm50-family.tsv")) {
        let code = lowered(ptx);
        if code.instruction().is_none() {
            assert_eq!(code.miscompiled, Some(&D9), "{row:?}");
            stores += 1;
            continue;
        }
        assert!(is_code_of_ptxas(&code, sass), "{row:?}: {code}");
        same += 1;
    }
    assert_eq!((same, stores), (875, 12));
}

fn video(operation: Operation, [a, b, c]: [Option<u32>; 3]) -> Option<Instruction> {
    let operand = |constant: Option<u32>, name: &str| match constant {
        Some(word) => Operand::Immediate(word.into()),
        None => Operand::Register(Name::new(name).expect("a register")),
    };
    let third = operation.has_c().then(|| operand(c, "c"));
    let d = Name::new("d").expect("a register");
    let video = Video::new(operation, d, operand(a, "a"), operand(b, "b"), third)?;
    Some(Instruction { guard: None, body: Body::Video(video) })
}

#[test]
fn every_operation_computes_what_the_ptx_computes() {
    let mut random = fastrand::Rng::with_seed(0x10e);
    let mut lower_is_less = 0;
    for operation in operations() {
        let instruction = video(operation, [None; 3]).expect("registers are legal");
        let code = lower(&instruction, Arch::Sm61, &Registers::default()).expect("it is lowered");
        let reading = match code.miscompiled {
            None => Reading::DEFAULT,
            Some(miscompile) => {
                assert_eq!(miscompile, &P7, "{instruction}");
                lower_is_less += 1;
                Reading { lower: Lower::AllLess, ..Reading::DEFAULT }
            }
        };
        for _ in 0..3 {
            let [a, b, c] = [(); 3].map(|()| word(&mut random));
            let expected = evaluate(&operation, a, b, c, &reading);
            assert_eq!(execute(&code, [a, b, c]), Some(expected), "{instruction} {a:#x} {b:#x} {c:#x}");
        }
    }
    // lo with a signed a; ls, hi and hs.
    assert_eq!(lower_is_less, 7 * 7 * 11 * (1 + 3 * 2));
}

/// D8 is exact: the code of a constant b differs from the PTX if and only if it is one.
#[test]
fn the_misread_constants_are_an_exact_set() {
    const CONSTANTS: [u32; 22] = [
        1, 0x7fff, 0x8000, 0x8001, 0x80fd, 0x80fe, 0xfe81, 0xfe82, 0xff00, 0xff01, 0xff02, 0xfffe, 0xffff,
        0x10000, 0xffff7fff, 0xffff8000, 0xffff807e, 0xffff80fd, 0xffff80fe, 0xffff80ff, 0xfffffffe,
        0xffffffff,
    ];
    let mut found = BTreeMap::<&str, [usize; 2]>::new();
    for operation in operations() {
        let Operation::Arithmetic(arithmetic @ Arithmetic { a, b, .. }) = operation else { continue };
        if b.select.is_some() || !matches!(a.select, None | Some(Select::B0 | Select::H0)) {
            continue;
        }
        for b in CONSTANTS {
            let instruction = video(operation, [None, Some(b), None]).expect("a constant b is legal");
            let code = lower(&instruction, Arch::Sm50, &Registers::default()).expect("arithmetic is lowered");
            let differs = differs(arithmetic, b, &code);
            assert_eq!(code.miscompiled, differs.then_some(&D8), "{instruction}");
            found.entry(arithmetic.op.text()).or_default()[usize::from(differs)] += 1;
        }
    }
    let all = 2 * 2 * 2 * 6 * 11 * 22;
    let expected = [("vabsdiff", 2088), ("vadd", 1542), ("vmax", 1992), ("vmin", 1772), ("vsub", 1634)];
    assert_eq!(found, expected.map(|(op, wrong)| (op, [all - wrong, wrong])).into());
}

/// Whether the code differs from the PTX for some corner of a, or some a next to a constant.
fn differs(arithmetic: Arithmetic, b: u32, code: &Lowered) -> bool {
    let width = arithmetic.a.select.map_or(32, Select::width);
    let near = [b, b & 0xffff, 0u32.wrapping_sub(b), 0x1_0000 | b]
        .map(|b| [b.wrapping_sub(1), b, b.wrapping_add(1)]);
    let all = corners::WORDS.into_iter().chain(near.into_iter().flatten());
    let of_a = all.map(|a| a & u32::MAX >> (32 - width));
    let operation = Operation::Arithmetic(arithmetic);
    of_a.into_iter().any(|a| {
        [0, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]
            .into_iter()
            .any(|c| execute(code, [a, 0, c]) != Some(evaluate(&operation, a, b, c, &Reading::DEFAULT)))
    })
}

#[test]
fn what_cannot_be_lowered_is_refused() {
    let refused = |text| lower(&instruction(text), Arch::Sm50, &Registers::default()).unwrap_err();
    assert_eq!(refused("mad.rn.f32 d, a, b, c;"), LowerError::NotVideo);
    for text in [
        "vabsdiff4.u32.u32.u32.sat d, a, b, c;",
        "vabsdiff4.s32.u32.u32.add d, a, b, c;",
        "vabsdiff4.u32.u32.u32 d.b0, a, b, c;",
        "vabsdiff4.u32.u32.u32 d, a.b3333, b, c;",
        "vabsdiff4.u32.u32.u32 d, a, b.b3333, c;",
    ] {
        assert_eq!(refused(text), LowerError::SimdSequence, "{text}");
    }
    let zero = Registers { c: Register::RZ, guard: Predicate::PT, ..Registers::default() };
    let error = lower(&instruction("vadd.s32.s32.s32 d, a, b;"), Arch::Sm50, &zero).unwrap_err();
    assert_eq!(error, LowerError::ZeroRegister { role: Role::C });
}

/// A shape tells operands, constants, results and modifiers apart, and nothing else.
#[test]
fn shapes_differ_by_values_and_not_by_registers() {
    let registers = |a, b, c| [a, b, c].map(Register::from_encoding);
    let shape = |ptx| lowered(ptx).shape(registers(2, 3, 4)).expect("a shape");
    let plain = shape("vadd.u32.s32.s32.add d, a, 7, c;");
    assert_eq!(plain, shape("vadd.u32.s32.s32.add x, y, 7, z;"));
    for other in [
        "vadd.u32.s32.s32.add d, a, 8, c;",
        "vadd.u32.s32.s32.add d, a, b, c;",
        "vadd.u32.s32.s32.add d, a, 7, 7;",
        "vadd.u32.s32.s32.add d, a, 7, 0;",
        "vadd.u32.s32.s32.min d, a, 7, c;",
        "@p vadd.u32.s32.s32.add d, a, 7, c;",
    ] {
        assert_ne!(plain, shape(other), "{other}");
    }
    assert_ne!(shape("vadd.u32.s32.s32.add d, a, b, c;"), shape("vadd.u32.s32.s32.add d, a, b, b;"));
    // A register that is not an operand's is not RZ.
    let unknown_c = lowered("vadd.u32.s32.s32.add d, a, 7, c;").shape(registers(2, 3, 9));
    assert_ne!(unknown_c, Some(shape("vadd.u32.s32.s32.add d, a, 7, 0;")));
    assert_eq!(Shape::new(Layout::Maxwell, [0], registers(2, 3, 4)), None);
}

/// Words of ptxas 12.9 with the text of nvdisasm 12.8.
#[test]
fn permutations_are_their_words() {
    for (word, text) in [
        (0x36c0_0283_2407_0404, "PRMT R4, R4, 0x3240, R5"),
        (0x36c0_0283_2400_0404, "@P0 PRMT R4, R4, 0x3240, R5"),
        (0x36c0_0283_240a_0404, "@!P2 PRMT R4, R4, 0x3240, R5"),
        (0x36c0_7f87_6507_0300, "PRMT R0, R3, 0x7650, RZ"),
    ] {
        let permute = Permute::decode(word).expect("a PRMT");
        assert_eq!((permute.encode(), permute.to_string().as_str()), (word, text));
    }
    // A register of selectors, another mode, another instruction.
    for word in [0x5bc0_0283_2407_0404, 0x36c1_0283_2407_0404, 0x0100_0000_0017_f005] {
        assert_eq!(Permute::decode(word), None);
    }
    let permute = Permute { selectors: 0xc940, ..Permute::decode(0x36c0_0283_2407_0404).expect("a PRMT") };
    // Lanes 3 to 0: the sign of byte 4, the sign of byte 1, byte 4, byte 0.
    assert_eq!(permute.compute(0x1122_8044, 0x5566_777f), 0x00ff_7f44);
}

/// Each example is run by both models; each row is the miscompile that the lowering names.
#[test]
fn every_miscompile_has_a_counterexample() {
    for row in [&D8, &D9, &P7] {
        let Example { instruction: ptx, inputs, here, there } = row.example.expect("an example");
        let [a, b, c] = inputs;
        let Body::Video(video) = &instruction(ptx).body else { panic!("{ptx}") };
        let code = lowered(ptx);
        assert_eq!(code.miscompiled, Some(row), "{ptx}");
        let expected = evaluate(video.operation(), a, b, c, &Reading::DEFAULT);
        assert_eq!((expected, execute(&code, inputs)), (here, there), "{ptx}");
        assert_ne!(there, Some(here), "{ptx}");
        assert!(row.evidence.contains("becomes"), "{ptx}");
    }
}
