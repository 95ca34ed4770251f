//! A word of the family as a comparison sees it.

use vmad_map::{
    mode::permutation,
    word::{store, vset_of},
};
use vmad_ptx::ast::Operation;
use vmad_ptxas::lowering::{Lowered, emitted};
use vmad_sass::{Instruction, Style, isa::Layout};
use vmad_unit::{Operand as Port, Register, SecondOp};

use crate::setting::Setting;

/// The parts of a form on which a comparison depends: its setting, its constants, and whether B is an immediate.
pub(crate) type FormKey = (Setting, [Option<u32>; 3], bool);

/// A word of the family, and the constants in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordForm {
    /// The instruction; for a [store](vmad_map::rows::STORE), the `VSET` that its word should be.
    pub instruction: Instruction,
    /// Its setting.
    pub setting: Setting,
    /// The constants on the ports A, B and C: immediates, and 0 for `RZ`. With a merge, C is the register into which
    /// the result is merged.
    pub ports: [Option<u32>; 3],
}

impl WordForm {
    /// The form of a video instruction that writes a register, or of a store; [`None`] for any other word, and
    /// for a `VABSDIFF4` with an immediate, whose computation no source specifies.
    pub fn of(layout: Layout, word: u64) -> Option<Self> {
        let (instruction, is_store) = video(layout, word)?;
        instruction.destination_register()?;
        Self::with(instruction, is_store, |register| register.is_zero().then_some(0))
    }

    /// The form of a lowering. Loaded constants count as constants of the word.
    pub(crate) fn of_sequence(sequence: &Lowered) -> Option<Self> {
        let (instruction, is_store) = video(sequence.arch.layout(), sequence.word)?;
        let form = Self::with(instruction, is_store, |register| {
            let load = sequence.loads.iter().find(|load| load.destination == register);
            load.map(|load| load.value).or_else(|| register.is_zero().then_some(0))
        })?;
        Some(form.merged(sequence.permute.map(|permute| permute.selectors)))
    }

    fn with(
        instruction: Instruction,
        is_store: bool,
        held: impl Fn(Register) -> Option<u32>,
    ) -> Option<Self> {
        let [a, b, c] = instruction.registers().map(|register| register.and_then(&held));
        let setting = Setting { is_store, ..Setting::of(&instruction)? };
        Some(Self { instruction, setting, ports: [a, b.or_else(|| instruction.immediate()), c] })
    }

    /// The form with constants that its registers hold.
    pub(crate) fn holding(mut self, held: [Option<u32>; 3]) -> Self {
        self.ports = std::array::from_fn(|port| self.ports[port].or(held[port]));
        self
    }

    /// The form with the `PRMT` of these selectors, which merges the result into byte 1 or 3, if the word is made for one.
    pub(crate) fn merged(mut self, selectors: Option<u16>) -> Self {
        let is_byte = self.setting.operation.output().is_some_and(|output| output.second == SecondOp::Mrg8B0);
        if selectors.is_some() && is_byte && self.ports[2] == Some(0) {
            self.setting.merge = selectors;
            self.ports[2] = None;
        }
        self
    }

    /// The text of the instruction, or the word of a store.
    pub fn text(&self, style: Style) -> String {
        if self.setting.is_store {
            return format!(".word {:#018x}", store(self.instruction.encode()));
        }
        self.instruction.text(style).to_string()
    }

    /// The parts on which a comparison depends. Forms with the same parts have the same outcome.
    pub(crate) fn key(&self) -> FormKey {
        (self.setting, self.ports, self.has_immediate())
    }

    /// Whether B is an immediate.
    pub(crate) fn has_immediate(&self) -> bool {
        self.instruction.registers()[1].is_none()
    }

    /// The part of A and B that the unit uses. C, and A and B of `VABSDIFF4`, are whole.
    pub(crate) fn operands(&self) -> [Option<Port>; 2] {
        self.setting.operation.operands().map_or([None; 2], |ports| ports.map(Some))
    }

    /// Whether a word can have this form of a lowering: the same setting, and the same constants where both have
    /// constants. The word can keep a constant in a register.
    pub(crate) fn can_be(&self, word: &Self) -> bool {
        let agree = self.ports.iter().zip(word.ports).all(|(ours, theirs)| match (ours, theirs) {
            (Some(ours), Some(theirs)) => *ours == theirs,
            _ => true,
        });
        agree && self.has_immediate() == word.has_immediate() && self.setting == word.setting
    }
}

/// The video instruction of a word, and whether the word is that of a store.
fn video(layout: Layout, word: u64) -> Option<(Instruction, bool)> {
    if let Ok(instruction) = Instruction::decode_in(layout, word) {
        return Some((instruction, false));
    }
    if layout == Layout::Kepler {
        return None;
    }
    let instruction = Instruction::decode(vset_of(word)).ok()?;
    let is_set = instruction.mnemonic() == "VSET" && instruction.immediate().is_some();
    is_set.then_some((instruction, true))
}

/// Whether a word is a `VABSDIFF4` with an immediate, whose computation no source specifies.
pub(crate) fn is_unspecified(layout: Layout, word: u64) -> bool {
    Instruction::decode_in(layout, word).is_ok_and(|instruction| Setting::of(&instruction).is_none())
}

/// The setting to which ptxas compiles an operation on registers; [`None`] if it emits other instructions for every
/// architecture of a layout.
pub(crate) fn with_registers(operation: Operation, layout: Layout) -> Option<Setting> {
    let (_, word) = emitted(operation, [None; 3], layout.oldest().into()).ok()?;
    Some(Setting { operation: word.mode, cc: false, merge: permutation(&operation), is_store: false })
}

#[cfg(test)]
mod tests {
    use vmad_map::{case::Case, meaning::operations};
    use vmad_ptx::ast::Instruction as Ptx;
    use vmad_ptxas::lowering::{Registers, lower};
    use vmad_sass::isa::Layout;
    use vmad_unit::Kind;

    use super::{WordForm, with_registers};

    /// The setting of an operation is that of its word.
    #[test]
    fn settings_are_those_of_words() {
        let others =
            || [Kind::Vmad, Kind::Vabsdiff4].into_iter().flat_map(Kind::modes).flat_map(Case::spellings);
        for layout in [Layout::Maxwell, Layout::Kepler] {
            let all = operations().chain(others().filter_map(|case| case.ptx));
            for operation in all.step_by(vmad_testing::cases(13, 1)) {
                let of_word = || {
                    let instruction = Ptx::video(operation, [None; 3])?;
                    let lowered = lower(&instruction, layout.oldest(), &Registers::default()).ok()?;
                    Some(WordForm::of_sequence(&lowered)?.setting)
                };
                assert_eq!(with_registers(operation, layout), of_word(), "{operation}");
            }
        }
    }
}
