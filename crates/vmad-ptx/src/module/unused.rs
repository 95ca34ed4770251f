//! Unused results.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    body::{Body, Register, Statement},
    control::controls,
    flow::Execution,
    uses::is_video,
};

/// The largest number of pairs of a block and a register that is followed. In a larger body, a value at the end of a block
/// is assumed to reach all blocks.
const MAX_PAIRS: usize = 1 << 20;

/// Video instructions by the use of their results, by the places of their opcodes.
///
/// A result is used if it reaches a statement that has an effect, or one whose own result is used. Each register is
/// followed from its readers back to its writers, along every way; an unguarded write ends a way.
#[derive(Default)]
pub(super) struct Unused {
    /// Those whose results are not used.
    pub(super) always: BTreeSet<usize>,
    /// Those whose results are not used in some of the last turns of a loop.
    pub(super) in_a_turn: BTreeSet<usize>,
}

impl Unused {
    /// Those of a body.
    pub(super) fn of(body: &Body<'_, '_>, loops: &[(usize, usize)], steps: &[Execution]) -> Self {
        if !body.statements.iter().any(is_video) {
            return Self::default();
        }
        let graph = Graph::of(body, loops, steps);
        let unused = |used: Vec<bool>| -> BTreeSet<usize> {
            let of = body.statements.iter().zip(used).filter(|(it, used)| !used && is_video(it));
            of.map(|(statement, _)| statement.at()).collect()
        };
        let of = |ways: &[Way], needs: Vec<Need>| graph.used_by_blocks(ways, needs);
        let by_blocks = of(&[Way::Forward, Way::Back, Way::Exit], Vec::new());
        // The last turn of the loops, the one before it, and so on. Each needs of the one before it what it reads before
        // it writes it.
        let mut in_a_turn = BTreeSet::new();
        let mut turn = if loops.is_empty() { None } else { of(&[Way::Forward, Way::Exit], Vec::new()) };
        for _ in 0..TURNS {
            let Some(Used { used, entered }) = turn else { break };
            in_a_turn.extend(unused(used));
            let needs =
                entered.iter().flat_map(|&(block, register)| graph.needs(block, register, &[Way::Back]));
            turn = of(&[Way::Forward], needs.collect());
        }
        let used = by_blocks.map_or_else(|| graph.used_anywhere(), |it| it.used);
        Self { always: unused(used), in_a_turn }
    }
}

/// The number of turns of a loop that are distinguished.
const TURNS: usize = 4;

/// The statements and registers whose values are used.
struct Used {
    /// Whether the result of each statement is used.
    used: Vec<bool>,
    /// The registers that are at the start of a block.
    entered: HashSet<(usize, Register)>,
}

/// A path from a block to another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    /// To itself, or to an earlier block.
    Back,
    /// Out of all loops.
    Exit,
}

/// A value that is used.
enum Need {
    /// What a statement writes.
    Written(usize),
    /// A register at the end of a block.
    End(usize, Register),
}

/// The statements of a body and the ways between its blocks.
struct Graph<'b, 'a, 't> {
    body: &'b Body<'a, 't>,
    /// The block of each statement.
    block: Vec<usize>,
    /// For each statement the registers that its result depends on, each with the statement of its block that wrote it
    /// last.
    inputs: Vec<Vec<(Register, Option<usize>)>>,
    /// The statement of a block that writes a register last.
    last: HashMap<(usize, Register), usize>,
    /// The blocks that may be executed before each; [`None`] if a branch has other targets than labels.
    before: Option<Vec<Vec<(Way, usize)>>>,
    /// Whether each statement has an effect.
    has_effect: Vec<bool>,
    /// The branches that decide whether each block is executed.
    controls: Vec<Vec<usize>>,
}

impl<'b, 'a, 't> Graph<'b, 'a, 't> {
    fn of(body: &'b Body<'a, 't>, loops: &[(usize, usize)], steps: &[Execution]) -> Self {
        let mut graph = Self {
            body,
            block: Vec::with_capacity(body.statements.len()),
            inputs: Vec::with_capacity(body.statements.len()),
            last: HashMap::new(),
            before: None,
            has_effect: Vec::with_capacity(body.statements.len()),
            controls: Vec::new(),
        };
        let mut labels: HashMap<&str, Vec<usize>> = HashMap::new();
        // Whether each block is in a loop.
        let mut in_loop: Vec<bool> = Vec::new();
        let mut starts = true;
        for (at, statement) in body.statements.iter().enumerate() {
            if std::mem::replace(&mut starts, statement.is_branch()) || !statement.labels.is_empty() {
                let next = loops.partition_point(|it| it.1 < statement.at());
                in_loop.push(loops.get(next).is_some_and(|it| it.0 <= statement.at()));
            }
            let number = in_loop.len() - 1;
            graph.block.push(number);
            statement.labels.iter().for_each(|label| labels.entry(label).or_default().push(number));
            let step = steps[at];
            graph.has_effect.push(step.is_executed && has_effect(body, statement));
            graph.inputs.push(Vec::new());
            if step.is_executed {
                // A guarded statement may leave the value, and one with an effect may read its first operand.
                let is_kept = statement.guarded && (!step.is_certain || statement.guard.is_empty());
                let kept = statement.writes.iter().filter(|_| is_kept || graph.has_effect[at]);
                let has_guard = !statement.guard.is_empty();
                let (guard, operands) = statement.reads.split_at(has_guard.into());
                let guard = guard.iter().filter(|_| !step.is_certain);
                let read = guard.chain(operands.iter().filter(|_| !step.is_known)).chain(kept);
                graph.inputs[at] = read.map(|&it| (it, graph.last.get(&(number, it)).copied())).collect();
                statement.writes.iter().for_each(|&it| _ = graph.last.insert((number, it), at));
            }
        }
        graph.before = before(body, &graph.block, &labels, &in_loop, steps);
        let is_conditional =
            |at: &usize| body.statements[*at].is_branch() && steps[*at].is_executed && steps[*at].continues;
        let branches: Vec<usize> = (0..body.statements.len()).filter(is_conditional).collect();
        let plain = graph.before.as_ref().map(|before| {
            before.iter().map(|from| from.iter().map(|(_, from)| *from).collect()).collect::<Vec<_>>()
        });
        if let Some(controls) = plain.and_then(|before| controls(&before, &graph.block, &branches)) {
            graph.controls = controls;
        } else {
            graph.controls = vec![Vec::new(); in_loop.len()];
            for at in branches {
                graph.has_effect[at] = true;
            }
        }
        graph
    }

