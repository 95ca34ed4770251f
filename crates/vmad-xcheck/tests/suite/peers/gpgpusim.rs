//! The rules of GPGPU-Sim.

use vmad_unit::{Operation, Saturate, SecondOp, Selector, Sign, vmnmx::Extreme};

use super::{Answer, Case, Instruction, Peer, extreme};

pub(super) const PEER: Peer = Peer {
    name: "GPGPU-Sim",
    files: "It executes PTX: `video_mem_instruction` in \
[`src/cuda-sim/instructions.cc`](https://github.com/accel-sim/gpgpu-sim_distribution/blob/8848e523d9833448c30b9e822aedf8c812830023/src/cuda-sim/instructions.cc) of `accel-sim/gpgpu-sim_distribution`, \
commit `8848e52`. `vadd`, `vsub`, `vabsdiff`, `vmad`, `vset`, `vshl` and `vshr` abort. The modes are those of the `VMNMX` \
that computes the PTX.",
    instructions: &[Instruction {
        mnemonic: "VMNMX",
        run: vmnmx,
        refused: "everything but `.s32.s32.s32` with a second operation `.min` or `.max`; it ignores selectors, and modes with one count as not executed",
        findings: &[],
    }],
};

fn vmnmx(case: &Case, [a, b, c]: [u32; 3]) -> Answer {
    let Operation::Vmnmx(mode) = case.operation else { return Answer::Refused };
    let is_s32 = [mode.a, mode.b].iter().all(|it| (it.selector, it.sign) == (Selector::Word, Sign::Signed));
    let maximum = match mode.output.second {
        SecondOp::Min => false,
        SecondOp::Max => true,
        _ => return Answer::Refused,
    };
    if !is_s32 || (mode.output.sign, mode.output.saturate) != (Sign::Signed, Saturate::Off) {
        return Answer::Refused;
    }
    let first = extreme(mode.extreme == Extreme::Maximum, Sign::Signed, a, b);
    Answer::Value(extreme(maximum, Sign::Signed, first, c))
}
