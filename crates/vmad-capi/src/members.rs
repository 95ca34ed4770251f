//! The members of the decoded instruction, and the fields of the word that they hold.

use vmad_sass::{
    EncodeError, Instruction,
    dispatch::Dispatch,
    isa::{B, INSTRUCTIONS},
};

use crate::{
    failure::Failure,
    types::{
        VMADLIB_NONE, vmadlib_instruction,
        vmadlib_status::{VMADLIB_ERROR_ARGUMENT, VMADLIB_ERROR_WORD},
    },
};

/// The field of each member.
macro_rules! members {
    ($($member:ident: $field:literal,)*) => {
        const MEMBERS: &[(&str, fn(&vmadlib_instruction) -> i32)] = &[$(($field, |instruction| instruction.$member)),*];

        pub(crate) fn decode(instruction: &Instruction) -> vmadlib_instruction {
            let value = |name| instruction.field(name).map_or(VMADLIB_NONE, |value| value as i32);
            vmadlib_instruction {
                word: instruction.encode(),
                opcode: instruction.form().kind as u32,
                b_is_immediate: (instruction.form().b == B::Immediate).into(),
                decoupled: (instruction.dispatch() == Dispatch::Decoupled).into(),
                $($member: value($field),)*
            }
        }
    };
}

members! {
    guard: "guard",
    guard_negated: "guard not",
    rd: "Rd",
    ra: "Ra",
    rb: "Rb",
    rc: "Rc",
    pd: "Pd",
    pe: "Pe",
    ps: "Ps",
    ps_negated: "Ps not",
    imm16: "imm16",
    imm8: "imm8",
    a_select: "A select",
    b_select: "B select",
    a_signed: "A signed",
    b_signed: "B signed",
    cc: "CC",
    saturate: "SAT",
    psign: "psign",
    scale: "scale",
    second_op: "secop",
    result_signed: "dtype",
    comparison: "comparison",
    bool_op: "bool op",
    maximum: "min/max",
    wrap: "wrap",
    lanes: "lanes",
    reduction: "reduction",
}

pub(crate) fn encode(instruction: &vmadlib_instruction) -> Result<u64, Failure> {
    let argument = |message: String| Failure::new(VMADLIB_ERROR_ARGUMENT, &message);
    let Some(forms) = INSTRUCTIONS.get(instruction.opcode as usize) else {
        return Err(argument(format!(
            "opcode {}: legal are 0 to {}",
            instruction.opcode,
            INSTRUCTIONS.len() - 1
        )));
    };
    let b = match instruction.b_is_immediate {
        0 => B::Register,
        1 => B::Immediate,
        other => return Err(argument(format!("b_is_immediate is {other}: legal are 0 and 1"))),
    };
    let form = forms.iter().find(|form| form.b == b).unwrap_or(&forms[0]);
    let members = MEMBERS.iter().map(|(name, member)| (*name, member(instruction)));
    let given = members.filter(|&(_, value)| value != VMADLIB_NONE);
    Instruction::from_fields(form, given.map(|(name, value)| (name, u64::from(value.cast_unsigned()))))
        .map(|instruction| instruction.encode())
        .map_err(|error| match &error {
            EncodeError::Illegal(_) => Failure::new(VMADLIB_ERROR_WORD, &error),
            EncodeError::Fields(_) => Failure::new(VMADLIB_ERROR_ARGUMENT, &error),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ignored fields and constants of a form are no members.
    #[test]
    fn each_field_is_a_member() {
        for field in INSTRUCTIONS.iter().copied().flatten().flat_map(|form| form.fields) {
            let is_member = MEMBERS.iter().any(|(name, _)| *name == field.name());
            let is_fixed =
                ["opcode", "B kind"].contains(&field.name()) || field.name().starts_with("ignored");
            assert!(is_member || is_fixed, "{}: a member of vmadlib_instruction", field.name());
        }
    }
}
