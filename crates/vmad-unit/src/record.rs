//! The wires of the stages, and their record.
//!
//! A stage names its wires once, where it computes them.

use alloc::vec::Vec;
use core::{fmt, ops::Range};

use bitvec::field::BitField;

use crate::{bits::AnyBits, logic::Logic, sign::Sign};

/// A stage of the datapath.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Operand select and extend.
    Select,
    /// The multiplier.
    Multiply,
    /// The psign adder.
    Add,
    /// The absolute difference of `VABSDIFF` and `VABSDIFF4`.
    Difference,
    /// The normalisation shift.
    Shift,
    /// A shift by B.
    ShiftByB,
    /// The comparison of `VMNMX`, `VSET` and `VSETP`.
    Compare,
    /// The boolean operation of `VSETP`.
    Join,
    /// The clamp.
    Saturate,
    /// The second operation, or the merge with C.
    SecondOp,
}

impl Stage {
    /// The title: `select and extend`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select => "select and extend",
            Self::Multiply => "multiply",
            Self::Add => "psign adder",
            Self::Difference => "absolute difference",
            Self::Shift => "normalisation shift",
            Self::ShiftByB => "shift by B",
            Self::Compare => "comparison",
            Self::Join => "boolean operation",
            Self::Saturate => "saturation",
            Self::SecondOp => "second operation",
        }
    }
}

/// One wire of an execution; `B` holds its bits ([`Logic::Any`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wire<B = AnyBits> {
    /// The stage that drives the wire.
    pub stage: Stage,
    /// Its name, unique in the execution: `A port`, `product`, `tmp`.
    pub name: &'static str,
    /// The bits on it.
    pub bits: B,
    /// The sign of their value.
    pub sign: Sign,
    /// A note: a selector, a format, an operation; may be empty.
    pub note: &'static str,
}

/// Receives the wires of an execution, in the order of the datapath.
pub trait Record<B> {
    /// Receives a wire.
    fn put(&mut self, wire: Wire<B>);

    /// Records a vector.
    #[inline(always)]
    fn wire<L: Logic<Any = B>, const W: u32>(
        &mut self,
        logic: &L,
        (stage, name): (Stage, &'static str),
        bits: &L::Bits<W>,
        sign: Sign,
        note: &'static str,
    ) {
        self.put(Wire { stage, name, bits: logic.any(bits), sign, note });
    }

    /// Records a flag, as one unsigned bit.
    #[inline(always)]
    fn flag<L: Logic<Any = B>>(
        &mut self,
        logic: &L,
        (stage, name): (Stage, &'static str),
        flag: &L::Flag,
        note: &'static str,
    ) {
        self.put(Wire { stage, name, bits: logic.any_flag(flag), sign: Sign::Unsigned, note });
    }

    /// Records a sign that the mode determines: 1 is signed.
    #[inline(always)]
    fn sign<L: Logic<Any = B>>(&mut self, logic: &L, at: (Stage, &'static str), sign: Sign) {
        self.wire(logic, at, &logic.constant::<1>(sign as i128), Sign::Unsigned, sign.name());
    }
}

/// Keeps no wire: the compiler removes those that the result does not need.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl<B> Record<B> for Nothing {
    #[inline(always)]
    fn put(&mut self, _: Wire<B>) {}
}

impl<B> Record<B> for Vec<Wire<B>> {
    fn put(&mut self, wire: Wire<B>) {
        self.push(wire);
    }
}

impl Wire {
    /// The value of the wire.
    pub const fn value(&self) -> i128 {
        self.bits.value(self.sign)
    }
}

impl fmt::Display for Wire {
    /// `  product       66  00 00000000_00004e18                    19992  A*B`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        write!(f, "  {:<13}{:>3}  {} {value:>22}", self.name, self.bits.width(), self.bits)?;
        if self.note.is_empty() { Ok(()) } else { write!(f, "  {}", self.note) }
    }
}

impl fmt::Display for AnyBits {
    /// The bits as a trace prints them, in 20 columns: hexadecimal, after two binary guard bits if there are 66.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.bits();
        let part = |range: Range<usize>| bits[range].load_le::<u32>();
        match self.width() {
            66 => write!(f, "{:02b} {:08x}_{:08x}", part(64..66), part(32..64), part(0..32)),
            width @ (33 | 34) => {
                write!(f, "{:>9} {:x}_{:08x}", "", part(32..width as usize), part(0..32))
            }
            // Bytes, half-words and words: as many digits as they have.
            width => {
                let digits = width.div_ceil(4) as usize;
                write!(f, "{:>1$}{2:0digits$x}", "", 20_usize.saturating_sub(digits), self.pattern())
            }
        }
    }
}
