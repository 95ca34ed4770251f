//! The suffixes of the mnemonic.

use alloc::{format, string::String, vec, vec::Vec};

use vmad_unit::Format;

use super::builder::{Builder, suffixes_of, value_of};
use crate::{
    isa::{self, OperandFormat, Role},
    messages::list,
    text::{Statement, Suffix, TextError},
};

impl Builder {
    /// The mnemonic's suffixes, in the order of the form.
    pub(super) fn suffixes(&mut self, statement: &Statement<'_, '_>) -> Result<(), TextError> {
        let mut rest = statement.suffixes();
        for suffix in self.form.suffixes {
            match suffix {
                isa::Suffix::Formats => self.named_formats(&mut rest, statement)?,
                isa::Suffix::Field(field) => {
                    let named = Suffix::take(&mut rest, |name| value_of(field, name));
                    let Some(value) = named.or_else(|| field.default_value()) else {
                        if let Some(stray) = rest.first() {
                            return Err(self.stray(stray, statement));
                        }
                        let names = suffixes_of(field);
                        let message =
                            format!("the {} is missing: legal are {}", field.name(), list(&names, "or"));
                        return Err(statement.mnemonic.span.error(message).with_names(names));
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
        statement: &Statement<'_, '_>,
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
        let (a, b) = (self.form.formats.a.default.name(), self.form.formats.b.default.name());
        suffix
            .span
            .error(format!("one format alone: name both A's and B's, or neither (then A is {a} and B {b})"))
    }

    /// A suffix that is repeated, out of order, or unknown.
    fn stray(&self, suffix: &Suffix<'_>, statement: &Statement<'_, '_>) -> TextError {
        let (found, groups) = (suffix.name, self.suffix_groups());
        let in_order = || groups.iter().map(SuffixGroup::in_order).collect::<Vec<_>>().join(", then ");
        let group_of = |name: &str| {
            groups.iter().position(|group| group.suffixes.iter().any(|other| other[1..] == *name))
        };
        let has_cc =
            |operand: &isa::Operand| matches!(operand.role, Role::Destination { cc, .. } if cc.width() > 0);
        if found == "CC" && self.form.operands.iter().any(has_cc) {
            return suffix.span.error("\"CC\" is a suffix of the destination register: legal is R0.CC");
        }
        let Some(group) = group_of(found) else {
            let mut names = Vec::new();
            for name in groups.iter().flat_map(|group| &group.suffixes) {
                // Both operands can have most formats.
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            let message = format!("unknown suffix {found:?}: legal are {}", in_order());
            return suffix.span.error(message).with_names(names);
        };
        let mut before = statement.suffixes().iter().take_while(|other| other.span != suffix.span);
        let first = before.find(|other| group_of(other.name) == Some(group));
        let SuffixGroup { formats, suffixes } = &groups[group];
        suffix.span.error(match first.map(|first| first.name) {
            None => format!("{found:?} is out of place: legal are, in this order, {}", in_order()),
            Some(_) if formats.is_some() => format!("{found:?} is a third format: legal are two"),
            Some(first) if found == first => format!("{found:?} is written twice: legal is once"),
            Some(first) => {
                format!("{found:?} after {first:?}: legal is one of {}", list(suffixes, "and"))
            }
        })
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
                    groups.push(SuffixGroup { formats: None, suffixes: suffixes_of(field) });
                }
            }
        }
        groups
    }

    /// One group if A and B have the same formats, else two.
    fn format_groups(&self) -> Vec<SuffixGroup> {
        let group = |name, suffixes| SuffixGroup { formats: Some(name), suffixes };
        let names = |of: &OperandFormat| of.legal().map(|format| format!(".{}", format.name())).collect();
        let [a, b]: [Vec<_>; 2] = [&self.form.formats.a, &self.form.formats.b].map(names);
        if a == b {
            return vec![group("two formats", a)];
        }
        vec![group("A's format", a), group("B's format", b)]
    }
}

/// A group of alternative suffixes.
struct SuffixGroup {
    /// For formats, their name: `two formats`, `A's format`.
    formats: Option<&'static str>,
    /// The suffixes, with their dots.
    suffixes: Vec<String>,
}

impl SuffixGroup {
    /// `two formats (.U8 .S8)`, or `.SHR_7 or .SHR_15`
    fn in_order(&self) -> String {
        match self.formats {
            Some(name) => format!("{name} ({})", self.suffixes.join(" ")),
            None => list(&self.suffixes, "or"),
        }
    }
}
