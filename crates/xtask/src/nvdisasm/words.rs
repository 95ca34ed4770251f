//! Random words: some uniform, most with corner values in their fields.

use fastrand::Rng;
use vmad_sass::{
    isa::{Field, Form, Layout, opcode},
    schedule::{Barrier, Control, ControlByte, ControlField, ReuseFlags},
};

use super::ask::Query;

/// A word of an instruction with a control field.
///
/// A third is uniform over all bits except the opcode, and over the 21 bits of the control field; it does not use the
/// table of the encoding. The others are drawn field by field from the table, half of the registers and immediates at
/// the ends of their ranges. Most of these have control fields that are legal for coupled forms, because `ILLEGAL` does
/// not test the text.
pub(crate) fn random_query(rng: &mut Rng, forms: &'static [Form]) -> Query {
    if rng.u8(..3) == 0 {
        let opcode = opcode(forms);
        let word = opcode.bits | rng.u64(..) & !opcode.mask;
        return Query { word, control: any_control(rng, forms[0].layout) };
    }
    if forms[0].layout == Layout::Kepler {
        return Query { word: corner_word(rng, forms), control: any_control(rng, Layout::Kepler) };
    }
    let control = match rng.u8(..8) {
        0..3 => ControlField::IDLE,
        3..7 => random_control(rng)
            .with_write_barrier(None)
            .with_read_barrier(None)
            .with_reuse(ReuseFlags::new(rng.u8(..8))),
        _ => single_violation(rng),
    };
    Query { word: corner_word(rng, forms), control: control.into() }
}

/// Uniform over the bits.
fn any_control(rng: &mut Rng, layout: Layout) -> Control {
    match layout {
        Layout::Maxwell => random_control(rng).into(),
        Layout::Kepler => Control::Byte(ControlByte(rng.u8(..))),
    }
}

/// Uniform over the 21 bits.
fn random_control(rng: &mut Rng) -> ControlField {
    ControlField::new(rng.u32(..1 << ControlField::BITS)).unwrap_or(ControlField::IDLE)
}

/// A field with one violation of the rules for coupled forms: a barrier, the reserved barrier 6, reuse flag 3.
fn single_violation(rng: &mut Rng) -> ControlField {
    let idle = ControlField::IDLE;
    match rng.u8(..3) {
        0 => idle.with_write_barrier(Barrier::new(rng.u8(..7))),
        1 => idle.with_read_barrier(Barrier::new(rng.u8(..7))),
        _ => idle.with_reuse(ReuseFlags::new(8 | rng.u8(..8))),
    }
}

/// A word of either form, field by field.
fn corner_word(rng: &mut Rng, forms: &[Form]) -> u64 {
    let form = &forms[rng.usize(..forms.len())];
    form.fields.iter().fold(0, |word, field| word | field.put(corner_value(rng, field)))
}

/// A value of a field: any that the table lists, or a number, half of the time near its ends.
fn corner_value(rng: &mut Rng, field: &Field) -> u64 {
    match field.fixed() {
        Some(value) => value.into(),
        None if field.name() == "guard" && rng.bool() => 7,
        None if field.values().is_empty() && rng.bool() => {
            let (max, half) = (field.mask(), field.mask() / 2);
            let corners = [0, 1, 2, half, half + 1, max - 1, max];
            corners[rng.usize(..corners.len())]
        }
        None => rng.u64(..=field.mask()),
    }
}
