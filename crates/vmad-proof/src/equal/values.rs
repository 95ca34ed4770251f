//! The values of narrow terms.

use std::collections::HashMap;

use vmad_ptx::domain::{Domain as _, Integers};
use vmad_term::{
    eval::Evaluator,
    operation::{Term, signed},
    term::Truth,
};

use super::narrow::{Narrow, Product};

/// Numbers and truths ready for many evaluations.
#[derive(Debug)]
pub struct Values<'d> {
    domain: &'d Narrow,
    evaluator: Evaluator,
    numbers: Vec<Term>,
    truths: Vec<Truth>,
    products: Vec<Product>,
}

impl<'d> Values<'d> {
    /// The values of numbers and truths of a domain.
    pub fn new(domain: &'d Narrow, numbers: &[Term], truths: &[Truth]) -> Self {
        let products = domain.products.borrow().clone();
        let factors = products.iter().flat_map(|product| product.factors);
        let roots = factors.chain(numbers.iter().copied());
        let roots: Vec<Term> = roots.chain(truths.iter().map(|truth| Term::from(*truth))).collect();
        let evaluator = Evaluator::new(&domain.terms, &roots);
        Self { domain, evaluator, numbers: numbers.to_vec(), truths: truths.to_vec(), products }
    }

    /// Evaluates everything; a product that has a name is the product of its factors.
    pub fn run(&mut self, value_of: impl Fn(&str) -> u128) -> Vec<i128> {
        let mut known: HashMap<&str, u128> = self.products.iter().map(|product| (product.name, 0)).collect();
        // A factor may depend on an earlier product, not on a later one.
        for product in &self.products {
            self.evaluator.run(|name| known.get(name).copied().unwrap_or_else(|| value_of(name)));
            let [x, y] = product.factors.map(|factor| self.value(factor));
            let value = match &product.opaque {
                Some((name, bits)) => Integers.opaque(name, x, *bits),
                None => x.wrapping_mul(y),
            };
            known.insert(product.name, value as u128);
        }
        self.evaluator.run(|name| known.get(name).copied().unwrap_or_else(|| value_of(name)));
        self.numbers.iter().map(|number| self.value(*number)).collect()
    }

    fn value(&self, number: Term) -> i128 {
        signed(self.evaluator.bits(number), self.domain.terms.bits(number))
    }

    /// The truths, after [`Values::run`].
    pub(super) fn truths(&self) -> Vec<bool> {
        self.truths.iter().map(|truth| self.evaluator.truth(*truth)).collect()
    }
}
