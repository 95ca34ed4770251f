//! The constants that registers hold, in time linear in the code.
//!
//! Each basic block has a value of each register at its start. The values of a block's predecessors are joined until
//! nothing changes. A register has a known constant if the constant is the same on every path.

use vmad_unit::Register;

use crate::opcodes::{Effect, effect};

/// The value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// No path leads here yet.
    None,
    Constant(u32),
    /// Different constants on different paths.
    Several,
    /// Its value at the start of the function.
    Caller,
    /// Written by the instruction of this index.
    Instruction(u32),
}

impl Value {
    /// The value where two paths join.
    const fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, value) | (value, Self::None) => value,
            (Self::Constant(one), Self::Constant(two)) if one == two => self,
            (Self::Constant(_) | Self::Several, Self::Constant(_) | Self::Several) => Self::Several,
            (Self::Constant(_) | Self::Several, unknown) | (unknown, _) => unknown,
        }
    }
}

/// The values of all registers.
type State = [Value; 256];

/// The largest number of blocks that is followed: 2 KiB each.
const MAX_BLOCKS: usize = 1 << 16;

/// Calls `each` with every word for which `is_asked`, by its index, and the values of the registers before it. `before` has
/// the predecessors of each word. [`None`] if there are too many blocks.
pub(crate) fn values_before(
    words: &[u64],
    before: &[Vec<usize>],
    is_asked: impl Fn(usize) -> bool,
    mut each: impl FnMut(usize, &dyn Fn(Register) -> Value),
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
    let mut starts: Vec<Option<Box<State>>> = vec![None; leaders.len()];
    let mut pending: Vec<usize> = Vec::new();
    for (block, leader) in leaders.iter().enumerate() {
        if block == 0 || before[*leader].is_empty() {
            starts[block] = Some(Box::new([Value::Caller; 256]));
            pending.push(block);
        }
    }
    while let Some(block) = pending.pop() {
        let Some(mut state) = starts[block].clone() else { continue };
        (leaders[block]..end(block)).for_each(|at| step(&mut state, at, words[at]));
        // The first block also starts the function: a jump back to it does not change its values.
        for &block in next[block].iter().filter(|block| **block != 0) {
            let start = starts[block].get_or_insert_with(|| Box::new([Value::None; 256]));
            let joined: Box<State> = Box::new(std::array::from_fn(|at| start[at].join(state[at])));
            if *start != joined {
                *start = joined;
                pending.push(block);
            }
        }
    }
    for (block, start) in starts.into_iter().enumerate() {
        // Code that cannot be reached.
        let mut state = start.unwrap_or_else(|| Box::new([Value::Caller; 256]));
        for (at, &word) in words.iter().enumerate().take(end(block)).skip(leaders[block]) {
            if is_asked(at) {
                each(at, &|register| state[usize::from(register.encoding())]);
            }
            step(&mut state, at, word);
        }
    }
    Some(())
}

/// The values after a word.
fn step(state: &mut State, at: usize, word: u64) {
    let written = Value::Instruction(at as u32);
    match effect(word) {
        Effect::Constant(to, value) => state[usize::from(to.encoding())] = Value::Constant(value),
        Effect::Copy { to, from } => state[usize::from(to.encoding())] = state[usize::from(from.encoding())],
        Effect::Writes(ranges) => {
            for (first, count) in ranges {
                let first = usize::from(first);
                let end = (first + usize::from(count)).min(state.len());
                state[first..end].fill(written);
            }
        }
        Effect::Call => state.fill(written),
    }
    // RZ.
    state[255] = Value::Constant(0);
}
