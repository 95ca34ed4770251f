//! Control fields and words.

use arbitrary::{Result, Unstructured};
use vmad_sass::schedule::{ControlField, ControlWord, notation};

/// Any 21 bits: the parts make the field, and its text reads back.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn control_field_round_trips(bytes: &mut Unstructured<'_>) -> Result<()> {
    let Some(field) = ControlField::new(bytes.arbitrary::<u32>()? & 0x1f_ffff) else {
        panic!("21 bits are a control field");
    };
    let parts = ControlField::IDLE
        .with_stall(field.stall())
        .with_yield_flag(field.yield_flag())
        .with_write_barrier(field.write_barrier())
        .with_read_barrier(field.read_barrier())
        .with_wait_mask(field.wait_mask())
        .with_reuse(field.reuse());
    assert_eq!(parts, field);
    let text = field.to_string();
    assert_eq!(notation::parse(&text), Ok(field), "{text}");
    Ok(())
}

/// Any 64 bits: splitting and joining gives them back.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn control_word_round_trips(bytes: &mut Unstructured<'_>) -> Result<()> {
    let word: u64 = bytes.arbitrary()?;
    assert_eq!(ControlWord::split(word).join(), word);
    Ok(())
}
