//! Code with one operation a line: what LLVM IR, SPIR-V and PTX have in common.

use std::collections::HashMap;

use crate::{
    graph::{Op, Value},
    lower::Lowered,
};

/// The operations of a function.
pub(super) struct Steps {
    /// The operations that need a line, operands first.
    pub(super) order: Vec<Value>,
    /// The names of parameters and results; constants have none.
    pub(super) names: HashMap<Value, String>,
}

/// The operations of a function whose parameters have these names.
pub(super) fn steps(Lowered { graph, result }: &Lowered, parameters: &[&str]) -> Steps {
    let mut steps = Steps { order: Vec::new(), names: HashMap::new() };
    for value in graph.below(&[*result]) {
        match graph.op(value) {
            Op::Constant(_) => {}
            Op::Input(place) => {
                steps.names.insert(value, parameters.get(place).copied().unwrap_or_default().to_owned());
            }
            _ => {
                steps.names.insert(value, format!("t{}", steps.order.len()));
                steps.order.push(value);
            }
        }
    }
    steps
}
