//! A lowered function in the store of a proof.

use std::collections::HashMap;

use vmad_term::{
    operation::{Operation as Op, Term},
    term::{Extension, Terms, Truth, Vector},
};

use super::products::Products;
use crate::lower::Lowered;

/// Copies the result of a function into a store that simplifies nothing: its number, and the claims on the factors of
/// multiplications and on the amounts of shifts.
pub(super) fn copy(
    terms: &Terms,
    Lowered { graph, result }: &Lowered,
    products: Option<&Products>,
) -> (Vector<128>, Vec<Truth>) {
    let mut copied: HashMap<Term, Term> = HashMap::new();
    let mut claims = Vec::new();
    for (term, node) in graph.below(&[*result]) {
        let copy = match (products, node.operation) {
            (Some(products), Op::Multiply(x, y) | Op::MultiplyHigh(x, y) | Op::MultiplyHighSigned(x, y)) => {
                let operands = [x, y].map(|operand| terms.value(copied[&operand], Extension::Zeros));
                let (product, are_factors) = products.of(node, operands);
                claims.push(are_factors);
                terms.term(node.sort, Op::Field(product.into(), 0))
            }
            (_, operation) => terms.term(node.sort, operation.with_arguments(|argument| copied[&argument])),
        };
        copied.insert(term, copy);
    }
    // Also those below a factor, which the result does not depend on.
    claims.push(terms.amounts_are_legal(&copied.values().copied().collect::<Vec<_>>()));
    (terms.value(copied[result], Extension::Zeros), claims)
}
