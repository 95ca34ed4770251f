//! `VABSDIFF4` with ACC: results that other people published. The words are those of Maxwell, or of 128 bits.

use vmad_sass::{
    Instruction,
    wide::{WideArch, WideInstruction},
};

/// A Tesla P100 executed this word 262,144 times; all results equalled the sum of the host, and five are printed.
#[test]
fn the_results_of_a_tesla_p100_are_the_models() {
    let word = Instruction::decode(0x5038_04b4_4077_060a).unwrap();
    assert!(word.to_string().starts_with("VABSDIFF4.U8.U8.ACC "), "{word}");
    let operation = word.operation().unwrap();
    let mut state = 0x60a8_c002_u32;
    // xorshift32 with the shifts 13, 17 and 5.
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let printed = [
        (0, 0x6dbf_3696),
        (255, 0x6fee_e829),
        (65_535, 0x221c_a091),
        (65_536, 0xcb5f_6b5c),
        (262_143, 0x28b1_a414),
    ];
    for row in 0..262_144_u32 {
        let [a, b, c] = if row < 65_536 {
            [(row & 255) * 0x0101_0101, (row >> 8) * 0x0101_0101, draw()]
        } else {
            [draw(), draw(), draw()]
        };
        let result = operation.execute(a, b, c);
        let host =
            a.to_le_bytes().iter().zip(b.to_le_bytes()).map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>();
        assert_eq!(result, host.wrapping_add(c), "row {row}");
        if let Some((_, theirs)) = printed.iter().find(|(at, _)| *at == row) {
            assert_eq!(result, *theirs, "row {row}");
        }
    }
}

/// The documentation of NVIDIA Warp prints [21, 520] for two calls of the function whose code is `VABSDIFF4.U8.ACC`.
#[test]
fn the_results_in_warps_documentation_are_the_models() {
    let sm_86 = WideArch::from_number(86).unwrap();
    let word = WideInstruction::assemble(sm_86, "VABSDIFF4.U8.ACC R0, R1, R2, R3").unwrap();
    let pairs = [(0x281e_140a, 0x2329_120d), (0x0dff_8000, 0x0f00_78ff)];
    assert_eq!(pairs.map(|(a, b)| word.operation().execute(a, b, 0)), [21, 520]);
}
