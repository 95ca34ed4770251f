//! What there is to prove.

use vmad_unit::{Wires, vmad::Mode};

use crate::{interpretation::Alternative, spelling::multiply_add};

use super::{
    datapath::Datapath,
    manual::{Manual, transcribe},
    product::Product,
    semantics::Semantics,
    setting::ports,
    symbolic::Symbolic,
    term::{Extension, Terms, Truth, Vector},
};

/// Something that must hold of all inputs, by the name of the wire that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The wire.
    pub wire: &'static str,
    /// What must hold.
    pub holds: Truth,
}

/// Claims that follow, together, from an assumption.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What is assumed of the variables.
    pub assumption: Truth,
    /// What must then hold.
    pub claims: Vec<Claim>,
}

impl Goal {
    /// All claims at once.
    pub fn conclusion(&self, terms: &Terms) -> Truth {
        terms.all(self.claims.iter().map(|claim| claim.holds))
    }
}

/// How the product of the two factors is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiplication {
    /// As the variable `p`, the same for both sides: [`Product`] is all that is known of it.
    Abstract,
    /// As a multiplication on either side.
    Exact,
}

/// Both sides of a comparison.
pub struct Sides<'t> {
    /// The datapath's wires.
    pub unit: Wires<Symbolic<'t>>,
    /// What went into the multiplier.
    pub multiplied: Vec<[Vector<33>; 2]>,
    /// The manual's variables.
    pub manual: Manual,
    /// What is assumed of the product.
    pub assumption: Truth,
}

impl<'t> Sides<'t> {
    /// Both sides on the same ports `a`, `b`, `c`.
    pub fn new(
        terms: &'t Terms,
        datapath: &impl Datapath,
        mode: Mode,
        semantics: Semantics,
        multiplication: Multiplication,
    ) -> Self {
        let [a, b, c] = ports(terms);
        let product = Product::of(mode.a.format(), mode.b.format());
        let (p, bounds) = product.variable(terms);
        let logic = match multiplication {
            Multiplication::Abstract => Symbolic::abstracted(terms, product.on_wire(terms)),
            Multiplication::Exact => Symbolic::exact(terms),
        };
        let unit = datapath.run(&logic, mode, a, b, c);
        let it = multiply_add(mode);
        let manual = transcribe(terms, &it, semantics, [a, b, c], p);
        let multiplied = logic.multiplied();
        match multiplication {
            Multiplication::Abstract => Self { unit, multiplied, manual, assumption: bounds },
            Multiplication::Exact => {
                let exact = terms.multiply(manual.ta, manual.tb);
                let manual = transcribe(terms, &it, semantics, [a, b, c], exact);
                Self { unit, multiplied, manual, assumption: terms.always() }
            }
        }
    }

    /// That every wire of the datapath has the value that the manual's variable of the same meaning has: 128 bits, in
    /// which nothing overflows, hold the latter, so that no wire is too narrow for what is on it.
    pub fn goal(&self, terms: &Terms) -> Goal {
        let (unit, manual) = (&self.unit, &self.manual);
        let is = |wire: Vector<66>, value| terms.equal(terms.sign_extend(wire), value);
        let [min, max] = manual.range;
        let claims = [
            ("product", is(unit.product, manual.product)),
            ("c extended", is(unit.adder.c_extended, manual.c)),
            ("product term", is(unit.adder.product_term, manual.product_or_not)),
            ("c term", is(unit.adder.c_term, manual.c128)),
            ("carry in", terms.equal(terms.sign_extend(unit.adder.carry_in), manual.lsb)),
            ("tmp", is(unit.adder.tmp, manual.tmp)),
            // "The two guard bits are always alike": 65 bits hold what 66 do.
            ("guard bits", terms.equal(terms.cut(unit.adder.tmp, 65, Extension::Sign), unit.adder.tmp)),
            ("shr", is(unit.shr, manual.result)),
            ("min", is(unit.saturate.min, terms.constant(min))),
            ("max", is(unit.saturate.max, terms.constant(max))),
            ("below", terms.same(unit.saturate.below, manual.outside[0])),
            ("above", terms.same(unit.saturate.above, manual.outside[1])),
            ("result", terms.equal(unit.saturate.result, manual.d)),
        ];
        let claims = claims.map(|(wire, holds)| Claim { wire, holds });
        Goal { assumption: self.assumption, claims: [self.operand_claims(terms), claims.to_vec()].concat() }
    }

    /// The part of it that is about the two operands, and what reaches the multiplier.
    pub fn operand_claims(&self, terms: &Terms) -> Vec<Claim> {
        let (unit, manual) = (&self.unit, &self.manual);
        let is = |wire: Vector<33>, value| terms.equal(terms.sign_extend(wire), value);
        let mut claims = vec![
            ("a.field", terms.equal(unit.a.field, manual.part_a)),
            ("b.field", terms.equal(unit.b.field, manual.part_b)),
            ("a.extended", is(unit.a.extended, manual.ta)),
            ("b.extended", is(unit.b.extended, manual.tb)),
        ];
        for [a, b] in &self.multiplied {
            claims.extend([("multiplicand", is(*a, manual.ta)), ("multiplier", is(*b, manual.tb))]);
        }
        claims.into_iter().map(|(wire, holds)| Claim { wire, holds }).collect()
    }
}

/// That the result differs from an alternative's exactly where the alternative's condition says that it does.
pub(super) fn alternative_goal(
    terms: &Terms,
    datapath: &impl Datapath,
    mode: Mode,
    alternative: &Alternative,
    multiplication: Multiplication,
) -> Goal {
    let ours = Sides::new(terms, datapath, mode, Semantics::DEFAULT, multiplication);
    let theirs = Sides::new(terms, datapath, mode, Semantics::of(alternative), multiplication);
    let equal = terms.equal(ours.unit.saturate.result, theirs.manual.d);
    let holds = match alternative.condition(mode) {
        None => equal,
        Some(condition) => terms.same(terms.not(equal), condition.term(terms, ours.unit.c, &ours.manual)),
    };
    Goal { assumption: ours.assumption, claims: vec![Claim { wire: "result", holds }] }
}
