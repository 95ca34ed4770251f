//! Straight-line code: the video instructions and the [integer](crate::integer) instructions, over
//! registers of 16, 32 and 64 bits and predicates.
//!
//! ```
//! use vmad_ptx::{domain::Integers, reading::Reading, sequence::Sequence};
//!
//! let code = Sequence::parse("bfe.u32 t, a, 8, 8; mad.lo.u32 d, t, b, c;").unwrap();
//! let inputs: Vec<&str> = code.inputs().map(|register| register.name.as_str()).collect();
//! assert_eq!(inputs, ["a", "b", "c"]);
//! let registers = code.run(&Integers, &Reading::DEFAULT, |register| match register.name.as_str() {
//!     "a" => 0x1234,
//!     "b" => 3,
//!     _ => 1,
//! });
//! assert_eq!(registers[code.find("d").unwrap()], 0x12 * 3 + 1);
//! ```

mod build;
mod load;

use crate::domain::{Domain, Integers};
use crate::integer::{Operation, Requirement};
use crate::reading::Reading;
use crate::syntax::{Span, SyntaxError};
use std::{
    collections::{BTreeSet, HashMap},
    fmt,
};

/// The width of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// A predicate: 0 or 1.
    Predicate,
    /// 16, 32 or 64 bits.
    Bits(u32),
}

impl Width {
    /// The number of bits; 1 of a predicate.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Predicate => 1,
            Self::Bits(bits) => bits,
        }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Predicate => f.write_str("a predicate"),
            Self::Bits(bits) => write!(f, "{bits} bits"),
        }
    }
}

/// A register.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Register {
    /// The name, as written.
    pub name: String,
    /// The width.
    pub width: Width,
}

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepSource {
    /// The register of that index, or for a predicate with a `!` its opposite.
    Register {
        /// The index in [`Sequence::registers`].
        index: usize,
        /// Whether there is a `!`.
        negated: bool,
    },
    /// A constant, cut to the operand's width.
    Constant(u64),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its place in the text.
    pub span: Span,
    /// The index of the guard, and whether it has a `!`.
    pub guard: Option<(usize, bool)>,
    /// The computation.
    pub operation: Operation,
    /// The registers that it writes; [`None`] for `_`.
    pub destinations: Vec<Option<usize>>,
    /// The operands that it reads.
    pub sources: Vec<StepSource>,
}

impl Step {
    /// The registers that it reads, the guard's last.
    pub fn reads(&self) -> impl Iterator<Item = usize> {
        let sources = self.sources.iter().filter_map(|source| match source {
            StepSource::Register { index, .. } => Some(*index),
            StepSource::Constant(_) => None,
        });
        sources.chain(self.guard.map(|(index, _)| index))
    }

    /// The condition under which its result is specified, and the register that the condition is about. A constant was
    /// compared when the code was read.
    pub fn requirement(&self) -> Option<(usize, Requirement)> {
        let requirement = self.operation.requirement()?;
        match *self.sources.get(1)? {
            StepSource::Register { index, .. } => Some((index, requirement)),
            StepSource::Constant(_) => None,
        }
    }

    /// Whether it runs, if it has a guard.
    fn guard<D: Domain>(&self, domain: &D, registers: &[D::Number]) -> Option<D::Truth> {
        let (index, negated) = self.guard?;
        let guard = domain.equal(*registers.get(index)?, domain.constant(1));
        Some(if negated { domain.not(guard) } else { guard })
    }

    /// The registers that it writes.
    pub fn writes(&self) -> impl Iterator<Item = usize> {
        self.destinations.iter().copied().flatten()
    }
}

/// Straight-line code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    registers: Vec<Register>,
    /// The registers that may be wider: only `cvt` and loads determine their width.
    loose: BTreeSet<usize>,
    indices: HashMap<String, usize>,
    /// Whether the register is read before it is written.
    inputs: Vec<bool>,
    steps: Vec<Step>,
    opaque: BTreeSet<String>,
}

