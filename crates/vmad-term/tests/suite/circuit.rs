//! The gates of terms: every operation on all inputs at small widths, and on corners at others.

use vmad_term::{
    circuit::Circuit,
    eval::Evaluator,
    operation::{Node, Operation, Sort, Term},
    term::Terms,
};

/// Compares the gates of all terms below the roots with their evaluation, in executions whose inputs `value` gives.
fn compare(terms: &Terms, roots: &[Term], executions: usize, value: impl Fn(&str, usize) -> u128) {
    let circuit = Circuit::new(terms, roots);
    let mut evaluator = Evaluator::new(terms, roots);
    let below = terms.below(roots);
    for first in (0..executions).step_by(64) {
        let number = 64.min(executions - first);
        let simulation = circuit.simulate(number, |name, execution| value(name, first + execution));
        for execution in 0..number {
            evaluator.run(|name| value(name, first + execution));
            for (term, node) in &below {
                let bits = circuit.wires(*term).iter().zip(0..);
                let found = bits.fold(0, |bits, (wire, place)| {
                    bits | u128::from(simulation.value(*wire) >> execution & 1) << place
                });
                assert_eq!(found, evaluator.bits(*term), "{node:?} in execution {}", first + execution);
            }
        }
    }
}

/// All operations on two numbers of the same width. The second is also an amount.
fn binary(x: Term, y: Term) -> Vec<Operation> {
    vec![
        Operation::Add(x, y),
        Operation::Subtract(x, y),
        Operation::Multiply(x, y),
        Operation::Divide(x, y),
        Operation::And(x, y),
        Operation::Or(x, y),
        Operation::Xor(x, y),
        Operation::ShiftLeftBy(x, y),
        Operation::ShiftRightBy(x, y),
        Operation::ShiftRightSignedBy(x, y),
    ]
}

fn comparisons(x: Term, y: Term) -> [Operation; 3] {
    [Operation::Less(x, y), Operation::LessSigned(x, y), Operation::Equal(x, y)]
}

/// Every operation on some numbers of a width, with every count, field and extension up to `wider` bits more.
fn all_operations(terms: &Terms, bits: u32, numbers: &[Term], counts: &[u32], wider: u32) -> Vec<Term> {
    let sort = Sort::Bits(bits);
    let mut made = Vec::new();
    for &x in numbers {
        let mut add = |sort, operation| made.push(terms.term(sort, operation));
        add(sort, Operation::Invert(x));
        add(sort, Operation::Negate(x));
        for &count in counts {
            add(sort, Operation::ShiftLeft(x, count));
            add(sort, Operation::ShiftRight(x, count));
            add(sort, Operation::ShiftRightSigned(x, count));
            if count < bits {
                add(Sort::Truth, Operation::Field(x, count));
                add(Sort::Bits(1), Operation::Field(x, count));
                add(Sort::Bits(bits - count), Operation::Field(x, count));
            }
        }
        for more in 0..=wider {
            add(Sort::Bits(bits + more), Operation::ZeroExtend(x));
            add(Sort::Bits(bits + more), Operation::SignExtend(x));
        }
        for &y in numbers {
            for operation in binary(x, y) {
                add(sort, operation);
            }
            if bits <= 64 {
                add(sort, Operation::MultiplyHigh(x, y));
                add(sort, Operation::MultiplyHighSigned(x, y));
            }
            for operation in comparisons(x, y) {
                let flag = terms.term(Sort::Truth, operation);
                add(Sort::Truth, Operation::Invert(flag));
                add(sort, Operation::Choose(flag, x, y));
            }
        }
    }
    made
}

/// Both variables have all values: execution `i` has the low bits of `i` in `x`, the next in `y`.
fn all_values(bits: u32) -> (usize, impl Fn(&str, usize) -> u128) {
    let value = move |name: &str, execution: usize| {
        let moved = if name == "x" { execution } else { execution >> bits };
        moved as u128 & ((1 << bits) - 1)
    };
    (1 << (2 * bits), value)
}

#[test]
fn all_operations_on_all_inputs_of_1_to_7_bits() {
    for bits in 1..=7 {
        let terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.term(Sort::Bits(bits), Operation::Variable(name)));
        let counts: Vec<u32> = (0..=bits + 1).collect();
        let mut roots = all_operations(&terms, bits, &[x], &counts, 2);
        roots.extend(binary(x, y).into_iter().map(|operation| terms.term(Sort::Bits(bits), operation)));
        roots.extend(comparisons(x, y).map(|operation| terms.term(Sort::Truth, operation)));
        roots.push(terms.term(Sort::Bits(bits), Operation::MultiplyHigh(x, y)));
        roots.push(terms.term(Sort::Bits(bits), Operation::MultiplyHighSigned(x, y)));
        // An amount with fewer bits.
        for fewer in 1..bits {
            let amount = terms.term(Sort::Bits(fewer), Operation::Field(y, 0));
            roots.push(terms.term(Sort::Bits(bits), Operation::ShiftLeftBy(x, amount)));
            roots.push(terms.term(Sort::Bits(bits), Operation::ShiftRightBy(x, amount)));
            roots.push(terms.term(Sort::Bits(bits), Operation::ShiftRightSignedBy(x, amount)));
        }
        let (executions, value) = all_values(bits);
        compare(&terms, &roots, executions, value);
    }
}

