//! The suffixes of the mnemonic.

use alloc::{format, vec, vec::Vec};

use vmad_unit::Format;

use super::{
    builder::{Builder, suffixes_of, value_of},
    error,
};
use crate::{
    isa::{self, OperandFormat},
    text::{Statement, Suffix, SuffixGroup, TextError, TextErrorKind},
};

impl Builder {
    /// The mnemonic's suffixes, in the order of the form.
    pub(super) fn suffixes(&mut self, statement: &Statement<'_>) -> Result<(), TextError> {
        let mut rest = &statement.suffixes[..];
        for suffix in self.form.suffixes {
            match suffix {
                isa::Suffix::Formats => self.named_formats(&mut rest, statement)?,
                isa::Suffix::Field(field) => {
                    let named = Suffix::take(&mut rest, |name| value_of(field, name));
                    let default = || field.values().iter().find(|value| value.is_default());
                    let value = named.or_else(|| default().map(|value| value.value.into()));
                    let Some(value) = value else {
                        return Err(match rest.first() {
                            Some(stray) => self.stray(stray, statement),
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
        rest.first().map_or(Ok(()), |stray| Err(self.stray(stray, statement)))
    }

    /// Both formats or neither.
    fn named_formats(
        &mut self,
        rest: &mut &[Suffix<'_>],
        statement: &Statement<'_>,
    ) -> Result<(), TextError> {
        let Some((first, tail)) = rest.split_first() else { return Ok(()) };
        let Some(a) = Format::from_name(first.name) else { return Ok(()) };
        let Some((second, tail)) = tail.split_first() else { return Err(self.one_format(first)) };
        let Some(b) = Format::from_name(second.name) else {
            // A misspelt second format is more probable.
            return Err(if self.has_suffix(second.name) {
                self.one_format(first)
            } else {
                self.stray(second, statement)
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

    /// A suffix that is repeated, out of order, or unknown.
    fn stray(&self, suffix: &Suffix<'_>, statement: &Statement<'_>) -> TextError {
        let (found, suffixes) = (suffix.name.into(), self.suffix_groups());
        let group_of = |name: &str| {
            suffixes.iter().position(|group| group.suffixes.iter().any(|other| other[1..] == *name))
        };
        let Some(group) = group_of(suffix.name) else {
            return error(suffix.span, TextErrorKind::Suffix { found, suffixes });
        };
        let before = statement.suffixes.iter().take_while(|other| other.span != suffix.span);
        let first = before.clone().find(|other| group_of(other.name) == Some(group));
        let kind = match first {
            Some(first) => TextErrorKind::RepeatedSuffix {
                found,
                first: first.name.into(),
                group: suffixes[group].clone(),
            },
            None => TextErrorKind::SuffixOrder { found, suffixes },
        };
        error(suffix.span, kind)
    }

    /// Whether the form has a suffix that is not a format.
    fn has_suffix(&self, name: &str) -> bool {
        let of = |suffix: &isa::Suffix| matches!(suffix, isa::Suffix::Field(field) if value_of(field, name).is_some());
        self.form.suffixes.iter().any(of)
    }

    fn suffix_groups(&self) -> Vec<SuffixGroup> {
        let mut groups = Vec::new();
        for suffix in self.form.suffixes {
            match suffix {
                isa::Suffix::Formats => groups.extend(self.format_groups()),
                isa::Suffix::Field(field) => {
                    let suffixes = suffixes_of(field);
                    groups.push(SuffixGroup { name: field.name(), are_formats: false, suffixes });
                }
            }
        }
        groups
    }

    /// One group if A and B have the same formats, else two.
    fn format_groups(&self) -> Vec<SuffixGroup> {
        let group = |name, suffixes| SuffixGroup { name, are_formats: true, suffixes };
        let names = |of: &OperandFormat| of.legal().map(|format| format!(".{}", format.name())).collect();
        let [a, b]: [Vec<_>; 2] = [&self.form.formats.a, &self.form.formats.b].map(names);
        if a == b {
            return vec![group("two formats", a)];
        }
        vec![group("A's format", a), group("B's format", b)]
    }
}
