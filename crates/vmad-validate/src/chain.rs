//! Which words can have written the registers that a word reads, within its block.

use std::collections::HashSet;

use vmad_files::{contents::Code, opcodes::Opcode};
use vmad_sass::{Permute, isa::Layout};
use vmad_unit::Register;

use crate::{
    effect::{Effect, Jump, effect, jump},
    form::Form,
};

/// The most writers of a register that are kept.
const MOST: usize = 4;

/// The words that can have written a register, by their places in the code, without those that only copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writers {
    places: [usize; MOST],
    count: usize,
}

impl Writers {
    const fn one(place: usize) -> Self {
        Self { places: [place; MOST], count: 1 }
    }

    /// The places.
    pub(crate) fn places(&self) -> &[usize] {
        &self.places[..self.count]
    }

    /// The writers of both; [`None`] if they are too many.
    fn and(mut self, other: Self) -> Option<Self> {
        for &place in other.places() {
            if !self.places().contains(&place) {
                *self.places.get_mut(self.count)? = place;
                self.count += 1;
            }
        }
        Some(self)
    }
}

/// The writers of each register at a place, if they are known.
type Registers = [Option<Writers>; 256];

/// Calls `read` at each word with the writers of the registers before it. Nothing is known at the start of a block,
/// after a call, and after a load of a spilled value; or anywhere in the code, if a jump does not contain its address.
pub(crate) fn follow(code: &Code, mut read: impl FnMut(usize, &dyn Fn(Register) -> Option<Writers>)) {
    // What the other instructions of Kepler write is not recorded.
    let targets = if code.layout == Layout::Kepler { None } else { targets(code) };
    let Some(targets) = targets else {
        return (0..code.slots.len()).for_each(|at| read(at, &|_| None));
    };
    let mut registers: Registers = [None; 256];
    for (at, slot) in code.slots.iter().enumerate() {
        if targets.contains(&slot.address) {
            registers = [None; 256];
        }
        read(at, &|register| registers[usize::from(register.encoding())]);
        write(&mut registers, at, slot.word);
    }
}

/// The constants that the registers of a video word hold.
pub(crate) fn held(
    code: &Code,
    form: &Form,
    writers: &dyn Fn(Register) -> Option<Writers>,
) -> [Option<u32>; 3] {
    form.instruction.registers().map(|register| {
        let writers = writers(register.filter(|it| !it.is_zero())?)?;
        let &[only] = writers.places() else { return None };
        match effect(code.slots[only].word) {
            Effect::Constant(_, value) => Some(value),
            _ => None,
        }
    })
}

/// The addresses to which a jump of the code can go; [`None`] if one is not in its word.
fn targets(code: &Code) -> Option<HashSet<u64>> {
    let mut targets = HashSet::new();
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

fn write(registers: &mut Registers, at: usize, word: u64) {
    let name = Opcode::of(word).map_or("", |opcode| opcode.name);
    let field = |lsb: u32| usize::from((word >> lsb) as u8);
    // The lower 16 bits of an immediate are not a register.
    let copied: &[usize] = match name {
        "PRMT" if Permute::decode(word).is_some() => &[field(8), field(39)],
        "SEL" if word >> 60 == 5 => &[field(8), field(20)],
        _ => &[],
    };
    let joined = |registers: &Registers, from: &[usize]| {
        from.iter().filter(|from| **from != 255).try_fold(None::<Writers>, |all, from| {
            let own = registers[*from]?;
            Some(Some(match all {
                Some(all) => all.and(own)?,
                None => own,
            }))
        })?
    };
    let copies = (!copied.is_empty()).then(|| joined(registers, copied));
    let mut set = |first: u8, count: u8, writers: Option<Writers>| {
        for register in (usize::from(first)..255).take(count.into()) {
            registers[register] = match (word >> 16 & 0xf == 7, registers[register], writers) {
                (true, _, writers) => writers,
                (false, Some(old), Some(new)) => old.and(new),
                _ => None,
            };
        }
    };
    match effect(word) {
        Effect::Call => *registers = [None; 256],
        Effect::Constant(to, _) => set(to.encoding(), 1, Some(Writers::one(at))),
        Effect::Copy { to, from } => {
            registers[usize::from(to.encoding())] = registers[usize::from(from.encoding())];
        }
        Effect::Writes(ranges) => {
            let writers = copies.unwrap_or_else(|| (name != "LDL").then_some(Writers::one(at)));
            for (first, count) in ranges {
                set(first, count, writers);
            }
        }
    }
}
