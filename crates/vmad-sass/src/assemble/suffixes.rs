//! The suffixes of the mnemonic.

use alloc::{format, vec::Vec};

use vmad_unit::Format;

use super::{
    builder::{Builder, suffixes_of, value_of},
    error,
};
use crate::{
    isa,
    text::{Statement, Suffix, SuffixGroup, TextError, TextErrorKind},
};

impl Builder {
    /// The mnemonic's suffixes, in the order of the form.
    pub(super) fn suffixes(&mut self, statement: &Statement<'_>) -> Result<(), TextError> {
        let mut rest = &statement.suffixes[..];
        for suffix in self.form.suffixes {
            match suffix {
                isa::Suffix::Formats => self.named_formats(&mut rest)?,
                isa::Suffix::Field(field) => {
                    let named = Suffix::take(&mut rest, |name| value_of(field, name));
                    let default = || field.values().iter().find(|value| value.is_default());
                    let value = named.or_else(|| default().map(|value| value.value.into()));
                    let Some(value) = value else {
                        return Err(match rest.first() {
                            Some(stray) => self.stray(stray),
                            None => error(
                                statement.mnemonic_span,
                                TextErrorKind::MissingSuffix {
                                    what: field.name(),
                                    names: suffixes_of(field),
                                },
                            ),
                        });
                    };
                    self.put(*field, value);
                }
            }
        }
        rest.first().map_or(Ok(()), |stray| Err(self.stray(stray)))
    }

    /// Both formats or neither.
    fn named_formats(&mut self, rest: &mut &[Suffix<'_>]) -> Result<(), TextError> {
        let Some((first, tail)) = rest.split_first() else { return Ok(()) };
        let Some(a) = Format::from_name(first.name) else { return Ok(()) };
        let Some((second, tail)) = tail.split_first() else { return Err(self.one_format(first)) };
        let Some(b) = Format::from_name(second.name) else {
            // A misspelt second format is more probable.
            return Err(if self.has_suffix(second.name) {
                self.one_format(first)
            } else {
                self.stray(second)
            });
        };
        *rest = tail;
        self.formats = [(a, Some(first.span)), (b, Some(second.span))];
        Ok(())
    }

    fn one_format(&self, suffix: &Suffix<'_>) -> TextError {
        let defaults = [self.form.formats.a.default, self.form.formats.b.default];
        error(suffix.span, TextErrorKind::OneFormat { defaults })
    }

    /// A suffix that is out of order, or unknown.
    fn stray(&self, suffix: &Suffix<'_>) -> TextError {
        let (found, suffixes) = (suffix.name.into(), self.suffix_groups());
        error(
            suffix.span,
            if self.has_suffix(suffix.name) || Format::from_name(suffix.name).is_some() {
                TextErrorKind::SuffixOrder { found, suffixes }
            } else {
                TextErrorKind::Suffix { found, suffixes }
            },
        )
    }

    /// Whether the form has a suffix that is not a format.
    fn has_suffix(&self, name: &str) -> bool {
        let of = |suffix: &isa::Suffix| matches!(suffix, isa::Suffix::Field(field) if value_of(field, name).is_some());
        self.form.suffixes.iter().any(of)
    }

    fn suffix_groups(&self) -> Vec<SuffixGroup> {
        let group = |suffix: &isa::Suffix| match suffix {
            isa::Suffix::Formats => SuffixGroup {
                name: "two formats",
                suffixes: Format::ALL
                    .into_iter()
                    .filter(|&format| {
                        let formats = &self.form.formats;
                        [formats.a, formats.b].iter().any(|of| of.values(format).next().is_some())
                    })
                    .map(|format| format!(".{}", format.name()))
                    .collect(),
            },
            isa::Suffix::Field(field) => SuffixGroup { name: field.name(), suffixes: suffixes_of(field) },
        };
        self.form.suffixes.iter().map(group).collect()
    }
}
