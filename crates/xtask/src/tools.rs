//! NVIDIA's tools: their versions and sources, and running them.
//!
//! They are proprietary, and in public wheels on PyPI and packages of Debian. They are fetched on demand into the ignored
//! folder `.tools/` and never committed. pip and apt-get verify the packages; here, only the version that the program prints
//! is checked. No test needs them. Without a network, give pip the wheels: `PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER`.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::workspace;

/// The package that contains a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Package {
    /// A wheel on PyPI, and its version.
    PyPi(&'static str, &'static str),
    /// The non-free package `nvidia-cuda-toolkit` of a Debian release.
    Debian(&'static str),
}

/// A program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    /// Its name in the package.
    pub name: &'static str,
    /// Its version: `12.9.86`.
    pub build: &'static str,
    pub package: Package,
}

impl Tool {
    /// An assembler of PTX.
    pub(crate) const fn ptxas(build: &'static str, package: Package) -> Self {
        Self { name: "ptxas", build, package }
    }

    /// One in a wheel of its version.
    pub(crate) const fn wheel(build: &'static str, package: &'static str) -> Self {
        Self::ptxas(build, Package::PyPi(package, build))
    }

    /// A disassembler.
    const fn nvdisasm(build: &'static str, package: Package) -> Self {
        Self { name: "nvdisasm", build, package }
    }

    /// The path of the fetched tool.
    pub(crate) fn path(&self) -> PathBuf {
        workspace::tools().join(format!("{}-{}", self.name, self.build))
    }
}

/// The wheels with ptxas of the releases 11, 12 and 13.
pub(crate) const CUDA_11: &str = "nvidia-cuda-nvcc-cu11";
pub(crate) const CUDA_12: &str = "nvidia-cuda-nvcc-cu12";
pub(crate) const CUDA_13: &str = "nvidia-cuda-nvcc";

/// The last assembler that knows Kepler.
pub(crate) const PTXAS_11_8: Tool = Tool::wheel("11.8.89", CUDA_11);

/// The last assembler that knows Maxwell and Pascal.
pub(crate) const PTXAS: Tool = Tool::wheel("12.9.86", CUDA_12);

/// The newest assembler.
pub(crate) const PTXAS_13: Tool = Tool::wheel("13.5.37", CUDA_13);

/// The last disassembler that knows Kepler.
pub(crate) const NVDISASM_11_8: Tool = Tool::nvdisasm("11.8.86", Package::Debian("bookworm"));

/// A disassembler that knows Maxwell and Pascal: CUDA 12 is the last release that does.
pub(crate) const NVDISASM: Tool = Tool::nvdisasm("12.8.55", Package::PyPi("triton", "3.3.1"));

/// The disassembler of the architectures that CUDA 13 has.
pub(crate) const NVDISASM_13: Tool =
    Tool::nvdisasm("13.5.37", Package::PyPi("nvidia-cuda-nvdisasm", "13.5.37"));

/// Runs a program. Its exit status is not checked.
pub(crate) fn run(command: &mut Command) -> Result<Output> {
    command.output().with_context(|| format!("{} does not start", command.get_program().display()))
}

/// The version that a tool prints: `12.8.55`.
pub(crate) fn version(path: &Path) -> Result<String> {
    let output = run(Command::new(path).arg("--version"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.split_whitespace().find_map(|word| word.strip_prefix('V'));
    match version.filter(|version| version.starts_with(|digit: char| digit.is_ascii_digit())) {
        Some(version) => Ok(version.to_owned()),
        None => bail!("{} --version prints no version: {text:?}", path.display()),
    }
}

/// The SHA-256 of some bytes, in hex.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}
