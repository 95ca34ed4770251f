//! `cargo xtask ptxas-later`: the code that ptxas emits on architectures without video instructions, run and recorded.

use anyhow::{Result, bail};
use vmad_ptx::{
    ast::{Body, Operation},
    sequence::Sequence,
    syntax::parse_one,
};
use vmad_ptxas::{
    miscompiles::MISCOMPILES,
    safety::{self, KINDS, Safety},
    versions::{self, Generation},
};

use super::scalar_sample;
use crate::{
    batches::{Answers, add_answer, in_batches, rows},
    compiler::Compiler,
    groups::Groups,
    judge::{INPUTS, Verdict, judge},
    tools::{NVDISASM, PTXAS},
    workspace,
};

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
}

/// Runs the task; `true` if all code that the verdicts call right computes the PTX.
pub(crate) fn run(args: &LaterArgs) -> Result<bool> {
    let compiler = Compiler::fetched(PTXAS, NVDISASM)?;
    let every = args.every as usize;
    let version = PTXAS.build.parse()?;
    let judged = versions::Compiler { target: Generation::Later, version };
    let mut lines = scalar_sample(every)?;
    lines.extend(MISCOMPILES.iter().filter_map(|row| Some(row.example?.instruction.to_owned())));
    lines.extend(KINDS.iter().map(|row| row.example.to_owned()));
    lines.retain(|line| is_legal(line));
    lines.sort_unstable();
    lines.dedup();
    let mut recorded: Vec<Answers<&str>> = vec![Vec::new(); lines.len()];
    let mut groups = Groups::default();
    for arch in &args.arch {
        let ask = |batch: &[String]| compiler.code_of(arch, batch);
        let answers = in_batches(&lines, 500, ask)?;
        let (mut ran, mut wrong, mut not_run) = (0, 0, 0);
        for ((line, code), record) in lines.iter().zip(answers).zip(&mut recorded) {
            let instruction = parse_one(line)?.instruction;
            let is_wrong = matches!(safety::verdict(&instruction, judged), Some(Safety::Wrong(_)));
            let verdict = match judge(&Sequence::parse(line)?, &code, false) {
                Ok(verdict) => verdict,
                Err(_) if lacks_a_value(&code) => {
                    not_run += 1;
                    continue;
                }
                Err(error) => bail!("{line}: {error}\n{code}"),
            };
            ran += 1;
            if verdict != Verdict::Right {
                wrong += 1;
                if !is_wrong {
                    let cause = format!("{arch} {}", line.split('.').next().unwrap_or_default());
                    groups.add(cause, || format!("{line} {verdict:x?}\n      {code}"));
                }
            }
            add_answer(record, code, arch);
        }
        println!("{arch}: {ran} instructions run on {INPUTS} inputs each, {wrong} wrong, {not_run} not run");
    }
    print!("{groups}");
    if args.record {
        let text = format!(
            "# {}: architectures, instruction, SASS of a function of a = R4, b = R5, c = R6, d = R4\n{}",
            compiler.versions,
            rows(&lines, &recorded, &[])
        );
        workspace::write(&workspace::lowerings().join("ptxas-later.tsv"), &text)?;
    }
    Ok(groups.differences() == 0)
}

/// Whether a line is a scalar instruction that is legal from sm_70 on: `vset` has fewer comparisons there.
fn is_legal(line: &str) -> bool {
    let Ok(found) = parse_one(line) else { return false };
    let Body::Video(video) = &found.instruction.body else { return false };
    let is_simd = matches!(video.operation(), Operation::Simd2(_) | Operation::Simd4(_));
    !is_simd && safety::verdict(&found.instruction, Generation::Later) != Some(Safety::Illegal)
}

/// Whether a text does not have the value of a constant: one in the constant bank, or one that is printed as NaN.
fn lacks_a_value(code: &str) -> bool {
    ["const_opt", "NAN"].into_iter().any(|constant| code.contains(constant))
}
