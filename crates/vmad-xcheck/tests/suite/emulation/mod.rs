//! The code that ptxas emits where there is no instruction, run by a small interpreter: against the model of it without
//! `VMAD` (D3), and against the model of the SIMD video instructions.
//!
//! `cargo xtask ptxas-emulation` renews the code.

mod later;
mod simd;

use vmad_ptx::{ast::Body, ast::Operation, syntax::parse_one};
use vmad_testing::sass;
use vmad_xcheck::{
    divergence::grid,
    interpretation::{Case, Model},
};

/// What ptxas 12.9 emits for sm_61 and sm_70.
const RECORDED: &str = include_str!("../../data/ptxas-emulation.tsv");

/// Oracle: ptxas's code. Every recorded mode, over a part of the corner grid.
#[test]
fn the_model_computes_what_the_emitted_code_does() {
    let mut modes = 0;
    for line in RECORDED.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, ptx, code] = columns[..] else { panic!("{line}") };
        let case = case(ptx);
        let model = Model::Emulation.prepare(case).unwrap();
        // The interpreter reads text: one of 13 inputs meets every corner of each operand.
        for inputs in grid::inputs(&case).into_iter().step_by(vmad_testing::step(13)) {
            assert_eq!(run(code, inputs), model(inputs), "{ptx} on {inputs:x?}\n{code}");
        }
        modes += 1;
    }
    assert_eq!(modes, 432 + 240);
}

fn run(code: &str, inputs: [u32; 3]) -> u32 {
    // The code has one constant in its constant bank: S32_MIN.
    let mut code = code.to_owned();
    while let Some(start) = code.find("c[`") {
        let end = start + code[start..].find(")]").unwrap() + 2;
        code.replace_range(start..end, "0x80000000");
    }
    sass::run(&code, inputs).unwrap_or_else(|error| panic!("{error}: {code}"))
}

fn case(ptx: &str) -> Case {
    let Body::Video(video) = parse_one(ptx).unwrap().instruction.body else { panic!("{ptx}") };
    let Operation::MultiplyAdd(operation) = *video.operation() else { panic!("{ptx}") };
    Case { operation, constants: [None; 3] }
}

/// The interpreter tells one instruction from another: a changed opcode changes a result.
#[test]
fn a_changed_instruction_is_noticed() {
    let wide = "SHF.R.S32.HI R7, RZ, 0x1f, R6; IMAD.WIDE R4, R4, R5, R6; SHF.R.S64 R4, R4, 0x7, R5";
    let inputs = [0xffff_ffff, 1, 0];
    assert_eq!(run(wide, inputs), 0xffff_ffff);
    assert_eq!(run(&wide.replace("R.S64 R4, R4, 0x7, R5", "R.U32.HI R4, RZ, 0x7, R5"), inputs), 0x01ff_ffff);
}
