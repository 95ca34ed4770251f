//! Vectors with the registers and predicates before and after: guards, `RZ`, operands that are one register, write-back.

use std::collections::BTreeMap;

use serde::Serialize;
use vmad_sass::Instruction;
use vmad_unit::{Predicate, State};

use super::Vector;

/// A word, and the values of its registers and predicates.
#[derive(Clone, Debug, Serialize)]
pub struct Registers {
    /// The word, 16 digits.
    pub word: String,
    /// Its text.
    pub assembly: String,
    /// The registers and predicates that it names, before the execution.
    pub before: BTreeMap<String, String>,
    /// The same after it.
    pub after: BTreeMap<String, String>,
}

/// Fields and their values in the place of those of `VADD R0, R2, R3, R4` or `VSETP P0, P1, R2, R3, P2`, where the form has
/// them.
const CHANGES: [&[(&str, u64)]; 16] = [
    &[],
    &[("guard", 3)],
    &[("guard", 3), ("guard not", 1)],
    &[("guard not", 1)],
    &[("Rd", 255), ("Pd", 7)],
    &[("Ra", 255)],
    &[("Rb", 255)],
    &[("Rc", 255), ("Ps", 7)],
    &[("Ra", 255), ("Rb", 255), ("Rc", 255), ("Pe", 7)],
    &[("Rd", 2), ("Pd", 2)],
    &[("Rd", 3), ("Pe", 2)],
    &[("Rd", 4), ("Pe", 2)],
    &[("Rb", 2)],
    &[("Rc", 2)],
    &[("Rd", 2), ("Rb", 2), ("Rc", 2)],
    &[("guard", 1), ("Rd", 2)],
];
/// In a destination before the execution.
const MARKER: u32 = 0xdead_beef;

impl Registers {
    /// The `index`-th vector of a sequence, with another pattern of registers than those beside it; [`None`] if no source says what
    /// the word computes.
    pub fn new(vector: &Vector, index: usize) -> Option<Self> {
        let form = vector.instruction.form();
        let change = |word: u64, &(name, value): &(&str, u64)| {
            form.field(name).map_or(word, |field| field.with(word, value))
        };
        let word = CHANGES[index % CHANGES.len()].iter().fold(vector.instruction.encode(), change);
        let instruction = Instruction::decode_in(vector.instruction.layout(), word).ok()?;
        let mut state = State::default();
        let [a, b, c] = instruction.registers();
        let destination = instruction.destination_register();
        // Of ports that read one register, the first has its value.
        let ports = [(destination, MARKER), (c, vector.ports.c), (b, vector.ports.b), (a, vector.ports.a)];
        let mut registers = Vec::new();
        for (register, value) in ports {
            if let Some(register) = register.filter(|register| !register.is_zero()) {
                state.registers.write(register, value);
                registers.push(register);
            }
        }
        let guard = instruction.guard().predicate;
        let source = instruction.source_predicate();
        let destinations = instruction.destination_predicates().into_iter().flatten();
        let mut predicates: Vec<_> = destinations.chain(source).chain([guard]).collect();
        predicates.retain(|predicate| *predicate != Predicate::PT);
        for predicate in &predicates {
            state.predicates.write(*predicate, index / CHANGES.len() % 2 == 1);
        }
        if let Some(source) = source {
            state.predicates.write(source, vector.ports.c & 1 == 1);
        }
        let values = |state: &State| {
            let registers = registers
                .iter()
                .map(|register| (register.to_string(), format!("{:#010x}", state.registers.read(*register))));
            let predicates = predicates.iter().map(|predicate| {
                (predicate.to_string(), u8::from(state.predicates.read(*predicate)).to_string())
            });
            registers.chain(predicates).collect()
        };
        let before = values(&state);
        instruction.execute(&mut state)?;
        Some(Self {
            word: format!("{word:#018x}"),
            assembly: instruction.to_string(),
            before,
            after: values(&state),
        })
    }
}
