//! The SIMD video instructions apart from their operands (PTX ISA, section 9.7.18.2).

use super::modifiers::{Comparison, LaneArithmetic, Type};
use std::fmt;

/// The letter of selectors and masks: `h` of two half-words, `b` of four bytes.
const fn letter(lanes: usize) -> &'static str {
    if lanes == 2 { "h" } else { "b" }
}

/// Numbers from `first`.
const fn counted<const LANES: usize>(first: u8) -> [u8; LANES] {
    let mut parts = [first; LANES];
    let mut lane = 1;
    while lane < LANES {
        parts[lane] = first + lane as u8;
        lane += 1;
    }
    parts
}

/// `.asel` or `.bsel`: the part that each lane reads, lane 0 first. There are 4 half-words or 8 bytes: the first half
/// are those of `a`, the second those of `b`.
///
/// Prints as PTX writes it, the highest lane first: `b3210`, `h10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaneSelect<const LANES: usize>([u8; LANES]);

impl<const LANES: usize> LaneSelect<LANES> {
    /// The default of `.asel`: the parts of `a`.
    pub const A: Self = Self(counted(0));

    /// The default of `.bsel`: the parts of `b`.
    pub const B: Self = Self(counted(LANES as u8));

    /// The parts that the lanes read, from lane 0; [`None`] if one is not below twice the number of lanes.
    ///
    /// The PTX ISA's selector `.b1024` is refused too: ptxas 12.9 reads it as a type.
    pub fn new(parts: [u8; LANES]) -> Option<Self> {
        let in_range = parts.iter().all(|part| usize::from(*part) < 2 * LANES);
        (in_range && parts[..] != [4, 2, 0, 1]).then_some(Self(parts))
    }

    /// The parts that the lanes read, from lane 0.
    pub const fn parts(self) -> [u8; LANES] {
        self.0
    }

    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let mut parts: [u8; LANES] = text.strip_prefix(letter(LANES))?.as_bytes().try_into().ok()?;
        parts.reverse();
        Self::new(parts.map(|digit| digit.wrapping_sub(b'0')))
    }
}

impl<const LANES: usize> fmt::Display for LaneSelect<LANES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(letter(LANES))?;
        self.0.iter().rev().try_for_each(|part| write!(f, "{part}"))
    }
}

/// `.mask`: the lanes whose results are written or accumulated, at least one. Bit `i` is lane `i`.
///
/// Prints as PTX writes it, the highest lane first: `b20`, `h10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LaneMask<const LANES: usize>(u8);

impl<const LANES: usize> LaneMask<LANES> {
    /// The default: all lanes.
    pub const ALL: Self = Self((1 << LANES) - 1);

    /// The lanes of the bits, from bit 0; [`None`] without a lane, or with a bit above the highest lane.
    pub fn new(bits: u8) -> Option<Self> {
        (1..=Self::ALL.0).contains(&bits).then_some(Self(bits))
    }

    /// Whether the mask has a lane, counted from 0.
    pub const fn has(self, lane: usize) -> bool {
        lane < LANES && self.0 >> lane & 1 == 1
    }

    pub(crate) fn from_text(text: &str) -> Option<Self> {
        (1..=Self::ALL.0).map(Self).find(|mask| mask.to_string() == text)
    }
}

impl<const LANES: usize> fmt::Display for LaneMask<LANES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(letter(LANES))?;
        (0..LANES).rev().filter(|lane| self.has(*lane)).try_for_each(|lane| write!(f, "{lane}"))
    }
}

/// The use of the results of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LaneTail {
    /// They replace parts of `c`.
    Merge {
        /// `.sat`: they are clamped to the width of a lane and the sign of `dtype` first.
        sat: bool,
    },
    /// `.add`: they are added to `c`. `.sat` is illegal with it.
    Add,
}

/// What each lane computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LaneOp {
    /// `vadd`, `vsub`, `vavrg`, `vabsdiff`, `vmin`, `vmax`
    Arithmetic {
        /// Which of the six.
        op: LaneArithmetic,
        /// `.dtype`: the range of `.sat`; without effect otherwise.
        dtype: Type,
        /// `.sat`, `.add` or neither.
        tail: LaneTail,
    },
    /// `vset`: 1 or 0, whose `dtype` is unsigned.
    Set {
        /// `.cmp`
        cmp: Comparison,
        /// `.add`: the results are added to `c`; else they replace parts of `c`.
        add: bool,
    },
}

/// A SIMD video instruction: `vadd2` and the like have 2 lanes of half-words, `vadd4` and the like 4 lanes of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Simd<const LANES: usize> {
    /// The computation of a lane.
    pub op: LaneOp,
    /// `.atype`
    pub atype: Type,
    /// `.btype`
    pub btype: Type,
    /// `.asel`
    pub asel: LaneSelect<LANES>,
    /// `.bsel`
    pub bsel: LaneSelect<LANES>,
    /// `.mask`
    pub mask: LaneMask<LANES>,
}

impl<const LANES: usize> Simd<LANES> {
    /// The width of a lane: 16 or 8 bits.
    pub const LANE_BITS: u32 = 32 / LANES as u32;

    /// `.sat`: the type to whose range the results are clamped.
    pub const fn saturates_to(&self) -> Option<Type> {
        match self.op {
            LaneOp::Arithmetic { dtype, tail: LaneTail::Merge { sat: true }, .. } => Some(dtype),
            LaneOp::Arithmetic { .. } | LaneOp::Set { .. } => None,
        }
    }

    /// The mask and the selectors with their dots; an empty text for each default.
    pub(super) fn decorations(&self) -> [String; 3] {
        let mask = if self.mask == LaneMask::ALL { String::new() } else { format!(".{}", self.mask) };
        let select = |select, default| if select == default { String::new() } else { format!(".{select}") };
        [mask, select(self.asel, LaneSelect::A), select(self.bsel, LaneSelect::B)]
    }

    /// Whether the results are added to `c`; else they replace parts of `c`.
    pub const fn adds(&self) -> bool {
        match self.op {
            LaneOp::Arithmetic { tail, .. } => matches!(tail, LaneTail::Add),
            LaneOp::Set { add, .. } => add,
        }
    }
}

/// The opcode and its modifiers: `vadd4.u32.u32.s32.sat`.
impl<const LANES: usize> fmt::Display for Simd<LANES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [atype, btype] = [self.atype.text(), self.btype.text()];
        match self.op {
            LaneOp::Arithmetic { op, dtype, .. } => {
                write!(f, "{}{LANES}.{}.{atype}.{btype}", op.text(), dtype.text())?;
            }
            LaneOp::Set { cmp, .. } => write!(f, "vset{LANES}.{atype}.{btype}.{}", cmp.text())?,
        }
        f.write_str(if self.adds() {
            ".add"
        } else if self.saturates_to().is_some() {
            ".sat"
        } else {
            ""
        })
    }
}
