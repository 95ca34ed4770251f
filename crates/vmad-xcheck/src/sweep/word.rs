//! An instruction's way through its word.

use vmad_sass::{Vmad, vmad::SourceB};
use vmad_unit::{Selector, vmad::Mode};

use crate::spelling::instruction;

/// The instructions that put a setting on the unit: the one with a register B, and where B is `.H0` those with each of
/// the 65,536 immediates.
fn instructions(mode: Mode) -> impl Iterator<Item = Vmad> {
    let register = instruction(mode);
    let immediates = (mode.b.selector == Selector::H0).then_some(0..=u16::MAX);
    let immediates = immediates
        .into_iter()
        .flatten()
        .map(move |value| Vmad { b: SourceB::Immediate { value, sign: mode.b.sign }, ..register });
    std::iter::once(register).chain(immediates)
}

/// The instructions that do not come back from their words as they were, or put another setting on the unit: each with
/// what came back.
pub(super) fn strays(mode: Mode) -> impl Iterator<Item = (Vmad, String)> {
    instructions(mode).filter_map(move |instruction| match Vmad::decode(instruction.encode()) {
        Ok(decoded) if decoded == instruction && decoded.mode() == mode => None,
        Ok(decoded) => Some((instruction, format!("{decoded}"))),
        Err(error) => Some((instruction, error.to_string())),
    })
}
