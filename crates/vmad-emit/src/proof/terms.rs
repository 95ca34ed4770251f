//! A lowered function in the store of a proof.

use std::collections::HashMap;

use vmad_term::{
    operation::{Operation as Op, Term},
    term::{Extension, Terms, Truth, Vector},
};

use super::products::Products;
use crate::lower::Lowered;

/// An expression that is replaced by the low bits of a number, which is proved equal.
pub(super) type Cut = (Term, Vector<128>);

/// Copies an expression of more than one bit into a store that simplifies nothing: its number, and the claims on the
/// factors of multiplications and on the amounts of shifts. [`None`] if a multiplication has unknown factors.
pub(super) fn copy(
    terms: &Terms,
    lowered: &Lowered,
    products: Option<&Products>,
    cuts: &[Cut],
    root: Term,
) -> Option<(Vector<128>, Vec<Truth>)> {
    let mut copied: HashMap<Term, Term> = HashMap::new();
    let mut claims = Vec::new();
    for (term, node) in lowered.graph.below(&[root]) {
        let low_bits = |number: Vector<128>| terms.term(node.sort, Op::Field(number.into(), 0));
        let copy = match (cuts.iter().find(|(cut, _)| *cut == term), products, node.operation) {
            (Some((_, number)), ..) => low_bits(*number),
            (
                None,
                Some(products),
                Op::Multiply(x, y) | Op::MultiplyHigh(x, y) | Op::MultiplyHighSigned(x, y),
            ) => {
                let factors = [x, y].map(|factor| terms.value(copied[&factor], Extension::Zeros));
                let (product, of_factors) = products.of(term, node, factors)?;
                claims.extend(of_factors);
                low_bits(product)
            }
            (None, _, operation) => {
                terms.term(node.sort, operation.with_arguments(|argument| copied[&argument]))
            }
        };
        copied.insert(term, copy);
    }
    // Also those below a cut or a factor, which the result does not depend on.
    claims.push(terms.amounts_are_legal(&copied.values().copied().collect::<Vec<_>>()));
    Some((terms.value(copied[&root], Extension::Zeros), claims))
}
