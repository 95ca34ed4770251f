//! The divergence map: every row against its models, and the unit against PTX where no row speaks.

use std::collections::HashSet;

use vmad_map::{
    case::Case,
    condition::Condition,
    divergence::{Divergence, Inputs, Model},
    domain::Domain,
    rows::{self, D1, D4, D6, P8, ROWS},
};
use vmad_ptx::{
    ast::{Accumulate, Factor, MultiplyAdd, Operation as Ptx, Scale, Select},
    reading::AMBIGUITIES,
};
use vmad_ptxas::lowering::{Registers, lower};
use vmad_sass::Arch;
use vmad_unit::{Kind, Operation, State, vmad::Mode};
use vmad_xcheck::divergence::{Counterexample, check, counterexample, grid, markdown, nearness};

fn modes() -> impl Iterator<Item = Operation> {
    Mode::modes().map(Operation::Vmad)
}

fn cases(domain: Domain) -> Vec<Case> {
    modes().flat_map(|mode| domain.cases(&mode)).collect()
}

fn vmad(case: &Case) -> MultiplyAdd {
    let Some(Ptx::MultiplyAdd(it)) = case.ptx else { panic!("{case:?}") };
    it
}

/// The check can fail, in each of its ways.
#[test]
fn a_wrong_row_fails() {
    let check = |row: Divergence| {
        check(&row, modes()).map(|it| [it.differing(), it.differences().count(), it.of, it.cases, it.runs])
    };
    let within = |cases, inputs| check(Divergence { cases, inputs: Inputs::Within(inputs), ..D1 });
    let runs = cases(D1.domain).iter().map(|case| grid::inputs(case).len()).sum();
    let right = Ok([45, 45, 864, 864, runs]);
    let refused = |found: Result<_, String>, why: &str| {
        let error = found.unwrap_err();
        assert!(error.starts_with("D1: ") && error.contains(why), "{error}");
    };
    assert_eq!(check(D1), right);
    assert_eq!(within(D1.cases, |case, inputs| D1.can_differ_on(case, inputs)), right);
    let too_few = check(Divergence { cases: |case| D1.differs_in(case) && vmad(case).sat, ..D1 });
    refused(too_few, "states no difference");
    let too_many =
        check(Divergence { cases: |case| !vmad(case).a.ty.is_signed(), inputs: Inputs::Some, ..D1 });
    refused(too_many, "states a difference");
    let wrong_inputs = within(D1.cases, |_, [a, ..]| a != 0);
    refused(wrong_inputs, "states no difference");
    let outdated = check(Divergence { model: Model::Word(|case, inputs| Some(case.unit()(inputs))), ..D1 });
    refused(outdated, "states a difference");
    // A reading's condition must be exact: this is another reading's.
    assert!(check(Divergence { inputs: P8.inputs, ..D1 }).is_err());
    let unmodelled = check(Divergence { model: Model::None, ..D1 });
    refused(unmodelled, "cannot be computed");
}

/// The counterexample of the shortest instruction of a row's domain; of several, the one with the smallest inputs.
fn shortest(row: &Divergence) -> Option<Counterexample> {
    let cases = cases(row.domain).into_iter().filter(|case| row.differs_in(case));
    let mut cases: Vec<_> = cases.map(|case| (case.instruction().unwrap().to_string().len(), case)).collect();
    let length = cases.iter().map(|(length, _)| *length).min()?;
    cases.retain(|(of_case, _)| *of_case == length);
    let examples = cases.iter().filter_map(|(_, case)| counterexample(row, case));
    examples.min_by_key(|example| nearness(example.inputs).0)
}

#[test]
fn every_row_of_vmad_has_the_shortest_counterexample() {
    for row in rows::about(Kind::Vmad) {
        let found = shortest(row).expect("a row parts somewhere");
        let stated = row.example.expect("an example");
        let results = [stated.here, stated.there.expect("a result")];
        let stated = (stated.instruction, stated.inputs, results);
        assert_eq!((found.instruction.as_str(), found.inputs, found.results), stated, "{}", row.id);
    }
}

#[test]
fn identifiers_are_of_one_row() {
    let names: HashSet<_> = ROWS.iter().map(|row| row.id).collect();
    assert_eq!(names.len(), ROWS.len());
}

/// The unit computes what PTX says in every mode: its own signals, and those that the lowering puts on it.
#[test]
fn the_unit_is_ptx_in_all_864_modes() {
    for case in cases(Domain::Modes) {
        assert_equal(case, case.unit());
    }
}

/// The same with every pair of selectors, through lowering, encode and decode.
#[test]
fn the_lowered_word_is_ptx_for_all_selectors() {
    let selects = || Select::ALL.map(Some).into_iter().chain([None]);
    let mut modes = 0;
    for case in cases(Domain::Modes) {
        let first = [Some(Select::B0), Some(Select::H0), None];
        let it = vmad(&case);
        assert!(first.contains(&it.a.select) && first.contains(&it.b.select));
        // Selectors change nothing behind the extension: two settings of the 24 suffice for the others.
        if (it.scale, it.sat) != (Scale::Pass, false) && (it.scale, it.sat) != (Scale::Shr7, true) {
            continue;
        }
        let same_width =
            |select: Option<Select>, of: Option<Select>| select.map(Select::width) == of.map(Select::width);
        for asel in selects().filter(|&select| same_width(select, it.a.select)) {
            for bsel in selects().filter(|&select| same_width(select, it.b.select)) {
                let mut it = it;
                (it.a.select, it.b.select) = (asel, bsel);
                let case = Case::of_operation(Ptx::MultiplyAdd(it), [None; 3]).unwrap();
                assert_equal(case, lowered(&case, Arch::Sm50));
                modes += 1;
            }
        }
    }
    assert_eq!(modes, 14 * 14 * 4 * 2);
}

