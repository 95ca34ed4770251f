//! Terms as gates. Each bit of a term is a wire; bit 0 comes first.
//!
//! Sums, differences, negations and products are made at the smallest signed width that holds their operands' numbers:
//! the upper bits are then one wire, and two sides that compute the same number in other widths share their gates.

use std::collections::HashMap;

use vmad_sat::gates::{Gates, Simulation, Wire};

use crate::{
    operation::{Node, Operation, Term},
    term::Terms,
};

/// The gates of some terms.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// The gates.
    pub gates: Gates,
    /// The wires of each term.
    wires: HashMap<Term, Vec<Wire>>,
    /// The variables and their wires.
    variables: Vec<(&'static str, Vec<Wire>)>,
}

impl Circuit {
    /// The gates of all terms below the roots.
    pub fn new(terms: &Terms, roots: &[Term]) -> Self {
        let mut circuit = Self::default();
        for (term, node) in terms.below(roots) {
            let wires = circuit.operation(node);
            circuit.wires.insert(term, wires);
        }
        circuit
    }

    /// The wires of a root, or of a term below one.
    pub fn wires(&self, term: Term) -> &[Wire] {
        &self.wires[&term]
    }

    /// The variables, in the order of their terms, and their wires.
    pub fn variables(&self) -> &[(&'static str, Vec<Wire>)] {
        &self.variables
    }

    /// Simulates up to 64 executions. `value` gives the value of a variable in each.
    pub fn simulate(&self, executions: usize, value: impl Fn(&str, usize) -> u128) -> Simulation {
        let mut inputs = HashMap::new();
        for (name, wires) in &self.variables {
            for execution in 0..executions.min(64) {
                let value = value(name, execution);
                for (place, wire) in wires.iter().enumerate() {
                    *inputs.entry(*wire).or_insert(0_u64) |= u64::from(value >> place & 1 == 1) << execution;
                }
            }
        }
        self.gates.simulate(|wire| inputs.get(&wire).copied().unwrap_or(0))
    }

    fn operation(&mut self, Node { sort, operation }: Node) -> Vec<Wire> {
        let bits = sort.bits() as usize;
        let of = |term: Term| self.wires[&term].clone();
        let gates = &mut self.gates;
        match operation {
            Operation::Variable(name) => {
                let wires: Vec<_> = (0..bits).map(|_| gates.input()).collect();
                self.variables.push((name, wires.clone()));
                wires
            }
            Operation::Constant(value) => {
                (0..bits).map(|place| Wire::known(value >> place & 1 == 1)).collect()
            }
            Operation::Field(x, low) => of(x)[low as usize..low as usize + bits].to_vec(),
            Operation::ZeroExtend(x) => extended(&of(x), bits, Some(Wire::FALSE)),
            Operation::SignExtend(x) => extended(&of(x), bits, None),
            Operation::Invert(x) => inverted(&of(x)),
            Operation::Negate(x) => difference(gates, &[Wire::FALSE], &of(x), bits),
            Operation::Add(x, y) => sum(gates, &of(x), &of(y), Wire::FALSE, bits),
            Operation::Subtract(x, y) => difference(gates, &of(x), &of(y), bits),
            Operation::Multiply(x, y) => product(gates, &of(x), &of(y), bits),
            Operation::Divide(x, y) => quotient(gates, &of(x), &of(y)),
            Operation::MultiplyHigh(x, y) => {
                let [x, y] = [x, y].map(|factor| extended(&of(factor), bits + 1, Some(Wire::FALSE)));
                product(gates, &x, &y, 2 * bits).split_off(bits)
            }
            Operation::MultiplyHighSigned(x, y) => product(gates, &of(x), &of(y), 2 * bits).split_off(bits),
            Operation::And(x, y) => bitwise(&of(x), &of(y), |a, b| gates.and(a, b)),
            Operation::Or(x, y) => bitwise(&of(x), &of(y), |a, b| gates.or(a, b)),
            Operation::Xor(x, y) => bitwise(&of(x), &of(y), |a, b| gates.xor(a, b)),
            Operation::ShiftLeft(x, count) => left(&of(x), count as usize),
            Operation::ShiftRight(x, count) => right(&of(x), count as usize, Wire::FALSE),
            Operation::ShiftRightSigned(x, count) => right(&of(x), count as usize, sign(&of(x))),
            Operation::ShiftLeftBy(x, by) => shift(gates, of(x), &of(by), Wire::FALSE, left),
            Operation::ShiftRightBy(x, by) => {
                shift(gates, of(x), &of(by), Wire::FALSE, |x, count| right(x, count, Wire::FALSE))
            }
            Operation::ShiftRightSignedBy(x, by) => {
                let fill = sign(&of(x));
                shift(gates, of(x), &of(by), fill, |x, count| right(x, count, fill))
            }
            Operation::Less(x, y) => vec![is_less(gates, &of(x), &of(y))],
            Operation::LessSigned(x, y) => {
                // With the sign inverted, the order of signed numbers is that of unsigned ones.
                let [x, y] = [x, y].map(|term| {
                    let mut wires = of(term);
                    if let Some(sign) = wires.last_mut() {
                        *sign = !*sign;
                    }
                    wires
                });
                vec![is_less(gates, &x, &y)]
            }
            Operation::Equal(x, y) => {
                let differs = bitwise(&of(x), &of(y), |a, b| gates.xor(a, b));
                vec![differs.into_iter().fold(Wire::TRUE, |equal, differs| gates.and(equal, !differs))]
            }
            Operation::Choose(flag, x, y) => {
                let flag = of(flag)[0];
                bitwise(&of(x), &of(y), |a, b| gates.choose(flag, a, b))
            }
        }
    }
}

fn bitwise(x: &[Wire], y: &[Wire], mut gate: impl FnMut(Wire, Wire) -> Wire) -> Vec<Wire> {
    x.iter().zip(y).map(|(a, b)| gate(*a, *b)).collect()
}

fn inverted(x: &[Wire]) -> Vec<Wire> {
    x.iter().map(|wire| !*wire).collect()
}

fn sign(x: &[Wire]) -> Wire {
    x.last().copied().unwrap_or(Wire::FALSE)
}

/// The low `bits` bits, with `above`, or the sign, above.
fn extended(x: &[Wire], bits: usize, above: Option<Wire>) -> Vec<Wire> {
    let mut wires = x.to_vec();
    wires.resize(bits, above.unwrap_or_else(|| sign(x)));
    wires
}

/// The bits of a signed number without those that only repeat the sign.
fn narrow(x: &[Wire]) -> &[Wire] {
    let repeated = x.iter().rev().skip(1).take_while(|wire| **wire == sign(x)).count();
    &x[..x.len() - repeated]
}

/// `x + y + carry` of signed numbers.
fn sum(gates: &mut Gates, x: &[Wire], y: &[Wire], mut carry: Wire, bits: usize) -> Vec<Wire> {
    let [x, y] = [narrow(x), narrow(y)];
    let width = bits.min(x.len().max(y.len()) + 1);
    let [x, y] = [x, y].map(|number| extended(number, width, None));
    let sum = bitwise(&x, &y, |a, b| {
        let half = gates.xor(a, b);
        let sum = gates.xor(half, carry);
        carry = gates.majority(a, b, carry);
        sum
    });
    extended(&sum, bits, None)
}

fn difference(gates: &mut Gates, x: &[Wire], y: &[Wire], bits: usize) -> Vec<Wire> {
    sum(gates, x, &inverted(y), Wire::TRUE, bits)
}

/// The product of signed numbers: each step adds one row, and the lowest bit of the sum is final.
fn product(gates: &mut Gates, x: &[Wire], y: &[Wire], bits: usize) -> Vec<Wire> {
    let [x, y] = [narrow(x), narrow(y)];
    // The order of the factors does not matter: the longer one is x.
    let (x, y) = if (x.len(), x) < (y.len(), y) { (y, x) } else { (x, y) };
    let mut rest = vec![Wire::FALSE; x.len()];
    let mut product = Vec::new();
    for (place, digit) in y.iter().enumerate() {
        let row: Vec<_> = x.iter().map(|wire| gates.and(*wire, *digit)).collect();
        // The sign's digit counts negatively.
        let is_sign = place + 1 == y.len();
        let total = if is_sign {
            difference(gates, &rest, &row, x.len() + 1)
        } else {
            sum(gates, &rest, &row, Wire::FALSE, x.len() + 1)
        };
        if is_sign {
            product.extend(total);
            break;
        }
        product.push(total[0]);
        rest = total[1..].to_vec();
    }
    extended(&product, bits, None)
}

/// The quotient of unsigned numbers by long division. A divisor of 0 is never more than the remainder: all bits are 1.
fn quotient(gates: &mut Gates, x: &[Wire], y: &[Wire]) -> Vec<Wire> {
    let width = x.len() + 1;
    let divisor = extended(y, width, Some(Wire::FALSE));
    let mut rest = vec![Wire::FALSE; width];
    let mut quotient = vec![Wire::FALSE; x.len()];
    for place in (0..x.len()).rev() {
        rest = left(&rest, 1);
        rest[0] = x[place];
        let fits = !is_less(gates, &rest, &divisor);
        let less = difference(gates, &rest, &divisor, width);
        rest = bitwise(&less, &rest, |a, b| gates.choose(fits, a, b));
        quotient[place] = fits;
    }
    quotient
}

/// `x < y`, unsigned: `x + !y + 1` has no carry.
fn is_less(gates: &mut Gates, x: &[Wire], y: &[Wire]) -> Wire {
    let carry = x.iter().zip(y).fold(Wire::TRUE, |carry, (a, b)| gates.majority(*a, !*b, carry));
    !carry
}

fn left(x: &[Wire], count: usize) -> Vec<Wire> {
    let zeros = std::iter::repeat_n(Wire::FALSE, count.min(x.len()));
    zeros.chain(x.iter().copied()).take(x.len()).collect()
}

fn right(x: &[Wire], count: usize, fill: Wire) -> Vec<Wire> {
    let rest = x.iter().copied().skip(count);
    extended(&rest.collect::<Vec<_>>(), x.len(), Some(fill))
}

/// A shift by an amount: each bit of the amount shifts by a power of two, or not.
fn shift(
    gates: &mut Gates,
    mut x: Vec<Wire>,
    by: &[Wire],
    fill: Wire,
    shifted: impl Fn(&[Wire], usize) -> Vec<Wire>,
) -> Vec<Wire> {
    let width = x.len();
    for (place, bit) in by.iter().enumerate() {
        x = match 1_usize.checked_shl(place as u32) {
            Some(count) if count < width => bitwise(&shifted(&x, count), &x, |a, b| gates.choose(*bit, a, b)),
            _ => x.iter().map(|wire| gates.choose(*bit, fill, *wire)).collect(),
        };
    }
    x
}
