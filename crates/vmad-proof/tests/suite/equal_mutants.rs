//! Sequences of kernels for GPUs without `dp4a`: equal to it, and with one place altered, refuted.
//!
//! What an altered sequence computes is worked out here, without the crates' semantics of `vmad` and `dp4a`.

use vmad_proof::equal::{Equality, decide, statement::Statement};
use vmad_ptx::sequence::Sequence;
use vmad_term::solver::Solver;

use crate::common::solver;

/// A `vmad` of two bytes: `d = a.bN * b.bN + c`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    d: &'static str,
    a: (&'static str, usize, bool),
    b: (&'static str, usize, bool),
    c: &'static str,
    /// ` `, `.po`, `.sat`, `.shr7`, `.shr15`; `-a` and `-c` as minus signs.
    modifier: &'static str,
    minus: &'static str,
}

impl Step {
    fn text(&self) -> String {
        let Self { d, a, b, c, modifier, minus } = self;
        let ty = |signed| if signed { "s32" } else { "u32" };
        let sign = |operand: &str| if *minus == operand { "-" } else { "" };
        format!(
            "vmad.s32.{}.{}{modifier} {d}, {}{}.b{}, {}.b{}, {}{c};",
            ty(a.2),
            ty(b.2),
            sign("a"),
            a.0,
            a.1,
            b.0,
            b.1,
            sign("c")
        )
    }

    /// The value of d, from the registers' values.
    fn value(&self, of: impl Fn(&str) -> u32) -> u32 {
        let factor = |(name, byte, signed): (&str, usize, bool)| {
            let byte = of(name).to_le_bytes()[byte];
            if signed { i64::from(byte.cast_signed()) } else { i64::from(byte) }
        };
        let product = factor(self.a) * factor(self.b) * if self.minus == "a" { -1 } else { 1 };
        let is_signed = self.a.2 || self.b.2 || self.minus == "a";
        let c = of(self.c);
        let c = if is_signed { i64::from(c.cast_signed()) } else { i64::from(c) };
        let sum = product + if self.minus == "c" { -c } else { c } + i64::from(self.modifier == ".po");
        let is_signed = is_signed || self.minus == "c";
        let result = match self.modifier {
            ".shr7" => sum >> 7,
            ".shr15" => sum >> 15,
            ".sat" if is_signed => sum.clamp(i32::MIN.into(), i32::MAX.into()),
            ".sat" => sum.clamp(0, u32::MAX.into()),
            _ => sum,
        };
        result as u32
    }
}

/// The steps of a sequence with the types of a and b: through a register `t`, or in place in `d`.
fn steps(accumulator: &'static str, first: &'static str, a_signed: bool, b_signed: bool) -> [Step; 4] {
    std::array::from_fn(|index| Step {
        d: if index == 3 { "d" } else { accumulator },
        a: ("a", index, a_signed),
        b: ("b", index, b_signed),
        c: if index == 0 { first } else { accumulator },
        modifier: "",
        minus: "",
    })
}

/// Every alteration of one place of a step.
fn altered(step: Step) -> Vec<Step> {
    let mut all = Vec::new();
    for byte in (0..4).filter(|byte| *byte != step.a.1) {
        all.push(Step { a: (step.a.0, byte, step.a.2), ..step });
        all.push(Step { b: (step.b.0, byte, step.b.2), ..step });
    }
    all.push(Step { a: (step.a.0, step.a.1, !step.a.2), ..step });
    all.push(Step { b: (step.b.0, step.b.1, !step.b.2), ..step });
    all.push(Step { a: (step.b.0, step.a.1, step.a.2), ..step });
    all.push(Step { b: (step.a.0, step.b.1, step.b.2), ..step });
    all.extend([".po", ".sat", ".shr7", ".shr15"].map(|modifier| Step { modifier, ..step }));
    all.extend(["a", "c"].map(|minus| Step { minus, ..step }));
    all.extend(["a", "b"].map(|c| Step { c, ..step }));
    all
}

fn text(steps: &[Step]) -> String {
    steps.iter().map(Step::text).collect()
}

/// The value of d after the steps.
fn run(steps: &[Step], inputs: [u32; 3], reads_d: bool) -> u32 {
    let [a, b, c] = inputs;
    let mut registers = vec![("a", a), ("b", b), (if reads_d { "d" } else { "c" }, c)];
    for step in steps {
        let of = |name: &str| registers.iter().rev().find(|(known, _)| *known == name).unwrap().1;
        let value = step.value(of);
        registers.push((step.d, value));
    }
    registers.last().unwrap().1
}

fn dp4a([a, b, c]: [u32; 3], a_signed: bool, b_signed: bool) -> u32 {
    let number = |byte: u8, signed| if signed { i32::from(byte.cast_signed()) } else { i32::from(byte) };
    let bytes = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
    let products = bytes.map(|(a, b)| number(a, a_signed).wrapping_mul(number(b, b_signed)));
    products.fold(c.cast_signed(), i32::wrapping_add).cast_unsigned()
}

/// The verdict beside `dp4a`, whose accumulator is the input of that name.
fn verdict(solver: &Solver, steps: &[Step], signs: [bool; 2], accumulator: &str) -> Equality {
    let [a, b] = signs.map(|signed| if signed { "s32" } else { "u32" });
    let one = Sequence::parse(&format!("dp4a.{a}.{b} d, a, b, {accumulator};")).unwrap();
    let other = Sequence::parse(&text(steps)).unwrap();
    let statement = Statement::new(&one, &other, &[], &["d".to_owned()]).unwrap();
    decide(&statement, solver)
}

#[test]
fn altered_in_one_place_a_sequence_is_refuted_with_a_right_counterexample() {
    let solver = solver();
    let mut random = fastrand::Rng::with_seed(4);
    let (mut refuted, mut equal) = (0, 0);
    for (accumulator, first) in [("t", "c"), ("d", "d")] {
        for signs in [[true, true], [false, false], [false, true]] {
            let steps = steps(accumulator, first, signs[0], signs[1]);
            let found = verdict(&solver, &steps, signs, first);
            assert!(matches!(found, Equality::Equal(_)), "{}: {found:?}", text(&steps));
            for place in 0..4 {
                for step in altered(steps[place]) {
                    let mut changed = steps;
                    changed[place] = step;
                    let reads_d = first == "d";
                    let is_other = (0..2000).any(|_| {
                        let inputs = [(); 3].map(|()| random.u32(..) >> random.u32(..4));
                        run(&changed, inputs, reads_d) != dp4a(inputs, signs[0], signs[1])
                    });
                    match verdict(&solver, &changed, signs, first) {
                        Equality::Different(values, outcome) => {
                            // The inputs in the order of dp4a's operands.
                            let inputs = [0, 1, 2].map(|index| values[index] as u32);
                            let right = run(&changed, inputs, reads_d);
                            assert_eq!(
                                outcome.left,
                                [u64::from(dp4a(inputs, signs[0], signs[1]))],
                                "{changed:?}"
                            );
                            assert_eq!(outcome.right, [u64::from(right)], "{changed:?} on {inputs:x?}");
                            assert_ne!(outcome.left, outcome.right);
                            refuted += 1;
                        }
                        Equality::Equal(_) => {
                            assert!(!is_other, "{}", text(&changed));
                            equal += 1;
                        }
                        Equality::Unknown { why, .. } => panic!("{}: {why}", text(&changed)),
                    }
                }
            }
        }
    }
    assert!(refuted > 300, "{refuted} refuted, {equal} equal");
}
