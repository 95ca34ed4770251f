//! The primary operation of `vadd`, `vsub`, `vabsdiff`, `vmin` and `vmax`: lines 147 to 153.

use crate::ast::ArithmeticOp;
use crate::domain::Domain;

/// `tmp`, an `.s34` value, from two `.s33` values.
pub(super) fn primary<D: Domain>(domain: &D, op: ArithmeticOp, ta: D::Number, tb: D::Number) -> D::Number {
    match op {
        ArithmeticOp::Add => domain.add(ta, tb),
        ArithmeticOp::Sub => domain.subtract(ta, tb),
        ArithmeticOp::AbsDiff => domain.absolute(domain.subtract(ta, tb)),
        ArithmeticOp::Min => domain.min(ta, tb),
        ArithmeticOp::Max => domain.max(ta, tb),
    }
}
