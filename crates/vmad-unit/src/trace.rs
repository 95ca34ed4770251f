//! A recorded execution: every wire.
//!
//! Text, JSON, pictures and vectors read it.

use alloc::vec::Vec;
use core::fmt;

use crate::{record::Wire, saturate::Saturate, sign::Sign};

/// One execution with every wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The wires, in the order of the datapath.
    pub wires: Vec<Wire>,
    /// Whether the instruction clamps.
    pub saturate: Saturate,
}

/// The effect of the clamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clamp {
    /// No `.SAT`: the result is the lower 32 bits.
    Off,
    /// The value was in range.
    Inside,
    /// The value was below the minimum; the result is the minimum.
    ToMin,
    /// The value was above the maximum; the result is the maximum.
    ToMax,
}

impl Clamp {
    /// The name: `off`, `inside`, `to min` or `to max`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Inside => "inside",
            Self::ToMin => "to min",
            Self::ToMax => "to max",
        }
    }
}

impl Trace {
    /// The wire of a name.
    pub fn wire(&self, name: &str) -> Option<&Wire> {
        self.wires.iter().find(|wire| wire.name == name)
    }

    /// The number on the wire of a name; [`None`] if there is no such wire.
    pub fn value(&self, name: &str) -> Option<i128> {
        self.wire(name).map(Wire::value)
    }

    /// The bits on the wire of a name, as an unsigned number; 0 if there is no such wire.
    pub fn pattern(&self, name: &str) -> u128 {
        self.wire(name).map_or(0, |wire| wire.bits.pattern())
    }

    /// The sign on the wire of a name; [`None`] if there is no such wire.
    pub fn sign(&self, name: &str) -> Option<Sign> {
        let wire = self.wire(name)?;
        Some(if wire.bits.pattern() == 0 { Sign::Unsigned } else { Sign::Signed })
    }

    /// The 32-bit result: the last wire.
    pub fn result(&self) -> u32 {
        self.wires.last().map_or(0, |wire| wire.bits.pattern() as u32)
    }

    /// The effect of the clamp.
    pub fn clamp(&self) -> Clamp {
        match self.saturate {
            Saturate::Off => Clamp::Off,
            Saturate::On if self.pattern("below") == 1 => Clamp::ToMin,
            Saturate::On if self.pattern("above") == 1 => Clamp::ToMax,
            Saturate::On => Clamp::Inside,
        }
    }
}

impl fmt::Display for Trace {
    /// A table of at most 80 columns: one line for each wire, with its width, bits and value.
    ///
    /// A wire of up to 33 bits is printed in hexadecimal; one of 66 bits as two guard bits in binary, then 64 bits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut stage = None;
        for wire in &self.wires {
            if stage != Some(wire.stage) {
                stage = Some(wire.stage);
                writeln!(f, "{}", wire.stage.name())?;
            }
            writeln!(f, "{wire}")?;
        }
        Ok(())
    }
}
