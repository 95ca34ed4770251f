//! The values of narrow terms.

use std::collections::HashMap;

use vmad_ptx::domain::{Domain as _, Integers};
use vmad_term::{eval::Evaluator, operation::Term, term::Truth};

use super::{
    narrow::{Narrow, Product},
    number::Number,
};

/// Numbers and truths ready for many evaluations.
#[derive(Debug)]
pub struct Values {
    evaluator: Evaluator,
    numbers: Vec<Number>,
    truths: Vec<Truth>,
    products: Vec<Product>,
}

impl Values {
    /// The values of numbers and truths of a domain.
    pub fn new(domain: &Narrow<'_>, numbers: &[Number], truths: &[Truth]) -> Self {
        let products = domain.products();
        let factors = products.iter().flat_map(|product| product.factors);
        let roots = factors.chain(numbers.iter().copied()).map(|number| number.term);
        let roots: Vec<Term> = roots.chain(truths.iter().map(|truth| Term::from(*truth))).collect();
        let evaluator = Evaluator::new(domain.wiring.terms, &roots);
        Self { evaluator, numbers: numbers.to_vec(), truths: truths.to_vec(), products }
    }

    /// Evaluates everything; a product that has a name is the product of its factors.
    pub fn run(&mut self, value_of: impl Fn(&str) -> u128) -> Vec<i128> {
        let mut known: HashMap<&str, u128> = self.products.iter().map(|product| (product.name, 0)).collect();
        // A factor may depend on an earlier product, not on a later one.
        for product in &self.products {
            self.evaluator.run(|name| known.get(name).copied().unwrap_or_else(|| value_of(name)));
            let [x, y] = product.factors.map(|it| it.value(self.evaluator.bits(it.term)));
            let value = match &product.opaque {
                Some((name, bits)) => Integers.opaque(name, x, *bits),
                None => x.wrapping_mul(y),
            };
            known.insert(product.name, value as u128);
        }
        self.evaluator.run(|name| known.get(name).copied().unwrap_or_else(|| value_of(name)));
        self.numbers.iter().map(|it| it.value(self.evaluator.bits(it.term))).collect()
    }

    /// The truths, after [`Values::run`].
    pub(super) fn truths(&self) -> Vec<bool> {
        self.truths.iter().map(|truth| self.evaluator.truth(*truth)).collect()
    }
}
