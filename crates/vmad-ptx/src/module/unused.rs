//! Unused results.

use std::collections::BTreeSet;

use super::{
    body::Body,
    execution::Blocks,
    flow::Flow,
    graph::{Graph, Used, Way},
    uses::is_video,
};

/// Video instructions by the use of their results, by the places of their opcodes.
///
/// A result is used if it reaches a statement that has an effect, or one whose own result is used. Each register is
/// followed from its readers back to its writers, along every way; an unguarded write ends a way. The passes through the
/// body show which ways are possible.
#[derive(Default)]
pub(super) struct Unused {
    /// Those whose results are not used.
    pub(super) always: BTreeSet<usize>,
    /// Those whose results are not used in some pass, or in some of the last turns of a loop.
    pub(super) in_a_turn: BTreeSet<usize>,
}

impl Unused {
    /// Those of a body.
    pub(super) fn of(
        body: &Body<'_, '_>,
        blocks: &Blocks<'_>,
        loops: &[(usize, usize)],
        flow: &Flow,
    ) -> Self {
        if !body.statements.iter().any(is_video) {
            return Self::default();
        }
        let places = |is_it: &dyn Fn(usize) -> bool| -> BTreeSet<usize> {
            let of = body.statements.iter().enumerate().filter(|(at, it)| is_video(it) && is_it(*at));
            of.map(|(_, statement)| statement.at()).collect()
        };
        let (alike, are_known) = blocks.passes(body, &flow.steps);
        let graph = Graph::of(body, loops, &alike, are_known);
        // The last turn of the loops, the one before it, and so on. Each needs of the one before it what it reads before
        // it writes it.
        let mut in_a_turn = BTreeSet::new();
        let mut turn =
            if loops.is_empty() { None } else { graph.used(&[Way::Forward, Way::Exit], Vec::new()) };
        for _ in 0..TURNS {
            let Some(Used { used, entered }) = turn else { break };
            in_a_turn.extend(places(&|at| !used[at]));
            let needs =
                entered.iter().flat_map(|&(block, register)| graph.needs(block, register, &[Way::Back]));
            turn = graph.used(&[Way::Forward], needs.collect());
        }
        let of_passes = flow.passes.as_ref().map(|passes| Graph::of(body, loops, passes, true));
        let of_passes =
            of_passes.as_ref().and_then(|graph| Some((graph, graph.used(&Way::ALL, Vec::new())?.used)));
        let Some((graph, used)) = of_passes else {
            let used = graph.used(&Way::ALL, Vec::new()).map_or_else(|| graph.used_anywhere(), |it| it.used);
            return Self { always: places(&|at| !used[at]), in_a_turn };
        };
        let [mut is_used, mut is_unused] = [(); 2].map(|()| vec![false; body.statements.len()]);
        for (&at, used) in graph.statements.iter().zip(used) {
            if used { is_used[at] = true } else { is_unused[at] = true }
        }
        in_a_turn.extend(places(&|at| is_unused[at]));
        Self { always: places(&|at| !is_used[at]), in_a_turn }
    }
}

/// The number of turns of a loop that are distinguished.
const TURNS: usize = 4;
