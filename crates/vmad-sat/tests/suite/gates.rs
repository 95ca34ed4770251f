//! Gates: their clauses by their truth tables, their folding on all inputs, and whole circuits.

use fastrand::Rng;
use vmad_sat::{
    Limits, Outcome,
    gates::{Gate, Gates, Wire},
    search,
};

/// The values of three wires in all eight cases, one a bit.
const CASES: [u64; 3] = [0b1010_1010, 0b1100_1100, 0b1111_0000];

/// The outputs by definition, not by the simulation.
fn expected(gate: Gate, [a, b, c]: [bool; 3]) -> bool {
    match gate {
        Gate::False => false,
        Gate::Input => true,
        Gate::And(..) => a && b,
        Gate::Xor(..) => a != b,
        Gate::Choose(..) => {
            if a {
                b
            } else {
                c
            }
        }
        Gate::Majority(..) => u8::from(a) + u8::from(b) + u8::from(c) >= 2,
    }
}

/// The clauses of a gate hold exactly in the rows of its truth table.
#[test]
fn clauses_are_the_truth_table() {
    let mut gates = Gates::default();
    let [a, b, c, output] = [(); 4].map(|()| gates.input());
    let kinds =
        [Gate::False, Gate::And(a, b), Gate::Xor(a, b), Gate::Choose(a, b, c), Gate::Majority(a, b, c)];
    for gate in kinds {
        for row in 0..16_u32 {
            let value = |wire: Wire| {
                let place = [a, b, c, output].iter().position(|other| *other == wire || *other == !wire);
                let value = row >> place.expect("it is one of the four") & 1 == 1;
                value == [a, b, c, output].contains(&wire)
            };
            let holds = gate.clauses(output).iter().all(|clause| clause.iter().any(|wire| value(*wire)));
            assert_eq!(
                holds,
                expected(gate, [a, b, c].map(value)) == value(output),
                "{gate:?} in row {row:04b}"
            );
        }
    }
    assert!(Gate::Input.clauses(output).is_empty());
}

/// Each gate of inputs, of constants, of other gates, and of their inverses, on all inputs.
#[test]
fn folding_keeps_the_value() {
    let mut gates = Gates::default();
    let inputs = [(); 3].map(|()| gates.input());
    let [a, b, c] = inputs;
    let (both, other, chosen) = (gates.and(a, b), gates.xor(b, c), gates.choose(a, b, c));
    let wires: Vec<Wire> =
        [Wire::FALSE, a, b, c, both, other, chosen].into_iter().flat_map(|wire| [wire, !wire]).collect();
    let mut made = Vec::new();
    for &x in &wires {
        for &y in &wires {
            made.push((gates.and(x, y), Gate::And(x, y), [x, y, Wire::FALSE]));
            made.push((!gates.or(!x, !y), Gate::And(x, y), [x, y, Wire::FALSE]));
            made.push((gates.xor(x, y), Gate::Xor(x, y), [x, y, Wire::FALSE]));
            for &z in &wires {
                made.push((gates.choose(x, y, z), Gate::Choose(x, y, z), [x, y, z]));
                made.push((gates.majority(x, y, z), Gate::Majority(x, y, z), [x, y, z]));
            }
        }
    }
    let simulation = gates.simulate(|wire| {
        inputs.iter().zip(CASES).find(|(input, _)| **input == wire).map_or(0, |(_, cases)| cases)
    });
    for (wire, gate, arguments) in made {
        for case in 0..8 {
            let value = |wire| simulation.value(wire) >> case & 1 == 1;
            assert_eq!(value(wire), expected(gate, arguments.map(value)), "{gate:?} in case {case}");
        }
    }
}

#[test]
fn equal_gates_are_one() {
    let mut gates = Gates::default();
    let [a, b, c] = [(); 3].map(|()| gates.input());
    let first = (gates.and(a, b), gates.xor(a, b), gates.choose(a, b, c), gates.majority(a, b, c));
    let number = gates.len();
    assert_eq!(first.0, gates.and(b, a));
    assert_eq!(first.1, !gates.xor(!b, a));
    assert_eq!(first.2, gates.choose(!a, c, b));
    assert_eq!(first.2, !gates.choose(a, !b, !c));
    assert_eq!(first.3, gates.majority(c, a, b));
    assert_eq!(first.3, !gates.majority(!b, !c, !a));
    assert_eq!((gates.and(a, !a), gates.xor(a, Wire::TRUE)), (Wire::FALSE, !a));
    assert_eq!(gates.len(), number);
}

/// Random circuits of six inputs: the search finds values for an output exactly if the simulation of all inputs does.
#[test]
fn random_circuits_are_decided_as_by_simulation() {
    let mut rng = Rng::with_seed(5);
    let (mut satisfied, mut refuted) = (0, 0);
    for _ in 0..1_000 {
        let mut gates = Gates::default();
        let inputs = [(); 6].map(|()| gates.input());
        let mut wires = inputs.to_vec();
        for _ in 0..rng.usize(4..40) {
            let mut pick = || {
                let wire = wires[rng.usize(..wires.len())];
                if rng.bool() { !wire } else { wire }
            };
            let [a, b, c] = [pick(), pick(), pick()];
            wires.push(match rng.u8(..5) {
                0 | 1 => gates.and(a, b),
                2 => gates.xor(a, b),
                3 => gates.choose(a, b, c),
                _ => gates.majority(a, b, c),
            });
        }
        // The value of input `i` in execution `e` is bit `i` of `e`: all 64 inputs.
        let simulation = gates.simulate(|wire| {
            let place = inputs.iter().position(|input| *input == wire).expect("it is an input");
            (0..64)
                .filter(|execution| execution >> place & 1 == 1)
                .fold(0, |bits, execution| bits | 1 << execution)
        });
        let outputs = [wires[wires.len() - 1], !wires[wires.len() - 2]];
        let both = simulation.value(outputs[0]) & simulation.value(outputs[1]);
        let mut clauses = gates.clauses(&outputs);
        assert!(simulation.satisfies(&clauses));
        for output in outputs {
            clauses.add([output.literal()]);
        }
        assert_eq!(simulation.satisfies(&clauses), both == u64::MAX);
        match search(&clauses, Limits { time: None, literals: 1_000_000 }) {
            Outcome::Values(values) => {
                // A variable that no clause names has no value: it does not matter.
                let is_set = |wire: &Wire| values.get(wire.literal() as usize - 1) == Some(&true);
                let execution = inputs
                    .iter()
                    .zip(0..)
                    .fold(0, |bits, (wire, place)| bits | usize::from(is_set(wire)) << place);
                assert_eq!(both >> execution & 1, 1);
                satisfied += 1;
            }
            Outcome::Proof(proof) => {
                assert!(both == 0 && proof.refutes(&clauses));
                refuted += 1;
            }
            Outcome::Undecided(why) => panic!("{why}"),
        }
    }
    assert!(satisfied > 200 && refuted > 100, "{satisfied} {refuted}");
}
