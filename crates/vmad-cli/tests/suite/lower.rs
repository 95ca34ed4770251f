//! `vmad ptx lower`.

use crate::common::vmad_with;

#[test]
fn lines_have_an_answer_each() {
    let input = b"vmad.s32.s32.s32 d, a, b, c;\nvmad.s32.s32.s32 d, a.b0, b.b0, c;\nvadd.s32.s32.s32 d, a, b;\nvmad\n";
    let ran = vmad_with(&["ptx", "lower", "--arch", "sm_60", "--lines"], input);
    let answers: Vec<_> = ran.stdout.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(
        (ran.code, answers),
        (0, vec!["none", "VMAD.S8.S8 R0, R2, R3, R4", "VADD R0, R2, R3, RZ", "error"])
    );
}
