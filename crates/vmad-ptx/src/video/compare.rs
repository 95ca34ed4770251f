//! `compare`, the primary operation of `vset`: line 373.

use crate::ast::Comparison;
use crate::reading::{Lower, Reading};

/// Whether the comparison of two `.s33` values holds.
///
/// A signed and an unsigned operand are compared as numbers. The four unsigned comparisons compare the lower 32 bits.
pub(super) fn compare(ta: i64, tb: i64, cmp: Comparison, reading: &Reading) -> bool {
    let (la, lb) = (ta as u32, tb as u32);
    match (cmp, reading.lower) {
        (Comparison::Eq, _) => ta == tb,
        (Comparison::Ne, _) => ta != tb,
        (Comparison::Lt, _)
        | (Comparison::Lo | Comparison::Ls | Comparison::Hi | Comparison::Hs, Lower::AllLess) => ta < tb,
        (Comparison::Le, _) => ta <= tb,
        (Comparison::Gt, _) => ta > tb,
        (Comparison::Ge, _) => ta >= tb,
        (Comparison::Lo, Lower::ByName) => la < lb,
        (Comparison::Ls, Lower::ByName) => la <= lb,
        (Comparison::Hi, Lower::ByName) => la > lb,
        (Comparison::Hs, Lower::ByName) => la >= lb,
    }
}
