//! Whether the results of statements are used.

use std::collections::HashMap;

use vmad_ptx::module::{Body, Register, Statement};

/// The most 64-bit words that the sets of live registers at labels have in all.
const MOST: usize = 1 << 22;

/// Whether the result of each statement may be used.
pub(crate) fn used(body: &Body<'_>, writers: &[Vec<usize>]) -> Vec<bool> {
    let anywhere = read_anywhere(body, writers);
    let count = body.names.len().div_ceil(64);
    let mut all = vec![0; count];
    for (statement, _) in body.statements.iter().zip(&anywhere).filter(|(_, used)| **used) {
        statement.reads().iter().for_each(|register| insert(&mut all, *register));
    }
    let mut labels: HashMap<&str, Vec<u64>> = HashMap::new();
    let mut used = vec![false; body.statements.len()];
    // The labels up to a statement.
    let mut pending = &body.labels[..];
    // After the last statement, nothing is read.
    let mut live = vec![0; count];
    for (at, statement) in body.statements.iter().enumerate().rev() {
        match statement.opcode() {
            "bra" => {
                let label = statement.writes().first().map(|label| body.names[*label].text);
                let target = label.and_then(|label| labels.get(label)).unwrap_or(&all);
                if statement.is_partial {
                    live.iter_mut().zip(target).for_each(|(live, target)| *live |= target);
                } else {
                    live.clone_from(target);
                }
            }
            "brx" => live.clone_from(&all),
            "ret" | "exit" if !statement.is_partial => live.fill(0),
            _ => {}
        }
        used[at] = is_root(body, statement) || statement.writes().iter().any(|it| contains(&live, *it));
        if used[at] {
            if !statement.is_partial {
                statement.writes().iter().for_each(|register| live[register / 64] &= !(1 << (register % 64)));
            }
            statement.reads().iter().for_each(|register| insert(&mut live, *register));
        }
        let (before, here) = pending.split_at(pending.partition_point(|(place, _)| *place < at));
        pending = before;
        if (labels.len() + 1) * count <= MOST {
            labels.extend(here.iter().map(|(_, label)| (*label, live.clone())));
        }
    }
    used
}

/// Whether the result of each statement is used by a statement anywhere in the body.
fn read_anywhere(body: &Body<'_>, writers: &[Vec<usize>]) -> Vec<bool> {
    let mut used: Vec<bool> = body.statements.iter().map(|statement| is_root(body, statement)).collect();
    mark_sources(body, writers, &mut used, Vec::new());
    used
}

/// Marks the statements that write some registers or what a marked statement reads.
pub(crate) fn mark_sources(
    body: &Body<'_>,
    writers: &[Vec<usize>],
    marked: &mut [bool],
    mut pending: Vec<Register>,
) {
    for (statement, _) in body.statements.iter().zip(&*marked).filter(|(_, is_marked)| **is_marked) {
        pending.extend(statement.reads());
    }
    let mut seen = vec![false; body.names.len()];
    while let Some(register) = pending.pop() {
        if std::mem::replace(&mut seen[register], true) {
            continue;
        }
        for &writer in &writers[register] {
            if !std::mem::replace(&mut marked[writer], true) {
                pending.extend(body.statements[writer].reads());
            }
        }
    }
}

/// Whether a statement has an effect other than writing registers of the body.
fn is_root(body: &Body<'_>, statement: &Statement<'_>) -> bool {
    let is_outside = |register: &Register| body.names[*register].declared.is_none();
    statement.writes().is_empty()
        || statement.writes().iter().any(is_outside)
        || matches!(statement.opcode(), "call" | "atom" | "bar" | "barrier" | "shfl" | "vote" | "match")
}

fn insert(set: &mut [u64], register: Register) {
    set[register / 64] |= 1 << (register % 64);
}

fn contains(set: &[u64], register: Register) -> bool {
    set[register / 64] >> (register % 64) & 1 == 1
}
