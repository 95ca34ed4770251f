//! The instructions: a file for each, named after its mnemonic, with its semantics and its description.
//! [`Kind`] is one of the nine, [`Operation`] one of them with its mode.

use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::fmt;

use crate::{
    bits::{Bits, Machine},
    logic::Logic,
    operand::Operand,
    record::{Nothing, Record},
    saturate::Saturate,
    second_op::Output,
    trace::Trace,
};

/// The operands `a` and `b` of a mode.
macro_rules! operands_a_and_b {
    () => {
        fn operands(mode: &Mode) -> Option<[Operand; 2]> {
            Some([mode.a, mode.b])
        }

        fn set_operands(mode: &mut Mode, operands: [Operand; 2]) {
            [mode.a, mode.b] = operands;
        }
    };
}

/// An operation on A and B, whose result the `output` of the mode saturates and combines with C.
macro_rules! output_stage {
    ($operate:ident) => {
        fn output(mode: &Mode) -> Option<Output> {
            Some(mode.output)
        }

        #[inline(always)]
        fn compute<L: Logic>(
            logic: &L,
            record: &mut impl Record<L::Any>,
            mode: Mode,
            [a, b, c]: [L::Bits<32>; 3],
        ) -> L::Bits<32> {
            let tmp = $operate(logic, record, mode, [&a, &b]);
            $crate::second_op::finish(logic, record, mode.output, &tmp, &c)
        }
    };
}

mod about;
pub mod vabsdiff;
pub mod vabsdiff4;
pub mod vadd;
pub mod vmad;
pub mod vmnmx;
pub mod vset;
pub mod vsetp;
pub mod vshift;

pub use about::About;

/// What an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Writes {
    /// One register. The C port reads a register.
    Register,
    /// Two predicates. The C port reads a predicate.
    Predicates,
}

/// The description of an instruction: all that other code needs to know about it.
///
/// The A port reads a register, B a register or an immediate, C what [`Writes`] says.
trait Instruction {
    /// Its modifiers.
    type Mode: Copy;

    const ABOUT: About;

    const WRITES: Writes = Writes::Register;

    /// Whether B is the amount of a shift, which is unsigned.
    const SHIFTS_BY_B: bool = false;

    /// The document that specifies the modes that are not [inferred](Self::inferred).
    const DOCUMENT: &'static str = "PTX ISA";

    /// Every mode, in groups with the same operands.
    fn groups() -> impl Iterator<Item = Vec<Self::Mode>> + Send;

    /// Why the computation is inferred; [`None`] if a document specifies it.
    fn inferred(_: &Self::Mode) -> Option<&'static str> {
        None
    }

    /// The stages of saturation and second operation, if the instruction has them.
    fn output(_: &Self::Mode) -> Option<Output> {
        None
    }

    fn saturate(mode: &Self::Mode) -> Saturate {
        Self::output(mode).map_or(Saturate::Off, |output| output.saturate)
    }

    /// Sentences about the signs of a mode and what they do.
    fn notes(_: &Self::Mode) -> Vec<String> {
        Vec::new()
    }

    fn operands(mode: &Self::Mode) -> Option<[Operand; 2]>;

    fn set_operands(mode: &mut Self::Mode, operands: [Operand; 2]);

    fn with_first_selectors(mut mode: Self::Mode) -> Self::Mode {
        if let Some(operands) = Self::operands(&mode) {
            Self::set_operands(&mut mode, operands.map(|it| Operand::first(it.format())));
        }
        mode
    }

    fn operand_names(mode: &Self::Mode) -> String {
        Self::operands(mode).map_or_else(String::new, |[a, b]| format!("{a} {b}"))
    }

    fn compute<L: Logic>(
        logic: &L,
        record: &mut impl Record<L::Any>,
        mode: Self::Mode,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32>;
}

