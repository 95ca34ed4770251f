//! The values that the operands of video instructions can have.

use std::collections::HashMap;

use vmad_flow::{Flow, Possible, Use};
use vmad_ptx::{ast::Video, module::Register};

/// The operands of a video instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operands {
    /// The registers that they name.
    pub(crate) registers: [Option<Register>; 3],
    /// The values of these registers.
    pub(crate) values: [Option<Possible>; 3],
}

/// The operands of video instructions of a function, by their places in it.
pub(crate) fn operands<'v>(
    flow: &Flow<'_>,
    videos: impl Iterator<Item = (usize, &'v Video)>,
) -> HashMap<usize, Operands> {
    let registers: Vec<(usize, [Option<Register>; 3])> = videos
        .map(|(at, video)| (at, video.operands().map(|operand| flow.read(at, operand?.register()?.name()))))
        .collect();
    let uses: Vec<Use> = registers
        .iter()
        .flat_map(|&(statement, registers)| {
            registers.into_iter().flatten().map(move |register| Use { statement, register })
        })
        .collect();
    let mut values = flow.possible(&uses).into_iter();
    let with_values = |(at, registers): (usize, [Option<Register>; 3])| {
        let values = registers.map(|register| register.and_then(|_| values.next()));
        (at, Operands { registers, values })
    };
    registers.into_iter().map(with_values).collect()
}
