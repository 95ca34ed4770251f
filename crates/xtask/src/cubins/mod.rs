//! `cargo xtask cubins`: the cubins of the tests, compiled by ptxas from the project's PTX.

mod count;
mod readme;

use std::{fs, path::Path};

use anyhow::{Context, Result};
use vmad_sass::Arch;

use crate::{
    nvdisasm::{OracleArgs, Report, ours},
    ptxas::{Ptxas, PtxasArgs},
    workspace,
};
use count::Cubin;

/// Rebuilds the cubins of crates/vmad-cli/cubins from every-form.ptx and validation.ptx.
///
/// Compares the text of vmad-sass with that of nvdisasm for every VMAD, and updates the tables of the folder's README.md.
/// Also compiles vmad.ptx to the cubins of crates/vmad-cli/harness. Exits with 1 if the texts differ, and with --check if
/// a file is outdated.
#[derive(Debug, clap::Args)]
pub(crate) struct CubinsArgs {
    /// Write nothing, and report outdated files
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    ptxas: PtxasArgs,
    #[command(flatten)]
    oracle: OracleArgs,
}

/// The architectures of the cubins: with all forms, and with the coupled form only.
const ARCHS: [Arch; 2] = [Arch::Sm50, Arch::Sm61];

/// The PTX of the cubins in the README.md.
const SOURCE: &str = "every-form.ptx";

/// The PTX of the cubins for `vmad check`.
const VALIDATION: &str = "validation.ptx";

/// The PTX of the harness, compiled for all architectures.
const HARNESS: &str = "vmad.ptx";

/// The name of the cubin of an architecture.
fn file_name(source: &str, arch: Arch) -> String {
    source.replace("ptx", &format!("{arch}.cubin"))
}

/// Runs the task; `true` if there is no finding.
pub(crate) fn run(args: CubinsArgs) -> Result<bool> {
    let ptxas = args.ptxas.open()?;
    let nvdisasm = args.oracle.open()?;
    let folder = workspace::cubins();
    let mut fine = true;
    let mut place = |folder: &Path, name: &str, bytes: &[u8]| -> Result<()> {
        let path = folder.join(name);
        let same = fs::read(&path).is_ok_and(|found| found == bytes);
        let verdict = match (same, args.check) {
            (true, _) => "unchanged",
            (false, true) => "OUTDATED",
            (false, false) => "written",
        };
        println!("{}: {} bytes, {verdict}", workspace::shown(&path), bytes.len());
        fine &= same || !args.check;
        if same || args.check {
            Ok(())
        } else {
            fs::write(&path, bytes).with_context(|| path.display().to_string())
        }
    };
    let mut cubins = Vec::new();
    let mut report = Report::new("ours");
    for (source, arch) in [SOURCE, VALIDATION].into_iter().flat_map(|source| ARCHS.map(|arch| (source, arch)))
    {
        let bytes = compile(&ptxas, source, arch, &folder)?;
        place(&folder, &file_name(source, arch), &bytes)?;
        let cubin = Cubin::read(arch, &bytes)?;
        let queries = cubin.queries();
        for (&query, theirs) in queries.iter().zip(nvdisasm.ask(arch, &queries)?) {
            report.compare(arch, query, &ours(query, arch), &theirs);
        }
        if source == SOURCE {
            cubins.push(cubin);
        }
    }
    let readme = fs::read_to_string(folder.join("README.md")).context("the README.md of the cubins")?;
    place(&folder, "README.md", readme::with_tables(&readme, &cubins)?.as_bytes())?;
    let harness = workspace::at("crates/vmad-cli/harness");
    for arch in Arch::MAXWELL_AND_PASCAL {
        place(&harness, &file_name(HARNESS, arch), &compile(&ptxas, HARNESS, arch, &harness)?)?;
    }
    println!("VMADs against nvdisasm: {}", report.figures());
    print!("{}", report.groups);
    Ok(fine && report.groups.differences() == 0)
}

/// The cubin of a PTX file.
fn compile(ptxas: &Ptxas, source: &str, arch: Arch, folder: &Path) -> Result<Vec<u8>> {
    let compiled = ptxas.compile_file(&arch.to_string(), &[], folder, source)?;
    compiled.cubin.with_context(|| format!("ptxas: {}", compiled.messages))
}
