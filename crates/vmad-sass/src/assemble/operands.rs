//! Registers and immediates.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use vmad_unit::{Format, Register, Sign};

use super::{
    builder::{Builder, short, suffixes_of, value_of},
    error,
};
use crate::{
    isa::{Field, Minus, Operand, OperandFormat, Role},
    text::{self, Number, OperandValue, Radix, Span, Suffix, TextError, TextErrorKind, list},
};

impl Builder {
    /// A register or an immediate.
    pub(super) fn operand(&mut self, operand: &Operand, read: &text::Operand<'_>) -> Result<(), TextError> {
        match operand.role {
            Role::Destination { register, cc } => {
                if let Some(minus) = read.minus {
                    return Err(error(minus, TextErrorKind::NoNegation { operand: operand.name }));
                }
                self.put(register, self::register(read, operand.name)?.encoding().into());
                let mut rest = &read.suffixes[..];
                if let Some(value) = Suffix::take(&mut rest, |name| value_of(&cc, name)) {
                    self.put(cc, value);
                }
                no_more(rest, "legal is .CC, once", suffixes_of(&cc))
            }
            Role::Source { register, select, reuse } => {
                self.put(register, self::register(read, "a register")?.encoding().into());
                self.minus.extend(read.minus.map(|minus| (operand.minus, minus)));
                let mut rest = &read.suffixes[..];
                self.select(operand, select, &mut rest)?;
                let span = rest.first().map(|suffix| suffix.span);
                if Suffix::take(&mut rest, |name| (name == "reuse").then_some(())).is_some() {
                    self.reuse.extend(span.map(|span| (reuse, span)));
                }
                let mut names = suffixes_of(&select);
                let legal = if names.is_empty() {
                    "legal is .reuse, once: C is a whole register".to_string()
                } else {
                    format!("legal are a selector ({}), then .reuse", list(&names, "or"))
                };
                names.push(".reuse".to_string());
                no_more(rest, &legal, names)
            }
            Role::Immediate { value, .. } => {
                let format = self.put_format(operand, Some(read.span))?;
                no_more(&read.suffixes, "an immediate has no suffix", Vec::new())?;
                let number = self.immediate(operand, read, value, format)?;
                self.put(value, number);
                Ok(())
            }
            Role::Predicate { .. } => Ok(()),
        }
    }

    /// The selector of a factor, one of those of its format.
    fn select(
        &mut self,
        operand: &Operand,
        select: Field,
        rest: &mut &[Suffix<'_>],
    ) -> Result<(), TextError> {
        if operand.minus == Minus::C {
            return Ok(());
        }
        let format = self.put_format(operand, None)?;
        let first = rest.first();
        let Some(named) = Suffix::take(rest, |name| value_of(&select, name)) else {
            if self.format_of(operand).select.width() == 0
                && let Some(default) = select.values().iter().find(|value| value.is_default())
            {
                self.put(select, default.value.into());
            }
            return Ok(());
        };
        let of_format = self.format_of(operand);
        let fits =
            of_format.select.width() == 0 || of_format.values(format).any(|(select, _)| select == named);
        if let (false, Some(suffix)) = (fits, first) {
            let kind = TextErrorKind::Selector { found: suffix.name.into(), width: format.width };
            return Err(error(suffix.span, kind));
        }
        self.put(select, named);
        Ok(())
    }

    /// Sets the format of an operand, with its first selector.
    fn put_format(&mut self, operand: &Operand, place: Option<Span>) -> Result<Format, TextError> {
        let (format, span) = self.formats[usize::from(operand.minus == Minus::B)];
        let of_format = self.format_of(operand);
        let Some((select, signed)) = of_format.values(format).next() else {
            let operand = match operand.role {
                Role::Immediate { .. } => "an immediate B",
                _ => short(operand.minus),
            };
            let kind = TextErrorKind::Format { operand, found: format, legal: of_format.legal().collect() };
            return Err(error(place.or(span).unwrap_or(Span { start: 0, end: 0 }), kind));
        };
        let (select_field, signed_field) = (of_format.select, of_format.signed);
        self.put(select_field, select);
        self.put(signed_field, signed);
        Ok(format)
    }

    const fn format_of(&self, operand: &Operand) -> &OperandFormat {
        if operand.minus.meets(Minus::B) { &self.form.formats.b } else { &self.form.formats.a }
    }

    /// The bits of an immediate. A minus sign is the sign of the number, or the negation of the operand.
    fn immediate(
        &mut self,
        operand: &Operand,
        read: &text::Operand<'_>,
        field: Field,
        format: Format,
    ) -> Result<u64, TextError> {
        let OperandValue::Immediate { hash, inner_minus, number } = read.value else {
            let expected = "an immediate";
            return Err(error(read.span, TextErrorKind::Expected { expected, found: "a register".into() }));
        };
        let negates = self.form.negations.field.width() > 0;
        let decimal = number.radix == Radix::Decimal && format.sign == Sign::Signed;
        let outer_is_sign = if negates { !hash && decimal } else { inner_minus.is_none() };
        let (sign, negation) = if outer_is_sign { (read.minus, None) } else { (inner_minus, read.minus) };
        self.minus.extend(negation.map(|minus| (operand.minus, minus)));
        bits(&number, &field, format, sign)
    }
}

/// Refuses a suffix that is left over.
fn no_more(rest: &[Suffix<'_>], legal: &str, names: Vec<String>) -> Result<(), TextError> {
    let Some(stray) = rest.first() else { return Ok(()) };
    let kind = TextErrorKind::OperandSuffix { found: stray.name.into(), legal: legal.into(), names };
    Err(error(stray.span, kind))
}

fn register(operand: &text::Operand<'_>, expected: &'static str) -> Result<Register, TextError> {
    match operand.value {
        OperandValue::Register(register) => Ok(register),
        OperandValue::Immediate { number, .. } => {
            let found = format!("{:?}", number.text);
            Err(error(number.span, TextErrorKind::Expected { expected, found }))
        }
    }
}

/// The bits of a signed number.
fn bits(number: &Number<'_>, field: &Field, format: Format, minus: Option<Span>) -> Result<u64, TextError> {
    let most = field.mask();
    let refuse = |start: Span, found, legal| {
        let kind = TextErrorKind::ImmediateRange { found, field: field.name(), legal };
        Err(error(start.to(number.span), kind))
    };
    let range = format!("0 to {most} ({most:#x})");
    match (minus, number.value.map(u64::from)) {
        (None, Some(value)) if value <= most => Ok(value),
        (None, _) => refuse(number.span, number.text.into(), range),
        (Some(minus), value) => match (format.sign, value) {
            (Sign::Signed, Some(value)) if value <= most / 2 + 1 => Ok(value.wrapping_neg() & most),
            (Sign::Signed, _) => {
                refuse(minus, format!("-{}", number.text), format!("-{} to {most}", most / 2 + 1))
            }
            (Sign::Unsigned, _) => {
                refuse(minus, format!("-{}", number.text), format!("{range} for a .{}", format.name()))
            }
        },
    }
}
