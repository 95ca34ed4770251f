//! The differences between published interpretations of an instruction, and their values on given inputs.

use std::cell::RefCell;

use serde::Serialize;
use vmad_sass::{Instruction, Ports, Vmad};
use vmad_xcheck::{
    divergence::{DifferingRow, agreement, differing_rows},
    observed::{AGREEMENT, Differing, differing},
};

/// An interpretation that differs for the word.
#[derive(Serialize)]
pub(crate) struct Interpretation {
    id: &'static str,
    title: &'static str,
    /// The meaning in this project and in the interpretation; omitted if the title says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    meanings: Option<[&'static str; 2]>,
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
pub(crate) struct Found {
    pub(crate) differing: Vec<Interpretation>,
    pub(crate) agreement: Option<&'static str>,
}

/// The differences of a word.
enum Known {
    Vmad(Vmad, Vec<DifferingRow>),
    Other(Instruction, Vec<Differing>),
}

thread_local! {
    /// The differences of the last word: the search for examples takes longer than all other work.
    static LAST: RefCell<Option<(u64, Known)>> = const { RefCell::new(None) };
}

/// The interpretations that differ for a word, with their results on the values of the ports.
pub(crate) fn interpretations(instruction: &Instruction, ports: [u32; 3]) -> Found {
    LAST.with_borrow_mut(|last| {
        let word = instruction.encode();
        let known = match last.take() {
            Some((before, known)) if before == word => known,
            _ => Known::of(instruction),
        };
        let found = known.on(ports);
        *last = Some((word, known));
        found
    })
}

impl Known {
    fn of(instruction: &Instruction) -> Self {
        match Vmad::decode(instruction.encode()) {
            Ok(vmad) => Self::Vmad(vmad, differing_rows(&vmad)),
            Err(_) => Self::Other(*instruction, differing(instruction)),
        }
    }

    fn on(&self, ports: [u32; 3]) -> Found {
        let (differing, agreement): (Vec<_>, _) = match self {
            Self::Vmad(vmad, rows) => {
                (rows.iter().map(|row| Interpretation::of_vmad(row, vmad, ports)).collect(), agreement(vmad))
            }
            Self::Other(instruction, all) => {
                (all.iter().map(|it| Interpretation::of(it, instruction, ports)).collect(), AGREEMENT)
            }
        };
        Found { agreement: Some(agreement).filter(|_| differing.is_empty()), differing }
    }
}

fn hexadecimal(values: [u32; 2]) -> [String; 2] {
    values.map(|value| format!("{value:#010x}"))
}

impl Interpretation {
    fn of_vmad(row: &DifferingRow, vmad: &Vmad, ports: [u32; 3]) -> Self {
        let values = row.results_on(vmad, ports);
        let example = Example { inputs: row.example.inputs, values: hexadecimal(row.results(vmad)) };
        let (id, title) = (row.row.id.name(), row.row.title);
        let meanings = Some(row.row.meanings);
        Self { id, title, meanings, differs: values[0] != values[1], values: hexadecimal(values), example }
    }

    fn of(differing: &Differing, instruction: &Instruction, [a, b, c]: [u32; 3]) -> Self {
        let Differing { hypothesis, ports, here, there } = *differing;
        // An interpretation with an example has a result.
        let values = differing.results_on(instruction, Ports { a, b, c }).unwrap_or_default();
        Self {
            id: hypothesis.name,
            title: hypothesis.title(),
            meanings: None,
            differs: values[0] != values[1],
            values: hexadecimal(values),
            example: Example { inputs: [ports.a, ports.b, ports.c], values: hexadecimal([here, there]) },
        }
    }
}
