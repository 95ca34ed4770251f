//! The releases of the toolkit that registries have, one build of each minor version, and the architectures.

use anyhow::Result;
use vmad_ptx::legality::Target;
use vmad_ptxas::versions::{Generation, Version, Versions};

use crate::tools::{
    CUDA_11, CUDA_12, CUDA_13, NVDISASM, NVDISASM_11_8, NVDISASM_13, PTXAS, PTXAS_11_8, PTXAS_13, Package,
    Tool,
};

#[derive(Clone, Copy, Debug)]
pub(super) struct Release {
    /// Its ptxas.
    pub tool: Tool,
    /// The version without the build: `12.4`.
    pub version: Version,
}

/// Every minor version that PyPI and Debian have. PyPI has no 12.7.
const RELEASES: [Tool; 18] = [
    Tool::ptxas("11.2.152", Package::Debian("bullseye")),
    Tool::wheel("11.7.99", CUDA_11),
    PTXAS_11_8,
    Tool::wheel("12.0.140", CUDA_12),
    Tool::wheel("12.1.105", CUDA_12),
    Tool::wheel("12.2.140", CUDA_12),
    Tool::wheel("12.3.107", CUDA_12),
    Tool::wheel("12.4.131", CUDA_12),
    Tool::wheel("12.5.82", CUDA_12),
    Tool::wheel("12.6.85", CUDA_12),
    Tool::wheel("12.8.93", CUDA_12),
    PTXAS,
    Tool::wheel("13.0.88", CUDA_13),
    Tool::wheel("13.1.115", CUDA_13),
    Tool::wheel("13.2.86", CUDA_13),
    Tool::wheel("13.3.73", CUDA_13),
    Tool::wheel("13.4.92", CUDA_13),
    PTXAS_13,
];

impl Release {
    pub(super) fn all() -> Result<Vec<Self>> {
        RELEASES.into_iter().map(|tool| Ok(Self { tool, version: tool.build.parse()? })).collect()
    }

    /// Whether it has an architecture.
    pub(super) fn has(&self, target: Target) -> bool {
        Versions::with(target).is_ok_and(|versions| versions.contains(self.version))
    }
}

/// One architecture of each kind.
pub(crate) const ARCHS: [u16; 11] = [35, 50, 61, 70, 75, 80, 86, 89, 90, 100, 120];

/// Whether an architecture has the scalar video instructions, up to Pascal.
pub(super) fn has_family(target: Target) -> bool {
    Generation::of(target).is_some_and(Generation::has_family)
}

/// The disassembler that prints the code of an architecture.
pub(super) fn nvdisasm(target: Target) -> Tool {
    match target.number {
        ..50 => NVDISASM_11_8,
        50..75 => NVDISASM,
        75.. => NVDISASM_13,
    }
}
