//! An instruction in a word of 64 or of 128 bits.

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::fmt;

use vmad_unit::{Effect, Guard, Operation, Register, State, Trace};

use crate::{
    Instruction, KEPLER, Ports,
    isa::Layout,
    wide::{WideInstruction, WideParts, WideSource},
};

/// An instruction in a word of 64 or of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyInstruction {
    /// Of 64 bits.
    Narrow(Instruction),
    /// Of 128 bits: sm_70 and later.
    Wide(WideInstruction),
}

impl AnyInstruction {
    /// The mnemonic: `VMAD`.
    pub fn mnemonic(&self) -> &'static str {
        match self {
            Self::Narrow(narrow) => narrow.mnemonic(),
            Self::Wide(wide) => wide.mode().kind().name(),
        }
    }

    /// [`None`] if no source says what it computes.
    pub fn operation(&self) -> Option<Operation> {
        match self {
            Self::Narrow(narrow) => narrow.operation(),
            Self::Wide(wide) => Some(wide.operation()),
        }
    }

    /// The guard.
    pub fn guard(&self) -> Guard {
        match self {
            Self::Narrow(narrow) => narrow.guard(),
            Self::Wide(wide) => wide.parts().guard,
        }
    }

    /// The names of what the ports A, B and C read.
    pub fn operands(&self) -> [String; 3] {
        match self {
            Self::Narrow(narrow) => {
                let name = |register: Option<Register>| register.map(|register| register.to_string());
                let [a, b, c] = narrow.registers().map(name);
                let predicate = || narrow.source_predicate().map(|predicate| predicate.to_string());
                [a, b.or_else(|| Some("imm16".to_owned())), c.or_else(predicate)]
                    .map(Option::unwrap_or_default)
            }
            Self::Wide(wide) => {
                let WideParts { a, b, c, .. } = wide.parts();
                [WideSource::Register(a), b, c].map(|source| source.to_string())
            }
        }
    }

    /// The ports A, B and C that have the same value in every execution.
    pub fn fixed(&self) -> [Option<u32>; 3] {
        match self {
            Self::Narrow(narrow) => narrow.fixed(),
            Self::Wide(wide) => {
                let WideParts { a, b, c, .. } = wide.parts();
                [WideSource::Register(a), b, c].map(WideSource::fixed)
            }
        }
    }

    /// The ports with the given values; those that are [`fixed`](Self::fixed) have their own.
    pub fn bind(&self, given: Ports) -> Ports {
        match self {
            Self::Narrow(narrow) => narrow.bind(given),
            Self::Wide(_) => {
                let [a, b, c] = self.fixed();
                Ports { a: a.unwrap_or(given.a), b: b.unwrap_or(given.b), c: c.unwrap_or(given.c) }
            }
        }
    }

    /// Every wire of the computation. [`None`] as for [`operation`](Self::operation).
    pub fn trace(&self, Ports { a, b, c }: Ports) -> Option<Trace> {
        Some(self.operation()?.trace(a, b, c))
    }

    /// The names of the registers and predicates that it writes.
    pub fn destinations(&self) -> Vec<String> {
        match self {
            Self::Narrow(narrow) => {
                let predicates = narrow.destination_predicates().into_iter().flatten();
                let register = narrow.destination_register().map(|register| register.to_string());
                predicates.map(|predicate| predicate.to_string()).chain(register).collect()
            }
            Self::Wide(wide) => {
                let WideParts { destination, predicate, .. } = wide.parts();
                vec![destination.to_string(), predicate.to_string()]
            }
        }
    }

    /// What no source says about its execution.
    pub fn unknown(&self) -> Vec<String> {
        match self {
            Self::Narrow(narrow) if narrow.layout() == Layout::Kepler => vec![KEPLER.to_owned()],
            Self::Narrow(_) => Vec::new(),
            Self::Wide(wide) => wide.unknown(),
        }
    }

    /// Executes it on a state, and on the values of its ports in it. [`None`] as for [`operation`](Self::operation).
    pub fn execute(&self, state: &mut State, Ports { a, b, c }: Ports) -> Option<Effect> {
        match self {
            Self::Narrow(narrow) => narrow.execute(state),
            Self::Wide(wide) => {
                let WideParts { guard, destination, .. } = wide.parts();
                let result = wide.operation().execute(a, b, c);
                Some(state.write_back(guard, destination, false, result))
            }
        }
    }
}

impl fmt::Display for AnyInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Narrow(narrow) => narrow.fmt(f),
            Self::Wide(wide) => wide.fmt(f),
        }
    }
}
