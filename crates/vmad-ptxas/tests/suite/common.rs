//! What several tests do with instructions and the code in their place.

use std::time::Duration;

use vmad_map::corners::{BYTES, WORDS};
use vmad_proof::equal::{Equality, decide, statement::Statement};
use vmad_ptx::{ast::Instruction, domain::Integers, reading::Reading, sequence::Sequence, syntax::parse_one};
use vmad_ptxas::lowering::{Lowered, Registers, Shape};
use vmad_sass::isa::Layout;
use vmad_term::solver::Solver;
use vmad_unit::{Register, State};

/// The solver, with a limit that no question of the tests reaches.
pub(crate) fn solver() -> Solver {
    Solver::new(Some(Duration::from_mins(5)))
}

pub(crate) fn instruction(text: &str) -> Instruction {
    parse_one(text).unwrap_or_else(|error| panic!("{text}: {error}")).instruction
}

/// A corner, a word of corners, a short number or any.
pub(crate) fn word(random: &mut fastrand::Rng) -> u32 {
    match random.u8(..4) {
        0 => WORDS[random.usize(..WORDS.len())],
        1 => u32::from_le_bytes([(); 4].map(|()| BYTES[random.usize(..BYTES.len())] as u8)),
        2 => random.u32(..) >> random.u32(..32),
        _ => random.u32(..),
    }
}

/// The value of d after the code; [`None`] if a word is no video instruction.
pub(crate) fn execute(code: &Lowered, inputs: [u32; 3]) -> Option<u32> {
    let Registers { d, a, b, c, .. } = Registers::default();
    let mut state = State::default();
    // No instruction may read these.
    for register in [0, 5, 6, 7, 8].map(Register::from_encoding) {
        state.registers.write(register, 0xdead_beef);
    }
    for (register, value) in [a, b, c].into_iter().zip(inputs) {
        state.registers.write(register, value);
    }
    code.execute(&mut state)?;
    Some(state.registers.read(d))
}

/// Whether code of ptxas, `TEXT WORD | TEXT WORD ...`, is the lowering's but for register numbers.
pub(crate) fn is_code_of_ptxas(ours: &Lowered, theirs: &str) -> bool {
    let Registers { a, b, c, .. } = Registers::default();
    let ours = ours.shape([a, b, c]);
    let words =
        theirs.split(" | ").map(|code| u64::from_str_radix(code.rsplit(' ').next().unwrap(), 16).unwrap());
    let words: Vec<_> = words.collect();
    let is_same = |operands: [u8; 3]| {
        Shape::new(Layout::Maxwell, words.iter().copied(), operands.map(Register::from_encoding)) == ours
    };
    let mut operands =
        (0..512_u16).map(|number| [number, number >> 3, number >> 6].map(|number| number as u8 & 7));
    ours.is_some() && operands.any(|[a, b, c]| a != b && b != c && a != c && is_same([a, b, c]))
}

/// An instruction and the code in its place, as they are printed.
fn sequences(text: &str, lines: &[String]) -> [Sequence; 2] {
    let read = |code: &str| Sequence::parse(code).unwrap_or_else(|error| panic!("{text}: {code}: {error}"));
    [read(text), read(&lines.join("\n"))]
}

/// Runs both on random inputs and corners.
pub(crate) fn assert_same(text: &str, lines: &[String], inputs: usize) {
    let [one, other] = sequences(text, lines);
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..inputs {
        let inputs = [(); 3].map(|()| word(&mut random));
        let run = |code: &Sequence| {
            let value = |name: &str| {
                inputs[["a", "b", "c"]
                    .iter()
                    .position(|input| *input == name)
                    .unwrap_or_else(|| panic!("{text} reads {name}: {lines:?}"))]
            };
            let registers = code.run(&Integers, &Reading::DEFAULT, |register| value(&register.name).into());
            registers[code.find("d").unwrap()]
        };
        assert_eq!(run(&one), run(&other), "{text} on {inputs:x?}, {lines:?}");
    }
}

pub(crate) fn assert_proved(solver: &Solver, text: &str, lines: &[String]) {
    let [one, other] = sequences(text, lines);
    let statement = Statement::new(&one, &other, &[], &["d".to_owned()]).unwrap();
    let found = decide(&statement, solver);
    assert!(matches!(found, Equality::Equal(_)), "{text}: {lines:?}: {found:?}");
}
