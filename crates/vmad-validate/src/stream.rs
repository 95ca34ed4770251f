//! A function's SASS, and the values that its registers hold.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use vmad_sass::{Mov32i, schedule::ControlField, stream::Slot};
use vmad_unit::Register;

use crate::{
    liveness::is_read,
    opcodes::{Flow, Kept, Opcode, flow},
    values::{Constants, Values, values_before},
    video::{read, video},
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
    values: BTreeMap<usize, Vec<Read>>,
    /// The indices of the video instructions whose results no instruction reads.
    unread: BTreeSet<usize>,
}

/// A register that an instruction reads.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Read {
    register: Register,
    value: RegisterValue,
    values: Values,
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
        let mut unread = BTreeSet::new();
        let words: Vec<u64> = slots.iter().map(|slot| slot.word).collect();
        if let Some(before) = predecessors(&slots) {
            let straight = straight(&words, &before);
            let reads: Vec<bool> = words.iter().map(|word| read(*word).iter().any(Option::is_some)).collect();
            let _ = values_before(
                &words,
                &before,
                |at| reads[at],
                |at, values_of| {
                    let of = |register: Register| {
                        let values = values_of(register);
                        let value = under_same_guard(&words, straight[at]..at, &values, words[at])
                            .map_or_else(|| RegisterValue::of(&values, &slots), RegisterValue::Constant);
                        Read { register, value, values }
                    };
                    values.insert(at, read(words[at]).into_iter().flatten().map(of).collect());
                },
            );
            let is_video: Vec<bool> = words.iter().map(|word| video(*word).is_some()).collect();
            let read = is_read(&words, &before, |at| is_video[at]);
            unread.extend(read.into_iter().filter(|(_, is_read)| !is_read).map(|(at, _)| at));
        }
        Self { slots, values, unread }
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
        self.read(at, register).map_or(RegisterValue::Unknown(Origin::IndirectJump), |read| read.value)
    }

    /// The values of a source register of the video instruction at an index; [`None`] if the paths to it are not known.
    pub(crate) fn values(&self, at: usize, register: Register) -> Option<&Values> {
        self.read(at, register).map(|read| &read.values)
    }

    /// Whether an instruction may read the result of the video instruction at an index.
    pub(crate) fn is_read(&self, at: usize) -> bool {
        !self.unread.contains(&at)
    }

    fn read(&self, at: usize, register: Register) -> Option<&Read> {
        self.values.get(&at)?.iter().find(|read| read.register == register)
    }
}

impl RegisterValue {
    /// The value, if a register has one of some values.
    fn of(values: &Values, slots: &[Slot]) -> Self {
        match (values.last, values.constants) {
            (Some(last), _) => {
                let Slot { address, word, .. } = slots[last as usize];
                Self::Unknown(Origin::Instruction { address, word })
            }
            (None, Constants::One(value)) if values.are_constants() => Self::Constant(value),
            (None, Constants::Several) if values.are_constants() => Self::Unknown(Origin::SeveralConstants),
            (None, _) => Self::Unknown(Origin::Caller),
        }
    }
}

/// The constant that a guarded `MOV32I` leaves for a word with the same guard. The words at the indices of `straight` come
/// before the word on each path, and keep the predicates.
fn under_same_guard(words: &[u64], straight: Range<usize>, values: &Values, reader: u64) -> Option<u32> {
    const GUARD: u64 = 0xf_0000;
    const ALWAYS: u64 = 0x7_0000;
    const OPPOSITE: u64 = 0x8_0000;
    let writers = values.written_by.as_ref()?.iter().map(|at| *at as usize);
    let mut writers = writers.filter(|at| straight.contains(at)).map(|at| words[at]);
    // The last that is executed if the reader is.
    let word = writers.rfind(|word| (word ^ reader) & GUARD != OPPOSITE)?;
    let load = Mov32i::decode(word & !GUARD | ALWAYS)?;
    ((word ^ reader) & GUARD == 0).then_some(load.value)
}

/// The first of the words before each that are executed only before it, without a jump, and after which no predicate changes.
fn straight(words: &[u64], before: &[Vec<usize>]) -> Vec<usize> {
    let keeps = |word: u64| Opcode::of(word).is_some_and(|opcode| WITHOUT_PREDICATES.contains(&opcode.name));
    let mut first: Vec<usize> = Vec::with_capacity(words.len());
    for (at, before) in before.iter().enumerate() {
        first.push(match before[..] {
            [last] if last + 1 == at => {
                if keeps(words[last]) {
                    first[last]
                } else {
                    last
                }
            }
            _ => at,
        });
    }
    first
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
