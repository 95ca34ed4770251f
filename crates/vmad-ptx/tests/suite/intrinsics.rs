//! The SIMD video instructions against CUDA's SIMD intrinsics: NVIDIA's own code for them, as NVRTC 12.9 compiles it.

use std::collections::HashMap;

use vmad_ptx::{domain::Integers, reading::Reading, sequence::Sequence};
use vmad_testing::simd::CORNERS;

use vmad_testing::rows;

/// A code of the inputs `a` and `b`.
fn code(text: &str) -> impl Fn(u32, u32) -> u32 + use<> {
    let code = Sequence::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let d = code.find("d").unwrap_or_else(|| panic!("{text}: no d"));
    move |a, b| {
        let inputs = HashMap::from([("a", a), ("b", b)]);
        let value = |name: &str| *inputs.get(name).unwrap_or_else(|| panic!("{name} has no value"));
        code.run(&Integers, &Reading::DEFAULT, |register| value(&register.name).into())[d] as u32
    }
}

/// Every intrinsic of two operands that is one SIMD video instruction, or such an instruction and a product.
#[test]
fn intrinsics_of_cuda() {
    let mut state = 1_u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state ^ state >> 15
    };
    let mut count = 0;
    for [name, ours, theirs] in rows(include_str!("../data/nvrtc-simd.tsv")) {
        let (run_ours, run_theirs) = (code(&format!("mov.u32 z, 0; {ours}")), code(theirs));
        let corners = CORNERS.into_iter().flat_map(|a| CORNERS.map(|b| (a, b)));
        let random: Vec<_> = (0..vmad_testing::cases(2_000, 100_000)).map(|_| (random(), random())).collect();
        for (a, b) in corners.chain(random) {
            assert_eq!(run_ours(a, b), run_theirs(a, b), "{name} of {a:#x} and {b:#x}: {ours}");
        }
        count += 1;
    }
    assert_eq!(count, 69);
}