/// Lists the instructions: the name of the description, and its module. Everything that differs between them comes from
/// [`Instruction`].
macro_rules! instructions {
    ($($name:ident $mnemonic:literal in $module:ident;)*) => {
        /// One of the nine instructions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
        pub enum Kind {
            $(#[doc = concat!("`", $mnemonic, "`")] $name,)*
        }

        /// An instruction of the family with its mode.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
        pub enum Operation {
            $(#[doc = concat!("`", $mnemonic, "`")] $name($module::Mode),)*
        }

        impl Kind {
            /// All nine, `VMAD` first.
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];

            /// The mnemonics of [`Self::ALL`].
            pub const NAMES: [&str; Self::ALL.len()] = [$($mnemonic),*];

            /// The mnemonic: `VADD`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $mnemonic,)* }
            }

            /// The kind of its result.
            #[inline]
            pub const fn writes(self) -> Writes {
                match self { $(Self::$name => <$module::$name as Instruction>::WRITES,)* }
            }

            /// What help and pages say about it.
            pub const fn about(self) -> About {
                match self { $(Self::$name => <$module::$name as Instruction>::ABOUT,)* }
            }

            /// Whether B is the amount of a shift, which is unsigned.
            pub const fn shifts_by_b(self) -> bool {
                match self { $(Self::$name => <$module::$name as Instruction>::SHIFTS_BY_B,)* }
            }

            /// The document that specifies its modes, except those that are [inferred](Operation::inferred).
            pub const fn document(self) -> &'static str {
                match self { $(Self::$name => <$module::$name as Instruction>::DOCUMENT,)* }
            }

            /// Every mode, in groups with the same operands. The groups are in the order of the operands. The modes of
            /// a group are in the order of the other modifiers.
            pub fn groups(self) -> Box<dyn Iterator<Item = Vec<Operation>> + Send> {
                match self {
                    $(Self::$name => Box::new(<$module::$name as Instruction>::groups().map(|modes| {
                        modes.into_iter().map(Operation::$name).collect()
                    })),)*
                }
            }
        }

        impl Operation {
            /// The instruction.
            #[inline]
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$name(_) => Kind::$name,)* }
            }

            /// The reason why the computation is inferred; [`None`] if the SASS reference text or the PTX ISA specifies
            /// it.
            pub fn inferred(&self) -> Option<&'static str> {
                match self { $(Self::$name(mode) => $module::$name::inferred(mode),)* }
            }

            /// Rules that follow from the signs and the carry of a mode, a sentence each: `final signed: C is negated;
            /// no shift; the low 32 bits are the result`. Only `VMAD` has such rules.
            pub fn notes(&self) -> Vec<String> {
                match self { $(Self::$name(mode) => $module::$name::notes(mode),)* }
            }

            /// The saturation and the second operation; [`None`] for `VMAD`, `VABSDIFF4` and `VSETP`, whose last stages
            /// differ.
            pub fn output(&self) -> Option<Output> {
                match self { $(Self::$name(mode) => $module::$name::output(mode),)* }
            }

            /// Whether the result is clamped; `VABSDIFF4` clamps each lane and has no clamp of its result.
            pub fn saturate(&self) -> Saturate {
                match self { $(Self::$name(mode) => $module::$name::saturate(mode),)* }
            }

            /// The A and B operands; [`None`] for `VABSDIFF4`, whose lanes are any bytes of A and B.
            pub fn operands(&self) -> Option<[Operand; 2]> {
                match self { $(Self::$name(mode) => $module::$name::operands(mode),)* }
            }

            /// The same operation with other operands. A shift uses only the selector of B. `VABSDIFF4` has no
            /// operands, and does not change.
            #[must_use]
            pub fn with_operands(mut self, operands: [Operand; 2]) -> Self {
                match &mut self { $(Self::$name(mode) => $module::$name::set_operands(mode, operands),)* }
                self
            }

            /// The mode with the first selector of each format, or the lanes `3210` and `7654`: other selectors take
            /// other parts of the same registers.
            #[must_use]
            pub fn with_first_selectors(self) -> Self {
                match self { $(Self::$name(mode) => Self::$name($module::$name::with_first_selectors(mode)),)* }
            }

            /// The operands: `U8.B1 S32`, `3210 7654` of `VABSDIFF4`.
            pub fn operand_names(&self) -> String {
                match self { $(Self::$name(mode) => $module::$name::operand_names(mode),)* }
            }

            /// The computation in any [`Logic`]; the inputs and the result are those of [`Operation::execute`].
            #[inline(always)]
            pub fn compute<L: Logic>(
                &self,
                logic: &L,
                record: &mut impl Record<L::Any>,
                inputs: [L::Bits<32>; 3],
            ) -> L::Bits<32> {
                match *self {
                    $(Self::$name(mode) => <$module::$name as Instruction>::compute(logic, record, mode, inputs),)*
                }
            }
        }
    };
}

