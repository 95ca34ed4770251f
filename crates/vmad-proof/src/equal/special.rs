//! What the PTX ISA says of the values of special registers.

use std::collections::BTreeSet;

use vmad_ptx::sequence::Sequence;

/// PTX whose predicate is true of the values of special registers (PTX ISA, section "Special Registers").
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

/// Assumptions for [`Statement`](super::Statement): what the PTX ISA says of the special registers that two codes read.
pub fn special_registers(codes: [&Sequence; 2]) -> Vec<Sequence> {
    let mut read: BTreeSet<&str> = codes.iter().flat_map(|code| code.opaque()).collect();
    if read.iter().any(|name| name.starts_with("%lanemask_")) {
        read.insert("%laneid");
    }
    let facts = FACTS.iter().filter_map(|ptx| Sequence::parse(ptx).ok());
    facts.filter(|fact| fact.opaque().all(|name| read.contains(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a thread's special registers, by the text of the PTX ISA.
    fn value(name: &str, lane: u32) -> u64 {
        let bit = 1_u64 << lane;
        let word = u64::from(u32::MAX);
        match name {
            "%laneid" => lane.into(),
            "%lanemask_eq" => bit,
            "%lanemask_lt" => bit - 1,
            "%lanemask_le" => 2 * bit - 1,
            "%lanemask_ge" => word & !(bit - 1),
            "%lanemask_gt" => word & !(2 * bit - 1),
            "%ntid.x" | "%ntid.y" => 1024,
            "%tid.x" | "%tid.y" => 1023 - u64::from(lane),
            "%ntid.z" => 64,
            "%tid.z" => 63 - u64::from(lane),
            name if name.starts_with("%nctaid") => 1,
            name if name.starts_with("%ctaid") => 0,
            name => panic!("{name}"),
        }
    }

    #[test]
    fn each_fact_holds_of_a_thread_and_not_of_all_values() {
        for ptx in FACTS {
            let code = Sequence::parse(ptx).unwrap_or_else(|error| panic!("{ptx}: {error}"));
            assert!(code.opaque().next().is_some(), "{ptx}");
            for lane in 0..32 {
                let run = |code: &Sequence| code.results(|register| value(&register.name, lane));
                assert_eq!(run(&code), [1], "{ptx} in lane {lane}");
            }
            assert_eq!(code.results(|_| 0xffff_fff0), [0], "{ptx}");
        }
    }
}
