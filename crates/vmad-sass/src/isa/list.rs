//! Lists of fields, in constants.

use super::field::{Field, FieldKind, Spelling};
use crate::bits::Bits;

/// The fields of the listed kinds and widths, from bit 0 up. A kind that occurs twice is one field with two parts: the
/// second occurrence has the higher bits.
pub(super) const fn fields<const N: usize, const M: usize>(
    list: [(&'static FieldKind, usize); N],
) -> [Field; M] {
    let mut fields = [Field::NONE; M];
    let (mut count, mut low, mut index) = (0, 0, 0);
    while index < N {
        let (kind, width) = list[index];
        let bits = Bits { low, width: width as u32 };
        let mut at = 0;
        while at < count && !same(fields[at].kind.name, kind.name) {
            at += 1;
        }
        if at == count {
            fields[at] = Field::new(kind, bits);
            count += 1;
        } else {
            fields[at] = fields[at].and(bits);
        }
        low += bits.width;
        index += 1;
    }
    assert!(low == 64 && count == M);
    fields
}

/// The number of different names in a list.
pub(super) const fn count<const N: usize>(list: [(&'static FieldKind, usize); N]) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < N {
        let mut before = 0;
        while !same(list[before].0.name, list[index].0.name) {
            before += 1;
        }
        count += (before == index) as usize;
        index += 1;
    }
    count
}

/// The field of a name. In a constant, an unknown name is a compile-time error.
pub(super) const fn named(fields: &[Field], name: &str) -> Field {
    let mut index = 0;
    while !same(fields[index].kind.name, name) {
        index += 1;
    }
    fields[index]
}

/// The bits of the field that is a number.
pub(super) const fn immediate_mask(fields: &[Field]) -> u16 {
    let mut index = 0;
    while index < fields.len() {
        if matches!(fields[index].spelling(), Spelling::Number) {
            return fields[index].mask() as u16;
        }
        index += 1;
    }
    0
}

/// Whether each field has the same place as the field of its name among `others`, if there is one. If `names` is not
/// empty, other fields are not compared.
pub(super) const fn agree(fields: &[Field], others: &[Field], names: &[&str]) -> bool {
    let mut index = 0;
    while index < fields.len() {
        let mut other = 0;
        while other < others.len() {
            let (field, other_field) = (&fields[index], &others[other]);
            let is_meant = names.is_empty() || contains(names, field.kind.name);
            let differ = field.put(u64::MAX) != other_field.put(u64::MAX);
            if same(field.kind.name, other_field.kind.name) && is_meant && differ {
                return false;
            }
            other += 1;
        }
        index += 1;
    }
    true
}

const fn contains(names: &[&str], name: &str) -> bool {
    let mut index = 0;
    while index < names.len() && !same(names[index], name) {
        index += 1;
    }
    index < names.len()
}

pub(super) const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}
