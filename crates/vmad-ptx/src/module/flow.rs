//! The statements that may be executed, and the registers that hold a constant.
//!
//! ptxas replaces such a register by its constant, and removes what is not executed, so that the code that it emits is not
//! that in the text. This is sparse conditional constant propagation, with the results of video instructions unknown. The
//! passes distinguish the turns of loops, and the ways to a block on which other statements are executed later.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    body::{Body, Statement},
    deciding::deciding,
    execution::{Blocks, Execution, Pass},
    ordinary,
    walk::{Known, MAX_CASES, Read, is_small, walk},
    written::Written,
};
use crate::{
    ast::{self, Integer},
    names,
};

/// The constants that instructions read, by the places of their opcodes.
pub(super) type Constants = BTreeMap<usize, Vec<(ast::Register, Integer)>>;

/// The execution of a body.
#[derive(Default)]
pub(super) struct Flow {
    /// The registers that instructions of this crate and [`ordinary`] ones read and that hold a constant there.
    pub(super) constants: Constants,
    /// What may happen at each statement.
    pub(super) steps: Vec<Execution>,
    /// The passes through the body; [`None`] if they are not known.
    pub(super) passes: Option<Vec<Pass>>,
}

impl Flow {
    /// The execution of a body.
    ///
    /// A register that the body does not declare is unknown: a caller or another function may write it. One that is read
    /// before it is written can have any value there.
    pub(super) fn of(text: &str, body: &Body<'_, '_>, blocks: &Blocks<'_>) -> Self {
        let unknown = || {
            let steps = body.statements.iter().map(Execution::unknown).collect();
            Self { steps, ..Self::default() }
        };
        if !body.statements.iter().any(reads_constants) {
            return unknown();
        }
        let written: Vec<Written> = body.statements.iter().map(|it| Written::of(text, body, it)).collect();
        let are_known = blocks.are_targets_known(body);
        let deciding = if are_known && is_small(body) { deciding(body, &written, blocks) } else { None };
        let walk = |most: usize| {
            walk(body, &written, blocks, deciding.as_deref(), most, reads_constants).map(reached)
        };
        // Without cases, so that a constant is right in each of them: a compiler can copy a statement into a turn of a loop
        // in which it is never executed, and there it reads another value.
        let Some(mut passes) = walk(1) else { return unknown() };
        let mut steps = vec![Execution::default(); body.statements.len()];
        let mut constants = Read::new();
        for (pass, read) in &mut passes {
            steps[pass.first..][..pass.steps.len()].copy_from_slice(&pass.steps);
            constants.append(read);
        }
        let named = |(register, value): Known| {
            let value = (value as u32).cast_signed();
            Some((ast::Register::new(body.names[register].0).ok()?, Integer(value.into())))
        };
        let of_statement = |(at, known): (usize, Vec<Known>)| {
            let known: Vec<_> = known.into_iter().filter_map(named).collect();
            (!known.is_empty()).then(|| (body.statements[at].at(), known))
        };
        let constants = constants.into_iter().filter_map(of_statement).collect();
        let passes = match deciding {
            Some(_) => walk(MAX_CASES),
            // No cases are distinguished: these are all passes.
            None => are_known.then_some(passes),
        };
        let passes = passes.map(|passes| passes.into_iter().map(|(pass, _)| pass).collect());
        Self { constants, steps, passes }
    }
}

/// The passes that can be reached from the first.
fn reached<T>(passes: Vec<(Pass, T)>) -> Vec<(Pass, T)> {
    let mut reached = BTreeSet::from([0]);
    let mut pending = vec![0];
    while let Some(pass) = pending.pop() {
        pending.extend(passes[pass].0.next.iter().copied().filter(|next| reached.insert(*next)));
    }
    let mut numbers = vec![0; passes.len()];
    reached.iter().enumerate().for_each(|(number, &old)| numbers[old] = number);
    let kept = passes.into_iter().enumerate().filter(|(at, _)| reached.contains(at));
    kept.map(|(_, (mut pass, rest))| {
        pass.next.iter_mut().for_each(|next| *next = numbers[*next]);
        (pass, rest)
    })
    .collect()
}

/// Whether the constants of a statement are looked for.
fn reads_constants(statement: &Statement<'_, '_>) -> bool {
    names::OPCODES.contains(&statement.opcode()) || ordinary::OPCODES.contains(&statement.opcode())
}
