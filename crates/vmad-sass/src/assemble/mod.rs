//! From text to a word: the grammar is in the description of the word form.

mod builder;
mod operands;
mod suffixes;

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use vmad_unit::Kind;

use crate::{
    dispatch::Dispatch,
    instruction::Instruction,
    isa::{B, Layout, Minus, Role},
    messages::list,
    schedule::{ControlField, Reuse},
    text::{Cursor, OperandValue, Span, Statement, TextError},
};
use builder::Builder;

/// The result: an instruction, and its control field if the text has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Assembly {
    /// The instruction.
    pub instruction: Instruction,
    /// The control field, if the text writes any part of it (`&req`, `.reuse`, ...).
    pub control: Option<ControlField>,
}

/// Assembles an instruction of the family for Maxwell and Pascal.
///
/// Accepts every spelling of the SASS reference text: `-Rb` for `-Ra`, both (they cancel), default formats omitted or
/// written, `.PASS`, `.B0`, `.H0`, `@PT`, blanks, comments, an optional `;`, an optional `#` before an immediate. The
/// suffixes that nvdisasm omits (`.SD`, `.MN`) are legal.
///
/// An immediate in decimal or hexadecimal gives the 16 bits, 0 to 65535. For an instruction that negates B, a minus
/// sign before it has two meanings:
/// - before a `#`, a hexadecimal number (a bit pattern) or a `.U16` immediate it negates the product, as `{-}#imm16` of
///   the SASS reference text;
/// - before a decimal `.S16` immediate, -32768 to -1, or after a `#`, it is the sign of the number: `-5` is `0xfffb`.
///
/// The results are equal, except for 0x8000 as an `.S16`: `-32768` multiplies by -32768, `-0x8000` by its negation. For
/// the other instructions, a minus sign is the sign of the number.
///
/// # Errors
/// The text is not a legal instruction of the family; the error has the place and the legal values.
pub fn assemble(text: &str) -> Result<Assembly, TextError> {
    assemble_in(Layout::Maxwell, text)
}

/// Assembles an instruction of the family in a layout. On Kepler, the last suffix of a mnemonic can be `.S`, the join
/// flag; no text has a control field.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_in(layout: Layout, text: &str) -> Result<Assembly, TextError> {
    Cursor::parse(text, |cursor| parse(layout, cursor))
}

fn parse(layout: Layout, cursor: &mut Cursor<'_>) -> Result<Assembly, TextError> {
    let mut statement = Statement::begin(cursor)?;
    let Some(forms) = Kind::from_name(statement.mnemonic.text).map(|kind| layout.forms(kind)) else {
        let (found, legal) = (statement.mnemonic.text, list(&Kind::NAMES, "or"));
        let error = statement.mnemonic.span.error(format!("unknown instruction {found:?}: expected {legal}"));
        return Err(error.with_names(Kind::NAMES.map(String::from).into()));
    };
    // The forms of an instruction differ only in B.
    let mut operands = Vec::with_capacity(forms[0].operands.len());
    let mut b = B::Register;
    for operand in forms[0].operands {
        let read = match operand.role {
            Role::Predicate { .. } => statement.predicate(operand.name)?,
            Role::Destination { .. } | Role::Source { .. } | Role::Immediate { .. } => {
                statement.operand(operand.name)?
            }
        };
        if operand.minus == Minus::B && matches!(read.value, OperandValue::Immediate { .. }) {
            b = B::Immediate;
        }
        operands.push(read);
    }
    let form = forms.iter().find(|form| form.b == b).unwrap_or(&forms[0]);
    let mut builder = Builder::new(form, statement.guard);
    builder.suffixes(&statement)?;
    for (operand, read) in form.operands.iter().zip(&operands) {
        builder.operand(operand, read, statement.suffixes_of(read))?;
    }
    builder.negate()?;
    let instruction = Instruction::of_legal(builder.word, form);
    let control = control(statement, &instruction, &builder.reuse)?;
    Ok(Assembly { instruction, control })
}

impl core::str::FromStr for Instruction {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Ok(assemble(text)?.instruction)
    }
}

/// The control field: its written parts, with the `.reuse` of the operands.
fn control(
    statement: Statement<'_, '_>,
    instruction: &Instruction,
    reuse: &[(Reuse, Span)],
) -> Result<Option<ControlField>, TextError> {
    let dispatch = instruction.dispatch();
    let (mut control, place) = statement.end()?;
    if let (Layout::Kepler, Some(_)) = (instruction.layout(), control) {
        return Err(
            place.error("an instruction of Kepler has no control field: legal is the text up to the `;`")
        );
    }
    for &(operand, span) in reuse {
        if dispatch != Dispatch::Coupled {
            let legal = "legal is .reuse if neither format has 32 bits, as the default ones do";
            return Err(span.error(format!("a decoupled VMAD has no .reuse: {legal}")));
        }
        let field = control.unwrap_or(ControlField::IDLE);
        control = Some(field.with_reuse(field.reuse().with(operand)));
    }
    if let Some(field) = control {
        field.check(dispatch).map_err(|refusal| place.error(refusal.to_string()))?;
    }
    Ok(control)
}
