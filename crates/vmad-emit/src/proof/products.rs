//! The multiplications of a graph as sums with the datapath's product.

use vmad_proof::product::Product;
use vmad_term::{
    operation::{Node, Operation as Op, Term},
    simplify::range::ones,
    term::{Extension, Terms, Truth, Vector},
};
use vmad_unit::vmad::Mode;

use super::{cases, executed, factors_of};
use crate::lower::Lowered;

/// The part of a factor that is an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// As many of its low bits as the operand has.
    Low,
    /// Bits 15:0.
    LowHalf,
    /// Bits 31:16.
    HighHalf,
}

impl Part {
    const ALL: [Self; 3] = [Self::Low, Self::LowHalf, Self::HighHalf];

    /// The part of a number, in an operand of some bits.
    fn of(self, factor: i128, bits: u32) -> u128 {
        match self {
            Self::Low => factor as u128 & ones(bits),
            Self::LowHalf => factor as u128 & 0xffff,
            Self::HighHalf => factor as u128 >> 16 & 0xffff,
        }
    }
}

/// The datapath's product, and its relation to each multiplication of a graph.
///
/// With X and Y the factors' low 32 bits as unsigned numbers, and s and t 1 for a negative factor and 0 otherwise,
/// ta = X - 2^32 s and tb = Y - 2^32 t. So ta tb = XY - 2^32 (sY + tX) + 2^64 st.
pub(super) struct Products<'t> {
    terms: &'t Terms,
    /// `ta` and `tb`, as numbers.
    factors: [Vector<128>; 2],
    /// `ta tb`, as a number.
    product: Vector<128>,
    /// The products of halves, if the graph has them: low by low, low by high, high by low, high by high.
    halves: [Vector<128>; 4],
    assumption: Truth,
    /// The multiplications: the order of the factors, and their parts.
    matches: Vec<(Term, Match)>,
    /// The upper half of XY, if the graph computes it from products of halves; then that of two signed numbers.
    upper: Vec<(Term, Extension)>,
}

/// Which factor the first operand is, and the parts of the two operands.
type Match = (usize, [Part; 2]);

impl<'t> Products<'t> {
    pub(super) fn new(terms: &'t Terms, mode: Mode, factors: [Vector<33>; 2], lowered: &Lowered) -> Self {
        let factors = factors.map(|factor| terms.sign_extend(factor));
        let Product { bits, extension, low, high } = Product::of(mode.a.format(), mode.b.format());
        let matches = matches(mode, lowered);
        let has_halves = matches.iter().any(|(_, (_, parts))| *parts != [Part::Low; 2]);
        let halves = ["p00", "p01", "p10", "p11"].map(|name| terms.number(name, 32, Extension::Zeros));
        let mut products = Self {
            terms,
            factors,
            product: terms.number("p", bits, extension),
            halves,
            assumption: terms.always(),
            matches,
            upper: if has_halves { upper_halves(mode, lowered) } else { Vec::new() },
        };
        // An upper half that is one expression has a proof of its own, and the product is a variable.
        let has_halves = has_halves && products.upper.is_empty();
        if has_halves {
            let unsigned = products.of_halves();
            products.product = terms.add(unsigned, terms.negate(products.excess(Extension::Zeros)));
        }
        let range = terms.within(products.product, [low, high]);
        products.assumption =
            if has_halves { terms.and(range, products.halves_are_products()) } else { range };
        products
    }

    pub(super) fn on_wire(&self) -> Vector<66> {
        self.terms.field(self.product, 0)
    }

    /// The expressions that are upper halves, with their terms.
    pub(super) fn upper(&self) -> Vec<(Term, Vector<128>)> {
        self.upper.iter().map(|&(value, extension)| (value, self.high(extension))).collect()
    }

    /// The required value of an upper half that is computed from products of halves, and the assumption on these
    /// products.
    pub(super) fn upper_of_halves(&self) -> (Vector<128>, Truth) {
        (self.terms.part(self.of_halves(), 32, 32, Extension::Zeros), self.halves_are_products())
    }

    /// The upper half of the product of the factors' low 32 bits, read with zeros or their sign above.
    fn high(&self, extension: Extension) -> Vector<128> {
        let whole = self.terms.add(self.product, self.excess(extension));
        self.terms.part(whole, 32, 32, Extension::Zeros)
    }

    pub(super) fn assumption(&self) -> Truth {
        self.assumption
    }

    /// XY from the products of halves.
    fn of_halves(&self) -> Vector<128> {
        let (terms, [low, one, other, high]) = (self.terms, self.halves);
        let middle = terms.shift_left(terms.add(one, other), 16);
        terms.add(terms.add(low, middle), terms.shift_left(high, 32))
    }

    /// A product of halves is at most (2^16 - 1)^2, and 0 if one of the halves is.
    fn halves_are_products(&self) -> Truth {
        let terms = self.terms;
        let zero = terms.constant(0);
        let truths = (0..4).map(|index| {
            let parts = [Part::LowHalf, Part::HighHalf];
            let [x, y] =
                [(0, index / 2), (1, index % 2)].map(|(factor, part)| self.part(factor, parts[part], 32));
            let any_zero = terms.or(terms.equal(x, zero), terms.equal(y, zero));
            let product = self.halves[index];
            let fits = terms.within(product, [0, 0xffff * 0xffff]);
            terms.and(fits, terms.or(terms.not(any_zero), terms.equal(product, zero)))
        });
        terms.all(truths.collect::<Vec<_>>())
    }

