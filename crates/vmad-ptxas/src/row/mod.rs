//! A row: a result of a video instruction that differs from this project's, with its evidence.
//!
//! The [map](https://docs.rs/vmad-xcheck) of interpretations, the [miscompiles](crate::miscompiles) of ptxas and the
//! hypotheses about observed results are tables of this type.

mod case;
mod domain;
mod rival;

pub use case::Case;
pub use domain::{CONSTANTS, Domain};

pub use vmad_proof::condition::Condition;

use std::{fmt, hash};

use vmad_ptx::{
    ast::Type,
    reading::{Ambiguity, Reading},
};
use vmad_sass::Arch;
use vmad_unit::{Kind, Operation};

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its identifier, as the book writes it: `D1`, `sign-of-a`.
    pub id: &'static str,
    /// Its subject.
    pub title: &'static str,
    /// What this project computes, and what the row says.
    pub meanings: [&'static str; 2],
    /// The evidence.
    pub evidence: &'static str,
    /// The instructions that it is about.
    pub instructions: &'static [Kind],
    /// The cases of a mode that it is about.
    pub domain: Domain,
    /// Whether its result differs in a case for some inputs. In the other cases it is equal for all inputs.
    pub cases: fn(&Case) -> bool,
    /// The cases in words.
    pub cases_text: &'static str,
    /// The inputs on which it differs in these cases.
    pub inputs: Inputs,
    /// The inputs in words; empty if nothing is stated.
    pub inputs_text: &'static str,
    /// An instruction on which it differs.
    pub example: Option<Example>,
    /// Its result.
    pub result: Rule,
}

/// The inputs on which a row differs, in a case in which it does.
#[derive(Clone, Copy, Debug)]
pub enum Inputs {
    /// Nothing is stated.
    Some,
    /// Exactly these; the proof confirms it.
    Exactly(fn(&Case) -> Option<Condition>),
    /// Some of these, and no others.
    Within(fn(&Case, [u32; 3]) -> bool),
}

/// How the result of a row is computed.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// A reading of the PTX ISA.
    Reading(Reading),
    /// The unit.
    Unit,
    /// A comparison of A and B, each extended to 32 bits by its own sign, with the sign of one of them: 0 is A, 1 is B.
    SignOf(usize),
    /// A sum of the lanes of `VABSDIFF4` to which each lane adds 8 bits.
    LaneBytes,
    /// The code that ptxas 12.9 emits for a `vmad` where it emits no `VMAD`.
    Emulation,
    /// The code that ptxas 12.9 emits for an architecture, constants included, executed on the unit.
    Lowered(Arch),
    /// A model of the code: the result in a case, for inputs.
    Code(fn(&Case, [u32; 3]) -> Option<u32>),
    /// Code that no model of this project computes.
    Unmodelled,
}

/// An instruction, its inputs and two results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The PTX.
    pub instruction: &'static str,
    /// `a`, `b` and `c`; a constant's place holds the constant.
    pub inputs: [u32; 3],
    /// The result of this project.
    pub here: u32,
    /// The result of the row; [`None`] for an instruction that writes no register.
    pub there: Option<u32>,
}

/// The example of a row, from its fields in their order.
pub const fn example(
    instruction: &'static str,
    inputs: [u32; 3],
    here: u32,
    there: Option<u32>,
) -> Option<Example> {
    Some(Example { instruction, inputs, here, there })
}

/// Two rows with one identifier are about one question.
impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Row {}

impl hash::Hash for Row {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for Row {
    /// The identifier.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id)
    }
}

impl Row {
    /// A row of the other reading of an ambiguity. The caller adds the instructions and the cases.
    pub const fn of(it: &Ambiguity) -> Self {
        Self {
            id: it.id,
            title: it.title,
            meanings: [it.default, it.other],
            evidence: it.evidence,
            result: Rule::Reading(it.readings[1]),
            ..Self::EMPTY
        }
    }

    /// A row without text that differs nowhere.
    pub const EMPTY: Self = Self {
        id: "",
        title: "",
        meanings: [""; 2],
        evidence: "",
        instructions: &[],
        domain: Domain::Modes,
        cases: |_| false,
        cases_text: "",
        inputs: Inputs::Some,
        inputs_text: "",
        example: None,
        result: Rule::Unmodelled,
    };

    /// Whether it is about an instruction.
    pub fn is_about(&self, kind: Kind) -> bool {
        self.instructions.contains(&kind)
    }

    /// The reading of the PTX ISA; the default if its result is not a reading.
    pub const fn reading(&self) -> Reading {
        if let Rule::Reading(reading) = self.result { reading } else { Reading::DEFAULT }
    }

    /// The `.dtype` of `vmad` for which its result is computed. A `VMAD` word has none.
    pub const fn dtype(&self) -> Type {
        if let Domain::Dtype(ty) = self.domain { ty } else { Type::U32 }
    }

    /// Whether its result differs in a case for some inputs.
    pub fn differs_in(&self, case: &Case) -> bool {
        (self.cases)(case)
    }

    /// The same for a mode; `false` if no PTX specifies the mode.
    pub fn differs_in_mode(&self, mode: &Operation) -> bool {
        self.differs_in(&Case::of_mode(*mode).with_dtype(self.dtype()))
    }

    /// The condition on the inputs of a mode under which it differs; [`None`] if it differs on none, or if the row
    /// states no condition.
    pub fn condition(&self, mode: &Operation) -> Option<Condition> {
        match self.inputs {
            Inputs::Exactly(condition) => condition(&Case::of_mode(*mode).with_dtype(self.dtype())),
            Inputs::Some | Inputs::Within(_) => None,
        }
    }

    /// Whether it states exactly on which inputs it differs.
    pub const fn is_exact(&self) -> bool {
        matches!(self.inputs, Inputs::Exactly(_))
    }

    /// Whether it can differ on these inputs; if the row is exact, it does.
    pub fn can_differ_on(&self, case: &Case, inputs: [u32; 3]) -> bool {
        self.differs_in(case)
            && match self.inputs {
                Inputs::Some => true,
                Inputs::Within(can_differ) => can_differ(case, inputs),
                Inputs::Exactly(condition) => {
                    let [.., c] = case.fill(inputs);
                    condition(case).is_some_and(|condition| {
                        case.exact(inputs).is_some_and(|exact| condition.holds(c, exact.tmp, exact.result))
                    })
                }
            }
    }
}
