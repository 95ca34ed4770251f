//! `vmad fields`: the fields of every word, as data.

use std::io::Write;

use vmad_sass::{
    AnyArch,
    catalog::{WordField, WordForm, forms},
    isa::Value,
};
use vmad_unit::Kind;

use crate::{
    failure::{Exit, Failure},
    filters::named,
    output::Out,
    stderr::say,
    wide::any_arch,
};

/// List every field of every word: bits, values, spelling, illegal values
///
/// A form is an instruction with the kind of its operand B (and C), on the architectures that print it alike. The JSON
/// also has the order of the text, and the legal control fields: a disassembler needs nothing else but the page
/// docs/src/nvdisasm.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad fields --arch sm_86
  vmad fields VSHL
  vmad fields --json")]
pub(crate) struct Args {
    /// Only the forms of this instruction
    #[arg(value_name = "MNEMONIC", value_parser = |text: &str| named(text, &Kind::ALL, Kind::name))]
    instruction: Option<Kind>,

    /// Only the forms of this architecture
    #[arg(long, value_name = "ARCH", value_parser = any_arch)]
    arch: Option<AnyArch>,

    /// Print one JSON object a line, for each form
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Exit, Failure> {
    let arch = args.arch.map(|arch| arch.to_string());
    let forms =
        forms().into_iter().filter(|form| arch.as_ref().is_none_or(|arch| form.architectures.contains(arch)));
    let mut forms =
        forms.filter(|form| args.instruction.is_none_or(|kind| kind.name() == form.instruction)).peekable();
    if let (Some(arch), None) = (&arch, forms.peek()) {
        let name = args.instruction.map_or("video instruction", Kind::name);
        say(format_args!("note: {arch} has no {name}"));
    }
    for form in forms {
        if args.json {
            out.json(&form)?;
        } else {
            write(out, &form)?;
        }
    }
    Ok(Exit::Fine)
}

fn write(out: &mut Out, form: &WordForm) -> Result<(), Failure> {
    out.heading(format_args!("{}: {}", form.instruction, form.architectures.join(", ")))?;
    for field in form.fields.iter().rev() {
        let line = format!("{:<9}  {:<13}  {}{}", field.bits, field.name, field.meaning, values(field));
        out.paragraph(&line, "  ", "                           ")?;
    }
    writeln!(out)?;
    Ok(())
}

/// `: 0 no, 1 SAT`
fn values(field: &WordField) -> String {
    let value = |Value { value, meaning, .. }: &Value| format!("{value} {}", meaning.unwrap_or("illegal"));
    match (field.fixed, &*field.values) {
        (Some(fixed), _) => format!(": {fixed:#x}"),
        (None, []) => String::new(),
        (None, listed) => format!(": {}", listed.iter().map(value).collect::<Vec<_>>().join(", ")),
    }
}
