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
        let none = Registers::none(self.body.names.len());
        let targets = actions.iter().flatten().flat_map(Action::targets);
        // The live registers where a jump leads to.
        let mut before: HashMap<usize, Registers> = targets.map(|target| (*target, none.clone())).collect();
        if before.len() * none.0.len() > MOST {
            before.values_mut().for_each(Registers::fill);
        }
        let mut used = vec![false; actions.len()];
        while self.mark_used(&actions, &reached, &mut before, &mut used) {}
        used
    }

    /// Marks the statements with a live result, from the last to the first. Returns whether more registers are live where a
    /// jump leads to.
    fn mark_used(
        &self,
        actions: &[Option<Action>],
        reached: &[bool],
        before: &mut HashMap<usize, Registers>,
        used: &mut [bool],
    ) -> bool {
        let mut grows = false;
        // After the last statement, nothing is read.
        let mut live = Registers::none(self.body.names.len());
        let statements = self.body.statements.iter().enumerate().rev();
        for (at, statement) in statements.filter(|(at, _)| reached[*at]) {
            if let Some(action) = &actions[at] {
                if !statement.is_partial {
                    live.clear();
                }
                if action.leaves_function() {
                    live.fill();
                }
                for target in action.targets() {
                    live.add(&before[target]);
                }
            }
            used[at] = is_root(&self.body, statement)
                || statement.writes().iter().any(|register| live.has(*register));
            if used[at] {
                if !statement.is_partial {
                    statement.writes().iter().for_each(|register| live.remove(*register));
                }
                statement.reads().iter().for_each(|register| live.insert(*register));
            }
            if let Some(known) = before.get_mut(&at) {
                grows |= known.add(&live);
            }
        }
        grows
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
            if let Some(action) = action {
                if action.leaves_function() {
                    return vec![true; actions.len()];
                }
                pending.extend(action.targets());
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
        || matches!(statement.opcode, "call" | "atom" | "bar" | "barrier" | "shfl" | "vote" | "match")
}

/// A set of registers, a bit for each.
#[derive(Clone)]
struct Registers(Vec<u64>);

impl Registers {
    fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Adds all registers.
    fn fill(&mut self) {
        self.0.fill(u64::MAX);
    }

    fn has(&self, register: Register) -> bool {
        self.0[register / 64] >> (register % 64) & 1 == 1
    }

    fn insert(&mut self, register: Register) {
        self.0[register / 64] |= 1 << (register % 64);
    }

    fn remove(&mut self, register: Register) {
        self.0[register / 64] &= !(1 << (register % 64));
    }

    /// Adds the registers of another set. Returns whether there are new ones.
    fn add(&mut self, other: &Self) -> bool {
        let mut grows = false;
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            grows |= *other & !*own != 0;
            *own |= other;
        }
        grows
    }
}
