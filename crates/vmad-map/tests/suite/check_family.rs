//! The rows of the map for the other video instructions: an example in each operation of a row, and equality in the others.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use vmad_map::{
    case::Case,
    check::check,
    corners,
    divergence::{Divergence, Model},
    grid,
    meaning::operations,
    rows::{self, ROWS},
};
use vmad_ptx::{
    ast::{Operation, Select, Source, Tail},
    reading::{AMBIGUITIES, Reading},
    video::{evaluate, trace_in},
};
use vmad_term::{
    solver::{Answer, Solver},
    term::Terms,
};
use vmad_unit::Kind;

/// One selector of each width: the others are cuts at other places.
fn is_first(operation: &Operation) -> bool {
    let is_first = |source: Source| matches!(source.select, None | Some(Select::B0 | Select::H0));
    let (a, b, tail) = match *operation {
        Operation::Arithmetic(arithmetic) => {
            (is_first(arithmetic.a), is_first(arithmetic.b), arithmetic.tail)
        }
        Operation::Shift(shift) => {
            (is_first(shift.a), matches!(shift.bsel, None | Some(Select::B0)), shift.tail)
        }
        Operation::Set(set) => (is_first(set.a), is_first(set.b), set.tail),
        Operation::Simd2(_) | Operation::Simd4(_) | Operation::MultiplyAdd(_) => return false,
    };
    a && b && !matches!(tail, Tail::Merge(Select::B1 | Select::B2 | Select::B3 | Select::H1))
}

/// Inputs on which a reading differs from the default.
fn example(operation: &Operation, reading: &Reading) -> Option<[u32; 3]> {
    let values = corners::WORDS.into_iter().chain([31, 0x8080_8080, 0x7f7f_7f7f, 0x1234_5678, 0x0100_0000]);
    let values: Vec<u32> = values.collect();
    let pairs = values.iter().flat_map(|a| values.iter().map(move |b| [*a, *b]));
    let triples = pairs.flat_map(|[a, b]| values.iter().map(move |c| [a, b, *c]));
    let needs_c = operation.has_c();
    let mut triples = triples.filter(|[.., c]| needs_c || *c == 0);
    triples.find(|[a, b, c]| {
        evaluate(operation, *a, *b, *c, reading) != evaluate(operation, *a, *b, *c, &Reading::DEFAULT)
    })
}

fn differs_in(row: &Divergence, operation: &Operation) -> bool {
    row.differs_in(&Case::of_operation(*operation, [None; 3]).unwrap())
}

/// The rows that are readings of the PTX ISA.
fn readings() -> impl Iterator<Item = &'static Divergence> {
    let is_reading = |row: &&Divergence| matches!(row.model, Model::Reading(_));
    ROWS.iter().copied().filter(is_reading).filter(|row| !row.is_about(Kind::Vmad))
}

/// Every operation of a row has an example. The short form takes every 19th.
#[test]
fn every_operation_of_a_row_has_an_example() {
    let mut counts = BTreeMap::new();
    for row in readings() {
        let Model::Reading(reading) = row.model else { continue };
        let differing = operations().filter(|operation| is_first(operation) && differs_in(row, operation));
        for operation in differing.step_by(vmad_testing::cases(19, 1)) {
            assert!(example(&operation, &reading).is_some(), "{}: {operation:?}", row.id);
            *counts.entry(row.id).or_insert(0) += 1;
        }
    }
    assert!(counts.len() == readings().count() && counts.values().all(|count| *count > 1), "{counts:?}");
}

/// In the other operations the readings are equal for all inputs: the same term, or proved by a solver.
#[test]
fn the_other_operations_are_equal_for_all_inputs() {
    let solver = Solver::new(Some(Duration::from_mins(5)));
    let (mut same, mut asked) = (0, 0);
    for row in readings() {
        let Model::Reading(reading) = row.model else { continue };
        // P2 and P3 are one choice: for the instructions with a dtype, and for vset.
        let shares_reading =
            |other: &&Divergence| matches!(other.model, Model::Reading(of_other) if of_other == reading);
        let rows: Vec<_> = readings().filter(shares_reading).collect();
        let others = operations()
            .filter(|operation| is_first(operation) && !rows.iter().any(|row| differs_in(row, operation)));
        for operation in others.step_by(vmad_testing::cases(211, 5)) {
            let terms = Terms::new();
            let ports = ["a", "b", "c"].map(|name| terms.variable::<32>(name));
            let inputs = ports.map(|port| terms.zero_extend(port));
            let [one, other] = [Reading::DEFAULT, reading].map(|reading| {
                terms.field::<128, 32>(trace_in(&terms, &operation, inputs, &reading).number(), 0)
            });
            if one == other {
                same += 1;
                continue;
            }
            let answer = solver.ask(&terms, terms.always(), terms.equal(one, other));
            assert_eq!(answer, Answer::Holds, "{}: {operation:?}", row.id);
            asked += 1;
        }
    }
    assert!(same > vmad_testing::cases(25, 100) && asked > 10, "{same} the same, {asked} asked");
}

