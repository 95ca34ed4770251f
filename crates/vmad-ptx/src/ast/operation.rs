//! What a scalar video instruction does, apart from the registers it does it to (PTX ISA, section 9.7.18.1).
//!
//! Every type here is `Copy` and has exactly the values that the manual's syntax boxes name.

/// `.dtype`, `.atype` or `.btype`: how a 32-bit operand is read (line 56).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// `.u32`, unsigned.
    U32,
    /// `.s32`, two's complement.
    S32,
}

impl Type {
    /// Both types, in the manual's order.
    pub const ALL: [Self; 2] = [Self::U32, Self::S32];

    /// The manual's `isSigned`.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::S32)
    }
}

/// `.asel`, `.bsel` or `.dsel`: a byte or half-word of a 32-bit operand (line 57).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Select {
    /// `.b0`, bits 7:0.
    B0,
    /// `.b1`, bits 15:8.
    B1,
    /// `.b2`, bits 23:16.
    B2,
    /// `.b3`, bits 31:24.
    B3,
    /// `.h0`, bits 15:0.
    H0,
    /// `.h1`, bits 31:16.
    H1,
}

impl Select {
    /// All six parts, in the manual's order.
    pub const ALL: [Self; 6] = [Self::B0, Self::B1, Self::B2, Self::B3, Self::H0, Self::H1];

    /// The number of the part's lowest bit.
    pub const fn lsb(self) -> u32 {
        match self {
            Self::B0 | Self::H0 => 0,
            Self::B1 => 8,
            Self::B2 | Self::H1 => 16,
            Self::B3 => 24,
        }
    }

    /// The part's width: 8 or 16 bits.
    pub const fn width(self) -> u32 {
        match self {
            Self::B0 | Self::B1 | Self::B2 | Self::B3 => 8,
            Self::H0 | Self::H1 => 16,
        }
    }
}

/// How a source operand is read: its type, and the part of it that is selected (`None`: the whole word).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Source {
    /// `.atype` or `.btype`.
    pub ty: Type,
    /// `.asel` or `.bsel`.
    pub select: Option<Select>,
}

/// `.secop`, the second operation (line 58).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SecOp {
    /// `.add`
    Add,
    /// `.min`
    Min,
    /// `.max`
    Max,
}

impl SecOp {
    /// All second operations, in the manual's order.
    pub const ALL: [Self; 3] = [Self::Add, Self::Min, Self::Max];
}

/// What becomes of the intermediate result: written, combined with `c`, or merged into `c` (lines 48 to 53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tail {
    /// `d, a, b`: written as it is; there is no `c`.
    None,
    /// `d, a, b, c` with neither a second operation nor a merge: not in the manual's syntax box, but `ptxas` accepts
    /// it and passes `c` to an instruction that has no use for it.
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
        match self {
            Self::Merge(dsel) => Some(dsel),
            Self::None | Self::Unused | Self::Second(_) => None,
        }
    }

    /// `.secop`, if there is one.
    pub const fn secop(self) -> Option<SecOp> {
        match self {
            Self::Second(secop) => Some(secop),
            Self::None | Self::Unused | Self::Merge(_) => None,
        }
    }
}

/// The five instructions of section 9.7.18.1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
pub enum ShiftOp {
    /// `vshl`
    Left,
    /// `vshr`
    Right,
}

/// `.mode` of a shift: what becomes of a shift amount above 31 (lines 218 and 219).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShiftMode {
    /// `.clamp`: amounts above 32 shift by 32.
    Clamp,
    /// `.wrap`: the amount's low five bits count.
    Wrap,
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

/// `.cmp` of `vset`.
///
/// The manual's list (line 355) has the first six. `ptxas` takes `setp`'s four names for unsigned comparisons too,
/// whenever `btype` is `.u32`: they are here because its accepted set is, and
/// [`Reading::lower`](crate::reading::Reading::lower) says what they compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

/// `.scale` of `vmad` (line 260).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scale {
    /// No scaling written.
    Pass,
    /// `.shr7`
    Shr7,
    /// `.shr15`
    Shr15,
}

impl Scale {
    /// All three, in the manual's order.
    pub const ALL: [Self; 3] = [Self::Pass, Self::Shr7, Self::Shr15];

    /// The number of bits shifted out: 0, 7 or 15.
    pub const fn amount(self) -> u32 {
        match self {
            Self::Pass => 0,
            Self::Shr7 => 7,
            Self::Shr15 => 15,
        }
    }
}

