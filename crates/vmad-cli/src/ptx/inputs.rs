//! The values that a PTX instruction finds in its registers.

use vmad_ptx::{
    ast::{Body, Instruction, Operand, Register},
    evaluate::width,
    sequence::Width,
};

use crate::{failure::Failure, number};

/// The values of the registers that an instruction reads, and of its guard predicate.
pub(super) struct Inputs {
    /// `a`, `b` and `c`.
    pub(super) sources: [u64; 3],
    pub(super) passes: bool,
    /// Registers that the instruction reads, without a given value.
    pub(super) missing: Vec<String>,
    /// Given names that the instruction does not read.
    pub(super) unused: Vec<String>,
}

/// Reads `NAME=VALUE` for the registers of an instruction. A name is that of a register, with or without its `%`. If no
/// register has the name, `a`, `b` and `c` are the source operands.
pub(super) fn read(instruction: &Instruction, assignments: &[String]) -> Result<Inputs, Failure> {
    let registers = sources(&instruction.body);
    let guard = instruction.guard.as_ref();
    let predicate = guard.map(|guard| &guard.predicate);
    let bits = Width::Bits(width(&instruction.body));
    let (given, unused) = given(assignments, |name| match predicate.filter(|it| is_called(it, name)) {
        Some(predicate) => Some((predicate, Width::Predicate)),
        None => Some((register(name, &registers)?, bits)),
    })?;
    let value = |register: &Register| given.iter().find(|(it, _)| *it == register).map(|(_, value)| *value);
    let mut missing: Vec<String> = Vec::new();
    for register in registers.into_iter().flatten().chain(predicate) {
        if value(register).is_none() && !missing.iter().any(|name| name == register.name()) {
            missing.push(register.name().to_owned());
        }
    }
    let passes = guard.is_none_or(|guard| (value(&guard.predicate) == Some(1)) != guard.negated);
    let sources = registers.map(|register| register.and_then(value).unwrap_or_default());
    Ok(Inputs { sources, passes, missing, unused })
}

/// Registers with their values, and other names.
type Given<R> = (Vec<(R, u64)>, Vec<String>);

/// The values of registers, each once, and the names that `find` does not know. A register that is used twice has one
/// value.
pub(super) fn given<R: PartialEq>(
    assignments: &[String],
    find: impl Fn(&str) -> Option<(R, Width)>,
) -> Result<Given<R>, Failure> {
    let (mut given, mut unused) = (Vec::new(), Vec::new());
    for text in assignments {
        let refuse = |message: &str| Failure::input(format!("{text:?}"), message);
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| refuse("expected NAME=VALUE, as in a=0x12345688 or p=true"))?;
        let Some((register, width)) = find(name) else {
            unused.push(name.to_owned());
            continue;
        };
        let value = value_for(width, value).map_err(|message| refuse(&message))?;
        if given.iter().any(|(other, _)| *other == register) {
            return Err(refuse("the register has a value already: expected one value for each register"));
        }
        given.push((register, value));
    }
    Ok((given, unused))
}

/// The value of a register of a width, from a text.
pub(super) fn value_for(width: Width, text: &str) -> Result<u64, String> {
    match (width, text) {
        (Width::Predicate, "1" | "true") => Ok(1),
        (Width::Predicate, "0" | "false") => Ok(0),
        (Width::Predicate, _) => {
            Err("the value is not a truth value: expected true, false, 1 or 0".to_owned())
        }
        (Width::Bits(bits), text) => {
            let value = number::of_bits(text, bits).ok_or_else(|| not_a_value(bits))?;
            Ok(value & (u64::MAX >> (64 - bits)))
        }
    }
}

/// The error of a text that [`number::of_bits`] refuses.
pub(super) fn not_a_value(bits: u32) -> String {
    let (least, most) = (-(1_i128 << (bits - 1)), (1_i128 << bits) - 1);
    format!(
        "the value is not a {bits}-bit number: expected {least} to {most}, decimal or hexadecimal with 0x"
    )
}

/// The registers among `a`, `b` and `c`.
pub(super) fn sources(body: &Body) -> [Option<&Register>; 3] {
    match body {
        Body::Video(it) => it.operands().map(|operand| operand?.register()),
        Body::Mad(it) => [&it.a, &it.b, &it.c].map(Operand::register),
    }
}

fn is_called(register: &Register, name: &str) -> bool {
    register.name().trim_start_matches('%') == name.trim_start_matches('%')
}

fn register<'r>(name: &str, registers: &[Option<&'r Register>; 3]) -> Option<&'r Register> {
    let exact = registers.iter().flatten().find(|register| register.name() == name);
    let named = exact.or_else(|| registers.iter().flatten().find(|register| is_called(register, name)));
    let source = || ["a", "b", "c"].iter().position(|source| *source == name).and_then(|at| registers[at]);
    named.copied().or_else(source)
}
