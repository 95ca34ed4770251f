//! The parts of a serialized video instruction, which [`super::Video::new`] checks.

use serde::Deserialize;

use super::{Integer, Operand, OperandMismatch, Operation, Register};

/// The parts of a [`super::Video`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Video {
    operation: Operation,
    d: Register,
    a: Operand<Integer>,
    b: Operand<Integer>,
    c: Option<Operand<Integer>>,
}

impl TryFrom<Video> for super::Video {
    type Error = OperandMismatch;

    fn try_from(stored: Video) -> Result<Self, OperandMismatch> {
        let Video { operation, d, a, b, c } = stored;
        Self::new(operation, d, a, b, c)
    }
}
