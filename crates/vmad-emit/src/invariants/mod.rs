//! Tests of the graph, which need no instruction.

mod graphs;
mod ranges;

use crate::{
    graph::Op,
    range::{Range, signed},
};

/// Whether a range includes a number of `bits` bits.
fn includes(range: Range, number: u128, bits: u32) -> bool {
    let [low, high] = range.signed;
    let [least, greatest] = range.unsigned;
    (low..=high).contains(&signed(number, bits)) && (least..=greatest).contains(&number)
}

/// The name of an operation: `Add`.
fn name(op: Op) -> String {
    let text = format!("{op:?}");
    text.split('(').next().unwrap_or(&text).to_owned()
}
