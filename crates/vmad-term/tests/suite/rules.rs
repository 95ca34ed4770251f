//! The rules of the simplification, each as a question to the solver at widths 1 to 8 and 32: the simplified term is
//! equal to the one that was asked for.

use std::{collections::HashMap, time::Duration};

use vmad_term::{
    operation::{Operation as Op, Sort, Term},
    simplify::Simplified,
    solver::{Answer, Solver},
    term::Terms,
};

const WIDTHS: [u32; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 32];

/// Builds the operation of a result of some bits; one bit is a truth.
struct Builder<'a>(&'a dyn Fn(u32, Op) -> Term);

impl Builder<'_> {
    fn op(&self, bits: u32, op: Op) -> Term {
        (self.0)(bits, op)
    }

    fn number(&self, bits: u32, number: i128) -> Term {
        self.op(bits, Op::Constant(number as u128 & u128::MAX >> (128 - bits)))
    }

    fn not(&self, bits: u32, x: Term) -> Term {
        self.op(bits, Op::Invert(x))
    }
}

/// The variables of a rule: three numbers of the width, and a truth.
#[derive(Clone, Copy)]
struct Inputs {
    w: u32,
    x: Term,
    y: Term,
    z: Term,
    flag: Term,
}

fn sort(bits: u32) -> Sort {
    if bits == 1 { Sort::Truth } else { Sort::Bits(bits) }
}

/// The store that simplifies, and the one that does not, with the term that `rule` builds in each, the simplified one
/// copied: whether they are equal.
fn equal(w: u32, rule: &dyn Fn(&Builder<'_>, Inputs) -> Vec<Term>) -> Answer {
    let (plain, simplified) = (Terms::new(), Simplified::default());
    let inputs = |b: &Builder<'_>| {
        // The simplification knows no variable of one bit: the flag is a comparison.
        let wide = ["x", "y", "z", "f"].map(|name| b.op(32, Op::Variable(name)));
        let flag = b.op(1, Op::Less(wide[3], b.number(32, 1 << 31)));
        let [x, y, z] =
            [wide[0], wide[1], wide[2]].map(|wide| if w == 32 { wide } else { b.op(w, Op::Field(wide, 0)) });
        Inputs { w, x, y, z, flag }
    };
    let as_asked = |bits, op| plain.term(sort(bits), op);
    let as_built = |bits, op| match op {
        Op::Variable(name) => simplified.wide_input(name, bits),
        Op::Constant(value) => simplified.constant(bits, value as i128),
        op => simplified.build(bits, op),
    };
    let asked = Builder(&as_asked);
    let built = Builder(&as_built);
    let (asked, built) = (rule(&asked, inputs(&asked)), rule(&built, inputs(&built)));
    let mut copied: HashMap<Term, Term> = HashMap::new();
    for (term, node) in simplified.below(&built) {
        let copy = plain.term(node.sort, node.operation.with_arguments(|argument| copied[&argument]));
        copied.insert(term, copy);
    }
    let claims = asked.iter().zip(&built).map(|(asked, built)| plain.truth(Op::Equal(*asked, copied[built])));
    let claims: Vec<_> = claims.collect();
    assert!(!claims.is_empty());
    Solver::new(Some(Duration::from_mins(1))).ask(&plain, plain.always(), plain.all(claims))
}

