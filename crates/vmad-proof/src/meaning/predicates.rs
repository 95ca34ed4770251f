//! The two predicates of `VSETP`, as those of PTX's `setp`.

use vmad_unit::{BoolOp, vsetp};

/// Bit 0: `holds op source`. Bit 1: `!holds op source`. Bit 0 of `c` is the source predicate before its negation.
///
/// Source: PTX ISA, `setp`.
pub fn predicates(mode: &vsetp::Mode, holds: bool, c: u32) -> u32 {
    let source = (c & 1 == 1) != mode.negated;
    let join = |holds: bool| match mode.join {
        BoolOp::And => holds && source,
        BoolOp::Or => holds || source,
        BoolOp::Xor => holds != source,
    };
    u32::from(join(holds)) | u32::from(join(!holds)) << 1
}
