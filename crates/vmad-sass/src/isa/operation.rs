//! From the fields of a word to the types of the unit.

use vmad_unit::{Comparison, Operand, Output, Saturate, SecondOp, Selector, Sign};

use super::form::{B, Decoded};

impl Decoded {
    /// The value of a field; 0 if the form has none of that name.
    pub(super) fn get(&self, name: &str) -> u8 {
        self.form.field(name).map_or(0, |field| field.of(self.word) as u8)
    }

    /// Whether a field of one bit is set.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.get(name) == 1
    }

    /// The sign that a field of one bit holds.
    pub(super) fn sign(&self, name: &str) -> Sign {
        if self.is_set(name) { Sign::Signed } else { Sign::Unsigned }
    }

    /// The A operand.
    pub(super) fn a(&self) -> Option<Operand> {
        Some(Operand {
            selector: Selector::from_encoding(self.get("A select"))?,
            sign: self.sign("A signed"),
        })
    }

    /// The B operand.
    pub(super) fn b(&self) -> Option<Operand> {
        Some(Operand { selector: self.b_selector()?, sign: self.sign("B signed") })
    }

    /// The B selector; an imm16 is the low half of its port.
    pub(super) fn b_selector(&self) -> Option<Selector> {
        match self.form.b {
            B::Register => Selector::from_encoding(self.get("B select")),
            B::Immediate => Some(Selector::H0),
        }
    }

    /// The clamp.
    pub(super) fn saturate(&self) -> Saturate {
        if self.is_set("SAT") { Saturate::On } else { Saturate::Off }
    }

    /// The second operation.
    pub(super) fn second(&self) -> SecondOp {
        SecondOp::from_encoding(self.get("secop"))
    }

    /// The stages after the operation: result sign, saturation, second operation.
    pub(super) fn output(&self) -> Output {
        Output { sign: self.sign("dtype"), saturate: self.saturate(), second: self.second() }
    }

    /// The comparison.
    pub(super) fn comparison(&self) -> Comparison {
        Comparison::from_encoding(self.get("comparison"))
    }
}
