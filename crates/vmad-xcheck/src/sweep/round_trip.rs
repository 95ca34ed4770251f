//! Instructions encoded and decoded again.

use vmad_sass::{Vmad, vmad::SourceB};
use vmad_unit::{Selector, vmad::Mode};

use crate::spelling::instruction;

/// The instructions with a mode: the one with a register B, and where B is `.H0` those with each of the 65,536
/// immediates.
fn instructions(mode: Mode) -> impl Iterator<Item = Vmad> {
    let register = instruction(mode);
    let immediate = move |value| Vmad { b: SourceB::Immediate { value, sign: mode.b.sign }, ..register };
    let immediates = (0..=u16::MAX).map(immediate).filter(move |_| mode.b.selector == Selector::H0);
    std::iter::once(register).chain(immediates)
}

/// The instructions whose words do not decode to them, or to another mode; each with the text of the decoded one.
pub(super) fn round_trip_failures(mode: Mode) -> impl Iterator<Item = (Vmad, String)> {
    instructions(mode).filter_map(move |instruction| match Vmad::decode(instruction.encode()) {
        Ok(decoded) if decoded == instruction && decoded.mode() == mode => None,
        Ok(decoded) => Some((instruction, decoded.to_string())),
        Err(error) => Some((instruction, error.to_string())),
    })
}
