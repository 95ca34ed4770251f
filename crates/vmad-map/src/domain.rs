//! The cases of a mode that a row is about.

use vmad_ptx::ast::{Accumulate, Factor, Operation as Ptx, Type};
use vmad_unit::{Operation, Psign, Selector};

use crate::case::Case;

/// The cases of a mode that a row is about. `.dtype` is that of `vmad`, which a `VMAD` word does not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// None: the row is about whole instructions or code, not about a mode.
    None,
    /// One case: registers only; for `vmad`, with `.u32` as `.dtype`.
    Modes,
    /// The same for a `VMAD` with a 32-bit factor: the decoupled forms.
    Decoupled,
    /// A `.dtype`.
    Dtype(Type),
    /// Both dtypes.
    Dtypes,
    /// `a`, a word, is a constant: both dtypes. The product is negated by `-b`.
    ConstantA,
    /// `b`, a word, is a constant: both dtypes. The product is negated by `-a`.
    ConstantB,
}

/// Constants of every class: 0, the ends of imm16 and beyond, the ends of a word, and ordinary ones.
pub const CONSTANTS: [u32; 16] = [
    0, 1, 5, 0x7fff, 0x8000, 0xffff, 0x10000, 70000, 0x7fffffff, 0x80000000, 0x80000001, 0xffff7fff,
    0xffff8000, 0xffff8001, 0xfffffffe, 0xffffffff,
];

impl Domain {
    /// The cases of a mode; the constants of an operation follow each other. None if no PTX specifies the mode.
    pub fn cases(self, mode: &Operation) -> Vec<Case> {
        let plain = Case::of_mode(*mode);
        if plain.ptx.is_none() {
            return Vec::new();
        }
        let [a, b] = mode
            .operands()
            .map_or([false; 2], |operands| operands.map(|operand| operand.selector == Selector::Word));
        let both = || Type::ALL.map(|dtype| plain.with_dtype(dtype)).into_iter();
        let constant = |case: Case, role: usize| {
            CONSTANTS.map(|word| {
                let mut constants = [None; 3];
                constants[role] = Some(word);
                Case { constants, ..case }
            })
        };
        match self {
            Self::Modes => vec![plain],
            Self::Decoupled => [plain].into_iter().filter(|_| a || b).collect(),
            Self::Dtype(dtype) => vec![plain.with_dtype(dtype)],
            Self::Dtypes => both().collect(),
            Self::ConstantA if a => both().flat_map(|case| constant(negated_by_b(case), 0)).collect(),
            Self::ConstantB if b => both().flat_map(|case| constant(case, 1)).collect(),
            Self::None | Self::ConstantA | Self::ConstantB => Vec::new(),
        }
    }
}

/// The case with `-b` for a negated product: a constant a has no minus sign.
fn negated_by_b(mut case: Case) -> Case {
    if let (Operation::Vmad(mode), Some(Ptx::MultiplyAdd(it))) = (case.mode, &mut case.ptx)
        && mode.psign == Psign::NegateProduct
    {
        it.accumulate = Accumulate::MinusProduct { by: Factor::B };
    }
    case
}
