//! Instructions encoded and decoded again.

use vmad_sass::{Instruction, Parts, SourceB};
use vmad_unit::{Operation, Selector};

use vmad_ptxas::spelling::parts;

/// The instructions with an operation: the one with a register B, and where B is `.H0` those with each of the 65,536
/// immediates.
fn instructions(operation: Operation) -> impl Iterator<Item = Parts> {
    let register = parts(operation);
    let is_half = operation.operands().is_some_and(|[_, b]| b.selector == Selector::H0);
    let immediate = move |value| Parts { b: SourceB::Immediate(value), ..register };
    let immediates = (0..=u16::MAX).map(immediate).filter(move |_| is_half);
    std::iter::once(register).chain(immediates)
}

/// The parts whose word does not decode to them; each with its word, if it has one, and the text of the decoded
/// instruction.
pub(super) fn round_trip_failures(
    operation: Operation,
) -> impl Iterator<Item = (Parts, Option<u64>, String)> {
    instructions(operation).filter_map(|parts| {
        let word = match Instruction::from_parts(&parts) {
            Ok(instruction) => instruction.encode(),
            Err(error) => return Some((parts, None, error.to_string())),
        };
        match Instruction::decode(word) {
            Ok(decoded) if decoded.parts() == Some(parts) => None,
            Ok(decoded) => Some((parts, Some(word), decoded.to_string())),
            Err(error) => Some((parts, Some(word), error.to_string())),
        }
    })
}
