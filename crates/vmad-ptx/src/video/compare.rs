//! `compare`, the primary operation of `vset`: line 373.

use crate::ast::Comparison;
use crate::domain::Domain;
use crate::reading::{Lower, Reading};

/// Whether the comparison of two `.s33` values holds.
///
/// A signed and an unsigned operand are compared as numbers. The four unsigned comparisons compare the lower 32 bits.
pub(super) fn compare<D: Domain>(
    domain: &D,
    ta: D::Number,
    tb: D::Number,
    cmp: Comparison,
    reading: &Reading,
) -> D::Truth {
    match reading.lower {
        _ if !cmp.needs_unsigned_btype() => cmp.holds(domain, ta, tb),
        Lower::AllLess => domain.less(ta, tb),
        Lower::ByName => cmp.holds(domain, domain.field(ta, 0, 32, false), domain.field(tb, 0, 32, false)),
    }
}

impl Comparison {
    /// Whether it holds for two numbers.
    pub(crate) fn holds<D: Domain>(self, domain: &D, x: D::Number, y: D::Number) -> D::Truth {
        match self {
            Self::Eq => domain.equal(x, y),
            Self::Ne => domain.not(domain.equal(x, y)),
            Self::Lt | Self::Lo => domain.less(x, y),
            Self::Le | Self::Ls => domain.not(domain.less(y, x)),
            Self::Gt | Self::Hi => domain.less(y, x),
            Self::Ge | Self::Hs => domain.not(domain.less(x, y)),
        }
    }
}
