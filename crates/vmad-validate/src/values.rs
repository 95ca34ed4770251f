//! The values that registers can have, in time linear in the code.
//!
//! Each basic block has the values of each register at its start. The values at the ends of a block's predecessors are
//! joined until nothing changes.

use std::collections::{BTreeSet, HashMap};

use vmad_unit::Register;

use crate::opcodes::{Effect, effect, surely_written};

/// The values that a register can have at a place. Copies are followed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Values {
    /// The constants, if all are constants.
    pub(crate) constants: Constants,
    /// Whether it can have its value at the start of the function.
    pub(crate) is_from_start: bool,
    /// The indices of the instructions that may have written it, ascending; [`None`] if these are too many.
    pub(crate) written_by: Option<Vec<u32>>,
    /// An instruction that writes it last, whatever its guard; if the paths have several, one of them.
    pub(crate) last: Option<u32>,
}

/// A set of constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Constants {
    #[default]
    None,
    One(u32),
    Several,
}

/// The most instructions in [`Values::written_by`].
const MOST: usize = 8;

impl Values {
    /// No value: no path leads here yet.
    fn none() -> Self {
        Self { written_by: Some(Vec::new()), ..Self::default() }
    }

    fn of_constant(value: u32) -> Self {
        Self { constants: Constants::One(value), ..Self::none() }
    }

    fn at_start() -> Self {
        Self { is_from_start: true, ..Self::none() }
    }

    fn of_instruction(at: u32) -> Self {
        Self { written_by: Some(vec![at]), last: Some(at), ..Self::none() }
    }

    /// Whether all are constants.
    pub(crate) fn are_constants(&self) -> bool {
        !self.is_from_start && self.written_by.as_ref().is_some_and(Vec::is_empty)
    }

    /// Whether no instruction writes it, on any path.
    pub(crate) fn is_unwritten(&self) -> bool {
        *self == Self::at_start()
    }

    /// The values of both, which are not the same.
    fn join(&self, other: &Self) -> Self {
        let written_by = self.written_by.as_ref().zip(other.written_by.as_ref()).and_then(|(one, other)| {
            let mut all = [one.as_slice(), other].concat();
            all.sort_unstable();
            all.dedup();
            (all.len() <= MOST).then_some(all)
        });
        Self {
            constants: Constants::Several,
            is_from_start: self.is_from_start || other.is_from_start,
            written_by,
            last: self.last.or(other.last),
        }
    }
}

/// Values by their numbers. Number 0 has no value.
struct Numbered {
    all: Vec<Values>,
    numbers: HashMap<Values, u32>,
    /// The number of each instruction's result; 0 where none is needed yet.
    results: Vec<u32>,
}

impl Numbered {
    /// The number of the constant 0.
    const ZERO: u32 = 1;

    fn new(words: usize) -> Self {
        let mut numbered = Self { all: Vec::new(), numbers: HashMap::new(), results: vec![0; words] };
        numbered.number(Values::none());
        numbered.number(Values::of_constant(0));
        numbered
    }

    fn result(&mut self, at: usize) -> u32 {
        if self.results[at] == 0 {
            self.results[at] = self.number(Values::of_instruction(at as u32));
        }
        self.results[at]
    }

    fn number(&mut self, values: Values) -> u32 {
        if let Some(number) = self.numbers.get(&values) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.all.push(values.clone());
        self.numbers.insert(values, number);
        number
    }

    fn join(&mut self, one: u32, other: u32) -> u32 {
        match (one, other) {
            (0, number) | (number, 0) => number,
            (one, other) if one == other => one,
            (one, other) => {
                let joined = self.all[one as usize].join(&self.all[other as usize]);
                self.number(joined)
            }
        }
    }

    /// The values after a word.
    fn step(&mut self, state: &mut State, at: usize, word: u64) {
        match effect(word) {
            Effect::Constant(to, value) => {
                state[usize::from(to.encoding())] = self.number(Values::of_constant(value));
            }
            Effect::Copy { to, from } => {
                state[usize::from(to.encoding())] = state[usize::from(from.encoding())];
            }
            Effect::Writes(ranges) => {
                let mut sure = surely_written(word);
                for (first, count) in ranges {
                    let first = usize::from(first);
                    let end = (first + usize::from(count)).min(state.len());
                    for old in &mut state[first..end] {
                        *old = if sure > 0 { self.result(at) } else { self.or_result(*old, at) };
                        sure = sure.saturating_sub(1);
                    }
                }
            }
            Effect::Call => state.fill(self.result(at)),
        }
        // RZ.
        state[255] = Self::ZERO;
    }

