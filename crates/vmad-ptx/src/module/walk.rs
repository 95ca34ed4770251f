//! The values of registers on all ways through a body.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    body::{Body, Register, Statement},
    deciding::tested,
    execution::{Blocks, Execution, Needs, Pass},
    written::Written,
};

/// The most values of registers that are kept at the starts of passes. In a larger body, a register that is written more
/// than once is unknown there.
const MAX_KEPT: usize = 1 << 20;

/// The most visits of each statement, on average.
const MAX_VISITS: usize = 64;

/// The most values that are joined at the starts of passes for each statement, on average.
const MAX_JOINED: usize = 1 << 8;

/// The most statements of all passes through small bodies.
const MAX_STATEMENTS: usize = 1 << 15;

/// The most cases that are distinguished at a block.
pub(super) const MAX_CASES: usize = 64;

/// Whether a body is small enough for several cases at each block.
pub(super) const fn is_small(body: &Body<'_, '_>) -> bool {
    body.statements.len() <= MAX_STATEMENTS / 2
}

/// A register and its value.
pub(super) type Known = (Register, u64);

/// The known registers that statements read, by the numbers of the statements.
pub(super) type Read = BTreeMap<usize, Vec<Known>>;

/// The passes through a body, with the values that their statements read, by the numbers of the statements. The first
/// block has the first pass. [`None`] after too many steps.
///
/// A block has a pass for each combination of known values of its `deciding` registers. If there are more than `most` of
/// these, the rest have one pass. Without `deciding` registers, each block has one pass.
pub(super) fn walk(
    body: &Body<'_, '_>,
    written: &[Written],
    blocks: &Blocks<'_>,
    deciding: Option<&[BTreeSet<Register>]>,
    most: usize,
    reads: impl Fn(&Statement<'_, '_>) -> bool,
) -> Option<Vec<(Pass, Read)>> {
    let cases = (MAX_STATEMENTS / body.statements.len().max(1)).min(most);
    // After too many steps, the cases of a block are not distinguished.
    let nothing = vec![BTreeSet::new(); blocks.statements.len()];
    let ways = deciding.map(|deciding| (deciding, cases)).into_iter().chain([(&nothing[..], 1)]);
    let mut walks = ways.map(|(deciding, cases)| Walk::new(body, written, blocks, deciding, cases));
    let passes = walks.find_map(|walk| walk.run(&reads))?;
    Some(passes.into_iter().map(|case| (case.pass, case.read)).collect())
}

/// The value of a register that one statement writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Global {
    /// The statement was not executed yet.
    Unwritten,
    Known(u64),
    Unknown,
}

/// The values of registers at a place; of an unknown value [`None`]. A register that is not in the list was not written.
type Values = HashMap<Register, Option<u64>>;

/// A case that is distinguished at a block.
#[derive(Default)]
struct Case {
    block: usize,
    /// The values at its start of the registers that several statements write, or that decide.
    entry: Values,
    pass: Pass,
    read: Read,
}

struct Walk<'b, 'a, 't> {
    body: &'b Body<'a, 't>,
    written: &'b [Written],
    blocks: &'b Blocks<'t>,
    /// The registers that decide at each block.
    deciding: &'b [BTreeSet<Register>],
    /// Whether the value of each register is kept for each pass.
    is_local: Vec<bool>,
    /// Whether no statement writes each register.
    is_unwritten: Vec<bool>,
    /// The value of each other register that one statement writes.
    globals: Vec<Option<Global>>,
    /// The blocks that read each register.
    readers: Vec<Vec<usize>>,
    cases: Vec<Case>,
    /// The cases of each block, by the values of the deciding registers. The rest have no values.
    by_values: Vec<HashMap<Option<Vec<Known>>, usize>>,
    max_cases: usize,
    /// The blocks and the cases whose entry changed.
    pending: BTreeSet<(usize, usize)>,
    kept: usize,
    /// The number of values that were joined.
    joined: usize,
}

