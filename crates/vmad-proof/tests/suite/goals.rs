//! The claims of the proof, without a solver.

use vmad_map::meaning::{groups, spelling::spellings};
use vmad_proof::{
    confirm, datapath::Unit, goal::Goal, lemma::Lemma, product::Product, prover::Verdict, table::bases,
    term_check,
};
use vmad_ptx::{
    ast::Operation as Ptx,
    reading::{Reading, VmadRange},
    video::trace_in,
};
use vmad_term::{smt::Script, term::Terms};
use vmad_unit::{Format, Operand, Operation, Psign, Saturate, Scale, Selector, Sign, vmad::Mode};

use crate::common::{Exchanged, InTerms};

/// Both sides' terms against both codes in every base mode, and in some others. The command does millions of inputs.
#[test]
fn terms_are_worth_what_the_codes_compute() {
    let bases = bases().into_iter().flat_map(|group| group.modes);
    let others = groups().flat_map(|group| group.modes).step_by(997);
    for (seed, mode) in bases.chain(others).enumerate() {
        term_check::check(&Unit, &mode, seed as u64, vmad_testing::cases(20, 400) as u32)
            .unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
}

#[test]
fn terms_of_another_code_are_found() {
    for mode in Mode::modes().step_by(61) {
        let what = |checked: Result<(), term_check::Mismatch>| checked.map_err(|mismatch| mismatch.what);
        let other_terms = term_check::check(&InTerms(Exchanged), &mode.into(), 1, 20);
        assert_eq!(what(other_terms), Err("the unit's A port".to_owned()), "{mode:?}");
        let other_code = term_check::check(&Exchanged, &mode.into(), 1, 20);
        assert_eq!(what(other_code), Err("the claim: the truth".to_owned()), "{mode:?}");
    }
}

/// Without a question a lemma would hold of nothing; and a mode that depends on a lemma is proved only with it.
#[test]
fn every_lemma_has_its_questions() {
    for lemma in Lemma::all() {
        let signs = |format: Format| 1 + usize::from(format.sign == Sign::Signed);
        let expected = match lemma {
            Lemma::Product(a, b) => 2 * signs(a) * signs(b),
            _ => 1,
        };
        let questions = lemma.questions(&Terms::new(), &Unit);
        assert_eq!(questions.len(), expected, "{lemma}");
        assert!(questions.iter().all(|question| !question.claims.is_empty()), "{lemma}");
        let why = format!("it depends on the {lemma}, which is not proved");
        assert_eq!(Verdict::Proved.depending_on(Some(lemma)), Verdict::Unknown(why));
    }
    assert_eq!(Verdict::Proved.depending_on(None), Verdict::Proved);
}

/// PTX can write one psign in two ways, and any dtype: they are the same term. In P10's other reading, which clamps to the
/// range of dtype, the two dtypes of a mode with SAT are two terms.
#[test]
fn spellings_of_a_negation_mean_the_same() {
    let terms = Terms::new();
    let ports = ["a", "b", "c"].map(|name| terms.number_of(terms.variable::<32>(name).into()));
    let (default, by_dtype) =
        (Reading::DEFAULT, Reading { vmad_range: VmadRange::Dtype, ..Reading::DEFAULT });
    for mode in Mode::modes() {
        let all = spellings(mode);
        let of = |reading| all.map(|ptx: Ptx| trace_in(&terms, &ptx, ports, &reading).number());
        let [d, others @ ..] = of(default);
        assert_eq!(others, [d; 3], "{mode:?}");
        let [of_u32, of_s32, others @ ..] = of(by_dtype);
        assert_eq!(others, [of_u32, of_s32], "{mode:?}");
        assert_eq!(of_u32 != of_s32, mode.saturate == Saturate::On, "{mode:?}");
    }
}

/// No range is wider than it must be: both ends are products.
#[test]
fn ranges_of_products_are_tight() {
    let ends = |format: Format| match format.sign {
        Sign::Unsigned => [0, (1_i128 << format.width.bits()) - 1],
        Sign::Signed => [-(1_i128 << (format.width.bits() - 1)), (1 << (format.width.bits() - 1)) - 1],
    };
    for a in Format::ALL {
        for b in Format::ALL {
            let products = ends(a).into_iter().flat_map(|x| ends(b).map(|y| x * y)).collect::<Vec<_>>();
            let product = Product::of(a, b);
            assert_eq!(products.iter().min(), Some(&product.low));
            assert_eq!(products.iter().max(), Some(&product.high));
        }
    }
}

#[test]
fn the_unit_differs_from_the_manual_on_no_corner() {
    for mode in Mode::modes().step_by(25) {
        let differs = |inputs| confirm::differs(&Unit, &mode.into(), inputs);
        assert_eq!(confirm::search([0; 3], differs), None);
    }
}

/// What a solver is given for one mode first, with a variable for the product, whatever else the store holds: every wire of
/// a `VMAD` is claimed.
#[test]
fn a_script_reads_so() {
    let mode = Operation::Vmad(Mode {
        a: Operand { selector: Selector::Word, sign: Sign::Unsigned },
        b: Operand { selector: Selector::B3, sign: Sign::Signed },
        psign: Psign::SubtractC,
        scale: Scale::Shr7,
        saturate: Saturate::On,
    });
    let terms = Terms::new();
    let unrelated = terms.variable::<5>("unrelated");
    terms.invert(unrelated);
    let goal = Goal::new(&terms, &Unit, &mode).unwrap();
    let claim = goal.abstracted(&terms, goal.whole(&terms));
    let script = Script::new(&terms, goal.assumption(&terms), claim);
    vmad_testing::assert_snapshot("proof", "script", &script.question());
}
