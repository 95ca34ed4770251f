//! One execution: selects the arithmetic for a form.

use crate::{
    arithmetic::{cut, field, narrow, product, sum, wide},
    form::{ConstForm, Counts},
    lanes::Lanes,
    split16::word_by_part,
};

/// One execution in every lane.
#[inline(always)]
pub(crate) fn lane<L: Lanes, F: ConstForm>(l: L, counts: Counts, [a, b, c]: [L::V; 3]) -> L::V {
    let form = F::FORM;
    let factor_a = field(l, form.a, counts.a, a);
    let factor_b = field(l, form.b, counts.b, b);
    if const { !F::FORM.shifts && !F::FORM.saturates } {
        cut(l, form.psign, l.multiply(factor_a, factor_b), c)
    } else if const { F::FORM.splits() } {
        word_by_part(l, form, counts, [factor_a, factor_b], c)
    } else if const { F::FORM.is_narrow() } {
        narrow(l, form, counts, l.multiply(factor_a, factor_b), c)
    } else {
        let sum = sum(l, form, product(l, form, factor_a, factor_b), c);
        wide(l, form, counts, sum)
    }
}
