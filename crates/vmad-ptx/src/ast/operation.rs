//! Video instructions apart from their operands (PTX ISA, section 9.7.18.1).
//!
//! Every type is `Copy` and has exactly the values of the PTX ISA's syntax boxes.

use super::modifiers::{ArithmeticOp, Comparison, SecOp, Select, ShiftMode, ShiftOp, Source, Type};
use super::multiply_add::MultiplyAdd;
use super::simd::Simd;

/// The use of the intermediate result: written, combined with `c`, or merged into `c` (lines 48 to 53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
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
    /// `.asel` and `.bsel` of a scalar instruction, and its tail if the operation has one.
    const fn parts(&self) -> (Option<Select>, Option<Select>, Option<Tail>) {
        match self {
            Self::Arithmetic(it) => (it.a.select, it.b.select, Some(it.tail)),
            Self::Shift(it) => (it.a.select, it.bsel, Some(it.tail)),
            Self::Set(it) => (it.a.select, it.b.select, Some(it.tail)),
            Self::MultiplyAdd(it) => (it.a.select, it.b.select, None),
            Self::Simd2(_) | Self::Simd4(_) => (None, None, None),
        }
    }

    /// The second operation or merge, if the instruction can have one.
    pub const fn tail(&self) -> Option<Tail> {
        self.parts().2
    }

    /// Whether the instruction is written with a third source operand.
    pub const fn has_c(&self) -> bool {
        match self.tail() {
            Some(tail) => tail.has_c(),
            None => true,
        }
    }

    /// `.asel` of a scalar instruction.
    pub const fn asel(&self) -> Option<Select> {
        self.parts().0
    }

    /// `.bsel` of a scalar instruction.
    pub const fn bsel(&self) -> Option<Select> {
        self.parts().1
    }

    /// `.dsel` of a scalar instruction.
    pub const fn dsel(&self) -> Option<Select> {
        match self.tail() {
            Some(tail) => tail.dsel(),
            None => None,
        }
    }

    /// Which of `a`, `b` and `c` carry a minus sign.
    pub const fn negate(&self) -> [bool; 3] {
        let Self::MultiplyAdd(MultiplyAdd { accumulate: it, .. }) = self else { return [false; 3] };
        [it.a_negate(), it.b_negate(), it.c_negate()]
    }
}
