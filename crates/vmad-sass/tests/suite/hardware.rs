//! Oracle: a Maxwell GPU (Tegra X1). Eleven instructions with the result that it computed, published; the file names its source.

use vmad_sass::assemble;
use vmad_unit::{Effect, Register, State};

const READINGS: &str = include_str!("../data/hardware-vmad.tsv");

#[test]
fn every_published_reading_is_computed() {
    let rows: Vec<&str> = READINGS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 11, "the readings are incomplete");
    for row in rows {
        let (text, result) = row.split_once('\t').unwrap();
        let result = u32::from_str_radix(result.strip_prefix("0x").unwrap(), 16).unwrap();
        let mut state = State::default();
        for (register, value) in [(2, 0x12345688), (3, 0x8a24c993), (4, 0x9123064a)] {
            state.registers.write(Register::from_encoding(register), value);
        }
        let effect = assemble(text).unwrap().instruction.execute(&mut state);
        let r0 = Register::from_encoding(0);
        assert_eq!(state.registers.read(r0), result, "{text}");
        assert_eq!(
            effect,
            Some(Effect { register: Some((r0, result)), condition_code: false, predicates: [None; 2] })
        );
    }
}
