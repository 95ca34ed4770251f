//! A video instruction of a SASS function, and the known values of its ports.

use vmad_ptx::ast::Operation;
use vmad_sass::{Arch, Instruction, Permute, Style};
use vmad_unit::{Operand as Port, Register};
use vmad_xcheck::{
    lowering::{Lowered, Registers, lower},
    miscompiles::store,
};

use crate::{
    ptx::instruction,
    setting::Setting,
    stream::{Code, Origin, RegisterValue},
    video::video,
};

/// A video instruction, and the known values of its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The instruction; of a store (D9) the `VSET` that its word should be.
    pub instruction: Instruction,
    /// Its setting, with the `PRMT` that merges its result.
    pub setting: Setting,
    /// The values of the ports A, B and C; with a `PRMT`, C is the register that it merges into.
    pub ports: [RegisterValue; 3],
    registers: [Option<Register>; 3],
}

impl Form {
    /// The form of a lowering.
    pub(crate) fn of(sequence: &Lowered) -> Option<Self> {
        let held = |register: Register| {
            let load = sequence.loads.iter().find(|load| load.destination == register);
            match load {
                Some(load) => RegisterValue::Constant(load.value),
                None if register.is_zero() => RegisterValue::Constant(0),
                None => RegisterValue::Unknown(Origin::Caller),
            }
        };
        let form = Self::with(sequence.word, held)?;
        match sequence.permute {
            Some(permute) => form.merged_by(permute, held(permute.a)),
            None => Some(form),
        }
    }

    /// The form of a word without a `PRMT`; [`None`] if it is neither a video instruction nor a store of D9.
    fn with(word: u64, held: impl Fn(Register) -> RegisterValue) -> Option<Self> {
        let (instruction, is_store) = video(word)?;
        let registers = instruction.registers();
        let port = |register: Option<Register>| register.map(&held);
        let [a, b, c] = registers.map(port);
        let b = b.or_else(|| instruction.immediate().map(RegisterValue::Constant));
        let ports = [a, b, c].map(|port| port.unwrap_or(RegisterValue::Unknown(Origin::Caller)));
        let setting = Setting { is_store, ..Setting::of(&instruction)? };
        Some(Self { instruction, setting, ports, registers })
    }

    /// The form with the `PRMT` that reads the result, where C is `RZ`.
    fn merged_by(self, permute: Permute, c: RegisterValue) -> Option<Self> {
        let [a, b, own] = self.registers;
        own.filter(|own| own.is_zero())?;
        let setting = self.setting.merged_by(permute)?;
        Some(Self {
            setting,
            ports: [self.ports[0], self.ports[1], c],
            registers: [a, b, Some(permute.a)],
            ..self
        })
    }

    /// The text of the instruction, or the word of a store.
    pub fn text(&self, style: Style) -> String {
        if self.setting.is_store {
            return format!(".word {:#018x}", self.word());
        }
        self.instruction.text(style).to_string()
    }

    /// The word.
    pub fn word(&self) -> u64 {
        let word = self.instruction.encode();
        if self.setting.is_store { store(word) } else { word }
    }

    /// The registers on the ports.
    pub const fn registers(&self) -> [Option<Register>; 3] {
        self.registers
    }

    /// The part of each port that the unit uses. C, and A and B of `VABSDIFF4`, are whole.
    pub fn operands(&self) -> [Option<Port>; 3] {
        match self.setting.operation.operands() {
            Some([a, b]) => [Some(a), Some(b), None],
            None => [None; 3],
        }
    }

    /// Which operands are one register that is not a constant: A and B, A and C, B and C.
    pub fn ties(&self) -> [bool; 3] {
        self.pairs(|one, other| self.registers[one] == self.registers[other])
    }

    /// Which pairs of operands that are not constants satisfy `are_equal`: A and B, A and C, B and C.
    pub(crate) fn pairs(&self, are_equal: impl Fn(usize, usize) -> bool) -> [bool; 3] {
        let free = self.ports.map(|port| matches!(port, RegisterValue::Unknown(_)));
        [[0, 1], [0, 2], [1, 2]].map(|[one, other]| free[one] && free[other] && are_equal(one, other))
    }

