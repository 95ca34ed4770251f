//! Cases: a `vmad` with its constants, and series of them.

use vmad_ptx::{
    ast::{
        Accumulate, Body, Factor, Instruction, Integer, MultiplyAdd, Operand, Operation, Register, Type,
        Video,
    },
    reading::Reading,
    video::{VideoTrace, VmadTrace, trace},
};
use vmad_unit::{Operand as Port, Psign, Selector, vmad::Mode};

use crate::spelling::multiply_add;

/// A `vmad` whose operands are registers, except those that are constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The modifiers and negations. A constant has no selector and no minus sign.
    pub operation: MultiplyAdd,
    /// The 32 bits of `a`, `b` and `c` where they are constants.
    pub constants: [Option<u32>; 3],
}

impl Case {
    /// A mode with three registers and a `.dtype`.
    pub fn of_mode(mode: Mode, dtype: Type) -> Self {
        Self { operation: MultiplyAdd { dtype, ..multiply_add(mode) }, constants: [None; 3] }
    }

    /// Of a `vmad`.
    pub fn of(video: &Video) -> Option<Self> {
        let Operation::MultiplyAdd(operation) = *video.operation() else { return None };
        let constants = [Some(video.a()), Some(video.b()), video.c()].map(|operand| operand?.constant());
        Some(Self { operation, constants })
    }

    /// The inputs, with each constant in place of its operand.
    pub fn fill(&self, inputs: [u32; 3]) -> [u32; 3] {
        std::array::from_fn(|index| self.constants[index].unwrap_or(inputs[index]))
    }

    /// The instruction, its registers called `d`, `a`, `b` and `c`; [`None`] if a constant has a selector or a minus
    /// sign.
    pub fn instruction(&self) -> Option<Instruction> {
        let operand = |index: usize, name: &str| match self.constants[index] {
            // As a person writes it: the smaller of the two numbers that have these 32 bits.
            Some(word) => Some(Operand::Immediate(Integer(i64::from(word as i32)))),
            None => Register::new(name).ok().map(Operand::Register),
        };
        let (a, b, c) = (operand(0, "a")?, operand(1, "b")?, operand(2, "c")?);
        let d = Register::new("d").ok()?;
        let video = Video::new(Operation::MultiplyAdd(self.operation), d, a, b, Some(c)).ok()?;
        Some(Instruction { guard: None, body: Body::Video(video) })
    }

    /// The variables of the default reading, whose `tmp` is exact.
    pub(super) fn exact(&self, inputs: [u32; 3]) -> Option<VmadTrace> {
        let [a, b, c] = self.fill(inputs);
        match trace(&Operation::MultiplyAdd(self.operation), a, b, c, &Reading::DEFAULT) {
            VideoTrace::Vmad(trace) => Some(trace),
            VideoTrace::Stages(_) | VideoTrace::Halves(_) | VideoTrace::Bytes(_) => None,
        }
    }
}

/// The cases that a row of the table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// The 864 modes: registers only, each format with its first selector, `.dtype` `.u32`.
    Modes,
    /// The 480 of them with a 32-bit factor: the decoupled forms.
    Decoupled,
    /// The 864 modes with both dtypes.
    Dtypes,
    /// `a` a constant: two dtypes, two atypes, six formats of b, 24 combinations of psign, scale and saturation.
    /// The product is negated by `-b`.
    ConstantA,
    /// `b` a constant, likewise; the product is negated by `-a`.
    ConstantB,
}

/// Constants of every class: 0, the ends of imm16 and beyond, the ends of a word, and ordinary ones.
pub const CONSTANTS: [u32; 16] = [
    0,
    1,
    5,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    70_000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_7fff,
    0xffff_8000,
    0xffff_8001,
    0xffff_fffe,
    0xffff_ffff,
];

impl Domain {
    /// The cases, in the order of [`Mode::modes`]; the constants of an operation follow each other.
    pub fn cases(self) -> Vec<Case> {
        let is_word = |port: Port| port.selector == Selector::Word;
        let is_in = move |mode: &Mode| match self {
            Self::Modes | Self::Dtypes => true,
            Self::Decoupled => is_word(mode.a) || is_word(mode.b),
            Self::ConstantA => is_word(mode.a),
            Self::ConstantB => is_word(mode.b),
        };
        let dtypes = &Type::ALL[..self.dtypes()];
        let operations = Mode::modes()
            .filter(is_in)
            .flat_map(|mode| dtypes.iter().map(move |&dtype| (mode, Case::of_mode(mode, dtype))));
        let cases = operations.flat_map(|(mode, mut case)| {
            // A constant carries no minus sign.
            if self == Self::ConstantA && mode.psign == Psign::NegateProduct {
                case.operation.accumulate = Accumulate::MinusProduct { by: Factor::B };
            }
            match self {
                Self::Modes | Self::Decoupled | Self::Dtypes => vec![case],
                Self::ConstantA => with_constants(case, |word| [Some(word), None, None]),
                Self::ConstantB => with_constants(case, |word| [None, Some(word), None]),
            }
        });
        cases.collect()
    }

    /// How many dtypes a mode has among the cases.
    pub const fn dtypes(self) -> usize {
        match self {
            Self::Modes | Self::Decoupled => 1,
            Self::Dtypes | Self::ConstantA | Self::ConstantB => 2,
        }
    }

    /// How many operations the cases have, whatever their constants.
    pub fn size(self) -> usize {
        match self {
            Self::Modes => 864,
            Self::Decoupled => 480,
            Self::Dtypes => 1728,
            Self::ConstantA | Self::ConstantB => 576,
        }
    }
}

fn with_constants(case: Case, place: impl Fn(u32) -> [Option<u32>; 3]) -> Vec<Case> {
    CONSTANTS.map(|word| Case { constants: place(word), ..case }).into()
}
