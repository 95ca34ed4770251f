//! A word with its control field as nvdisasm answers for it.

use super::{
    decode::DecodeError,
    fields::Fields,
    print::{Style, Text},
    table::OPCODE,
};
use crate::{
    arch::Arch,
    schedule::{ControlError, ControlField},
};

/// Why nvdisasm would not print a word as a `VMAD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Another instruction's opcode.
    #[error(transparent)]
    Foreign(DecodeError),
    /// A control field that the form may not carry: nvdisasm calls the word illegal.
    #[error(transparent)]
    Illegal(ControlError),
}

/// The text that nvdisasm prints for a word with its control field, less the `;`.
///
/// Invalid selectors and scales are printed, not refused: that is what nvdisasm does.
///
/// # Errors
/// The opcode is another's, or the form is coupled and may not carry the control field.
#[inline]
pub fn disassemble(word: u64, control: ControlField, arch: Arch) -> Result<Text, Refusal> {
    let fields = Fields::from(word);
    if fields.opcode != OPCODE {
        return Err(Refusal::Foreign(DecodeError::ForeignOpcode { word }));
    }
    control.check(fields.dispatch()).map_err(Refusal::Illegal)?;
    Ok(Text { fields, style: Style::of(arch).with_reuse(control.reuse()) })
}
