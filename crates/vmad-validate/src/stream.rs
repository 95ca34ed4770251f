//! A function's SASS, and the constants that its registers hold.

use std::collections::BTreeMap;

use vmad_sass::stream::Slot;
use vmad_unit::Register;

use crate::{
    opcodes::{Flow, Kept, flow},
    values::{Value, values_before},
    video::read,
};

/// The SASS of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The function's name in PTX.
    pub function: String,
    /// The name of the code section's kernel; another one's, where ptxas put a function's code after a kernel's.
    pub kernel: String,
    /// The instructions.
    pub stream: Stream,
    /// The line of the PTX for each instruction, counted from 1; empty without a line table.
    pub lines: Vec<Option<u32>>,
}

/// The instructions of a function, and the values of the registers that its video instructions read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    slots: Vec<Slot>,
    /// The registers of each, by its index.
    held: BTreeMap<usize, Vec<(Register, Held)>>,
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
    /// The function jumps to addresses that are not in its words, or too often: anything may come before anything.
    IndirectJump,
}

impl Stream {
    /// The instructions of a function in the order of their addresses.
    pub fn new(slots: Vec<Slot>) -> Self {
        let mut held = BTreeMap::new();
        let words: Vec<u64> = slots.iter().map(|slot| slot.word).collect();
        let origin = |value: Value| match value {
            Value::Constant(value) => Held::Constant(value),
            Value::Several => Held::Unknown(Origin::SeveralConstants),
            Value::None | Value::Caller => Held::Unknown(Origin::Caller),
            Value::Instruction(at) => {
                let Slot { address, word, .. } = slots[at as usize];
                Held::Unknown(Origin::Instruction { address, word })
            }
        };
        if let Some(before) = predecessors(&slots) {
            let is_read: Vec<bool> =
                words.iter().map(|word| read(*word).iter().any(Option::is_some)).collect();
            let _ = values_before(
                &words,
                &before,
                |at| is_read[at],
                |at, value| {
                    let registers = read(words[at]).into_iter().flatten();
                    held.insert(at, registers.map(|register| (register, origin(value(register)))).collect());
                },
            );
        }
        Self { slots, held }
    }

    /// The instructions.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The value of a source register of the video instruction, or `PRMT`, at an index.
    pub fn held(&self, at: usize, register: Register) -> Held {
        if register.is_zero() {
            return Held::Constant(0);
        }
        let found = self.held.get(&at).and_then(|held| held.iter().find(|(it, _)| *it == register));
        found.map_or(Held::Unknown(Origin::IndirectJump), |(_, held)| *held)
    }
}

/// The most pairs of a kept address and a return to it that are followed.
const MAX_RETURNS: usize = 1 << 20;

/// The instructions that may be executed before each; [`None`] if there is a jump to an address that no word holds, or
/// too many returns.
fn predecessors(slots: &[Slot]) -> Option<Vec<Vec<usize>>> {
    let mut before = vec![Vec::new(); slots.len()];
    // What goes back to a kept address may go back to any that is kept.
    let mut kept: Vec<(Kept, usize)> = Vec::new();
    let mut back: Vec<(Kept, usize)> = Vec::new();
    // Targets are counted from the next instruction; that of a control word is the instruction after it.
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
    if kept.len().saturating_mul(back.len()) > MAX_RETURNS {
        return None;
    }
    for (kind, at) in back {
        for (_, target) in kept.iter().filter(|(of, _)| *of == kind) {
            before[*target].push(at);
        }
    }
    Some(before)
}