/// Extensions of narrower numbers and constants: their gates are narrower than the terms.
#[test]
fn all_operations_on_extended_numbers_and_constants() {
    for bits in 2..=4 {
        let terms = Terms::new();
        let sort = Sort::Bits(bits);
        let [x, y] = ["x", "y"].map(|name| terms.term(Sort::Bits(bits - 1), Operation::Variable(name)));
        let mut numbers = vec![
            terms.term(sort, Operation::ZeroExtend(x)),
            terms.term(sort, Operation::SignExtend(x)),
            terms.term(sort, Operation::SignExtend(y)),
        ];
        numbers.extend((0..1 << bits).map(|value| terms.term(sort, Operation::Constant(value))));
        let roots = all_operations(&terms, bits, &numbers, &[1], 1);
        let (executions, value) = all_values(bits - 1);
        compare(&terms, &roots, executions, value);
    }
}

#[test]
fn operations_on_truths() {
    let terms = Terms::new();
    let [p, q, r] = ["p", "q", "r"].map(|name| terms.term(Sort::Truth, Operation::Variable(name)));
    let operations = [
        Operation::Invert(p),
        Operation::And(p, q),
        Operation::Or(p, q),
        Operation::Xor(p, q),
        Operation::Equal(p, q),
        Operation::Choose(p, q, r),
        Operation::Constant(1),
        Operation::Constant(0),
    ];
    let mut roots = operations.map(|operation| terms.term(Sort::Truth, operation)).to_vec();
    roots.push(terms.term(Sort::Bits(3), Operation::ZeroExtend(p)));
    roots.push(terms.term(Sort::Bits(3), Operation::SignExtend(p)));
    let value = |name: &str, execution: usize| (execution >> (name.as_bytes()[0] - b'p') & 1) as u128;
    compare(&terms, &roots, 8, value);
}

/// Numbers next to powers of two, and random ones, at the widths of the proofs.
#[test]
fn all_operations_at_wide_widths() {
    let mut rng = fastrand::Rng::with_seed(1);
    for bits in [8, 16, 31, 32, 33, 64, 66, 128] {
        let terms = Terms::new();
        let sort = Sort::Bits(bits);
        let [x, y] = ["x", "y"].map(|name| terms.term(sort, Operation::Variable(name)));
        let half = terms.term(Sort::Bits(bits / 2), Operation::Field(x, 0));
        let numbers = [x, y, terms.term(sort, Operation::SignExtend(half))];
        let roots =
            all_operations(&terms, bits, &numbers, &[0, 1, bits / 2, bits - 1, bits], (128 - bits).min(1));
        let values: Vec<[u128; 2]> = (0..64)
            .map(|_| {
                [(); 2].map(|()| {
                    let near = (1_u128 << rng.u32(..bits)).wrapping_add(rng.u128(..4)).wrapping_sub(2);
                    let (any, small) = (rng.u128(..), rng.u128(..130));
                    let value = rng.choice([near, near.wrapping_neg(), any, small]);
                    value.unwrap_or(0) & u128::MAX >> (128 - bits)
                })
            })
            .collect();
        compare(&terms, &roots, 64, |name, execution| values[execution][usize::from(name == "y")]);
    }
}

/// The product of 33-bit numbers needs no more gates in 128 bits than in 66.
#[test]
fn sums_and_products_are_as_narrow_as_their_operands() {
    let number_of_gates = |bits, operation: fn(Term, Term) -> Operation| {
        let terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| {
            let narrow = terms.term(Sort::Bits(33), Operation::Variable(name));
            terms.term(Sort::Bits(bits), Operation::SignExtend(narrow))
        });
        let root = terms.term(Sort::Bits(bits), operation(x, y));
        Circuit::new(&terms, &[root]).gates.len()
    };
    for operation in [Operation::Add, Operation::Subtract, Operation::Multiply] {
        assert_eq!(number_of_gates(128, operation), number_of_gates(66, operation));
    }
    let terms = Terms::new();
    let narrow = terms.term(Sort::Bits(33), Operation::Variable("x"));
    let x = terms.term(Sort::Bits(128), Operation::SignExtend(narrow));
    let negated = terms.term(Sort::Bits(128), Operation::Negate(x));
    let circuit = Circuit::new(&terms, &[negated]);
    let wires = circuit.wires(negated);
    assert!(wires[33..].iter().all(|wire| *wire == wires[33]));
}

#[test]
fn each_term_has_as_many_wires_as_bits() {
    let terms = Terms::new();
    let x = terms.term(Sort::Bits(5), Operation::Variable("x"));
    let roots = all_operations(&terms, 5, &[x], &[0, 4], 3);
    let circuit = Circuit::new(&terms, &roots);
    for (term, Node { sort, .. }) in terms.below(&roots) {
        assert_eq!(circuit.wires(term).len() as u32, sort.bits());
    }
}
