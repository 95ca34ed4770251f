//! Oracle: a Maxwell GPU (Tegra X1). Every published value; the file names the sources.

use vmad_sass::assemble;
use vmad_unit::{Predicate, Register, State};

const VALUES: &str = include_str!("../data/hardware.tsv");

fn number(text: &str) -> u32 {
    text.strip_prefix("0x").map_or_else(|| text.parse(), |digits| u32::from_str_radix(digits, 16)).unwrap()
}

#[test]
fn every_published_value_is_computed() {
    let mut count = 0;
    for row @ [text, r2, r3, r4, result] in vmad_testing::rows(VALUES) {
        let mut state = State::default();
        for (register, value) in [(2, r2), (3, r3), (4, r4)] {
            state.registers.write(Register::from_encoding(register), number(value));
        }
        let effect = assemble(text).unwrap().instruction.execute(&mut state).expect("a known computation");
        let found = match effect.register {
            Some((_, value)) => value,
            None => state.predicates.read(Predicate::from_encoding(3)).into(),
        };
        assert_eq!(found, number(result), "{row:?}");
        count += 1;
    }
    assert_eq!(count, 92, "the values are incomplete");
}
