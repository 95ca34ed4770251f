//! Registers and immediates.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use vmad_unit::{Format, Register, Sign, Width};

use super::builder::{Builder, no_negation, short, suffixes_of, value_of};
use crate::{
    isa::{Coupling, Field, Layout, Minus, Operand, OperandFormat, Role},
    messages::list,
    text::{self, Number, OperandValue, Radix, Span, Suffix, TextError},
};

impl Builder {
    /// A register, an immediate or a predicate.
    pub(super) fn operand(
        &mut self,
        operand: &Operand,
        read: &text::Operand<'_>,
        mut rest: &[Suffix<'_>],
    ) -> Result<(), TextError> {
        match operand.role {
            Role::Destination { register, cc } => {
                if let Some(minus) = read.minus {
                    return Err(no_negation(minus, operand.name));
                }
                self.put(register, self::register(read, operand.name)?.encoding().into());
                if let Some(value) = Suffix::take(&mut rest, |name| value_of(&cc, name)) {
                    self.put(cc, value);
                }
                no_more(rest, || ("legal is .CC, once".to_string(), suffixes_of(&cc)))
            }
            Role::Source { register, select, reuse } => {
                self.put(register, self::register(read, operand.name)?.encoding().into());
                self.minus.extend(read.minus.map(|minus| (operand.minus, minus)));
                self.select(operand, select, &mut rest)?;
                let span = rest.first().map(|suffix| suffix.span);
                let may_reuse = self.form.layout == Layout::Maxwell;
                if Suffix::take(&mut rest, |name| (may_reuse && name == "reuse").then_some(())).is_some() {
                    self.reuse.extend(span.map(|span| (reuse, span)));
                }
                no_more(rest, || self.suffixes_of_source(self.selectors(operand, select)))
            }
            Role::Immediate { value, .. } => {
                let format = self.format(operand).0;
                self.put_sign(operand, Some(read.span))?;
                no_more(rest, || ("an immediate has no suffix".to_string(), Vec::new()))?;
                let number = self.immediate(operand, read, value, format)?;
                self.put(value, number);
                Ok(())
            }
            Role::Predicate { predicate, not } => {
                no_more(rest, || ("a predicate has no suffix".to_string(), Vec::new()))?;
                let OperandValue::Predicate(guard) = read.value else { return Ok(()) };
                if guard.negated && not.width() == 0 {
                    return Err(no_negation(read.span, operand.name));
                }
                self.predicate(predicate, not, guard);
                Ok(())
            }
        }
    }

    /// Takes the selector of a factor, one of those of its format.
    fn select(
        &mut self,
        operand: &Operand,
        select: Field,
        rest: &mut &[Suffix<'_>],
    ) -> Result<(), TextError> {
        if operand.minus == Minus::C {
            return Ok(());
        }
        let selectors = self.put_sign(operand, None)?;
        let first = *rest;
        let value = if let Some(named) = Suffix::take(rest, |name| value_of(&select, name)) {
            if let (false, [suffix, ..]) = (self.fits(operand, named), first) {
                let format = self.format(operand).0;
                let legal = match format.width {
                    Width::Byte => "legal are .B0, .B1, .B2 and .B3",
                    Width::Half => "legal are .H0 and .H1",
                    Width::Word => "a 32-bit operand has none",
                };
                let (found, bits) = (suffix.name, format.width.bits());
                return Err(suffix
                    .span
                    .error(format!("selector {found:?} does not fit the operand's {bits} bits: {legal}")));
            }
            named
        } else if self.format_of(operand).select.width() == 0 {
            select.default_value().unwrap_or(0)
        } else {
            selectors.trailing_zeros().into()
        };
        self.put(select, value);
        Ok(())
    }

    /// Whether a selector is one of the format of an operand.
    fn fits(&self, operand: &Operand, named: u64) -> bool {
        let (of_format, format) = (self.format_of(operand), self.format(operand).0);
        of_format.select.width() == 0 || of_format.selectors(format) >> named & 1 == 1
    }

    /// The selectors of the format of a factor, with their dots.
    fn selectors(&self, operand: &Operand, select: Field) -> Vec<String> {
        if operand.minus == Minus::C {
            return Vec::new();
        }
        let fits =
            |suffix: &String| value_of(&select, &suffix[1..]).is_some_and(|named| self.fits(operand, named));
        suffixes_of(&select).into_iter().filter(fits).collect()
    }

    /// The legal suffixes of a source register with these selectors: a sentence, and the names.
    fn suffixes_of_source(&self, mut names: Vec<String>) -> (String, Vec<String>) {
        let selector = format!("one selector ({})", list(&names, "or"));
        let is_word = |(format, _): &(Format, _)| format.width == Width::Word;
        let has_reuse = match self.form.coupling {
            Coupling::Coupled => true,
            Coupling::ByWidth => !self.formats.iter().any(is_word),
            Coupling::Unknown => false,
        };
        let legal = match (names.is_empty(), !has_reuse) {
            (true, true) => "legal is the register alone".to_string(),
            (true, false) => "legal is .reuse, once".to_string(),
            (false, true) => format!("legal is {selector}"),
            (false, false) => format!("legal are {selector}, then .reuse"),
        };
        if has_reuse {
            names.push(".reuse".to_string());
        }
        (legal, names)
    }

    /// Sets the sign of an operand. Returns the selectors of its format, a bit for each.
    fn put_sign(&mut self, operand: &Operand, place: Option<Span>) -> Result<u8, TextError> {
        let (format, span) = self.format(operand);
        let of_format = self.format_of(operand);
        let selectors = of_format.selectors(format);
        if selectors == 0 {
            let operand = match operand.role {
                Role::Immediate { .. } => "an immediate B",
                _ => short(operand.minus),
            };
            let legal: Vec<_> = of_format.legal().map(|format| format!(".{}", format.name())).collect();
            let are = if legal.len() == 1 { "is" } else { "are" };
            let (found, legal) = (format.name(), list(&legal, "and"));
            let place = place.or(span).unwrap_or(Span { start: 0, end: 0 });
            return Err(place.error(format!("{operand} cannot be .{found}: legal {are} {legal}")));
        }
        self.put(of_format.signed, format.sign as u64);
        Ok(selectors)
    }

    /// The format of a factor, and where the text names it.
    fn format(&self, operand: &Operand) -> (Format, Option<Span>) {
        self.formats[usize::from(operand.minus == Minus::B)]
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
            return Err(read.span.error("found a register: expected an immediate"));
        };
        let negates = self.form.negations.field.width() > 0;
        let decimal = number.radix == Radix::Decimal && format.sign == Sign::Signed;
        let outer_is_sign = if negates { !hash && decimal } else { inner_minus.is_none() };
        let (sign, negation) = if outer_is_sign { (read.minus, None) } else { (inner_minus, read.minus) };
        self.minus.extend(negation.map(|minus| (operand.minus, minus)));
        // Only a `#` separates the sign of a number from a negation.
        let signed = format.sign == Sign::Signed && (negation.is_none() || hash);
        bits(&number, &field, format, sign, if signed { field.mask() / 2 + 1 } else { 0 })
    }
}

/// Refuses a suffix that has no meaning. `legal` gives a clause and the names.
fn no_more(rest: &[Suffix<'_>], legal: impl FnOnce() -> (String, Vec<String>)) -> Result<(), TextError> {
    let Some(stray) = rest.first() else { return Ok(()) };
    let (legal, names) = legal();
    Err(stray.span.error(format!("{:?} cannot follow this operand: {legal}", stray.name)).with_names(names))
}

fn register(operand: &text::Operand<'_>, expected: &'static str) -> Result<Register, TextError> {
    let (span, found) = match operand.value {
        OperandValue::Register(register) => return Ok(register),
        OperandValue::Immediate { number, .. } => (number.span, format!("{:?}", number.text)),
        OperandValue::Predicate(_) => (operand.span, "a predicate".into()),
    };
    Err(span.error(format!("found {found}: expected {expected}")))
}

/// The bits of a number with its sign; the smallest legal number is `-least`.
fn bits(
    number: &Number<'_>,
    field: &Field,
    format: Format,
    minus: Option<Span>,
    least: u64,
) -> Result<u64, TextError> {
    let most = field.mask();
    let legal = || match least {
        0 if format.sign == Sign::Signed => {
            format!("0 to {most} ({most:#x}) after the minus, which negates it")
        }
        0 => {
            let unsigned = if minus.is_some() { ", without a minus," } else { "" };
            format!("0 to {most} ({most:#x}){unsigned} for a .{}", format.name())
        }
        _ => format!("-{least} (-{least:#x}) to {most} ({most:#x}) for a .{}", format.name()),
    };
    match (minus, number.value.map(u64::from)) {
        (None, Some(value)) if value <= most => Ok(value),
        (Some(_), Some(value)) if least > 0 && value <= least => Ok(value.wrapping_neg() & most),
        _ => {
            let (start, sign) = minus.map_or((number.span, ""), |minus| (minus, "-"));
            let (found, field, legal) = (number.text, field.name(), legal());
            Err(start
                .to(number.span)
                .error(format!("{sign}{found} does not fit the {field}: legal are {legal}")))
        }
    }
}
