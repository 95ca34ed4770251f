//! The options that select modes of an instruction.

use clap::ValueEnum;
use vmad_observe::vectors::{Filter, FormMode, column_name, value_names};
use vmad_sass::isa::{B, Field};
use vmad_unit::{Format, Kind};

use crate::{failure::Failure, number::unsigned, suggest};

/// The filters of `vmad vectors`.
#[derive(Debug, clap::Args)]
pub(crate) struct Filters {
    /// Formats of A: U8 S8 U16 S16 U32 S32, separated by commas [default: all]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = format)]
    a: Vec<Format>,

    /// Formats of B, as for A
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = format)]
    b: Vec<Format>,

    /// Values of a field: psign=1,2, SAT=1, 'A select=B2'; can be given for several fields [default: all]
    #[arg(long, value_name = "FIELD=VALUES")]
    field: Vec<String>,

    /// The kind of B [default: both]
    #[arg(long)]
    form: Option<Form>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A register
    Register,
    /// An imm16
    Immediate,
}

impl Filters {
    /// Refuses filters beside one instruction.
    pub(crate) fn refuse_beside(&self, instruction: &str) -> Result<(), Failure> {
        let given = [
            ("--a", !self.a.is_empty()),
            ("--b", !self.b.is_empty()),
            ("--field", !self.field.is_empty()),
            ("--form", self.form.is_some()),
        ];
        let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) else { return Ok(()) };
        let message = format!("it cannot be used with one instruction, {instruction:?}: expected a mnemonic");
        Err(Failure::input(option, &message))
    }

    /// The selected modes, at least one.
    pub(crate) fn modes(&self, kind: Kind) -> Result<Vec<FormMode>, Failure> {
        let mut filter = Filter::of(kind);
        let fields = filter.fields();
        match self.form {
            Some(Form::Register) => filter = filter.with_form(B::Register),
            Some(Form::Immediate) => filter = filter.with_form(B::Immediate),
            None => {}
        }
        for (index, formats) in [&self.a, &self.b].into_iter().enumerate().filter(|(_, it)| !it.is_empty()) {
            filter = filter.with_formats(index, formats);
        }
        for text in &self.field {
            let refuse = |message: &str| Failure::input(format!("--field {text:?}"), message);
            let expected = || refuse("expected FIELD=VALUES, as in secop=ACC,MIN");
            let (name, values) = text.split_once('=').ok_or_else(expected)?;
            let field = field(kind, &fields, name).map_err(|message| refuse(&message))?;
            let values: Result<Vec<_>, _> = values.split(',').map(|value| value_of(field, value)).collect();
            filter = filter.with(field.name(), &values.map_err(|message| refuse(&message))?);
        }
        let modes = filter.modes();
        if modes.is_empty() {
            return Err(Failure::input(
                "the filters",
                "no mode matches: an immediate B is U16 or S16, a selector needs a format of its width, B of a shift is \
                 unsigned, and A and B of VABSDIFF4 are registers of bytes (no source says what it computes with an immediate)",
            ));
        }
        Ok(modes)
    }
}

/// The field of a name, in upper or lower case, with blanks or underscores.
fn field(kind: Kind, fields: &[&'static Field], name: &str) -> Result<&'static Field, String> {
    let is = |field: &&&'static Field| column_name(field.name()) == column_name(name);
    fields.iter().find(is).copied().ok_or_else(|| {
        let names: Vec<_> = fields.iter().map(|field| field.name()).collect();
        format!("{kind} has no field {name:?}: {}", suggest::expected(name, &names))
    })
}

/// The value of a field by its name in a table, its suffix or its number.
fn value_of(field: &'static Field, text: &str) -> Result<u64, String> {
    let names = value_names(field);
    let listed = |value: u64| field.values().iter().find(|listed| u64::from(listed.value) == value);
    let suffix = |value: u64| listed(value).map(|listed| listed.suffix);
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

fn format(text: &str) -> Result<Format, String> {
    named(text, &Format::ALL, Format::name)
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
