//! The statements that may be executed, and the registers that hold a constant.
//!
//! ptxas replaces such a register by its constant, and removes what is not executed, so that the code that it emits is not
//! that in the text. This is sparse conditional constant propagation, with the results of video instructions unknown.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    body::{Body, Register, Statement},
    ordinary,
    written::Written,
};
use crate::{
    ast::{self, Integer},
    names,
};

/// The constants that instructions read, by the places of their opcodes.
pub(super) type Constants = BTreeMap<usize, Vec<(ast::Register, Integer)>>;

/// The most values of registers that are kept at labels. In a larger body, a register that is written more than once is
/// unknown at a label.
const MAX_KEPT: usize = 1 << 20;

/// The most visits of each statement, on average. In a body with more, nothing is known.
const MAX_VISITS: usize = 64;

/// The execution of a body.
#[derive(Default)]
pub(super) struct Flow {
    /// The registers that instructions of this crate and [`ordinary`] ones read and that hold a constant there.
    pub(super) constants: Constants,
    /// What may happen at each statement.
    pub(super) steps: Vec<Execution>,
}

/// What may happen at a statement.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Execution {
    /// It is reached, and its guard is true.
    pub(super) is_executed: bool,
    /// The statement after it is next.
    pub(super) continues: bool,
    /// It has no guard, or one that is true.
    pub(super) is_certain: bool,
    /// What it writes is known.
    pub(super) is_known: bool,
}

impl Execution {
    fn unknown(statement: &Statement<'_, '_>) -> Self {
        let is_certain = statement.guard.is_empty();
        Self { is_executed: true, continues: true, is_certain, is_known: false }
    }
}

impl Flow {
    /// The execution of a body.
    ///
    /// A register that the body does not declare is unknown: a caller or another function may write it. One that is read
    /// before it is written can have any value there.
    pub(super) fn of(text: &str, body: &Body<'_, '_>) -> Self {
        let unknown = || {
            let steps = body.statements.iter().map(Execution::unknown).collect();
            Self { steps, ..Self::default() }
        };
        if !body.statements.iter().any(reads_constants) {
            return unknown();
        }
        let mut walk = Walk::new(text, body);
        let mut pending = BTreeSet::from([0]);
        let mut visits = 0;
        while let Some(region) = pending.pop_first() {
            visits += walk.visit(region, &mut pending);
            if visits > MAX_VISITS * body.statements.len() {
                return unknown();
            }
        }
        walk.flow
    }
}

/// Whether the constants of a statement are looked for.
fn reads_constants(statement: &Statement<'_, '_>) -> bool {
    names::OPCODES.contains(&statement.opcode()) || ordinary::OPCODES.contains(&statement.opcode())
}

/// The value of a register that one statement writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Global {
    /// The statement was not executed yet.
    Unwritten,
    Known(u64),
    Unknown,
}

/// The values of registers at a place; of an unknown value [`None`].
type Values = HashMap<Register, Option<u64>>;

struct Walk<'b, 'a, 't> {
    body: &'b Body<'a, 't>,
    written: Vec<Written>,
    /// The first statement of each region: a part of the body that is entered at its first statement alone.
    regions: Vec<usize>,
    /// The regions of each label.
    labels: HashMap<&'t str, Vec<usize>>,
    /// Whether several statements write each register, and none outside the body.
    is_local: Vec<bool>,
    /// The value of each register that one statement writes; [`None`] for the others.
    globals: Vec<Option<Global>>,
    /// The regions that read each register.
    readers: Vec<Vec<usize>>,
    /// The values at the start of each region of the registers that several statements write; [`None`] if it was not
    /// reached. A register that is not in the list was not written.
    entries: Vec<Option<Values>>,
    kept: usize,
    flow: Flow,
}

