//! The inputs of `exec` and `trace`: an instruction, and initial registers and predicates.

use std::cell::Cell;

use vmad_ptx::sequence::Width;
use vmad_sass::{AnyArch, AnyInstruction, Instruction, assemble_in, isa::Layout};
use vmad_unit::Kind;

use crate::{
    excerpt::Place,
    failure::{Exit, Failure},
    number,
    output::Out,
    source::{is_word, word},
    stderr::say,
    stdin_lines::{self, answer_each_line},
    wide::{self, any_arch},
};

/// The instruction of a mnemonic, in upper or lower case.
pub(crate) fn kind(text: &str) -> Option<Kind> {
    Kind::from_name(&text.to_ascii_uppercase())
}

/// `--arch` of the commands that take words of 128 bits too.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct AnyArchOption {
    /// The architecture that gives the layout of the words: 64 bits up to sm_62; from sm_70 on 128 bits, in 32 digits or as 'LOW HIGH'
    #[arg(long, value_parser = any_arch, default_value = "sm_50")]
    pub(crate) arch: AnyArch,
}

/// Refuses an execution in which a register that is read has no value. Names on standard error the values that are not read.
pub(crate) fn check_inputs(
    place: impl Into<Place>,
    missing: impl Iterator<Item = String>,
    unused: &[String],
) -> Result<(), Failure> {
    let mut once: Vec<String> = Vec::new();
    for name in missing {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    if !once.is_empty() {
        let values: Vec<String> = once.iter().map(|name| format!("{name}=0")).collect();
        let message = format!("no value of {}: expected one, such as {}", once.join(", "), values.join(" "));
        return Err(Failure::input(place, &message));
    }
    if !unused.is_empty() {
        say(format_args!("note: given, but not read: {}", unused.join(", ")));
    }
    Ok(())
}

/// Calls `each` with an instruction, or for `-` with each line of standard input that is not blank, and with its place.
pub(crate) fn each_instruction(
    text: &str,
    out: &mut Out,
    mut each: impl FnMut(&mut Out, &Place, &str) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    if text != "-" {
        return each(out, &"the instruction".into(), text);
    }
    let mut worst = Exit::Fine;
    answer_each_line(out, false, &Cell::new(false), |out, line, number| {
        if !line.trim_ascii().is_empty() {
            worst = worst.max(each(out, &stdin_lines::place(number), line)?);
        }
        Ok(true)
    })?;
    Ok(worst)
}

/// Parses an instruction of the family: text, or a word.
pub(crate) fn instruction<P: Into<Place>>(
    place: impl Fn() -> P,
    text: &str,
    layout: Layout,
) -> Result<Instruction, Failure> {
    if is_word(text) {
        let whole = 0..text.len();
        let word = word(text).map_err(|error| Failure::piece(place(), text, whole.clone(), &error))?;
        Instruction::decode_in(layout, word).map_err(|error| Failure::piece(place(), text, whole, &error))
    } else {
        let assembly = assemble_in(layout, text).map_err(|error| Failure::text(place(), text, &error))?;
        Ok(assembly.instruction)
    }
}

/// Reads an instruction in a word of 64 or of 128 bits: text, or a word.
pub(crate) fn any_instruction(place: &Place, text: &str, arch: AnyArch) -> Result<AnyInstruction, Failure> {
    let place = || place.clone();
    Ok(match arch {
        AnyArch::Narrow(arch) => AnyInstruction::Narrow(instruction(place, text, arch.layout())?),
        AnyArch::Wide(arch) => AnyInstruction::Wide(wide::instruction(place, text, arch)?),
    })
}

/// Registers with their values, and other names.
type Given<R> = (Vec<(R, u64)>, Vec<String>);

/// The values of registers, each once, and the names that `find` does not know. A register that is used twice has one
/// value. A message names the `example`.
pub(crate) fn given<R: PartialEq>(
    assignments: &[String],
    example: &str,
    find: impl Fn(&str) -> Option<(R, Width)>,
) -> Result<Given<R>, Failure> {
    let (mut given, mut unused) = (Vec::new(), Vec::new());
    for text in assignments {
        let refuse = |message: &str| Failure::input(format!("{text:?}"), message);
        let (name, value) =
            text.split_once('=').ok_or_else(|| refuse(&format!("expected NAME=VALUE, as in {example}")))?;
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
fn value_for(width: Width, text: &str) -> Result<u64, String> {
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
pub(crate) fn not_a_value(bits: u32) -> String {
    let (least, most) = (-(1_i128 << (bits - 1)), (1_i128 << bits) - 1);
    format!("the value is not a {bits}-bit number: expected {least} to {most}, or 0x0 to {most:#x}")
}
