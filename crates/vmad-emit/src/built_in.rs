//! The operations of a function in order, and the functions that languages have built in for terms of several operations.

use vmad_term::{
    operation::{Node, Operation as Op, Term},
    simplify::Simplified,
};

/// Such a function. A language has the first ones of this order: none, the four extremes, or all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BuiltIn {
    Minimum,
    Maximum,
    SignedMinimum,
    SignedMaximum,
    /// `width` bits of `x` from bit `low` on, of 32.
    Field,
    SignedField,
}

use BuiltIn::{Field, Maximum, Minimum, SignedField, SignedMaximum, SignedMinimum};

/// Their names, in this order.
const NAMES: [&str; 6] = ["min", "max", "min_signed", "max_signed", "field", "field_signed"];

/// A call of a built-in function.
pub(crate) struct Call {
    pub(crate) function: BuiltIn,
    pub(crate) operands: Vec<Term>,
    /// The constant operands of a field: `low` and `width`.
    pub(crate) field: [u32; 2],
}

/// An operation of a printed function: a call if the language has a function for it.
pub(crate) struct Step {
    pub(crate) term: Term,
    pub(crate) node: Node,
    pub(crate) call: Option<Call>,
}

/// An operand of an operation: a term, or a number that belongs to the operation.
#[derive(Clone, Copy)]
pub(crate) enum Operand {
    Term(Term),
    Number(u32),
}

impl Step {
    /// The operation of a term, in a language with the first `known` functions.
    pub(crate) fn new(graph: &Simplified, term: Term, known: usize) -> Self {
        Self { term, node: graph.node(term), call: call(graph, term, known) }
    }

    /// The name of the operation, by which languages have its text; empty for a parameter and a constant.
    pub(crate) fn name(&self) -> &'static str {
        if let Some(call) = &self.call {
            return NAMES[call.function as usize];
        }
        let by_bits = |flag, number| if self.node.sort.bits() == 1 { flag } else { number };
        match self.node.operation {
            Op::Add(..) => "add",
            Op::Subtract(..) => "sub",
            Op::Multiply(..) => "mul",
            Op::MultiplyHigh(..) => "mul_high",
            Op::MultiplyHighSigned(..) => "mul_high_signed",
            Op::And(..) => by_bits("flag_and", "bit_and"),
            Op::Or(..) => by_bits("flag_or", "bit_or"),
            Op::Xor(..) => by_bits("flag_xor", "bit_xor"),
            Op::ShiftLeft(..) | Op::ShiftLeftBy(..) => "shift_left",
            Op::ShiftRight(..) | Op::ShiftRightBy(..) => "shift_right",
            Op::ShiftRightSigned(..) | Op::ShiftRightSignedBy(..) => "shift_right_signed",
            Op::ZeroExtend(_) => "zero_extend",
            Op::SignExtend(_) => "sign_extend",
            Op::Field(..) => "low_bits",
            Op::Less(..) => "less",
            Op::LessSigned(..) => "less_signed",
            Op::Equal(..) => "equal",
            Op::Choose(..) => "select",
            // Simplified terms have no other operation, and no unit divides.
            Op::Variable(_) | Op::Constant(_) | Op::Divide(..) | Op::Invert(_) | Op::Negate(_) => "",
        }
    }

    /// Its operands, with constant amounts and the places of fields.
    pub(crate) fn arguments(&self) -> Vec<Operand> {
        let numbers = match (&self.call, self.node.operation) {
            (Some(Call { function: Field | SignedField, field, .. }), _) => field.to_vec(),
            (None, Op::ShiftLeft(_, count) | Op::ShiftRight(_, count) | Op::ShiftRightSigned(_, count)) => {
                vec![count]
            }
            _ => Vec::new(),
        };
        let terms = self.operands().into_iter().map(Operand::Term);
        terms.chain(numbers.into_iter().map(Operand::Number)).collect()
    }

    /// Whether its result is a signed number.
    pub(crate) const fn is_signed(&self) -> bool {
        match &self.call {
            Some(call) => matches!(call.function, SignedMinimum | SignedMaximum | SignedField),
            None => matches!(self.node.operation, Op::ShiftRightSigned(..) | Op::ShiftRightSignedBy(..)),
        }
    }

    /// Its operands, without constant amounts.
    pub(crate) fn operands(&self) -> Vec<Term> {
        self.call.as_ref().map_or_else(|| self.node.operation.arguments(), |call| call.operands.clone())
    }
}

/// The operations that compute some results, operands first, in a language with the first `known` functions.
pub(crate) fn steps(graph: &Simplified, results: &[Term], known: usize) -> Vec<Step> {
    let mut used: std::collections::HashSet<_> = results.iter().copied().collect();
    let mut steps = Vec::new();
    for (term, _) in graph.below(results).into_iter().rev() {
        // A term inside a call is no operation of its own.
        if used.contains(&term) {
            let step = Step::new(graph, term, known);
            used.extend(step.operands());
            steps.push(step);
        }
    }
    steps.reverse();
    steps
}

/// The call that computes a term, of the first `known` functions.
fn call(graph: &Simplified, term: Term, known: usize) -> Option<Call> {
    let call = match graph.operation(term) {
        Op::Choose(flag, x, y) if graph.bits(term) >= 32 => extreme(graph, flag, [x, y])?,
        Op::And(x, mask) if graph.bits(term) == 32 => {
            let Op::ShiftRight(x, low) = graph.operation(x) else { return None };
            let mask = graph.known(mask).filter(|mask| (mask & (mask + 1)) == 0)?;
            Call { function: Field, operands: vec![x], field: [low, mask.count_ones()] }
        }
        Op::ShiftRightSigned(x, count) if graph.bits(term) == 32 => {
            let Op::ShiftLeft(x, above) = graph.operation(x) else { return None };
            let low = count.checked_sub(above)?;
            Call { function: SignedField, operands: vec![x], field: [low, 32 - count] }
        }
        _ => return None,
    };
    let [low, width] = call.field;
    ((call.function as usize) < known && low + width <= 32).then_some(call)
}

/// A choice that is a minimum or a maximum: of its choices, or, in a clamp, of the first one and the other extreme.
fn extreme(graph: &Simplified, flag: Term, [x, y]: [Term; 2]) -> Option<Call> {
    let compared = |flag| match graph.operation(flag) {
        Op::Less(p, q) => Some(([Minimum, Maximum], [p, q])),
        Op::LessSigned(p, q) => Some(([SignedMinimum, SignedMaximum], [p, q])),
        _ => None,
    };
    let call = |function, operands: [Term; 2]| Call { function, operands: operands.into(), field: [0, 32] };
    let ([minimum, maximum], [p, q]) = compared(flag)?;
    if [p, q] == [x, y] {
        return Some(call(minimum, [x, y]));
    }
    if [q, p] == [x, y] {
        return Some(call(maximum, [p, q]));
    }
    // `value < low ? low : (high < value ? high : value)`, with low <= high, is the maximum of low and the inner choice.
    let Op::Choose(inner_flag, high, value) = graph.operation(y) else { return None };
    let (inner, limits) = compared(inner_flag)?;
    let is_clamp = [q, p] == [x, value] && limits == [high, value] && inner == [minimum, maximum];
    let [low_range, high_range] = [x, high].map(|limit| graph.range(limit));
    let are_ordered = if minimum == Minimum {
        low_range.unsigned[1] <= high_range.unsigned[0]
    } else {
        low_range.signed[1] <= high_range.signed[0]
    };
    (is_clamp && are_ordered).then(|| call(maximum, [y, x]))
}
