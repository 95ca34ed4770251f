//! `cargo xtask ptxas-later`: the code that ptxas emits on architectures without video instructions, run and recorded.

use std::fmt::Write as _;

use anyhow::{Result, bail};
use vmad_ptx::{
    ast::{Body, Instruction, Operand, Operation},
    evaluate::{Setting, evaluate},
    syntax::parse_one,
};
use vmad_ptxas::{
    miscompiles::LATER,
    safety::{KINDS, Safety, verdict},
    versions::{Compiler, Generation},
};
use vmad_testing::sass;

use super::{family, functions::code, lines};
use crate::{batches::in_batches, compiler::CompilerArgs, groups::Groups, workspace};

/// The number of inputs on which the code of an instruction is run.
const INPUTS: usize = 200;

/// Runs the code that ptxas emits for scalar video instructions from sm_70 on, and compares its results with the PTX
///
/// Reports code that differs although `vmad ptx safe` calls it right, by architecture and instruction. It is run by
/// the interpreter of vmad-testing.
#[derive(Debug, clap::Args)]
pub(crate) struct LaterArgs {
    /// The architectures
    #[arg(long, value_delimiter = ',', default_value = "sm_70,sm_75,sm_80,sm_86,sm_89,sm_90,sm_100,sm_120")]
    arch: Vec<String>,
    /// Only every N-th of 730,000 instructions, and of 110,000 vmads
    #[arg(long, default_value_t = 997, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Write the code for the tests of vmad-xcheck
    #[arg(long)]
    record: bool,
    #[command(flatten)]
    compiler: CompilerArgs,
}

/// Runs the task; `true` if all code that the verdicts call right computes the PTX.
pub(crate) fn run(args: LaterArgs) -> Result<bool> {
    let compiler = args.compiler.open()?;
    let every = args.every as usize;
    let version = compiler.ptxas.version.trim_start_matches("ptxas ").parse()?;
    let judged = Compiler { target: Generation::Later, version };
    let mut lines = family::lines(every)?;
    lines.extend(lines::all()?.into_iter().step_by(every.div_ceil(4)));
    lines.extend(LATER.iter().filter_map(|row| Some(row.example?.instruction.to_owned())));
    lines.extend(KINDS.iter().map(|row| row.example.to_owned()));
    lines.retain(|line| is_legal(line));
    lines.sort_unstable();
    lines.dedup();
    let mut recorded: Vec<Vec<(String, Vec<&str>)>> = vec![Vec::new(); lines.len()];
    let mut groups = Groups::default();
    for arch in &args.arch {
        let ask = |batch: &[String]| code(&compiler, arch, batch);
        let answers = in_batches(&lines, 500, 1, "instructions", ask)?;
        let (mut ran, mut wrong, mut not_run) = (0, 0, 0);
        for ((line, code), record) in lines.iter().zip(answers).zip(&mut recorded) {
            let instruction = parse_one(line)?.instruction;
            let is_wrong = matches!(verdict(&instruction, judged), Some(Safety::Wrong(_)));
            let differs = match difference(&instruction, &code) {
                Ok(differs) => differs,
                Err(_) if lacks_a_value(&code) => {
                    not_run += 1;
                    continue;
                }
                Err(error) => bail!("{line}: {error}\n{code}"),
            };
            ran += 1;
            wrong += usize::from(differs.is_some());
            if let Some(inputs) = differs.filter(|_| !is_wrong) {
                let cause = format!("{arch} {}", kind(&instruction));
                groups.add(cause, || format!("{line} on {inputs:x?}\n      {code}"));
            }
            match record.iter_mut().find(|(known, _)| *known == code) {
                Some((_, archs)) => archs.push(arch),
                None => record.push((code, vec![arch])),
            }
        }
        println!("{arch}: {ran} instructions run on {INPUTS} inputs each, {wrong} wrong, {not_run} not run");
    }
    print!("{groups}");
    if args.record {
        let mut text = format!(
            "# {}: architectures, instruction, SASS of a function of a = R4, b = R5, c = R6, d = R4\n",
            compiler.versions()?
        );
        for (line, record) in lines.iter().zip(recorded) {
            for (code, archs) in record {
                writeln!(text, "{}\t{line}\t{code}", archs.join(","))?;
            }
        }
        workspace::write(&workspace::lowerings().with_file_name("ptxas-later.tsv"), &text)?;
    }
    Ok(groups.differences() == 0)
}

