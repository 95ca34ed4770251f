//! The functions that a language has built in for terms of several operations.

use vmad_term::{
    operation::{Node, Operation as Op, Term},
    simplify::Simplified,
};

use super::form::Form;

/// The built-in functions of 32 bits of a language.
#[derive(Clone, Copy)]
pub(super) struct BuiltIn {
    /// The minimum and the maximum of unsigned numbers, and those of signed ones.
    pub(super) extremes: Option<[Form; 4]>,
    /// The field of `x` that has `{width}` bits from bit `{low}` on: unsigned, and signed.
    pub(super) fields: Option<[Form; 2]>,
}

/// A call of a built-in function.
pub(super) struct Call {
    pub(super) form: Form,
    pub(super) operands: Vec<Term>,
    pub(super) low: u32,
    pub(super) width: u32,
}

impl BuiltIn {
    pub(super) const NONE: Self = Self { extremes: None, fields: None };

    /// The call that computes a term.
    pub(super) fn call(&self, graph: &Simplified, node: &Node) -> Option<Call> {
        if node.sort.bits() != 32 {
            return None;
        }
        let field = |form, x, low, width| Some(Call { form, operands: vec![x], low, width });
        match node.operation {
            Op::Choose(flag, x, y) => {
                let [minimum, maximum, signed_minimum, signed_maximum] = self.extremes?;
                let (operands, [minimum, maximum]) = match graph.operation(flag) {
                    Op::Less(x, y) => ([x, y], [minimum, maximum]),
                    Op::LessSigned(x, y) => ([x, y], [signed_minimum, signed_maximum]),
                    _ => return None,
                };
                let form = match [x, y] {
                    chosen if chosen == operands => minimum,
                    [x, y] if [y, x] == operands => maximum,
                    _ => return None,
                };
                Some(Call { form, operands: operands.into(), low: 0, width: 32 })
            }
            Op::And(x, mask) => {
                let Op::ShiftRight(x, low) = graph.operation(x) else { return None };
                let mask = graph.known(mask).filter(|mask| (mask & (mask + 1)) == 0)?;
                field(self.fields?[0], x, low, mask.count_ones())
            }
            Op::ShiftRightSigned(x, count) => {
                let Op::ShiftLeft(x, above) = graph.operation(x) else { return None };
                field(self.fields?[1], x, count.checked_sub(above)?, 32 - count)
            }
            _ => None,
        }
    }
}
