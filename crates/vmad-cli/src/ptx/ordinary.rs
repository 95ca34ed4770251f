//! `vmad ptx exec` of integer instructions, one or several.

use std::io::Write;

use vmad_ptx::{
    domain::Integers,
    integer::Operation,
    reading::Reading,
    sequence::{Register, Sequence, Step, Width},
    syntax::SyntaxError,
};

use crate::{
    failure::{Exit, Failure},
    inputs::{check_inputs, given},
    output::Out,
    stderr::say,
};

/// Values of registers of PTX, for messages.
pub(super) const EXAMPLE: &str = "a=-5 or p=true";

/// The code of a text that is no video instruction. An error is that of the instructions that fit better.
pub(super) fn parse(text: &str, error: SyntaxError) -> Result<Sequence, SyntaxError> {
    let is_video = text.trim_start().starts_with(['v', 'V', '@']) || text.trim_start().starts_with("mad.");
    match Sequence::parse(text) {
        Ok(code) if !code.steps().is_empty() => Ok(code),
        Err(other) if !is_video || other.span.start > error.span.start => Err(other),
        _ => Err(error),
    }
}

/// Executes a code on `NAME=VALUE`, and prints the registers that its last instruction writes, or with `trace` those of
/// each.
pub(super) fn run(
    place: &str,
    text: &str,
    code: &Sequence,
    assignments: &[String],
    reading: &Reading,
    trace: bool,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let plain = |name: &str| name.trim_start_matches('%').to_owned();
    let (given, unused) = given(assignments, EXAMPLE, |name| {
        let register = code.inputs().find(|register| plain(&register.name) == plain(name))?;
        Some((register.name.as_str(), register.width))
    })?;
    let value = |name: &str| given.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
    let missing = code.inputs().filter(|register| value(&register.name).is_none());
    check_inputs(place, missing.map(|register| plain(&register.name)), &unused)?;
    let input = |register: &Register| value(&register.name).unwrap_or(0);
    check(code, input).map_err(|message| Failure::piece(place, text, 0..text.len(), &message))?;
    let last = code.steps().last();
    let mut lines = Vec::new();
    code.run_with(
        &Integers,
        reading,
        |register| input(register).into(),
        |step, _, state| {
            if trace || last.is_some_and(|last| std::ptr::eq(last, step)) {
                lines.extend(written(code, step, state));
            }
        },
    );
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(Exit::Fine)
}

/// That the results are known, and specified.
fn check(code: &Sequence, mut input: impl FnMut(&Register) -> u64) -> Result<(), String> {
    if code.steps().iter().any(|step| matches!(step.operation, Operation::Load { .. })) {
        return Err("the contents of memory are not known here: legal are registers and constants".to_owned());
    }
    if code.specified(&Integers, &Reading::DEFAULT, |register| input(register).into()) == Some(false) {
        say(format_args!(
            "note: the PTX ISA does not specify the result: a divisor is 0, or the base of fns is above 31"
        ));
    }
    Ok(())
}

/// The registers that an instruction wrote, with their values: `d = 0x0000001f`.
pub(super) fn written(code: &Sequence, step: &Step, state: &[i128]) -> impl Iterator<Item = String> {
    let written = step.writes().filter_map(|index| Some((code.registers().get(index)?, *state.get(index)?)));
    written.map(|(it, value)| format!("{} = {}", it.name, shown(value as u64, it.width)))
}

/// A value in hexadecimal, with the digits of its width; a predicate as 0 or 1.
pub(super) fn shown(value: u64, width: Width) -> String {
    match width {
        Width::Predicate => value.to_string(),
        Width::Bits(bits) => format!("0x{value:0digits$x}", digits = (bits / 4) as usize),
    }
}
