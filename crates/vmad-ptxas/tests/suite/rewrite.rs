//! Ordinary PTX in place of video instructions: the printed text is read again, run and proved.

use std::collections::BTreeSet;

use crate::common::{assert_proved, assert_same, instruction, solver};
use vmad_map::{
    case::Case,
    meaning::{operations, spelling::spellings},
};
use vmad_ptx::legality::Target;
use vmad_ptxas::{
    rewrite::{
        costs::{ARCHS, costs, kinds},
        ordinary,
    },
    safety::{Reason, better},
    versions::Versions,
};
use vmad_unit::vmad::Mode;

/// The scalar instructions: every operation, with registers and with constants of `a` and `b`.
fn scalar() -> impl Iterator<Item = String> {
    let vmads = Mode::all().flat_map(spellings);
    let constants = [None, Some(5), Some(0xffff_fff9)].into_iter().flat_map(|a| {
        [None, Some(0), Some(5), Some(0xffff_ffff), Some(0x8000_0000), Some(40000)].map(|b| [a, b, None])
    });
    let constants: Vec<_> = constants.collect();
    operations().chain(vmads).flat_map(move |operation| {
        let cases = constants.clone().into_iter().filter_map(move |of| Case::of_operation(operation, of));
        cases.filter_map(|case| Some(case.instruction()?.to_string()))
    })
}

/// Every SIMD mode, and each again with a mask and selectors.
fn simd() -> impl Iterator<Item = &'static str> {
    vmad_testing::rows(include_str!("../data/ptxas-simd.tsv")).map(|[_, text, _]| text)
}

/// The codes for an instruction: without and with products of bytes, and with halves.
fn codes(text: &str) -> BTreeSet<Vec<String>> {
    let code = |number| ordinary(&instruction(text), Target::sm(number)).unwrap_or_else(|| panic!("{text}"));
    [60, 86, 90].map(code).into()
}

#[test]
fn scalar_code_computes_the_same_on_corners() {
    let mut count = 0;
    for text in scalar().step_by(13 * vmad_testing::step(7)) {
        for code in codes(&text) {
            assert_same(&text, &code, 24);
        }
        count += 1;
    }
    assert!(count > 2_000, "{count}");
}

#[test]
fn scalar_code_is_proved_equal() {
    let solver = solver();
    for text in scalar().step_by(3001 * vmad_testing::step(8)) {
        for code in codes(&text) {
            assert_proved(&solver, &text, &code);
        }
    }
}

#[test]
fn simd_code_computes_the_same_on_corners() {
    assert_eq!(simd().count(), 768);
    for text in simd() {
        for code in codes(text) {
            assert_same(text, &code, 60);
        }
    }
}

#[test]
fn simd_code_is_proved_equal() {
    let solver = solver();
    for text in simd().step_by(7 * vmad_testing::step(17)) {
        for code in codes(text) {
            assert_proved(&solver, text, &code);
        }
    }
}

/// The shortest code that is known for some instructions.
#[test]
fn code_is_as_short_as_the_best_that_is_known() {
    for (text, best) in [
        ("vadd.u32.u32.u32.sat d, a, b;", 3),
        ("vadd.s32.s32.s32.sat d, a, b;", 5),
        ("vsub.u32.u32.u32.sat d.b0, a, b, c;", 4),
        ("vsub.s32.u32.u32.sat d, a, b;", 5),
        ("vmax.s32.s32.s32.min d, a, b, c;", 2),
        ("vabsdiff.u32.u32.u32 d, a, b;", 1),
        ("vshl.u32.u32.u32.sat.clamp d, a, b;", 6),
        ("vset.u32.u32.ge.add d, a, b, c;", 2),
        ("vmad.s32.s32.s32.sat.shr15 d, a, b, c;", 8),
        ("vmad.u32.u32.u32.sat d, a, b, -c;", 8),
        ("vadd2.u32.u32.u32 d, a, b, c;", 3),
        ("vadd4.u32.s32.s32.sat d, a, b, c;", 8),
        ("vadd4.s32.s32.s32.sat d, a, b, c;", 9),
        ("vavrg4.u32.u32.u32 d, a, b, c;", 4),
        ("vabsdiff4.s32.s32.s32.sat d, a, b, c;", 3),
        ("vabsdiff4.u32.u32.s32 d, a, b, c;", 8),
        ("vmin4.u32.u32.u32 d, a, b, c;", 5),
        ("vset4.u32.u32.eq d, a, b, c;", 5),
        ("vset4.u32.u32.lt d, a, b, c;", 5),
    ] {
        let [found, _] = costs(&instruction(text), Target::sm(86)).unwrap();
        assert_eq!(found.ordinary.instructions, best, "{text}");
    }
}

/// A carry of the code around an instruction stays as it is.
#[test]
fn no_code_writes_the_carry_flag() {
    for kind in kinds() {
        for target in ARCHS.map(Target::sm) {
            let code = ordinary(&kind, target).unwrap().join(" ");
            assert!(!code.contains(".cc"), "{kind} on {target}: {code}");
        }
    }
}

/// Every kind has its costs, and no ordinary code has more instructions than what it replaces, by both recorded versions.
/// The sum of the stall counts is larger for a few, by at most two cycles.
#[test]
fn no_code_is_longer_than_what_it_replaces() {
    let all = kinds();
    assert_eq!(all.len(), 1776);
    let (mut shorter, mut slower) = (0, 0);
    for kind in &all {
        for target in ARCHS.map(Target::sm) {
            let both = costs(kind, target).unwrap_or_else(|| panic!("{kind}"));
            for found in both {
                assert!(found.ordinary.instructions <= found.video.instructions, "{kind} on {target}");
            }
            let better = better(kind, target, Versions::with(target).unwrap());
            let is_longer = matches!(better, Some((Reason::Longer(_), _)));
            assert!(is_longer || better.is_some() || !both[0].is_shorter(), "{kind} on {target}");
            shorter += usize::from(both[0].is_shorter());
            if is_longer {
                for found in both {
                    assert!(found.ordinary.stalls <= found.video.stalls + 2, "{kind} on {target}");
                    slower += usize::from(found.ordinary.stalls > found.video.stalls);
                }
            }
        }
    }
    assert!(shorter >= 6948, "{shorter}");
    assert!(slower <= 28, "{slower}");
}
