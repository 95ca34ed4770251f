//! What a statement writes: a constant, or a result that its operands determine.

use super::{
    body::{Body, Register, Statement},
    tokens::Token,
};
use crate::{
    domain::ranges::{Range, Ranges},
    integer::{Compare, Operation},
    names,
    reading::Reading,
    sequence::{Sequence, StepSource},
    syntax::integer_constant,
};

/// What a statement writes.
pub(super) enum Written {
    /// A constant.
    Constant(u64),
    /// The results of an instruction whose registers have these numbers.
    Computed(Box<Sequence>, Vec<Register>),
    /// Any other value.
    Unknown,
}

impl Written {
    /// What a statement of a body writes.
    pub(super) fn of(text: &str, body: &Body<'_, '_>, statement: &Statement<'_, '_>) -> Self {
        if let [opcode, ty, register, comma, first, .., last] | [opcode, ty, register, comma, first @ last] =
            statement.tokens
            && opcode.text == "mov"
            && matches!(ty.text, ".b32" | ".u32" | ".s32")
            && register.is_identifier()
            && comma.text == ","
            && let Some(value) = text.get(first.at..last.end()).and_then(integer_constant)
        {
            return Self::Constant(value.word().into());
        }
        let is_narrow = |token: &Token<'_>| matches!(token.text, ".u8" | ".s8" | ".u16" | ".s16");
        let is_partial = statement.guarded && statement.guard.is_empty();
        if statement.writes.is_empty()
            || names::OPCODES.contains(&statement.opcode())
            || is_partial
            || statement.opcode() == "cvt" && statement.tokens.iter().any(is_narrow)
        {
            return Self::Unknown;
        }
        let code = match statement.tokens {
            [first, .., last] => {
                text.get(first.at..last.end()).map(|text| Sequence::parse(&format!("{text};")))
            }
            _ => None,
        };
        let Some(Ok(code)) = code else { return Self::Unknown };
        let named = |name: &str| {
            let mut registers = statement.reads.iter().chain(&statement.writes);
            registers.find(|register| body.names[**register].0 == name).copied()
        };
        let registers: Option<Vec<_>> = code.registers().iter().map(|it| named(&it.name)).collect();
        registers.map_or(Self::Unknown, |registers| Self::Computed(Box::new(code), registers))
    }

    /// The known results of its statement, where registers have these values.
    pub(super) fn results(
        &self,
        statement: &Statement<'_, '_>,
        known: impl Fn(Register) -> Option<u64>,
    ) -> Vec<(Register, u64)> {
        let (code, registers) = match self {
            Self::Unknown => return Vec::new(),
            Self::Constant(value) => return statement.writes.iter().map(|it| (*it, *value)).collect(),
            Self::Computed(code, registers) => (code, registers),
        };
        let Some(step) = code.steps().first() else { return Vec::new() };
        let is_same = matches!(step.sources[..], [one, other] if one == other)
            && matches!(statement.opcode(), "setp" | "sub" | "xor");
        let value = |source: &StepSource| match *source {
            StepSource::Constant(value) => Range::of(value.into()),
            // The result is that of any value.
            StepSource::Register { .. } if is_same => Range::of(0),
            StepSource::Register { index, negated } => {
                let value = registers.get(index).and_then(|register| known(*register));
                let bits = code.registers().get(index).map_or(64, |register| register.width.bits());
                match value {
                    Some(value) => Range::of(if negated { i128::from(value == 0) } else { value.into() }),
                    None => Range { low: 0, high: (1 << bits) - 1 },
                }
            }
        };
        let sources: Vec<Range> = step.sources.iter().map(value).collect();
        let results = step.operation.run(&Ranges, &sources, &mut Range::of(0), &Reading::DEFAULT);
        let destinations = step.destinations.iter().zip(results);
        destinations
            .filter_map(|(to, result)| Some((*registers.get((*to)?)?, result.only()? as u64)))
            .collect()
    }

    /// The register that a `selp` writes, if its predicate is known.
    pub(super) fn selected(&self, known: impl Fn(Register) -> Option<u64>) -> Option<Register> {
        let Self::Computed(code, registers) = self else { return None };
        let [step] = code.steps() else { return None };
        let (Operation::Compare(Compare::Selp(_)), [a, b, StepSource::Register { index, negated }]) =
            (&step.operation, &step.sources[..])
        else {
            return None;
        };
        let is_true = (known(*registers.get(*index)?)? != 0) != *negated;
        match if is_true { a } else { b } {
            StepSource::Register { index, .. } => registers.get(*index).copied(),
            StepSource::Constant(_) => None,
        }
    }
}
