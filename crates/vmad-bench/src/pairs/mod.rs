//! All pairs, a module a topic.

mod batch;
mod check;
mod dispatch;
mod single;
mod words;

use std::hint::black_box;

use crate::{Pair, Side};

/// Every pair.
pub fn all() -> Vec<Pair> {
    [single::pairs(), batch::pairs(), vec![check::pair()], words::pairs(), dispatch::pairs()]
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
    Side::new(name, cases.len(), move || {
        for &(what, [a, b, c]) in black_box(&cases) {
            black_box(execute(what, a, b, c));
        }
    })
}