/// A factor of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Factor {
    /// The first source operand.
    A,
    /// The second source operand.
    B,
}

/// The negations and `.po` of a `vmad`: the eight that are legal of the sixteen that can be written (lines 267 to 270).
///
/// "Negated" is the *operand's* minus sign; an immediate that is negative has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Accumulate {
    /// `(a*b) + c`; `cancelled`: written `-a, -b`, which negates nothing.
    Sum {
        /// Both factors carry a minus sign.
        cancelled: bool,
    },
    /// `(a*b) + c + 1`. The manual says that no operand may be negated here; `ptxas` lets `-a, -b` pass.
    PlusOne {
        /// Both factors carry a minus sign.
        cancelled: bool,
    },
    /// `(a*b) - c`
    MinusC {
        /// Both factors carry a minus sign.
        cancelled: bool,
    },
    /// `-(a*b) + c`
    MinusProduct {
        /// The factor that carries the minus sign.
        by: Factor,
    },
}

impl Accumulate {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self::Sum { cancelled: false },
        Self::Sum { cancelled: true },
        Self::MinusC { cancelled: false },
        Self::MinusC { cancelled: true },
        Self::MinusProduct { by: Factor::A },
        Self::MinusProduct { by: Factor::B },
        Self::PlusOne { cancelled: false },
        Self::PlusOne { cancelled: true },
    ];

    /// The manual's `a.negate`.
    pub const fn a_negate(self) -> bool {
        self.cancelled() || matches!(self, Self::MinusProduct { by: Factor::A })
    }

    /// The manual's `b.negate`.
    pub const fn b_negate(self) -> bool {
        self.cancelled() || matches!(self, Self::MinusProduct { by: Factor::B })
    }

    /// The manual's `c.negate`.
    pub const fn c_negate(self) -> bool {
        matches!(self, Self::MinusC { .. })
    }

    /// The manual's `.po`.
    pub const fn po(self) -> bool {
        matches!(self, Self::PlusOne { .. })
    }

    const fn cancelled(self) -> bool {
        match self {
            Self::Sum { cancelled } | Self::PlusOne { cancelled } | Self::MinusC { cancelled } => cancelled,
            Self::MinusProduct { .. } => false,
        }
    }
}

/// `vmad` (section 9.7.18.1.3). It has no second operation and no merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MultiplyAdd {
    /// `.dtype`: written, and without effect in the default reading.
    pub dtype: Type,
    /// `.atype` and `.asel`
    pub a: Source,
    /// `.btype` and `.bsel`
    pub b: Source,
    /// `.sat`
    pub sat: bool,
    /// `.shr7`, `.shr15` or neither
    pub scale: Scale,
    /// Negations and `.po`
    pub accumulate: Accumulate,
}

/// One of the nine scalar video instructions with everything but its operands.
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
}

impl Operation {
    /// Whether the instruction is written with a third source operand.
    pub const fn has_c(&self) -> bool {
        match self {
            Self::Arithmetic(it) => it.tail.has_c(),
            Self::Shift(it) => it.tail.has_c(),
            Self::Set(it) => it.tail.has_c(),
            Self::MultiplyAdd(_) => true,
        }
    }

    /// `.asel`
    pub const fn asel(&self) -> Option<Select> {
        match self {
            Self::Arithmetic(it) => it.a.select,
            Self::Shift(it) => it.a.select,
            Self::Set(it) => it.a.select,
            Self::MultiplyAdd(it) => it.a.select,
        }
    }

    /// `.bsel`
    pub const fn bsel(&self) -> Option<Select> {
        match self {
            Self::Arithmetic(it) => it.b.select,
            Self::Shift(it) => it.bsel,
            Self::Set(it) => it.b.select,
            Self::MultiplyAdd(it) => it.b.select,
        }
    }

    /// `.dsel`
    pub const fn dsel(&self) -> Option<Select> {
        match self {
            Self::Arithmetic(it) => it.tail.dsel(),
            Self::Shift(it) => it.tail.dsel(),
            Self::Set(it) => it.tail.dsel(),
            Self::MultiplyAdd(_) => None,
        }
    }

    /// Which of `a`, `b` and `c` carry a minus sign.
    pub const fn negate(&self) -> [bool; 3] {
        match self {
            Self::MultiplyAdd(it) => {
                [it.accumulate.a_negate(), it.accumulate.b_negate(), it.accumulate.c_negate()]
            }
            Self::Arithmetic(_) | Self::Shift(_) | Self::Set(_) => [false; 3],
        }
    }
}
