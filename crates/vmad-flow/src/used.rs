//! The statements that ptxas keeps.

use std::collections::HashMap;

use vmad_ptx::module::{Body, Register, Statement};

use crate::{
    action::{Action, control},
    flow::Flow,
};

/// The most 64-bit words that the sets of live registers have in all.
const MOST: usize = 1 << 22;

impl Flow<'_> {
    /// Whether each statement can run, and its result may be used: by a statement that writes no register, by a call or an
    /// atomic instruction, by a caller, or by another whose result may be used. ptxas removes the others.
    ///
    /// A result that is written again before it is read is not used, nor one that only the next turn of a loop reads for
    /// itself.
    pub fn used(&self) -> Vec<bool> {
        let actions: Vec<Option<Action>> = control(self).collect();
        let reached = self.reached(&actions);
        let words = self.body.names.len().div_ceil(64);
        let jumps = actions.iter().filter_map(|action| match action {
            Some(Action::Jump(targets)) => Some(targets),
            _ => None,
        });
        // The live registers where a jump leads to.
        let mut before: HashMap<usize, Vec<u64>> =
            jumps.flatten().map(|target| (*target, vec![0; words])).collect();
        if before.len() * words > MOST {
            for live in before.values_mut() {
                live.fill(u64::MAX);
            }
        }
        let mut used = vec![false; actions.len()];
        loop {
            let mut grows = false;
            // After the last statement, nothing is read.
            let mut live = vec![0; words];
            for (at, statement) in
                self.body.statements.iter().enumerate().rev().filter(|(at, _)| reached[*at])
            {
                if actions[at].is_some() && !statement.is_partial {
                    live.fill(0);
                }
                match &actions[at] {
                    // A label that is not in the function.
                    Some(Action::Jump(targets)) if targets.is_empty() => live.fill(u64::MAX),
                    Some(Action::Jump(targets)) => {
                        for of in targets.iter().filter_map(|target| before.get(target)) {
                            add(&mut live, of);
                        }
                    }
                    _ => {}
                }
                used[at] = is_root(&self.body, statement)
                    || statement.writes().iter().any(|register| has(&live, *register));
                if used[at] {
                    if !statement.is_partial {
                        statement
                            .writes()
                            .iter()
                            .for_each(|register| live[register / 64] &= !(1 << (register % 64)));
                    }
                    statement.reads().iter().for_each(|register| live[register / 64] |= 1 << (register % 64));
                }
                if let Some(known) = before.get_mut(&at) {
                    grows |= add(known, &live);
                }
            }
            if !grows {
                return used;
            }
        }
    }

    /// Whether jumps lead to each statement, whatever the guards are.
    fn reached(&self, actions: &[Option<Action>]) -> Vec<bool> {
        let mut reached = vec![false; actions.len()];
        let mut pending = vec![0];
        while let Some(at) = pending.pop() {
            let Some(action) = actions.get(at) else { continue };
            if std::mem::replace(&mut reached[at], true) {
                continue;
            }
            match action {
                // A label that is not in the function.
                Some(Action::Jump(targets)) if targets.is_empty() => return vec![true; actions.len()],
                Some(Action::Jump(targets)) => pending.extend(targets),
                _ => {}
            }
            if action.is_none() || self.body.statements[at].is_partial {
                pending.push(at + 1);
            }
        }
        reached
    }
}

/// Whether a statement has an effect other than writing registers of the body.
fn is_root(body: &Body<'_>, statement: &Statement<'_>) -> bool {
    let is_outside = |register: &Register| body.names[*register].declared.is_none();
    statement.writes().is_empty()
        || statement.writes().iter().any(is_outside)
        || matches!(statement.opcode(), "call" | "atom" | "bar" | "barrier" | "shfl" | "vote" | "match")
}

fn has(set: &[u64], register: Register) -> bool {
    set[register / 64] >> (register % 64) & 1 == 1
}

/// Adds the registers of another set; whether there are new ones.
fn add(set: &mut [u64], other: &[u64]) -> bool {
    let mut grows = false;
    for (own, other) in set.iter_mut().zip(other) {
        grows |= *other & !*own != 0;
        *own |= other;
    }
    grows
}
