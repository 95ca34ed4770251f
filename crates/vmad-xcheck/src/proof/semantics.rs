//! The other side of the comparison: the manual's `vmad` in one of its readings.

use vmad_ptx::{
    ast::{MultiplyAdd, Type},
    domain::Integers,
    reading::Reading,
    video::{VmadTrace, vmad_in},
};
use vmad_unit::vmad::Mode;

use super::{
    domain::TermDomain,
    name::ports,
    numbers::{Manual, Numbers},
    term::{Extension, Terms},
};
use crate::{row::Row, spelling::multiply_add};

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
    pub const fn of(alternative: &Row) -> Self {
        Self { reading: alternative.reading(), dtype: alternative.dtype() }
    }

    /// The variables of an instruction's pseudo-code as terms, on the ports `a`, `b` and `c`.
    pub fn manual(self, terms: &Terms, domain: &TermDomain<'_>, it: &MultiplyAdd) -> Manual {
        let inputs = ports(terms).map(|port| terms.extend(port, Extension::Zeros));
        let it = MultiplyAdd { dtype: self.dtype, ..*it };
        Numbers::of(domain, &vmad_in(domain, &it, inputs, &self.reading), inputs)
    }

    /// `vmad-ptx`'s computation of a mode's instruction.
    pub(super) fn trace(self, mode: Mode, inputs: [u32; 3]) -> VmadTrace {
        let it = MultiplyAdd { dtype: self.dtype, ..multiply_add(mode) };
        vmad_in(&Integers, &it, inputs.map(i128::from), &self.reading)
    }

    /// The same, a number for each wire.
    pub(super) fn numbers(self, mode: Mode, inputs: [u32; 3]) -> Numbers<i128> {
        Numbers::of(&Integers, &self.trace(mode, inputs), inputs.map(i128::from))
    }
}
