//! Which words can have written the registers that a word reads, within its block.

use std::collections::BTreeSet;

use vmad_files::{cubin::FunctionCode, opcodes::Opcode};
use vmad_sass::{Permute, isa::Layout};

use crate::{
    effect::{Effect, Jump, effect, jump},
    form::WordForm,
};

/// The most writers of a register that are kept.
const MOST: usize = 4;

/// For each register the words that can have written it, by their places in the code, without those that only copy;
/// [`None`] if they are not known.
pub(crate) type Writers = [Option<Vec<usize>>];

/// Calls `read` at each word with the writers of the registers before it. Nothing is known at the start of a block,
/// after a call, and after a load of a spilled value; or anywhere in the code, if a jump does not contain its address.
pub(crate) fn follow(code: &FunctionCode, mut read: impl FnMut(usize, &Writers)) {
    // What the other instructions of Kepler write is not recorded.
    let targets = if code.layout == Layout::Kepler { None } else { targets(code) };
    let mut writers = vec![None; 256];
    for (at, slot) in code.slots.iter().enumerate() {
        if targets.as_ref().is_some_and(|targets| targets.contains(&slot.address)) {
            writers.fill(None);
        }
        read(at, &writers);
        if targets.is_some() {
            write(&mut writers, at, slot.word);
        }
    }
}

/// The constants that the registers of a video word hold.
pub(crate) fn held(code: &FunctionCode, form: &WordForm, writers: &Writers) -> [Option<u32>; 3] {
    form.instruction.registers().map(|register| {
        let register = register.filter(|register| !register.is_zero())?;
        let &[only] = &writers[usize::from(register.encoding())].as_ref()?[..] else { return None };
        match effect(code.slots[only].word) {
            Effect::Constant(_, value) => Some(value),
            _ => None,
        }
    })
}

/// The addresses to which a jump of the code can go; [`None`] if one is not in its word.
fn targets(code: &FunctionCode) -> Option<BTreeSet<u64>> {
    let mut targets = BTreeSet::new();
    for slot in &code.slots {
        match jump(slot.word) {
            Some(Jump::Unknown) => return None,
            Some(Jump::To(offset)) => {
                let target = slot.address.wrapping_add(8).wrapping_add_signed(offset.into());
                // A jump to a control word goes to the word after it.
                targets.extend([target, target + if target % 32 == 0 { 8 } else { 0 }]);
            }
            None => {}
        }
    }
    Some(targets)
}

fn write(writers: &mut Writers, at: usize, word: u64) {
    let name = Opcode::of(word).map_or("", |opcode| opcode.name);
    let field = |lsb: u32| usize::from((word >> lsb) as u8);
    // The lower 16 bits of an immediate are not a register.
    let copied: &[usize] = match name {
        "PRMT" if Permute::decode(word).is_some() => &[field(8), field(39)],
        "SEL" if word >> 60 == 5 => &[field(8), field(20)],
        _ => &[],
    };
    let (ranges, own) = match effect(word) {
        Effect::Call => return writers.fill(None),
        Effect::Constant(to, _) => ([(to.encoding(), 1), (0, 0)], Some(vec![at])),
        Effect::Copy { to, from } => {
            ([(to.encoding(), 1), (0, 0)], writers[usize::from(from.encoding())].clone())
        }
        Effect::Writes(ranges) if name == "LDL" => (ranges, None),
        Effect::Writes(ranges) if copied.is_empty() => (ranges, Some(vec![at])),
        Effect::Writes(ranges) => {
            let registers = copied.iter().filter(|from| **from != 255);
            // The word is one of the writers: its result need not be the constant that it reads.
            let own = Some(vec![at]);
            let all = registers.map(|from| writers[*from].as_ref()).chain([own.as_ref()]);
            (ranges, joined(&all.collect::<Vec<_>>()))
        }
    };
    let is_always = word >> 16 & 0xf == 7;
    for (first, count) in ranges {
        let range = writers[usize::from(first)..255].iter_mut().take(count.into());
        // The number of registers is the largest that the opcode can write.
        for (index, register) in range.enumerate() {
            let is_written = is_always && index == 0;
            *register = if is_written { own.clone() } else { joined(&[register.as_ref(), own.as_ref()]) };
        }
    }
}

/// The writers of all, if they are known and not too many.
fn joined(all: &[Option<&Vec<usize>>]) -> Option<Vec<usize>> {
    let all: Vec<_> = all.iter().copied().collect::<Option<_>>()?;
    let mut joined: Vec<usize> = all.into_iter().flatten().copied().collect();
    joined.sort_unstable();
    joined.dedup();
    (1..=MOST).contains(&joined.len()).then_some(joined)
}
