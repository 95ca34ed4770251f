//! A row of the table.

use vmad_ptx::{ast::Type, reading::Reading};
use vmad_sass::Arch;
use vmad_unit::vmad::Mode;

use super::{
    case::{Case, Domain},
    condition::Condition,
    id::Id,
};
use crate::spelling::mode_of;

/// An interpretation of `vmad` that differs somewhere from this project's, which is the default reading of PTX.
#[derive(Clone, Copy, Debug)]
pub struct Interpretation {
    /// Its name.
    pub id: Id,
    /// Its subject.
    pub title: &'static str,
    /// What this project computes, and what the interpretation says.
    pub meanings: [&'static str; 2],
    /// The model that computes it, and the inputs on which it differs.
    pub kind: Kind,
    /// The cases that the row is about.
    pub domain: Domain,
    /// The cases in which it differs, in words.
    pub cases_text: &'static str,
    /// The inputs on which it can differ, in words.
    pub inputs_text: &'static str,
    /// The number of modes in which it differs, for some constant where the domain has constants.
    pub modes: usize,
    /// The evidence.
    pub evidence: &'static str,
    /// The shortest instruction, and the smallest of the corner inputs, on which it differs.
    pub example: Example,
}

/// The source of an interpretation: a text, or code that ptxas emits.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A reading of the manual. In a mode and with a `.dtype` it differs exactly on the inputs of the condition, or on
    /// none; this is proved.
    Reading {
        /// The reading.
        reading: Reading,
        /// Where it differs.
        condition: fn(Mode, Type) -> Option<Condition>,
    },
    /// Code that ptxas emits.
    Code {
        /// What computes it.
        model: Model,
        /// In each of these cases of the domain there are inputs on which it differs.
        cases: fn(&Case) -> bool,
        /// On all other inputs `[a, b, c]` it is equal.
        inputs: fn(&Case, [u32; 3]) -> bool,
    },
}

/// A way to compute a `vmad`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Model {
    /// `vmad-ptx`, in a reading of the manual.
    Ptx(Reading),
    /// The execution unit, given the mode and the values of its ports.
    Unit,
    /// The code that ptxas 12.9 emits where it emits no `VMAD`.
    Emulation,
    /// The code that ptxas 12.9 emits for an architecture, constants included, executed on the unit.
    Lowered(Arch),
}

impl Interpretation {
    /// What computes it.
    pub const fn model(&self) -> Model {
        match self.kind {
            Kind::Reading { reading, .. } => Model::Ptx(reading),
            Kind::Code { model, .. } => model,
        }
    }

    /// What this project computes, and what computes the interpretation.
    pub const fn models(&self) -> [Model; 2] {
        [Model::Ptx(Reading::DEFAULT), self.model()]
    }

    /// Whether there are inputs on which it differs.
    pub fn differs_in(&self, case: &Case) -> bool {
        match self.kind {
            Kind::Reading { condition, .. } => {
                condition(mode_of(&case.operation), case.operation.dtype).is_some()
            }
            Kind::Code { cases, .. } => cases(case),
        }
    }

    /// Whether it can differ on some inputs; a reading then does.
    pub fn can_differ_on(&self, case: &Case, inputs: [u32; 3]) -> bool {
        match self.kind {
            Kind::Reading { condition, .. } => {
                let condition = condition(mode_of(&case.operation), case.operation.dtype);
                let [.., c] = case.fill(inputs);
                condition.is_some_and(|condition| {
                    case.exact(inputs).is_some_and(|exact| condition.holds(c, exact.tmp, exact.result))
                })
            }
            Kind::Code { cases, inputs: can_differ, .. } => cases(case) && can_differ(case, inputs),
        }
    }
}

/// An instruction, its inputs and two results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The PTX.
    pub instruction: &'static str,
    /// `a`, `b` and `c`; a constant's place holds the constant.
    pub inputs: [u32; 3],
    /// The results of this project and of the interpretation.
    pub results: [u32; 2],
}
