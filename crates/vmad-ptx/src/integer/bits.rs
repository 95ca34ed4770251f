//! Instructions that look at single bits, fields and bytes.

use super::types::Int;
use crate::domain::Domain;

/// The place of the highest of the low `bits` bits that is set, or `none`.
pub(super) fn highest<D: Domain>(
    domain: &D,
    value: D::Number,
    bits: u32,
    none: D::Number,
    place: impl Fn(u32) -> u32,
) -> D::Number {
    // The highest bit decides: it is the last one in the loop.
    (0..bits).fold(none, |found, index| {
        let is_set = domain.equal(domain.field(value, index, 1, false), domain.constant(1));
        domain.choose(is_set, domain.constant(place(index).into()), found)
    })
}

/// "F = GetFunctionFromTable(immLut); d = F(a,b,c)": bit 4 of the table's index is of `a`, 2 of `b`, 1 of `c`.
pub(super) fn lop3<D: Domain>(domain: &D, inputs: [D::Number; 3], table: D::Number) -> D::Number {
    let zero = domain.constant(0);
    (0..8_u32).fold(zero, |result, index| {
        let terms = inputs.iter().zip([4, 2, 1]);
        let minterm = terms
            .map(|(input, bit)| if index & bit == 0 { domain.invert(*input) } else { *input })
            .reduce(|x, y| domain.and(x, y))
            .unwrap_or(zero);
        let chosen = domain.equal(domain.field(table, index, 1, false), domain.constant(1));
        let word = domain.field(minterm, 0, 32, false);
        domain.or(result, domain.choose(chosen, word, zero))
    })
}

/// `fns` of a mask, a base and an offset.
pub(super) fn fns<D: Domain>(domain: &D, mask: D::Number, base: D::Number, offset: D::Number) -> D::Number {
    let number = |value: u32| domain.constant(value.into());
    let offset = domain.field(offset, 0, 32, true);
    let is_set = |index| domain.equal(domain.field(mask, index, 1, false), number(1));
    let is_base = |index| domain.equal(base, number(index));
    // "if (mask[base] == 1) { d = base; }"
    let here = (0..32).fold(number(u32::MAX), |found, index| {
        domain.choose(domain.both(is_set(index), is_base(index)), number(index), found)
    });
    let search = |indices: &mut dyn Iterator<Item = u32>, wanted| {
        let start = (number(u32::MAX), number(0), domain.less(number(1), number(0)));
        let (found, ..) = indices.fold(start, |(found, count, started), index| {
            let started = domain.either(started, is_base(index));
            let counts = domain.both(is_set(index), started);
            let count = domain.add(count, domain.one_if(counts));
            let is_it = domain.both(counts, domain.equal(count, wanted));
            (domain.choose(is_it, number(index), found), count, started)
        });
        found
    };
    let up = search(&mut (0..32), offset);
    let down = search(&mut (0..32).rev(), domain.subtract(number(0), offset));
    let found = domain.choose(domain.less(offset, number(0)), down, up);
    domain.choose(domain.equal(offset, number(0)), here, found)
}

/// "pos = b & 0xff; len = c & 0xff", both no larger than the register: larger ones give the same result. For registers of
/// 64 bits ptxas 12.9 computes with all bits of `b` and `c`, which the PTX ISA limits to 255.
pub(super) fn field<D: Domain>(domain: &D, ty: Int, place: [D::Number; 2]) -> [D::Number; 2] {
    let width = domain.constant(ty.bits.into());
    let place = if ty.bits == 64 { place } else { place.map(|number| domain.field(number, 0, 8, false)) };
    place.map(|number| domain.min(number, width))
}

/// The number with its low bits set, as many as `count`.
pub(super) fn ones<D: Domain>(domain: &D, count: D::Number) -> D::Number {
    let one = domain.constant(1);
    domain.subtract(domain.shift_left(one, count), one)
}

/// `prmt` with the selectors of its mode, if it has one.
pub(super) fn prmt<D: Domain>(domain: &D, mode: Option<[u16; 4]>, [a, b, c]: [D::Number; 3]) -> D::Number {
    let selector = match mode {
        None => c,
        Some(selectors) => {
            let low = domain.field(c, 0, 2, false);
            (0..3).rev().fold(domain.constant(selectors[3].into()), |others, value| {
                let is_it = domain.equal(low, domain.constant(value));
                domain.choose(is_it, domain.constant(selectors[value as usize].into()), others)
            })
        }
    };
    let both = domain.add(a, domain.shift_left(b, domain.constant(32)));
    (0..4).fold(domain.constant(0), |result, index| {
        let number = domain.field(selector, 4 * index, 3, false);
        let moved = domain.shift_right(both, domain.shift_left(number, domain.constant(3)));
        let is_sign = domain.equal(domain.field(selector, 4 * index + 3, 1, false), domain.constant(1));
        let sign = domain.field(domain.field(moved, 7, 1, true), 0, 8, false);
        let byte = domain.choose(is_sign, sign, domain.field(moved, 0, 8, false));
        domain.add(result, domain.shift_left(byte, domain.constant((8 * index).into())))
    })
}