instructions! {
    Vmad "VMAD" in vmad;
    Vadd "VADD" in vadd;
    Vabsdiff "VABSDIFF" in vabsdiff;
    Vabsdiff4 "VABSDIFF4" in vabsdiff4;
    Vmnmx "VMNMX" in vmnmx;
    Vset "VSET" in vset;
    Vsetp "VSETP" in vsetp;
    Vshl "VSHL" in vshift;
    Vshr "VSHR" in vshift;
}

impl Kind {
    /// The instructions with a second operation.
    pub const WITH_SECOND_OP: [Self; 6] =
        [Self::Vadd, Self::Vabsdiff, Self::Vmnmx, Self::Vset, Self::Vshl, Self::Vshr];

    /// Those of [`Self::WITH_SECOND_OP`] with a sign of the result.
    pub const WITH_DTYPE: [Self; 5] = [Self::Vadd, Self::Vabsdiff, Self::Vmnmx, Self::Vshl, Self::Vshr];

    /// The instruction of a mnemonic.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Every mode: 4,704 of `VMAD`, 25,088 of `VADD`, 6,272 of `VABSDIFF`, 78,848 of `VABSDIFF4`, 12,544 of `VMNMX`,
    /// 12,544 of `VSET`, 9,408 of `VSETP`, 6,272 each of `VSHL` and `VSHR`.
    pub fn modes(self) -> impl Iterator<Item = Operation> + Send {
        self.groups().flatten()
    }
}

impl fmt::Display for Kind {
    /// The mnemonic.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl From<vmad::Mode> for Operation {
    fn from(mode: vmad::Mode) -> Self {
        Self::Vmad(mode)
    }
}

impl Operation {
    /// The mnemonic: `VADD`.
    pub const fn mnemonic(&self) -> &'static str {
        self.kind().name()
    }

    /// Executes the instruction. The result is the value of the destination register; for `VSETP`, bits 0 and 1 are the
    /// values of the first and the second destination predicate, and the other bits are 0.
    ///
    /// `a` and `c` are the registers' values, `b` a register's or an imm16 with zeros above it. For `VSETP`, bit 0 of
    /// `c` is the source predicate before its negation.
    pub fn execute(&self, a: u32, b: u32, c: u32) -> u32 {
        self.compute(&Machine, &mut Nothing, inputs(a, b, c)).unsigned() as u32
    }

    /// One execution with every wire; the inputs are those of [`Operation::execute`].
    pub fn trace(&self, a: u32, b: u32, c: u32) -> Trace {
        let mut wires = Vec::with_capacity(24);
        self.compute(&Machine, &mut wires, inputs(a, b, c));
        Trace { wires, saturate: self.saturate() }
    }
}

/// Every pair of operands.
fn operand_pairs() -> impl Iterator<Item = (Operand, Operand)> + Clone + Send {
    Operand::all().flat_map(|a| Operand::all().map(move |b| (a, b)))
}

#[inline(always)]
pub(crate) fn inputs(a: u32, b: u32, c: u32) -> [Bits<32>; 3] {
    [a, b, c].map(|input| Bits::wrap(input.into()))
}
