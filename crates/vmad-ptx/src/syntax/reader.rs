//! The rules that the instructions share, in the order in which `ptxas` checks them.

use std::borrow::Cow;

use super::arithmetic::Constant;
use super::error::{Fault, SyntaxError};
use super::modifiers::{Ignored, Modifiers};
use super::raw::{Raw, RawOperand, RawValue};
use super::span::{Span, Spanned};
use crate::ast::{Body, Comparison, Operand, Operation, Register, SecOp, Select, Source, Tail, Type, Video};

/// The operands of an instruction that needs a third source operand.
pub(super) const WITH_C: &str = "d, a, b, c";
/// The operands of an instruction whose modifiers decide whether there is a third source operand.
pub(super) const THREE_OR_FOUR: &str = "d, a, b or d, a, b, c";
/// The types of most instructions.
pub(super) const THREE_TYPES: &str = "three types, each .u32 or .s32";
/// The types of a comparison.
pub(super) const TWO_TYPES: &str = "two types, each .u32 or .s32";

/// An instruction with its modifiers sorted.
pub(super) struct Reader<'r, 'a> {
    pub(super) raw: &'r Raw<'a>,
    pub(super) name: &'static str,
    pub(super) modifiers: Modifiers<'a>,
}

/// A register or constant, and its selector.
type SelectedOperand<I> = (Operand<I>, Option<Spanned<Select>>);

/// The operands of a scalar video instruction.
pub(super) struct Operands {
    d: Register,
    dsel: Option<Spanned<Select>>,
    a: Operand<i64>,
    b: Operand<i64>,
    c: Option<Operand<i64>>,
    /// `a` and `b` with their types and selectors.
    pub(super) sources: [Source; 2],
}

impl<'r, 'a> Reader<'r, 'a> {
    /// Sorts the modifiers, of which those in `legal` are legal.
    pub(super) fn new(
        raw: &'r Raw<'a>,
        name: &'static str,
        legal: &'static str,
    ) -> Result<Self, SyntaxError> {
        Ok(Self { raw, name, modifiers: Modifiers::sort(&raw.modifiers, name, legal)? })
    }

    /// The second operation.
    pub(super) fn secop(&self) -> Option<SecOp> {
        self.modifiers.find(SecOp::from_text)
    }

    /// The types, of which there must be `N`.
    pub(super) fn types<const N: usize>(&self, legal: &'static str) -> Result<[Type; N], SyntaxError> {
        let types: Option<Vec<Type>> =
            self.modifiers.types.iter().map(|ty| Type::from_text(ty.value)).collect();
        types.and_then(|types| <[Type; N]>::try_from(types).ok()).ok_or_else(|| self.wrong_types(legal))
    }

    /// The types as an error, unless a modifier is unknown: it is likely to be a misspelt type.
    pub(super) fn wrong_types(&self, legal: &'static str) -> SyntaxError {
        if let Err(unknown) = self.modifiers.legal() {
            return unknown;
        }
        let types = &self.modifiers.types;
        let span = match types.as_slice() {
            [first, .., last] => Span { start: first.span.start, end: last.span.end },
            [one] => one.span,
            [] => self.raw.opcode.span,
        };
        let found = types.iter().map(|ty| format!(".{}", ty.value)).collect();
        SyntaxError { span, kind: Fault::Types { found, instruction: self.name, legal } }
    }

    /// Checks the number of operands, then the modifiers.
    pub(super) fn shape(&self, legal: &'static str) -> Result<(), SyntaxError> {
        let three_or_four = legal == THREE_OR_FOUR && self.secop().is_none();
        if self.raw.operands.len() == 4 || (self.raw.operands.len() == 3 && three_or_four) {
            self.modifiers.legal()
        } else {
            Err(self.operand_count(if three_or_four { THREE_OR_FOUR } else { WITH_C }))
        }
    }

    /// The comparison, which must fit the type of `b`.
    pub(super) fn comparison(&self, btype: Type) -> Result<Comparison, SyntaxError> {
        let mut others = self.modifiers.others.iter();
        let found = others.find_map(|other| Some((other.span, Comparison::from_text(other.value)?)));
        let Some((span, cmp)) = found else {
            let kind = Fault::MissingComparison(self.name);
            return Err(SyntaxError { span: self.raw.opcode.span, kind });
        };
        if btype.is_signed() && cmp.needs_unsigned_btype() {
            return Err(SyntaxError { span, kind: Fault::ComparisonType(cmp.text().to_owned()) });
        }
        Ok(cmp)
    }

