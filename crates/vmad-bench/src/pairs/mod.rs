//! All pairs, a module a topic.

mod batch;
mod check;
mod single;
mod words;

use crate::Pair;

/// Every pair, in the order of the table.
fn all() -> Vec<Pair> {
    [single::pairs(), batch::pairs(), check::pairs(), words::pairs()].into_iter().flatten().collect()
}

/// The pairs whose full names contain `filter`.
pub fn named(filter: Option<&str>) -> Vec<Pair> {
    let mut pairs = all();
    pairs.retain(|pair| filter.is_none_or(|filter| pair.full_name().contains(filter)));
    pairs
}
