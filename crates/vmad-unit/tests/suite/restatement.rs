//! Oracle: the restatement in [`crate::model`], for all 4,704 settings. The short form takes every 13th
//! corner of C.

use vmad_unit::{execute, vmad::Mode};

use crate::{corners::CORNERS, model::Model};

fn check(mode: Mode, model: &Model, a: u32, b: u32, c: u32) {
    let (unit, restated) = (execute(mode, a, b, c), model.result(a, b, c));
    assert_eq!(unit, restated, "{mode:?} a {a:#010x} b {b:#010x} c {c:#010x}: {unit:#x}, {restated:#x}");
}

#[test]
fn every_setting_computes_what_the_restatement_computes_at_the_corners() {
    let mut settings = 0;
    let step = vmad_testing::step(13);
    for mode in Mode::all() {
        settings += 1;
        let model = Model::of(mode);
        for (index, a) in CORNERS.into_iter().enumerate() {
            for (other, b) in CORNERS.into_iter().enumerate() {
                for c in CORNERS.into_iter().skip((index + 3 * other) % step).step_by(step) {
                    check(mode, &model, a, b, c);
                }
            }
        }
    }
    assert_eq!(settings, 4704);
}

#[test]
fn every_setting_computes_what_the_restatement_computes_at_random() {
    const INPUTS: u32 = 200;
    let mut random = fastrand::Rng::with_seed(0x5f);
    let mut executions = 0;
    for mode in Mode::all() {
        let model = Model::of(mode);
        for _ in 0..INPUTS {
            check(mode, &model, random.u32(..), random.u32(..), random.u32(..));
            executions += 1;
        }
    }
    assert_eq!(executions, 940_800);
}
