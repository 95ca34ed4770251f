//! The facts of the PTX ISA about the values of special registers.

use std::collections::BTreeSet;

use vmad_ptx::sequence::Sequence;

/// PTX whose predicate is true for the values of special registers (PTX ISA, section "Special Registers").
const FACTS: [&str; 18] = [
    "mov.u32 a, %laneid; setp.lt.u32 p, a, 32;",
    "mov.u32 a, %laneid; shl.b32 a, 1, a; mov.u32 b, %lanemask_eq; setp.eq.u32 p, a, b;",
    "mov.u32 a, %laneid; shl.b32 a, -1, a; mov.u32 b, %lanemask_ge; setp.eq.u32 p, a, b;",
    "mov.u32 a, %laneid; shl.b32 a, -2, a; mov.u32 b, %lanemask_gt; setp.eq.u32 p, a, b;",
    "mov.u32 a, %laneid; shl.b32 a, -1, a; not.b32 a, a; mov.u32 b, %lanemask_lt; setp.eq.u32 p, a, b;",
    "mov.u32 a, %laneid; shl.b32 a, -2, a; not.b32 a, a; mov.u32 b, %lanemask_le; setp.eq.u32 p, a, b;",
    "mov.u32 a, %tid.x; setp.lt.u32 p, a, 1024;",
    "mov.u32 a, %ntid.x; setp.le.u32 p, a, 1024;",
    "mov.u32 a, %tid.y; setp.lt.u32 p, a, 1024;",
    "mov.u32 a, %ntid.y; setp.le.u32 p, a, 1024;",
    "mov.u32 a, %tid.z; setp.lt.u32 p, a, 64;",
    "mov.u32 a, %ntid.z; setp.le.u32 p, a, 64;",
    "mov.u32 a, %tid.x; mov.u32 b, %ntid.x; setp.lt.u32 p, a, b;",
    "mov.u32 a, %tid.y; mov.u32 b, %ntid.y; setp.lt.u32 p, a, b;",
    "mov.u32 a, %tid.z; mov.u32 b, %ntid.z; setp.lt.u32 p, a, b;",
    "mov.u32 a, %ctaid.x; mov.u32 b, %nctaid.x; setp.lt.u32 p, a, b;",
    "mov.u32 a, %ctaid.y; mov.u32 b, %nctaid.y; setp.lt.u32 p, a, b;",
    "mov.u32 a, %ctaid.z; mov.u32 b, %nctaid.z; setp.lt.u32 p, a, b;",
];

/// Assumptions for [`Statement`](super::Statement): the facts about the special registers that two sequences read.
pub fn special_registers(codes: [&Sequence; 2]) -> Vec<Sequence> {
    let mut read: BTreeSet<&str> = codes.iter().flat_map(|code| code.opaque()).collect();
    if read.iter().any(|name| name.starts_with("%lanemask_")) {
        read.insert("%laneid");
    }
    let facts = FACTS.iter().filter_map(|ptx| Sequence::parse(ptx).ok());
    facts.filter(|fact| fact.opaque().all(|name| read.contains(name))).collect()
}
