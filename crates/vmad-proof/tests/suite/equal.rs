//! Equality of straight-line codes: proofs, counterexamples, and the terms behind them.

use vmad_proof::equal::{
    Equality, decide,
    narrow::{Narrow, Products},
    special_registers,
    statement::{Incomparable, Statement},
    values::Values,
};
use vmad_ptx::{domain::Integers, reading::Reading, sequence::Sequence};
use vmad_term::{
    solver::Answer,
    term::{Extension, Terms},
};
use vmad_testing::{lines, rows};

use crate::{common::solver, equal_products::altered};

const FORMS: &str = include_str!("../../../vmad-ptx/tests/data/integer-forms.txt");

fn parse(text: &str) -> Sequence {
    Sequence::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The verdict on the register `d`.
fn verdict(left: &str, right: &str, assumptions: &[&str]) -> Equality {
    let solver = solver();
    let (one, other) = (parse(left), parse(right));
    let assumptions: Vec<Sequence> = assumptions.iter().map(|text| parse(text)).collect();
    let statement = Statement::new(&one, &other, &assumptions, &["d".to_owned()]).unwrap();
    let found = decide(&statement, &solver);
    if let Equality::Different(values, outcome) = &found {
        assert_eq!(statement.run(values), *outcome);
        assert!(outcome.refutes());
    }
    found
}

/// Pairs that are equal on all inputs.
fn equal() -> impl Iterator<Item = [&'static str; 2]> {
    rows(include_str!("../data/equal.tsv"))
}

#[test]
fn equal_codes_are_proved() {
    // The count of bits takes as long as a third of the others. The short form proves every fourth of those.
    let is_run = |left: &str| vmad_testing::long() || !left.starts_with("popc");
    for [left, right] in equal().filter(|[left, _]| is_run(left)).step_by(vmad_testing::step(4)) {
        let found = verdict(left, right, &[]);
        assert!(matches!(found, Equality::Equal(_)), "{left}\n{right}\n{found:?}");
    }
}

/// CUDA's SIMD intrinsics: NVIDIA's own code for them, as NVRTC compiles it, is equal to one SIMD video instruction (for
/// `__vcmp`, and a product). The short form proves one in eight.
#[test]
fn intrinsics_of_cuda_are_proved() {
    let table = include_str!("../../../vmad-ptx/tests/data/nvrtc-simd.tsv");
    assert_eq!(lines(table).count(), 69);
    for [name, ours, theirs] in rows(table).step_by(vmad_testing::step(8)) {
        let ours = format!("mov.u32 z, 0; {ours}");
        let found = verdict(&ours, theirs, &[]);
        assert!(matches!(found, Equality::Equal(_)), "{name}: {ours}\n{theirs}\n{found:?}");
        // A result of another sign or comparison is refuted.
        let swapped =
            [("s32.s32.s32", "u32.u32.u32"), ("s32.s32", "u32.u32"), (".eq", ".ne"), (".ne", ".eq")];
        let other = swapped.into_iter().find(|(from, _)| ours.contains(from));
        let Some((from, to)) = other else { continue };
        let other = ours.replace(from, to);
        let found = verdict(&other, theirs, &[]);
        let same = ["vadd", "vsub"].iter().any(|op| other.contains(op)) && !other.contains(".sat");
        assert_eq!(matches!(found, Equality::Equal(_)), same, "{name}: {other}\n{theirs}");
    }
}

/// One change in a code that is equal: a wrong sign, byte, order of a subtraction, constant, condition.
#[test]
fn altered_codes_are_refuted() {
    for [from, to] in rows(include_str!("../data/altered.tsv")) {
        let is_changed = |[_, right]: &[&str; 2]| right.contains(from);
        let [left, right] = equal().find(is_changed).unwrap_or_else(|| panic!("{from} is in no code"));
        let right = right.replacen(from, to, 1);
        let found = verdict(left, &right, &[]);
        assert!(matches!(found, Equality::Different(..)), "{left}\n{right}\n{found:?}");
    }
}

/// Every change of one word of four `vmad`s that are a `dp4a`: another register, byte, type, modifier or sign. What random
/// inputs tell from the `dp4a` is refuted, by inputs on which both codes are run.
#[test]
fn every_altered_word_is_refuted() {
    let (mut random, mut refuted) = (fastrand::Rng::with_seed(4), 0);
    for [left, right] in equal().filter(|[_, right]| right.starts_with("vmad")) {
        let one = parse(left);
        let minus =
            [", b.b", ", c;"].map(|operand| right.replacen(operand, &operand.replace(", ", ", -"), 1));
        let modified =
            [".po", ".sat", ".shr7", ".shr15"].map(|name| right.replacen(" t,", &format!("{name} t,"), 1));
        for text in altered(right).into_iter().chain(minus).chain(modified) {
            let Ok(other) = Sequence::parse(&text) else { continue };
            let Ok(statement) = Statement::new(&one, &other, &[], &["d".to_owned()]) else { continue };
            let is_other = (0..2000).any(|_| {
                let inputs: Vec<u64> =
                    statement.inputs().iter().map(|_| u64::from(random.u32(..) >> random.u32(..4))).collect();
                statement.run(&inputs).refutes()
            });
            match verdict(left, &text, &[]) {
                Equality::Different(..) => refuted += 1,
                Equality::Equal(_) => assert!(!is_other, "{text}"),
                Equality::Unknown { why, .. } => panic!("{text}: {why}"),
            }
        }
    }
    assert!(refuted > 100, "{refuted}");
}

/// A difference that no random input shows is found by the solver.
#[test]
fn the_solver_finds_what_the_search_does_not() {
    let rare = "setp.eq.u32 p, a, 0x12345679; selp.u32 d, 1, 0, p;";
    let found = verdict("mov.u32 d, 0;", rare, &[]);
    let Equality::Different(values, _) = found else { panic!("{found:?}") };
    assert_eq!(values, [0x1234_5679]);
}

#[test]
fn assumptions_restrict_the_inputs() {
    let codes = ("mul24.lo.u32 d, a, b;", "mul.lo.u32 d, a, b;");
    let found = verdict(codes.0, codes.1, &[]);
    assert!(matches!(found, Equality::Different(..)), "{found:?}");
    let bounds = ["setp.lt.u32 p, a, 0x1000000;", "setp.lt.u32 p, b, 0x1000000;"];
    assert!(matches!(verdict(codes.0, codes.1, &bounds), Equality::Equal(_)));
    let found = verdict(codes.0, codes.1, &["setp.lt.u32 p, a, 0x1000000;"]);
    assert!(matches!(found, Equality::Different(..)), "{found:?}");
    // From what no input satisfies, every claim follows.
    let never = ["setp.lt.u32 p, a, 5;", "setp.gt.u32 p, a, 6;"];
    let found = verdict(codes.0, codes.1, &never);
    assert!(matches!(found, Equality::Unknown { agreed: 0, .. }), "{found:?}");
    assert!(matches!(verdict(codes.0, codes.1, &["setp.eq.u32 p, a, 12345;"]), Equality::Different(..)));
    // What is assumed is the predicate, not another register: with 1 in a and b the codes are equal.
    let weak = ["add.u32 t, a, 0; setp.ne.u32 p, t, 5;", "add.u32 t, b, 0; setp.ne.u32 p, t, 5;"];
    let found = verdict(codes.0, codes.1, &weak);
    assert!(matches!(found, Equality::Different(..)), "{found:?}");
}

/// Loads of one memory from equal addresses are equal, and from others are not known to be.
#[test]
fn memory_that_nothing_changes_is_a_function_of_its_address() {
    const LOAD: &str = "ld.global.nc.u32 t, [p+4]; add.u32 d, t, 1;";
    for (left, right) in [
        (LOAD, "add.u64 q, p, 4; ld.global.nc.s32 t, [q]; sub.u32 d, t, -1;"),
        (
            LOAD,
            "setp.ne.u64 e, p, q; mov.b64 r, p; @!e mov.b64 r, q; ld.global.nc.b32 t, [r+4]; add.u32 d, t, 1;",
        ),
        ("ld.const.u8 d, [k+1];", "ld.const.s8 t, [k+1]; and.b32 d, t, 0xff;"),
        ("mov.u32 d, %tid.x; mul.lo.u32 d, d, 3;", "mov.u32 t, %tid.x; shl.b32 d, t, 1; add.u32 d, d, t;"),
    ] {
        let found = verdict(left, right, &[]);
        assert!(matches!(found, Equality::Equal(_)), "{left} {right} {found:?}");
    }
    for other in [
        "ld.global.nc.u32 t, [p]; add.u32 d, t, 1;",
        "ld.global.nc.u32 t, [p+4]; add.u32 d, t, 2;",
        "setp.eq.u64 e, p, 77; add.u64 q, p, 4; @e add.u64 q, p, 8; ld.global.nc.u32 t, [q]; add.u32 d, t, 1;",
    ] {
        let found = verdict(LOAD, other, &[]);
        assert!(!matches!(found, Equality::Equal(_)), "{other} {found:?}");
    }
    // The upper load may have the lower one's bytes.
    let found = verdict("ld.param.u32 d, [k];", "ld.param.u64 x, [k]; cvt.u32.u64 d, x;", &[]);
    assert!(matches!(found, Equality::Unknown { .. }), "{found:?}");
}

/// A result that is not specified is excluded, and a verdict on nothing is none.
#[test]
fn unspecified_results_are_excluded() {
    let quotient = "div.u32 q, a, b; mul.lo.u32 t, q, b; sub.u32 d, a, t;";
    let found = verdict("rem.u32 d, a, b;", quotient, &[]);
    assert!(matches!(found, Equality::Equal(_)), "{found:?}");
    let found = verdict("mov.u32 z, 0; div.u32 d, a, z;", "mov.u32 d, a;", &[]);
    assert!(matches!(found, Equality::Unknown { .. }), "{found:?}");
}

/// In another reading of the PTX ISA the verdict can be another.
#[test]
fn the_reading_decides() {
    let solver = solver();
    let codes =
        ["vmad.u32.u32.u32.sat d, a, b, -c;", "mul.wide.u32 e, a, b; cvt.u64.u32 f, c; cvt.s64.s32 g, c;"];
    let ends = ["f", "g"].map(|c| format!("{} sub.s64 e, e, {c}; cvt.sat.s32.s64 d, e;", codes[1]));
    let small = [parse("setp.lt.u32 p, a, 0x100;"), parse("setp.lt.u32 p, b, 0x100;")];
    let left = parse(codes[0]);
    for (reading, equal) in [("default", [true, false]), ("minus-c=sign-of-final", [false, true])] {
        for (end, expected) in ends.iter().zip(equal) {
            let right = parse(end);
            let statement = Statement::new(&left, &right, &small, &["d".to_owned()]).unwrap();
            let found = decide(&statement.in_reading(reading.parse().unwrap()), &solver);
            assert_eq!(matches!(found, Equality::Equal(_)), expected, "{reading} {end} {found:?}");
        }
    }
}

#[test]
fn codes_that_cannot_be_compared_are_refused() {
    let refused = |left: &str, right: &str, outputs: &[&str]| {
        let (one, other) = (parse(left), parse(right));
        let outputs: Vec<String> = outputs.iter().map(|name| (*name).to_owned()).collect();
        Statement::new(&one, &other, &[], &outputs).map(|_| ()).unwrap_err()
    };
    let add = "add.u32 d, a, b;";
    assert!(refused(add, "add.u64 d, a, b;", &[]).to_string().contains("legal is one width"));
    assert!(matches!(refused(add, "add.u32 e, a, b;", &[]), Incomparable::NoOutput { .. }));
    assert!(refused(add, add, &["e"]).to_string().contains("has no register 'e' to compare"));
    let (one, assumption) = (parse(add), [parse("add.u32 p, a, b;")]);
    let error = Statement::new(&one, &one, &assumption, &[]).unwrap_err();
    assert!(error.to_string().starts_with("an assumption must end"), "{error}");
}

/// The registers of the forms.
const NAMES: [&str; 11] = ["h", "i", "j", "a", "b", "c", "x", "y", "z", "p", "q"];

/// The simplified terms of each instruction without a product equal those of 128 bits, which nothing simplifies.
#[test]
fn narrow_terms_and_wide_terms_are_equal() {
    let solver = solver();
    let has_product =
        |form: &str| ["mul", "mad", "dp2a", "dp4a", "div", "rem"].iter().any(|name| form.contains(name));
    let forms = lines(FORMS).filter(|line| !has_product(line));
    let mut proved = 0;
    for form in forms.step_by(vmad_testing::cases(11, 3)) {
        let code = parse(form);
        let narrow = Narrow::new(Products::Exact);
        let terms: &Terms = &narrow.terms;
        let variable = |name: &str| *NAMES.iter().find(|known| **known == name).unwrap();
        let one = code.run(&narrow, &Reading::DEFAULT, |register| {
            narrow.variable(variable(&register.name), register.width.bits())
        });
        let other = code.run(terms, &Reading::DEFAULT, |register| {
            let bits = register.width.bits();
            let number = terms.number::<128>(variable(&register.name), bits.max(2), Extension::Zeros);
            terms.cut(number, bits, Extension::Zeros)
        });
        assert_eq!(one.len(), other.len());
        let equal = one.iter().zip(other).map(|(x, y)| terms.equal(narrow.wide(*x), y));
        let answer = solver.ask(terms, terms.always(), terms.all(equal));
        assert_eq!(answer, Answer::Holds, "{form}");
        proved += 1;
    }
    assert!(proved > 20, "{proved} forms");
}

/// The terms of each instruction, in every form of products, have the values that the instruction computes.
#[test]
fn narrow_terms_and_integers_are_equal() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut forms = 0;
    for form in lines(FORMS) {
        let code = parse(form);
        for products in [Products::Exact, Products::Named, Products::Split] {
            let domain = Narrow::new(products);
            let variable = |name: &str| *NAMES.iter().find(|known| **known == name).unwrap();
            let found = code.run(&domain, &Reading::DEFAULT, |register| {
                domain.variable(variable(&register.name), register.width.bits())
            });
            let mut values_of = Values::new(&domain, &found, &[]);
            for _ in 0..vmad_testing::cases(40, 1000) {
                let values = NAMES.map(|_| random.u64(..) >> random.u32(..64));
                let value = |name: &str| values[NAMES.iter().position(|known| *known == name).unwrap()];
                let expected = code.run(&Integers, &Reading::DEFAULT, |register| {
                    (value(&register.name) & (u64::MAX >> (64 - register.width.bits()))).into()
                });
                assert_eq!(
                    values_of.run(|name| value(name).into()),
                    expected,
                    "{form} {products:?} {values:x?}"
                );
            }
        }
        forms += 1;
    }
    assert_eq!(forms, 402);
}

