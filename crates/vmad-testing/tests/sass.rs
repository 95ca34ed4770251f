//! The interpreter of SASS, an instruction at a time.
//!
//! The recorded code of ptxas has each instruction too, but takes seconds, and not each operand matters there.

use vmad_testing::sass::{Machine, run};

/// The values of R4, R5 and R6. R7 is R5 with its ends inverted; P3 is true in every other row.
const INPUTS: [[u32; 3]; 6] = [
    [0x8001_02ff, 0x11, 0x7fff_ff80],
    [5, 0xffff_fffd, 0x21],
    [0x7fff_ffff, 0x80ff_7f01, 0],
    [0, 0, 0xffff_ffff],
    [0xdead_beef, 0xdead_beef, 1],
    [0xfedc_0180, 0x0100_7fff, 5],
];

/// Code, and R4 after it for each of the inputs.
const ROWS: &str = include_str!("data/sass.tsv");

/// Code, and a part of the message.
const ERRORS: &str = include_str!("data/sass-errors.tsv");

fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once('\t').unwrap())
}

fn machine(index: usize) -> Machine {
    let [a, b, c] = INPUTS[index];
    let mut machine =
        Machine::new([("R1", 0), ("R2", 0), ("R4", a), ("R5", b), ("R6", c), ("R7", b ^ 0x8000_0001)]);
    let p3 = if index.is_multiple_of(2) { "EQ" } else { "NE" };
    machine.execute(&format!("ISETP.{p3}.AND P3, PT, RZ, RZ, PT")).unwrap();
    machine
}

#[test]
fn each_instruction_has_its_results() {
    for (code, results) in rows(ROWS) {
        let results: Vec<_> =
            results.split(' ').map(|digits| u32::from_str_radix(digits, 16).unwrap()).collect();
        assert_eq!(results.len(), INPUTS.len(), "{code}");
        for (index, expected) in results.into_iter().enumerate() {
            let mut machine = machine(index);
            machine.execute(code).unwrap_or_else(|error| panic!("{error}: {code}"));
            let found = machine.value("R4").unwrap();
            assert_eq!(found, expected, "{code} of {:x?}: {found:#x}", INPUTS[index]);
        }
    }
}

#[test]
fn unknown_code_is_an_error() {
    for (code, error) in rows(ERRORS) {
        let found = machine(0).execute(code).unwrap_err();
        assert!(found.contains(error), "{code}: {found}");
    }
    assert_eq!(run("IADD3 R4, R4, R5, R6; ; ", [1, 2, 4]), Ok(7));
    assert!(run("IADD3 R4, R4, R5, R8", [1, 2, 4]).is_err());
    assert!(machine(0).set_pair("RX", 1).is_err());
}
