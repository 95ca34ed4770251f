//! Ordinary PTX that ptxas compiles to a video instruction.

use vmad_proof::{
    corners,
    equal::{Equality, decide, statement::Statement},
};
use vmad_ptx::{domain::Integers, module::Ordinary, reading::Reading, sequence::Sequence as Code};
use vmad_ptxas::lowering::{Fused, Lowered, Registers, fuse, lower};
use vmad_sass::Arch;
use vmad_unit::{State, Width};

use crate::common::solver;

/// What ptxas 12.9.86 makes for sm_50 of the PTX: the text of the family's instructions in it, or none. For sm_52 to
/// sm_62 it is the same.
const PTXAS: &[(&str, &[&str])] = &[
    ("min.s32 t, a, b; max.s32 d, t, c;", &["VMNMX.MAX R0, R2, R3, R4"]),
    ("min.s32 t, a, b; min.s32 d, t, c;", &["VMNMX.MIN R0, R2, R3, R4"]),
    ("max.s32 t, a, b; min.s32 d, c, t;", &["VMNMX.MX.MIN R0, R2, R3, R4"]),
    ("max.s32 t, b, a; max.s32 d, t, c;", &["VMNMX.MX.MAX R0, R2, R3, R4"]),
    ("min.u32 t, a, b; max.u32 d, t, c;", &["VMNMX.UD.U32.U32.MAX R0, R2, R3, R4"]),
    ("min.s32 t, a, b; max.s32 d, t, a;", &["VMNMX.MAX R0, R2, R3, R2"]),
    // A constant is the second operand.
    ("min.s32 t, a, 7; max.s32 d, t, c;", &["VMNMX.MAX R0, R2, 0x7, R4"]),
    ("min.s32 t, 7, a; max.s32 d, t, c;", &["VMNMX.MAX R0, R2, 0x7, R4"]),
    ("min.s32 t, a, -5; max.s32 d, t, c;", &["VMNMX.MAX R0, R2, -0x5, R4"]),
    ("min.s32 t, a, 0; max.s32 d, t, c;", &["VMNMX.MAX R0, R2, RZ, R4"]),
    ("min.s32 t, a, 40000; max.s32 d, t, c;", &["MOV32I R5, 0x9c40; VMNMX.MAX R0, R2, R5, R4"]),
    ("min.u32 t, a, 65535; max.u32 d, t, c;", &["VMNMX.UD.U32.U16.MAX R0, R2, 0xffff, R4"]),
    ("min.u32 t, a, -1; max.u32 d, t, c;", &["MOV32I R5, 0xffffffff; VMNMX.UD.U32.U32.MAX R0, R2, R5, R4"]),
    ("mov.u32 u, 9; min.s32 t, a, b; max.s32 d, t, c;", &["VMNMX.MAX R0, R2, R3, R4"]),
    // Of a chain the first pair.
    ("min.s32 t, a, b; max.s32 u, t, c; min.s32 d, u, a;", &["VMNMX.MAX R0, R2, R3, R4"]),
    ("min.s32 t, a, b; max.s32 u, t, 9; min.s32 d, u, c;", &["VMNMX.MX.MIN R0, R2, 0x9, R4"]),
    ("min.s32 t, a, b; max.s32 u, t, c; min.s32 v, u, c; max.s32 d, v, a;", &["VMNMX.MAX R0, R2, R3, R4"; 2]),
    // Of two firsts the one that computes the first operand, if it has the same type.
    ("min.s32 t, a, b; max.s32 u, c, e; min.s32 d, u, t;", &["VMNMX.MX.MIN R0, R2, R3, R4"]),
    ("min.s32 t, a, b; max.u32 u, c, e; min.s32 d, t, u;", &["VMNMX.MIN R0, R2, R3, R4"]),
    ("min.s32 t, a, b; max.u32 u, c, e; min.s32 d, u, t;", &[]),
    ("min.s32 t, a, b; max.s32 u, c, e; min.s32 d, u, t; max.s32 v, u, a;", &["VMNMX.MIN R0, R2, R3, R4"]),
    // Two IMNMX.
    ("min.s32 t, a, b; max.u32 d, t, c;", &[]),
    ("min.s32 t, a, b; max.s32 d, t, 9;", &[]),
    ("min.s32 t, a, 7; max.s32 d, t, 9;", &[]),
    ("min.s32 t, a, a; max.s32 d, t, c;", &[]),
    ("min.s32 t, a, b; max.s32 d, t, t;", &[]),
    ("min.s32 t, a, b; max.s32 u, t, c; add.s32 d, u, t;", &[]),
    ("@p min.s32 a, a, b; max.s32 d, a, c;", &[]),
    ("sad.s32 d, a, b, c;", &["VABSDIFF.SD.ACC R0, R2, R3, R4"]),
    ("sad.u32 d, a, b, c;", &["VABSDIFF.U32.U32.ACC R0, R2, R3, R4"]),
    ("sad.u32 d, a, 65535, c;", &["VABSDIFF.U32.U16.ACC R0, R2, 0xffff, R4"]),
    ("sad.u32 d, a, -1, c;", &["MOV32I R5, 0xffffffff; VABSDIFF.U32.U32.ACC R0, R2, R5, R4"]),
    ("sad.s32 d, 7, b, c;", &["MOV32I R5, 0x7; VABSDIFF.SD.ACC R0, R5, R3, R4"]),
    ("sad.s32 d, a, -32768, c;", &["VABSDIFF.SD.ACC R0, R2, -0x8000, R4"]),
    ("sad.s32 d, a, b, 0;", &["VABSDIFF.SD.ACC R0, R2, R3, RZ"]),
    ("@!p sad.s32 d, a, b, c;", &["@!P0 VABSDIFF.SD.ACC R0, R2, R3, R4"]),
];

