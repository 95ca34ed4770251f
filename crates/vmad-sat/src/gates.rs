//! Gates with one bit of output. Equal gates are one gate, and a gate whose output is known or is another wire's is
//! none.

use std::{collections::HashMap, ops::Not};

use crate::clauses::Clauses;

/// The output of a gate, or its inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wire(u32);

impl Wire {
    /// A wire that is always false.
    pub const FALSE: Self = Self(0);
    /// A wire that is always true.
    pub const TRUE: Self = Self(1);

    /// The wire with a known value.
    pub const fn known(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    const fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    const fn is_inverse(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal of the wire in clauses: the number of its gate plus 1, negative for the inverse.
    pub const fn literal(self) -> i32 {
        let variable = (self.0 >> 1) as i32 + 1;
        if self.is_inverse() { -variable } else { variable }
    }

    const fn of_literal(literal: i32) -> Self {
        Self((literal.unsigned_abs() - 1) << 1 | (literal < 0) as u32)
    }
}

impl Not for Wire {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// False.
    False,
    /// An input.
    Input,
    /// Both.
    And(Wire, Wire),
    /// One, not both.
    Xor(Wire, Wire),
    /// The second if the first, else the third.
    Choose(Wire, Wire, Wire),
    /// At least two of three: the carry of an adder.
    Majority(Wire, Wire, Wire),
}

impl Gate {
    /// The output for inputs that `of` gives, 64 executions at once.
    fn output(self, of: impl Fn(Wire) -> u64) -> u64 {
        match self {
            Self::False | Self::Input => 0,
            Self::And(a, b) => of(a) & of(b),
            Self::Xor(a, b) => of(a) ^ of(b),
            Self::Choose(flag, a, b) => of(flag) & of(a) | !of(flag) & of(b),
            Self::Majority(a, b, c) => of(a) & of(b) | of(c) & (of(a) | of(b)),
        }
    }

    fn inputs(self) -> impl Iterator<Item = Wire> {
        let inputs = match self {
            Self::False | Self::Input => [None; 3],
            Self::And(a, b) | Self::Xor(a, b) => [Some(a), Some(b), None],
            Self::Choose(a, b, c) | Self::Majority(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        inputs.into_iter().flatten()
    }

    /// The clauses that make `output` the output: the rows of its truth table, without what a row need not say.
    pub fn clauses(self, output: Wire) -> Vec<Vec<Wire>> {
        match self {
            Self::False => vec![vec![!output]],
            Self::Input => vec![],
            Self::And(a, b) => vec![vec![!output, a], vec![!output, b], vec![output, !a, !b]],
            Self::Xor(a, b) => {
                vec![vec![!output, a, b], vec![!output, !a, !b], vec![output, !a, b], vec![output, a, !b]]
            }
            Self::Choose(flag, a, b) => vec![
                vec![!flag, !a, output],
                vec![!flag, a, !output],
                vec![flag, !b, output],
                vec![flag, b, !output],
                vec![!a, !b, output],
                vec![a, b, !output],
            ],
            Self::Majority(a, b, c) => vec![
                vec![!a, !b, output],
                vec![!a, !c, output],
                vec![!b, !c, output],
                vec![a, b, !output],
                vec![a, c, !output],
                vec![b, c, !output],
            ],
        }
    }
}

/// A store of gates. The inputs of a gate come before it.
#[derive(Clone, Debug)]
pub struct Gates {
    gates: Vec<Gate>,
    known: HashMap<Gate, Wire>,
}

impl Default for Gates {
    fn default() -> Self {
        Self { gates: vec![Gate::False], known: HashMap::new() }
    }
}

impl Gates {
    /// The number of gates, inputs included.
    #[expect(clippy::len_without_is_empty, reason = "a store always has the gate False")]
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// A new input.
    pub fn input(&mut self) -> Wire {
        self.push(Gate::Input)
    }

    fn push(&mut self, gate: Gate) -> Wire {
        self.gates.push(gate);
        Wire((self.gates.len() as u32 - 1) << 1)
    }

    fn gate(&mut self, gate: Gate) -> Wire {
        if let Some(wire) = self.known.get(&gate) {
            return *wire;
        }
        let wire = self.push(gate);
        self.known.insert(gate, wire);
        wire
    }

    /// `a & b`
    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (a, b) = (a.min(b), a.max(b));
        match a {
            Wire::FALSE => Wire::FALSE,
            Wire::TRUE => b,
            _ if a == b => a,
            _ if a == !b => Wire::FALSE,
            _ => self.gate(Gate::And(a, b)),
        }
    }

    /// `a | b`
    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    /// `a ^ b`
    pub fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        // The inverse of an input is the inverse of the output.
        let inverse = a.is_inverse() != b.is_inverse();
        let [a, b] = [a, b].map(|wire| if wire.is_inverse() { !wire } else { wire });
        let (a, b) = (a.min(b), a.max(b));
        let wire = match a {
            Wire::FALSE => b,
            _ if a == b => Wire::FALSE,
            _ => self.gate(Gate::Xor(a, b)),
        };
        if inverse { !wire } else { wire }
    }

    /// `a` if the flag, else `b`
    pub fn choose(&mut self, flag: Wire, a: Wire, b: Wire) -> Wire {
        let (flag, a, b) = if flag.is_inverse() { (!flag, b, a) } else { (flag, a, b) };
        match (a, b) {
            _ if flag == Wire::FALSE || a == b => b,
            _ if a == !b => self.xor(flag, b),
            (Wire::TRUE, _) => self.or(flag, b),
            (Wire::FALSE, _) => self.and(!flag, b),
            (_, Wire::TRUE) => self.or(!flag, a),
            (_, Wire::FALSE) => self.and(flag, a),
            _ if a == flag => self.or(flag, b),
            _ if a == !flag => self.and(!flag, b),
            _ if b == flag => self.and(flag, a),
            _ if b == !flag => self.or(!flag, a),
            _ if a.is_inverse() => !self.gate(Gate::Choose(flag, !a, !b)),
            _ => self.gate(Gate::Choose(flag, a, b)),
        }
    }

    /// Whether at least two are true.
    pub fn majority(&mut self, a: Wire, b: Wire, c: Wire) -> Wire {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        match a {
            Wire::FALSE => self.and(b, c),
            Wire::TRUE => self.or(b, c),
            _ if a == b => a,
            _ if a == !b => c,
            _ if b == c => b,
            _ if b == !c => a,
            _ if a.is_inverse() => !self.gate(Gate::Majority(!a, !b, !c)),
            _ => self.gate(Gate::Majority(a, b, c)),
        }
    }

    /// Which gates the outputs depend on.
    fn needed(&self, outputs: &[Wire]) -> Vec<bool> {
        let mut needed = vec![false; self.gates.len()];
        for output in outputs {
            needed[output.gate()] = true;
        }
        for number in (0..self.gates.len()).rev() {
            if needed[number] {
                for input in self.gates[number].inputs() {
                    needed[input.gate()] = true;
                }
            }
        }
        needed
    }

    /// The clauses of the gates that the outputs depend on. They hold in every execution.
    pub fn clauses(&self, outputs: &[Wire]) -> Clauses {
        let mut clauses = Clauses::default();
        for (number, needed) in self.needed(outputs).into_iter().enumerate() {
            if needed {
                let output = Wire((number as u32) << 1);
                for clause in self.gates[number].clauses(output) {
                    clauses.add(clause.into_iter().map(Wire::literal));
                }
            }
        }
        clauses
    }

    /// Simulates all gates in 64 executions at once: bit `i` of each number is execution `i`.
    pub fn simulate(&self, input: impl Fn(Wire) -> u64) -> Simulation {
        let mut outputs: Vec<u64> = Vec::with_capacity(self.gates.len());
        for (number, gate) in self.gates.iter().enumerate() {
            outputs.push(match gate {
                Gate::Input => input(Wire((number as u32) << 1)),
                gate => gate.output(|wire| value(&outputs, wire)),
            });
        }
        Simulation { outputs }
    }
}

/// The outputs of all gates in 64 executions.
#[derive(Clone, Debug)]
pub struct Simulation {
    outputs: Vec<u64>,
}

impl Simulation {
    /// The values of a wire.
    pub fn value(&self, wire: Wire) -> u64 {
        value(&self.outputs, wire)
    }

    /// Whether clauses of these gates hold in all executions.
    pub fn satisfies(&self, clauses: &Clauses) -> bool {
        let values = |literal: &i32| self.value(Wire::of_literal(*literal));
        clauses.iter().all(|clause| clause.iter().fold(0, |all, literal| all | values(literal)) == u64::MAX)
    }
}

fn value(outputs: &[u64], wire: Wire) -> u64 {
    let value = outputs[wire.gate()];
    if wire.is_inverse() { !value } else { value }
}
