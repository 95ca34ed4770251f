//! Video instructions and loops.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    body::{Body, Statement},
    execution::Execution,
};
use crate::names::OPCODES;

/// Whether a statement is a video instruction.
pub(super) fn is_video(statement: &Statement<'_, '_>) -> bool {
    OPCODES.contains(&statement.opcode()) && statement.opcode() != "mad"
}

/// The places of a body from each label that a later branch names up to the last such branch that may be executed: its
/// loops. `brx` computes its target, so that every label before it starts a loop.
pub(super) fn loops(body: &Body<'_, '_>, steps: &[Execution]) -> Vec<(usize, usize)> {
    let mut labels: HashMap<&str, usize> = HashMap::new();
    let mut first_label = None;
    let mut loops: Vec<(usize, usize)> = Vec::new();
    for (statement, step) in body.statements.iter().zip(steps) {
        for label in &statement.labels {
            labels.entry(label).or_insert(statement.at());
            first_label.get_or_insert(statement.at());
        }
        let targets = statement.tokens.iter().filter_map(|token| labels.get(token.text).copied());
        let start = match statement.opcode() {
            "brx" => first_label,
            "bra" => targets.min(),
            _ => None,
        };
        let Some(mut start) = start.filter(|_| step.is_executed) else { continue };
        while let Some(last) = loops.pop_if(|last| start <= last.1) {
            start = start.min(last.0);
        }
        loops.push((start, statement.at()));
    }
    loops
}

/// The video instructions in loops that compute the same in each turn, by the places of their opcodes: they read what the
/// loop does not write, or what such instructions and copies write.
pub(super) fn invariant(body: &Body<'_, '_>, loops: &[(usize, usize)]) -> BTreeSet<usize> {
    let mut invariant = BTreeSet::new();
    for &(start, end) in loops {
        let first = body.statements.partition_point(|it| it.at() < start);
        let last = body.statements.partition_point(|it| it.at() <= end);
        let statements = &body.statements[first..last.max(first)];
        let mut writes: HashMap<usize, usize> = HashMap::new();
        statements.iter().flat_map(|it| &it.writes).for_each(|it| *writes.entry(*it).or_default() += 1);
        let mut constant: HashSet<usize> = HashSet::new();
        for statement in statements {
            let is_same = |register: &usize| !writes.contains_key(register) || constant.contains(register);
            let is_plain = is_video(statement) || statement.opcode() == "mov";
            if !is_plain || statement.guarded || !statement.reads.iter().all(is_same) {
                continue;
            }
            if is_video(statement) {
                invariant.insert(statement.at());
            }
            constant.extend(statement.writes.iter().filter(|register| writes[*register] == 1));
        }
    }
    invariant
}
