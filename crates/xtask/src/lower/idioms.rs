//! `cargo xtask ptxas-idioms`: the code that ptxas emits for the idioms and for the code that they replace.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use vmad_ptx::sequence::Sequence;
use vmad_ptxas::idioms::{Code, IDIOMS, TARGETS, emitted};

use crate::{
    compiler::Compiler,
    groups::Groups,
    ptxas::declarations,
    tools::{NVDISASM, PTXAS},
    workspace,
};

/// Compares the recorded code of the idioms, and of the code that they replace, with that of a live ptxas
#[derive(Debug, clap::Args)]
pub(crate) struct IdiomsArgs {
    /// Write the record of vmad-xcheck
    #[arg(long)]
    record: bool,
}

/// Runs the task; `true` if there is no difference, or the record is written.
pub(crate) fn run(args: &IdiomsArgs) -> Result<bool> {
    let compiler = Compiler::fetched(PTXAS, NVDISASM)?;
    let (mut rows, mut groups) = (String::new(), Groups::default());
    for idiom in IDIOMS.iter() {
        for code in Code::ALL {
            let line = body(code.of(idiom)).with_context(|| idiom.name)?;
            for target in TARGETS {
                let found = match compiler.code_of(target, std::slice::from_ref(&line)) {
                    Ok(found) => found.concat(),
                    Err(error) if error.to_string().contains("requires .target") => "-".to_owned(),
                    Err(error) => return Err(error.context(format!("{} on {target}", idiom.name))),
                };
                let recorded = emitted(idiom.name, code, target);
                if recorded.map_or_else(|| "-".to_owned(), |it| it.join("; ")) != found {
                    groups.add(target.to_owned(), || format!("{}, {}: {found}", idiom.name, code.name()));
                }
                writeln!(rows, "{}\t{}\t{target}\t{found}", idiom.name, code.name())?;
            }
        }
    }
    let codes = rows.lines().count();
    println!("{codes} sequences of {} idioms on {}", IDIOMS.len(), TARGETS.join(", "));
    print!("{groups}");
    if args.record {
        let text = format!(
            "# {}: name, code, target, SASS of a function of a = R4, b = R5, c = R6, d = R4; - if the target has no such instruction\n{rows}",
            compiler.versions
        );
        workspace::write(&workspace::at("crates/vmad-ptxas/src/idioms/emitted.tsv"), &text)?;
        return Ok(true);
    }
    Ok(groups.differences() == 0)
}

/// Code as the body of a function, with declarations of the registers that are neither a parameter nor the result.
fn body(code: &[&str]) -> Result<String> {
    let text = code.join(" ");
    let sequence = Sequence::parse(&text)?;
    let local = sequence.registers().iter().filter(|it| !["a", "b", "c", "d"].contains(&it.name.as_str()));
    Ok(declarations(local) + &text)
}