/// The lowered code, through encode and decode.
fn lowered(case: &Case, arch: Arch) -> impl Fn([u32; 3]) -> u32 {
    let registers = Registers::default();
    let code = lower(&case.instruction().unwrap(), arch, &registers).unwrap();
    move |inputs| {
        let mut state = State::default();
        for (register, value) in [registers.a, registers.b, registers.c].into_iter().zip(inputs) {
            state.registers.write(register, value);
        }
        code.execute(&mut state).unwrap();
        state.registers.read(registers.d)
    }
}

fn assert_equal(case: Case, other: impl Fn([u32; 3]) -> u32) {
    let ptx = case.prepare();
    for inputs in grid::inputs(&case) {
        assert_eq!(ptx(inputs), other(inputs), "{} on {inputs:x?}", case.instruction().unwrap());
    }
}

/// Constants on c, and those that the lowering gets right on a and b, change nothing.
#[test]
fn d4_and_d6_are_all_that_the_lowering_gets_wrong() {
    for (domain, row, other) in [(Domain::ConstantA, D6, D4), (Domain::ConstantB, D4, D6)] {
        for case in cases(domain) {
            assert!(!other.differs_in(&case));
            let it = vmad(&case);
            let by_factor = it.accumulate == (Accumulate::MinusProduct { by: Factor::B });
            assert!(row != D6 || by_factor || !row.differs_in(&case));
            if !it.accumulate.c_negate() && !it.a.ty.is_signed() && !row.differs_in(&case) {
                for word in [0, 1, 0x8000_0000, 0xffff_ffff] {
                    let constants = [case.constants[0], case.constants[1], Some(word)];
                    let case = Case { constants, ..case };
                    assert_equal(case, lowered(&case, Arch::Sm53));
                }
            }
        }
    }
}

/// A row that shares its name with one of `vmad-ptx` is about the same question.
#[test]
fn the_rows_of_vmad_ptx_are_here_or_in_the_second_table() {
    let text = markdown();
    for it in AMBIGUITIES {
        let here = rows::about(Kind::Vmad).any(|row| row.id == it.id);
        assert!(here || text.contains(&format!("| {} | {} |", it.id, it.title)), "{}", it.id);
    }
}

/// The map defines each identifier; the page of terms has no second table of them.
#[test]
fn every_identifier_is_in_the_map() {
    let map = markdown();
    let rows = rows::about(Kind::Vmad).map(|row| row.id);
    for id in rows.chain(AMBIGUITIES.iter().map(|it| it.id)) {
        assert!(map.contains(&format!("| {id} | ")), "{id}");
    }
}

/// `UPDATE_DOCS=1 cargo test -p vmad-xcheck --test suite divergence` renews the chapter.
#[test]
fn the_chapter_is_up_to_date() {
    vmad_testing::assert_chapter("divergence.md", &markdown());
}

/// Every row holds over all of its modes and the corner grid: equal outside its predicates, different inside, in exactly
/// as many modes as it says. Every example is one.
#[test]
fn every_row_of_vmad_holds_mode_by_mode() {
    // The counts that the chapter states.
    let expected = [45, 6, 2, 280, 220, 288, 120, 252, 412];
    assert_eq!(rows::about(Kind::Vmad).count(), expected.len());
    for (row, expected) in rows::about(Kind::Vmad).zip(expected) {
        let checked = check(row, modes()).unwrap_or_else(|mismatch| panic!("{mismatch}"));
        assert_eq!(checked.differing(), expected, "{}", row.id);
        assert!(checked.differences().all(|it| it.example.results[0] != it.example.results[1]));
        let of = match row.domain {
            Domain::None => 0,
            Domain::Modes | Domain::Dtype(_) | Domain::Dtypes => 864,
            Domain::Decoupled => 480,
            // A constant is a word: two formats of one operand by six of the other.
            Domain::ConstantA | Domain::ConstantB => 288,
        };
        assert_eq!(checked.modes.len(), of, "{}", row.id);
        if row.domain != Domain::ConstantB {
            continue;
        }
        // Of a mode's constants, the example has the one that gives the nearest inputs.
        let nearest = cases(row.domain)
            .into_iter()
            .filter_map(|case| Some((case.mode, nearness(counterexample(row, &case)?.inputs))));
        let nearest: Vec<_> = nearest.collect();
        for (mode, difference) in &checked.modes {
            let Some(difference) = difference else { continue };
            let of_mode = nearest.iter().filter(|(other, _)| other == mode).map(|it| it.1);
            assert_eq!(Some(nearness(difference.example.inputs)), of_mode.min(), "{mode:?}");
        }
    }
}

/// The unit equals the default reading on the corner grid in every mode of `VMAD`.
#[test]
fn the_unit_equals_the_default_reading_on_the_grid() {
    for mode in modes() {
        let case = Case::of_mode(mode);
        let (inputs, unit, ptx) = (grid::inputs(&case), case.unit(), case.prepare());
        assert!(inputs.len() > 250);
        assert!(inputs.iter().all(|&inputs| unit(inputs) == ptx(inputs)), "{mode:?}");
    }
}

#[test]
fn a_condition_is_text() {
    let always = Condition { c_high: false, tmp_outside: None, shr_outside: None };
    let of_shr = |range| Condition { shr_outside: Some(range), ..always }.to_string();
    assert_eq!(always.to_string(), "always");
    let both = Condition { c_high: true, tmp_outside: Some([5, i128::MAX]), ..always };
    assert_eq!(both.to_string(), "c >= 2^31 and tmp < 5");
    assert_eq!(of_shr([i128::MIN, 7]), "shr > 7");
    assert_eq!(of_shr([0, 9]), "shr < 0 or shr > 9");
}
