//! The type of a source operand and its selector.

use super::modifiers::{Select, Type};

/// The type of a source operand and the selected part of it, [`None`] for the whole word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Source {
    /// `.atype` or `.btype`.
    pub ty: Type,
    /// `.asel` or `.bsel`.
    pub select: Option<Select>,
}