    /// The values after a word that may write its result.
    fn or_result(&mut self, old: u32, at: usize) -> u32 {
        let result = self.result(at) as usize;
        let joined = self.all[result].join(&self.all[old as usize]);
        self.number(joined)
    }
}

/// The numbers of the values of all registers.
type State = [u32; 256];

/// The largest number of blocks that is followed: 1 KiB each.
const MAX_BLOCKS: usize = 1 << 16;

/// The largest number of different values that is followed: about 250 bytes each.
const MAX_VALUES: usize = 1 << 19;

/// Calls `each` with every word for which `is_asked`, by its index, and the values of the registers before it. `before` has
/// the predecessors of each word. [`None`] if there are too many blocks or values.
pub(crate) fn values_before(
    words: &[u64],
    before: &[Vec<usize>],
    is_asked: impl Fn(usize) -> bool,
    mut each: impl FnMut(usize, &dyn Fn(Register) -> Values),
) -> Option<()> {
    // The instruction after a jump starts a block.
    let mut jumps = vec![false; words.len()];
    for (at, before) in before.iter().enumerate() {
        before.iter().filter(|&&earlier| earlier + 1 != at).for_each(|&earlier| jumps[earlier] = true);
    }
    let is_leader = |at: &usize| *at == 0 || jumps[*at - 1] || before[*at] != [*at - 1];
    let leaders: Vec<usize> = (0..words.len()).filter(is_leader).collect();
    if leaders.len() > MAX_BLOCKS {
        return None;
    }
    let block_of = |at: usize| leaders.partition_point(|leader| *leader <= at) - 1;
    let end = |block: usize| leaders.get(block + 1).copied().unwrap_or(words.len());
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); leaders.len()];
    for (block, leader) in leaders.iter().enumerate() {
        before[*leader].iter().for_each(|&earlier| next[block_of(earlier)].push(block));
    }
    let mut numbered = Numbered::new(words.len());
    let [at_start, unknown] = [Values::at_start(), Values::default()].map(|it| numbered.number(it));
    let mut starts: Vec<Option<Box<State>>> = vec![None; leaders.len()];
    // In passes in the order of the code: one pass joins the values of all jumps back to a block.
    let mut pending: BTreeSet<usize> = BTreeSet::new();
    for (block, leader) in leaders.iter().enumerate() {
        if block == 0 || before[*leader].is_empty() {
            // Code to which no known path leads.
            starts[block] = Some(Box::new([if block == 0 { at_start } else { unknown }; 256]));
            pending.insert(block);
        }
    }
    let mut last = 0;
    while let Some(&block) = pending.range(last..).next().or_else(|| pending.first()) {
        pending.remove(&block);
        last = block;
        let Some(mut state) = starts[block].clone() else { continue };
        (leaders[block]..end(block)).for_each(|at| numbered.step(&mut state, at, words[at]));
        if numbered.all.len() > MAX_VALUES {
            return None;
        }
        for &block in &next[block] {
            let start = starts[block].get_or_insert_with(|| Box::new([0; 256]));
            let joined: Box<State> = Box::new(std::array::from_fn(|at| numbered.join(start[at], state[at])));
            if *start != joined {
                *start = joined;
                pending.insert(block);
            }
        }
    }
    for (block, start) in starts.into_iter().enumerate() {
        // Nothing leads to code in a loop that cannot be reached.
        let mut state = start.unwrap_or_else(|| Box::new([unknown; 256]));
        for (at, &word) in words.iter().enumerate().take(end(block)).skip(leaders[block]) {
            if is_asked(at) {
                let value = |register: Register| state[usize::from(register.encoding())];
                each(at, &|register| numbered.all[value(register) as usize].clone());
            }
            numbered.step(&mut state, at, word);
        }
    }
    Some(())
}
