//! The integer instructions as values.

use super::types::Int;
use crate::ast::{Comparison, ShiftMode};

/// An integer instruction of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Integer {
    /// The instruction.
    pub op: Op,
    /// The type: of the comparison for `setp` and `set`, of the result for `cvt`, of `a` for `dp4a` and `dp2a`.
    pub ty: Int,
    /// `.u16x2` or `.s16x2`: the type is that of each half of the registers.
    pub halves: bool,
    /// `.sat`: the result is clamped to the type's range.
    pub sat: bool,
    /// `.relu`: a negative result is 0.
    pub relu: bool,
    /// The carry of an instruction of extended precision.
    pub carry: Option<Carry>,
}

impl Integer {
    /// An instruction without modifiers.
    pub(crate) const fn plain(op: Op, ty: Int) -> Self {
        Self { op, ty, halves: false, sat: false, relu: false, carry: None }
    }
}

/// What an instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `d = a + b`
    Add,
    /// `d = a - b`
    Sub,
    /// A part of `a * b`.
    Mul(Part),
    /// A part of `a * b`, plus `c`.
    Mad(Part),
    /// A part of the product of the low 24 bits of `a` and `b`.
    Mul24(Part),
    /// The same, plus `c`.
    Mad24(Part),
    /// `d = c + |a - b|`
    Sad,
    /// `d = a / b`, rounded toward zero. A divisor of 0 has no specified result: all ones here, as ptxas computes.
    Div,
    /// `d = a % b`, with the sign of `a`; likewise.
    Rem,
    /// `d = min(a, b)`
    Min,
    /// `d = max(a, b)`
    Max,
    /// `d = |a|`
    Abs,
    /// `d = -a`
    Neg,
    /// `dp4a`, or `dp2a` with the half of `b` whose two bytes it takes. "Input c has type .u32 if both .atype and
    /// .btype are .u32 else input c has type .s32": the sum wraps, so this makes no difference.
    Dot {
        /// `.lo` or `.hi`; [`None`] for `dp4a`.
        half: Option<Part>,
        /// Whether `b` is signed.
        b_signed: bool,
    },
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `not`
    Not,
    /// `cnot`: 1 if the source is 0, else 0.
    Cnot,
    /// `lop3`: the table is the fourth source, a constant from 0 to 255. With a combination there is a second
    /// destination, `p = (d != 0) BoolOp q`.
    Lop3(Option<Combination>),
    /// `shl`: "shift amounts greater than the register width N are clamped to N".
    Shl,
    /// `shr`, filled with the sign of a signed type.
    Shr,
    /// `shf`: a shift of two words.
    Shf {
        /// `.l`; otherwise `.r`.
        left: bool,
        /// `.clamp` or `.wrap`
        mode: ShiftMode,
    },
    /// `popc`
    Popc,
    /// `clz`
    Clz,
    /// `brev`
    Brev,
    /// `bfind`: the highest bit that is not the sign; all ones if there is none.
    Bfind {
        /// `.shiftamt`: the distance from the highest bit of the type.
        shift: bool,
    },
    /// `fns`: the `c`th bit of `a` that is set, from bit `b` on; downwards if `c` is negative.
    Fns,
    /// `szext`: the low `b` bits of `a`, extended by the sign of a signed type; `.clamp` or `.wrap` of `b`.
    Szext(ShiftMode),
    /// `bmsk`: `b` ones from bit `a` on; `.clamp` or `.wrap` of both.
    Bmsk(ShiftMode),
    /// `bfe`: the field of `a` at bit `b`, of `c` bits.
    Bfe,
    /// `bfi`: `b` with `a` in the field at bit `c`, of `d` bits.
    Bfi,
    /// `prmt`: four bytes of `a` and `b`, chosen by four bits each of a selector; the fourth bit replicates the sign.
    /// The selector is `c`, or in a mode the one of these that the low two bits of `c` choose.
    Prmt(Option<[u16; 4]>),
    /// `setp`: the comparison, and its opposite if there is a second destination.
    Setp(Comparison, Option<Combination>),
    /// `set`: all ones or 0.
    Set(Comparison, Option<Combination>),
    /// `selp`: `a` if the predicate is true, else `b`.
    Selp,
    /// `slct`: `a` if the signed number `c` is not negative, else `b`.
    Slct,
    /// `mov`
    Move,
    /// `mov d, {a, b}`: `a` has the low bits. With the number of sources, 2 or 4.
    Pack(u32),
    /// `mov {d, e}, a`: `d` has the low bits. With the number of destinations, 2 or 4.
    Unpack(u32),
    /// `cvt` of a number of this type. A destination wider than its type is extended by the sign of the type.
    Cvt(Int),
    /// `cvt.pack d, a, b, c`: `b`, `a` and the low bits of `c` side by side, `a` and `b` clamped to the type. With 16
    /// bits there is no `c`.
    CvtPack,
}

/// The part of a product that is used; of the bytes of a word the two low or the two high ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// `.lo`: the low half; of a 48-bit product bits 31 to 0.
    Lo,
    /// `.hi`: the high half; of a 48-bit product bits 47 to 16.
    Hi,
    /// `.wide`: the whole product, twice as wide as its factors.
    Wide,
}

/// An operation on a comparison and another predicate, the last source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combination {
    /// `.and`
    And,
    /// `.or`
    Or,
    /// `.xor`
    Xor,
}

/// How an instruction uses the carry flag `CC.CF`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// `addc`, `subc` or `madc`.
    pub reads: bool,
    /// `.cc`
    pub writes: bool,
    /// Whether it is a borrow.
    pub borrow: bool,
}
