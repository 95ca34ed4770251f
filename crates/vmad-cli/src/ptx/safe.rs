//! `vmad ptx safe`: the instructions that ptxas compiles correctly.

use std::io::Write;

use vmad_ptx::{ast::Instruction, syntax::parse_one};
use vmad_ptxas::safety::{Generation, KINDS, Kind, Safety, rewriting, verdict};

use crate::{
    failure::{Failure, Verdict},
    output::Out,
    suggest,
    wrap::wrap,
};

/// The place of errors without one.
const PLACE: &str = "vmad ptx safe";

/// List the video instructions that ptxas compiles correctly, and what to write in place of the others
///
/// Without an argument: a table of all instructions and kinds of operands, for three generations of GPUs. With the name
/// of an instruction: its rows, each with an example. With an instruction: its verdicts. If one of them is not "right",
/// the command also prints the shortest known PTX that computes the same and that ptxas compiles correctly.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  vmad ptx safe
  vmad ptx safe vset
  vmad ptx safe 'vmad.s32.u32.u32 d, a, -1, c;'

right: the code of ptxas was run or compared, and no difference was found. wrong: it differs from the PTX for some values; \
D3 to D13 and P7 name the difference, which the chapter on interpretations describes. illegal: ptxas refuses the \
instruction. Exit code 1: the instruction is wrong or illegal on a target; 2: it is not a video instruction.")]
pub(crate) struct Args {
    /// The name of an instruction, or an instruction
    #[arg(value_name = "INSTRUCTION")]
    instruction: Option<String>,
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let Some(text) = args.instruction.as_deref().map(str::trim) else {
        table(out, KINDS.iter())?;
        writeln!(out)?;
        let note = "ptxas 12.9 emits the same kind of code for all targets of a column. Not in the table: a register b whose \
                    constant of 16 bits ptxas knows, with a selector (D7, sm_50 to sm_62); `vmad check` finds it.";
        writeln!(out, "{}", wrap(note, "", ""))?;
        return Ok(Verdict::Fine);
    };
    if text.chars().all(|c| c.is_ascii_alphanumeric()) {
        return opcode(text, out);
    }
    super::refuse_file(text, "or its name; `vmad ptx check` checks the instructions of a file")?;
    let instruction =
        parse_one(text).map_err(|error| Failure::ptx("the instruction", text, &error))?.instruction;
    let Some(verdicts) = verdicts(&instruction) else {
        let message = format!("not a scalar video instruction: legal are {}", opcodes().join(", "));
        return Err(Failure::piece("the instruction", text, 0..text.len(), &message));
    };
    for (generation, verdict) in Generation::ALL.iter().zip(verdicts) {
        writeln!(out, "{:<10}  {verdict}", generation.targets())?;
    }
    instead(&instruction, out)?;
    Ok(if verdicts == [Safety::Right; 3] { Verdict::Fine } else { Verdict::Finding })
}

fn verdicts(instruction: &Instruction) -> Option<[Safety; 3]> {
    let [maxwell, pascal, later] = Generation::ALL.map(|generation| verdict(instruction, generation));
    Some([maxwell?, pascal?, later?])
}

fn example(row: &Kind) -> Result<Instruction, Failure> {
    Ok(parse_one(row.example).map_err(|error| Failure::ptx(PLACE, row.example, &error))?.instruction)
}

/// The opcodes of the table, in the order of their first row.
fn opcodes() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in KINDS.iter().flat_map(|row| row.opcodes) {
        if !names.iter().any(|known| known == name) {
            names.push((*name).to_owned());
        }
    }
    names
}

/// The rows of an opcode with their examples.
fn opcode(name: &str, out: &mut Out) -> Result<Verdict, Failure> {
    let rows: Vec<&Kind> = KINDS.iter().filter(|row| row.opcodes.contains(&name)).collect();
    if rows.is_empty() {
        let names = opcodes();
        let hint = suggest::hint(name, &names).map(|hint| format!("; {hint}")).unwrap_or_default();
        let message = format!(
            "no video instruction {name:?}: legal are {}, or a whole instruction{hint}",
            names.join(", ")
        );
        return Err(Failure::input(PLACE, &message));
    }
    table(out, rows.iter().copied())?;
    for row in rows {
        writeln!(out, "\n{}", row.example)?;
        instead(&example(row)?, out)?;
    }
    Ok(Verdict::Fine)
}

/// The operands and the three verdicts of each row.
fn table<'r>(out: &mut Out, rows: impl Iterator<Item = &'r Kind>) -> Result<(), Failure> {
    let heading = out.palette().heading;
    let columns = Generation::ALL.map(|generation| format!("{:<11}", generation.targets())).concat();
    writeln!(out, "{heading}{columns}instruction: operands{heading:#}")?;
    for row in rows {
        let Some(verdicts) = verdicts(&example(row)?) else { continue };
        let cells = verdicts.map(|verdict| format!("{verdict:<11}")).concat();
        let text = format!("{}: {}", row.opcodes.join(" "), row.operands);
        writeln!(out, "{}", wrap(&text, &cells, &" ".repeat(cells.len())))?;
    }
    Ok(())
}

/// What to write in place of an instruction, for each generation that needs it.
fn instead(instruction: &Instruction, out: &mut Out) -> Result<(), Failure> {
    let mut shown: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    for generation in Generation::ALL {
        let Some(lines) = rewriting(instruction, generation) else { continue };
        match shown.iter_mut().find(|(known, _)| *known == lines) {
            Some((_, targets)) => targets.push(generation.targets()),
            None => shown.push((lines, vec![generation.targets()])),
        }
    }
    for (lines, targets) in shown {
        writeln!(out, "  on {}, write", targets.join(" and "))?;
        for line in lines {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
