//! `sad`, `min` and `max`: ordinary PTX from which ptxas makes video words.

use vmad_flow::Flow;
use vmad_ptx::module::Statement;
use vmad_unit::{Operand, Operation, Saturate, SecondOp, Selector, Sign, Width, vmnmx::Extreme};

use crate::{form::WordForm, setting::Setting};

/// A statement that can become a video word: `sad`, or the second of two of `min` and `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ordinary {
    second: SecondOp,
    sign: Sign,
    /// For a pair: whether the first can be a minimum, and whether it can be a maximum. ptxas reads some `selp` as one.
    firsts: [bool; 2],
}

impl Ordinary {
    /// The `sad`, `min` or `max` of a statement; [`None`] for any other statement.
    pub(crate) fn of(statement: &Statement<'_>, flow: &Flow<'_>) -> Option<Self> {
        let (second, sign) = kind(statement)?;
        let mut firsts = [false; 2];
        for writer in statement.reads().iter().flat_map(|register| flow.writers(*register)) {
            let first = &flow.body.statements[*writer];
            match kind(first) {
                Some((SecondOp::Min, of)) if of == sign => firsts[0] = true,
                Some((SecondOp::Max, of)) if of == sign => firsts[1] = true,
                None if first.opcode == "selp" => firsts = [true; 2],
                _ => {}
            }
        }
        Some(Self { second, sign, firsts })
    }

    /// Whether a form can be that of its word: all types are those of the statement.
    pub(crate) fn may_be(self, form: &WordForm) -> bool {
        let Setting { operation, cc: false, merge: None, is_store: false } = form.setting else {
            return false;
        };
        let (Some(output), Some([a, b])) = (operation.output(), operation.operands()) else { return false };
        let is_word = |operand: Operand| operand.selector == Selector::Word;
        let is_imm16 = form.has_immediate() && b.selector.width() == Width::Half;
        let is_plain = output.saturate == Saturate::Off
            && output.second == self.second
            && [a.sign, b.sign, output.sign] == [self.sign; 3]
            && is_word(a)
            && (is_word(b) || is_imm16);
        is_plain
            && match operation {
                Operation::Vmnmx(it) => {
                    self.second != SecondOp::Acc && self.firsts[usize::from(it.extreme == Extreme::Maximum)]
                }
                Operation::Vabsdiff(_) => self.second == SecondOp::Acc,
                _ => false,
            }
    }
}

/// The second operation and the type of a `min`, `max` or `sad` of 32 bits.
fn kind(statement: &Statement<'_>) -> Option<(SecondOp, Sign)> {
    let second = match statement.opcode {
        "min" => SecondOp::Min,
        "max" => SecondOp::Max,
        "sad" => SecondOp::Acc,
        _ => return None,
    };
    let ty = statement.text[statement.opcode.len()..].trim_start().get(..4)?;
    let sign = match ty {
        ".u32" => Sign::Unsigned,
        ".s32" => Sign::Signed,
        _ => return None,
    };
    Some((second, sign))
}
