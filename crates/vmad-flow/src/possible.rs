//! The values of a register at a statement.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    action::{Action, Source, actions, compared},
    flow::{Flow, Use},
    inputs::Inputs,
    machine::{Held, Machine, Moment, OFTEN, Origin, Written},
};

/// The number of groups of runs, and the runs of a group.
const GROUPS: u64 = 4;
const RUNS: u64 = 16;

/// The most steps of a run, for each statement and in all.
const STEPS: usize = 32;
const MORE_STEPS: usize = 512;

/// The most values of a register that are kept.
const MOST: usize = 16;

/// Values that stand for all, where the runs show none.
const ANY: [u64; 16] =
    [0, 1, 2, 3, 4, 5, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x8000_0000, 0xffff_ffff];

/// The values that a register can have at a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// Two runs give it different values: no compiler knows one.
    Varies,
    /// ptxas knows this value.
    Constant(u64),
    /// ptxas can know a value: one of these, for example.
    Perhaps(Vec<u64>),
}

/// What the runs show of a register at a statement.
#[derive(Default)]
struct Shown {
    varies: bool,
    /// The values that are those of a GPU.
    values: BTreeSet<u64>,
    /// The origin that is the farthest from literals among them all; [`None`] if there is no value.
    origin: Option<Origin>,
    /// The number of its definition.
    definition: Option<u64>,
    /// Whether it has several definitions.
    is_merged: bool,
}

impl Shown {
    /// Adds a value; `first` is the one of an earlier run of the group at the same moment, or this.
    fn add(&mut self, first: u64, held: Held, stage: Stage) {
        self.is_merged |= *self.definition.get_or_insert(held.definition) != held.definition;
        if stage == Stage::Forced && self.origin.is_some() {
            return;
        }
        self.varies |= first != held.value;
        if stage == Stage::Second {
            self.origin = self.origin.max(Some(held.origin));
        }
        // Forced runs show the values of what no other run reaches.
        let is_shown = stage == Stage::Second || stage == Stage::Forced && self.origin.is_none();
        if is_shown && held.origin != Origin::Guessed && self.values.len() < MOST {
            self.values.insert(held.value);
        }
    }

    /// Whether more runs of a stage, and of those after it, change nothing. A forced run can take a way that no values
    /// take: of a statement that other runs reach, it shows definitions alone.
    fn is_decided(&self, stage: Stage) -> bool {
        let is_open = self.origin.is_none() || self.is_folded();
        self.varies || stage == Stage::Forced && !is_open
    }

    /// Whether ptxas evaluates the value from literals. It evaluates no value that several statements define, unless each
    /// is a `mov` of the same literal.
    fn is_folded(&self) -> bool {
        self.origin == Some(Origin::Folded) && !self.is_merged
    }

    fn possible(self) -> Possible {
        let is_folded = self.is_folded();
        let mut values: Vec<u64> = self.values.into_iter().collect();
        match values[..] {
            _ if self.varies => Possible::Varies,
            [value] if is_folded => Possible::Constant(value),
            _ => {
                if self.origin.is_none_or(|origin| origin == Origin::Guessed) {
                    values.extend(ANY);
                }
                Possible::Perhaps(values)
            }
        }
    }
}

/// The runs of a function that look at some uses of registers.
struct Runs<'f> {
    flow: &'f Flow<'f>,
    actions: Vec<Action>,
    /// For each statement, the first from there that does something or that has a use.
    next: Vec<usize>,
    uses: &'f [Use],
    /// For each statement, the indices of its undecided uses.
    undecided: Vec<Vec<usize>>,
    /// For each use its value at each moment, in the runs of this group.
    values: Vec<BTreeMap<Moment, u64>>,
    shown: Vec<Shown>,
    compared: Vec<u64>,
    written: Written,
    /// The registers that can have another value than the runs show.
    open: Vec<bool>,
    /// The statements that had one result, often.
    steady: Vec<bool>,
}

/// The runs of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// They show which statements write several values, or none.
    First,
    /// They show the values.
    Second,
    /// Their branches have random outcomes: they reach the other statements.
    Forced,
}

impl Flow<'_> {
    /// The values of the registers that statements read, in the same order; and whether a run came to each of these
    /// statements with a guard that is true. ptxas may know that the others do not run.
    pub fn possible(&self, uses: &[Use]) -> Vec<(Possible, bool)> {
        if uses.is_empty() {
            return Vec::new();
        }
        let mut runs = Runs::new(self, uses);
        for group in 0..GROUPS {
            runs.group(group, if group < GROUPS / 2 { Stage::First } else { Stage::Second });
        }
        runs.find_steady();
        for group in GROUPS..2 * GROUPS {
            runs.group(group, Stage::Forced);
        }
        let ran: Vec<bool> = (0..uses.len()).map(|index| runs.ran(index)).collect();
        runs.shown.into_iter().map(Shown::possible).zip(ran).collect()
    }
}

