//! The results that no instruction reads.

use crate::opcodes::{Effect, Flow, Opcode, effect, flow, is_guarded, may_read};

/// A set of registers.
type Registers = [u64; 4];

const ALL: Registers = [u64::MAX; 4];

/// The most passes over the code. After them, every result counts as read.
const MAX_PASSES: usize = 64;

/// Whether an instruction may read the result of each asked word, by its index. `before` has the predecessors of each word.
///
/// A word that ends the function reads nothing, but a return may pass any register to the caller.
pub(crate) fn is_read(
    words: &[u64],
    before: &[Vec<usize>],
    is_asked: impl Fn(usize) -> bool,
) -> Vec<(usize, bool)> {
    let mut has_next = vec![false; words.len()];
    before.iter().flatten().for_each(|&earlier| has_next[earlier] = true);
    // The registers that may be read after each word.
    let mut after: Vec<Registers> = (0..words.len())
        .map(|at| if has_next[at] || is_exit(words[at]) { Registers::default() } else { ALL })
        .collect();
    let mut is_pending = vec![true; words.len()];
    let mut passes = 0;
    // From the last word to the first: one pass joins what all words after a jump read.
    while is_pending.contains(&true) {
        passes += 1;
        if passes > MAX_PASSES {
            return Vec::new();
        }
        for at in (0..words.len()).rev() {
            if !std::mem::take(&mut is_pending[at]) {
                continue;
            }
            let live = before_word(words[at], after[at]);
            for &earlier in &before[at] {
                let joined: Registers = std::array::from_fn(|part| after[earlier][part] | live[part]);
                is_pending[earlier] |= joined != after[earlier];
                after[earlier] = joined;
            }
        }
    }
    let asked = (0..words.len()).filter(|at| is_asked(*at));
    asked.map(|at| (at, contains(&after[at], words[at] as u8))).collect()
}

/// The registers that may be read from a word on, of those that may be read after it.
fn before_word(word: u64, mut live: Registers) -> Registers {
    if flow(word) == Flow::Call {
        return ALL;
    }
    let written = match effect(word) {
        Effect::Constant(to, _) | Effect::Copy { to, .. } => Some(to.encoding()),
        Effect::Writes([(first, 1..), _]) if !is_guarded(word) && Opcode::of(word).is_some() => Some(first),
        Effect::Writes(_) | Effect::Call => None,
    };
    if let Some(register) = written {
        live[usize::from(register / 64)] &= !(1 << (register % 64));
    }
    for (first, count) in may_read(word) {
        (first..=254).take(count.into()).for_each(|it| live[usize::from(it / 64)] |= 1 << (it % 64));
    }
    live
}

fn contains(registers: &Registers, register: u8) -> bool {
    registers[usize::from(register / 64)] >> (register % 64) & 1 == 1
}

/// Whether a word is an `EXIT`.
fn is_exit(word: u64) -> bool {
    Opcode::of(word).is_some_and(|opcode| opcode.name == "EXIT")
}
