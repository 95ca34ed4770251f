//! The outcome of a comparison of a PTX instruction with a word.

use std::fmt;

use vmad_ptx::ast::Select;
use vmad_unit::Operation;

use crate::stream::Origin;
use vmad_xcheck::lowering::Role;

/// The outcome of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Equal.
    Equal(Equal),
    /// Not equal on these inputs.
    Differs(Differs),
    /// They cannot be compared.
    Incomparable(Incomparable),
}

impl Outcome {
    /// Whether no difference was found, and the word computes the PTX if its registers hold the right values.
    pub(crate) const fn is_open(&self) -> bool {
        matches!(self, Self::Equal(_) | Self::Incomparable(Incomparable::Constant { .. }))
    }
}

/// The PTX instruction and the word gave the same result on all inputs that were run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equal {
    /// The number of inputs on which both were run.
    pub inputs: usize,
    /// The operation of the word, if the PTX instruction is the same operation on the same numbers. Then a proof of this
    /// operation shows that both are equal for all inputs.
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
    /// SASS's `d`.
    pub sass: u32,
}

/// Why a PTX instruction and a word cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomparable {
    /// PTX has a constant, and the value of the word's register is unknown.
    Constant {
        /// The operand.
        role: Role,
        /// The register's value.
        origin: Origin,
    },
    /// The word has a constant. The part that PTX selects of its register cannot have this value.
    NoSuchValue {
        /// The operand.
        role: Role,
        /// The value of the port.
        port: u32,
    },
    /// The word has a constant in place of a PTX register whose value the function loads from memory.
    Loaded {
        /// The operand.
        role: Role,
        /// The value of the port.
        port: u32,
    },
    /// The word has a constant in place of a PTX register. A known miscompile (D4, or a lost selector) gives the same
    /// constant for another value of the register.
    Doubtful {
        /// The operand.
        role: Role,
        /// The value of the port.
        port: u32,
    },
    /// The `VMAD` has a constant for `b`, a part of a register of PTX, and is the one that ptxas emits where the register
    /// holds all of the constant (D7).
    SelectorLost {
        /// The value of the port.
        port: u32,
    },
    /// ptxas is not known to compile the PTX instruction to this mode: psign, scale, saturation, format or another modifier.
    Setting,
    /// The word is a store (D9): it computes no result.
    Store,
    /// PTX has one register for two operands, and the word reads two registers: the results are equal only if both hold
    /// the same value.
    Untied {
        /// The two operands.
        roles: [Role; 2],
    },
}

/// The assumed value of a PTX register, because the word has a constant in its place. Prints as the operand: `b.b1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
