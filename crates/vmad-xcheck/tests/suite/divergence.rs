//! The divergence map: every row against its models, and the unit against PTX where no row speaks.

use std::collections::HashSet;

use vmad_ptx::{
    ast::{Body, Factor, Scale, Select, Source, Type},
    reading::{AMBIGUITIES, Reading},
    syntax::parse_one,
};
use vmad_sass::dispatch::Dispatch;
use vmad_unit::Operation;
use vmad_xcheck::{
    divergence::{
        CellState, Checked, Matrix, Mismatch, check, counterexample, grid, markdown, nearness, shortest,
    },
    interpretation::{Case, Condition, Domain, INTERPRETATIONS, Id, Interpretation, Kind, Model},
    spelling::mode_of,
};

const PTX: Model = Model::Ptx(Reading::DEFAULT);

/// The predicates of each row select as many modes as the row says. (That its models differ in these and no others, the
/// matrix checks.)
#[test]
fn every_row_counts_its_modes() {
    for row in INTERPRETATIONS {
        let cases = row.domain.cases();
        let operations: HashSet<_> = cases.iter().map(|case| case.operation).collect();
        assert_eq!(operations.len(), row.domain.size(), "{}", row.id);
        let parting = cases.iter().filter(|case| row.differs_in(case)).map(|case| case.operation);
        assert_eq!(parting.collect::<HashSet<_>>().len(), row.modes, "{}", row.id);
    }
}

/// The check can fail, in each of its three ways.
#[test]
fn a_wrong_row_fails() {
    type Predicates = (fn(&Case) -> bool, fn(&Case, [u32; 3]) -> bool);
    fn d1_cases(case: &Case) -> bool {
        Id::D1.interpretation().differs_in(case)
    }
    fn d1_inputs(case: &Case, inputs: [u32; 3]) -> bool {
        Id::D1.interpretation().can_differ_on(case, inputs)
    }
    let d1 = Id::D1.interpretation();
    let code = |model, (cases, inputs): Predicates| {
        check(&Interpretation { kind: Kind::Code { model, cases, inputs }, ..*d1 })
    };
    let right = code(d1.model(), (d1_cases, d1_inputs));
    let runs = d1.domain.cases().iter().map(|case| grid::inputs(case).len()).sum();
    assert_eq!(right, Ok(Checked { modes: 45, cases: 864, runs }));
    let too_few = code(d1.model(), (|case| d1_cases(case) && case.operation.sat, d1_inputs));
    assert!(matches!(too_few, Err(Mismatch::Unforeseen { id: Id::D1, .. })));
    let too_many = code(d1.model(), (|case| !case.operation.a.ty.is_signed(), d1_inputs));
    assert!(matches!(too_many, Err(Mismatch::NoDifference { id: Id::D1, .. })));
    let wrong_inputs = code(d1.model(), (d1_cases, |_, [a, ..]| a != 0));
    assert!(matches!(wrong_inputs, Err(Mismatch::Unforeseen { id: Id::D1, .. })));
    let outdated = code(PTX, (d1_cases, d1_inputs));
    assert!(matches!(outdated, Err(Mismatch::NoDifference { id: Id::D1, .. })));
    // A reading's condition must be exact: this is another reading's.
    let Kind::Reading { reading, .. } = d1.kind else { panic!("D1 is a reading") };
    let Kind::Reading { condition, .. } = Id::P8.interpretation().kind else { panic!("P8 is a reading") };
    let inexact = Interpretation { kind: Kind::Reading { reading, condition }, ..*d1 };
    assert!(check(&inexact).is_err());
}

/// D3's set once more, in its own words: 11 pairs with an unsigned word in all their shifted or saturated modes, and
/// the 4 pairs of narrow unsigned formats in those of them that do not negate the product.
#[test]
fn d3_parts_in_280_modes_and_no_others() {
    let shifted = |case: &Case| case.operation.scale != Scale::Pass || case.operation.sat;
    let is = |source: Source, ty, word: bool| source.ty == ty && source.select.is_none() == word;
    let cases = Domain::Modes.cases();
    let word = cases.iter().filter(|case| {
        shifted(case) && (is(case.operation.a, Type::U32, true) || is(case.operation.b, Type::U32, true))
    });
    let narrow = cases.iter().filter(|case| {
        let both = is(case.operation.a, Type::U32, false) && is(case.operation.b, Type::U32, false);
        shifted(case) && both && !case.operation.accumulate.a_negate()
    });
    let expected: HashSet<_> = word.chain(narrow).copied().collect();
    assert_eq!(expected.len(), 11 * 20 + 4 * 15);
    let d3 = Id::D3.interpretation();
    assert_eq!(cases.into_iter().filter(|case| d3.differs_in(case)).collect::<HashSet<_>>(), expected);
}

