//! The divergence map: every row against its models, and the unit against PTX where no row speaks.

use vmad_map::{
    case::Case,
    check::{Counterexample, check, nearest},
    condition::Condition,
    divergence::{Divergence, Inputs, Model},
    domain::Domain,
    grid::{self, nearness},
    rows::{self, D1, P8},
};
use vmad_ptx::ast::{MultiplyAdd, Operation as Ptx};
use vmad_unit::{Kind, Operation, vmad::Mode};

fn modes() -> impl Iterator<Item = Operation> {
    Mode::modes().map(Operation::Vmad)
}

fn cases(domain: Domain) -> Vec<Case> {
    modes().flat_map(|mode| domain.cases(&mode)).collect()
}

fn vmad(case: &Case) -> MultiplyAdd {
    let Some(Ptx::MultiplyAdd(vmad)) = case.ptx else { panic!("{case:?}") };
    vmad
}

/// The check can fail, in each of its ways.
#[test]
fn a_wrong_row_fails() {
    let check = |row: Divergence| {
        check(&row, modes()).map(|checked| {
            [checked.differing(), checked.differences().count(), checked.of, checked.cases, checked.runs]
        })
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
    let examples = cases.iter().filter_map(|(_, case)| nearest(row, case, || grid::inputs(case)));
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
        let mut results = checked.differences().map(|difference| difference.example.results);
        assert!(results.all(|[right, wrong]| right != wrong));
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
        let of_cases = cases(row.domain).into_iter().filter_map(|case| {
            Some((case.mode, nearness(nearest(row, &case, || grid::inputs(&case))?.inputs)))
        });
        let of_cases: Vec<_> = of_cases.collect();
        for (mode, difference) in &checked.modes {
            let Some(difference) = difference else { continue };
            let of_mode = of_cases.iter().filter(|(other, _)| other == mode).map(|(_, nearness)| *nearness);
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
