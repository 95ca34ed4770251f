//! The instructions of a module and of its code that a comparison skips.

use std::{collections::BTreeMap, ops::RangeInclusive};

use vmad_ptx::{
    ast::{Body, Operation},
    module::{Function, Module, Unreadable},
    syntax::{Fault, Span},
};

use vmad_sass::Instruction;
use vmad_unit::{Format, Operand, Operation as UnitOperation, Saturate, SecondOp, Selector};

use crate::{
    emitted::Form,
    lines::LineIndex,
    source::{statements, with_registers},
    stream::Code,
};

/// A video instruction that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The PTX function.
    pub function: String,
    /// The place of the error.
    pub span: Span,
    /// The error.
    pub fault: Fault,
    /// The lines of the statement, counted from 1.
    pub lines: RangeInclusive<u32>,
}

impl Unread {
    /// The video instructions of a function that cannot be read.
    pub(crate) fn of(text: &str, module: &Module, function: &Function, index: &LineIndex) -> Vec<Self> {
        let errors = statements(module, function).iter().filter_map(|it| it.as_ref().err());
        let unread = |it: &Unreadable| Self {
            function: function.name.clone(),
            span: it.error.span,
            fault: it.error.kind.clone(),
            lines: index.line(it.span.start)..=index.line(it.span.end.saturating_sub(1)),
        };
        errors.filter(|it| it.opcode.of(text) != MAD).map(unread).collect()
    }
}

/// The other instruction of the crate `vmad-ptx`.
const MAD: &str = "mad";

/// The video instructions and dot products of a module that ptxas does not compile to words of the family, by opcode.
pub(crate) fn not_checked(text: &str, module: &Module) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for opcode in &module.not_covered {
        *counts.entry(opcode.of(text).to_owned()).or_default() += 1;
    }
    for found in module.statements.iter().flatten() {
        let Body::Video(video) = &found.instruction.body else { continue };
        if with_registers(*video.operation()).is_none() {
            *counts.entry(opcode(video.operation())).or_default() += 1;
        }
    }
    counts
}

/// The opcode of an operation, without its modifiers.
pub(crate) fn opcode(operation: &Operation) -> String {
    operation.to_string().split('.').next().unwrap_or_default().to_owned()
}

/// The number of `VSETP`s of a function: no PTX instruction becomes one.
pub(crate) fn predicates(code: &Code) -> usize {
    let words = code.stream.slots().iter().filter_map(|slot| Instruction::decode(slot.word).ok());
    words.filter(|instruction| instruction.mnemonic() == "VSETP").count()
}

/// The ordinary PTX instructions of a function from which ptxas makes video instructions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ordinary {
    has_extremes: bool,
    has_sad: bool,
}

impl Ordinary {
    /// Those of a function's body.
    pub(crate) fn of(body: &str) -> Self {
        let mut found = Self::default();
        for word in body.split(|c: char| c.is_whitespace() || ";{}:".contains(c)) {
            match word.split_once('.') {
                Some(("min" | "max", _)) => found.has_extremes = true,
                Some(("sad", _)) => found.has_sad = true,
                _ => {}
            }
        }
        found
    }

    /// Those of both.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self { has_extremes: self.has_extremes || other.has_extremes, has_sad: self.has_sad || other.has_sad }
    }

    /// The instructions from which ptxas may have made an instruction: two of `min` and `max`, or `sad`.
    pub(crate) fn source_of(self, form: &Form) -> Option<&'static str> {
        let setting = form.setting;
        let is_word = |operand: Operand| operand.selector == Selector::Word;
        let is_plain = setting.merge.is_none()
            && !setting.cc
            && setting.operation.saturate() == Saturate::Off
            && setting
                .operation
                .operands()
                .is_some_and(|[a, b]| is_word(a) && (is_word(b) || is_imm16(form)));
        let second = setting.operation.output().map(|output| output.second);
        match (setting.operation, second) {
            (UnitOperation::Vmnmx(_), Some(SecondOp::Min | SecondOp::Max))
                if is_plain && self.has_extremes =>
            {
                Some("min, max")
            }
            (UnitOperation::Vabsdiff(_), Some(SecondOp::Acc)) if is_plain && self.has_sad => Some("sad"),
            _ => None,
        }
    }
}

/// Whether B is an immediate.
fn is_imm16(form: &Form) -> bool {
    let formats = [Format::U16, Format::S16];
    form.registers()[1].is_none()
        && form.operands()[1].is_some_and(|operand| formats.contains(&operand.format()))
}

#[cfg(test)]
mod tests {
    use super::Ordinary;

    #[test]
    fn ordinary_instructions_are_found_by_their_opcodes() {
        let found = |body: &str| {
            let Ordinary { has_extremes, has_sad } = Ordinary::of(body);
            [has_extremes, has_sad]
        };
        assert_eq!(found("{ @p min.s32 a,b,c;max.s32 a, b, c; }"), [true, false]);
        assert_eq!(found("{sad.u32 %a, %b, %c, %d;}"), [false, true]);
        assert_eq!(found("{ sad.u32 %a, %b, %c, %d;}"), [false, true]);
        assert_eq!(found("{ vmin.s32.s32.s32 a, b, c; mov.u32 max, sad; }"), [false, false]);
    }
}
