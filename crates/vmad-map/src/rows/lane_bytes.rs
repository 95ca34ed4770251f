use vmad_ptx::ast::{LaneOp, LaneTail, Operation, Simd};
use vmad_unit::Kind;

use crate::{
    case::Case,
    datapath::Datapath,
    divergence::{Divergence, Model},
    domain::Domain,
};

/// 8 bits of each lane in a sum.
pub static LANE_BYTES: Divergence = Divergence {
    id: "lane-bytes",
    title: "the width of a lane in a sum",
    meanings: [
        "a lane adds its whole difference, from 0 to 383",
        "a lane adds the 8 bits that it would write without `.add`",
    ],
    evidence: "the instructions that ptxas 12.9 emits for `vabsdiff4.add` on sm_70 and later add the whole difference",
    instructions: &[Kind::Vabsdiff4],
    domain: Domain::Modes,
    cases: adds_lanes_of_two_signs,
    cases_text: "`VABSDIFF4.ACC`, if A and B differ in sign",
    model: Model::Datapath(Datapath::LaneBytes),
    is_hypothesis: true,
    ..Divergence::EMPTY
};

/// `VABSDIFF4.ACC` of bytes of two signs.
fn adds_lanes_of_two_signs(case: &Case) -> bool {
    matches!(case.ptx, Some(Operation::Simd4(Simd { op: LaneOp::Arithmetic { tail: LaneTail::Add, .. }, atype, btype, .. }))
        if atype != btype)
}
