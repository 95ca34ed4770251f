//! The instructions: a file for each, named after its mnemonic, with its mode, its computation and its description.
//! [`Kind`] is an instruction, [`Operation`] an instruction with its mode.

use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::fmt;

use crate::{
    logic::Logic,
    machine::{Bits, Machine},
    operand::Operand,
    record::{Nothing, Record},
    saturate::Saturate,
    second_op::{Output, finish, second_operation},
    source::Source,
    trace::Trace,
};

mod about;
pub mod vabsdiff;
pub mod vabsdiff4;
pub mod vadd;
pub mod vmad;
pub mod vmnmx;
pub mod vset;
pub mod vsetp;
pub mod vshift;

pub use about::{About, Writes};

/// Lists the instructions: each with its mnemonic, its mode and its description in words.
macro_rules! instructions {
    ($($name:ident $mnemonic:literal $mode:ty, $about:path;)*) => {
        /// An instruction of the family.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
        pub enum Kind {
            $(#[doc = concat!("`", $mnemonic, "`")] $name,)*
        }

        /// An instruction of the family with its mode.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "UPPERCASE"))]
        pub enum Operation {
            $(#[doc = concat!("`", $mnemonic, "`")] $name($mode),)*
        }

        impl Kind {
            /// All, `VMAD` first.
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];

            /// The mnemonics of [`Self::ALL`].
            pub const NAMES: [&str; Self::ALL.len()] = [$($mnemonic),*];

            /// What help and pages say about it.
            pub const fn about(self) -> About {
                match self { $(Self::$name => $about,)* }
            }

            /// Every mode, in groups with the same operands. The groups are in the order of the operands. The modes of
            /// a group are in the order of the other modifiers.
            pub fn groups(self) -> Box<dyn Iterator<Item = Vec<Operation>> + Send> {
                match self {
                    $(Self::$name => Box::new(
                        <$mode>::groups().map(|modes| modes.into_iter().map(Operation::$name).collect())
                    ),)*
                }
            }
        }

        impl Operation {
            /// The instruction.
            #[inline]
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$name(_) => Kind::$name,)* }
            }
        }
    };
}

instructions! {
    Vmad "VMAD" vmad::Mode, vmad::ABOUT;
    Vadd "VADD" vadd::Mode, vadd::ABOUT;
    Vabsdiff "VABSDIFF" vabsdiff::Mode, vabsdiff::ABOUT;
    Vabsdiff4 "VABSDIFF4" vabsdiff4::Mode, vabsdiff4::ABOUT;
    Vmnmx "VMNMX" vmnmx::Mode, vmnmx::ABOUT;
    Vset "VSET" vset::Mode, vset::ABOUT;
    Vsetp "VSETP" vsetp::Mode, vsetp::ABOUT;
    Vshl "VSHL" vshift::Mode, vshift::LEFT;
    Vshr "VSHR" vshift::Mode, vshift::RIGHT;
}

impl Kind {
    /// The instructions with a second operation.
    pub const WITH_SECOND_OP: [Self; 6] =
        [Self::Vadd, Self::Vabsdiff, Self::Vmnmx, Self::Vset, Self::Vshl, Self::Vshr];

    /// Those of [`Self::WITH_SECOND_OP`] with a sign of the result.
    pub const WITH_DTYPE: [Self; 5] = [Self::Vadd, Self::Vabsdiff, Self::Vmnmx, Self::Vshl, Self::Vshr];

    /// The mnemonic: `VADD`.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The instruction of a mnemonic.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind of its result.
    #[inline]
    pub const fn writes(self) -> Writes {
        self.about().writes
    }

    /// Whether B is the amount of a shift, which is unsigned.
    pub const fn shifts_by_b(self) -> bool {
        self.about().shifts_by_b
    }

    /// Every mode: 4,704 of `VMAD`, 25,088 of `VADD`, 6,272 of `VABSDIFF`, 78,848 of `VABSDIFF4`, 12,544 of `VMNMX`,
    /// 12,544 of `VSET`, 9,408 of `VSETP`, 6,272 each of `VSHL` and `VSHR`.
    pub fn modes(self) -> impl Iterator<Item = Operation> + Send {
        self.groups().flatten()
    }
}

