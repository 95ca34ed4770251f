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
        _ if !cmp.needs_unsigned_btype() => holds(domain, cmp, ta, tb),
        Lower::AllLess => domain.less(ta, tb),
        Lower::ByName => holds(domain, cmp, domain.field(ta, 0, 32, false), domain.field(tb, 0, 32, false)),
    }
}

/// Whether a comparison holds for two numbers.
pub(crate) fn holds<D: Domain>(domain: &D, cmp: Comparison, x: D::Number, y: D::Number) -> D::Truth {
    match cmp {
        Comparison::Eq => domain.equal(x, y),
        Comparison::Ne => domain.not(domain.equal(x, y)),
        Comparison::Lt | Comparison::Lo => domain.less(x, y),
        Comparison::Le | Comparison::Ls => domain.not(domain.less(y, x)),
        Comparison::Gt | Comparison::Hi => domain.less(y, x),
        Comparison::Ge | Comparison::Hs => domain.not(domain.less(x, y)),
    }
}
