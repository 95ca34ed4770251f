//! A function's SASS, and the constants that its registers hold.

use std::collections::BTreeMap;

use vmad_sass::{Mov32i, schedule::ControlField, stream::Slot};
use vmad_unit::Register;

use crate::{
    opcodes::{Flow, Kept, Opcode, flow},
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

impl Code {
    /// The code of a kernel, without a line table. Address 0 has the control word of all words.
    pub fn of_words(kernel: &str, words: &[u64]) -> Self {
        let control = ControlField::IDLE;
        let slots = (1..).zip(words).map(|(at, &word)| Slot { address: 8 * at, word, control }).collect();
        Self {
            function: kernel.to_owned(),
            kernel: kernel.to_owned(),
            stream: Stream::new(slots),
            lines: Vec::new(),
        }
    }
}

/// The instructions of a function, and the values of the registers that its video instructions read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    slots: Vec<Slot>,
    /// The registers of each, by its index.
    values: BTreeMap<usize, Vec<(Register, RegisterValue)>>,
}

/// The value of a register where an instruction reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterValue {
    /// The same constant on every path to the instruction.
    Constant(u32),
    /// Any other value.
    Unknown(Origin),
}

/// The source of a value that is not known to be a constant.
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
    /// Different constants on different paths.
    SeveralConstants,
    /// The function jumps to addresses that its words do not hold, or has too many returns: the paths are unknown.
    IndirectJump,
}

impl Stream {
    /// The instructions of a function in the order of their addresses.
    pub fn new(slots: Vec<Slot>) -> Self {
        let mut values = BTreeMap::new();
        let words: Vec<u64> = slots.iter().map(|slot| slot.word).collect();
        let origin = |value: Value| match value {
            Value::Constant(value) => RegisterValue::Constant(value),
            Value::Several => RegisterValue::Unknown(Origin::SeveralConstants),
            Value::None | Value::Caller => RegisterValue::Unknown(Origin::Caller),
            Value::Instruction(at) => {
                let Slot { address, word, .. } = slots[at as usize];
                RegisterValue::Unknown(Origin::Instruction { address, word })
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
                    let known = |register: Register| match value(register) {
                        Value::Instruction(load) => under_same_guard(&words, &before, load as usize, at)
                            .map_or_else(|| origin(value(register)), RegisterValue::Constant),
                        value => origin(value),
                    };
                    let registers = read(words[at]).into_iter().flatten();
                    values.insert(at, registers.map(|register| (register, known(register))).collect());
                },
            );
        }
        Self { slots, values }
    }

    /// The instructions.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The value of a source register of the video instruction, or `PRMT`, at an index.
    pub fn value(&self, at: usize, register: Register) -> RegisterValue {
        if register.is_zero() {
            return RegisterValue::Constant(0);
        }
        let found = self.values.get(&at).and_then(|values| values.iter().find(|(it, _)| *it == register));
        found.map_or(RegisterValue::Unknown(Origin::IndirectJump), |(_, value)| *value)
    }
}

/// The constant that a guarded `MOV32I` leaves for a word after it: one with the same guard, to which only words lead that
/// write no predicate.
fn under_same_guard(words: &[u64], before: &[Vec<usize>], load: usize, reader: usize) -> Option<u32> {
    const GUARD: u64 = 0xf_0000;
    const ALWAYS: u64 = 0x7_0000;
    let word = words[load];
    let constant = Mov32i::decode(word & !GUARD | ALWAYS)?;
    let keeps = |word: u64| Opcode::of(word).is_some_and(|opcode| WITHOUT_PREDICATES.contains(&opcode.name));
    let is_straight =
        (load + 1..=reader).all(|at| before[at] == [at - 1] && (at == reader || keeps(words[at])));
    (is_straight && (word ^ words[reader]) & GUARD == 0).then_some(constant.value)
}

/// Some instructions that write no predicate.
const WITHOUT_PREDICATES: [&str; 24] = [
    "BFE", "BFI", "DEPBAR", "FADD", "FFMA", "FMUL", "IADD", "IADD32I", "IADD3", "IMNMX", "ISCADD", "LDG",
    "MOV", "MOV32I", "NOP", "PRMT", "SEL", "SHL", "SHR", "STG", "VABSDIFF", "VADD", "VMAD", "VMNMX",
];

/// The most pairs of a kept address and a return to it that are followed.
const MAX_RETURNS: usize = 1 << 20;

/// The instructions that may be executed before each; [`None`] if there is a jump to an address that no word holds, or
/// too many returns.
fn predecessors(slots: &[Slot]) -> Option<Vec<Vec<usize>>> {
    let mut before = vec![Vec::new(); slots.len()];
    // A return to a kept address may go to any kept address.
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
