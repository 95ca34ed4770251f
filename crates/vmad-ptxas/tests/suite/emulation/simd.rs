//! The SIMD video instructions against the code that ptxas 12.9 emits for them on sm_61.

use fastrand::Rng;
use vmad_ptx::{ast::Body, reading::Reading, syntax::parse_one, video::evaluate};
use vmad_testing::simd::CORNERS;

use super::run;

/// Every mode, and each again with a mask and selectors.
const RECORDED: &str = include_str!("../../data/ptxas-simd.tsv");

/// Oracle: ptxas's code. Every pair of corners (one in seven in the short form), and random words, with each recorded code.
#[test]
fn the_lanes_compute_what_the_emitted_code_does() {
    let mut chance = Rng::with_seed(3);
    let mut codes = 0;
    for [_, ptx, code] in vmad_testing::rows(RECORDED) {
        let Body::Video(video) = parse_one(ptx).unwrap().instruction.body else { panic!("{ptx}") };
        let corners = CORNERS.into_iter().flat_map(|a| CORNERS.map(|b| [a, b]));
        let random: Vec<[u32; 2]> =
            (0..vmad_testing::cases(20, 500)).map(|_| [chance.u32(..), chance.u32(..)]).collect();
        for [a, b] in corners.step_by(vmad_testing::step(7)).chain(random) {
            let c = chance.u32(..);
            let ours = evaluate(video.operation(), a, b, c, &Reading::DEFAULT);
            assert_eq!(ours, run(code, [a, b, c]), "{ptx} of {a:#x}, {b:#x}, {c:#x}\n{code}");
        }
        codes += 1;
    }
    assert_eq!(codes, 768);
}
