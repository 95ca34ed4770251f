//! An instruction in a template: `%0` in place of a register.

use vmad_ptx::{
    ast::{Body, Instruction},
    syntax::parse_one,
};

/// A template's text of an instruction, with registers for its operands; [`None`] if it is not that instruction in one
/// string literal without escapes.
pub(super) fn in_template(text: &str, instruction: &Instruction) -> Option<Instruction> {
    if text.contains(['"', '\\']) {
        return None;
    }
    let (mut ptx, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once('%') {
        ptx.push_str(before);
        let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            ptx.extend([OPERAND, &behind[..digits]]);
            rest = &behind[digits..];
        } else {
            rest = behind.strip_prefix('%')?;
            ptx.push('%');
        }
    }
    ptx.push_str(rest);
    let found = parse_one(&ptx).ok()?.instruction;
    let [(Body::Video(one), Body::Video(other))] = [(&found.body, &instruction.body)] else { return None };
    let registers = |code: &Instruction| code.body.registers().map(|register| register.is_some());
    let is_same = one.operation() == other.operation() && registers(&found) == registers(instruction);
    is_same.then_some(found)
}

/// The beginning of the registers that stand for operands of a template.
const OPERAND: &str = "$operand$";

/// PTX as the text of a template.
pub(super) fn of_template(ptx: &str) -> String {
    ptx.replace('%', "%%").replace(OPERAND, "%")
}
