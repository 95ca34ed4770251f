//! The interpretations of an instruction that differ.

use vmad_sass::{Instruction, Ports, Vmad};
use vmad_xcheck::{
    divergence::{agreement, differing_rows},
    observed::{AGREEMENT, Differing, differing},
};

/// An interpretation that differs, with an example.
pub(super) struct Reading {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// The instruction of the example: PTX, or the word's text.
    pub(super) instruction: String,
    pub(super) inputs: [u32; 3],
    /// The result of this project, and that of the interpretation.
    pub(super) results: [u32; 2],
}

/// Those that differ for an instruction; if there are none, in how far all agree.
pub(super) fn readings(instruction: &Instruction) -> Result<Vec<Reading>, &'static str> {
    let (readings, agreement): (Vec<_>, _) = if let Ok(vmad) = Vmad::decode(instruction.encode()) {
        let rows = differing_rows(&vmad).into_iter().map(|it| Reading {
            id: it.row.id.name(),
            title: it.row.title,
            results: it.results(&vmad),
            instruction: it.example.instruction,
            inputs: it.example.inputs,
        });
        (rows.collect(), agreement(&vmad))
    } else {
        let all = differing(instruction).into_iter().map(|Differing { hypothesis, ports, here, there }| {
            let Ports { a, b, c } = ports;
            Reading {
                id: hypothesis.name,
                title: hypothesis.title(),
                instruction: instruction.to_string(),
                inputs: [a, b, c],
                results: [here, there],
            }
        });
        (all.collect(), AGREEMENT)
    };
    if readings.is_empty() { Err(agreement) } else { Ok(readings) }
}
