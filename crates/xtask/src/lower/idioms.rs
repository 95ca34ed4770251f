//! `cargo xtask ptxas-idioms`: the code that ptxas emits for the idioms and for the code that they replace.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use vmad_ptx::sequence::{Sequence, Width};
use vmad_ptxas::idioms::{Code, IDIOMS, TARGETS, emitted};

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
    let ask = |target: &str, line: &str| {
        Ok(functions::code(&compiler, target, std::slice::from_ref(&line.to_owned()))?.concat())
    };
    let Compared { rows, codes, groups } = Compared::of(ask)?;
    println!("{codes} sequences of {} idioms on {}", IDIOMS.len(), TARGETS.join(", "));
    print!("{groups}");
    if args.record {
        let text = format!(
            "# {}: name, code, target, SASS of a function of a = R4, b = R5, c = R6, d = R4; - if the target has no such instruction\n{rows}",
            compiler.versions()?
        );
        workspace::write(&workspace::idioms(), &text)?;
        return Ok(true);
    }
    Ok(groups.differences() == 0)
}

/// The code of a compiler, compared with the record.
struct Compared {
    /// The record.
    rows: String,
    /// The number of codes.
    codes: usize,
    /// The differences by target.
    groups: Groups,
}

impl Compared {
    /// Asks for the code of each body of a function on each target.
    fn of(ask: impl Fn(&str, &str) -> Result<String>) -> Result<Self> {
        let (mut rows, mut codes, mut groups) = (String::new(), 0, Groups::default());
        for idiom in IDIOMS {
            for code in Code::ALL {
                let line = body(code.of(idiom)).with_context(|| idiom.name)?;
                for target in TARGETS {
                    let found = match ask(target, &line) {
                        Ok(found) => found,
                        Err(error) if error.to_string().contains("requires .target") => "-".to_owned(),
                        Err(error) => return Err(error.context(format!("{} on {target}", idiom.name))),
                    };
                    if recorded(idiom.name, code, target) != found {
                        groups.add(target.to_owned(), || format!("{}, {}: {found}", idiom.name, code.name()));
                    }
                    writeln!(rows, "{}\t{}\t{target}\t{found}", idiom.name, code.name())?;
                    codes += 1;
                }
            }
        }
        Ok(Self { rows, codes, groups })
    }
}

/// The recorded code; `-` if there is none.
fn recorded(name: &str, code: Code, target: &str) -> String {
    emitted(name, code, target).map_or_else(|| "-".to_owned(), |it| it.join("; "))
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
    use anyhow::anyhow;

    use super::*;

    /// A compiler that gives the recorded code, and others.
    #[test]
    fn code_is_compared_with_the_record() {
        let known = |target: &str, line: &str| {
            let codes = IDIOMS.iter().flat_map(|idiom| Code::ALL.map(|code| (idiom, code)));
            let mut of_line = codes.filter(|(idiom, code)| body(code.of(idiom)).unwrap() == line);
            let (idiom, code) = of_line.next().unwrap();
            match recorded(idiom.name, code, target) {
                missing if missing == "-" => Err(anyhow!("vadd4 requires .target sm_99")),
                found => Ok(found),
            }
        };
        let same = Compared::of(known).unwrap();
        assert_eq!(same.codes, 2 * TARGETS.len() * IDIOMS.len());
        assert_eq!(same.groups.differences(), 0);
        let record = std::fs::read_to_string(workspace::idioms()).unwrap();
        assert_eq!(record.lines().skip(1).collect::<Vec<_>>(), same.rows.lines().collect::<Vec<_>>());
        let other = Compared::of(|target, line| match target {
            "sm_50" => Ok("NOP".to_owned()),
            target => known(target, line),
        });
        assert_eq!(other.unwrap().groups.differences(), 2 * IDIOMS.len());
        assert!(Compared::of(|_, _| Err(anyhow!("syntax error"))).is_err());
    }

    #[test]
    fn registers_are_declared() {
        let found = body(&["cvt.u64.u32 x, a; setp.lt.u32 p, a, b;", "selp.u32 d, a, b, p;"]).unwrap();
        assert!(found.starts_with(".reg .b64 x; .reg .pred p; cvt.u64.u32 x, a;"), "{found}");
        assert!(body(&["add.u32 d, a"]).is_err());
    }
}
