//! `cargo xtask ptxas-idioms`: the code that ptxas emits for the idioms and for the code that they replace.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use vmad_ptx::sequence::{Sequence, Width};
use vmad_xcheck::idioms::{Code, IDIOMS, TARGETS, emitted};

use super::functions;
use crate::{compiler::CompilerArgs, groups::Groups, workspace};

/// Compares the recorded code of the idioms, and of the code that they replace, with that of a live ptxas
#[derive(Debug, clap::Args)]
pub(crate) struct IdiomsArgs {
    /// Write the record of vmad-xcheck
    #[arg(long)]
    record: bool,
    #[command(flatten)]
    compiler: CompilerArgs,
}

/// Runs the task; `true` if there is no difference, or the record is written.
pub(crate) fn run(args: IdiomsArgs) -> Result<bool> {
    let compiler = args.compiler.open()?;
    let mut text = format!(
        "# {}: name, code, target, SASS of a function of a = R4, b = R5, c = R6, d = R4; - if the target has no such instruction\n",
        compiler.versions()?
    );
    let mut groups = Groups::default();
    let mut codes = 0;
    for idiom in IDIOMS {
        for code in Code::ALL {
            let line = body(code.of(idiom)).with_context(|| idiom.name)?;
            for target in TARGETS {
                let asked = functions::code(&compiler, target, std::slice::from_ref(&line));
                let found = match asked {
                    Ok(found) => found.concat(),
                    Err(error) if error.to_string().contains("requires .target") => "-".to_owned(),
                    Err(error) => return Err(error.context(format!("{} on {target}", idiom.name))),
                };
                let known =
                    emitted(idiom.name, code, target).map_or_else(|| "-".to_owned(), |it| it.join("; "));
                if known != found {
                    groups.add(target.to_owned(), || format!("{}, {}: {found}", idiom.name, code.name()));
                }
                writeln!(text, "{}\t{}\t{target}\t{found}", idiom.name, code.name())?;
                codes += 1;
            }
        }
    }
    println!("{codes} sequences of {} idioms on {}", IDIOMS.len(), TARGETS.join(", "));
    print!("{groups}");
    if args.record {
        workspace::write(&workspace::idioms(), &text)?;
        return Ok(true);
    }
    Ok(groups.differences() == 0)
}

/// Code as the body of a function, with declarations of the registers that are neither a parameter nor the result.
fn body(code: &[&str]) -> Result<String> {
    let text = code.join(" ");
    let sequence = Sequence::parse(&text)?;
    let mut line = String::new();
    let local = sequence.registers().iter().filter(|it| !["a", "b", "c", "d"].contains(&it.name.as_str()));
    for register in local {
        match register.width {
            Width::Predicate => write!(line, ".reg .pred {}; ", register.name)?,
            Width::Bits(bits) => write!(line, ".reg .b{bits} {}; ", register.name)?,
        }
    }
    Ok(line + &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_declared() {
        let found = body(&["cvt.u64.u32 x, a; setp.lt.u32 p, a, b;", "selp.u32 d, a, b, p;"]).unwrap();
        assert!(found.starts_with(".reg .b64 x; .reg .pred p; cvt.u64.u32 x, a;"), "{found}");
        assert!(body(&["add.u32 d, a"]).is_err());
    }
}
