//! A word under construction from the parts of a text.

use alloc::{format, string::String, vec::Vec};

use vmad_unit::{Format, Guard, Kind};

use crate::{
    isa::{Field, Form, Minus},
    schedule::Reuse,
    text::{Span, TextError},
};

/// A word under construction.
pub(super) struct Builder {
    pub(super) form: &'static Form,
    pub(super) word: u64,
    /// The formats of A and B, and where the text names them.
    pub(super) formats: [(Format, Option<Span>); 2],
    pub(super) minus: Vec<(Minus, Span)>,
    pub(super) reuse: Vec<(Reuse, Span)>,
}

impl Builder {
    pub(super) fn new(form: &'static Form, guard: Guard) -> Self {
        let formats = [(form.formats.a.default, None), (form.formats.b.default, None)];
        let mut builder =
            Self { form, word: form.opcode.bits, formats, minus: Vec::new(), reuse: Vec::new() };
        let [predicate, not] = form.guard;
        builder.predicate(predicate, not, guard);
        builder
    }

    /// Sets a field, which is 0.
    pub(super) const fn put(&mut self, field: Field, value: u64) {
        self.word |= field.put(value);
    }

    pub(super) const fn predicate(&mut self, predicate: Field, not: Field, guard: Guard) {
        self.put(predicate, guard.predicate.encoding() as u64);
        self.put(not, guard.negated as u64);
    }

    /// The field that records the minus signs.
    pub(super) fn negate(&mut self) -> Result<(), TextError> {
        let Some(&(first, span)) = self.minus.first() else { return Ok(()) };
        let negations = self.form.negations;
        if negations.field.of(self.word) != 0 {
            return Err(span.error("it is illegal to negate an operand in .PO mode: legal is no minus"));
        }
        let can = |minus: Minus| negations.legal.iter().any(|(legal, _)| legal.meets(minus));
        if let Some((minus, span)) = self.minus.iter().find(|(minus, _)| !can(*minus)) {
            return Err(no_negation(*span, short(*minus)));
        }
        let written = self.minus.iter().fold(first, |all, (minus, _)| all.and(*minus));
        let Some((_, value)) = negations.legal.iter().find(|(legal, _)| *legal == written) else {
            let last = self.minus.last().map_or(span, |(_, span)| *span);
            return Err(last.error(match self.form.kind {
                Kind::Vmad => {
                    "it is illegal to negate both Rc and the product: legal is a minus on Ra or Rb (both cancel), on Rc, or none"
                }
                _ => "it is illegal to negate both A and B: legal is a minus on one of them, or none",
            }));
        };
        self.put(negations.field, u64::from(*value));
        Ok(())
    }
}

/// A minus sign before an operand that cannot be negated.
pub(super) fn no_negation(minus: Span, operand: &str) -> TextError {
    minus.error(format!("{operand} cannot be negated: legal is the operand alone"))
}

/// The name of one operand.
pub(super) const fn short(operand: Minus) -> &'static str {
    match operand {
        Minus::A => "A",
        Minus::B => "B",
        _ => "C",
    }
}

/// The legal value of a suffix.
pub(super) fn value_of(field: &Field, name: &str) -> Option<u64> {
    let value = field.values().iter().find(|value| value.meaning.is_some() && value.suffix == name)?;
    (!name.is_empty()).then_some(value.value.into())
}

/// The suffixes of the legal values, with their dots.
pub(super) fn suffixes_of(field: &Field) -> Vec<String> {
    let legal = field.values().iter().filter(|value| value.meaning.is_some() && !value.suffix.is_empty());
    legal.map(|value| format!(".{}", value.suffix)).collect()
}
