//! What of the proof can be checked without a solver.

use vmad_ptx::ast::{Accumulate, Factor, MultiplyAdd, Type};
use vmad_unit::{Format, Logic, Operand, Psign, Record, Saturate, Scale, Selector, Sign, vmad::Mode};
use vmad_xcheck::map::ALTERNATIVES;
use vmad_xcheck::proof::{
    confirm,
    datapath::{Datapath, Unit},
    domain::TermDomain,
    eval::Evaluator,
    goal::{Multiplication, Sides},
    name::Name,
    product::Product,
    semantics::Semantics,
    smt::Script,
    symbolic::Symbolic,
    table::{Line, selectors},
    term::{Extension, Terms},
    term_check,
};
use vmad_xcheck::spelling::multiply_add;

use crate::common::InTerms;

/// 864 modes x 400 inputs (short form: 40): both sides' terms against both codes, in every reading. The command does
/// millions.
#[test]
fn terms_are_worth_what_the_codes_compute() {
    for (seed, mode) in Mode::modes().enumerate() {
        term_check::check(&Unit, mode, seed as u64, vmad_testing::cases(40, 400) as u32)
            .unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
}

#[test]
fn terms_are_worth_what_the_codes_compute_with_every_selector() {
    for (seed, mode) in Mode::all().enumerate().step_by(vmad_testing::step(7)) {
        term_check::check(&Unit, mode, seed as u64, 8).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
}

/// The unit with a fault.
#[derive(Clone, Copy, Debug)]
enum Faulty {
    /// A and B are exchanged.
    Exchanged,
    /// A and B are exchanged for every psign but the first.
    ExchangedByPsign,
    /// C is inverted for every selector of A but the first.
    InvertedBySelector,
}

impl Datapath for Faulty {
    fn run<L: Logic>(
        &self,
        logic: &L,
        record: &mut impl Record<L::Any>,
        mode: Mode,
        [a, b, c]: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        let inputs = match self {
            Self::ExchangedByPsign if mode.psign == Psign::Add => [a, b, c],
            Self::InvertedBySelector if mode.a.selector == mode.with_first_selectors().a.selector => {
                [a, b, c]
            }
            Self::InvertedBySelector => [a, b, logic.invert(&c)],
            Self::Exchanged | Self::ExchangedByPsign => [b, a, c],
        };
        Unit.run(logic, record, mode, inputs)
    }
}

#[test]
fn terms_of_another_code_are_found() {
    for mode in Mode::modes().step_by(61) {
        let name = Name(mode);
        let other_terms = term_check::check(&InTerms(Faulty::Exchanged), mode, 1, 20);
        assert_eq!(
            other_terms.map_err(|mismatch| mismatch.what),
            Err("the unit's A port".to_owned()),
            "{name}"
        );
        let other_code = term_check::check(&Faulty::Exchanged, mode, 1, 20);
        assert_eq!(
            other_code.map_err(|mismatch| mismatch.what),
            Err("the goal: the truth".to_owned()),
            "{name}"
        );
    }
}

#[test]
fn a_selector_with_another_rule_is_found() {
    for faulty in [Faulty::ExchangedByPsign, Faulty::InvertedBySelector] {
        let Line::Selectors { other, .. } = selectors(&faulty) else { panic!("another line") };
        assert!(other.is_some(), "{faulty:?}");
    }
}

#[test]
fn selectors_are_covered_by_modes_and_operand_lemmas() {
    let Line::Selectors { modes, other, .. } = selectors(&Unit) else { panic!("another line") };
    assert_eq!((modes, other.map(Name)), (4704, None));
}

/// PTX can write one psign in two ways, and any dtype: they are the same terms.
#[test]
fn spellings_of_a_negation_mean_the_same() {
    let pairs = [
        (Accumulate::Sum { cancelled: false }, Accumulate::Sum { cancelled: true }),
        (Accumulate::MinusC { cancelled: false }, Accumulate::MinusC { cancelled: true }),
        (Accumulate::MinusProduct { by: Factor::A }, Accumulate::MinusProduct { by: Factor::B }),
        (Accumulate::PlusOne { cancelled: false }, Accumulate::PlusOne { cancelled: true }),
    ];
    let terms = Terms::new();
    let domain = TermDomain::abstracted(&terms, terms.number("p", 64, Extension::Sign));
    let d = |it: &MultiplyAdd| {
        let semantics = Semantics { dtype: it.dtype, ..Semantics::DEFAULT };
        semantics.manual(&terms, &domain, it).d
    };
    for mode in Mode::modes() {
        let it = multiply_add(mode);
        let Some((_, other)) = pairs.iter().find(|(one, _)| *one == it.accumulate) else {
            panic!("{} has no spelling", Name(mode))
        };
        assert_eq!(d(&it), d(&MultiplyAdd { accumulate: *other, dtype: Type::U32, ..it }), "{}", Name(mode));
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
    let widest = Product::of(Format::U32, Format::U32);
    assert_eq!((widest.bits, widest.low, widest.high), (64, 0, 0xffff_fffe_0000_0001));
}

/// How many modes each alternative differs in, and an input for each: both codes are run on it.
#[test]
fn alternatives_differ_in_so_many_modes() {
    let counts = ALTERNATIVES.map(|alternative| {
        let inside: Vec<_> =
            Mode::modes().filter(|it| alternative.condition(&(*it).into()).is_some()).collect();
        for mode in &inside {
            let example = confirm::search([0; 3], |it| confirm::differs_from(&Unit, *mode, alternative, it));
            assert!(example.is_some(), "{} {}", alternative.id, Name(*mode));
        }
        (alternative.id, inside.len())
    });
    assert_eq!(counts, [("D1", 45), ("D2", 6), ("D2m", 2), ("P8", 252), ("P10-u32", 378), ("P10-s32", 34)]);
}

/// Only P10 depends on dtype: the name of an alternative says which it has, and so does its meaning.
#[test]
fn the_alternatives_of_p10_say_their_dtype() {
    for alternative in &ALTERNATIVES[4..] {
        let dtype = alternative.dtype().text();
        assert_eq!(alternative.id, format!("P10-{dtype}"));
        assert_eq!(alternative.meanings[1], format!("SAT clamps to the range of dtype, which is {dtype}"));
    }
}

#[test]
fn the_unit_differs_from_the_manual_on_no_corner() {
    for mode in Mode::modes().step_by(5) {
        assert_eq!(confirm::search([0; 3], |inputs| confirm::differs(&Unit, mode, inputs)), None);
    }
}

/// Each operation by hand, at widths where signs and carries show.
#[test]
fn operations_are_worth_what_they_say() {
    let terms = Terms::new();
    let (x, y) = (terms.variable::<8>("x"), terms.variable::<8>("y"));
    let flag = terms.less(x, y);
    let cases: [(&str, vmad_xcheck::proof::term::Term, u128); 16] = [
        ("constant", terms.constant::<66>(-1).into(), (1 << 66) - 1),
        ("field", terms.field::<8, 4>(x, 3).into(), 0b1110),
        ("zero extend", terms.zero_extend::<8, 12>(x).into(), 0x0f0),
        ("sign extend", terms.sign_extend::<8, 12>(x).into(), 0xff0),
        ("cut", terms.cut(y, 4, Extension::Sign).into(), 0xfd),
        ("invert", terms.invert(x).into(), 0x0f),
        ("negate", terms.negate(x).into(), 0x10),
        ("add", terms.add(x, y).into(), 0x0d),
        ("multiply", terms.multiply(x, y).into(), 0x1b30 & 0xff),
        ("shift left", terms.shift_left(y, 3).into(), 0xe8),
        ("shift in zeros", terms.shift_right_zero(x, 3).into(), 0x1e),
        ("shift in the sign", terms.shift_right_sign(x, 3).into(), 0xfe),
        ("less", flag.into(), 1),
        ("not", terms.not(flag).into(), 0),
        ("or", terms.or(terms.not(flag), flag).into(), 1),
        ("choose", terms.choose(flag, x, y).into(), 0xf0),
    ];
    let mut evaluator = Evaluator::new(&terms, &cases.map(|(_, term, _)| term));
    evaluator.run(|name| if name == "x" { 0xf0 } else { 0x1d });
    for (name, term, value) in cases {
        assert_eq!(evaluator.bits(term), value, "{name}");
    }
}

/// What a solver is given for one mode, whatever else the store holds.
#[test]
fn a_script_reads_so() {
    let mode = Mode {
        a: Operand { selector: Selector::Word, sign: Sign::Unsigned },
        b: Operand { selector: Selector::B3, sign: Sign::Signed },
        psign: Psign::SubtractC,
        scale: Scale::Shr7,
        saturate: Saturate::On,
    };
    let terms = Terms::new();
    let unrelated = terms.variable::<5>("unrelated");
    terms.invert(unrelated);
    let sides = Sides::new(&terms, &Unit, mode, Semantics::DEFAULT, Multiplication::Abstract);
    let goal = sides.goal(&terms);
    let script = Script::new(&terms, goal.assumption, goal.conclusion(&terms));
    vmad_testing::assert_snapshot("xcheck", "proof-script", &script.question());
}

/// The unit differs from each alternative on the inputs that its condition names, and on no others.
#[test]
fn the_unit_confirms_the_conditions() {
    const WORDS: [u32; 5] = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    for alternative in ALTERNATIVES {
        for mode in Mode::modes().step_by(7) {
            for inputs in
                WORDS.iter().flat_map(|&a| WORDS.iter().flat_map(move |&b| WORDS.map(|c| [a, b, c])))
            {
                let found = confirm::differs_unforeseen(&Unit, mode, alternative, inputs);
                assert_eq!(found, None, "{} {mode:?}", alternative.id);
            }
        }
    }
}

#[test]
fn names_of_modes() {
    let operand = |format: Format, selector| Operand { selector, ..Operand::first(format) };
    let mode = |a, b, psign, scale, saturate| Name(Mode { a, b, psign, scale, saturate }).to_string();
    let (a, b) = (operand(Format::U32, Selector::Word), operand(Format::S8, Selector::B0));
    assert_eq!(mode(a, b, Psign::SubtractC, Scale::Shr7, Saturate::On), "U32.S8 psign 1 SHR_7 SAT");
    let (a, b) = (operand(Format::U16, Selector::H1), operand(Format::U8, Selector::B3));
    assert_eq!(mode(a, b, Psign::Add, Scale::Pass, Saturate::Off), "U16.H1.U8.B3 psign 0 PASS");
}

/// No stage needs such a field; a faulty one may.
#[test]
fn a_field_beyond_the_vector_has_zeros() {
    let terms = Terms::new();
    let x = terms.variable::<16>("x");
    let fields = [
        (terms.field::<16, 8>(x, 4).into(), 0xbc),
        (terms.field::<16, 8>(x, 8).into(), 0xab),
        (terms.field::<16, 8>(x, 12).into(), 0xa),
        (terms.field::<16, 16>(x, 4).into(), 0xabc),
        (terms.field::<16, 40>(x, 0).into(), 0xabcd),
        (terms.field::<16, 40>(x, 8).into(), 0xab),
        (terms.field::<16, 40>(x, 16).into(), 0),
    ];
    let mut evaluator = Evaluator::new(&terms, &fields.map(|(term, _)| term));
    evaluator.run(|_| 0xabcd);
    for (term, expected) in fields {
        assert_eq!(evaluator.bits(term), expected);
    }
    // The sorts are right too: the vectors can be compared.
    let same = terms.equal(terms.field::<16, 40>(x, 8), terms.constant(0xab));
    let script = Script::new(&terms, terms.always(), same).question();
    assert!(script.contains("(_ zero_extend 24)"), "{script}");
}

#[test]
fn counts_of_all_bits_and_more() {
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable::<32>(name));
    let (left, right) = (terms.shift_left_by(x, y), terms.shift_right_sign_by(x, y));
    let is_all = terms.equal(y, terms.constant(128));
    let truths = [terms.not(is_all), terms.not(terms.not(is_all))];
    let mut evaluator =
        Evaluator::new(&terms, &[left.into(), right.into(), truths[0].into(), truths[1].into()]);
    for (count, expected) in
        [(31, [0, 0xffff_ffff]), (32, [0, 0xffff_ffff]), (127, [0, 0xffff_ffff]), (128, [0, 0xffff_ffff])]
    {
        evaluator.run(|name| if name == "x" { 0x8000_0000 } else { count });
        assert_eq!([left, right].map(|it| evaluator.bits(it.into())), expected, "{count}");
        assert_eq!(truths.map(|it| evaluator.bits(it.into())), [count != 128, count == 128].map(u128::from));
    }
}

/// A flag that counted as known would take a branch out of the goal.
#[test]
fn no_flag_of_a_term_is_known() {
    let terms = Terms::new();
    assert_eq!(Symbolic::exact(&terms).known(&terms.always()), None);
}
