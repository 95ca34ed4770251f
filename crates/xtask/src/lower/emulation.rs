//! `cargo xtask ptxas-emulation`: the code that ptxas emits where there is no `VMAD`, recorded for the tests.

use std::{fmt::Write as _, io::Write as _, path::PathBuf, process::Command};

use anyhow::{Context, Result, ensure};
use vmad_xcheck::interpretation::Domain;

use super::ask;
use crate::{
    fetch::locate,
    ptxas::PtxasArgs,
    tools::{self, NVDISASM},
    workspace,
};

/// Records the code that ptxas emits for vmad on sm_61 (decoupled forms) and sm_70 (every form)
///
/// One function for each mode: the instruction, and its SASS as nvdisasm prints it. A test runs this code and compares
/// the model of it (D3) with its results.
#[derive(Debug, clap::Args)]
pub(crate) struct EmulationArgs {
    #[command(flatten)]
    ptxas: PtxasArgs,
    /// The nvdisasm to read with [default: likewise]
    #[arg(long, value_name = "PATH")]
    nvdisasm: Option<PathBuf>,
}

/// Runs it, and writes the file.
pub(crate) fn run(args: EmulationArgs) -> Result<()> {
    let (ptxas, nvdisasm) = (args.ptxas.open()?, locate(&NVDISASM, args.nvdisasm)?);
    let mut recorded = format!(
        "# {} and nvdisasm {}: architecture, instruction, SASS of a function of a = R4, b = R5, c = R6, d = R4\n",
        ptxas.version,
        tools::version(&nvdisasm)?
    );
    for (arch, domain) in [("sm_61", Domain::Decoupled), ("sm_70", Domain::Modes)] {
        let lines: Vec<String> = instructions(domain)?;
        let mut cubin = tempfile::NamedTempFile::new()?;
        cubin.write_all(&ask::cubin(&ptxas, arch, &lines)?)?;
        let output = tools::run(Command::new(&nvdisasm).args(["-c", "-novliw"]).arg(cubin.path()))?;
        ensure!(output.status.success(), "nvdisasm refuses the cubin");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        for (index, line) in lines.iter().enumerate() {
            let code = function(&text, index).with_context(|| format!("nvdisasm prints no {line}"))?;
            writeln!(recorded, "{arch}\t{line}\t{code}")?;
        }
    }
    workspace::write(&workspace::lowerings().with_file_name("ptxas-emulation.tsv"), &recorded)
}

/// Half of the domain's modes, in a checkerboard pattern over the pairs of formats, the ways to accumulate, the scales,
/// and `.sat`.
fn instructions(domain: Domain) -> Result<Vec<String>> {
    let cases = domain.cases();
    let black = |index: usize| (index / 24 + index / 6 + index / 2 % 3 + index).is_multiple_of(2);
    let taken = cases.iter().enumerate().filter(|(index, _)| black(*index));
    taken.map(|(_, case)| Ok(case.instruction().context("a mode is an instruction")?.to_string())).collect()
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
    Some(code.join("; "))
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
    fn half_of_the_modes_are_recorded() {
        assert_eq!(instructions(Domain::Modes).unwrap().len(), 432);
        assert_eq!(instructions(Domain::Decoupled).unwrap().len(), 240);
    }
}
