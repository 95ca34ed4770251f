//! `cargo xtask ptxas-emulation`: the code that ptxas emits where there is no `VMAD`, and for the SIMD video instructions,
//! recorded.

use std::{collections::HashSet, fmt::Write as _};

use anyhow::{Context, Result, ensure};
use vmad_ptx::ast::Instruction;
use vmad_unit::vmad::Mode;
use vmad_xcheck::{
    interpretation::{Case, Domain},
    lowering::emulation,
    spelling::{mode_of, multiply_adds},
};

use super::{later, simd};
use crate::{
    batches::in_batches,
    compiler::{Compiler, CompilerArgs},
    workspace,
};

/// Records the code that ptxas emits for vmad on sm_61 (decoupled forms) and sm_70 (every form), and for the SIMD video
/// instructions on sm_61
///
/// One function for each mode: the instruction, and its SASS as nvdisasm prints it. Tests run this code, and compare the
/// model of it (D3) and the model of the SIMD video instructions with its results.
#[derive(Debug, clap::Args)]
pub(crate) struct EmulationArgs {
    /// Compare the recorded code with that of ptxas, for every selector, and write nothing
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    compiler: CompilerArgs,
}

/// Runs it, and writes the file.
pub(crate) fn run(args: EmulationArgs) -> Result<()> {
    let compiler = args.compiler.open()?;
    let head = format!(
        "# {}: architecture, instruction, SASS of a function of a = R4, b = R5, c = R6, d = R4\n",
        compiler.versions()?
    );
    if args.check {
        check(&compiler, "sm_61", Domain::Decoupled)?;
        return check(&compiler, "sm_70", Domain::Modes);
    }
    let of = |arch, lines: &[String]| record(&compiler, arch, lines);
    let pascal = of("sm_61", &instructions(Domain::Decoupled)?)?;
    let volta = of("sm_70", &instructions(Domain::Modes)?)?;
    workspace::write(&workspace::emulation(), &format!("{head}{pascal}{volta}"))?;
    let simd = format!("{head}{}", of("sm_61", &simd::instructions())?);
    workspace::write(&workspace::lowerings().with_file_name("ptxas-simd.tsv"), &simd)
}

/// Compares the code that `lowering::emulation` has for every setting with that of ptxas. The settings take the spellings
/// (`.dtype`, and the place of a minus sign) in turn.
fn check(compiler: &Compiler, arch: &str, domain: Domain) -> Result<()> {
    let modes: HashSet<Mode> = domain.cases().iter().map(|case| mode_of(&case.operation)).collect();
    let settings = Mode::all().filter(|setting| modes.contains(&setting.with_first_selectors()));
    let instructions = settings.enumerate().map(|(index, setting)| {
        let case = Case { operation: multiply_adds(setting)[index % 4], constants: [None; 3] };
        case.instruction().context("a setting is an instruction")
    });
    let instructions: Vec<Instruction> = instructions.collect::<Result<_>>()?;
    let print = |batch: &[Instruction]| {
        let lines: Vec<String> = batch.iter().map(Instruction::to_string).collect();
        later::code(compiler, arch, &lines)
    };
    let answers = in_batches(&instructions, 400, 2, "instructions", print)?;
    for (instruction, answer) in instructions.iter().zip(answers) {
        let known = emulation(instruction, arch);
        ensure!(known.as_deref() == Some(&answer), "{arch}: {instruction} becomes {answer}, not {known:?}");
    }
    println!("{arch}: {} instructions have the recorded code", instructions.len());
    Ok(())
}

/// A row for each line.
fn record(compiler: &Compiler, arch: &str, lines: &[String]) -> Result<String> {
    let code = later::code(compiler, arch, lines)?;
    Ok(lines.iter().zip(code).map(|(line, code)| format!("{arch}\t{line}\t{code}\n")).collect())
}

/// The domain's modes.
fn instructions(domain: Domain) -> Result<Vec<String>> {
    let text = |case: &Case| Ok(case.instruction().context("a mode is an instruction")?.to_string());
    domain.cases().iter().map(text).collect()
}

/// The instructions of a function up to its return, with `; ` between.
pub(super) fn function(text: &str, index: usize) -> Option<String> {
    let head = format!("\n.text.f{index}:\n");
    let body = &text[text.find(&head)? + head.len()..];
    let instructions = body.lines().filter_map(|line| {
        let (_, rest) = line.trim().strip_prefix("/*")?.split_once("*/")?;
        Some(rest.trim().trim_end_matches(';').split_whitespace().collect::<Vec<_>>().join(" "))
    });
    let code: Vec<String> = instructions.take_while(|it| !it.starts_with("RET")).collect();
    Some(with_constants(text, &code.join("; ")))
}

/// The code with the values of the constants that ptxas made for it.
fn with_constants(text: &str, code: &str) -> String {
    let mut parts = code.split("c[`(");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let known = part.split_once(")]").and_then(|(name, rest)| Some((constant(text, name)?, rest)));
        // A String takes every text.
        let _ = match known {
            Some((value, rest)) => write!(written, "{value:#x}{rest}"),
            None => write!(written, "c[`({part}"),
        };
    }
    written
}

/// The constant of a name like `f0.const_opt.4.8`, whose last numbers are its first byte and the byte after its last.
fn constant(text: &str, name: &str) -> Option<u64> {
    let mut numbers = name.rsplit('.').map(|part| part.parse::<usize>().ok());
    let (end, start) = (numbers.next()??, numbers.next()??);
    let length = end.checked_sub(start).filter(|length| matches!(length, 4 | 8))?;
    let head = format!("\n{name}:\n");
    let mut lines = text[text.find(&head)? + head.len()..].lines();
    let bytes = lines.find_map(|line| Some(line.split_once(".byte")?.1))?.split(',').take(length);
    let bytes = bytes.map(|byte| u8::from_str_radix(byte.trim().strip_prefix("0x")?, 16).ok());
    let bytes: Vec<u8> = bytes.collect::<Option<_>>().filter(|bytes: &Vec<u8>| bytes.len() == length)?;
    Some(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_cut_at_its_return() {
        let text = "\n.text.f0:\n.L_1:\n  /*0008*/  VMAD R4, R4,  R5, R6 ;\n  /*0010*/ RET ;\n  /*0018*/ NOP ;\n.text.f1:\n";
        assert_eq!(function(text, 0).as_deref(), Some("VMAD R4, R4, R5, R6"));
        assert_eq!(function(text, 2), None);
    }

    #[test]
    fn constants_are_read_from_their_section() {
        let text = "\nf1.const_opt.0.8:\n.nv.constant2.f1:\n  /*0000*/ .byte 0x00, 0x40, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00\n\
                    f1.const_opt.8.12:\n  /*0008*/ .byte 0x00, 0x00, 0x00, 0x80\n.L_0:\n";
        let code = "IMAD.WIDE R4, R4, R5, c[`(f1.const_opt.0.8)]; IADD R4, R4, c[`(f1.const_opt.8.12)]";
        assert_eq!(with_constants(text, code), "IMAD.WIDE R4, R4, R5, 0x200004000; IADD R4, R4, 0x80000000");
        let unknown = "IADD R4, R4, c[`(f2.const_opt.0.4)]";
        assert_eq!(with_constants(text, unknown), unknown);
    }
}
