//! The SIMD video instructions against the code that ptxas 12.9 emits for them on sm_61.

use fastrand::Rng;
use vmad_ptx::{ast::Body, reading::Reading, syntax::parse_one, video::evaluate};

use super::run;

/// Every mode, and each again with a mask and selectors.
const RECORDED: &str = include_str!("../../data/ptxas-simd.tsv");

/// Bytes and half-words at the ends of the ranges.
const CORNERS: [u32; 12] = [
    0,
    0xffff_ffff,
    0x8080_8080,
    0x7f7f_7f7f,
    0x8000_7fff,
    0x7fff_8000,
    0x0180_7fff,
    0xff00_01fe,
    0x0001_ffff,
    0x7f80_0080,
    0x0102_0304,
    0x8001_8001,
];

/// Oracle: ptxas's code. Every pair of corners, and random words, with each recorded code.
#[test]
fn the_lanes_compute_what_the_emitted_code_does() {
    let mut chance = Rng::with_seed(3);
    let mut codes = 0;
    for line in RECORDED.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let ["sm_61", ptx, code] = columns[..] else { panic!("{line}") };
        let Body::Video(video) = parse_one(ptx).unwrap().instruction.body else { panic!("{ptx}") };
        let corners = CORNERS.into_iter().flat_map(|a| CORNERS.map(|b| [a, b]));
        let random: Vec<[u32; 2]> =
            (0..vmad_testing::cases(100, 2_000)).map(|_| [chance.u32(..), chance.u32(..)]).collect();
        for [a, b] in corners.chain(random) {
            let c = chance.u32(..);
            let ours = evaluate(video.operation(), a, b, c, &Reading::DEFAULT);
            assert_eq!(ours, run(code, [a, b, c]), "{ptx} of {a:#x}, {b:#x}, {c:#x}\n{code}");
        }
        codes += 1;
    }
    assert_eq!(codes, 768);
}