    /// What is needed before a block for a register at its start, by some kinds of ways.
    fn needs(&self, block: usize, register: Register, ways: &[Way]) -> Vec<Need> {
        let before = self.before.as_ref().map_or(&[][..], |before| &before[block]);
        let of_ways = before.iter().filter(|(way, _)| ways.contains(way));
        let need = |&(_, earlier): &(Way, usize)| match self.last.get(&(earlier, register)) {
            Some(&writer) => Need::Written(writer),
            None => Need::End(earlier, register),
        };
        of_ways.map(need).collect()
    }

    /// What statements with an effect and some more `needs` use, by some kinds of ways between blocks; [`None`] if there
    /// are too many pairs of a block and a register.
    fn used_by_blocks(&self, ways: &[Way], needs: Vec<Need>) -> Option<Used> {
        let before = self.before.as_ref()?;
        let mut entered: HashSet<(usize, Register)> = HashSet::new();
        let mut pairs = 0;
        let used = self.follow(needs, |block, register, pending| {
            if entered.insert((block, register)) {
                pairs += 1 + before[block].len();
                pending.extend(self.needs(block, register, ways));
            }
            pairs <= MAX_PAIRS
        })?;
        Some(Used { used, entered })
    }

    /// Whether the result of each statement is used, where a value at the end of a block may reach every block.
    fn used_anywhere(&self) -> Vec<bool> {
        let mut writers: Vec<Vec<usize>> = vec![Vec::new(); self.body.names.len()];
        self.last.iter().for_each(|(&(_, register), &writer)| writers[register].push(writer));
        let used = self.follow(Vec::new(), |_, register, pending| {
            pending.extend(std::mem::take(&mut writers[register]).into_iter().map(Need::Written));
            true
        });
        used.unwrap_or_default()
    }

    /// Follows values back from the statements with an effect and from more needs. `enter` adds what is needed if a
    /// register is used that a block does not write before, and says whether to go on.
    fn follow(
        &self,
        mut pending: Vec<Need>,
        mut enter: impl FnMut(usize, Register, &mut Vec<Need>) -> bool,
    ) -> Option<Vec<bool>> {
        let mut used = vec![false; self.inputs.len()];
        let effects = self.has_effect.iter().enumerate().filter(|(_, has_effect)| **has_effect);
        pending.extend(effects.map(|(at, _)| Need::Written(at)));
        while let Some(need) = pending.pop() {
            match need {
                Need::Written(at) if std::mem::replace(&mut used[at], true) => {}
                Need::Written(at) => {
                    pending.extend(self.controls[self.block[at]].iter().copied().map(Need::Written));
                    for &(register, writer) in &self.inputs[at] {
                        match writer {
                            Some(writer) => pending.push(Need::Written(writer)),
                            None if !enter(self.block[at], register, &mut pending) => return None,
                            None => {}
                        }
                    }
                }
                Need::End(block, register) => {
                    if !enter(block, register, &mut pending) {
                        return None;
                    }
                }
            }
        }
        Some(used)
    }
}

/// The blocks that may be executed before each block; [`None`] if a branch has other targets than labels.
fn before(
    body: &Body<'_, '_>,
    block: &[usize],
    labels: &HashMap<&str, Vec<usize>>,
    in_loop: &[bool],
    steps: &[Execution],
) -> Option<Vec<Vec<(Way, usize)>>> {
    let mut before: Vec<Vec<(Way, usize)>> = vec![Vec::new(); in_loop.len()];
    let mut add = |from: usize, to: usize| {
        let way = match () {
            () if to <= from => Way::Back,
            () if in_loop[from] && !in_loop[to] => Way::Exit,
            () => Way::Forward,
        };
        before[to].push((way, from));
    };
    for (at, statement) in body.statements.iter().enumerate() {
        let is_end = block.get(at + 1).is_some_and(|next| *next != block[at]);
        if is_end && steps[at].continues {
            add(block[at], block[at] + 1);
        }
        if statement.is_branch() && steps[at].is_executed {
            let targets = statement.tokens.iter().find_map(|token| labels.get(token.text));
            let targets = targets.filter(|_| statement.opcode() == "bra")?;
            for &target in targets {
                add(block[at], target);
            }
        }
    }
    Some(before)
}

/// Whether a statement does more than write the registers of its first operand. A name that the body does not declare is
/// a result or a variable.
fn has_effect(body: &Body<'_, '_>, statement: &Statement<'_, '_>) -> bool {
    let first =
        statement.tokens.iter().skip(1).find(|token| !token.text.starts_with('.') && token.text != ":");
    // A branch decides what is executed.
    statement.opcode() != "bra"
        && (first.is_none_or(|token| matches!(token.text, "[" | "("))
            || matches!(statement.opcode(), "call" | "brx" | "atom" | "bar" | "barrier")
            || statement
                .writes
                .iter()
                .any(|register| matches!(body.names[*register], (name, false) if name != "_")))
}