    /// The number of operands as an error.
    pub(super) fn operand_count(&self, legal: &'static str) -> SyntaxError {
        let kind = Fault::OperandCount { found: self.raw.operands.len(), instruction: self.name, legal };
        SyntaxError { span: self.raw.span, kind }
    }

    /// Refuses a minus sign.
    pub(super) fn no_negation(
        &self,
        operand: &RawOperand<'_>,
        name: &'static str,
    ) -> Result<(), SyntaxError> {
        let kind = Fault::Negation { operand: name, instruction: self.name };
        if operand.negated { Err(SyntaxError { span: operand.span, kind }) } else { Ok(()) }
    }

    /// Refuses minus signs on source operands, except on both `a` and `b`: for ptxas these cancel in every instruction.
    pub(super) fn cancel_negations(&mut self) -> Result<(), SyntaxError> {
        let sources = self.raw.operands.get(1..).unwrap_or_default();
        let both = sources.len() >= 2 && sources[..2].iter().all(|operand| operand.negated);
        for (index, (operand, name)) in sources.iter().zip(["a", "b", "c"]).enumerate() {
            if both && index < 2 {
                let reason = "has a minus sign that the minus sign of the other operand cancels; ptxas accepts both, and they \
                     have no effect";
                let ignored = Ignored { span: operand.span, reason };
                self.modifiers.ignored.push(ignored);
            } else {
                self.no_negation(operand, name)?;
            }
        }
        Ok(())
    }

    /// A constant where none of its kind is legal.
    pub(super) fn wrong_kind(
        &self,
        span: Span,
        text: &str,
        operand: &'static str,
        legal: &'static str,
    ) -> SyntaxError {
        let kind = Fault::OperandKind { found: text.to_owned(), operand, instruction: self.name, legal };
        SyntaxError { span, kind }
    }

    /// The destination: a register without a sign, and its selector.
    pub(super) fn destination(
        &self,
        raw: &RawOperand<'_>,
    ) -> Result<(Register, Option<Spanned<Select>>), SyntaxError> {
        if let RawValue::Constant(_, text) = raw.value {
            let is_scalar = !self.name.ends_with(['2', '4']);
            let legal =
                if is_scalar { "a register; ptxas 12.9 for sm_50 crashes here" } else { "a register" };
            return Err(self.wrong_kind(raw.span, text, "the destination", legal));
        }
        self.no_negation(raw, "the destination")?;
        let select = select(raw).map_err(|SyntaxError { span, kind }| match kind {
            Fault::UnknownSelector(found)
                if found.strip_prefix('b').is_some_and(|bytes| {
                    bytes.len() > 1 && bytes.bytes().all(|byte| matches!(byte, b'0'..=b'3'))
                }) =>
            {
                SyntaxError { span, kind: Fault::ScalarMask(found) }
            }
            kind => SyntaxError { span, kind },
        })?;
        Ok((raw.register()?, select))
    }

    /// Refuses a selector on the destination.
    pub(super) fn no_dsel(&self, dsel: Option<Spanned<Select>>) -> Result<(), SyntaxError> {
        let kind = Fault::DestinationSelector(self.name);
        dsel.map_or(Ok(()), |dsel| Err(SyntaxError { span: dsel.span, kind }))
    }

    /// A source operand. Its constants are those that `constant` takes.
    pub(super) fn source<I>(
        &self,
        raw: &RawOperand<'_>,
        constant: impl Fn(Constant) -> Option<I>,
        legal: &'static str,
    ) -> Result<SelectedOperand<I>, SyntaxError> {
        let operand = match raw.value {
            RawValue::Constant(value, text) => {
                let error = || self.wrong_kind(raw.span, text, "a source", legal);
                Operand::Immediate(constant(value).ok_or_else(error)?)
            }
            RawValue::Register(..) => Operand::Register(raw.register()?),
        };
        Ok((operand, select(raw)?))
    }

