//! The integer instructions: values against ptxas's constant folding, and against published descriptions.

use std::collections::HashMap;

use vmad_ptx::sequence::Sequence;

use crate::table::rows;

/// [`Sequence::results`] of a text; inputs by name.
pub(crate) fn results(text: &str, inputs: &HashMap<&str, u64>) -> Vec<u32> {
    let code = Sequence::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let value = |name: &str| *inputs.get(name).unwrap_or_else(|| panic!("{text}: {name} has no value"));
    code.results(|register| value(&register.name))
}

/// Oracle: `ptxas` 12.9.86, which computes instructions whose inputs are constants.
#[test]
fn results_are_those_that_ptxas_folds() {
    let (mut forms, mut cases) = (0, 0);
    for row in rows(include_str!("../data/ptxas-folded.tsv")) {
        let [text, recorded] = row[..] else { panic!("two columns: {row:?}") };
        for case in recorded.split("; ") {
            let (inputs, expected) = case.split_once(" -> ").unwrap();
            let hex = |digits: &str| u64::from_str_radix(digits, 16).unwrap();
            let inputs: HashMap<&str, u64> = inputs
                .split(' ')
                .map(|input| input.split_once('=').map(|(name, value)| (name, hex(value))).unwrap())
                .collect();
            let expected: Vec<u32> = expected.split(' ').map(|word| hex(word) as u32).collect();
            assert_eq!(results(text, &inputs), expected, "{text} {case}");
            cases += 1;
        }
        forms += 1;
    }
    assert_eq!((forms, cases), (304, 3553));
}

/// The PTX ISA's own descriptions of instructions that ptxas does not fold, on values worked out by hand.
#[test]
fn results_are_those_of_the_descriptions() {
    let inputs = HashMap::from([("a", 0x8765_43ff), ("b", 0x0102_fe80), ("c", 0xffff_fff0)]);
    let cases: [(&str, u32); 16] = [
        // -1*-128 + 67*-2 + 101*2 + -121*1 + -16
        ("dp4a.s32.s32 d, a, b, c;", 59),
        // 255*128 + 67*254 + 101*2 + 135*1 - 16
        ("dp4a.u32.u32 d, a, b, c;", 32640 + 17018 + 202 + 135 - 16),
        // 255*-128 + 67*-2 + 101*2 + 135*1 - 16
        ("dp4a.u32.s32 d, a, b, c;", (-32640_i32 - 134 + 202 + 135 - 16) as u32),
        // 0x43ff*-128 + 0x8765(signed)*-2 - 16
        ("dp2a.lo.s32.s32 d, a, b, c;", (-17407 * 128 + 30875 * 2 - 16_i32) as u32),
        // 0x43ff*2 + 0x8765*1 - 16
        ("dp2a.hi.u32.u32 d, a, b, c;", 34814 + 34661 - 16),
        ("prmt.b32 d, a, b, 0x7531;", 0x01fe_8743),
        // Replicated signs of bytes 0, 3, 4 and 7, then of 1, 2, 5 and 6.
        ("prmt.b32 d, a, b, 0xfc8b;", 0x00ffffff),
        ("prmt.b32 d, a, b, 0xed9a;", 0x00ff0000),
        ("prmt.b32.f4e d, a, b, 1;", 0x8087_6543),
        ("prmt.b32.b4e d, a, b, 1;", 0x0201ff43),
        ("prmt.b32.rc8 d, a, b, 3;", 0x8787_8787),
        ("prmt.b32.ecl d, a, b, 2;", 0x8765_6565),
        ("prmt.b32.ecr d, a, b, 1;", 0x4343_43ff),
        ("prmt.b32.rc16 d, a, b, 1;", 0x8765_8765),
        ("lop3.b32 d, a, b, c, 0x1a;", 0x789abc0f),
        ("sad.s32 d, a, b, c;", 0x799dba71),
    ];
    for (text, expected) in cases {
        assert_eq!(results(text, &inputs), [expected], "{text}");
    }
}

#[test]
fn operands_that_are_no_registers_have_their_values() {
    let inputs = HashMap::from([("a", 0xffff_ffff), ("b", 0x1234_5678)]);
    for (text, expected) in [
        ("setp.eq.u32 p, a, -1; selp.b32 d, 5, 6, p;", 5),
        ("setp.eq.u32 p, b, 0x112345678; selp.b32 d, 5, 6, p;", 5),
        ("add.u32 d, b, WARP_SZ;", 0x1234_5698),
        ("mov.b32 {_, g}, b; cvt.u32.u16 d, g;", 0x1234),
    ] {
        assert_eq!(results(text, &inputs).last(), Some(&expected), "{text}");
    }
}
