//! The rules of GPGPU-Sim.

use super::{Instruction, Peer};

pub(super) const PEER: Peer = Peer {
    name: "GPGPU-Sim",
    files: "It executes PTX: `video_mem_instruction` in \
[`src/cuda-sim/instructions.cc`](https://github.com/accel-sim/gpgpu-sim_distribution/blob/8848e523d9833448c30b9e822aedf8c812830023/src/cuda-sim/instructions.cc) of `accel-sim/gpgpu-sim_distribution`, \
commit `8848e52`. `vadd`, `vsub`, `vabsdiff`, `vmad`, `vset`, `vshl` and `vshr` abort. The modes are those of the `VMNMX` \
that computes the PTX.",
    instructions: &[Instruction {
        mnemonic: "VMNMX",
        refused: "everything but `.s32.s32.s32` with a second operation `.min` or `.max`; it ignores selectors, and modes with one count as not executed",
        findings: &[],
    }],
};
