//! The condition under which an alternative differs, as a term.

use super::{
    numbers::Manual,
    term::{Terms, Truth, Vector},
};
use crate::row::Condition;

impl Condition {
    /// [`Condition::holds`] as a term.
    pub(super) fn term(&self, terms: &Terms, c: Vector<32>, manual: &Manual) -> Truth {
        let outside =
            |range: Option<[i128; 2]>, it| range.map(|[low, high]| terms.not(terms.between(low, it, high)));
        let c_high = self.c_high.then(|| terms.less(c, terms.constant(0)));
        let parts = [c_high, outside(self.tmp_outside, manual.tmp), outside(self.shr_outside, manual.result)];
        terms.all(parts.into_iter().flatten())
    }
}
