//! The names of modes and operands, and of the ports.

use std::fmt;

use vmad_unit::{Operand, Psign, Saturate, Selector, vmad::Mode};

use super::term::{Terms, Vector};

/// A mode's name in the proof's table: `U32.S8 psign 1 SHR_7 SAT`, `U16.H1.U8.B3 psign 0 PASS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name(pub Mode);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mode { a, b, psign, scale, saturate } = self.0;
        let psign = Psign::ALL.iter().take_while(|it| **it != psign).count();
        write!(f, "{}.{} psign {psign} {}", OperandName(a), OperandName(b), scale.name())?;
        f.write_str(if saturate == Saturate::On { " SAT" } else { "" })
    }
}

/// `U32`, `S8`, `S8.B2`: the first selector of a format is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OperandName(pub Operand);

impl fmt::Display for OperandName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.format().name())?;
        if self.0.selector == Selector::first(self.0.selector.width()) {
            return Ok(());
        }
        write!(f, ".{}", self.0.selector.name())
    }
}

/// The three ports: the variables `a`, `b` and `c`.
pub(super) fn ports(terms: &Terms) -> [Vector<32>; 3] {
    ["a", "b", "c"].map(|name| terms.variable(name))
}
