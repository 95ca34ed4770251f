//! The statements that ptxas keeps.

use crate::{
    action::{Action, control},
    flow::Flow,
    liveness,
};

impl Flow<'_> {
    /// Whether each statement can run, and its result may be used: by a statement that writes no register, by a call or an
    /// atomic instruction, by a caller, or by another whose result may be used. ptxas removes the others.
    ///
    /// A result that is written again before it is read is not used. Loops are not followed: at a backward jump, every
    /// register that a statement reads is live.
    pub fn used(&self) -> Vec<bool> {
        let reached = reached(self);
        liveness::used(&self.body, &self.writers)
            .into_iter()
            .zip(reached)
            .map(|(used, it)| used && it)
            .collect()
    }
}

/// Whether jumps lead to each statement, whatever the guards are.
fn reached(flow: &Flow<'_>) -> Vec<bool> {
    let actions: Vec<_> = control(flow).collect();
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
        if action.is_none() || flow.body.statements[at].is_partial {
            pending.push(at + 1);
        }
    }
    reached
}
