//! Words and instructions.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Arch, Refusal, Vmad, disassemble,
    schedule::ControlField,
    vmad::{DecodeError, table},
};

use crate::generate;

/// Any 64 bits: decoding never panics, gives the word back, and refuses for the reason that holds.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn any_word_decodes_or_is_refused(bytes: &mut Unstructured<'_>) -> Result<()> {
    let mut word: u64 = bytes.arbitrary()?;
    if bytes.ratio(7, 8)? {
        word = word & 0x00ff_ffff_ffff_ffff | u64::from(table::OPCODE) << 56;
    }
    match Vmad::decode(word) {
        Ok(vmad) => assert_eq!(vmad.encode(), word, "{vmad}"),
        Err(DecodeError::ForeignOpcode { .. }) => {
            assert_ne!(table::OPCODE_FIELD.of(word), u64::from(table::OPCODE), "{word:#x}");
        }
        Err(DecodeError::InvalidSelector { field, .. }) => assert_eq!(field.of(word), 7, "{word:#x}"),
        Err(DecodeError::IllegalScale { .. }) => assert_eq!(table::SCALE_FIELD.of(word), 3, "{word:#x}"),
    }
    let control = ControlField::new(bytes.arbitrary::<u32>()? & 0x1f_ffff).unwrap_or(ControlField::IDLE);
    let arch = bytes.choose(&Arch::ALL)?;
    let foreign = matches!(disassemble(word, control, *arch), Err(Refusal::Foreign(_)));
    assert_eq!(foreign, word >> 56 != u64::from(table::OPCODE), "{word:#x}");
    Ok(())
}

/// Any instruction: its word decodes to it.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn instruction_round_trips(bytes: &mut Unstructured<'_>) -> Result<()> {
    let vmad = generate::instruction(bytes)?;
    assert_eq!(Vmad::decode(vmad.encode()), Ok(vmad));
    Ok(())
}
