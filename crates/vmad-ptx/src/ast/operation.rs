//! Video instructions apart from their operands (PTX ISA, section 9.7.18.1).
//!
//! Every type is `Copy` and has exactly the values of the PTX ISA's syntax boxes.

use super::modifiers::{ArithmeticOp, Comparison, SecOp, Select, ShiftMode, ShiftOp, Source, Type};
use super::multiply_add::MultiplyAdd;
use super::simd::{LaneOp, Simd};

/// The use of the intermediate result: written, combined with `c`, or merged into `c` (lines 48 to 53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tail {
    /// `d, a, b`: written; there is no `c`.
    None,
    /// `d, a, b, c` without a second operation and without a merge. The PTX ISA does not have it; `ptxas` accepts it,
    /// and `c` has no effect.
    Unused,
    /// `.secop  d, a, b, c`
    Second(SecOp),
    /// `d.dsel, a, b, c`
    Merge(Select),
}

impl Tail {
    /// Whether the instruction is written with a third source operand.
    pub const fn has_c(self) -> bool {
        !matches!(self, Self::None)
    }

    /// `.dsel`, if there is one.
    pub const fn dsel(self) -> Option<Select> {
        if let Self::Merge(dsel) = self { Some(dsel) } else { None }
    }

    /// `.secop`, if there is one.
    pub const fn secop(self) -> Option<SecOp> {
        if let Self::Second(secop) = self { Some(secop) } else { None }
    }
}

/// `vadd`, `vsub`, `vabsdiff`, `vmin` or `vmax`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Arithmetic {
    /// Which of the five.
    pub op: ArithmeticOp,
    /// `.dtype`
    pub dtype: Type,
    /// `.atype` and `.asel`
    pub a: Source,
    /// `.btype` and `.bsel`
    pub b: Source,
    /// `.sat`
    pub sat: bool,
    /// Second operation or merge.
    pub tail: Tail,
}

/// `vshl` or `vshr`. The shift amount's type is always `.u32` (line 186), so only its selector is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shift {
    /// Which of the two.
    pub op: ShiftOp,
    /// `.dtype`
    pub dtype: Type,
    /// `.atype` and `.asel`
    pub a: Source,
    /// `.bsel`
    pub bsel: Option<Select>,
    /// `.sat`
    pub sat: bool,
    /// `.clamp` or `.wrap`
    pub mode: ShiftMode,
    /// Second operation or merge.
    pub tail: Tail,
}

/// `vset` (section 9.7.18.1.4). Its result is always unsigned (line 364), so there is no `dtype`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set {
    /// `.atype` and `.asel`
    pub a: Source,
    /// `.btype` and `.bsel`
    pub b: Source,
    /// `.cmp`
    pub cmp: Comparison,
    /// Second operation or merge.
    pub tail: Tail,
}

/// A scalar or SIMD video instruction, with everything but its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// `vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`
    Arithmetic(Arithmetic),
    /// `vshl`, `vshr`
    Shift(Shift),
    /// `vset`
    Set(Set),
    /// `vmad`
    MultiplyAdd(MultiplyAdd),
    /// `vadd2`, `vsub2`, `vavrg2`, `vabsdiff2`, `vmin2`, `vmax2`, `vset2`
    Simd2(Simd<2>),
    /// `vadd4`, `vsub4`, `vavrg4`, `vabsdiff4`, `vmin4`, `vmax4`, `vset4`
    Simd4(Simd<4>),
}

impl Operation {
    /// `.dtype`. The result of `vset` is unsigned (line 364).
    pub const fn dtype(&self) -> Type {
        match self {
            Self::Arithmetic(it) => it.dtype,
            Self::Shift(it) => it.dtype,
            Self::MultiplyAdd(it) => it.dtype,
            Self::Simd2(Simd { op: LaneOp::Arithmetic { dtype, .. }, .. })
            | Self::Simd4(Simd { op: LaneOp::Arithmetic { dtype, .. }, .. }) => *dtype,
            Self::Set(_) | Self::Simd2(_) | Self::Simd4(_) => Type::U32,
        }
    }

    /// The types and selectors of `a` and `b` of a scalar instruction.
    pub const fn sources(&self) -> Option<[Source; 2]> {
        match self {
            Self::Arithmetic(it) => Some([it.a, it.b]),
            Self::Shift(it) => Some([it.a, Source { ty: Type::U32, select: it.bsel }]),
            Self::Set(it) => Some([it.a, it.b]),
            Self::MultiplyAdd(it) => Some([it.a, it.b]),
            Self::Simd2(_) | Self::Simd4(_) => None,
        }
    }

    /// The operation with other types and selectors of `a` and `b`, if it is a scalar one. The type of a shift amount
    /// stays `.u32`.
    #[must_use]
    pub const fn with_sources(mut self, [a, b]: [Source; 2]) -> Self {
        match &mut self {
            Self::Arithmetic(it) => (it.a, it.b) = (a, b),
            Self::Shift(it) => (it.a, it.bsel) = (a, b.select),
            Self::Set(it) => (it.a, it.b) = (a, b),
            Self::MultiplyAdd(it) => (it.a, it.b) = (a, b),
            Self::Simd2(_) | Self::Simd4(_) => {}
        }
        self
    }

    /// The second operation or merge, if the instruction can have one.
    pub const fn tail(&self) -> Option<Tail> {
        match self {
            Self::Arithmetic(it) => Some(it.tail),
            Self::Shift(it) => Some(it.tail),
            Self::Set(it) => Some(it.tail),
            Self::MultiplyAdd(_) | Self::Simd2(_) | Self::Simd4(_) => None,
        }
    }

    /// The operation with another second operation or merge, if it can have one.
    #[must_use]
    pub const fn with_tail(mut self, tail: Tail) -> Self {
        match &mut self {
            Self::Arithmetic(it) => it.tail = tail,
            Self::Shift(it) => it.tail = tail,
            Self::Set(it) => it.tail = tail,
            Self::MultiplyAdd(_) | Self::Simd2(_) | Self::Simd4(_) => {}
        }
        self
    }

    /// Whether the instruction is written with a third source operand.
    pub fn has_c(&self) -> bool {
        self.tail().is_none_or(Tail::has_c)
    }

    /// Which of `a`, `b` and `c` are read in parts: by a selector, or by the lanes of a SIMD instruction.
    pub fn selected(&self) -> [bool; 3] {
        self.sources().map_or([true; 3], |[a, b]| [a.select.is_some(), b.select.is_some(), false])
    }

    /// `.dsel` of a scalar instruction.
    pub fn dsel(&self) -> Option<Select> {
        self.tail()?.dsel()
    }

    /// Which of `a`, `b` and `c` carry a minus sign.
    pub const fn negate(&self) -> [bool; 3] {
        let Self::MultiplyAdd(MultiplyAdd { accumulate: it, .. }) = self else { return [false; 3] };
        [it.a_negate(), it.b_negate(), it.c_negate()]
    }
}
