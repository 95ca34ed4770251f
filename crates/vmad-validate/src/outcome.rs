//! The outcome of a comparison of a statement with a word.

use std::fmt;

use vmad_ptx::ast::Select;
use vmad_ptxas::lowering::Role;
use vmad_unit::Operation;

/// The operands in their order.
pub(crate) const ROLES: [Role; 3] = [Role::A, Role::B, Role::C];

/// The outcome of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Equal.
    Equal(Equal),
    /// Not equal on these inputs.
    Differs(Differs),
    /// The word is a `VABSDIFF4` with an immediate, and the statement a `vabsdiff4`: no source says what the word computes.
    Unspecified,
    /// The word is not one of the statement.
    Foreign(Mismatch),
}

impl Outcome {
    /// The order from the best to the worst: equal, equal with an assumption, unspecified, different, of another
    /// constant or mode.
    pub(crate) fn rank(&self) -> usize {
        match self {
            Self::Equal(equal) => usize::from(!equal.assumptions.is_empty()),
            Self::Unspecified => 2,
            Self::Differs(_) => 3,
            Self::Foreign(Mismatch::Mode) => 5,
            Self::Foreign(_) => 4,
        }
    }
}

/// The PTX instruction and the word gave the same result on all inputs that were run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equal {
    /// The number of inputs on which both were run.
    pub inputs: usize,
    /// The operation of the word, if the PTX instruction is the same operation on the same numbers. Then a proof of
    /// this operation shows that both are equal for all inputs.
    pub operation: Option<Operation>,
    /// The values that PTX registers are assumed to have, because the word has constants in their place.
    pub assumptions: Vec<Assumption>,
}

/// Inputs on which the results differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// `a`, `b` and `c`, as PTX has them.
    pub inputs: [u32; 3],
    /// PTX's `d`.
    pub ptx: u32,
    /// SASS's `d`; [`None`] for a store, which computes nothing.
    pub sass: Option<u32>,
}

/// Why a word is not one to which ptxas compiles a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Another instruction, or another mode: psign, scale, saturation, format, or another modifier.
    Mode,
    /// The word has a constant where PTX has a register whose value no compiler can know.
    Constant {
        /// The operand.
        role: Role,
        /// The value of the port.
        value: u32,
    },
    /// The word has a constant that the part of the register that PTX selects cannot have.
    NoSuchValue {
        /// The operand.
        role: Role,
        /// The value of the port.
        value: u32,
    },
}

/// The assumed value of a PTX register, because the word has a constant in its place. Prints as the operand: `b.b1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assumption {
    /// The operand.
    pub role: Role,
    /// The part of the register that PTX selects; [`None`] for the whole register.
    pub part: Option<Select>,
    /// The value of the part, or of the register.
    pub value: u32,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Some(part) => {
                let kind = if part.width() == 8 { 'b' } else { 'h' };
                write!(f, "{}.{kind}{}", self.role, part.lsb() / part.width())
            }
            None => write!(f, "{}", self.role),
        }
    }
}