impl<'f> Runs<'f> {
    fn new(flow: &'f Flow<'f>, uses: &'f [Use]) -> Self {
        let actions = actions(flow);
        let constants = actions.iter().flat_map(compared);
        let near = constants.flat_map(|value| [value.wrapping_sub(1), value, value.wrapping_add(1)]);
        let compared: BTreeSet<u64> = near.collect();
        let count = actions.len();
        let mut undecided = vec![Vec::new(); count];
        let is_in = |one: &Use| one.statement < count && one.register < flow.body.names.len();
        for (index, one) in uses.iter().enumerate().filter(|(_, one)| is_in(one)) {
            undecided[one.statement].push(index);
        }
        Self {
            flow,
            actions,
            next: (0..count).collect(),
            uses,
            undecided,
            values: vec![BTreeMap::new(); uses.len()],
            shown: uses.iter().map(|_| Shown::default()).collect(),
            compared: compared.into_iter().collect(),
            written: Written {
                results: vec![None; count],
                equal: vec![0; count],
                operands: vec![Vec::new(); count],
                differs: vec![false; count],
            },
            open: vec![false; flow.body.names.len()],
            steady: vec![false; count],
        }
    }

    /// Whether the statement of a use ran.
    fn ran(&self, index: usize) -> bool {
        self.written.results.get(self.uses[index].statement).is_some_and(Option::is_some)
    }

    fn is_decided(&self, index: usize, stage: Stage) -> bool {
        self.ran(index) && self.shown[index].is_decided(stage)
    }

    /// Finds the statements whose result ptxas can know: it was one number in many runs, of few operands or of one register
    /// that is compared with itself.
    fn find_steady(&mut self) {
        let Self { actions, written, .. } = self;
        let is_reflexive = |action: &Action| match action {
            Action::Compute(compute) => match compute.sources[..] {
                [Source::Register(one, ..), Source::Register(other, ..), ..] => one == other,
                _ => false,
            },
            _ => false,
        };
        let is_steady = |at: usize| {
            let has_few = written.operands[at].len() < OFTEN || is_reflexive(&actions[at]);
            has_few && written.equal[at] >= OFTEN && !written.differs[at]
        };
        self.steady = (0..actions.len()).map(is_steady).collect();
    }

    /// Forgets the uses that are decided, and the statements on which no other depends: they do nothing.
    fn forget(&mut self, stage: Stage) {
        let mut undecided = std::mem::take(&mut self.undecided);
        for own in &mut undecided {
            own.retain(|index| !self.is_decided(*index, stage));
        }
        self.undecided = undecided;
        let Self { flow, actions, next, uses, undecided, .. } = self;
        let has_effect = |action: &Action| match action {
            Action::Jump(_) | Action::End => true,
            // It changes registers in forced runs.
            Action::Compute(compute) => compute.equated.is_some(),
            Action::Opaque { .. } | Action::Nothing => false,
        };
        let mut is_needed: Vec<bool> = actions.iter().map(has_effect).collect();
        let registers = undecided.iter().flatten().map(|index| uses[*index].register).collect();
        flow.mark_sources(&mut is_needed, registers);
        for (is_needed, own) in is_needed.iter_mut().zip(undecided) {
            *is_needed |= !own.is_empty();
        }
        let mut following = actions.len();
        for at in (0..actions.len()).rev() {
            if is_needed[at] {
                following = at;
            }
            next[at] = following;
        }
    }

    /// Runs a group, until nothing is left to decide.
    fn group(&mut self, group: u64, stage: Stage) {
        if self.undecided.iter().all(Vec::is_empty) {
            return;
        }
        if stage == Stage::Second {
            for (register, is_open) in self.open.iter_mut().enumerate() {
                let is_other = |at: &usize| self.written.differs[*at] || self.written.results[*at].is_none();
                *is_open = self.flow.writers(register).iter().any(is_other);
            }
        }
        self.forget(stage);
        self.undecided.iter().flatten().for_each(|index| self.values[*index].clear());
        for run in 0..RUNS {
            if self.undecided.iter().flatten().all(|index| self.is_decided(*index, stage)) {
                return;
            }
            let Self { flow, actions, next, uses, undecided, values, shown, compared, .. } = self;
            let run = group * RUNS + run;
            let is_forced = stage == Stage::Forced;
            let inputs = Inputs { run, group, is_forced, compared, threads: flow.threads };
            let mut machine =
                Machine::new(flow, actions, next, inputs, [&self.open, &self.steady], &mut self.written);
            machine.run(STEPS * actions.len() + MORE_STEPS, |machine, at, moment| {
                for &index in &undecided[at] {
                    if !shown[index].varies {
                        let held = machine.read(uses[index].register);
                        let first = *values[index].entry(moment).or_insert(held.value);
                        shown[index].add(first, held, stage);
                    }
                }
            });
        }
    }
}