/// How many modes differ in each row. A mode in which a row is wrong is an error.
#[test]
fn every_row_of_the_others_holds_mode_by_mode() {
    // VADD has eight times the modes of VABSDIFF, and the same rows.
    /// The mnemonic, the modes, those that nothing specifies, and the modes that differ in each row.
    type Expected = (&'static str, usize, usize, &'static [(&'static str, usize)]);
    let expected: [Expected; 7] = [
        ("VABSDIFF", 1152, 0, &[("D5", 52), ("P1", 52), ("P2", 144), ("P4", 432)]),
        ("VABSDIFF4", 512, 152, &[("lane-bytes", 60)]),
        (
            "VMNMX",
            2304,
            0,
            &[("D5", 96), ("P1", 96), ("P2", 288), ("P4", 864), ("sign-of-a", 768), ("sign-of-b", 768)],
        ),
        ("VSET", 2304, 576, &[("P3", 432), ("P4", 648), ("P7", 0), ("sign-of-a", 480), ("sign-of-b", 480)]),
        ("VSETP", 1728, 432, &[("sign-of-a", 360), ("sign-of-b", 360)]),
        ("VSHL", 1152, 0, &[("D5", 144), ("P1", 144), ("P2", 144), ("P4", 432), ("P5", 576)]),
        ("VSHR", 1152, 0, &[("D5", 48), ("P1", 48), ("P2", 144), ("P4", 432), ("P6", 384)]),
    ];
    for (mnemonic, all, unspecified, rows) in expected {
        let kind = Kind::from_name(mnemonic).unwrap();
        let modes: Vec<_> = kind.modes().filter(|mode| mode.with_first_selectors() == *mode).collect();
        assert_eq!(modes.len(), all, "{mnemonic}");
        let cases = modes.iter().map(|mode| Case::of_mode(*mode)).filter(|case| case.ptx.is_some());
        let (mut specified, mut runs) = (0, 0);
        for case in cases {
            let (inputs, unit, ptx) = (grid::inputs(&case), case.unit(), case.prepare());
            assert!(inputs.iter().all(|&inputs| unit(inputs) == ptx(inputs)), "{case:?}");
            specified += 1;
            runs += inputs.len();
        }
        assert_eq!(specified, all - unspecified, "{mnemonic}");
        let about = rows::about(kind).map(|row| {
            let checked = check(row, modes.iter().copied()).unwrap_or_else(|mismatch| panic!("{mismatch}"));
            assert_eq!((checked.runs, checked.of), (runs, specified), "{}", row.id);
            assert_eq!(checked.differences().count(), checked.differing(), "{}", row.id);
            (row.id, checked.differing())
        });
        assert_eq!(about.collect::<Vec<_>>(), rows, "{mnemonic}");
    }
}

/// Each ambiguity of the other instructions has a row, and its own example is in it.
#[test]
fn the_rows_are_the_ambiguities() {
    let rows: HashMap<_, _> = readings().map(|row| (row.id, row)).collect();
    for ambiguity in AMBIGUITIES {
        let found = vmad_ptx::syntax::parse_one(ambiguity.instruction).unwrap();
        let vmad_ptx::ast::Body::Video(video) = &found.instruction.body else { panic!("{}", ambiguity.id) };
        if matches!(video.operation(), Operation::MultiplyAdd(_)) {
            continue;
        }
        let row = rows.get(ambiguity.id).unwrap_or_else(|| panic!("{} has no row", ambiguity.id));
        assert!(differs_in(row, video.operation()), "{}", ambiguity.id);
    }
}

/// Oracle: a Tegra X1. The published values of `VMNMX` refute a comparison with the sign of one operand; those of `VSETP`
/// compare unsigned operands.
#[test]
fn hardware_compares_each_operand_by_its_own_sign() {
    let number = |text: &str| {
        text.strip_prefix("0x")
            .map_or_else(|| text.parse(), |digits| u32::from_str_radix(digits, 16))
            .unwrap()
    };
    let refuted = ["sign-of-a", "sign-of-b"].map(|id| {
        let row = ROWS.iter().find(|row| row.id == id).unwrap();
        let mut refuted = [0; 2];
        for line in include_str!("../../../vmad-sass/tests/data/hardware.tsv").lines() {
            let [text, a, b, c, result] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            let instruction = vmad_sass::assemble(text).unwrap().instruction;
            let ports = [a, b, c].map(number);
            let mut state = vmad_unit::State::default();
            for (register, value) in [2, 3, 4].into_iter().zip(ports) {
                state.registers.write(vmad_unit::Register::from_encoding(register), value);
            }
            let vmad_sass::Ports { a, b, c } = instruction.read(&state);
            let Some(found) = row.evaluate(&instruction.operation().unwrap(), [a, b, c]) else { continue };
            let is_set = instruction.mnemonic() == "VSETP";
            let found = if is_set { found & 1 } else { found };
            refuted[usize::from(is_set)] += usize::from(found != number(result));
        }
        refuted
    });
    assert_eq!(refuted, [[4, 0], [7, 0]]);
}