/// A group for each pair of operands that has modes.
fn by_operands<M>(
    modes: impl Fn(Operand, Operand) -> Vec<M> + Copy + Send,
) -> impl Iterator<Item = Vec<M>> + Send {
    let groups = Operand::all().flat_map(move |a| Operand::all().map(move |b| modes(a, b)));
    groups.filter(|group| !group.is_empty())
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

    /// Who specifies the computation.
    pub const fn source(&self) -> Source {
        match self {
            Self::Vmad(_) => Source::Reference,
            Self::Vabsdiff(_) | Self::Vmnmx(_) => Source::Ptx,
            Self::Vadd(mode) => mode.source(),
            Self::Vabsdiff4(mode) => mode.source(),
            Self::Vset(mode) => mode.source(),
            Self::Vsetp(_) => vsetp::SOURCE,
            Self::Vshl(mode) => mode.left_source(),
            Self::Vshr(mode) => mode.right_source(),
        }
    }

    /// Rules that follow from the signs and the carry of a mode, a sentence each: `final signed: C is negated; no
    /// shift; the low 32 bits are the result`. Only `VMAD` has such rules.
    pub fn notes(&self) -> Vec<String> {
        if let Self::Vmad(mode) = self { mode.notes() } else { Vec::new() }
    }

    /// The saturation and the second operation; [`None`] for `VMAD`, `VABSDIFF4` and `VSETP`, whose last stages differ.
    pub const fn output(&self) -> Option<Output> {
        match self {
            Self::Vadd(vadd::Mode { output, .. })
            | Self::Vabsdiff(vabsdiff::Mode { output, .. })
            | Self::Vmnmx(vmnmx::Mode { output, .. })
            | Self::Vshl(vshift::Mode { output, .. })
            | Self::Vshr(vshift::Mode { output, .. }) => Some(*output),
            Self::Vset(mode) => Some(mode.output()),
            Self::Vmad(_) | Self::Vabsdiff4(_) | Self::Vsetp(_) => None,
        }
    }

    /// Whether the result is clamped; `VABSDIFF4` clamps each lane and has no clamp of its result.
    pub fn saturate(&self) -> Saturate {
        match self {
            Self::Vmad(mode) => mode.saturate,
            _ => self.output().map_or(Saturate::Off, |output| output.saturate),
        }
    }

    /// The A and B operands; [`None`] for `VABSDIFF4`, whose lanes are any bytes of A and B.
    pub const fn operands(&self) -> Option<[Operand; 2]> {
        match *self {
            Self::Vmad(vmad::Mode { a, b, .. })
            | Self::Vadd(vadd::Mode { a, b, .. })
            | Self::Vabsdiff(vabsdiff::Mode { a, b, .. })
            | Self::Vmnmx(vmnmx::Mode { a, b, .. })
            | Self::Vset(vset::Mode { a, b, .. })
            | Self::Vsetp(vsetp::Mode { a, b, .. }) => Some([a, b]),
            Self::Vshl(mode) | Self::Vshr(mode) => Some([mode.a, mode.amount()]),
            Self::Vabsdiff4(_) => None,
        }
    }

    /// The same operation with other operands. A shift uses only the selector of B. `VABSDIFF4` has no operands, and
    /// does not change.
    #[must_use]
    pub const fn with_operands(mut self, operands: [Operand; 2]) -> Self {
        match &mut self {
            Self::Vmad(vmad::Mode { a, b, .. })
            | Self::Vadd(vadd::Mode { a, b, .. })
            | Self::Vabsdiff(vabsdiff::Mode { a, b, .. })
            | Self::Vmnmx(vmnmx::Mode { a, b, .. })
            | Self::Vset(vset::Mode { a, b, .. })
            | Self::Vsetp(vsetp::Mode { a, b, .. }) => [*a, *b] = operands,
            Self::Vshl(vshift::Mode { a, b, .. }) | Self::Vshr(vshift::Mode { a, b, .. }) => {
                (*a, *b) = (operands[0], operands[1].selector);
            }
            Self::Vabsdiff4(_) => {}
        }
        self
    }

    /// The mode with the first selector of each format, or the lanes `3210` and `7654`: other selectors take other
    /// parts of the same registers.
    #[must_use]
    pub fn with_first_selectors(self) -> Self {
        match (self, self.operands()) {
            (Self::Vabsdiff4(mode), _) => {
                let (a, b) = (vabsdiff4::SelectA::L3210, vabsdiff4::SelectB::L7654);
                Self::Vabsdiff4(vabsdiff4::Mode { a, b, ..mode })
            }
            (_, Some(operands)) => {
                self.with_operands(operands.map(|operand| Operand::first(operand.format())))
            }
            (_, None) => self,
        }
    }

    /// The operands: `U8.B1 S32`, `3210 7654` of `VABSDIFF4`.
    pub fn operand_names(&self) -> String {
        match (self, self.operands()) {
            (Self::Vabsdiff4(mode), _) => format!("{} {}", mode.a.name(), mode.b.name()),
            (_, Some([a, b])) => format!("{a} {b}"),
            (_, None) => String::new(),
        }
    }

    /// The computation in any [`Logic`]; the inputs and the result are those of [`Operation::execute`].
    #[inline(always)]
    pub fn compute<L: Logic>(
        &self,
        logic: &L,
        record: &mut impl Record<L::Any>,
        inputs: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        let [a, b, c] = &inputs;
        let (output, tmp) = match *self {
            Self::Vmad(mode) => return vmad::compute(logic, record, mode, inputs),
            Self::Vabsdiff4(mode) => return vabsdiff4::compute(logic, record, mode, inputs),
            Self::Vsetp(mode) => return vsetp::compute(logic, record, mode, inputs),
            Self::Vset(mode) => {
                let tmp = vset::operate(logic, record, mode, [a, b]);
                let Output { sign, second, .. } = mode.output();
                return second_operation(logic, record, sign, second, &tmp, "tmp[31:0]", c);
            }
            Self::Vadd(mode) => (mode.output, vadd::operate(logic, record, mode, [a, b])),
            Self::Vabsdiff(mode) => (mode.output, vabsdiff::operate(logic, record, mode, [a, b])),
            Self::Vmnmx(mode) => (mode.output, vmnmx::operate(logic, record, mode, [a, b])),
            Self::Vshl(mode) => (mode.output, vshift::left(logic, record, mode, [a, b])),
            Self::Vshr(mode) => (mode.output, vshift::right(logic, record, mode, [a, b])),
        };
        finish(logic, record, output, &tmp, c)
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

#[inline(always)]
pub(crate) fn inputs(a: u32, b: u32, c: u32) -> [Bits<32>; 3] {
    [a, b, c].map(|input| Bits::wrap(input.into()))
}