/// Whether a line is a scalar instruction that is legal from sm_70 on: `vset` has fewer comparisons there.
fn is_legal(line: &str) -> bool {
    let Ok(found) = parse_one(line) else { return false };
    let Body::Video(video) = &found.instruction.body else { return false };
    let is_simd = matches!(video.operation(), Operation::Simd2(_) | Operation::Simd4(_));
    !is_simd && verdict(&found.instruction, Generation::Later) != Some(Safety::Illegal)
}

/// Whether a text does not have the value of a constant: one in the constant bank, or one that is printed as NaN.
fn lacks_a_value(code: &str) -> bool {
    ["const_opt", "NAN"].into_iter().any(|constant| code.contains(constant))
}

/// The operation, and which operands are constants.
fn kind(instruction: &Instruction) -> String {
    let Body::Video(video) = &instruction.body else { return String::new() };
    let is_constant = |operand: &Operand<_>| matches!(operand, Operand::Immediate(_));
    let places = [("a", Some(video.a())), ("b", Some(video.b())), ("c", video.c())];
    let constants = places.iter().filter(|(_, operand)| operand.is_some_and(is_constant));
    let constants: String = constants.map(|(name, _)| *name).collect();
    let opcode = instruction.to_string();
    let opcode = opcode.split('.').next().unwrap_or_default();
    format!("{opcode}, constants: {}", if constants.is_empty() { "none" } else { &constants })
}

/// Corners, and any words after each.
fn inputs(index: usize, random: &mut fastrand::Rng) -> [u32; 3] {
    let corners = vmad_proof::corners::WORDS;
    [(); 3].map(
        |()| if index.is_multiple_of(2) { corners[random.usize(..corners.len())] } else { random.u32(..) },
    )
}

/// Inputs on which the result of the code differs from that of the instruction.
fn difference(instruction: &Instruction, code: &str) -> Result<Option<[u32; 3]>, String> {
    let mut random = fastrand::Rng::with_seed(70);
    for index in 0..INPUTS {
        let inputs = inputs(index, &mut random);
        let expected = evaluate(&instruction.body, inputs.map(u64::from), &Setting::default());
        let found = format!("{:08x}", sass::run(code, inputs)?);
        if found != expected.to_string() {
            return Ok(Some(inputs));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_differences_are_found() {
        let parsed = |line: &str| parse_one(line).unwrap().instruction;
        assert_eq!(kind(&parsed("vmad.u32.u32.u32 d, 1, b, 2;")), "vmad, constants: ac");
        assert_eq!(kind(&parsed("vset.u32.u32.lt d, a, b;")), "vset, constants: none");
        assert!(!is_legal("vset.u32.u32.lo d, a, b;") && is_legal("vset.u32.u32.lt d, a, b;"));
        assert!(!is_legal("vadd4.u32.u32.u32 d, a, b, c;"));
        let add = parsed("vadd.u32.u32.u32 d, a, b;");
        assert_eq!(difference(&add, "IADD3 R4, R4, R5, RZ"), Ok(None));
        assert!(difference(&add, "IADD3 R4, R4, -R5, RZ").unwrap().is_some());
        assert!(difference(&add, "FADD R4, R4, R5").is_err());
        for (code, is_lacking) in
            [("MOV R4, c[0x2][const_opt]", true), ("FADD R4, R4, +NAN", true), ("MOV R4, c[0x2][0x0]", false)]
        {
            assert_eq!(lacks_a_value(code), is_lacking, "{code}");
        }
        let mut random = fastrand::Rng::with_seed(0);
        for index in 0..8 {
            let inputs = inputs(index, &mut random);
            let are_corners = inputs.iter().all(|input| vmad_proof::corners::WORDS.contains(input));
            assert_eq!(are_corners, [0, 2, 4, 6].contains(&index), "{inputs:x?}");
        }
        let constant = parsed("vadd.u32.u32.u32 d, 1, 0;");
        assert_eq!(difference(&constant, "ULDC.64 UR4, 0x100000002; MOV R4, UR5"), Ok(None));
    }
}
