//! `vmad exec`: executes an instruction.

use std::io::Write;

use vmad_sass::SHARED_DESTINATION;
use vmad_unit::Effect;

use crate::{
    failure::{Failure, Verdict},
    inputs::{Loaded, load},
    json,
    output::Out,
};

/// Execute an instruction and print the registers that change
///
/// RZ reads as 0 and ignores writes. An instruction whose guard is false changes nothing. No published source specifies
/// the flags that .CC writes: they print as unspecified.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad exec 'VMAD.U8.U8 R0, R2, R3, R4;' \\
      R2=0x12345688 R3=0x8a24c993 R4=0x9123064a
  vmad exec '@P0 VMAD.S16.S16.SAT R0, -R2.H1, -5, RZ' \\
      R2=0x7fff0000 P0=true
  vmad exec 0x5f04020000370200 R2=1 R3=2 R4=3 --json
  printf 'VMAD.U8.U8 R0, R2, R3, R4\\t12345688\\t8a24c993\\t9123064a\\n' | \\
      vmad exec --batch

The instruction can be any video instruction.

--batch reads lines of standard input: an instruction (text or word), then the values of the \
ports A, B and C in hexadecimal, with tabs between; or CSV with a header, or JSON objects, as vmad vectors writes them. It \
adds the 32-bit result in hexadecimal. A port with RZ is always 0. With an immediate, the value of \
B is ignored and can be any text. Guard and destination have no effect, because there is no \
register file. For VSETP, bit 0 of C is the source predicate before its negation (PT is always 1); bit 0 of the \
result is the first destination predicate, bit 1 the second. Blank lines are ignored. The \
command stops at the first line with an error, unless it has --keep-going.")]
pub(crate) struct Args {
    /// The instruction: assembly text ('VMAD.U8.U8 R0, R2, R3, R4;') or a word (16 hexadecimal digits, or 0x...)
    #[arg(value_name = "INSTRUCTION", required_unless_present = "batch", conflicts_with = "batch")]
    instruction: Option<String>,

    /// Initial values of registers and predicates, decimal or hexadecimal with 0x: R2=0x12345688, R3=-5, P0=true; all others are 0 or false
    #[arg(value_name = "NAME=VALUE", conflicts_with = "batch")]
    assignments: Vec<String>,

    /// Print one JSON object
    #[arg(long, conflicts_with = "batch")]
    json: bool,

    /// Execute lines of standard input: INSTRUCTION<TAB>RA<TAB>RB<TAB>RC
    #[arg(long)]
    pub(crate) batch: bool,

    /// Go on behind an error: a line with an error has the answer error<TAB>message, a blank line a blank one
    #[arg(long, requires = "batch")]
    pub(crate) keep_going: bool,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let mut loaded = load(args.instruction.as_deref().unwrap_or_default(), &args.assignments)?;
    loaded.note();
    let effect = loaded.execute()?;
    if args.json {
        out.json(&json::Execution::new(&loaded.instruction, effect))?;
        return Ok(Verdict::Fine);
    }
    write_effect(out, &loaded, effect)?;
    Ok(Verdict::Fine)
}

/// `R0 = 0x91235462`, or the reason why nothing changes.
pub(crate) fn write_effect(out: &mut Out, loaded: &Loaded, effect: Effect) -> Result<(), Failure> {
    let guard = loaded.instruction.guard();
    if !loaded.is_active {
        writeln!(out, "nothing changes: the guard {guard} is false")?;
        return Ok(());
    }
    match effect.register {
        Some((register, value)) => writeln!(out, "{register} = {value:#010x}")?,
        None if effect.predicates.iter().any(Option::is_some) => {
            let predicates = predicates(&effect);
            let shared = loaded.instruction.shared_destination().is_some();
            let note = if shared { format!(" (inferred: {SHARED_DESTINATION})") } else { String::new() };
            writeln!(out, "{predicates}{note}")?;
        }
        None if loaded.instruction.destination_register().is_none() => {
            writeln!(out, "no predicate changes: the destinations are PT")?;
        }
        None => writeln!(out, "no register changes: the destination is RZ")?,
    }
    if effect.condition_code {
        writeln!(out, "CC = unspecified (no published source says what .CC writes)")?;
    }
    Ok(())
}

/// `P0 = 1, P1 = 0`
pub(crate) fn predicates(effect: &Effect) -> String {
    let predicates = effect.predicates.iter().flatten();
    let texts = predicates.map(|(predicate, value)| format!("{predicate} = {}", u8::from(*value)));
    texts.collect::<Vec<_>>().join(", ")
}