    /// Whether it has a constant where a form of the lowering has a register.
    pub(crate) fn has_more_constants_than(&self, predicted: &Self) -> bool {
        let is_known = |port: &RegisterValue| matches!(port, RegisterValue::Constant(_));
        self.ports.iter().zip(&predicted.ports).any(|(ours, theirs)| is_known(ours) && !is_known(theirs))
    }

    /// Whether an emitted instruction has this form, apart from the numbers of its registers: the same setting, and the same
    /// constants wherever this form has constants.
    pub fn is(&self, emitted: &Self) -> bool {
        let constants = self.ports.iter().zip(&emitted.ports).all(|(ours, theirs)| match (ours, theirs) {
            (RegisterValue::Constant(ours), theirs) => RegisterValue::Constant(*ours) == *theirs,
            (RegisterValue::Unknown(_), _) => true,
        });
        constants && self.is_apart_from_constants(emitted)
    }

    /// Whether an emitted instruction can have this form: it can have a register of an unknown value where this form has a
    /// constant.
    pub(crate) fn can_be(&self, emitted: &Self) -> bool {
        let agree = self.ports.iter().zip(&emitted.ports).all(|ports| match ports {
            (RegisterValue::Constant(ours), RegisterValue::Constant(theirs)) => ours == theirs,
            _ => true,
        });
        agree && self.is_apart_from_constants(emitted)
    }

    fn is_apart_from_constants(&self, emitted: &Self) -> bool {
        let is_register = |form: &Self| form.registers[1].is_some();
        is_register(self) == is_register(emitted) && self.setting == emitted.setting
    }
}

/// A video instruction of a SASS function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// Its address in the section.
    pub address: u64,
    /// The line of the PTX that the line table gives it, counted from 1.
    pub line: Option<u32>,
    /// The instruction and its ports.
    pub form: Form,
}

impl Emitted {
    /// The video instructions of a function. With `has_stores`, also the stores to which ptxas can have compiled a `vset` of
    /// its PTX (D9).
    pub fn of(code: &Code, has_stores: bool) -> Vec<Self> {
        let slots = code.stream.slots();
        let mut emitted: Vec<Self> = slots
            .iter()
            .enumerate()
            .filter_map(|(at, slot)| {
                let form = Form::with(slot.word, |register| code.stream.value(at, register))?;
                let line = code.lines.get(at).copied().flatten();
                // No PTX instruction becomes a VSETP, which writes predicates.
                let is_made = form.instruction.register("Rd").is_some();
                (is_made && (has_stores || !form.setting.is_store)).then_some(Self {
                    address: slot.address,
                    line,
                    form,
                })
            })
            .collect();
        for (at, slot) in slots.iter().enumerate() {
            let Some(permute) = Permute::decode(slot.word) else { continue };
            // The last instruction that writes the register under the same guard, or the last under any.
            let Some(values) = code.stream.values(at, permute.c) else { continue };
            let same = values.written_by.iter().flatten().rev().map(|writer| (*writer, false));
            let last = values.last.map(|writer| (writer, true));
            let merged = same.chain(last).find_map(|(writer, is_last)| {
                let address = slots[writer as usize].address;
                let video = emitted.binary_search_by_key(&address, |it| it.address).ok()?;
                let form = emitted[video].form;
                let is_same = is_last || form.instruction.guard() == permute.guard;
                Some((video, form.merged_by(permute, code.stream.value(at, permute.a)).filter(|_| is_same)?))
            });
            if let Some((video, form)) = merged {
                emitted[video].form = form;
            }
        }
        emitted
    }
}

/// The setting to which ptxas compiles an operation on registers; [`None`] if it emits other instructions.
pub(crate) fn with_registers(operation: Operation) -> Option<Setting> {
    let instruction = instruction(operation, [None; 3])?;
    let sequence = lower(&instruction, Arch::Sm50, &Registers::default()).ok()?;
    Some(Form::of(&sequence)?.setting)
}
