//! A function's SASS, and the constants that its registers hold.

use std::collections::HashSet;

use vmad_sass::stream::Slot;
use vmad_unit::Register;

use crate::opcodes::{Flow, Kept, Left, flow, left};

/// The SASS of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The function's name in PTX.
    pub function: String,
    /// The name of the code section's kernel; another one's, where ptxas put a function's code behind a kernel's.
    pub kernel: String,
    /// The instructions.
    pub stream: Stream,
    /// The line of the PTX for each instruction, counted from 1; empty without a line table.
    pub lines: Vec<Option<u32>>,
}

/// The instructions of a function, and from where each is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    slots: Vec<Slot>,
    /// The instructions that may be executed before each; [`None`] where that cannot be known.
    before: Option<Vec<Vec<usize>>>,
}

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// The same constant, whatever way the instruction is reached.
    Constant(u32),
    /// Something else.
    Unknown(Origin),
}

/// Where a value comes from that is not known to be a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// From before the function.
    Caller,
    /// From an instruction.
    Instruction {
        /// Its address.
        address: u64,
        /// Its word.
        word: u64,
    },
    /// Different constants, on different ways.
    SeveralConstants,
    /// The function jumps to addresses that are not in its words: anything may come before anything.
    IndirectJump,
}

impl Stream {
    /// The instructions of a function in the order of their addresses.
    pub fn new(slots: Vec<Slot>) -> Self {
        let before = predecessors(&slots);
        Self { slots, before }
    }

    /// The instructions.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// What a register holds when the instruction at an index is reached: all ways to it are followed back.
    pub fn held(&self, at: usize, register: Register) -> Held {
        if register.is_zero() {
            return Held::Constant(0);
        }
        let Some(before) = &self.before else { return Held::Unknown(Origin::IndirectJump) };
        let mut found = None;
        let mut seen = HashSet::new();
        let mut open = vec![(at, register)];
        while let Some((at, register)) = open.pop() {
            if !seen.insert((at, register)) {
                continue;
            }
            let Some(before) = before.get(at).filter(|before| at > 0 && !before.is_empty()) else {
                return Held::Unknown(Origin::Caller);
            };
            for &earlier in before {
                let Slot { address, word, .. } = self.slots[earlier];
                match left(word, register) {
                    Left::Untouched => open.push((earlier, register)),
                    Left::Copy(source) => open.push((earlier, source)),
                    Left::Constant(value) if found.is_none_or(|found| found == value) => found = Some(value),
                    Left::Constant(_) => return Held::Unknown(Origin::SeveralConstants),
                    Left::Unknown => return Held::Unknown(Origin::Instruction { address, word }),
                }
            }
        }
        found.map_or(Held::Unknown(Origin::Caller), Held::Constant)
    }
}

/// The instructions that may be executed before each; [`None`] if there is a jump to an address that no word holds.
fn predecessors(slots: &[Slot]) -> Option<Vec<Vec<usize>>> {
    let mut before = vec![Vec::new(); slots.len()];
    // What goes back to a kept address may go back to any that is kept.
    let mut kept: Vec<(Kept, usize)> = Vec::new();
    let mut back: Vec<(Kept, usize)> = Vec::new();
    // Targets are counted from the next instruction; that of a control word is the instruction behind it.
    let target = |slot: &Slot, offset: i32| {
        let address = slot.address.wrapping_add(8).wrapping_add_signed(offset.into());
        let at = slots.partition_point(|slot| slot.address < address);
        (at < slots.len() && slots[at].address - address <= 8).then_some(at)
    };
    for (at, slot) in slots.iter().enumerate() {
        let next = match flow(slot.word) {
            Flow::Next | Flow::Call => true,
            Flow::Branch { offset, conditional } => {
                if let Some(target) = target(slot, offset) {
                    before[target].push(at);
                }
                conditional
            }
            Flow::Keep(kind, offset) => {
                kept.extend(target(slot, offset).map(|target| (kind, target)));
                true
            }
            Flow::Back(kind, conditional) => {
                back.push((kind, at));
                conditional
            }
            Flow::End(conditional) => conditional,
            Flow::Indirect => return None,
        };
        if next && at + 1 < slots.len() {
            before[at + 1].push(at);
        }
    }
    for (kind, at) in back {
        for (_, target) in kept.iter().filter(|(of, _)| *of == kind) {
            before[*target].push(at);
        }
    }
    Some(before)
}
