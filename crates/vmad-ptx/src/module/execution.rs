//! The execution of the statements of a body.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use super::body::{Body, Register, Statement};

/// What may happen at a statement.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Execution {
    /// It is reached, and its guard is true.
    pub(super) is_executed: bool,
    /// The statement after it is next.
    pub(super) continues: bool,
    /// It has no guard, or one that is true.
    pub(super) is_certain: bool,
    /// The operands on which its result depends.
    pub(super) needs: Needs,
}

/// The operands on which a result depends.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Needs {
    #[default]
    All,
    One(Register),
    /// The result is known.
    None,
}

impl Execution {
    /// Of a statement about which nothing is known.
    pub(super) fn unknown(statement: &Statement<'_, '_>) -> Self {
        let is_certain = statement.guard.is_empty();
        Self { is_executed: true, continues: true, is_certain, needs: Needs::All }
    }
}

impl Needs {
    /// Whether the result depends on a register.
    pub(super) fn includes(self, register: Register) -> bool {
        match self {
            Self::All => true,
            Self::One(needed) => needed == register,
            Self::None => false,
        }
    }
}

/// The execution of a basic block, in one of the cases that are distinguished.
#[derive(Clone, Default)]
pub(super) struct Pass {
    /// The first statement of the block.
    pub(super) first: usize,
    /// What may happen at its statements.
    pub(super) steps: Vec<Execution>,
    /// The passes that may be next, by their indices.
    pub(super) next: Vec<usize>,
}

/// The basic blocks of a body.
pub(super) struct Blocks<'t> {
    /// The statements of each.
    pub(super) statements: Vec<Range<usize>>,
    /// The blocks of each label.
    labels: HashMap<&'t str, Vec<usize>>,
}

impl<'t> Blocks<'t> {
    /// Those of a body. The first statement starts one, and each that has a label or follows a branch.
    pub(super) fn of(body: &Body<'_, 't>) -> Self {
        let mut blocks = Self { statements: Vec::new(), labels: HashMap::new() };
        let mut starts = true;
        for (at, statement) in body.statements.iter().enumerate() {
            if std::mem::replace(&mut starts, statement.is_branch()) || !statement.labels.is_empty() {
                blocks.statements.push(at..at);
            }
            let number = blocks.statements.len() - 1;
            statement.labels.iter().for_each(|label| blocks.labels.entry(label).or_default().push(number));
            blocks.statements[number].end = at + 1;
        }
        blocks
    }

    /// The places of their first opcodes, ascending.
    pub(super) fn places(&self, body: &Body<'_, '_>) -> Vec<usize> {
        self.statements.iter().map(|block| body.statements[block.start].at()).collect()
    }

    /// The blocks to which a branch goes; [`None`] if they are not known.
    pub(super) fn targets(&self, statement: &Statement<'_, '_>) -> Option<&[usize]> {
        let found = statement.tokens.iter().find_map(|token| self.labels.get(token.text));
        found.filter(|_| statement.opcode() == "bra").map(Vec::as_slice)
    }

    /// The blocks with a label.
    pub(super) fn labelled(&self) -> Vec<usize> {
        let labelled: BTreeSet<usize> = self.labels.values().flatten().copied().collect();
        labelled.into_iter().collect()
    }

    /// Whether the targets of all branches are known.
    pub(super) fn are_targets_known(&self, body: &Body<'_, '_>) -> bool {
        body.statements.iter().all(|it| !it.is_branch() || self.targets(it).is_some())
    }

    /// One pass of each block, in the order of the text, and whether the targets of all branches are known.
    pub(super) fn passes(&self, body: &Body<'_, '_>, steps: &[Execution]) -> (Vec<Pass>, bool) {
        let mut are_known = true;
        let passes = self.statements.iter().enumerate().map(|(block, statements)| {
            let last = statements.end - 1;
            let mut next = Vec::new();
            if block + 1 < self.statements.len() && steps[last].continues {
                next.push(block + 1);
            }
            if body.statements[last].is_branch() && steps[last].is_executed {
                let targets = self.targets(&body.statements[last]);
                are_known &= targets.is_some();
                next.extend(targets.unwrap_or_default());
            }
            Pass { first: statements.start, steps: steps[statements.clone()].to_vec(), next }
        });
        (passes.collect(), are_known)
    }
}
