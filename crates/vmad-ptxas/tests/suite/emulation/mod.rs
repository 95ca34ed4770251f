//! The code that ptxas emits where there is no instruction, run by a small interpreter: against the model of it without
//! `VMAD` (D3), and against the model of the SIMD video instructions.
//!
//! `cargo xtask ptxas-code` renews the code.

mod later;
mod simd;

use vmad_map::grid;
use vmad_map::{case::Case, rows::D3};
use vmad_ptx::ast::Body;
use vmad_ptxas::lowering::emulation;
use vmad_testing::{rows, sass};

use crate::common::instruction;

/// What ptxas 12.9 emits for sm_61 and sm_70.
const RECORDED: &str = include_str!("../../data/ptxas-vmad.tsv");

/// Oracle: ptxas's code. Every recorded mode, over a part of the corner grid.
#[test]
fn the_model_computes_what_the_emitted_code_does() {
    let mut modes = 0;
    // 5 and the 24 modes of two formats have no common divisor.
    let step = vmad_testing::step(5);
    for (index, [_, ptx, code]) in rows(RECORDED).enumerate().step_by(step) {
        let case = case(ptx);
        let model = D3.prepare(&case).unwrap();
        // The interpreter reads text: one of 13 inputs meets every corner of each operand. The long form runs all inputs
        // of one mode in 5.
        let every = if index.is_multiple_of(5) { vmad_testing::step(13) } else { 13 };
        for inputs in grid::inputs(&case).into_iter().step_by(every) {
            assert_eq!(run(code, inputs), model(inputs), "{ptx} on {inputs:x?}\n{code}");
        }
        modes += 1;
    }
    assert_eq!(modes, (864_usize + 480).div_ceil(step));
}

/// Oracle: ptxas's code, of every recorded mode, and of instructions with any selectors, dtype and place of the minus
/// signs.
#[test]
fn the_code_of_a_mode_gives_that_of_its_settings() {
    for [target, ptx, code] in rows(RECORDED) {
        let found = emulation(&instruction(ptx), target);
        assert_eq!(found.as_deref(), Some(code), "{ptx} on {target}");
    }
    let mut compared = 0;
    for [archs, ptx, code] in rows(later::RECORDED) {
        if !archs.split(',').any(|arch| arch == "sm_70") {
            continue;
        }
        if let Some(found) = emulation(&instruction(ptx), "sm_70") {
            assert_eq!(found, code, "{ptx}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared} vmads of registers");
}

/// A constant, a guard, a register that is used twice, another instruction or target has no recorded code.
#[test]
fn other_instructions_have_no_recorded_code() {
    let found = |ptx: &str, target| emulation(&instruction(ptx), target);
    assert!(found("vmad.s32.s32.s32 d, a, -b.h1, c;", "sm_70").is_some());
    assert!(found("vmad.s32.s32.s32 d, a, b.h1, c;", "sm_61").is_some());
    for (ptx, target) in [
        ("vmad.s32.s32.s32 d, a.b0, b.h1, c;", "sm_61"),
        ("vmad.s32.s32.s32 d, a, b, c;", "sm_80"),
        ("vmad.s32.s32.s32 d, a, b, c;", "sm_70\tvmad"),
        ("vmad.s32.s32.s32 d, a, 5, c;", "sm_70"),
        ("vmad.s32.s32.s32 d, a, b, 5;", "sm_70"),
        ("vmad.s32.s32.s32 d, a, a, c;", "sm_70"),
        ("vmad.s32.s32.s32 d, a, b, b;", "sm_70"),
        ("@p vmad.s32.s32.s32 d, a, b, c;", "sm_70"),
        ("vadd.s32.s32.s32 d, a, b;", "sm_70"),
    ] {
        assert_eq!(found(ptx, target), None, "{ptx} on {target}");
    }
}

fn run(code: &str, inputs: [u32; 3]) -> u32 {
    sass::run(code, inputs).unwrap_or_else(|error| panic!("{error}: {code}"))
}

fn case(ptx: &str) -> Case {
    let Body::Video(video) = instruction(ptx).body else { panic!("{ptx}") };
    Case::of_video(&video).unwrap()
}

/// The interpreter tells one instruction from another: a changed opcode changes a result.
#[test]
fn a_changed_instruction_is_noticed() {
    let wide = "SHF.R.S32.HI R7, RZ, 0x1f, R6; IMAD.WIDE R4, R4, R5, R6; SHF.R.S64 R4, R4, 0x7, R5";
    let inputs = [0xffff_ffff, 1, 0];
    assert_eq!(run(wide, inputs), 0xffff_ffff);
    assert_eq!(run(&wide.replace("R.S64 R4, R4, 0x7, R5", "R.U32.HI R4, RZ, 0x7, R5"), inputs), 0x01ff_ffff);
}
