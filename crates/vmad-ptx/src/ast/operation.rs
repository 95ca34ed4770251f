//! Video instructions apart from their operands (PTX ISA, section 9.7.18.1).
//!
//! Every type here is `Copy` and has exactly the values that the manual's syntax boxes name.

use super::abs_diff4::AbsDiff4;
use super::multiply_add::MultiplyAdd;
use super::parts::{Select, Source, Tail, Type};

/// The five instructions of section 9.7.18.1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum ArithmeticOp {
    /// `vadd`
    Add,
    /// `vsub`
    Sub,
    /// `vabsdiff`
    AbsDiff,
    /// `vmin`
    Min,
    /// `vmax`
    Max,
}

impl ArithmeticOp {
    /// All five, in the manual's order.
    pub const ALL: [Self; 5] = [Self::Add, Self::Sub, Self::AbsDiff, Self::Min, Self::Max];
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

/// The two instructions of section 9.7.18.1.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum ShiftOp {
    /// `vshl`
    Left,
    /// `vshr`
    Right,
}

/// `.mode` of a shift: what becomes of a shift amount above 31 (lines 218 and 219).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum ShiftMode {
    /// `.clamp`: amounts above 32 shift by 32.
    Clamp,
    /// `.wrap`: the amount's low five bits count.
    Wrap,
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

/// `.cmp` of `vset`.
///
/// The manual's list (line 355) has the first six. `ptxas` takes `setp`'s four names for unsigned comparisons too,
/// whenever `btype` is `.u32` and the target is older than `sm_70`: they are here because its accepted set is, and
/// [`Reading::lower`](crate::reading::Reading::lower) says what they compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Comparison {
    /// `.eq`
    Eq,
    /// `.ne`
    Ne,
    /// `.lt`
    Lt,
    /// `.le`
    Le,
    /// `.gt`
    Gt,
    /// `.ge`
    Ge,
    /// `.lo`, lower
    Lo,
    /// `.ls`, lower or same
    Ls,
    /// `.hi`, higher
    Hi,
    /// `.hs`, higher or same
    Hs,
}

impl Comparison {
    /// The six of the manual, in its order.
    pub const MANUAL: [Self; 6] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge];

    /// The four that `ptxas` knows besides.
    pub const UNSIGNED: [Self; 4] = [Self::Lo, Self::Ls, Self::Hi, Self::Hs];

    /// Whether this is one of the four names for unsigned comparisons, which ask for an unsigned `btype`.
    pub const fn needs_unsigned_btype(self) -> bool {
        matches!(self, Self::Lo | Self::Ls | Self::Hi | Self::Hs)
    }
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

/// One of the nine scalar video instructions, or `vabsdiff4`, with everything but its operands.
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
    /// `vabsdiff4`
    #[cfg_attr(feature = "serde", serde(rename = "abs_diff4"))]
    AbsDiff4(AbsDiff4),
}

impl Operation {
    /// Whether the instruction is written with a third source operand.
    pub const fn has_c(&self) -> bool {
        match self {
            Self::Arithmetic(it) => it.tail.has_c(),
            Self::Shift(it) => it.tail.has_c(),
            Self::Set(it) => it.tail.has_c(),
            Self::MultiplyAdd(_) | Self::AbsDiff4(_) => true,
        }
    }

    /// `.asel` of a scalar instruction.
    pub const fn asel(&self) -> Option<Select> {
        match self {
            Self::Arithmetic(it) => it.a.select,
            Self::Shift(it) => it.a.select,
            Self::Set(it) => it.a.select,
            Self::MultiplyAdd(it) => it.a.select,
            Self::AbsDiff4(_) => None,
        }
    }

    /// `.bsel` of a scalar instruction.
    pub const fn bsel(&self) -> Option<Select> {
        match self {
            Self::Arithmetic(it) => it.b.select,
            Self::Shift(it) => it.bsel,
            Self::Set(it) => it.b.select,
            Self::MultiplyAdd(it) => it.b.select,
            Self::AbsDiff4(_) => None,
        }
    }

    /// `.dsel` of a scalar instruction.
    pub const fn dsel(&self) -> Option<Select> {
        match self {
            Self::Arithmetic(it) => it.tail.dsel(),
            Self::Shift(it) => it.tail.dsel(),
            Self::Set(it) => it.tail.dsel(),
            Self::MultiplyAdd(_) | Self::AbsDiff4(_) => None,
        }
    }

    /// Which of `a`, `b` and `c` carry a minus sign.
    pub const fn negate(&self) -> [bool; 3] {
        match self {
            Self::MultiplyAdd(it) => {
                [it.accumulate.a_negate(), it.accumulate.b_negate(), it.accumulate.c_negate()]
            }
            Self::Arithmetic(_) | Self::Shift(_) | Self::Set(_) | Self::AbsDiff4(_) => [false; 3],
        }
    }
}
