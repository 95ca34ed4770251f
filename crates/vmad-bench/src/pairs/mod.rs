//! All pairs, a module a topic.

mod batch;
mod check;
mod dispatch;
mod family;
mod single;
mod words;

use crate::Pair;

/// Every pair, in the order of the table.
pub fn all() -> Vec<Pair> {
    [
        single::pairs(),
        batch::in_the_nearest_cache(),
        batch::beside_the_plain_loop(),
        batch::in_avx2(),
        batch::in_plain(),
        batch::in_memory(),
        batch::family_in_memory(),
        check::pairs(),
        words::pairs(),
        dispatch::pairs(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The pairs whose full names contain `filter`.
pub fn named(filter: Option<&str>) -> Vec<Pair> {
    let mut pairs = all();
    pairs.retain(|pair| filter.is_none_or(|filter| pair.full_name().contains(filter)));
    pairs
}
