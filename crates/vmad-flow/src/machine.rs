//! A run of a function.

use std::collections::HashMap;

use vmad_ptx::{
    domain::Integers,
    module::{Guard, Register},
    reading::Reading,
};

use crate::{
    action::{Action, Compute, DependsOn, Equated, Source},
    flow::{Flow, ones},
    folding::Folding,
    inputs::{Inputs, hashed, mixed},
};

/// The most times in a row that a branch has one outcome; then it takes the other. A loop ends.
const REPEATS: u32 = 5;

/// The runs of a statement after which another result is not expected.
pub(crate) const OFTEN: usize = 8;

/// The number of the last branches that a place is known by, and the bits of each.
const WINDOW: u32 = 6 * 10;

/// The way to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// From literals, by instructions that ptxas evaluates.
    Folded,
    /// Computed.
    Computed,
    /// The number is not the one of a GPU.
    Guessed,
}

/// A value of a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) value: u64,
    pub(crate) origin: Origin,
    /// A number of the statement that wrote it; of a literal that a `mov` wrote, a number of the literal.
    pub(crate) definition: u64,
    /// A number of the operands from which it was computed.
    operands: u64,
}

/// A place in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    /// The number of earlier times that the statement ran.
    visit: u32,
    /// The outcomes of the last branches.
    history: u64,
}

/// What is known of the writers of registers from earlier runs.
#[derive(Debug)]
pub(crate) struct Written {
    /// For each statement a number of the results of its first run, and of the definitions of its operands; [`None`] before
    /// that.
    pub(crate) results: Vec<Option<u64>>,
    /// How often each statement had this number.
    pub(crate) equal: Vec<usize>,
    /// Numbers of the operands of each statement, [`OFTEN`] at most.
    pub(crate) operands: Vec<Vec<u64>>,
    /// The statements with two of these numbers.
    pub(crate) differs: Vec<bool>,
}

/// A run.
pub(crate) struct Machine<'f> {
    flow: &'f Flow<'f>,
    pub(crate) actions: &'f [Action],
    /// For each statement, the first from there that does something.
    next: &'f [usize],
    pub(crate) inputs: Inputs<'f>,
    /// The registers that can have another value, which no run has shown.
    pub(crate) open: &'f [bool],
    /// The statements with one result, which ptxas can know.
    steady: &'f [bool],
    pub(crate) written: &'f mut Written,
    pub(crate) registers: Vec<Option<Held>>,
    /// Whether a branch took an outcome that it does not have.
    is_forced: bool,
}

