//! Expression graphs: straight-line code without branches, each expression stored once.

use std::collections::HashMap;

use crate::range::Range;

/// An expression of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(crate) u32);

/// The operation of an expression. Operands are as wide as the result, unless the variant says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A parameter, by its index.
    Input(usize),
    /// A number.
    Constant(u128),
    /// `x + y`, modulo 2^bits.
    Add(Value, Value),
    /// `x - y`, modulo 2^bits.
    Subtract(Value, Value),
    /// `x * y`, modulo 2^bits.
    Multiply(Value, Value),
    /// The upper half of the product of two unsigned numbers.
    MultiplyHigh(Value, Value),
    /// The upper half of the product of two signed numbers.
    MultiplyHighSigned(Value, Value),
    /// `x & y`
    And(Value, Value),
    /// `x | y`
    Or(Value, Value),
    /// `x ^ y`
    Xor(Value, Value),
    /// `x << count`; the count is less than the width.
    ShiftLeft(Value, u32),
    /// `x >> count`, filled with zeros.
    ShiftRight(Value, u32),
    /// `x >> count`, filled with the sign.
    ShiftRightSigned(Value, u32),
    /// `x << amount`; the amount has 32 bits and is always less than the width.
    ShiftLeftBy(Value, Value),
    /// `x >> amount`, filled with zeros; the amount as for `ShiftLeftBy`.
    ShiftRightBy(Value, Value),
    /// `x >> amount`, filled with the sign; the amount as for `ShiftLeftBy`.
    ShiftRightSignedBy(Value, Value),
    /// A narrower value with zeros above.
    ZeroExtend(Value),
    /// A narrower value of at least two bits with its sign above.
    SignExtend(Value),
    /// The low bits of a wider value.
    Truncate(Value),
    /// One bit: `x < y`, both unsigned, of any equal width above 1.
    Less(Value, Value),
    /// One bit: `x < y`, both signed, of any equal width above 1.
    LessSigned(Value, Value),
    /// One bit: `x == y`, of any equal width above 1.
    Equal(Value, Value),
    /// The first value if the flag (one bit) is set, else the second.
    Select(Value, Value, Value),
}

impl Op {
    /// The operands, in order.
    pub fn operands(self) -> Vec<Value> {
        match self {
            Self::Input(_) | Self::Constant(_) => vec![],
            Self::Add(x, y)
            | Self::Subtract(x, y)
            | Self::Multiply(x, y)
            | Self::MultiplyHigh(x, y)
            | Self::MultiplyHighSigned(x, y)
            | Self::And(x, y)
            | Self::Or(x, y)
            | Self::Xor(x, y)
            | Self::ShiftLeftBy(x, y)
            | Self::ShiftRightBy(x, y)
            | Self::ShiftRightSignedBy(x, y)
            | Self::Less(x, y)
            | Self::LessSigned(x, y)
            | Self::Equal(x, y) => vec![x, y],
            Self::ShiftLeft(x, _)
            | Self::ShiftRight(x, _)
            | Self::ShiftRightSigned(x, _)
            | Self::ZeroExtend(x)
            | Self::SignExtend(x)
            | Self::Truncate(x) => vec![x],
            Self::Select(flag, x, y) => vec![flag, x, y],
        }
    }

    /// The same operation on other operands, in the same order.
    #[must_use]
    pub(crate) fn on(self, operands: &[Value]) -> Self {
        match (self, operands) {
            (Self::Add(..), &[x, y]) => Self::Add(x, y),
            (Self::Subtract(..), &[x, y]) => Self::Subtract(x, y),
            (Self::Multiply(..), &[x, y]) => Self::Multiply(x, y),
            (Self::MultiplyHigh(..), &[x, y]) => Self::MultiplyHigh(x, y),
            (Self::MultiplyHighSigned(..), &[x, y]) => Self::MultiplyHighSigned(x, y),
            (Self::And(..), &[x, y]) => Self::And(x, y),
            (Self::Or(..), &[x, y]) => Self::Or(x, y),
            (Self::Xor(..), &[x, y]) => Self::Xor(x, y),
            (Self::ShiftLeftBy(..), &[x, y]) => Self::ShiftLeftBy(x, y),
            (Self::ShiftRightBy(..), &[x, y]) => Self::ShiftRightBy(x, y),
            (Self::ShiftRightSignedBy(..), &[x, y]) => Self::ShiftRightSignedBy(x, y),
            (Self::Less(..), &[x, y]) => Self::Less(x, y),
            (Self::LessSigned(..), &[x, y]) => Self::LessSigned(x, y),
            (Self::Equal(..), &[x, y]) => Self::Equal(x, y),
            (Self::ShiftLeft(_, count), &[x]) => Self::ShiftLeft(x, count),
            (Self::ShiftRight(_, count), &[x]) => Self::ShiftRight(x, count),
            (Self::ShiftRightSigned(_, count), &[x]) => Self::ShiftRightSigned(x, count),
            (Self::ZeroExtend(_), &[x]) => Self::ZeroExtend(x),
            (Self::SignExtend(_), &[x]) => Self::SignExtend(x),
            (Self::Truncate(_), &[x]) => Self::Truncate(x),
            (Self::Select(..), &[flag, x, y]) => Self::Select(flag, x, y),
            _ => self,
        }
    }
}

/// An expression with its width; one bit is a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The number of bits, 1 to 128.
    pub bits: u32,
    /// The operation.
    pub op: Op,
}

/// Expressions; the operands of each come before it.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    ranges: Vec<Range>,
    known: HashMap<Node, Value>,
}

impl Graph {
    /// The expression's operation and width.
    pub fn node(&self, value: Value) -> Node {
        self.nodes[value.0 as usize]
    }

    /// The number of bits, 1 to 128.
    pub fn bits(&self, value: Value) -> u32 {
        self.node(value).bits
    }

    /// The operation.
    pub fn op(&self, value: Value) -> Op {
        self.node(value).op
    }

    pub(crate) fn range(&self, value: Value) -> Range {
        self.ranges[value.0 as usize]
    }

    /// The value of a constant.
    pub fn constant_of(&self, value: Value) -> Option<u128> {
        match self.op(value) {
            Op::Constant(number) => Some(number),
            _ => None,
        }
    }

    /// Adds a node without simplification. Equal nodes are stored once.
    pub(crate) fn intern(&mut self, node: Node, range: Range) -> Value {
        let Self { nodes, ranges, known, .. } = self;
        *known.entry(node).or_insert_with(|| {
            nodes.push(node);
            ranges.push(range);
            Value(nodes.len() as u32 - 1)
        })
    }

    /// These expressions and all that they depend on, operands first.
    pub fn below(&self, roots: &[Value]) -> Vec<Value> {
        let mut wanted = vec![false; self.nodes.len()];
        for root in roots {
            wanted[root.0 as usize] = true;
        }
        for index in (0..self.nodes.len()).rev() {
            if wanted[index] {
                for operand in self.nodes[index].op.operands() {
                    wanted[operand.0 as usize] = true;
                }
            }
        }
        (0..self.nodes.len()).filter(|&index| wanted[index]).map(|index| Value(index as u32)).collect()
    }
}
