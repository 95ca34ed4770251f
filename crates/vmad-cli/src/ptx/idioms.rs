//! `vmad ptx idioms`: proved sequences.

use std::io::Write;

use vmad_proof::equal::{Equality, decide, statement::Statement};
use vmad_ptx::{sequence::Sequence, syntax::parse_one};
use vmad_ptxas::{
    idioms::{Code, IDIOMS, Idiom, TARGETS, emitted},
    safety::{Answer, Asked, Finding, findings},
};

use super::{cuda::function, ordinary::shown};
use crate::{
    failure::{Failure, Verdict},
    output::Out,
    prove::SolverOptions,
    suggest,
};

/// The place of errors without one.
const PLACE: &str = "vmad ptx idioms";

/// List sequences for dot products, filters, clamps and sums, each proved
///
/// Without a name: all idioms, with the number of instructions that ptxas 12.9 emits for each. With a name: the PTX, a
/// CUDA function, what it is proved equal to, the counts of both, and the SASS of both for one target. A count is not a
/// time: measure.
#[derive(Debug, clap::Args)]
#[command(mut_group("solver_options", |solver| solver.requires("prove")))]
#[command(after_help = "\
Examples:
  vmad ptx idioms
  vmad ptx idioms dp4a-s32-s32
  vmad ptx idioms q15-multiply --sass sm_50,sm_70
  vmad ptx idioms clamp --prove

With --prove, exit code 1: an idiom is refuted; 2: one is not decided, or there is no solver.")]
pub(crate) struct Args {
    /// The idiom
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// The targets of the SASS: sm_50, sm_61, sm_70 or sm_80
    #[arg(long, value_name = "TARGET,...", value_delimiter = ',', conflicts_with = "prove", default_value = "sm_61",
          value_parser = sass_target)]
    sass: Vec<String>,

    /// Prove each with an SMT solver
    #[arg(long)]
    prove: bool,

    #[command(flatten)]
    solver: SolverOptions,
}

/// A target whose SASS is recorded.
fn sass_target(text: &str) -> Result<String, String> {
    if TARGETS.contains(&text) {
        return Ok(text.to_owned());
    }
    Err(format!("no SASS is recorded for it: legal are {}", TARGETS.join(", ")))
}

pub(super) fn run(args: &Args, out: &mut Out) -> Result<Verdict, Failure> {
    let chosen: Vec<&Idiom> = match &args.name {
        None => IDIOMS.iter().collect(),
        Some(name) => vec![find(name)?],
    };
    if args.prove {
        return prove(args, &chosen, out);
    }
    match (&args.name, chosen.as_slice()) {
        (Some(_), [idiom]) => show(args, idiom, out)?,
        _ => list(out)?,
    }
    Ok(Verdict::Fine)
}

fn find(name: &str) -> Result<&'static Idiom, Failure> {
    IDIOMS.iter().find(|idiom| idiom.name == name).ok_or_else(|| {
        let names: Vec<_> = IDIOMS.iter().map(|idiom| idiom.name).collect();
        Failure::input(PLACE, &format!("no idiom {name:?}: {}", suggest::expected(name, &names)))
    })
}

/// The number of instructions for each target; - for one without an instruction of the code.
fn counts(name: &str, code: Code) -> Vec<String> {
    let count =
        |target| emitted(name, code, target).map_or_else(|| "-".to_owned(), |code| code.len().to_string());
    TARGETS.map(count).to_vec()
}

fn list(out: &mut Out) -> Result<(), Failure> {
    out.heading(format!("{:<18}{}", "name", targets()))?;
    for idiom in IDIOMS.iter() {
        writeln!(out, "{:<18}{}", idiom.name, columns(&counts(idiom.name, Code::Idiom)))?;
        out.paragraph(idiom.title, "    ", "    ")?;
    }
    Ok(())
}

fn targets() -> String {
    columns(&TARGETS.map(str::to_owned))
}

fn columns(cells: &[String]) -> String {
    cells.iter().map(|cell| format!("{cell:>7}")).collect()
}

