//! Code with one operation a line: what LLVM IR, SPIR-V and PTX have in common.

use std::collections::HashMap;

use vmad_term::operation::{Operation as Op, Term};

use crate::{
    built_in::{self, Step},
    lower::Lowered,
};

/// The operations of a function.
pub(super) struct Steps {
    /// The operations that need a line, operands first.
    pub(super) order: Vec<Step>,
    /// The names of parameters and results; constants have none.
    pub(super) names: HashMap<Term, String>,
}

/// The operations of a function, in a language with the first `known` built-in functions.
pub(super) fn steps(Lowered { graph, result }: &Lowered, known: usize) -> Steps {
    let mut steps = Steps { order: Vec::new(), names: HashMap::new() };
    for step in built_in::steps(graph, &[*result], known) {
        match step.node.operation {
            Op::Constant(_) => {}
            Op::Variable(name) => {
                steps.names.insert(step.term, name.to_owned());
            }
            _ => {
                steps.names.insert(step.term, format!("t{}", steps.order.len()));
                steps.order.push(step);
            }
        }
    }
    steps
}
