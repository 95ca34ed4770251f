//! The primary operation of `vadd`, `vsub`, `vabsdiff`, `vmin` and `vmax`: lines 147 to 153.

use crate::ast::ArithmeticOp;

/// `tmp`, an `.s34` value, from two `.s33` values.
pub(super) fn primary(op: ArithmeticOp, ta: i64, tb: i64) -> i128 {
    let tmp = match op {
        ArithmeticOp::Add => ta + tb,
        ArithmeticOp::Sub => ta - tb,
        ArithmeticOp::AbsDiff => (ta - tb).abs(),
        ArithmeticOp::Min => ta.min(tb),
        ArithmeticOp::Max => ta.max(tb),
    };
    i128::from(tmp)
}
