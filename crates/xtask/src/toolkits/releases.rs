//! The releases of the toolkit that registries have, one build of each minor version, and the architectures.

use std::{fs, io::ErrorKind, path::PathBuf};

use anyhow::Result;

use crate::tools::{NVDISASM, NVDISASM_11_8, NVDISASM_13, Package, Tool};

/// A release of the toolkit: its ptxas.
#[derive(Clone, Copy, Debug)]
pub(super) struct Release(pub Tool);

const fn debian(build: &'static str, suite: &'static str) -> Release {
    Release(Tool { name: "ptxas", build, package: Package::Debian(suite), sha256: None })
}

const fn wheel(build: &'static str, package: &'static str) -> Release {
    Release(Tool { name: "ptxas", build, package: Package::PyPi(package, build), sha256: None })
}

const CUDA_11: &str = "nvidia-cuda-nvcc-cu11";
const CUDA_12: &str = "nvidia-cuda-nvcc-cu12";
const CUDA_13: &str = "nvidia-cuda-nvcc";

/// Every minor version that PyPI and Debian have. PyPI has no 12.7.
pub(super) const RELEASES: [Release; 18] = [
    debian("11.2.152", "bullseye"),
    wheel("11.7.99", CUDA_11),
    wheel("11.8.89", CUDA_11),
    wheel("12.0.140", CUDA_12),
    wheel("12.1.105", CUDA_12),
    wheel("12.2.140", CUDA_12),
    wheel("12.3.107", CUDA_12),
    wheel("12.4.131", CUDA_12),
    wheel("12.5.82", CUDA_12),
    wheel("12.6.85", CUDA_12),
    wheel("12.8.93", CUDA_12),
    wheel("12.9.86", CUDA_12),
    wheel("13.0.88", CUDA_13),
    wheel("13.1.115", CUDA_13),
    wheel("13.2.86", CUDA_13),
    wheel("13.3.73", CUDA_13),
    wheel("13.4.92", CUDA_13),
    wheel("13.5.37", CUDA_13),
];

impl Release {
    /// The version with the build: `12.4.131`.
    pub(super) const fn build(&self) -> &'static str {
        self.0.build
    }

    /// The version without the build: `12.4`.
    pub(super) fn version(&self) -> &'static str {
        self.build().rsplit_once('.').map_or(self.build(), |(version, _)| version)
    }

    /// 10 x major + minor: 124 for 12.4.
    fn number(&self) -> u32 {
        self.version().split('.').fold(0, |number, part| 10 * number + part.parse().unwrap_or(0))
    }

    /// Removes the fetched program.
    pub(super) fn forget(&self) -> Result<()> {
        match fs::remove_file(self.0.path()) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// An architecture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// The number: 61 for sm_61.
    pub number: u32,
    /// The first and the last version with it, as 10 x major + minor.
    versions: [u32; 2],
}

/// One architecture of each kind.
pub(super) const TARGETS: [Target; 11] = [
    Target { number: 35, versions: [0, 118] },
    Target { number: 50, versions: [0, 129] },
    Target { number: 61, versions: [0, 129] },
    Target { number: 70, versions: [0, 129] },
    Target { number: 75, versions: [0, u32::MAX] },
    Target { number: 80, versions: [0, u32::MAX] },
    Target { number: 86, versions: [0, u32::MAX] },
    Target { number: 89, versions: [118, u32::MAX] },
    Target { number: 90, versions: [118, u32::MAX] },
    Target { number: 100, versions: [128, u32::MAX] },
    Target { number: 120, versions: [128, u32::MAX] },
];

impl Target {
    /// `sm_61`.
    pub(super) fn name(&self) -> String {
        format!("sm_{}", self.number)
    }

    /// Whether a release has it.
    pub(super) fn is_in(&self, release: &Release) -> bool {
        let [first, last] = self.versions;
        (first..=last).contains(&release.number())
    }

    /// Whether it has the scalar video instructions, up to Pascal.
    pub(super) const fn has_family(&self) -> bool {
        self.number < 70
    }

    /// The disassembler that prints its code.
    pub(super) fn nvdisasm(&self) -> Result<PathBuf> {
        match self.number {
            ..50 => NVDISASM_11_8.program(),
            50..75 => NVDISASM.program(),
            75.. => NVDISASM_13.program(),
        }
    }
}
