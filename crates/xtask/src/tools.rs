//! NVIDIA's tools: their versions and sources, and running them.
//!
//! They are proprietary, and in public wheels on PyPI and packages of Debian. They are fetched on demand into the ignored
//! folder `.tools/` and never committed. No test needs them.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use anyhow::{Context, Result, bail, ensure};
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
    /// The SHA-256 of a program of `cargo xtask fetch`; of others the build is checked.
    pub sha256: Option<&'static str>,
}

/// Triton contains nvdisasm and cuobjdump 12.8. CUDA 12 is the last release that supports Maxwell and Pascal.
const TRITON: Package = Package::PyPi("triton", "3.3.1");

/// The disassembler.
pub(crate) const NVDISASM: Tool = Tool {
    name: "nvdisasm",
    build: "12.8.55",
    package: TRITON,
    sha256: Some("1080bc909a3020761ff4c78a9b7bd9b4937bdb9c0978709cbe52381de612a1f2"),
};

/// The reader of cubins and fat binaries, for manual use.
const CUOBJDUMP: Tool = Tool {
    name: "cuobjdump",
    build: "12.8.55",
    package: TRITON,
    sha256: Some("ad1d0f0699f46603416eb58e7b9fdf9a293e95f9312c9df7fd6fda56a6c30d41"),
};

/// The assembler of PTX.
pub(crate) const PTXAS: Tool = Tool {
    name: "ptxas",
    build: "12.9.86",
    package: Package::PyPi("nvidia-cuda-nvcc-cu12", "12.9.86"),
    sha256: Some("983b0e9283855979f42cebfd80d43f9b6e786eb84f03f7570bf941c4d3a3c461"),
};

/// The newest assembler.
pub(crate) const PTXAS_13: Tool = Tool {
    name: "ptxas",
    build: "13.5.37",
    package: Package::PyPi("nvidia-cuda-nvcc", "13.5.37"),
    sha256: None,
};

/// The last assembler that knows Kepler.
pub(crate) const PTXAS_11_8: Tool = Tool {
    name: "ptxas",
    build: "11.8.89",
    package: Package::PyPi("nvidia-cuda-nvcc-cu11", "11.8.89"),
    sha256: None,
};

/// The tools of `cargo xtask fetch`.
pub(crate) const TOOLS: [Tool; 3] = [NVDISASM, CUOBJDUMP, PTXAS];

/// The last disassembler that knows Kepler.
pub(crate) const NVDISASM_11_8: Tool = nvdisasm("11.8.86", Package::Debian("bookworm"));

/// The disassembler of the architectures that CUDA 13 has.
pub(crate) const NVDISASM_13: Tool = nvdisasm("13.5.37", Package::PyPi("nvidia-cuda-nvdisasm", "13.5.37"));

const fn nvdisasm(build: &'static str, package: Package) -> Tool {
    Tool { name: "nvdisasm", build, package, sha256: None }
}

impl Tool {
    /// The path of the fetched tool.
    pub(crate) fn path(&self) -> PathBuf {
        match self.sha256 {
            Some(_) => workspace::tools().join(self.name),
            None => workspace::tools().join("toolkits").join(format!("{}-{}", self.name, self.build)),
        }
    }

    /// Checks that a file is the tool.
    pub(crate) fn check(&self, path: &Path) -> Result<()> {
        let (found, expected) = match self.sha256 {
            Some(expected) => (sha256(&std::fs::read(path)?), expected),
            None => (version(path)?, self.build),
        };
        ensure!(found == expected, "{} is {found}, not {expected}", workspace::shown(path));
        Ok(())
    }
}

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
