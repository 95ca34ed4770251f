//! `cargo xtask ptxas-emulation`: records the code that ptxas emits for `vmad` without a `VMAD`, and for the SIMD video
//! instructions.

use std::collections::HashSet;

use anyhow::{Context, Result, ensure};
use vmad_ptx::ast::{Instruction, Operation};
use vmad_ptxas::{
    lowering::emulation,
    row::{Case, Domain},
    spelling::multiply_adds,
};
use vmad_unit::vmad::Mode;

use super::simd;
use crate::{
    batches::in_batches,
    compiler::Compiler,
    tools::{NVDISASM, PTXAS},
    workspace,
};

/// Records the code that ptxas emits for vmad on sm_61 (decoupled forms) and sm_70 (every form), and for the SIMD video
/// instructions on sm_61
///
/// The record has a function for each mode: the instruction, and its SASS as nvdisasm prints it. Tests run this code,
/// and compare the model of it (D3) and the model of the SIMD video instructions with its results.
#[derive(Debug, clap::Args)]
pub(crate) struct EmulationArgs {
    /// Compare the recorded code with that of ptxas, for every selector, and write nothing
    #[arg(long)]
    check: bool,
}

/// Runs the task, and writes the file.
pub(crate) fn run(args: &EmulationArgs) -> Result<()> {
    let compiler = Compiler::fetched(PTXAS, NVDISASM)?;
    let head = format!(
        "# {}: architecture, instruction, SASS of a function of a = R4, b = R5, c = R6, d = R4\n",
        compiler.versions
    );
    if args.check {
        check(&compiler, "sm_61", Domain::Decoupled)?;
        return check(&compiler, "sm_70", Domain::Modes);
    }
    let of = |arch, lines: &[String]| record(&compiler, arch, lines);
    let pascal = of("sm_61", &instructions(Domain::Decoupled)?)?;
    let volta = of("sm_70", &instructions(Domain::Modes)?)?;
    workspace::write(
        &workspace::at("crates/vmad-ptxas/src/lowering/emulation.tsv"),
        &format!("{head}{pascal}{volta}"),
    )?;
    let simd = format!("{head}{}", of("sm_61", &simd::instructions())?);
    workspace::write(&workspace::lowerings().join("ptxas-simd.tsv"), &simd)
}

/// Compares the code of `lowering::emulation` for every setting with that of ptxas. The settings use the spellings
/// (`.dtype`, and the place of a minus sign) in turn.
fn check(compiler: &Compiler, arch: &str, domain: Domain) -> Result<()> {
    let modes: HashSet<Mode> = cases(domain).filter_map(|case| Some(case.vmad()?.0)).collect();
    let settings = Mode::all().filter(|setting| modes.contains(&setting.with_first_selectors()));
    let instruction = |(index, setting)| {
        let ptx = Operation::MultiplyAdd(multiply_adds(setting)[index % 4]);
        Case::of_operation(ptx, [None; 3])?.instruction()
    };
    let instructions: Option<Vec<Instruction>> = settings.enumerate().map(instruction).collect();
    let instructions = instructions.context("a setting is an instruction")?;
    let print = |batch: &[Instruction]| {
        let lines: Vec<String> = batch.iter().map(Instruction::to_string).collect();
        compiler.code_of(arch, &lines)
    };
    let answers = in_batches(&instructions, 400, print)?;
    for (instruction, answer) in instructions.iter().zip(answers) {
        let known = emulation(instruction, arch);
        ensure!(known.as_deref() == Some(&answer), "{arch}: {instruction} becomes {answer}, not {known:?}");
    }
    println!("{arch}: {} instructions have the recorded code", instructions.len());
    Ok(())
}

/// A row of the record for each line.
fn record(compiler: &Compiler, arch: &str, lines: &[String]) -> Result<String> {
    let found = compiler.code_of(arch, lines)?;
    Ok(lines.iter().zip(found).map(|(line, code)| format!("{arch}\t{line}\t{code}\n")).collect())
}

/// The modes of the domain, as instructions.
fn instructions(domain: Domain) -> Result<Vec<String>> {
    let text = |case: &Case| Ok(case.instruction().context("a mode is an instruction")?.to_string());
    cases(domain).map(|case| text(&case)).collect()
}

fn cases(domain: Domain) -> impl Iterator<Item = Case> {
    Mode::modes().flat_map(move |mode| domain.cases(&mode.into()))
}
