//! The results that no instruction reads.

use crate::opcodes::{Flow, Opcode, flow, may_read, surely_written};

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
    let mut next = vec![0; words.len()];
    before.iter().flatten().for_each(|&earlier| next[earlier] += 1);
    // The registers that may be read after each word.
    let is_left =
        |(word, next): (&u64, usize)| if may_leave(*word, next) { ALL } else { Registers::default() };
    let mut after: Vec<Registers> = words.iter().zip(next).map(is_left).collect();
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
    for register in (word as u8..=254).take(surely_written(word).into()) {
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

/// Whether a word may leave the code, other than by `EXIT`: a return, or a jump or the last word without the next one.
/// `next` is the number of the words after it.
fn may_leave(word: u64, next: usize) -> bool {
    match flow(word) {
        Flow::End(_) => Opcode::of(word).is_none_or(|opcode| opcode.name != "EXIT"),
        Flow::Branch { conditional, .. } | Flow::Back(_, conditional) => next < 1 + usize::from(conditional),
        _ => next == 0,
    }
}