fn parse(text: &str) -> Code {
    Code::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn lowered(fused: &Fused, arch: Arch) -> Lowered {
    lower(&fused.video, arch, &Registers::default()).unwrap_or_else(|error| panic!("{fused:?}: {error}"))
}

/// Oracle: ptxas 12.9.86.
#[test]
fn pairs_and_sads_become_the_words_of_ptxas() {
    for (text, expected) in PTXAS {
        let fused = fuse(&Ordinary::of_sequence(&parse(text)));
        for arch in Arch::MAXWELL_AND_PASCAL {
            let found: Vec<_> = fused.iter().map(|it| lowered(it, arch).to_string()).collect();
            // The first operand that the code reads is in R2, the second in R3, the third in R4.
            assert_eq!(found, *expected, "{text}");
        }
    }
}

/// Which two instructions of a random graph become one. Oracle: ptxas 12.9.86, whose answers for sm_52 to sm_62 are the
/// same.
#[test]
fn pairs_in_graphs_are_those_of_ptxas() {
    let mut pairs = 0;
    for line in include_str!("../data/ptxas-pairs.tsv").lines().filter(|line| !line.starts_with('#')) {
        let (text, expected) = line.split_once('\t').unwrap();
        let mut found: Vec<_> =
            fuse(&Ordinary::of_sequence(&parse(text))).into_iter().map(|it| it.of).collect();
        found.sort();
        let found: Vec<_> = found.iter().map(|of| format!("{}-{}", of[0], of[1])).collect();
        assert_eq!(found.join(" "), expected, "{text}");
        pairs += found.len();
    }
    assert_eq!(pairs, 271);
}

/// Runs both models on corners: the ordinary PTX, and the words.
#[test]
fn the_words_compute_the_ordinary_instructions() {
    let Registers { d, a, b, c, .. } = Registers::default();
    let mut compared = 0;
    for (text, _) in PTXAS.iter().filter(|(text, expected)| expected.len() == 1 && !text.contains(" u")) {
        let code = parse(text);
        let [fused] = fuse(&Ordinary::of_sequence(&code)).try_into().unwrap();
        let sequence = lowered(&fused, Arch::Sm50);
        let words = corners::few(Width::Word);
        let pairs = words.iter().flat_map(|x| words.iter().map(move |y| [*x, *y]));
        for [x, y, z] in pairs.flat_map(|[x, y]| words.iter().map(move |z| [x, y, *z])) {
            let mut state = State::default();
            for (register, value) in [(d, 7), (a, x), (b, y), (c, z)] {
                state.registers.write(register, value);
            }
            sequence.execute(&mut state).unwrap();
            let values = code.run(&Integers, &Reading::DEFAULT, |register| match register.name.as_str() {
                "a" => x.into(),
                "b" => y.into(),
                "c" => z.into(),
                "d" => 7,
                _ => 0,
            });
            let expected = values[code.find("d").unwrap()] as u32;
            assert_eq!(state.registers.read(d), expected, "{text} {x:#x} {y:#x} {z:#x}: {sequence}");
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// For all inputs: the ordinary instructions compute what the video instruction computes.
#[test]
fn the_fused_instructions_are_equal_for_all_inputs() {
    let Some(solver) = solver("equality of ordinary PTX and video instructions") else { return };
    let ops = ["min", "max"];
    let pairs =
        ops.iter().flat_map(|first| ops.map(|second| format!("{first}.T t, a, b; {second}.T d, t, c;")));
    let texts = pairs.chain(["sad.T d, a, b, c;".to_owned()]);
    for text in texts.flat_map(|text| ["u32", "s32"].map(|ty| text.replace('T', ty))) {
        let code = parse(&text);
        let [fused] = fuse(&Ordinary::of_sequence(&code)).try_into().unwrap();
        let video = parse(&fused.video.to_string());
        let statement = Statement::new(&code, &video, &[], &["d".to_owned()]).unwrap();
        let found = decide(&statement, &solver).unwrap();
        assert!(matches!(found, Equality::Equal(_)), "{text}: {found:?}");
    }
}