fn check(name: &str, widths: &[u32], rule: impl Fn(&Builder<'_>, Inputs) -> Vec<Term>) {
    for &w in widths {
        assert_eq!(equal(w, &rule), Answer::Holds, "{name} at {w} bits");
    }
}

#[test]
fn normal_forms() {
    check("field", &WIDTHS, |b, i| (0..i.w).map(|low| b.op(i.w - low, Op::Field(i.x, low))).collect());
    check("inversion", &WIDTHS, |b, i| vec![b.not(i.w, i.x), b.not(i.w, b.not(i.w, i.x))]);
    check("negation", &WIDTHS, |b, i| vec![b.op(i.w, Op::Negate(i.x))]);
}

/// Each operation with each of these constants, as the first and as the second operand, and with equal operands.
#[test]
fn constants_and_equal_operands() {
    let kinds: [fn(Term, Term) -> Op; 13] = [
        Op::Add,
        Op::Subtract,
        Op::Multiply,
        Op::MultiplyHigh,
        Op::MultiplyHighSigned,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::ShiftLeftBy,
        Op::ShiftRightBy,
        Op::ShiftRightSignedBy,
        Op::Less,
        Op::Equal,
    ];
    for kind in kinds {
        check(&format!("{:?}", kind(Term(0), Term(1))), &WIDTHS, |b, i| {
            let is_truth = matches!(kind(i.x, i.x), Op::Less(..) | Op::Equal(..));
            let bits = if is_truth { 1 } else { i.w };
            let mut terms = vec![b.op(bits, kind(i.x, i.x))];
            for number in [0, 1, -1, 2, 5, 7] {
                let constant = b.number(i.w, number);
                terms.extend(
                    [kind(constant, i.x), kind(i.x, constant), kind(constant, constant)]
                        .map(|op| b.op(bits, op)),
                );
            }
            terms
        });
    }
    check("signed comparison", &WIDTHS, |b, i| {
        let numbers = [0, 1, -1, 2].map(|number| b.number(i.w, number));
        let pairs = numbers.into_iter().flat_map(|number| [(number, i.x), (i.x, number)]);
        pairs.chain([(i.x, i.y)]).map(|(x, y)| b.op(1, Op::LessSigned(x, y))).collect()
    });
    check("difference by inversion", &WIDTHS, |b, i| {
        let inverted = b.not(i.w, i.y);
        let sums = [Op::Add(i.x, inverted), Op::Add(inverted, i.x)].map(|op| b.op(i.w, op));
        sums.map(|sum| b.op(i.w, Op::Add(sum, b.number(i.w, 1)))).to_vec()
    });
}

#[test]
fn shifts() {
    let shifts: [fn(Term, u32) -> Op; 3] = [Op::ShiftLeft, Op::ShiftRight, Op::ShiftRightSigned];
    check("two and three shifts", &WIDTHS, |b, i| {
        let counts: Vec<u32> =
            if i.w == 32 { vec![0, 1, 8, 24, 31, 32, 33] } else { (0..=i.w + 1).collect() };
        let mut terms = Vec::new();
        for first in shifts {
            for second in shifts {
                for &one in &counts {
                    for &two in &counts {
                        let inner = b.op(i.w, first(i.x, one));
                        let outer = b.op(i.w, second(inner, two));
                        terms.push(outer);
                        // A signed field: down, up, down by as much.
                        terms.push(b.op(i.w, Op::ShiftRightSigned(outer, two)));
                    }
                }
            }
        }
        terms
    });
    check("by a term that is not negative", &WIDTHS, |b, i| {
        let wider = b.op(i.w + 1, Op::ZeroExtend(i.x));
        let amount = b.op(i.w + 1, Op::ZeroExtend(i.y));
        vec![
            b.op(i.w + 1, Op::ShiftRightSignedBy(wider, amount)),
            b.op(i.w + 1, Op::ShiftRightSigned(wider, 1)),
        ]
    });
}

#[test]
fn extensions_and_truncations() {
    check("extensions of extensions, and their low bits", &WIDTHS, |b, i| {
        let extensions: [fn(Term) -> Op; 2] = [Op::ZeroExtend, Op::SignExtend];
        let mut terms = Vec::new();
        for one in extensions {
            for two in extensions {
                for more in 0..3 {
                    let inner = b.op(i.w + more, one(i.x));
                    let outer = b.op(i.w + more + 2, two(inner));
                    terms.push(outer);
                    terms.extend((1..=i.w + more + 2).map(|bits| b.op(bits, Op::Field(outer, 0))));
                }
            }
        }
        terms
    });
    check("low bits of a choice", &WIDTHS, |b, i| {
        let wider = b.op(i.w + 2, Op::SignExtend(i.x));
        let numbers = [0, 1, -1].map(|number| b.number(i.w + 2, number));
        let choices = numbers.into_iter().flat_map(|number| {
            [
                Op::Choose(i.flag, wider, number),
                Op::Choose(i.flag, number, wider),
                Op::Choose(i.flag, number, number),
            ]
        });
        let choices: Vec<_> = choices.map(|op| b.op(i.w + 2, op)).collect();
        choices
            .into_iter()
            .flat_map(|choice| [1, i.w, i.w + 1].map(|bits| b.op(bits, Op::Field(choice, 0))))
            .collect()
    });
}

#[test]
fn choices() {
    check("choices", &WIDTHS, |b, i| {
        let (flag, not_flag) = (i.flag, b.not(1, i.flag));
        let inner = b.op(i.w, Op::Choose(flag, i.x, i.y));
        let (never, always) = (b.number(1, 0), b.number(1, 1));
        let other = b.op(1, Op::Equal(i.y, i.z));
        let (low, high) = (b.number(i.w, 0), b.number(i.w, -1));
        [
            Op::Choose(never, i.x, i.y),
            Op::Choose(always, i.x, i.y),
            Op::Choose(flag, i.x, i.x),
            Op::Choose(not_flag, i.x, i.y),
            Op::Choose(flag, inner, i.z),
            Op::Choose(flag, i.z, inner),
            Op::Choose(other, inner, i.z),
            Op::Choose(flag, low, i.y),
            Op::Choose(flag, i.x, low),
            Op::Choose(flag, high, i.y),
            Op::Choose(flag, i.x, high),
            Op::Choose(flag, high, low),
        ]
        .map(|op| b.op(i.w, op))
        .to_vec()
    });
}

/// Ranges: numbers of fewer bits, and the results of operations on them, compared with every constant and masked by
/// every mask. A comparison or a mask that the range decides is left out.
#[test]
fn ranges() {
    let operations: [fn(Term, Term) -> Op; 12] = [
        Op::Add,
        Op::Subtract,
        Op::Multiply,
        Op::Divide,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::ShiftLeftBy,
        Op::ShiftRightBy,
        Op::ShiftRightSignedBy,
        |x, _| Op::ShiftLeft(x, 2),
        |x, _| Op::ShiftRightSigned(x, 1),
    ];
    let widths = [1, 2, 3];
    for operation in operations {
        check(&format!("the range of {:?}", operation(Term(0), Term(1))), &widths, |b, i| {
            let wide = i.w + 2;
            let extended = [i.x, i.y]
                .map(|number| [Op::ZeroExtend(number), Op::SignExtend(number)].map(|op| b.op(wide, op)));
            let mut terms = Vec::new();
            for x in extended[0] {
                for y in extended[1] {
                    let result = b.op(wide, operation(x, y));
                    terms.extend(decided(b, wide, result));
                }
            }
            terms
        });
    }
    check("the range of an absolute difference", &widths, |b, i| {
        let wide = i.w + 1;
        let mut terms = Vec::new();
        for (extend, less) in [
            (Op::ZeroExtend as fn(Term) -> Op, Op::Less as fn(Term, Term) -> Op),
            (Op::SignExtend, Op::LessSigned),
            (Op::SignExtend, Op::Less),
        ] {
            let [x, y] = [i.x, i.y].map(|number| b.op(wide, extend(number)));
            let flag = b.op(1, less(x, y));
            let [up, down] = [Op::Subtract(y, x), Op::Subtract(x, y)].map(|op| b.op(wide, op));
            let difference = b.op(wide, Op::Choose(flag, up, down));
            terms.extend(decided(b, wide, difference));
        }
        terms
    });
}

/// Comparisons of a number with every constant of its width, and every mask.
fn decided(b: &Builder<'_>, bits: u32, result: Term) -> Vec<Term> {
    let numbers = (0..1 << bits).map(|number| b.number(bits, number));
    let one = |number| {
        let truths = [
            Op::Less(result, number),
            Op::Less(number, result),
            Op::LessSigned(result, number),
            Op::LessSigned(number, result),
            Op::Equal(result, number),
        ];
        truths
            .map(|op| b.op(1, op))
            .into_iter()
            .chain([b.op(bits, Op::And(result, number))])
            .collect::<Vec<_>>()
    };
    numbers.flat_map(one).chain([b.op(bits + 3, Op::SignExtend(result))]).collect()
}