    /// A part of a factor, as an unsigned number.
    fn part(&self, factor: usize, part: Part, bits: u32) -> Vector<128> {
        let x = self.factors[factor];
        match part {
            Part::Low => self.terms.cut(x, bits, Extension::Zeros),
            Part::LowHalf => self.terms.cut(x, 16, Extension::Zeros),
            Part::HighHalf => self.terms.part(x, 16, 16, Extension::Zeros),
        }
    }

    /// The product of the factors' low 32 bits, read with zeros or their sign above, less `ta tb`.
    fn excess(&self, extension: Extension) -> Vector<128> {
        let terms = self.terms;
        let zero = terms.constant(0);
        let [x, y] = self.factors.map(|factor| terms.cut(factor, 32, extension));
        // The factor, extended from 32 bits, exceeds the factor by 0 or 2^32; with its sign by 0 or -2^32.
        let is_other = [(x, 0), (y, 1)].map(|(it, factor)| terms.not(terms.equal(it, self.factors[factor])));
        let [s, t] = is_other;
        let times = |flag, it| terms.shift_left(terms.choose(flag, it, zero), 32);
        let single = terms.add(times(s, y), times(t, x));
        let both = terms.shift_left(terms.choose(terms.and(s, t), terms.constant(1), zero), 64);
        match extension {
            // XY - ta tb = 2^32 (sY + tX) - 2^64 st
            Extension::Zeros => terms.add(single, terms.negate(both)),
            // With x = ta - 2^32 s: xy - ta tb = -2^32 (sy + tx) - 2^64 st
            Extension::Sign => terms.negate(terms.add(single, both)),
        }
    }

    /// The value of a multiplication of the graph, and the claims on its operands.
    pub(super) fn of(
        &self,
        value: Term,
        node: Node,
        operands: [Vector<128>; 2],
    ) -> Option<(Vector<128>, [Truth; 2])> {
        let terms = self.terms;
        let (_, (first, parts)) = *self.matches.iter().find(|(other, _)| *other == value)?;
        let bits = node.sort.bits();
        let claims = [0, 1].map(|index| {
            let factor = if index == 0 { first } else { 1 - first };
            terms.equal(operands[index], self.part(factor, parts[index], bits))
        });
        let product = match node.operation {
            Op::MultiplyHigh(..) => self.high(Extension::Zeros),
            Op::MultiplyHighSigned(..) => self.high(Extension::Sign),
            _ if parts == [Part::Low; 2] => terms.cut(self.product, bits, Extension::Zeros),
            _ => {
                // The part of `ta`, then the part of `tb`.
                let [x, y] = if first == 0 { parts } else { [parts[1], parts[0]] };
                self.halves[2 * usize::from(x == Part::HighHalf) + usize::from(y == Part::HighHalf)]
            }
        };
        Some((product, claims))
    }
}

/// The expressions that are upper halves in all executions: the unsigned one, then the signed one.
fn upper_halves(mode: Mode, lowered: &Lowered) -> Vec<(Term, Extension)> {
    let cases = cases();
    let executed = executed(lowered, &cases);
    let find = |extension| {
        let all = lowered.graph.below(&[lowered.result]);
        let found = all.into_iter().find(|(value, node)| {
            node.sort.bits() == 32
                && matches!(node.operation, Op::Add(..) | Op::Subtract(..) | Op::ShiftRight(..))
                && cases.iter().zip(&executed[value]).all(|(&ports, found)| {
                    let [x, y] = factors_of(mode, ports).map(|factor| match extension {
                        Extension::Zeros => i128::from(factor as u32),
                        Extension::Sign => i128::from(factor as i32),
                    });
                    *found == (x * y) as u128 >> 32 & ones(32)
                })
        });
        found.map(|(value, _)| (value, extension))
    };
    let Some(unsigned) = find(Extension::Zeros) else { return Vec::new() };
    let signed = find(Extension::Sign).filter(|(value, _)| *value > unsigned.0);
    [Some(unsigned), signed].into_iter().flatten().collect()
}

/// For each multiplication, the factors and parts that its operands are in all executions; the solver proves each.
fn matches(mode: Mode, lowered: &Lowered) -> Vec<(Term, Match)> {
    let cases = cases();
    let executed = executed(lowered, &cases);
    let mut found = Vec::new();
    for (value, node) in lowered.graph.below(&[lowered.result]) {
        let (Op::Multiply(x, y) | Op::MultiplyHigh(x, y) | Op::MultiplyHighSigned(x, y)) = node.operation
        else {
            continue;
        };
        let bits = node.sort.bits();
        let candidates = [0, 1].into_iter().flat_map(|first| {
            Part::ALL
                .into_iter()
                .flat_map(move |one| Part::ALL.into_iter().map(move |other| (first, [one, other])))
        });
        let is_it = |(first, [one, other]): &Match| {
            // Two halves, or two wholes.
            (*one == Part::Low) == (*other == Part::Low)
                && cases.iter().zip(executed[&x].iter().zip(&executed[&y])).all(|(&ports, (&x, &y))| {
                    let factors = factors_of(mode, ports);
                    x == one.of(factors[*first], bits) && y == other.of(factors[1 - first], bits)
                })
        };
        if let Some(it) = candidates.into_iter().find(is_it) {
            found.push((value, it));
        }
    }
    found
}
