//! The instructions that ptxas miscompiles.

use vmad_map::{
    case::Case,
    meaning::operations,
    rows::{D8, misread_constants},
};
use vmad_ptx::{
    ast::{Body, Operation},
    syntax::parse_one,
};
use vmad_ptxas::{
    miscompiles::miscompile,
    versions::{Compiler, Generation},
};

/// The numbers of which ptxas makes an imm16.
const CONSTANTS: std::ops::Range<i64> = -0x8000..0x1_0000;

#[test]
fn the_misread_constants_are_one_range() {
    let mut ranges = 0;
    for operation in operations().step_by(vmad_testing::cases(211, 23)) {
        let Operation::Arithmetic(arithmetic) = operation else { continue };
        let mut case = Case::of_operation(operation, [None; 3]).unwrap();
        let mut is_wrong = |b: i64| {
            case.constants[1] = Some(b as u32);
            D8.differs_in(&case)
        };
        let wrong: Vec<i64> = CONSTANTS.filter(|b| is_wrong(*b)).collect();
        let range = misread_constants(&arithmetic);
        assert_eq!(range.map_or(vec![], |[first, last]| (first..=last).collect()), wrong, "{arithmetic:?}");
        ranges += usize::from(range.is_some());
    }
    assert!(ranges > 10, "{ranges}");
}

/// A sum exceeds a word from the constant 1 on; a second minimum is wrong if the result can have the other sign; a row counts
/// if any values of the registers show it.
#[test]
fn a_row_depends_on_the_constants_and_the_range_of_the_result() {
    for [arch, text, expected] in vmad_testing::rows(include_str!("../data/miscompiled-rows.tsv")) {
        let Body::Video(video) = parse_one(text).unwrap().instruction.body else { panic!("{text}") };
        let target = Generation::of(arch.parse().unwrap()).unwrap();
        let compiler = Compiler { target, version: "12.9".parse().unwrap() };
        let found = miscompile(compiler, Case::of_video(&video).unwrap());
        assert_eq!(found.map_or("-", |row| row.id), expected, "{text} for {arch}");
    }
}
