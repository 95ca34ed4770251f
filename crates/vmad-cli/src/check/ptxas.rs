//! Running ptxas.

use std::{path::Path, process::Command};

use vmad_ptx::module::Module;

use super::Args;
use crate::failure::Failure;

/// The cubin that ptxas made, and the version of that ptxas.
pub(super) struct Compiled {
    pub(super) cubin: Vec<u8>,
    pub(super) version: String,
    pub(super) arch: String,
}

/// Compiles a PTX file with `-lineinfo`, for the architecture that is asked for, or that of the file's `.target`.
///
/// A `.target` without the instructions of this family, as `sm_30`, is compiled for sm_50.
pub(super) fn compile(asked: &Args, module: &Module) -> Result<Compiled, Failure> {
    let program = asked.ptxas_path.as_deref().unwrap_or(Path::new("ptxas"));
    let target = module.target.map(|target| target.to_string()).filter(|target| target.as_str() >= "sm_50");
    let arch = asked.arch.clone().or(target).unwrap_or("sm_50".to_owned());
    let name = program.to_string_lossy().into_owned();
    let run = |command: &mut Command| {
        command.output().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Failure::input(
                &*name,
                "ptxas is not there: put it on the PATH, name it by --ptxas-path PATH, or name a cubin after the PTX file",
            ),
            _ => Failure::input(&*name, &error),
        })
    };
    let version = run(Command::new(program).arg("--version"))?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let version =
        version.split_whitespace().find_map(|word| word.strip_prefix('V')).unwrap_or("of unknown version");
    let folder = tempfile::tempdir().map_err(|error| Failure::input("the temporary folder", &error))?;
    let cubin = folder.path().join("cubin");
    let mut command = Command::new(program);
    command.arg(format!("-arch={arch}")).arg("-lineinfo").arg(&asked.ptx).arg("-o").arg(&cubin);
    let output = run(&mut command)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        let first = message.lines().next().unwrap_or_default();
        return Err(Failure::input(
            asked.ptx.to_string_lossy(),
            &format!("ptxas {version} refuses it for {arch}: {first}"),
        ));
    }
    let cubin = std::fs::read(&cubin).map_err(|error| Failure::input(&*name, &error))?;
    Ok(Compiled { cubin, version: version.to_owned(), arch })
}
