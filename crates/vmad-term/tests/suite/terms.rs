//! Terms without a solver.

use vmad_term::{
    eval::Evaluator,
    operation::Term,
    smt::Script,
    term::{Extension, Terms},
};
use vmad_unit::Logic;

/// Each operation by hand, at widths where signs and carries show.
#[test]
fn operations_are_worth_what_they_say() {
    let terms = Terms::new();
    let (x, y) = (terms.variable::<8>("x"), terms.variable::<8>("y"));
    let flag = terms.less(x, y);
    let cases: [(&str, Term, u128); 16] = [
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
        assert_eq!([left, right].map(|term| evaluator.bits(term.into())), expected, "{count}");
        assert_eq!(
            truths.map(|truth| evaluator.bits(truth.into())),
            [count != 128, count == 128].map(u128::from)
        );
    }
}

/// A flag that counted as known would take a branch out of the goal.
#[test]
fn no_flag_of_a_term_is_known() {
    let terms = Terms::new();
    assert_eq!(Logic::known(&terms, &terms.always()), None);
}

/// The side condition of printed code names each amount that can reach the width.
#[test]
fn amounts_must_be_less_than_the_width() {
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable::<32>(name));
    let shifted = terms.shift_left_by(x, y);
    let legal = terms.amounts_are_legal(&[shifted.into()]);
    let mut evaluator = Evaluator::new(&terms, &[legal.into()]);
    for (amount, expected) in [(0, true), (31, true), (32, false), (u128::from(u32::MAX), false)] {
        evaluator.run(|_| amount);
        assert_eq!(evaluator.truth(legal), expected, "{amount}");
    }
    let by_all = terms.shift_left(x, 32);
    assert_eq!(terms.amounts_are_legal(&[by_all.into()]), terms.not(terms.always()));
    for legal in [x, terms.shift_left(x, 31)] {
        assert_eq!(terms.amounts_are_legal(&[legal.into()]), terms.always());
    }
}
