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
    let less = |x, y| domain.less(x, y);
    let (la, lb) = (domain.field(ta, 0, 32, false), domain.field(tb, 0, 32, false));
    match (cmp, reading.lower) {
        (Comparison::Eq, _) => domain.equal(ta, tb),
        (Comparison::Ne, _) => domain.not(domain.equal(ta, tb)),
        (Comparison::Lt, _)
        | (Comparison::Lo | Comparison::Ls | Comparison::Hi | Comparison::Hs, Lower::AllLess) => less(ta, tb),
        (Comparison::Le, _) => domain.not(less(tb, ta)),
        (Comparison::Gt, _) => less(tb, ta),
        (Comparison::Ge, _) => domain.not(less(ta, tb)),
        (Comparison::Lo, Lower::ByName) => less(la, lb),
        (Comparison::Ls, Lower::ByName) => domain.not(less(lb, la)),
        (Comparison::Hi, Lower::ByName) => less(lb, la),
        (Comparison::Hs, Lower::ByName) => domain.not(less(la, lb)),
    }
}
