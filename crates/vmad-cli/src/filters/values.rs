//! The values of the filters.

use vmad_observe::vectors::{column_name, value_names};
use vmad_sass::isa::Field;
use vmad_unit::{Format, Kind, Psign, Scale, Selector};

use crate::{failure::Failure, number::unsigned, suggest};

/// The field of a name, in upper or lower case, with blanks or underscores.
pub(super) fn field(
    kind: Kind,
    fields: &[&'static Field],
    option: &str,
    name: &str,
) -> Result<&'static Field, Failure> {
    let is = |field: &&&'static Field| column_name(field.name()) == column_name(name);
    fields.iter().find(is).copied().ok_or_else(|| {
        let names: Vec<_> = fields.iter().map(|field| field.name()).collect();
        let message = format!("{kind} has no field {name:?}: {}", suggest::expected(name, &names));
        Failure::input(option, &message)
    })
}

/// The value of a field by its name in a table, its suffix or its number.
pub(super) fn value_of(field: &'static Field, text: &str) -> Result<u64, String> {
    let names = value_names(field);
    let suffix =
        |value: u64| field.values().iter().find(|it| u64::from(it.value) == value).map(|it| it.suffix);
    let is = |(value, name): &&(u64, String)| {
        name.eq_ignore_ascii_case(text)
            || value.to_string() == text
            || suffix(*value).is_some_and(|suffix| !suffix.is_empty() && suffix.eq_ignore_ascii_case(text))
    };
    names.iter().find(is).map(|(value, _)| *value).ok_or_else(|| {
        let names: Vec<_> = names.iter().map(|(_, name)| name).collect();
        format!("{text:?} is not a value of {}: {}", field.name(), suggest::expected(text, &names))
    })
}

/// Refuses a format if selectors are given and none has its width.
pub(super) fn fits(
    formats_name: &str,
    formats: &[Format],
    name: &str,
    selectors: &[Selector],
) -> Result<(), Failure> {
    let fits = |format: &Format| selectors.iter().any(|selector| selector.width() == format.width);
    match formats.iter().find(|format| !fits(format)) {
        Some(format) if !selectors.is_empty() => Err(Failure::input(
            name,
            &format!(
                "no selector fits {formats_name} {}: bytes have B0 to B3, half-words H0 and H1, words W",
                format.name()
            ),
        )),
        _ => Ok(()),
    }
}

pub(super) fn format(text: &str) -> Result<Format, String> {
    named(text, &Format::ALL, Format::name)
}

pub(super) fn selector(text: &str) -> Result<Selector, String> {
    named(text, &Selector::ALL, selector_name)
}

/// The name of a selector; assembly text omits that of a word.
pub(crate) fn selector_name(selector: Selector) -> &'static str {
    if selector == Selector::Word { "W" } else { selector.name() }
}

pub(super) fn scale(text: &str) -> Result<Scale, String> {
    named(text, &Scale::ALL, Scale::name)
}

pub(super) fn psign(text: &str) -> Result<Psign, String> {
    named(text, &Psign::ALL, |psign| ["0", "1", "2", "3"][psign as usize])
}

/// The value of a name, in upper or lower case.
pub(crate) fn named<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
    let found = all.iter().find(|&&value| name(value).eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&value| name(value)).collect();
        suggest::expected(text, &names)
    })
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    unsigned(text)
        .ok_or_else(|| "expected 0 to 18446744073709551615, or 0x and up to 16 hexadecimal digits".to_owned())
}
