//! Ordinary PTX that ptxas compiles to a video instruction.

use vmad_map::corners;
use vmad_proof::equal::{Equality, decide, statement::Statement};
use vmad_ptx::{domain::Integers, reading::Reading, sequence::Sequence};
use vmad_ptxas::lowering::{Fused, Lowered, Registers, fuse, lower};
use vmad_sass::Arch;
use vmad_unit::{State, Width};

use crate::common::solver;

/// PTX, and the instructions of the family that ptxas 12.9.86 makes of it.
fn recorded() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let rows = vmad_testing::rows(include_str!("../data/ptxas-ordinary.tsv"));
    rows.map(|[text, words]| (text, words.split_terminator(" | ").collect()))
}

fn parse(text: &str) -> Sequence {
    Sequence::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn lowered(fused: &Fused, arch: Arch) -> Lowered {
    lower(&fused.video, arch, &Registers::default()).unwrap_or_else(|error| panic!("{fused:?}: {error}"))
}

/// Oracle: ptxas 12.9.86.
#[test]
fn pairs_and_sads_become_the_words_of_ptxas() {
    for (text, expected) in recorded() {
        let fused = fuse(&parse(text));
        for arch in Arch::MAXWELL_AND_PASCAL {
            let found: Vec<_> = fused.iter().map(|statement| lowered(statement, arch).to_string()).collect();
            // The first operand that the code reads is in R2, the second in R3, the third in R4.
            assert_eq!(found, expected, "{text}");
        }
    }
}

/// Which two instructions of a random graph become one. Oracle: ptxas 12.9.86, whose answers for sm_52 to sm_62 are the
/// same.
#[test]
fn pairs_in_graphs_are_those_of_ptxas() {
    let mut pairs = 0;
    for [text, expected] in vmad_testing::rows(include_str!("../data/ptxas-pairs.tsv")) {
        let mut found: Vec<_> = fuse(&parse(text)).into_iter().map(|fused| fused.of).collect();
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
    for (text, _) in recorded().filter(|(text, expected)| expected.len() == 1 && !text.contains(" u")) {
        let code = parse(text);
        let [fused] = fuse(&code).try_into().unwrap();
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
    let solver = solver();
    let ops = ["min", "max"];
    let pairs =
        ops.iter().flat_map(|first| ops.map(|second| format!("{first}.T t, a, b; {second}.T d, t, c;")));
    let texts = pairs.chain(["sad.T d, a, b, c;".to_owned()]);
    for text in texts.flat_map(|text| ["u32", "s32"].map(|ty| text.replace('T', ty))) {
        let code = parse(&text);
        let [fused] = fuse(&code).try_into().unwrap();
        let video = parse(&fused.video.to_string());
        let statement = Statement::new(&code, &video, &[], &["d".to_owned()]).unwrap();
        let found = decide(&statement, &solver);
        assert!(matches!(found, Equality::Equal(_)), "{text}: {found:?}");
    }
}
