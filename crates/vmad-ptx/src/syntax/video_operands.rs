//! The operands of a video instruction, and what they say together with its modifiers.

use super::checks::{THREE_OR_FOUR, WITH_C, cancel_negations, operand_count};
use super::error::{Fault, SyntaxError};
use super::modifiers::Modifiers;
use super::operands::{Source, destination, integer, no_select, source};
use super::raw::Raw;
use super::span::Spanned;
use crate::ast::{Body, Integer, Operation, Register, Select, Tail, Video};

/// A video instruction's operands.
pub(super) struct Operands {
    registers: Registers,
    /// What the destination's selector and the second operation come to.
    pub(super) tail: Tail,
}

/// The operands before it is known what the instruction does with them.
struct Registers {
    d: Register,
    dsel: Option<Spanned<Select>>,
    sources: Vec<Source<Integer>>,
}

impl Registers {
    /// A destination and two or three sources, the third without a selector.
    fn read(raw: &Raw<'_>, name: &'static str, legal: &'static str) -> Result<Self, SyntaxError> {
        let operands = raw.operands.split_first().filter(|(_, sources)| matches!(sources.len(), 2 | 3));
        let Some((d, sources)) = operands else { return Err(operand_count(raw, name, legal)) };
        let (d, dsel) = destination(d, name)?;
        let sources: Vec<_> =
            sources.iter().map(|raw| source(raw, integer(name))).collect::<Result<_, _>>()?;
        if let Some(c) = sources.get(2) {
            no_select(c.select, "c", name)?;
        }
        Ok(Self { d, dsel, sources })
    }
}

impl Operands {
    /// The operands of the eight that have second operations and merges.
    pub(super) fn read(
        raw: &Raw<'_>,
        modifiers: &mut Modifiers<'_>,
        name: &'static str,
    ) -> Result<Self, SyntaxError> {
        let registers = Registers::read(raw, name, THREE_OR_FOUR)?;
        cancel_negations(raw, name, &mut modifiers.ignored)?;
        let has_c = registers.sources.len() == 3;
        let tail = match (registers.dsel, modifiers.secop, has_c) {
            (_, Some(_), false) => return Err(operand_count(raw, name, WITH_C)),
            (Some(dsel), Some(secop), true) => {
                return Err(SyntaxError {
                    span: dsel.span,
                    kind: Fault::MergeAndSecondOperation(secop.text()),
                });
            }
            (Some(dsel), None, false) => {
                return Err(SyntaxError { span: dsel.span, kind: Fault::DestinationSelector(name) });
            }
            (Some(dsel), None, true) => Tail::Merge(dsel.value),
            (None, Some(secop), true) => Tail::Second(secop),
            (None, None, true) => Tail::Unused,
            (None, None, false) => Tail::None,
        };
        Ok(Self { registers, tail })
    }

    /// The operands of `vmad`, which may be negated and have nothing to be merged into.
    pub(super) fn read_vmad(raw: &Raw<'_>) -> Result<Self, SyntaxError> {
        let registers = Registers::read(raw, "vmad", WITH_C)?;
        if let Some(dsel) = registers.dsel {
            return Err(SyntaxError { span: dsel.span, kind: Fault::DestinationSelector("vmad") });
        }
        if registers.sources.len() != 3 {
            return Err(operand_count(raw, "vmad", WITH_C));
        }
        Ok(Self { registers, tail: Tail::None })
    }

    /// The selector of `a` (0) or `b` (1).
    pub(super) fn select(&self, index: usize) -> Option<Select> {
        self.registers.sources.get(index).and_then(|source| source.select).map(|select| select.value)
    }

    /// The instruction.
    pub(super) fn video(self, operation: Operation, raw: &Raw<'_>) -> Result<Body, SyntaxError> {
        let Registers { d, sources, .. } = self.registers;
        let mut sources = sources.into_iter().map(|source| source.operand);
        let (Some(a), Some(b), c) = (sources.next(), sources.next(), sources.next()) else {
            return Err(operand_count(raw, "", THREE_OR_FOUR));
        };
        let video = Video::new(operation, d, a, b, c);
        video.map(Body::Video).map_err(|_| operand_count(raw, "", THREE_OR_FOUR))
    }
}
