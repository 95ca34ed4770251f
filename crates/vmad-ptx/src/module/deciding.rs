//! The registers whose values decide which statements are executed.

use std::collections::BTreeSet;

use super::{
    body::{Body, Register},
    execution::Blocks,
    written::Written,
};

/// The most registers that are kept at all blocks together.
const MAX_KEPT: usize = 1 << 18;

/// The registers whose values at the start of each block may decide which statements are executed; [`None`] if there are
/// too many.
///
/// The targets of all branches are known. A guard decides, and what it is computed from, if it is read there or later
/// before it is written.
pub(super) fn deciding(
    body: &Body<'_, '_>,
    written: &[Written],
    blocks: &Blocks<'_>,
) -> Option<Vec<BTreeSet<Register>>> {
    let decides = registers(body, written);
    let count = blocks.statements.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut writes: Vec<BTreeSet<Register>> = Vec::new();
    let mut deciding: Vec<BTreeSet<Register>> = Vec::new();
    for (block, statements) in blocks.statements.iter().enumerate() {
        let (mut read, mut kept) = (BTreeSet::new(), BTreeSet::new());
        for statement in &body.statements[statements.clone()] {
            let reads = statement.reads.iter().filter(|it| decides[**it] && !kept.contains(*it));
            read.extend(reads.copied());
            if statement.is_branch() {
                for &to in blocks.targets(statement).unwrap_or_default() {
                    before[to].push(block);
                }
            } else if !statement.guarded {
                kept.extend(&statement.writes);
            }
        }
        if let Some(next) = before.get_mut(block + 1) {
            next.push(block);
        }
        deciding.push(read);
        writes.push(kept);
    }
    let mut pending: BTreeSet<usize> = (0..count).collect();
    let mut left = MAX_KEPT.checked_sub(deciding.iter().map(BTreeSet::len).sum())?;
    while let Some(block) = pending.pop_last() {
        for &earlier in &before[block] {
            let passed: Vec<_> = deciding[block].difference(&writes[earlier]).copied().collect();
            let old = deciding[earlier].len();
            deciding[earlier].extend(passed);
            let added = deciding[earlier].len() - old;
            if added > 0 {
                left = left.checked_sub(added)?;
                pending.insert(earlier);
            }
        }
    }
    Some(deciding)
}

/// The guards, and what they are computed from where that can be known.
fn registers(body: &Body<'_, '_>, written: &[Written]) -> Vec<bool> {
    let known = can_be_known(body, written);
    let mut writers: Vec<Vec<usize>> = vec![Vec::new(); body.names.len()];
    let mut pending: Vec<Register> = Vec::new();
    for (at, statement) in body.statements.iter().enumerate() {
        pending.extend(statement.reads.first().filter(|_| !statement.guard.is_empty()));
        if statement.reads.iter().all(|read| known[*read]) {
            statement.writes.iter().for_each(|&register| writers[register].push(at));
        }
    }
    let mut decides = vec![false; body.names.len()];
    while let Some(register) = pending.pop() {
        if !std::mem::replace(&mut decides[register], true) {
            let writers = std::mem::take(&mut writers[register]);
            pending.extend(writers.into_iter().flat_map(|at| &body.statements[at].reads));
        }
    }
    decides
}

/// The registers that hold a constant somewhere, or one computed from such registers.
fn can_be_known(body: &Body<'_, '_>, written: &[Written]) -> Vec<bool> {
    let mut known = vec![false; body.names.len()];
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); body.names.len()];
    // The reads of each statement that are not known.
    let mut unknown: Vec<usize> = Vec::new();
    let mut pending: Vec<usize> = Vec::new();
    for (at, statement) in body.statements.iter().enumerate() {
        statement.reads.iter().for_each(|&register| readers[register].push(at));
        unknown.push(statement.reads.len());
        if statement.reads.is_empty() {
            pending.push(at);
        }
    }
    while let Some(at) = pending.pop() {
        if matches!(written[at], Written::Unknown) {
            continue;
        }
        for &register in &body.statements[at].writes {
            if std::mem::replace(&mut known[register], true) {
                continue;
            }
            for &reader in &readers[register] {
                unknown[reader] -= 1;
                if unknown[reader] == 0 {
                    pending.push(reader);
                }
            }
        }
    }
    known
}

/// The guards of branches: their values are known behind the branch.
pub(super) fn tested(body: &Body<'_, '_>) -> impl Iterator<Item = Register> {
    let branches = body.statements.iter().filter(|it| it.is_branch() && !it.guard.is_empty());
    branches.filter_map(|it| it.reads.first().copied())
}
