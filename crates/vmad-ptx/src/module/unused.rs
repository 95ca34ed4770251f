//! Unused results.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    body::{Body, Register, Statement},
    uses::is_video,
};

/// The most pairs of a block and a register that are followed. In a larger body, a value at the end of a block is taken
/// to reach all blocks.
const MAX_PAIRS: usize = 1 << 20;

/// Video instructions by the use of their results, by the places of their opcodes.
///
/// A result is used if it reaches a statement that has an effect, or one whose own result is used. Each register is
/// followed from its readers back to its writers, along every way; an unguarded write ends a way.
#[derive(Default)]
pub(super) struct Unused {
    /// Those whose results are not used.
    pub(super) always: BTreeSet<usize>,
    /// Those whose results are used only in a later turn of a loop, or not at all.
    pub(super) in_the_last_turn: BTreeSet<usize>,
}

impl Unused {
    /// Those of a body.
    pub(super) fn of(body: &Body<'_, '_>) -> Self {
        if !body.statements.iter().any(is_video) {
            return Self::default();
        }
        let graph = Graph::of(body);
        let unused = |used: Vec<bool>| {
            let of = body.statements.iter().zip(used).filter(|(it, used)| !used && is_video(it));
            of.map(|(statement, _)| statement.at()).collect()
        };
        let before = graph.before.as_ref();
        let by_blocks = before.and_then(|before| graph.used_by_blocks(before, |_, _| true));
        let forward = before.and_then(|before| graph.used_by_blocks(before, |from, to| from < to));
        Self {
            always: unused(by_blocks.unwrap_or_else(|| graph.used_anywhere())),
            in_the_last_turn: forward.map(unused).unwrap_or_default(),
        }
    }
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
    before: Option<Vec<Vec<usize>>>,
}

impl<'b, 'a, 't> Graph<'b, 'a, 't> {
    fn of(body: &'b Body<'a, 't>) -> Self {
        let mut block = Vec::with_capacity(body.statements.len());
        let mut last: HashMap<(usize, Register), usize> = HashMap::new();
        let mut inputs = Vec::with_capacity(body.statements.len());
        let mut labels: HashMap<&str, Vec<usize>> = HashMap::new();
        let (mut number, mut starts) = (0, false);
        for (at, statement) in body.statements.iter().enumerate() {
            number += usize::from(at > 0 && (starts || !statement.labels.is_empty()));
            starts = statement.is_branch();
            block.push(number);
            statement.labels.iter().for_each(|label| labels.entry(label).or_default().push(number));
            let has_effect = has_effect(body, statement);
            // A guarded statement may leave the value, and one with an effect may read its first operand.
            let kept = statement.writes.iter().filter(|_| statement.guarded || has_effect);
            let read = statement.reads.iter().filter(|_| !is_zero(statement)).chain(kept);
            inputs.push(read.map(|&it| (it, last.get(&(number, it)).copied())).collect());
            statement.writes.iter().for_each(|&it| _ = last.insert((number, it), at));
        }
        let before = before(body, &block, &labels);
        Self { body, block, inputs, last, before }
    }

    /// Whether the result of each statement is used, by some of the ways between blocks; [`None`] if there are too many
    /// pairs of a block and a register.
    fn used_by_blocks(
        &self,
        before: &[Vec<usize>],
        is_way: impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<bool>> {
        let mut entered: HashSet<(usize, Register)> = HashSet::new();
        let mut pairs = 0;
        self.follow(|block, register, pending| {
            if entered.insert((block, register)) {
                pairs += 1 + before[block].len();
                let earlier = before[block].iter().filter(|&&earlier| is_way(earlier, block));
                pending.extend(earlier.map(|&earlier| {
                    let writer = self.last.get(&(earlier, register));
                    writer.map_or(Need::End(earlier, register), |&writer| Need::Written(writer))
                }));
            }
            pairs <= MAX_PAIRS
        })
    }

    /// Whether the result of each statement is used, where a value at the end of a block may reach every block.
    fn used_anywhere(&self) -> Vec<bool> {
        let mut writers: Vec<Vec<usize>> = vec![Vec::new(); self.body.names.len()];
        self.last.iter().for_each(|(&(_, register), &writer)| writers[register].push(writer));
        let used = self.follow(|_, register, pending| {
            pending.extend(std::mem::take(&mut writers[register]).into_iter().map(Need::Written));
            true
        });
        used.unwrap_or_default()
    }

    /// Follows values back from the statements with an effect. `enter` adds what is needed if a register is used that a
    /// block does not write before, and says whether to go on.
    fn follow(&self, mut enter: impl FnMut(usize, Register, &mut Vec<Need>) -> bool) -> Option<Vec<bool>> {
        let mut used = vec![false; self.inputs.len()];
        let effects = self.body.statements.iter().enumerate().filter(|(_, it)| has_effect(self.body, it));
        let mut pending: Vec<Need> = effects.map(|(at, _)| Need::Written(at)).collect();
        while let Some(need) = pending.pop() {
            match need {
                Need::Written(at) if std::mem::replace(&mut used[at], true) => {}
                Need::Written(at) => {
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
) -> Option<Vec<Vec<usize>>> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); block.last().map_or(0, |last| last + 1)];
    for (at, statement) in body.statements.iter().enumerate() {
        let is_end = block.get(at + 1).is_some_and(|next| *next != block[at]);
        let stops = statement.is_branch() || matches!(statement.opcode(), "ret" | "exit");
        if is_end && (!stops || !statement.guard.is_empty()) {
            before[block[at] + 1].push(block[at]);
        }
        if statement.is_branch() {
            let targets = statement.tokens.iter().find_map(|token| labels.get(token.text));
            let targets = targets.filter(|_| statement.opcode() == "bra")?;
            targets.iter().for_each(|target| before[*target].push(block[at]));
        }
    }
    Some(before)
}

/// Whether a statement sets a register to 0.
fn is_zero(statement: &Statement<'_, '_>) -> bool {
    statement.opcode() == "xor" && matches!(statement.reads[..], [one, other] if one == other)
}

/// Whether a statement does more than write the registers of its first operand. A name that the body does not declare is
/// a result or a variable.
fn has_effect(body: &Body<'_, '_>, statement: &Statement<'_, '_>) -> bool {
    let first =
        statement.tokens.iter().skip(1).find(|token| !token.text.starts_with('.') && token.text != ":");
    first.is_none_or(|token| matches!(token.text, "[" | "("))
        || matches!(statement.opcode(), "call" | "bra" | "brx" | "atom" | "bar" | "barrier")
        || statement
            .writes
            .iter()
            .any(|register| matches!(body.names[*register], (name, false) if name != "_"))
}
