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
    /// Whether its guard is a constant that is false.
    pub(crate) never_runs: bool,
    /// Whether ptxas may know that it does not run.
    pub(crate) may_not_run: bool,
}

/// The operands of video instructions of a function, by their places in it.
pub(crate) fn operands<'v>(
    flow: &Flow<'_>,
    videos: impl Iterator<Item = (usize, &'v Video)>,
) -> HashMap<usize, Operands> {
    let registers: Vec<(usize, [Option<Register>; 3])> = videos
        .map(|(at, video)| (at, video.operands().map(|operand| flow.read(at, operand?.register()?.name()))))
        .collect();
    let guards = registers.iter().map(|&(at, _)| (at, flow.body.statements[at].guard()));
    let guards: Vec<_> = guards.filter_map(|(at, guard)| Some((at, guard?))).collect();
    let of_operands = registers.iter().flat_map(|&(statement, registers)| {
        registers.into_iter().flatten().map(move |register| Use { statement, register })
    });
    let of_guards = guards.iter().map(|(at, guard)| Use { statement: *at, register: guard.predicate });
    let uses: Vec<Use> = of_operands.chain(of_guards).collect();
    let mut values = flow.possible(&uses).into_iter();
    let with_values = |(at, registers): (usize, [Option<Register>; 3])| {
        let values = registers.map(|register| register.and_then(|_| values.next()));
        let may_not_run = values.iter().flatten().any(|(_, ran)| !ran);
        let values = values.map(|value| Some(value?.0));
        (at, Operands { registers, values, never_runs: false, may_not_run })
    };
    let mut operands: HashMap<usize, Operands> = registers.into_iter().map(with_values).collect();
    for ((at, guard), (value, _)) in guards.into_iter().zip(values) {
        if let (Possible::Constant(value), Some(own)) = (value, operands.get_mut(&at)) {
            own.never_runs = (value & 1 == 1) == guard.negated;
        }
    }
    operands
}