    /// Refuses a selector on a source operand.
    pub(super) fn no_select<I>(
        &self,
        (operand, select): SelectedOperand<I>,
        name: &'static str,
    ) -> Result<Operand<I>, SyntaxError> {
        let kind = Fault::SelectorNotAllowed { operand: name, instruction: self.name };
        select.map_or(Ok(operand), |select| Err(SyntaxError { span: select.span, kind }))
    }

    /// A destination and two or three sources, the third without a selector.
    fn scalar(&self, [atype, btype]: [Type; 2], legal: &'static str) -> Result<Operands, SyntaxError> {
        let [d, a, b, rest @ ..] = self.raw.operands.as_slice() else {
            return Err(self.operand_count(legal));
        };
        let source = |raw| self.source(raw, Constant::integer, "a register or an integer constant");
        let (d, dsel) = self.destination(d)?;
        let ((a, asel), (b, bsel)) = (source(a)?, source(b)?);
        let c = match rest {
            [] => None,
            [c] => Some(self.no_select(source(c)?, "c")?),
            _ => return Err(self.operand_count(legal)),
        };
        let sources = [(atype, asel), (btype, bsel)]
            .map(|(ty, select)| Source { ty, select: select.map(|select| select.value) });
        Ok(Operands { d, dsel, a, b, c, sources })
    }

    /// The operands of an instruction with a second operation or a merge, and which of the two it has.
    pub(super) fn with_tail(&mut self, types: [Type; 2]) -> Result<(Operands, Tail), SyntaxError> {
        let operands = self.scalar(types, THREE_OR_FOUR)?;
        self.cancel_negations()?;
        let tail = match (operands.dsel, self.secop(), operands.c.is_some()) {
            (_, Some(_), false) => return Err(self.operand_count(WITH_C)),
            (Some(dsel), Some(secop), true) => {
                let kind = Fault::MergeAndSecondOperation(secop.text());
                return Err(SyntaxError { span: dsel.span, kind });
            }
            (Some(dsel), None, false) => {
                return Err(SyntaxError { span: dsel.span, kind: Fault::DestinationSelector(self.name) });
            }
            (Some(dsel), None, true) => Tail::Merge(dsel.value),
            (None, Some(secop), true) => Tail::Second(secop),
            (None, None, true) => Tail::Unused,
            (None, None, false) => Tail::None,
        };
        Ok((operands, tail))
    }

    /// The operands of `vmad`: three sources and no selector on the destination. Minus signs are not checked.
    pub(super) fn without_tail(&self, types: [Type; 2]) -> Result<Operands, SyntaxError> {
        let operands = self.scalar(types, WITH_C)?;
        self.no_dsel(operands.dsel)?;
        if operands.c.is_some() { Ok(operands) } else { Err(self.operand_count(WITH_C)) }
    }

    /// The instruction.
    pub(super) fn video(
        self,
        operation: Operation,
        Operands { d, a, b, c, .. }: Operands,
    ) -> Result<(Body, Vec<Ignored>), SyntaxError> {
        let video = Video::new(operation, d, a, b, c).ok_or_else(|| self.operand_count(THREE_OR_FOUR))?;
        Ok((Body::Video(video), self.modifiers.ignored))
    }
}

fn select(raw: &RawOperand<'_>) -> Result<Option<Spanned<Select>>, SyntaxError> {
    let Some(Spanned { span, value }) = raw.select else { return Ok(None) };
    let unknown = || SyntaxError { span, kind: Fault::UnknownSelector(value.to_owned()) };
    Ok(Some(Spanned { span, value: Select::from_text(value).ok_or_else(unknown)? }))
}

impl RawOperand<'_> {
    pub(super) fn register(&self) -> Result<Register, SyntaxError> {
        let (span, name) = match self.value {
            RawValue::Register(name, None) => (name.span, Cow::Borrowed(name.value)),
            RawValue::Register(name, Some(component)) => {
                (name.span, Cow::Owned(format!("{}.{component}", name.value)))
            }
            RawValue::Constant(_, text) => (self.span, Cow::Borrowed(text)),
        };
        Register::new(&name).ok_or_else(|| SyntaxError { span, kind: Fault::NotARegister(name.into_owned()) })
    }
}
