//! NVIDIA's tools: their versions and sources, and running them.
//!
//! They are proprietary, and in public wheels on PyPI. They are fetched on demand into the ignored folder
//! `.tools/` and never committed. No test needs them.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::workspace;

/// A program inside a wheel.
#[derive(Debug)]
pub(crate) struct Tool {
    /// Its name, also in `.tools/`.
    pub name: &'static str,
    /// The package on PyPI that contains it, and its version, as pip takes them.
    pub requirement: &'static str,
    /// Its path inside the wheel.
    pub member: &'static str,
    /// The SHA-256 of the program.
    pub sha256: &'static str,
}

/// Triton contains nvdisasm and cuobjdump 12.8. CUDA 12 is the last release that supports Maxwell and Pascal.
const TRITON: &str = "triton==3.3.1";

/// NVIDIA's compiler wheel contains ptxas 12.9.
const NVCC: &str = "nvidia-cuda-nvcc-cu12==12.9.86";

/// The disassembler.
pub(crate) const NVDISASM: Tool = Tool {
    name: "nvdisasm",
    requirement: TRITON,
    member: "triton/backends/nvidia/bin/nvdisasm",
    sha256: "1080bc909a3020761ff4c78a9b7bd9b4937bdb9c0978709cbe52381de612a1f2",
};

/// The reader of cubins and fat binaries, for manual use.
const CUOBJDUMP: Tool = Tool {
    name: "cuobjdump",
    requirement: TRITON,
    member: "triton/backends/nvidia/bin/cuobjdump",
    sha256: "ad1d0f0699f46603416eb58e7b9fdf9a293e95f9312c9df7fd6fda56a6c30d41",
};

/// The assembler of PTX.
pub(crate) const PTXAS: Tool = Tool {
    name: "ptxas",
    requirement: NVCC,
    member: "nvidia/cuda_nvcc/bin/ptxas",
    sha256: "983b0e9283855979f42cebfd80d43f9b6e786eb84f03f7570bf941c4d3a3c461",
};

/// The tools of `cargo xtask fetch`.
pub(crate) const TOOLS: [&Tool; 3] = [&NVDISASM, &CUOBJDUMP, &PTXAS];

impl Tool {
    /// The path of the fetched tool.
    pub(crate) fn path(&self) -> PathBuf {
        workspace::tools().join(self.name)
    }

    /// Whether the file exists and has the correct SHA-256.
    pub(crate) fn is_fetched(&self) -> bool {
        std::fs::read(self.path()).is_ok_and(|program| sha256(&program) == self.sha256)
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
