//! The other side of the comparison: the manual's `vmad` in one of its readings.

use vmad_ptx::{
    ast::{MultiplyAdd, Operation, Type},
    reading::Reading,
    video::{self, Trace, VmadTrace},
};
use vmad_unit::vmad::Mode;

use crate::{interpretation::Alternative, spelling::multiply_add};

/// A reading of `vmad`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantics {
    /// The choices where the manual is ambiguous.
    pub reading: Reading,
    /// `.dtype`, which matters only in a reading that clamps to its range.
    pub dtype: Type,
}

impl Semantics {
    /// The default reading.
    pub const DEFAULT: Self = Self { reading: Reading::DEFAULT, dtype: Type::S32 };

    /// An alternative.
    pub const fn of(alternative: &Alternative) -> Self {
        Self { reading: alternative.reading(), dtype: alternative.dtype }
    }

    /// `vmad-ptx`'s computation of a mode's instruction.
    pub(super) fn trace(self, mode: Mode, [a, b, c]: [u32; 3]) -> Option<VmadTrace> {
        let operation = Operation::MultiplyAdd(self.instruction(mode));
        match video::trace(&operation, a, b, c, &self.reading) {
            Trace::Vmad(trace) => Some(trace),
            Trace::Stages(_) | Trace::Halves(_) | Trace::Bytes(_) => None,
        }
    }

    fn instruction(self, mode: Mode) -> MultiplyAdd {
        MultiplyAdd { dtype: self.dtype, ..multiply_add(mode) }
    }
}
