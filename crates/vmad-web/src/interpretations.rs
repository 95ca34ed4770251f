//! The differences between published interpretations of an instruction, and their values on given inputs.

use std::cell::RefCell;

use serde::Serialize;
use vmad_ptxas::differing::{Differing, agreement, differing};
use vmad_sass::{Instruction, Ports};

/// An interpretation that differs for the word.
#[derive(Serialize)]
pub(crate) struct Interpretation {
    id: &'static str,
    title: &'static str,
    /// The meaning in this project and in the interpretation.
    meanings: [&'static str; 2],
    /// The results of both on the inputs of the request.
    values: [String; 2],
    differs: bool,
    example: Example,
}

/// The smallest inputs on which an interpretation differs.
#[derive(Serialize)]
struct Example {
    inputs: [u32; 3],
    values: [String; 2],
}

/// The interpretations that differ for a word, or a sentence if there are none.
#[derive(Default)]
pub(crate) struct Interpretations {
    pub(crate) differing: Vec<Interpretation>,
    pub(crate) agreement: Option<&'static str>,
}

thread_local! {
    /// The differences of the last word: the search for examples takes longer than all other work.
    static LAST: RefCell<Option<(u64, Vec<Differing>)>> = const { RefCell::new(None) };
}

/// The interpretations that differ for a word, with their results on the values of the ports.
pub(crate) fn interpretations(instruction: &Instruction, [a, b, c]: [u32; 3]) -> Interpretations {
    LAST.with_borrow_mut(|last| {
        let word = instruction.encode();
        let known = match last.take() {
            Some((before, known)) if before == word => known,
            _ => differing(instruction),
        };
        let interpretation = |row: &Differing| Interpretation::new(row, instruction, Ports { a, b, c });
        let found = Interpretations {
            agreement: Some(agreement(instruction)).filter(|_| known.is_empty()),
            differing: known.iter().map(interpretation).collect(),
        };
        *last = Some((word, known));
        found
    })
}

fn hexadecimal(values: [u32; 2]) -> [String; 2] {
    values.map(|value| format!("{value:#010x}"))
}

impl Interpretation {
    fn new(differing: &Differing, instruction: &Instruction, ports: Ports) -> Self {
        let Differing { row, example, .. } = differing;
        let values = differing.results_on(instruction, ports);
        Self {
            id: row.id,
            title: row.title,
            meanings: row.meanings,
            differs: values[0] != values[1],
            values: hexadecimal(values),
            example: Example { inputs: example.inputs, values: hexadecimal(example.results) },
        }
    }
}