#[test]
fn every_row_has_the_shortest_counterexample() {
    for row in INTERPRETATIONS {
        let found = shortest(row).expect("a row parts somewhere");
        let stated = (row.example.instruction, row.example.inputs, row.example.results);
        assert_eq!((found.instruction.as_str(), found.inputs, found.results), stated, "{}", row.id);
        assert!(parse_one(row.example.instruction).is_ok(), "{}", row.id);
    }
}

#[test]
fn ids_rows_and_names_are_one_to_one() {
    for row in INTERPRETATIONS {
        assert_eq!(row.id.interpretation().id, row.id);
    }
    let names: HashSet<_> = INTERPRETATIONS.iter().map(|row| row.id.name()).collect();
    assert_eq!(names.len(), INTERPRETATIONS.len());
}

/// The unit computes what PTX says in every mode: its own signals, and those that the lowering puts on it.
#[test]
fn the_unit_is_ptx_in_all_864_modes() {
    for case in Domain::Modes.cases() {
        assert_equal(case, Model::Unit);
    }
}

/// The same with every pair of selectors, through lowering, encode and decode.
#[test]
fn the_lowered_word_is_ptx_for_all_selectors() {
    let selects = || Select::ALL.map(Some).into_iter().chain([None]);
    let mut modes = 0;
    for case in Domain::Modes.cases() {
        let first = [Some(Select::B0), Some(Select::H0), None];
        let (a, b) = (case.operation.a, case.operation.b);
        assert!(first.contains(&a.select) && first.contains(&b.select));
        // Selectors change nothing behind the extension: two settings of the 24 suffice for the others.
        let setting = (case.operation.scale, case.operation.sat);
        if setting != (Scale::Pass, false) && setting != (Scale::Shr7, true) {
            continue;
        }
        let same_width =
            |select: Option<Select>, of: Option<Select>| select.map(Select::width) == of.map(Select::width);
        for asel in selects().filter(|&select| same_width(select, a.select)) {
            for bsel in selects().filter(|&select| same_width(select, b.select)) {
                let mut case = case;
                (case.operation.a.select, case.operation.b.select) = (asel, bsel);
                assert_equal(case, Model::Lowered(vmad_sass::Arch::Sm50));
                modes += 1;
            }
        }
    }
    assert_eq!(modes, 14 * 14 * 4 * 2);
}

fn assert_equal(case: Case, model: Model) {
    let (ptx, other) = (PTX.prepare(case).unwrap(), model.prepare(case).unwrap());
    for inputs in grid::inputs(&case) {
        assert_eq!(ptx(inputs), other(inputs), "{} on {inputs:x?}", case.instruction().unwrap());
    }
}