impl<'b, 'a, 't> Walk<'b, 'a, 't> {
    fn new(text: &str, body: &'b Body<'a, 't>) -> Self {
        let mut regions = Vec::new();
        let mut labels: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); body.names.len()];
        let mut writers = vec![0_usize; body.names.len()];
        for (at, statement) in body.statements.iter().enumerate() {
            if at == 0 || !statement.labels.is_empty() {
                regions.push(at);
            }
            let region = regions.len() - 1;
            statement.labels.iter().for_each(|label| labels.entry(label).or_default().push(region));
            for &register in &statement.reads {
                if readers[register].last() != Some(&region) {
                    readers[register].push(region);
                }
            }
            statement.writes.iter().for_each(|&register| writers[register] += 1);
        }
        let global = |(writers, (_, is_declared)): (usize, &(&str, bool))| {
            (writers == 1 && *is_declared).then_some(Global::Unwritten)
        };
        let is_local = writers.iter().zip(&body.names).map(|(writers, it)| *writers > 1 && it.1).collect();
        let globals = writers.into_iter().zip(&body.names).map(global).collect();
        let mut entries = vec![None; regions.len()];
        entries[0] = Some(Values::new());
        let steps = vec![Execution::default(); body.statements.len()];
        let flow = Flow { steps, ..Flow::default() };
        let written = body.statements.iter().map(|it| Written::of(text, body, it)).collect();
        Self { body, written, regions, labels, is_local, globals, readers, entries, kept: 0, flow }
    }

    /// The value of a register.
    fn value(&self, here: &Values, register: Register) -> Option<u64> {
        match (here.get(&register), self.globals[register]) {
            (Some(value), _) => *value,
            (None, Some(Global::Known(value))) => Some(value),
            (None, _) => None,
        }
    }

    /// Executes a region with what is known at its start. Returns the number of its statements.
    fn visit(&mut self, region: usize, pending: &mut BTreeSet<usize>) -> usize {
        let Some(mut here) = self.entries[region].clone() else { return 0 };
        let body = self.body;
        let first = self.regions[region];
        let end = self.regions.get(region + 1).copied().unwrap_or(body.statements.len());
        for (at, statement) in body.statements.iter().enumerate().take(end).skip(first) {
            self.record(statement, &here);
            let negated = statement.guard.iter().any(|token| token.text == "!");
            let guard = statement.reads.first().copied().filter(|_| !statement.guard.is_empty());
            let is_true = match guard {
                None if statement.guard.is_empty() => Some(true),
                None => None,
                Some(guard) => self.value(&here, guard).map(|value| (value != 0) != negated),
            };
            let may_end = statement.is_branch() || matches!(statement.opcode(), "ret" | "exit");
            let step = &mut self.flow.steps[at];
            step.is_executed |= is_true != Some(false);
            step.continues |= !may_end || is_true != Some(true);
            step.is_certain = is_true == Some(true);
            if is_true != Some(false) {
                if statement.is_branch() {
                    self.jump(statement, &here, pending);
                } else {
                    self.write(at, is_true.is_some(), &mut here, pending);
                }
            }
            if may_end && is_true == Some(true) {
                return at + 1 - first;
            }
            // In another path, a local register that was not written can have any value.
            let is_defined = |guard: &Register| !self.is_local[*guard] || here.contains_key(guard);
            if let Some(guard) = guard.filter(|_| may_end).filter(is_defined) {
                here.insert(guard, Some(negated.into()));
            }
        }
        if region + 1 < self.regions.len() {
            self.enter(region + 1, &here, pending);
        }
        end - first
    }

    /// Keeps the constants that a statement reads.
    fn record(&mut self, statement: &Statement<'_, '_>, here: &Values) {
        if !reads_constants(statement) {
            return;
        }
        let read = statement.reads.iter().filter_map(|&register| {
            let value = self.value(here, register)? as u32;
            Some((ast::Register::new(self.body.names[register].0).ok()?, Integer(value.cast_signed().into())))
        });
        let read: Vec<_> = read.collect();
        if read.is_empty() {
            self.flow.constants.remove(&statement.at());
        } else {
            self.flow.constants.insert(statement.at(), read);
        }
    }

    /// Goes to the targets of a branch; to all labels, if they are not known.
    fn jump(&mut self, statement: &Statement<'_, '_>, here: &Values, pending: &mut BTreeSet<usize>) {
        let found = statement.tokens.iter().find_map(|token| self.labels.get(token.text));
        let targets = match found.filter(|_| statement.opcode() == "bra") {
            Some(targets) => targets.clone(),
            None => (0..self.regions.len()).collect(),
        };
        for target in targets {
            self.enter(target, here, pending);
        }
    }

    /// Joins values with those at the start of a region.
    fn enter(&mut self, region: usize, here: &Values, pending: &mut BTreeSet<usize>) {
        let is_new = self.entries[region].is_none();
        let entry = self.entries[region].get_or_insert_default();
        let mut is_changed = is_new;
        for (&register, &value) in here.iter().filter(|(register, _)| self.is_local[**register]) {
            let joined = match entry.get(&register) {
                Some(old) if *old == value => continue,
                None if self.kept < MAX_KEPT => value,
                Some(None) => continue,
                _ => None,
            };
            self.kept += 1;
            entry.insert(register, joined);
            is_changed = true;
        }
        if is_changed {
            pending.insert(region);
        }
    }

    /// Executes a statement that is no branch; one that is not `certain` may leave the values.
    fn write(&mut self, at: usize, certain: bool, here: &mut Values, pending: &mut BTreeSet<usize>) {
        let body = self.body;
        let statement = &body.statements[at];
        let results = self.written[at].results(statement, |register| self.value(here, register));
        self.flow.steps[at].is_known = !results.is_empty() && results.len() == statement.writes.len();
        for &register in &statement.writes {
            let result = results.iter().find(|(written, _)| *written == register).map(|(_, value)| *value);
            let Some(global) = self.globals[register] else {
                let is_same = here.get(&register) == Some(&result);
                let is_known = body.names[register].1 && (certain || is_same);
                here.insert(register, result.filter(|_| is_known));
                continue;
            };
            here.remove(&register);
            let new = match (result.filter(|_| certain), global) {
                (Some(new), Global::Unwritten) => Global::Known(new),
                (Some(new), Global::Known(old)) if old == new => continue,
                _ => Global::Unknown,
            };
            if new != global {
                self.globals[register] = Some(new);
                let reached = self.readers[register].iter().filter(|it| self.entries[**it].is_some());
                pending.extend(reached);
            }
        }
    }
}