fn show(args: &Args, idiom: &Idiom, out: &mut Out) -> Result<(), Failure> {
    out.paragraph(&format!("{}: {}", idiom.name, idiom.title), "", "  ")?;
    for (title, lines) in [("PTX", &idiom.code), ("equal, for all inputs, to", &idiom.reference)] {
        out.section(title)?;
        lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    out.section("CUDA")?;
    let function = function(&idiom.name.replace('-', "_"), &idiom.code.join("\n"), &parse(&idiom.code)?);
    writeln!(out, "{function}")?;
    out.heading(format!("{:<18}{}", "instructions", targets()))?;
    for (title, code) in [("this", Code::Idiom), ("the other", Code::Reference)] {
        writeln!(out, "{title:<18}{}", columns(&counts(idiom.name, code)))?;
    }
    let note = "The counts are those of the code that ptxas 12.9 emits. They are not times. A - is a target without the \
                instruction.";
    out.paragraph(note, "", "")?;
    miscompiled(idiom, out)?;
    args.sass.iter().try_for_each(|target| sass(idiom, target, out))
}

/// A sentence for each instruction that ptxas miscompiles for some targets.
fn miscompiled(idiom: &Idiom, out: &mut Out) -> Result<(), Failure> {
    let instructions = idiom.code.iter().filter_map(|line| Some((line, parse_one(line).ok()?.instruction)));
    for (line, instruction) in instructions {
        let asked = Asked::all();
        let answers: Vec<_> = asked.iter().filter_map(|asked| Answer::of(&instruction, asked)).collect();
        for Finding { row, places, .. } in findings(&instruction, &answers) {
            let Some(row) = row else { continue };
            let places = places.join("; ");
            let text = format!(
                "Not for {places}: `{line}` is compiled to something else ({row}; see `vmad ptx safe`)."
            );
            out.paragraph(&text, "", "")?;
        }
    }
    Ok(())
}

/// The code that ptxas emits for a target: the idiom's, and that of what it is equal to beside it.
fn sass(idiom: &Idiom, target: &str, out: &mut Out) -> Result<(), Failure> {
    let [this, other] = Code::ALL.map(|code| {
        let missing = || vec!["no such instruction"];
        emitted(idiom.name, code, target).unwrap_or_else(missing)
    });
    let title = format!("{target}, this");
    let width = this.iter().map(|line| line.len()).chain([title.len()]).max().unwrap_or(0) + 2;
    out.section(format!("  {title:<width$}the other"))?;
    for index in 0..this.len().max(other.len()) {
        let line = |code: &[&'static str]| code.get(index).copied().unwrap_or_default();
        writeln!(out, "{}", format!("  {:<width$}{}", line(&this), line(&other)).trim_end())?;
    }
    Ok(())
}

fn parse(code: &[&str]) -> Result<Sequence, Failure> {
    let text = code.join("\n");
    Sequence::parse(&text).map_err(|error| Failure::ptx(PLACE, &text, &error))
}

fn prove(args: &Args, chosen: &[&Idiom], out: &mut Out) -> Result<Verdict, Failure> {
    let bad = |error: &dyn std::fmt::Display| Failure::input(PLACE, &error.to_string());
    let solver = args.solver.solver().map_err(|error| bad(&error))?;
    let (mut worst, mut undecided) = (Verdict::Fine, Vec::new());
    for idiom in chosen {
        let (left, right) = (parse(&idiom.reference)?, parse(&idiom.code)?);
        let outputs = ["d".to_owned()];
        let statement = Statement::new(&left, &right, &[], &outputs).map_err(|error| bad(&error))?;
        match decide(&statement, &solver).map_err(|error| bad(&error))? {
            Equality::Equal(_) => writeln!(out, "{:<18}proved", idiom.name)?,
            Equality::Different(values, _) => {
                let values = statement.inputs().iter().zip(values);
                let values =
                    values.map(|(input, value)| format!("{} = {}", input.name, shown(value, input.width)));
                writeln!(out, "{:<18}refuted: {}", idiom.name, values.collect::<Vec<_>>().join(", "))?;
                worst = Verdict::Finding;
            }
            Equality::Unknown { why, .. } => undecided.push(format!("{}: {why}", idiom.name)),
        }
    }
    match (worst, undecided.as_slice()) {
        (Verdict::Fine, [first, ..]) => Err(bad(&format!("not decided: {first}"))),
        (verdict, _) => Ok(verdict),
    }
}