/// Constants on c, and those that the lowering gets right on a and b, change nothing.
#[test]
fn d4_and_d6_are_all_that_the_lowering_gets_wrong() {
    for (domain, row) in [(Domain::ConstantA, Id::D6), (Domain::ConstantB, Id::D4)] {
        let other = if row == Id::D4 { Id::D6 } else { Id::D4 };
        for case in domain.cases() {
            assert!(!other.interpretation().differs_in(&case));
            let by_factor = matches!(
                case.operation.accumulate,
                vmad_ptx::ast::Accumulate::MinusProduct { by: Factor::B }
            );
            assert!(row != Id::D6 || by_factor || !row.interpretation().differs_in(&case));
            let c_is_free = !case.operation.accumulate.c_negate() && !case.operation.a.ty.is_signed();
            if c_is_free && !row.interpretation().differs_in(&case) {
                for word in [0, 1, 0x8000_0000, 0xffff_ffff] {
                    let constants = [case.constants[0], case.constants[1], Some(word)];
                    assert_equal(Case { constants, ..case }, Model::Lowered(vmad_sass::Arch::Sm53));
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
        let here = INTERPRETATIONS.iter().any(|row| row.id.name() == it.id);
        assert!(here || text.contains(&format!("| {} | {} |", it.id, it.title)), "{}", it.id);
    }
}

/// The page of terms defines each identifier once.
#[test]
fn every_identifier_is_a_term() {
    let terms = include_str!("../../../../docs/src/terms.md");
    let rows = INTERPRETATIONS.iter().map(|row| row.id.name());
    for id in rows.chain(AMBIGUITIES.iter().map(|it| it.id)).chain(["D7"]) {
        assert_eq!(terms.matches(&format!("\n| {id} | ")).count(), 1, "{id}");
    }
}

/// `UPDATE_DOCS=1 cargo test -p vmad-xcheck --test suite divergence` renews the chapter.
#[test]
fn the_chapter_is_up_to_date() {
    vmad_testing::assert_chapter("divergence.md", &markdown());
}

/// Every row holds over all of its modes and the corner grid: equal outside its predicates, different inside, in exactly
/// as many modes as it says. The matrix counts the same, and every example in it is one.
#[test]
fn the_matrix_is_the_map_mode_by_mode() {
    let matrix = Matrix::new("VMAD").unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert_eq!(matrix.cells.len(), 864);
    for (at, row) in INTERPRETATIONS.iter().enumerate() {
        assert_eq!(matrix.rows[at].checked.modes, row.modes, "{}", row.id);
        let partings = matrix.cells.iter().filter_map(|cell| match &cell.states[at] {
            CellState::Differs(parting) => Some(parting),
            CellState::Outside | CellState::Equal => None,
        });
        let partings: Vec<_> = partings.collect();
        assert_eq!(partings.iter().map(|parting| parting.operations).sum::<usize>(), row.modes, "{}", row.id);
        assert_eq!(partings.len(), matrix.differing(at), "{}", row.id);
        assert!(partings.iter().all(|parting| parting.example.results[0] != parting.example.results[1]));
        let spoken = matrix.cells.iter().filter(|cell| cell.states[at] != CellState::Outside).count();
        let of = match row.domain {
            Domain::Modes | Domain::Dtypes => 864,
            Domain::Decoupled => 480,
            // A constant is a word: two formats of one operand by six of the other.
            Domain::ConstantA | Domain::ConstantB => 288,
        };
        assert_eq!(spoken, of, "{}", row.id);
        if row.domain != Domain::ConstantB {
            continue;
        }
        // Of a mode's constants, the example has the one that gives the nearest inputs.
        let nearest = row.domain.cases().into_iter().filter_map(|case| {
            let mode = Operation::Vmad(mode_of(&case.operation));
            Some((mode, nearness(counterexample(row, &case)?.inputs)))
        });
        let nearest: Vec<_> = nearest.collect();
        for cell in &matrix.cells {
            let CellState::Differs(parting) = &cell.states[at] else { continue };
            let of_mode = nearest.iter().filter(|(mode, _)| *mode == cell.operation).map(|it| it.1);
            assert_eq!(Some(nearness(parting.example.inputs)), of_mode.min(), "{}", cell.instruction);
        }
    }
    for cell in &matrix.cells {
        assert_eq!(cell.difference, None, "{}", cell.instruction);
        assert!(cell.runs > 250 && cell.ptx.is_some());
        assert_eq!(cell.lowered.len(), if cell.instruction.dispatch() == Dispatch::Coupled { 6 } else { 3 });
    }
}

/// D3 differs only with bit 31 in an unsigned word, D4 only with a factor that is not 0, D6 only with a factor that is
/// not 0 or bit 31 in c.
#[test]
fn rows_of_code_name_the_inputs_that_can_differ() {
    const HIGH: u32 = 1 << 31;
    let can = |id: Id, text: &str, inputs| {
        let Body::Video(video) = parse_one(text).unwrap().instruction.body else { panic!("{text}") };
        id.interpretation().can_differ_on(&Case::of(&video).unwrap(), inputs)
    };
    let d3 = |text, differ: [bool; 4]| {
        let found =
            [[0; 3], [HIGH, 0, 0], [0, HIGH, 0], [0, 0, HIGH]].map(|inputs| can(Id::D3, text, inputs));
        assert_eq!(found, differ, "{text}");
    };
    d3("vmad.u32.u32.s32.sat d, a, b, c;", [false, true, false, false]);
    d3("vmad.u32.s32.u32.sat d, a, b, c;", [false, false, true, false]);
    d3("vmad.u32.u32.u32.sat d, a.h0, b.h0, c;", [false, false, false, true]);
    for (id, factor) in [(Id::D4, 0), (Id::D6, 1)] {
        let example = id.interpretation().example;
        let mut inputs = example.inputs;
        assert!(can(id, example.instruction, inputs), "{id}");
        (inputs[factor], inputs[2]) = (0, 0);
        assert!(!can(id, example.instruction, inputs), "{id}");
        inputs[2] = HIGH;
        assert_eq!(can(id, example.instruction, inputs), id == Id::D6);
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
