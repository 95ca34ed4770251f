//! Where published interpretations of a `VMAD` differ, and their values on given inputs.

use std::cell::RefCell;

use serde::Serialize;
use vmad_sass::Vmad;
use vmad_xcheck::divergence::{DifferingRow, differing_rows, is_free};

/// An interpretation that differs for the word.
#[derive(Serialize)]
pub(crate) struct Interpretation {
    id: &'static str,
    title: &'static str,
    /// What this project computes, and what the interpretation says.
    meanings: [&'static str; 2],
    /// The results of both on the inputs of the request.
    values: [String; 2],
    differs: bool,
    example: Example,
}

/// The smallest inputs on which an interpretation differs.
#[derive(Serialize)]
struct Example {
    ptx: String,
    inputs: [u32; 3],
    values: [String; 2],
}

thread_local! {
    /// The rows of the last word: the search for examples takes longer than all the rest.
    static LAST: RefCell<Option<(u64, Vec<DifferingRow>)>> = const { RefCell::new(None) };
}

/// The interpretations that differ for a word, with their results on the values of the ports.
pub(crate) fn interpretations(vmad: &Vmad, ports: [u32; 3]) -> Vec<Interpretation> {
    LAST.with_borrow_mut(|last| {
        let word = vmad.encode();
        let rows = match last.take() {
            Some((before, rows)) if before == word => rows,
            _ => differing_rows(vmad),
        };
        let views = rows.iter().map(|row| Interpretation::new(row, vmad, ports)).collect();
        *last = Some((word, rows));
        views
    })
}

/// The sentence for a word for which no interpretation differs.
pub(crate) fn agreement(vmad: &Vmad) -> &'static str {
    if is_free(vmad) {
        "All published interpretations agree on this mode."
    } else {
        "All published interpretations agree on the corner inputs that its operands can have."
    }
}

impl Interpretation {
    fn new(row: &DifferingRow, vmad: &Vmad, ports: [u32; 3]) -> Self {
        let hexadecimal = |value: u32| format!("{value:#010x}");
        let values = row.results_on(vmad, ports);
        Self {
            id: row.row.id.name(),
            title: row.row.title,
            meanings: row.row.meanings,
            differs: values[0] != values[1],
            values: values.map(hexadecimal),
            example: Example {
                ptx: row.example.instruction.clone(),
                inputs: row.example.inputs,
                values: row.results(vmad).map(hexadecimal),
            },
        }
    }
}
