//! The integer instructions: values against ptxas's constant folding.

use std::collections::HashMap;

use vmad_ptx::sequence::Sequence;

use vmad_testing::rows;

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
    for [text, recorded] in rows(include_str!("../data/ptxas-folded.tsv")) {
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
