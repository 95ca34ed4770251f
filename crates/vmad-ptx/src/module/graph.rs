//! The uses of results, along the ways between blocks.

use std::collections::{HashMap, HashSet};

use super::{
    body::{Body, Register, Statement},
    control::controls,
    execution::{Execution, Pass},
};

/// The largest number of pairs of a block and a register that is followed.
const MAX_PAIRS: usize = 1 << 20;

/// The statements and registers whose values are used.
pub(super) struct Used {
    /// Whether the result of each statement is used.
    pub(super) used: Vec<bool>,
    /// The registers that are at the start of a block.
    pub(super) entered: HashSet<(usize, Register)>,
}

/// A path from a block to another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    /// To itself, or to an earlier block.
    Back,
    /// Out of all loops.
    Exit,
}

impl Way {
    /// All.
    pub(super) const ALL: [Self; 3] = [Self::Forward, Self::Back, Self::Exit];
}

/// A value that is used.
pub(super) enum Need {
    /// What a statement writes.
    Written(usize),
    /// A register at the end of a block.
    End(usize, Register),
}

/// The statements of passes through a body, and the ways between the passes.
pub(super) struct Graph<'b, 'a, 't> {
    body: &'b Body<'a, 't>,
    /// The number in the body of each statement.
    pub(super) statements: Vec<usize>,
    /// The pass of each statement.
    block: Vec<usize>,
    /// For each statement the registers that its result depends on, each with the statement of its block that wrote it
    /// last.
    inputs: Vec<Vec<(Register, Option<usize>)>>,
    /// The statement of a block that writes a register last.
    last: HashMap<(usize, Register), usize>,
    /// The blocks that may be executed before each; [`None`] if they are not known.
    before: Option<Vec<Vec<(Way, usize)>>>,
    /// Whether each statement has an effect.
    has_effect: Vec<bool>,
    /// The branches that decide whether each block is executed.
    controls: Vec<Vec<usize>>,
}

impl<'b, 'a, 't> Graph<'b, 'a, 't> {
    /// That of some passes; `is_complete` if they show what is executed next.
    pub(super) fn of(
        body: &'b Body<'a, 't>,
        loops: &[(usize, usize)],
        passes: &[Pass],
        is_complete: bool,
    ) -> Self {
        let mut graph = Self {
            body,
            statements: Vec::new(),
            block: Vec::new(),
            inputs: Vec::new(),
            last: HashMap::new(),
            before: is_complete.then(|| before(body, loops, passes)),
            has_effect: Vec::new(),
            controls: vec![Vec::new(); passes.len()],
        };
        let mut branches: Vec<usize> = Vec::new();
        for (block, pass) in passes.iter().enumerate() {
            for (at, step) in (pass.first..).zip(&pass.steps) {
                if body.statements[at].is_branch() && step.is_executed && step.continues {
                    branches.push(graph.statements.len());
                }
                graph.add(block, at, *step);
            }
        }
        let plain = graph.before.as_ref().map(|before| {
            before.iter().map(|from| from.iter().map(|(_, from)| *from).collect()).collect::<Vec<_>>()
        });
        match plain.and_then(|before| controls(&before, &graph.block, &branches)) {
            Some(controls) => graph.controls = controls,
            None => branches.into_iter().for_each(|at| graph.has_effect[at] = true),
        }
        graph
    }

    /// Adds a statement of a block.
    fn add(&mut self, block: usize, at: usize, step: Execution) {
        let statement = &self.body.statements[at];
        let number = self.statements.len();
        let has_effect = step.is_executed && has_effect(self.body, statement);
        let mut inputs = Vec::new();
        if step.is_executed {
            // A guarded statement may leave the value, and one with an effect may read its first operand.
            let is_kept = statement.guarded && (!step.is_certain || statement.guard.is_empty());
            let kept = statement.writes.iter().filter(|_| is_kept || has_effect);
            let has_guard = !statement.guard.is_empty();
            let (guard, operands) = statement.reads.split_at(has_guard.into());
            let guard = guard.iter().filter(|_| !step.is_certain);
            let read = guard.chain(operands.iter().filter(|it| step.needs.includes(**it))).chain(kept);
            inputs.extend(read.map(|&it| (it, self.last.get(&(block, it)).copied())));
            statement.writes.iter().for_each(|&it| _ = self.last.insert((block, it), number));
        }
        self.statements.push(at);
        self.block.push(block);
        self.inputs.push(inputs);
        self.has_effect.push(has_effect);
    }

    /// What is needed before a block for a register at its start, by some kinds of ways.
    pub(super) fn needs(&self, block: usize, register: Register, ways: &[Way]) -> Vec<Need> {
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
    pub(super) fn used(&self, ways: &[Way], needs: Vec<Need>) -> Option<Used> {
        let before = self.before.as_ref()?;
        let mut entered: HashSet<(usize, Register)> = HashSet::new();
        let mut left = MAX_PAIRS;
        let used = self.follow(needs, |block, register, pending| {
            if entered.insert((block, register)) {
                left = left.checked_sub(1 + before[block].len())?;
                pending.extend(self.needs(block, register, ways));
            }
            Some(())
        })?;
        Some(Used { used, entered })
    }

    /// Whether the result of each statement is used, where a value at the end of a block may reach every block.
    pub(super) fn used_anywhere(&self) -> Vec<bool> {
        let mut writers: Vec<Vec<usize>> = vec![Vec::new(); self.body.names.len()];
        self.last.iter().for_each(|(&(_, register), &writer)| writers[register].push(writer));
        let used = self.follow(Vec::new(), |_, register, pending| {
            pending.extend(std::mem::take(&mut writers[register]).into_iter().map(Need::Written));
            Some(())
        });
        used.unwrap_or_default()
    }

    /// Follows values back from the statements with an effect and from more needs. `enter` adds what is needed if a
    /// register is used that a block does not write before; after [`None`], the result is [`None`].
    fn follow(
        &self,
        mut pending: Vec<Need>,
        mut enter: impl FnMut(usize, Register, &mut Vec<Need>) -> Option<()>,
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
                            None => enter(self.block[at], register, &mut pending)?,
                        }
                    }
                }
                Need::End(block, register) => enter(block, register, &mut pending)?,
            }
        }
        Some(used)
    }
}

/// The passes that may be executed before each.
fn before(body: &Body<'_, '_>, loops: &[(usize, usize)], passes: &[Pass]) -> Vec<Vec<(Way, usize)>> {
    let in_loop = |pass: &Pass| {
        let place = body.statements[pass.first].at();
        loops.get(loops.partition_point(|it| it.1 < place)).is_some_and(|it| it.0 <= place)
    };
    let in_loop: Vec<bool> = passes.iter().map(in_loop).collect();
    let mut before: Vec<Vec<(Way, usize)>> = vec![Vec::new(); passes.len()];
    for (from, pass) in passes.iter().enumerate() {
        for &to in &pass.next {
            let way = match () {
                () if to <= from => Way::Back,
                () if in_loop[from] && !in_loop[to] => Way::Exit,
                () => Way::Forward,
            };
            before[to].push((way, from));
        }
    }
    before
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
