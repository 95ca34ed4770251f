//! The parts of the formulas that several instructions share.

use alloc::{format, string::String};

use vmad_unit::{Comparison, Predicate};

/// The texts of an instruction's operands.
pub(crate) struct Names {
    /// A and B as numbers: `S16(R1.H1)`, `U16(0xfffb)`. Empty if the mode has no [operands](vmad_unit::Operation::operands).
    pub(crate) extended: [String; 2],
    /// The registers of the ports A, B and C; empty for a port that reads none.
    pub(crate) registers: [String; 3],
    /// The destination register; empty if predicates are written.
    pub(crate) destination: String,
    /// The source predicate; `PT` if there is none.
    pub(crate) source: Predicate,
    /// The destination predicates; `PT` if there are none.
    pub(crate) destinations: [Predicate; 2],
}

/// An end of a range, which is a power of two or one less.
pub(crate) fn bound(value: i128) -> String {
    let power = |magnitude: i128| magnitude.unsigned_abs().trailing_zeros();
    match value {
        0 => "0".into(),
        ..0 => format!("-2^{}", power(value)),
        1.. => format!("2^{}-1", power(value + 1)),
    }
}

/// The condition, or the constant that it is.
pub(crate) fn comparison(comparison: Comparison, a: &str, b: &str) -> Result<String, bool> {
    let sign = match comparison {
        Comparison::F => return Err(false),
        Comparison::T => return Err(true),
        Comparison::Lt => "<",
        Comparison::Eq => "=",
        Comparison::Le => "<=",
        Comparison::Gt => ">",
        Comparison::Ne => "!=",
        Comparison::Ge => ">=",
    };
    Ok(format!("{a} {sign} {b}"))
}
