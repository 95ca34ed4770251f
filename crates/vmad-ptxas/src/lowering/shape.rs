//! Code without register numbers.

use vmad_sass::{Instruction, Mov32i, Permute, isa::Layout};
use vmad_unit::Register;

use vmad_map::word::{store, vset_of};

/// The loads, the video instruction and the `PRMT` of a function, without register numbers and the order of the loads:
/// each instruction reads values, not registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The constants that are loaded, sorted.
    loads: Vec<u32>,
    /// Each instruction without its registers, and what it reads as A, B and C.
    steps: Vec<(u64, [Value; 3])>,
}

/// The value in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// No register is read.
    None,
    /// The value of an operand at the start: 0 is a.
    Operand(usize),
    /// A constant; 0 for `RZ`.
    Constant(u32),
    /// The result of an instruction: the first is 0.
    Result(usize),
    /// The value of another register at the start.
    Unknown,
}

/// The lowest bits of the fields of Ra, Rb and Rc.
const REGISTERS: [u32; 3] = [8, 20, 39];

impl Shape {
    /// The shape of the words. At their start, a, b and c are in the registers `operands`. [`None`] if an instruction
    /// is neither a load, nor a video instruction, nor a `PRMT` with an immediate.
    pub fn new(
        layout: Layout,
        words: impl IntoIterator<Item = u64>,
        operands: [Register; 3],
    ) -> Option<Self> {
        let mut values: Vec<(Register, Value)> = Vec::new();
        let mut shape = Self { loads: Vec::new(), steps: Vec::new() };
        for word in words {
            if let Some(load) = Mov32i::decode_in(layout, word) {
                shape.loads.push(load.value);
                values.push((load.destination, Value::Constant(load.value)));
                continue;
            }
            let (word, destination, reads) = in_maxwell(layout, word)?;
            let value = |register: Option<Register>| match register {
                None => Value::None,
                Some(register) if register.is_zero() => Value::Constant(0),
                Some(register) => {
                    let known = values.iter().rev().find(|(known, _)| *known == register);
                    let operand = || operands.iter().position(|operand| *operand == register);
                    known
                        .map_or_else(|| operand().map_or(Value::Unknown, Value::Operand), |(_, value)| *value)
                }
            };
            let reads_registers = REGISTERS.iter().zip(reads).filter(|(_, read)| read.is_some());
            let fields = reads_registers.fold(0xff, |fields, (low, _)| fields | 0xff << low);
            shape.steps.push((word & !fields, reads.map(value)));
            values.push((destination, Value::Result(shape.steps.len() - 1)));
        }
        shape.loads.sort_unstable();
        Some(shape)
    }
}

/// The word of Maxwell, the register that it writes, and those that it reads.
fn in_maxwell(layout: Layout, word: u64) -> Option<(u64, Register, [Option<Register>; 3])> {
    if let Some(permute) = Permute::decode_in(layout, word) {
        let word = permute.encode();
        return Some((word, permute.destination, [Some(permute.a), None, Some(permute.c)]));
    }
    let decode = |word| Instruction::decode_in(layout, word);
    let (video, is_store) = match decode(word) {
        Ok(video) => (video, false),
        Err(_) => (decode(vset_of(word)).ok()?, true),
    };
    let maxwell = video.to_layout(Layout::Maxwell).encode();
    let word = if is_store { store(maxwell) } else { maxwell };
    Some((word, video.destination_register()?, video.registers()))
}
