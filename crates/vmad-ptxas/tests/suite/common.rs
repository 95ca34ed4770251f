//! What several tests do with instructions and the code in their place.

use std::time::Duration;

use vmad_proof::equal::{Equality, decide, statement::Statement};
use vmad_ptx::{ast::Instruction, domain::Integers, reading::Reading, sequence::Sequence, syntax::parse_one};
use vmad_term::solver::Solver;

/// The solver, with a limit that no question of the tests reaches.
pub(crate) fn solver() -> Solver {
    Solver::new(Some(Duration::from_mins(5)))
}

pub(crate) fn instruction(text: &str) -> Instruction {
    parse_one(text).unwrap_or_else(|error| panic!("{text}: {error}")).instruction
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
        let inputs = [(); 3].map(|()| match random.u8(..3) {
            0 => vmad_map::corners::WORDS[random.usize(..24)],
            1 => random.u32(..) >> random.u32(..32),
            _ => random.u32(..),
        });
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