impl Sequence {
    /// Reads a text.
    ///
    /// A register needs no declaration: the instructions determine its width.
    ///
    /// # Errors
    /// The first [`SyntaxError`]: an instruction that is not PTX or not covered, a label or a directive, or registers
    /// that do not fit.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        Self::with_types(text, [])
    }

    /// The same with the declarations of some registers: the type, such as `.b32`, and the name.
    ///
    /// # Errors
    /// That of [`Sequence::parse`], or a type or a name that is not legal.
    pub fn with_types<'t>(
        text: &'t str,
        types: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> Result<Self, SyntaxError> {
        build::build(text, types)
    }

    /// Takes the larger widths that another sequence gives to registers of the same name, if only `cvt` and loads use
    /// them here: these take wider registers.
    pub fn take_widths(&mut self, other: &Self) {
        for index in std::mem::take(&mut self.loose) {
            let Some(register) = self.registers.get_mut(index) else { continue };
            let found = other.find(&register.name).and_then(|index| other.registers.get(index));
            match found {
                Some(found) if found.width.bits() > register.width.bits() => register.width = found.width,
                _ => _ = self.loose.insert(index),
            }
        }
    }

    /// The registers, in the order of their first mention.
    pub fn registers(&self) -> &[Register] {
        &self.registers
    }

    /// The instructions.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The registers that are read before they are written, or written under a guard only.
    pub fn inputs(&self) -> impl Iterator<Item = &Register> {
        self.registers
            .iter()
            .zip(&self.inputs)
            .filter(|(_, is_input)| **is_input)
            .map(|(register, _)| register)
    }

    /// The special registers and the memory that it reads and takes for unchanged. Special registers and variables are
    /// inputs of these names.
    pub fn opaque(&self) -> impl Iterator<Item = &str> {
        self.opaque.iter().map(String::as_str)
    }

    /// Whether some inputs can have a result that is not specified.
    pub fn can_be_unspecified(&self) -> bool {
        self.steps.iter().any(|step| step.requirement().is_some())
    }

    /// Whether all results are specified; [`None`] if they are for all inputs.
    pub fn specified<D: Domain>(
        &self,
        domain: &D,
        reading: &Reading,
        input: impl FnMut(&Register) -> D::Number,
    ) -> Option<D::Truth> {
        let mut all = None;
        if self.can_be_unspecified() {
            self.run_with(domain, reading, input, |step, sources, registers| {
                let Some((_, requirement)) = step.requirement() else { return };
                let holds = requirement.holds(domain, sources[1]);
                let guard = step.guard(domain, registers);
                let holds = guard.map_or(holds, |guard| domain.either(domain.not(guard), holds));
                all = Some(all.map_or(holds, |all| domain.both(all, holds)));
            });
        }
        all
    }

    /// The index of the register of that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.indices.get(name).copied()
    }

    /// The registers that the last instruction writes.
    pub fn last_written(&self) -> impl Iterator<Item = &Register> {
        let last = self.steps.last().into_iter().flat_map(Step::writes);
        last.filter_map(|index| self.registers.get(index))
    }

    /// The results: the 32-bit words of the registers that the last instruction writes, the lower word of a register
    /// first, in the default interpretation.
    pub fn results(&self, mut input: impl FnMut(&Register) -> u64) -> Vec<u32> {
        let values = self.run(&Integers, &Reading::DEFAULT, |register| input(register).into());
        let last = self.steps.last().into_iter().flat_map(Step::writes);
        let words = last.filter_map(|index| Some((self.registers.get(index)?, *values.get(index)? as u64)));
        words
            .flat_map(|(register, value)| {
                [value as u32, (value >> 32) as u32]
                    .into_iter()
                    .take(register.width.bits().div_ceil(32) as usize)
            })
            .collect()
    }

    /// Runs the code: the values of all registers at the end. The value of an input is from 0 to 2^bits - 1.
    pub fn run<D: Domain>(
        &self,
        domain: &D,
        reading: &Reading,
        input: impl FnMut(&Register) -> D::Number,
    ) -> Vec<D::Number> {
        self.run_with(domain, reading, input, |_, _, _| ())
    }

    /// The same; after each instruction `after` gets the instruction, the values of its sources, and the registers.
    pub fn run_with<D: Domain>(
        &self,
        domain: &D,
        reading: &Reading,
        mut input: impl FnMut(&Register) -> D::Number,
        mut after: impl FnMut(&Step, &[D::Number], &[D::Number]),
    ) -> Vec<D::Number> {
        let zero = domain.constant(0);
        let registers = self.registers.iter().zip(&self.inputs);
        // The others are written before they are read.
        let mut values: Vec<D::Number> =
            registers.map(|(register, is_input)| if *is_input { input(register) } else { zero }).collect();
        let mut carry = zero;
        for step in &self.steps {
            let sources: Vec<D::Number> =
                step.sources.iter().map(|source| source.value(domain, &values)).collect();
            let first =
                step.destinations.first().copied().flatten().and_then(|index| self.registers.get(index));
            let width = first.map_or(64, |register| register.width.bits());
            let results = step.operation.run(domain, &sources, width, &mut carry, reading);
            let guard = step.guard(domain, &values);
            for (destination, result) in step.destinations.iter().zip(results) {
                let Some(old) = destination.and_then(|index| values.get_mut(index)) else { continue };
                *old = guard.map_or(result, |guard| domain.choose(guard, result, *old));
            }
            after(step, &sources, &values);
        }
        values
    }
}

impl StepSource {
    fn value<D: Domain>(self, domain: &D, values: &[D::Number]) -> D::Number {
        let zero = domain.constant(0);
        match self {
            Self::Constant(value) => domain.constant(value.into()),
            Self::Register { index, negated } => {
                let value = values.get(index).copied().unwrap_or(zero);
                if negated { domain.one_if(domain.equal(value, zero)) } else { value }
            }
        }
    }
}