impl<'b, 'a, 't> Walk<'b, 'a, 't> {
    fn new(
        body: &'b Body<'a, 't>,
        written: &'b [Written],
        blocks: &'b Blocks<'t>,
        deciding: &'b [BTreeSet<Register>],
        max_cases: usize,
    ) -> Self {
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); body.names.len()];
        let mut writers = vec![0_usize; body.names.len()];
        for (block, statements) in blocks.statements.iter().enumerate() {
            for statement in &body.statements[statements.clone()] {
                for &register in &statement.reads {
                    if readers[register].last() != Some(&block) {
                        readers[register].push(block);
                    }
                }
                statement.writes.iter().for_each(|&register| writers[register] += 1);
            }
        }
        let mut is_local: Vec<bool> = writers.iter().map(|writers| *writers > 1).collect();
        tested(body).for_each(|register| is_local[register] = true);
        deciding.iter().flatten().for_each(|&register| is_local[register] = true);
        is_local.iter_mut().zip(&body.names).for_each(|(is_local, it)| *is_local &= it.1);
        let is_global =
            |register: usize| writers[register] == 1 && body.names[register].1 && !is_local[register];
        let globals = (0..body.names.len()).map(|it| is_global(it).then_some(Global::Unwritten)).collect();
        Self {
            body,
            written,
            blocks,
            deciding,
            is_local,
            is_unwritten: writers.iter().map(|writers| *writers == 0).collect(),
            globals,
            readers,
            cases: Vec::new(),
            by_values: vec![HashMap::new(); blocks.statements.len()],
            max_cases,
            pending: BTreeSet::new(),
            kept: 0,
            joined: 0,
        }
    }

    /// Executes all passes; [`None`] after too many steps.
    fn run(mut self, reads: &impl Fn(&Statement<'_, '_>) -> bool) -> Option<Vec<Case>> {
        // A register that no statement writes has one value. Another one can have any value before it is written.
        let deciding = self.deciding.iter().flatten().copied().chain(tested(self.body));
        let start: Values = deciding.filter(|it| self.is_unwritten[*it]).map(|it| (it, None)).collect();
        self.enter(0, &start);
        let count = self.body.statements.len().max(MAX_STATEMENTS / MAX_VISITS);
        let mut visited = 0;
        while let Some((_, case)) = self.pending.pop_first() {
            visited += self.visit(case, reads);
            if visited > MAX_VISITS * count || self.joined > MAX_JOINED * count {
                return None;
            }
        }
        Some(self.cases)
    }

    /// The value of a register.
    fn value(&self, here: &Values, register: Register) -> Option<u64> {
        match (here.get(&register), self.globals[register]) {
            (Some(value), _) => *value,
            (None, Some(Global::Known(value))) => Some(value),
            (None, _) => None,
        }
    }

    /// Executes a pass with what is known at its start. Returns the number of its statements.
    fn visit(&mut self, case: usize, reads: &impl Fn(&Statement<'_, '_>) -> bool) -> usize {
        let (body, block) = (self.body, self.cases[case].block);
        let mut here = self.cases[case].entry.clone();
        let statements = self.blocks.statements[block].clone();
        let (first, last) = (statements.start, statements.end - 1);
        let mut read = BTreeMap::new();
        let mut pass = Pass { first, steps: vec![Execution::default(); statements.len()], next: Vec::new() };
        let mut ends = false;
        for (at, statement) in statements.clone().zip(&body.statements[statements]) {
            if reads(statement) {
                let value = |&register: &Register| Some((register, self.value(&here, register)?));
                read.insert(at, statement.reads.iter().filter_map(value).collect());
            }
            let negated = statement.guard.iter().any(|token| token.text == "!");
            let guard = statement.reads.first().copied().filter(|_| !statement.guard.is_empty());
            let is_true = match guard {
                None => Some(true),
                Some(guard) => self.value(&here, guard).map(|value| (value != 0) != negated),
            };
            let may_end = statement.is_branch() || matches!(statement.opcode(), "ret" | "exit");
            let step = &mut pass.steps[at - first];
            step.is_executed = is_true != Some(false);
            step.continues = !may_end || is_true != Some(true);
            step.is_certain = is_true == Some(true);
            // In another path, a local register that was not written can have any value.
            let is_defined = |guard: &Register| !self.is_local[*guard] || here.contains_key(guard);
            let tested = guard.filter(|_| may_end).filter(is_defined);
            if step.is_executed && statement.is_branch() {
                let mut there = here.clone();
                there.extend(tested.map(|guard| (guard, Some((!negated).into()))));
                pass.next = self.jump(statement, &there);
            } else if step.is_executed {
                step.needs = self.write(at, is_true.is_some(), &mut here);
            }
            if may_end && is_true == Some(true) {
                ends = true;
                break;
            }
            here.extend(tested.map(|guard| (guard, Some(negated.into()))));
        }
        if !ends && last + 1 < body.statements.len() {
            pass.next.insert(0, self.enter(block + 1, &here));
        }
        let count = pass.steps.len();
        (self.cases[case].pass, self.cases[case].read) = (pass, read);
        count
    }

    /// Goes to the targets of a branch; to all labels, if they are not known.
    fn jump(&mut self, statement: &Statement<'_, '_>, here: &Values) -> Vec<usize> {
        let targets = self.blocks.targets(statement).map_or_else(|| self.blocks.labelled(), <[_]>::to_vec);
        targets.into_iter().map(|target| self.enter(target, here)).collect()
    }

    /// Joins values with those at the start of a block. Returns the case.
    fn enter(&mut self, block: usize, here: &Values) -> usize {
        let decides = |&register: &Register| Some((register, (*here.get(&register)?)?));
        let key: Vec<Known> = self.deciding[block].iter().filter_map(decides).collect();
        let cases = &mut self.by_values[block];
        // The last case has the rest.
        let is_rest = !cases.contains_key(&Some(key.clone())) && cases.len() + 1 >= self.max_cases;
        let key = if is_rest { None } else { Some(key) };
        let number = self.cases.len();
        let case = *cases.entry(key).or_insert(number);
        if case == number {
            self.cases.push(Case { block, ..Case::default() });
        }
        self.joined += 1 + here.len() + self.deciding[block].len();
        let mut is_changed = case == number;
        let entry = &mut self.cases[case].entry;
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
            self.pending.insert((block, case));
        }
        case
    }

    /// Executes a statement that is no branch; one that is not `certain` may leave the values. Returns the
    /// operands on which the results depend.
    fn write(&mut self, at: usize, certain: bool, here: &mut Values) -> Needs {
        let body = self.body;
        let statement = &body.statements[at];
        let results = self.written[at].results(statement, |register| self.value(here, register));
        let needed = self.written[at].selected(|register| self.value(here, register));
        for &register in &statement.writes {
            let result = results.iter().find(|(written, _)| *written == register).map(|(_, value)| *value);
            let Some(global) = self.globals[register] else {
                let is_same = here.get(&register) == Some(&result);
                let is_known = body.names[register].1 && (certain || is_same);
                here.insert(register, result.filter(|_| is_known));
                continue;
            };
            // In the rest of the block it has this value.
            match result.filter(|_| certain) {
                Some(result) => here.insert(register, Some(result)),
                None => here.remove(&register),
            };
            let new = match (result.filter(|_| certain), global) {
                (Some(new), Global::Unwritten) => Global::Known(new),
                (Some(new), Global::Known(old)) if old == new => continue,
                _ => Global::Unknown,
            };
            if new != global {
                self.globals[register] = Some(new);
                for &block in &self.readers[register] {
                    self.pending.extend(self.by_values[block].values().map(|case| (block, *case)));
                }
            }
        }
        match needed {
            _ if !results.is_empty() && results.len() == statement.writes.len() => Needs::None,
            Some(register) => Needs::One(register),
            None => Needs::All,
        }
    }
}
