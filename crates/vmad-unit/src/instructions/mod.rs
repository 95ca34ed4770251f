//! The instructions: a file for each, named after its mnemonic, and [`Operation`], which is any of them.

use alloc::vec::Vec;

use crate::{
    bits::{Bits, Machine},
    logic::Logic,
    saturate::Saturate,
    trace::{Nothing, Record, Trace},
};

pub mod vabsdiff;
pub mod vabsdiff4;
pub mod vadd;
pub mod vmad;
pub mod vmnmx;
pub mod vset;
pub mod vsetp;
pub mod vshift;

/// The result of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The value of the destination register.
    Register(u32),
    /// The values of the two destination predicates.
    Predicates([bool; 2]),
}

impl Outcome {
    /// The register's value, or the predicates as bits 0 and 1.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Register(value) => value,
            Self::Predicates([first, second]) => first as u32 | (second as u32) << 1,
        }
    }
}

/// Declares [`Operation`]: variant, mnemonic, mode, computation, whether it clamps, why it is inferred.
macro_rules! operations {
    ($($(#[$doc:meta])* $variant:ident($mode:ty) $mnemonic:literal $compute:path, $saturate:expr, $inferred:expr;)*) => {
        /// An instruction of the family with its mode.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
        pub enum Operation {
            $($(#[$doc])* $variant($mode),)*
        }

        impl Operation {
            /// The mnemonic: `VADD`.
            pub const fn mnemonic(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $mnemonic,)*
                }
            }

            /// The computation in any [`Logic`]; the inputs are those of [`Operation::execute`], the result is
            /// [`Outcome::bits`].
            #[inline(always)]
            pub fn compute<L: Logic>(
                &self,
                logic: &L,
                record: &mut impl Record<L::Any>,
                inputs: [L::Bits<32>; 3],
            ) -> L::Bits<32> {
                match *self {
                    $(Self::$variant(mode) => $compute(logic, record, mode, inputs),)*
                }
            }

            /// Why the computation is inferred: what neither the SASS text nor the PTX ISA specifies.
            pub fn inferred(&self) -> Option<&'static str> {
                match self {
                    $(Self::$variant(mode) => ($inferred)(mode),)*
                }
            }

            /// Whether the result is clamped; `VABSDIFF4` clamps each lane and has no clamp of its result.
            pub fn saturate(&self) -> Saturate {
                match self {
                    $(Self::$variant(mode) => ($saturate)(mode),)*
                }
            }
        }
    };
}

operations! {
    /// `VMAD`
    Vmad(vmad::Mode) "VMAD" vmad::compute, |mode: &vmad::Mode| mode.saturate, |_| None;
    /// `VADD`
    Vadd(vadd::Mode) "VADD" vadd::compute, |mode: &vadd::Mode| mode.output.saturate, vadd::Mode::inferred;
    /// `VABSDIFF`
    Vabsdiff(vabsdiff::Mode) "VABSDIFF" vabsdiff::compute, |mode: &vabsdiff::Mode| mode.output.saturate,
        vabsdiff::Mode::inferred;
    /// `VABSDIFF4`
    Vabsdiff4(vabsdiff4::Mode) "VABSDIFF4" vabsdiff4::compute, |_| Saturate::Off, vabsdiff4::Mode::inferred;
    /// `VMNMX`
    Vmnmx(vmnmx::Mode) "VMNMX" vmnmx::compute, |mode: &vmnmx::Mode| mode.output.saturate, vmnmx::Mode::inferred;
    /// `VSET`
    Vset(vset::Mode) "VSET" vset::compute, |_| Saturate::Off, vset::Mode::inferred;
    /// `VSETP`
    Vsetp(vsetp::Mode) "VSETP" vsetp::compute, |_| Saturate::Off, vsetp::Mode::inferred;
    /// `VSHL`
    Vshl(vshift::Mode) "VSHL" vshift::left, |mode: &vshift::Mode| mode.output.saturate, vshift::Mode::left_inferred;
    /// `VSHR`
    Vshr(vshift::Mode) "VSHR" vshift::right, |mode: &vshift::Mode| mode.output.saturate, vshift::Mode::right_inferred;
}

impl Operation {
    /// Executes the instruction.
    ///
    /// `a` and `c` are the registers' values, `b` a register's or an imm16 with zeros above it. For `VSETP`, bit 0 of `c`
    /// is the source predicate before its negation.
    pub fn execute(&self, a: u32, b: u32, c: u32) -> Outcome {
        let bits = self.compute(&Machine, &mut Nothing, inputs(a, b, c)).unsigned() as u32;
        match self {
            Self::Vsetp(_) => Outcome::Predicates([bits & 1 == 1, bits >> 1 & 1 == 1]),
            _ => Outcome::Register(bits),
        }
    }

    /// One execution with every wire; the inputs are those of [`Operation::execute`].
    pub fn trace(&self, a: u32, b: u32, c: u32) -> Trace {
        let mut wires = Vec::with_capacity(24);
        self.compute(&Machine, &mut wires, inputs(a, b, c));
        Trace { wires, saturate: self.saturate() }
    }
}

#[inline(always)]
pub(crate) fn inputs(a: u32, b: u32, c: u32) -> [Bits<32>; 3] {
    [a, b, c].map(|input| Bits::wrap(input.into()))
}
