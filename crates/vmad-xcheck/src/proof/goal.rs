//! The goals of the proof.

use vmad_unit::{Sign, Stage, Wire, vmad::Mode};

use crate::{row::Row, spelling::multiply_add};

use super::{
    datapath::Datapath,
    domain::TermDomain,
    name::ports,
    numbers::Manual,
    product::Product,
    semantics::Semantics,
    symbolic::Symbolic,
    term::{Extension, Term, Terms, Truth, Vector},
};

/// A statement about all inputs, with the name of its wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The wire.
    pub wire: &'static str,
    /// The statement.
    pub holds: Truth,
}

/// Claims that follow from an assumption.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The assumption on the variables.
    pub assumption: Truth,
    /// The claims.
    pub claims: Vec<Claim>,
}

impl Goal {
    /// All claims at once.
    pub fn conclusion(&self, terms: &Terms) -> Truth {
        terms.all(self.claims.iter().map(|claim| claim.holds))
    }
}

/// The form of the product of the two factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiplication {
    /// The variable `p`, the same for both sides, of which only [`Product`] is known.
    Abstract,
    /// A multiplication on either side.
    Exact,
}

/// Both sides of a comparison.
pub struct Sides {
    /// The datapath's wires.
    pub wires: Vec<Wire<Term>>,
    /// The datapath's result.
    pub result: Vector<32>,
    /// The operands of the multiplier.
    pub multiplied: Vec<[Vector<33>; 2]>,
    /// The manual's variables.
    pub manual: Manual,
    /// The assumption on the product.
    pub assumption: Truth,
}

impl Sides {
    /// Both sides on the same ports `a`, `b`, `c`.
    pub fn new(
        terms: &Terms,
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
        let mut wires = Vec::new();
        let result = datapath.run(&logic, &mut wires, mode, [a, b, c]);
        let multiplied = logic.multiplied();
        let (domain, assumption) = match multiplication {
            Multiplication::Abstract => (TermDomain::abstracted(terms, p), bounds),
            Multiplication::Exact => (TermDomain::exact(terms), terms.always()),
        };
        let manual = semantics.manual(terms, &domain, &multiply_add(mode));
        Self { wires, result, multiplied, manual, assumption }
    }

    /// Every wire of the datapath has the manual's number. That number has 128 bits, in which nothing overflows, so no
    /// wire is too narrow for its number.
    pub fn goal(&self, terms: &Terms) -> Goal {
        let mut claims = self.operand_claims(terms);
        let others = self.wires.iter().filter(|wire| !is_of_an_operand(wire));
        claims.extend(others.map(|wire| self.claim(terms, wire)));
        // "The guard bits are always equal": 65 bits hold what 66 do.
        let tmp = self.wires.iter().find(|wire| wire.name == "tmp").map(|wire| number(terms, wire));
        let alike = tmp.map(|tmp| terms.equal(terms.cut(tmp, 65, Extension::Sign), tmp));
        claims.extend(alike.map(|holds| Claim { wire: "guard bits", holds }));
        Goal { assumption: self.assumption, claims }
    }

    /// The claims about the two operands and the multiplier's inputs.
    pub fn operand_claims(&self, terms: &Terms) -> Vec<Claim> {
        let operands = self.wires.iter().filter(|wire| is_of_an_operand(wire));
        let mut claims: Vec<_> = operands.map(|wire| self.claim(terms, wire)).collect();
        let is = |factor: Vector<33>, value| terms.equal(terms.sign_extend(factor), value);
        for [a, b] in &self.multiplied {
            let factors = [("multiplicand", is(*a, self.manual.ta)), ("multiplier", is(*b, self.manual.tb))];
            claims.extend(factors.map(|(wire, holds)| Claim { wire, holds }));
        }
        claims
    }

    /// A wire has the manual's number; false for a wire without one.
    fn claim(&self, terms: &Terms, wire: &Wire<Term>) -> Claim {
        let expected = self.manual.on(wire.name);
        let holds = expected
            .map_or_else(|| terms.not(terms.always()), |expected| terms.equal(number(terms, wire), expected));
        Claim { wire: wire.name, holds }
    }
}

/// Whether a wire depends on one operand only.
fn is_of_an_operand(wire: &Wire<Term>) -> bool {
    wire.stage == Stage::Select && wire.name != "C port"
}

/// The number on a wire.
fn number(terms: &Terms, wire: &Wire<Term>) -> Vector<128> {
    terms.value(wire.bits, Extension::of_signed(wire.sign == Sign::Signed))
}

/// The result differs from an alternative's exactly where the alternative's condition holds.
pub(super) fn alternative_goal(
    terms: &Terms,
    datapath: &impl Datapath,
    mode: Mode,
    alternative: &Row,
    multiplication: Multiplication,
) -> Goal {
    let ours = Sides::new(terms, datapath, mode, Semantics::DEFAULT, multiplication);
    let theirs = Sides::new(terms, datapath, mode, Semantics::of(alternative), multiplication);
    let last = Extension::of_signed(mode.final_sign() == Sign::Signed);
    let equal = terms.equal(terms.extend(ours.result, last), theirs.manual.d);
    let holds = match alternative.condition(&mode.into()) {
        None => equal,
        Some(condition) => terms.same(terms.not(equal), condition.term(terms, ports(terms)[2], &ours.manual)),
    };
    Goal { assumption: ours.assumption, claims: vec![Claim { wire: "result", holds }] }
}
