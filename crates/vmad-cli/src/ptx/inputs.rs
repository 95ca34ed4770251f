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
    /// Registers that the instruction reads and nobody gave.
    pub(super) missing: Vec<String>,
}

/// Reads `NAME=VALUE` for the registers of an instruction. A name is a register's, with or without its `%`; where no
/// register is called so, `a`, `b` and `c` mean the source operands.
pub(super) fn read(instruction: &Instruction, assignments: &[String]) -> Result<Inputs, Failure> {
    let registers = sources(&instruction.body);
    let guard = instruction.guard.as_ref();
    let bits = width(&instruction.body);
    let mut given: [Option<u64>; 3] = [None; 3];
    let mut predicate = None;
    for text in assignments {
        let refuse = |message: &str| Failure::input(format!("{text:?}"), message);
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| refuse("expected NAME=VALUE, as in a=0x12345688 or p=true"))?;
        if guard.is_some_and(|guard| is_called(&guard.predicate, name)) {
            predicate = Some(match value {
                "1" | "true" => true,
                "0" | "false" => false,
                _ => return Err(refuse("the value is not a truth value: expected true, false, 1 or 0")),
            });
            continue;
        }
        let named: Vec<usize> = (0..3)
            .filter(|&index| registers[index].is_some_and(|register| is_called(register, name)))
            .collect();
        let positions = if named.is_empty() { position(name, &registers) } else { named };
        if positions.is_empty() {
            return Err(refuse("the instruction reads no register of this name"));
        }
        let value = value_of(value, bits).ok_or_else(|| refuse(&not_a_value(bits)))?;
        for index in positions {
            given[index] = Some(value);
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
    Ok(Inputs { sources: given.map(Option::unwrap_or_default), passes, missing })
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

/// What is wrong with a text that [`value_of`] does not take.
pub(super) fn not_a_value(bits: u32) -> String {
    let (least, most) = (-(1_i128 << (bits - 1)), (1_i128 << bits) - 1);
    format!(
        "the value is not a {bits}-bit number: expected {least} to {most}, decimal or hexadecimal with 0x"
    )
}

/// The registers among an instruction's source operands.
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
    let plain = |name: &'_ str| name.strip_prefix('%').unwrap_or(name).to_owned();
    plain(register.name()) == plain(name)
}

/// The source operand that `a`, `b` or `c` means, if it is a register.
fn position(name: &str, registers: &[Option<&Register>; 3]) -> Vec<usize> {
    let index = ["a", "b", "c"].iter().position(|position| *position == name);
    index.filter(|&index| registers[index].is_some()).into_iter().collect()
}
