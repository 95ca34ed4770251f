//! The names of modes, and of the ports.

use std::fmt;

use vmad_unit::{Psign, Saturate, vmad::Mode};

use super::term::{Terms, Vector};
use crate::spelling::OperandName;

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

/// The three ports: the variables `a`, `b` and `c`.
pub(super) fn ports(terms: &Terms) -> [Vector<32>; 3] {
    ["a", "b", "c"].map(|name| terms.variable(name))
}