impl<'f> Machine<'f> {
    pub(crate) fn new(
        flow: &'f Flow<'f>,
        actions: &'f [Action],
        next: &'f [usize],
        inputs: Inputs<'f>,
        [open, steady]: [&'f [bool]; 2],
        written: &'f mut Written,
    ) -> Self {
        let registers = vec![None; flow.body.names.len()];
        Self { flow, actions, next, inputs, open, steady, written, registers, is_forced: false }
    }

    /// Runs the function, for a number of steps at most. `before` is called before each statement.
    pub(crate) fn run(&mut self, steps: usize, mut before: impl FnMut(&Self, usize, Moment)) {
        let mut visits = vec![0_u32; self.actions.len()];
        // The last outcome of each branch, the operands of its predicate, and the repetitions with other operands.
        let mut last: HashMap<usize, (usize, u64, u32)> = HashMap::new();
        let (mut at, mut history) = (0, 0_u64);
        for _ in 0..steps {
            let Some(next) = self.next.get(at) else { return };
            at = *next;
            let Some(action) = self.actions.get(at) else { return };
            before(self, at, Moment { visit: visits[at], history });
            visits[at] += 1;
            let statement = &self.flow.body.statements[at];
            let guard = statement.guard().map(|guard| (self.read(guard.predicate), guard));
            let mut outcome =
                guard.map_or(1, |(held, guard)| usize::from((held.value & 1 == 1) != guard.negated));
            let is_branch = matches!(action, Action::Jump(_) | Action::End);
            // A statement that never ran is tried too.
            let is_tried = is_branch || self.written.results[at].is_none();
            if let Some((held, _)) = guard
                && self.inputs.is_forced
                && is_tried
                && !self.is_known(held)
            {
                outcome = (self.forced(at, visits[at]) & 1) as usize;
            }
            if is_branch && let Some((held, Guard { predicate, negated })) = guard {
                // A loop does not end while the operands of the comparison stay.
                let (known, operands, repeats) = last.entry(at).or_default();
                let again = *repeats + u32::from(*operands != held.operands);
                *repeats = if *known == outcome { again } else { 1 };
                (*known, *operands) = (outcome, held.operands);
                if *repeats > REPEATS {
                    (outcome, *repeats) = (usize::from(outcome == 0), 0);
                    self.is_forced = true;
                }
                let value = u64::from((outcome != 0) != negated);
                if value != held.value & 1 {
                    // ptxas knows the predicate behind the branch.
                    let origin = held.origin.max(Origin::Computed);
                    self.registers[predicate] = Some(Held { value, origin, ..held });
                }
            }
            let targets = action.targets().len();
            if targets > 1 && outcome != 0 {
                outcome += self.target(at, visits[at], targets as u64);
            }
            if is_branch && (guard.is_some() || targets > 1) {
                let tag = mixed((at as u64) << 16 ^ outcome as u64) & 0x3ff;
                history = (history << 10 | tag) & ((1 << WINDOW) - 1);
            }
            at = match action {
                _ if outcome == 0 => at + 1,
                Action::End => return,
                Action::Jump(targets) => match targets.get(outcome - 1) {
                    Some(target) => *target,
                    None => return,
                },
                Action::Compute(compute) => {
                    self.compute(at, compute);
                    at + 1
                }
                Action::Opaque { key, depends_on, part } => {
                    self.opaque(at, *key, *depends_on, *part);
                    at + 1
                }
                Action::Nothing => at + 1,
            };
        }
    }

    /// Whether ptxas may know a value.
    fn is_known(&self, held: Held) -> bool {
        held.origin == Origin::Folded
            || self.steady.get(held.definition as usize).is_some_and(|is_steady| *is_steady)
    }

    /// A random outcome of a branch. Four runs take one way.
    fn forced(&self, at: usize, visit: u32) -> u64 {
        let way = self.inputs.run / 4;
        mixed(mixed(at as u64) ^ u64::from(visit) << 32 ^ way)
    }

    /// The number of the target that a branch with an index takes. Behind it, the index is this number.
    fn target(&mut self, at: usize, visit: u32, count: u64) -> usize {
        let statement = &self.flow.body.statements[at];
        let Some(&index) = statement.reads().get(usize::from(statement.guard().is_some())) else { return 0 };
        let held = self.read(index);
        let is_forced = self.inputs.is_forced && !self.is_known(held);
        let value = if is_forced { self.forced(at, visit) } else { held.value } % count;
        if value != held.value {
            let origin = held.origin.max(Origin::Computed);
            self.registers[index] = Some(Held { value, origin, ..held });
        }
        value as usize
    }

    /// The value of a register.
    pub(crate) fn read(&self, register: Register) -> Held {
        let mut held = self.registers[register].unwrap_or_else(|| self.unwritten(register));
        if self.open[register] {
            // A loop that ended early gives another value.
            let least = if self.is_forced { Origin::Guessed } else { Origin::Computed };
            held.origin = held.origin.max(least);
        }
        held.value &= self.flow.masks[register];
        held
    }

    /// The value of a register that this run has not written.
    fn unwritten(&self, register: Register) -> Held {
        let name = self.flow.body.names[register];
        let key = hashed(name.text);
        // An operand of an asm statement, or a special register.
        let is_input =
            name.declared.map_or(name.text.starts_with('%'), |_| self.flow.writers(register).is_empty());
        if is_input {
            Held { value: self.inputs.unknown(key), origin: Origin::Computed, definition: key, operands: 0 }
        } else {
            Held { value: self.inputs.known(key), origin: Origin::Guessed, definition: key, operands: 0 }
        }
    }

    fn compute(&mut self, at: usize, compute: &Compute) {
        if let Some((register, other)) = compute.equated.filter(|_| self.inputs.is_forced) {
            let held = self.read(register);
            // A constant stays.
            let is_constant = self.registers[register].is_some_and(|held| self.is_known(held));
            match other {
                Equated::Register(other) if is_constant => self.registers[other] = Some(held),
                Equated::Constant(_) if is_constant => {}
                Equated::Constant(value) => {
                    self.registers[register] = Some(Held { value, origin: Origin::Computed, ..held });
                }
                Equated::Register(other) => self.registers[register] = Some(self.read(other)),
            }
        }
        let mut origin = if compute.folding == Folding::Always { Origin::Folded } else { Origin::Computed };
        if let Some(guard) = self.flow.body.statements[at].guard() {
            origin = origin.max(self.read(guard.predicate).origin);
        }
        // ptxas does not evaluate an instruction with an operand that several statements define.
        let (mut number, mut operands) = (0, 0);
        let value = |source: &Source| match source {
            Source::Constant(value) => i128::from(*value),
            Source::Special(name, bits) => {
                origin = origin.max(Origin::Computed);
                i128::from(self.inputs.special(name) & ones(*bits))
            }
            Source::Register(register, bits, negated) => {
                let held = self.read(*register);
                origin = origin.max(held.origin);
                number = mixed(number ^ held.definition);
                operands = mixed(operands ^ held.value);
                i128::from(held.value & ones(*bits) ^ u64::from(*negated))
            }
        };
        // A missing source is 0; no operation has more.
        let mut sources = [0_i128; 5];
        for (slot, source) in sources.iter_mut().zip(compute.sources.iter().map(value)) {
            *slot = source;
        }
        let results = compute.operation.run(&Integers, &sources, compute.width, &mut 0, &Reading::DEFAULT);
        for (register, result) in compute.results.iter().zip(results) {
            let (Some(register), result) = (register, result as u64) else { continue };
            let value = match compute.folding {
                Folding::Never => self.inputs.unknown(compute.key ^ result),
                Folding::Always | Folding::Unknown => result,
            };
            let definition = if compute.is_literal { mixed(value) } else { at as u64 };
            self.registers[*register] = Some(Held { value, origin, definition, operands });
            number = mixed(number ^ result);
        }
        let is_equal = *self.written.results[at].get_or_insert(number) == number;
        self.written.equal[at] += usize::from(is_equal);
        self.written.differs[at] |= !is_equal;
        let known = &mut self.written.operands[at];
        if known.len() < OFTEN && !known.contains(&operands) {
            known.push(operands);
        }
    }

    fn opaque(&mut self, at: usize, key: u64, depends_on: DependsOn, (bits, is_signed): (u32, bool)) {
        let flow = self.flow;
        let statement = &flow.body.statements[at];
        let guard = statement.guard().map(|guard| guard.predicate);
        let reads = match depends_on {
            // A function's result and local memory can be one constant, whatever the operands are.
            DependsOn::Group => &[],
            DependsOn::Run | DependsOn::Operands => statement.reads(),
        };
        let reads = reads.iter().filter(|register| Some(**register) != guard);
        let key = reads.fold(key, |key, register| mixed(key ^ self.read(*register).value));
        for (index, register) in (0..).zip(statement.writes()) {
            let key = mixed(key ^ index);
            let (value, origin) = match depends_on {
                DependsOn::Run => (self.inputs.unknown(key), Origin::Computed),
                DependsOn::Group => (self.inputs.known(key), Origin::Guessed),
                DependsOn::Operands => (key, Origin::Guessed),
            };
            let low = value & ones(bits);
            let value =
                if is_signed { (low << (64 - bits)).cast_signed() >> (64 - bits) } else { low.cast_signed() };
            let (value, definition) = (value.cast_unsigned(), at as u64);
            self.registers[*register] = Some(Held { value, origin, definition, operands: value });
        }
        self.written.results[at].get_or_insert(key);
    }
}
