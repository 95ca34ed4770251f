//! The outcome of a comparison of a `vmad` with a `VMAD`.

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
    Apart(Apart),
}

/// A `vmad` and a `VMAD` that gave the same on all inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equal {
    /// On how many inputs both were run.
    pub inputs: usize,
    /// The operation of the unit whose proof shows that they are equal for all inputs: that of the SASS instruction, where
    /// the PTX instruction is the same operation of the same numbers.
    pub operation: Option<Operation>,
    /// What PTX registers are taken to hold, because the `VMAD` has a constant there.
    pub taken: Vec<Taken>,
}

/// Inputs on which the two differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differs {
    /// `a`, `b` and `c`, as PTX has them.
    pub inputs: [u32; 3],
    /// PTX's `d`.
    pub ptx: u32,
    /// SASS's `d`.
    pub sass: u32,
}

/// Why a `vmad` and a `VMAD` cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// PTX has a constant, and what the register of the `VMAD` holds is not known.
    Constant {
        /// The operand.
        role: Role,
        /// The register's value.
        origin: Origin,
    },
    /// The `VMAD` has a constant which is no value of the part that PTX selects of its register.
    NoSuchValue {
        /// The operand.
        role: Role,
        /// The value of the port.
        port: u32,
    },
    /// The `VMAD` has a constant for a register of PTX whose value the function loads.
    Loaded {
        /// The operand.
        role: Role,
        /// The value of the port.
        port: u32,
    },
    /// The `VMAD` has a constant for a register of PTX, and it is equal only if ptxas took the register's value rightly:
    /// a known miscompile of another value (D4, or a selector that is lost) leaves the same constant.
    Doubtful {
        /// The operand.
        role: Role,
        /// The value of the port.
        port: u32,
    },
    /// ptxas is not known to compile the `vmad` to this psign, scale, saturation or format.
    Setting,
    /// The word is that of a store (D9): it computes nothing.
    Store,
    /// PTX has one register for two operands, and the `VMAD` reads two: they are equal only if both hold its value.
    Untied {
        /// The two operands.
        roles: [Role; 2],
    },
}

/// What a PTX register is taken to hold, because the `VMAD` has a constant there. It is shown as the operand: `b.b1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The operand.
    pub role: Role,
    /// The part of the register that PTX takes; [`None`] if that is all of it.
    pub part: Option<Select>,
    /// What the part, or the register, holds.
    pub value: u32,
}

impl fmt::Display for Taken {
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
