//! The facts about a statement that a comparison uses: its operation, and facts about its operands.

use vmad_flow::Possible;
use vmad_map::meaning::spelling::operand;
use vmad_ptx::ast::{Operand, Operation, Video};
use vmad_sass::{Permute, isa::Layout};

use crate::{form::WordForm, setting::Setting};

/// The facts about a statement that a comparison uses. ptxas compiles all statements of one kind to the same setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatementKind {
    /// The operation without its operands.
    pub operation: Operation,
    /// `a`, `b` and `c`.
    pub operands: [PtxOperand; 3],
    /// For each operand, the index of the first operand that is the same register; of a constant, its own index.
    pub(crate) firsts: [usize; 3],
    /// The setting to which ptxas compiles it if all operands are registers.
    pub(crate) setting: Setting,
}

/// The facts about a source operand of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PtxOperand {
    /// A register. ptxas can know its value, if it is not `computed`.
    Register {
        /// Whether no compiler can know a value.
        computed: bool,
    },
    /// A register all of whose definitions are one constant.
    Known(u32),
    /// A constant.
    Constant(u32),
    /// The instruction has no `c`.
    None,
}

impl PtxOperand {
    /// The constant, if it is one.
    pub const fn constant(self) -> Option<u32> {
        match self {
            Self::Register { .. } | Self::None => None,
            Self::Known(value) | Self::Constant(value) => Some(value),
        }
    }
}

impl StatementKind {
    /// A video instruction that has a setting, with the values of its register operands.
    pub(crate) fn new(video: &Video, values: &[Option<Possible>; 3], setting: Setting) -> Self {
        let operands = video.operands();
        let names = operands.map(|operand| Some(operand?.register()?.name()));
        let first = |role: usize| names.iter().position(|name| name.is_some() && *name == names[role]);
        Self {
            operation: *video.operation(),
            operands: std::array::from_fn(|role| match (operands[role], &values[role]) {
                (None, _) => PtxOperand::None,
                (Some(Operand::Immediate(value)), _) => PtxOperand::Constant(*value as u32),
                (_, Some(Possible::Constant(value))) => PtxOperand::Known(*value as u32),
                (_, value) => PtxOperand::Register { computed: *value == Some(Possible::Varies) },
            }),
            firsts: [0, 1, 2].map(|role| first(role).unwrap_or(role)),
            setting,
        }
    }

    /// Of the constants that registers of its word hold, those to compare: where the PTX has a constant, or a register
    /// whose value no compiler can know. Any other register can have the constant in this place of the code.
    pub(crate) fn known_of(&self, held: [Option<u32>; 3]) -> [Option<u32>; 3] {
        let is_open =
            |role: usize| matches!(self.operands[role], PtxOperand::Register { computed: false, .. });
        std::array::from_fn(|role| held[role].filter(|_| !is_open(role)))
    }

    /// Inputs with the values of its constants, and one value for each register.
    pub(crate) fn with_values(&self, inputs: [u32; 3]) -> [u32; 3] {
        std::array::from_fn(|role| self.operands[role].constant().unwrap_or(inputs[self.firsts[role]]))
    }

    /// The lower halves of the constants that B of its word can be, if its `b` is a constant: of the whole, and of the
    /// part that PTX selects.
    pub(crate) fn halves_of_b(&self) -> Option<[u16; 2]> {
        let b = self.operands[1].constant()?;
        let part = self.operation.sources().map_or(b.into(), |[_, factor]| operand(factor).value(b));
        Some([b as u16, part as u16])
    }

    /// Whether B of a form is not a constant, or can be the constant of `b`.
    pub(crate) fn may_have(&self, form: &WordForm) -> bool {
        let (Some(halves), Some(b)) = (self.halves_of_b(), form.ports[1]) else { return true };
        halves.contains(&(b as u16))
    }

    /// Whether a word is the `PRMT` that merges its result. The join flag of Kepler, bit 22, does not change it.
    pub(crate) fn is_merge(&self, layout: Layout, word: u64) -> bool {
        let word = if layout == Layout::Kepler { word & !(1 << 22) } else { word };
        self.setting.merge.is_some()
            && Permute::decode_in(layout, word).map(|permute| permute.selectors) == self.setting.merge
    }
}
