//! The lemmas on which the modes' proofs depend.

use std::fmt;

use vmad_unit::{Format, Operand, Psign, Saturate, Scale, Sign, vmad::Mode};

use super::{
    datapath::Datapath,
    goal::{Claim, Goal, Multiplication, Sides},
    product::{Product, magnitudes},
    semantics::Semantics,
    symbolic::multiply_exactly,
    term::{Extension, Terms, Truth, Vector},
};
use crate::spelling::OperandName;

/// A statement about all inputs that does not depend on psign, scale or SAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lemma {
    /// On either port, the selected and extended operand is the manual's `partSelectSignExtend` of the register.
    Operand(Operand),
    /// [`Logic::multiply`](vmad_unit::Logic::multiply)'s 66 bits are the lowest 66 of the manual's `tmp[127:0] = ta * tb`.
    Multiplier,
    /// A number of a signed format is a magnitude of at most 2^(n-1) - 1, or the negative of one of at most 2^(n-1).
    /// (It says nothing about an unsigned format.)
    Magnitude(Format),
    /// The product of two formats, computed in 128 bits, is its own lowest bits extended, as many as both factors have
    /// together, and is between the smallest and the largest product of the ranges' ends.
    Product(Format, Format),
}

impl Lemma {
    /// All: 14 operands, the multiplier, three magnitudes, 36 products.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let signed = Format::ALL.into_iter().filter(|format| format.sign == Sign::Signed);
        let products =
            Format::ALL.into_iter().flat_map(|a| Format::ALL.into_iter().map(move |b| Self::Product(a, b)));
        let operands = Operand::all().map(Self::Operand);
        operands.chain([Self::Multiplier]).chain(signed.map(Self::Magnitude)).chain(products)
    }

    /// Its goals: several where it is proved case by case.
    pub fn goals(self, terms: &Terms, datapath: &impl Datapath) -> Vec<Goal> {
        match self {
            Self::Operand(operand) => vec![operand_goal(terms, datapath, operand)],
            Self::Multiplier => vec![multiplier_goal(terms)],
            Self::Magnitude(format) => vec![magnitude_goal(terms, format)],
            Self::Product(a, b) => product_goals(terms, a, b),
        }
    }
}

impl fmt::Display for Lemma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operand(operand) => write!(f, "lemma operand {}", OperandName(*operand)),
            Self::Multiplier => f.write_str("lemma multiplier"),
            Self::Magnitude(format) => write!(f, "lemma magnitude {}", format.name()),
            Self::Product(a, b) => write!(f, "lemma product {}.{}", a.name(), b.name()),
        }
    }
}

/// A mode for an operand's own wires, which depend on no other part of the mode.
pub(super) fn operand_control(operand: Operand) -> Mode {
    Mode { a: operand, b: operand, psign: Psign::Add, scale: Scale::Pass, saturate: Saturate::Off }
}

fn operand_goal(terms: &Terms, datapath: &impl Datapath, operand: Operand) -> Goal {
    let mode = operand_control(operand);
    let sides = Sides::new(terms, datapath, mode, Semantics::DEFAULT, Multiplication::Abstract);
    Goal { assumption: terms.always(), claims: sides.operand_claims(terms) }
}

/// A product's low bits depend only on the factors' low bits.
fn multiplier_goal(terms: &Terms) -> Goal {
    let (x, y) = (terms.variable::<33>("x"), terms.variable::<33>("y"));
    let manual = terms.multiply(terms.sign_extend::<33, 128>(x), terms.sign_extend(y));
    let holds = terms.equal(multiply_exactly(terms, x, y), terms.field(manual, 0));
    Goal { assumption: terms.always(), claims: vec![Claim { wire: "product", holds }] }
}

fn magnitude_goal(terms: &Terms, format: Format) -> Goal {
    let bits = format.width.bits();
    let x: Vector<128> = terms.number("x", bits, Extension::Sign);
    let negative = terms.less(x, terms.constant(0));
    let magnitude = terms.cut(terms.choose(negative, terms.negate(x), x), bits, Extension::Zeros);
    let mut claims = Vec::new();
    for (negated, largest) in magnitudes(format) {
        let (case, number) =
            if negated { (negative, terms.negate(magnitude)) } else { (terms.not(negative), magnitude) };
        let fits = terms.and(terms.equal(x, number), terms.between(0, magnitude, largest));
        claims.push(Claim { wire: "operand", holds: terms.or(terms.not(case), fits) });
    }
    Goal { assumption: terms.always(), claims }
}

/// Two goals for each combination of signs, over magnitudes: solvers multiply zero-extended numbers in a fraction of a
/// second, sign-extended ones in a minute or never.
fn product_goals(terms: &Terms, a: Format, b: Format) -> Vec<Goal> {
    let Product { bits, extension, low, high } = Product::of(a, b);
    let factor = |name, format: Format, (negated, largest): (bool, i128)| -> (Vector<128>, Truth) {
        let magnitude = terms.number(name, format.width.bits(), Extension::Zeros);
        let number = if negated { terms.negate(magnitude) } else { magnitude };
        (number, terms.between(0, magnitude, largest))
    };
    let cases = magnitudes(a).into_iter().flat_map(|x| magnitudes(b).into_iter().map(move |y| (x, y)));
    let goals = cases.flat_map(|(x, y)| {
        let (x, x_bounds) = factor("x", a, x);
        let (y, y_bounds) = factor("y", b, y);
        let assumption = terms.and(x_bounds, y_bounds);
        let product = terms.multiply(x, y);
        let fits = terms.equal(product, terms.cut(product, bits, extension));
        let claims = [("width", fits), ("range", terms.between(low, product, high))];
        claims.map(|(wire, holds)| Goal { assumption, claims: vec![Claim { wire, holds }] })
    });
    goals.collect()
}