fn on_two(operation: &str) -> Sequence {
    parse(&format!("{operation} d, a, b;"))
}

/// Terms of another code: the values differ, or only the truth of the claim.
#[test]
fn terms_of_another_code_are_found() {
    let [sum, difference] = ["add.u32", "sub.u32"].map(on_two);
    let of = |left, right| Statement::new(left, right, &[], &["d".to_owned()]).unwrap();
    let (sums, differences) = (of(&sum, &sum), of(&difference, &difference));
    let inputs = [vec![3, 0], vec![5, 2], vec![7, 1]];
    assert_eq!(sums.goal(Products::Exact).mismatch(&sums, &inputs), None);
    let found = sums.goal(Products::Exact).mismatch(&differences, &inputs);
    assert_eq!(found, Some(&inputs[1]));
    let mut goal = sums.goal(Products::Exact);
    let terms: &Terms = &goal.domain.terms;
    goal.claim = terms.not(terms.always());
    assert_eq!(goal.mismatch(&sums, &inputs), Some(&inputs[0]));
}

/// The values of a thread's special registers, by the text of the PTX ISA.
fn special(name: &str, lane: u32) -> u64 {
    let bit = 1_u64 << lane;
    let word = u64::from(u32::MAX);
    match name {
        "%laneid" => lane.into(),
        "%lanemask_eq" => bit,
        "%lanemask_lt" => bit - 1,
        "%lanemask_le" => 2 * bit - 1,
        "%lanemask_ge" => word & !(bit - 1),
        "%lanemask_gt" => word & !(2 * bit - 1),
        "%ntid.x" | "%ntid.y" => 1024,
        "%tid.x" | "%tid.y" => 1023 - u64::from(lane),
        "%ntid.z" => 64,
        "%tid.z" => 63 - u64::from(lane),
        name if name.starts_with("%nctaid") => 1,
        name if name.starts_with("%ctaid") => 0,
        name => panic!("{name}"),
    }
}

/// Oracle: the PTX ISA, section "Special Registers".
#[test]
fn each_fact_holds_of_a_thread_and_not_of_all_values() {
    let names = ["laneid", "lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_ge", "lanemask_gt"];
    let axes =
        ["tid", "ntid", "ctaid", "nctaid"].map(|name| ["x", "y", "z"].map(|axis| format!("{name}.{axis}")));
    let names = names.map(str::to_owned).into_iter().chain(axes.into_iter().flatten());
    let reads: Vec<_> = names.enumerate().map(|(at, name)| format!("mov.u32 r{at}, %{name};")).collect();
    let code = parse(&reads.concat());
    let facts = special_registers([&code, &code]);
    assert_eq!(facts.len(), 18);
    for fact in facts {
        for lane in 0..32 {
            assert_eq!(
                fact.results(|register| special(&register.name, lane)),
                [1],
                "{fact:?} in lane {lane}"
            );
        }
        assert_eq!(fact.results(|_| 0xffff_fff0), [0], "{fact:?}");
    }
}
