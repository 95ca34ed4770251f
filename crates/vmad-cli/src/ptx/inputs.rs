//! The values that a PTX instruction finds in its registers.

use vmad_ptx::{
    ast::{Body, Float, Instruction, Integer, Operand, Register},
    evaluate::width,
};

use crate::failure::Failure;

/// The values of the registers that an instruction reads, and of its guard predicate.
pub(super) struct Inputs {
    /// `a`, `b` and `c`.
    pub(super) sources: [u64; 3],
    /// Whether the guard lets the instruction pass.
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
    let bits = width(&instruction.body);
    let mut given: [Option<u64>; 3] = [None; 3];
    let mut predicate = None;
    let mut unused = Vec::new();
    for text in assignments {
        let refuse = |message: &str| Failure::input(format!("{text:?}"), message);
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| refuse("expected NAME=VALUE, as in a=0x12345688 or p=true"))?;
        let is_new = if guard.is_some_and(|guard| is_called(&guard.predicate, name)) {
            let value = match value {
                "1" | "true" => true,
                "0" | "false" => false,
                _ => return Err(refuse("the value is not a truth value: expected true, false, 1 or 0")),
            };
            predicate.replace(value).is_none()
        } else {
            let Some(register) = register(name, &registers) else {
                unused.push(name.to_owned());
                continue;
            };
            let value = value_of(value, bits).ok_or_else(|| refuse(&not_a_value(bits)))?;
            let sources = given.iter_mut().zip(registers).filter(|(_, source)| *source == Some(register));
            // A register that is used twice has one value.
            sources.map(|(given, _)| given.replace(value)).all(|before| before.is_none())
        };
        if !is_new {
            return Err(refuse("the register has a value already: expected one value for each register"));
        }
    }
    let mut missing: Vec<String> = Vec::new();
    let unread = guard.filter(|_| predicate.is_none()).map(|guard| &guard.predicate);
    let ungiven = (0..3).filter(|&index| given[index].is_none()).filter_map(|index| registers[index]);
    for register in ungiven.chain(unread) {
        if !missing.iter().any(|name| name == register.name()) {
            missing.push(register.name().to_owned());
        }
    }
    let passes = guard.is_none_or(|guard| predicate.unwrap_or(false) != guard.negated);
    Ok(Inputs { sources: given.map(Option::unwrap_or_default), passes, missing, unused })
}

/// A number of `bits` bits: decimal, or hexadecimal with `0x`, with a sign or without.
pub(super) fn value_of(text: &str, bits: u32) -> Option<u64> {
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let hexadecimal = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X"));
    let (digits, radix) = hexadecimal.map_or((number, 10), |digits| (digits, 16));
    // `from_str_radix` would take a second sign.
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let magnitude = i128::from(u64::from_str_radix(digits, radix).ok()?);
    let value = if text.starts_with('-') { -magnitude } else { magnitude };
    let fits = (-(1_i128 << (bits - 1))..1 << bits).contains(&value);
    fits.then_some(value as u64)
}

/// The error of a text that [`value_of`] refuses.
pub(super) fn not_a_value(bits: u32) -> String {
    let (least, most) = (-(1_i128 << (bits - 1)), (1_i128 << bits) - 1);
    format!(
        "the value is not a {bits}-bit number: expected {least} to {most}, decimal or hexadecimal with 0x"
    )
}

fn sources(body: &Body) -> [Option<&Register>; 3] {
    fn integer(operand: &Operand<Integer>) -> Option<&Register> {
        if let Operand::Register(register) = operand { Some(register) } else { None }
    }
    fn float(operand: &Operand<Float>) -> Option<&Register> {
        if let Operand::Register(register) = operand { Some(register) } else { None }
    }
    match body {
        Body::Video(it) => [integer(it.a()), integer(it.b()), it.c().and_then(integer)],
        Body::Mad(it) => [float(&it.a), float(&it.b), float(&it.c)],
    }
}

fn is_called(register: &Register, name: &str) -> bool {
    register.name().trim_start_matches('%') == name.trim_start_matches('%')
}

/// The register that a name means.
fn register<'r>(name: &str, registers: &[Option<&'r Register>; 3]) -> Option<&'r Register> {
    let exact = registers.iter().flatten().find(|register| register.name() == name);
    let named = exact.or_else(|| registers.iter().flatten().find(|register| is_called(register, name)));
    let source = || ["a", "b", "c"].iter().position(|source| *source == name).and_then(|at| registers[at]);
    named.copied().or_else(source)
}
