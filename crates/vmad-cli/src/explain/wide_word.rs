//! `vmad explain` of a word of 128 bits.

use std::io::Write;

use serde_json::json;
use vmad_ptxas::lifting::lift_wide;
use vmad_sass::{
    AnyInstruction,
    schedule::Control,
    wide::{WideArch, WideInstruction, WideParts},
};
use vmad_unit::{Guard, Predicate};

use super::text;
use crate::{
    excerpt::Place,
    failure::{Exit, Failure},
    json,
    output::Out,
    wide,
};

/// Explains a word, or a text.
pub(crate) fn explain(
    out: &mut Out,
    place: &dyn Fn() -> Place,
    input: &str,
    arch: WideArch,
    is_json: bool,
) -> Result<Exit, Failure> {
    let word = wide::word(input).map_err(|message| Failure::input(place(), &message))?;
    let decoded = match word {
        Some(word) => WideInstruction::decode(arch, word).map_err(|error| (word, error)),
        None => Ok(wide::instruction(place, input, arch)?),
    };
    match decoded {
        Ok(instruction) if is_json => {
            let (ptx, note) = match lift_wide(&instruction) {
                Ok(lifted) => (Some(lifted.ptx), lifted.note),
                Err(reason) => (None, reason.to_string()),
            };
            out.json(&json!({
                "arch": arch.to_string(),
                "instruction": json::InstructionObject::from(&AnyInstruction::Wide(instruction)),
                "control": json::Control::from(Control::Field(instruction.parts().control)),
                "computes": instruction.formula(),
                "ptx": ptx,
                "ptx_note": note,
            }))?;
        }
        Ok(instruction) => write(out, &instruction)?,
        Err((word, error)) => {
            if is_json {
                out.json(&json!({ "arch": arch.to_string(), "word": format!("{word:#034x}"), "error": error.to_string() }))?;
            } else {
                out.heading(format_args!("{}: {arch}", wide::halves(word)))?;
                out.paragraph(&error.to_string(), "  ", "    ")?;
            }
            return Ok(Exit::BadInput);
        }
    }
    Ok(Exit::Fine)
}

fn write(out: &mut Out, instruction: &WideInstruction) -> Result<(), Failure> {
    let (word, arch, frame) = (instruction.encode(), instruction.arch(), out.palette().frame);
    let WideParts { guard, destination, predicate, control, .. } = instruction.parts();
    out.heading(format_args!("{instruction};"))?;
    writeln!(out, "{frame}{}, {arch}{frame:#}", wide::halves(word))?;
    out.section("fields")?;
    let mut fields: Vec<_> = instruction.fields().collect();
    fields.reverse();
    for field in fields {
        let (place, value) = (field.bits.place(), field.of(word));
        writeln!(out, "  {place:<7}  {:<13}  {value:>#10x}  {frame}{}{frame:#}", field.name, field.meaning)?;
    }
    let specified =
        "the PTX ISA specifies it, for the instruction that ptxas compiles to the word".to_owned();
    let when = if guard == Guard::ALWAYS { "always".to_owned() } else { format!("if {guard} is true") };
    let result = (predicate != Predicate::PT).then(|| format!("{predicate}: a predicate result"));
    let parts = [
        ("computes", instruction.formula().into_iter().chain([specified]).collect()),
        ("writes", [format!("{destination}: {when}")].into_iter().chain(result).collect()),
        ("unknown", instruction.unknown()),
        text::control(Control::Field(control)),
    ];
    text::sections(
        out,
        parts.into_iter().chain(text::ptx(lift_wide(instruction), "docs/src/encoding.md".to_owned())),
    )
}
