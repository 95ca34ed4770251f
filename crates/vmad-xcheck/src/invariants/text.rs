//! Assembly text.

use arbitrary::{Result, Unstructured};
use vmad_sass::{
    Arch, Vmad, assemble,
    dispatch::Dispatch,
    schedule::{ControlField, ReuseFlags},
    vmad::{IgnoredBits, SourceB, Style},
};

use crate::generate;

/// Any instruction in any style: its text assembles to it, with the reuse flags that the text shows.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn text_round_trips(bytes: &mut Unstructured<'_>) -> Result<()> {
    let mut vmad = generate::instruction(bytes)?;
    let arch = *bytes.choose(&Arch::ALL)?;
    // Text shows the three operands' flags, and no bits that have no meaning.
    let reuse = ReuseFlags::new(bytes.int_in_range(0..=7)?);
    if let SourceB::Register { ignored, .. } = &mut vmad.b {
        *ignored = IgnoredBits::ZERO;
    }
    if matches!(vmad.b, SourceB::Immediate { .. }) && reuse.bits() & 2 != 0 {
        return Ok(());
    }
    let text = vmad.text(Style::of(arch).with_reuse(reuse)).to_string();
    let assembly = assemble(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(assembly.instruction, vmad, "{text}");
    let shown = if vmad.dispatch() == Dispatch::Coupled { reuse } else { ReuseFlags::NONE };
    let read = assembly.control.map(ControlField::reuse).unwrap_or_default();
    assert_eq!(read, shown, "{text}");
    Ok(())
}

/// Any text: the assembler never panics; what it takes prints and assembles again, what it refuses it points at.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// The invariant does not hold.
pub fn arbitrary_text_is_refused_in_place(bytes: &mut Unstructured<'_>) -> Result<()> {
    let text = generate::text(bytes)?;
    match assemble(&text) {
        Ok(assembly) => {
            let printed = assembly.instruction.to_string();
            assert_eq!(
                printed.parse::<Vmad>().as_ref(),
                Ok(&assembly.instruction),
                "{text:?} prints {printed:?}"
            );
        }
        Err(error) => {
            let place = text.get(error.span.start..error.span.end);
            assert!(place.is_some(), "{text:?} has no place {:?}", error.span);
            assert!(!error.to_string().is_empty());
        }
    }
    Ok(())
}
