//! The values that the operands of video instructions can have.

use vmad_flow::{Flow, Possible, Use};
use vmad_ptx::{
    ast::Video,
    module::{Module, Register},
    syntax::FoundInstruction,
};

/// A video instruction of a function, and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Operands<'m> {
    /// The instruction, and its place in the text.
    pub(crate) found: &'m FoundInstruction,
    pub(crate) video: &'m Video,
    /// The registers that they name.
    pub(crate) registers: [Option<Register>; 3],
    /// The values of these registers.
    pub(crate) values: [Option<Possible>; 3],
    /// Whether its guard is a constant that is false.
    pub(crate) never_runs: bool,
    /// Whether ptxas may know that it does not run.
    pub(crate) may_not_run: bool,
}

/// The video instruction of each statement of a function of a module, if it is one.
pub(crate) fn operands<'m>(flow: &Flow<'_>, module: &'m Module) -> Vec<Option<Operands<'m>>> {
    let statements = flow.body.statements.iter().enumerate();
    let videos = statements.map(|(at, statement)| {
        let (found, video) = module.video_at(statement.start)?;
        let [a, b, c] = video.operands().map(|operand| flow.read(at, operand?.register()?.name()));
        Some((found, video, [a, b, c, statement.guard().map(|guard| guard.predicate)]))
    });
    let videos: Vec<_> = videos.collect();
    let uses = videos.iter().enumerate().flat_map(|(statement, video)| {
        let registers = video.iter().flat_map(|(.., registers)| *registers).flatten();
        registers.map(move |register| Use { statement, register })
    });
    let mut values = flow.possible(&uses.collect::<Vec<_>>()).into_iter();
    let with_values = videos.into_iter().enumerate().map(|(at, video)| {
        let (found, video, registers) = video?;
        let values = registers.map(|register| register.and_then(|_| values.next()));
        let may_not_run = values[..3].iter().flatten().any(|(_, ran)| !ran);
        let ([a, b, c, predicate], [registers @ .., _]) = (values.map(|value| Some(value?.0)), registers);
        let never_runs = match (predicate, flow.body.statements[at].guard()) {
            (Some(Possible::Constant(value)), Some(guard)) => (value & 1 == 1) == guard.negated,
            _ => false,
        };
        Some(Operands { found, video, registers, values: [a, b, c], never_runs, may_not_run })
    });
    with_values.collect()
}
