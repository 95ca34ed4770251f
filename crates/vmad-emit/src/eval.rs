//! The operations, computed on numbers.

use crate::{
    graph::{Graph, Node, Op, Value},
    range::{ones, signed},
};

/// The value of a node, from the values and widths of its operands.
pub(crate) fn apply(node: Node, operands: &[(u128, u32)]) -> u128 {
    let x = |index: usize| operands[index].0;
    let number = |index: usize| signed(operands[index].0, operands[index].1);
    let value = match node.op {
        // Not called: `Graph::evaluate` reads the inputs.
        Op::Input(_) => 0,
        Op::Constant(value) => value,
        Op::Add(..) => x(0).wrapping_add(x(1)),
        Op::Subtract(..) => x(0).wrapping_sub(x(1)),
        Op::Multiply(..) => x(0).wrapping_mul(x(1)),
        Op::MultiplyHigh(..) => x(0).wrapping_mul(x(1)) >> node.bits,
        Op::MultiplyHighSigned(..) => (number(0).wrapping_mul(number(1)) >> node.bits) as u128,
        Op::And(..) => x(0) & x(1),
        Op::Or(..) => x(0) | x(1),
        Op::Xor(..) => x(0) ^ x(1),
        Op::ShiftLeft(_, count) => x(0).checked_shl(count).unwrap_or(0),
        Op::ShiftRight(_, count) => x(0).checked_shr(count).unwrap_or(0),
        Op::ShiftRightSigned(_, count) => (number(0) >> count.min(127)) as u128,
        Op::ShiftLeftBy(..) => x(0).checked_shl(x(1) as u32).unwrap_or(0),
        Op::ShiftRightBy(..) => x(0).checked_shr(x(1) as u32).unwrap_or(0),
        Op::ShiftRightSignedBy(..) => (number(0) >> x(1).min(127)) as u128,
        Op::ZeroExtend(_) | Op::Truncate(_) => x(0),
        Op::SignExtend(_) => number(0) as u128,
        Op::Less(..) => u128::from(x(0) < x(1)),
        Op::LessSigned(..) => u128::from(number(0) < number(1)),
        Op::Equal(..) => u128::from(x(0) == x(1)),
        Op::Select(..) => x(if x(0) == 1 { 1 } else { 2 }),
    };
    value & ones(node.bits)
}

impl Graph {
    /// The value of an expression on these inputs; missing inputs are 0.
    pub fn evaluate(&self, root: Value, inputs: &[u32]) -> u128 {
        self.evaluate_below(root, inputs)[root.0 as usize]
    }

    /// The values of an expression and of those that it depends on, by their numbers; 0 for others.
    pub(crate) fn evaluate_below(&self, root: Value, inputs: &[u32]) -> Vec<u128> {
        let mut values = vec![0; root.0 as usize + 1];
        for value in self.below(&[root]) {
            let node = self.node(value);
            values[value.0 as usize] = match node.op {
                Op::Input(place) => inputs.get(place).copied().unwrap_or(0).into(),
                op => {
                    let operands = op.operands();
                    let operands = operands.iter().map(|it| (values[it.0 as usize], self.bits(*it)));
                    apply(node, &operands.collect::<Vec<_>>())
                }
            };
        }
        values
    }
}
