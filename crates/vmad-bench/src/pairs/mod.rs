//! All pairs, a module a topic.

mod batch;
mod check;
mod dispatch;
mod single;
mod words;

use std::hint::black_box;

use crate::{Pair, Side};

/// Every pair, in the order of the table.
fn all() -> Vec<Pair> {
    [single::pairs(), batch::pairs(), check::pairs(), words::pairs(), dispatch::pairs()]
        .into_iter()
        .flatten()
        .collect()
}

/// A side that executes something on the ports of each case.
fn executions<T: Copy + 'static>(
    name: &'static str,
    execute: fn(T, u32, u32, u32) -> u32,
    cases: Vec<(T, [u32; 3])>,
) -> Side {
    Side::new(name, cases.len() as u32, move || {
        for &(what, [a, b, c]) in black_box(&cases) {
            black_box(execute(what, a, b, c));
        }
    })
}

/// The pairs whose full names contain `filter`.
pub fn named(filter: Option<&str>) -> Vec<Pair> {
    let mut pairs = all();
    pairs.retain(|pair| filter.is_none_or(|filter| pair.full_name().contains(filter)));
    pairs
}
