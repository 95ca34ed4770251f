//! Code with one operation a line: what LLVM IR, SPIR-V and PTX have in common.

use std::collections::HashMap;

use vmad_term::operation::{Operation as Op, Term};

use crate::lower::Lowered;

/// The operations of a function.
pub(super) struct Steps {
    /// The operations that need a line, operands first.
    pub(super) order: Vec<Term>,
    /// The names of parameters and results; constants have none.
    pub(super) names: HashMap<Term, String>,
}

/// The operations of a function.
pub(super) fn steps(Lowered { graph, result }: &Lowered) -> Steps {
    let mut steps = Steps { order: Vec::new(), names: HashMap::new() };
    for (value, node) in graph.below(&[*result]) {
        match node.operation {
            Op::Constant(_) => {}
            Op::Variable(name) => {
                steps.names.insert(value, name.to_owned());
            }
            _ => {
                steps.names.insert(value, format!("t{}", steps.order.len()));
                steps.order.push(value);
            }
        }
    }
    steps
}
