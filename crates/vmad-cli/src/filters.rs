//! The options that select modes of an instruction.

mod values;

use clap::ValueEnum;
use vmad_observe::vectors::{Filter, FormMode, column_name};
use vmad_sass::{Instruction, isa::B};
use vmad_unit::{Format, Kind, Psign, Saturate, Scale, Selector};

use values::{field, fits, format, psign, scale, selector, value_of};
pub(crate) use values::{named, seed, selector_name};

use crate::failure::Failure;

/// The filters of `vmad vectors` and `vmad emit`.
#[derive(Debug, clap::Args)]
pub(crate) struct Filters {
    /// Formats of A: U8 S8 U16 S16 U32 S32, separated by commas [default: all]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = format)]
    a: Vec<Format>,

    /// Selectors of A, of which vectors take one at random: B0 B1 B2 B3 H0 H1, W for a 32-bit A [default: all]
    #[arg(long, value_name = "SELECTORS", value_delimiter = ',', value_parser = selector)]
    asel: Vec<Selector>,

    /// Formats of B, as for A
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = format)]
    b: Vec<Format>,

    /// Selectors of a register B, as for A
    #[arg(long, value_name = "SELECTORS", value_delimiter = ',', value_parser = selector)]
    bsel: Vec<Selector>,

    /// Negations: 0 (A*B)+C, 1 (A*B)-C, 2 -(A*B)+C, 3 .PO [default: all]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = psign)]
    psign: Vec<Psign>,

    /// Shifts: PASS SHR_7 SHR_15 [default: all]
    #[arg(long, value_name = "SCALES", value_delimiter = ',', value_parser = scale)]
    scale: Vec<Scale>,

    /// Only with, or only without saturation [default: both]
    #[arg(long, value_name = "on|off")]
    sat: Option<Switch>,

    /// Values of a field: secop=ACC,MIN, comparison=LT; can be given for several fields [default: all]
    #[arg(long, value_name = "FIELD=VALUES")]
    field: Vec<String>,

    /// The kind of B
    #[arg(long, default_value = "both")]
    form: Forms,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Switch {
    On = Saturate::On as isize,
    Off = Saturate::Off as isize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Forms {
    /// A register
    Register,
    /// An imm16
    Immediate,
    /// Both
    Both,
}

impl Filters {
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("--a", !self.a.is_empty()),
            ("--asel", !self.asel.is_empty()),
            ("--b", !self.b.is_empty()),
            ("--bsel", !self.bsel.is_empty()),
            ("--psign", !self.psign.is_empty()),
            ("--scale", !self.scale.is_empty()),
            ("--sat", self.sat.is_some()),
            ("--field", !self.field.is_empty()),
            ("--form", self.form != Forms::Both),
        ];
        given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }

    /// Refuses filters beside one instruction.
    pub(crate) fn refuse_beside(&self, instruction: &str) -> Result<(), Failure> {
        let Some(option) = self.first_given() else { return Ok(()) };
        let message = format!("it cannot be used with one instruction, {instruction:?}: expected a mnemonic");
        Err(Failure::input(option, &message))
    }

    /// Whether selectors of A and of B are given.
    fn has_selectors(&self) -> [bool; 2] {
        [("A select", &self.asel), ("B select", &self.bsel)].map(|(field, given)| {
            let is_it =
                |text: &String| column_name(text.split('=').next().unwrap_or_default()) == column_name(field);
            !given.is_empty() || self.field.iter().any(is_it)
        })
    }

    /// The selection of modes of an instruction.
    fn filter(&self, kind: Kind) -> Result<Filter, Failure> {
        let mut filter = Filter::of(kind);
        let fields = filter.fields();
        // The lanes of VABSDIFF4 have selectors of their own, which --field takes.
        let has_parts =
            fields.iter().find(|field| field.name() == "A select").is_some_and(|field| field.width() == 3);
        for (option, is_given) in [("--asel", !self.asel.is_empty()), ("--bsel", !self.bsel.is_empty())] {
            if is_given && !has_parts {
                let message = format!("{kind} has no part of a register: expected --field 'A select=3210'");
                return Err(Failure::input(option, &message));
            }
        }
        fits("--a", &self.a, "--asel", &self.asel)?;
        if self.form == Forms::Register {
            fits("--b", &self.b, "--bsel", &self.bsel)?;
        }
        match self.form {
            Forms::Register => filter = filter.with_form(B::Register),
            Forms::Immediate => filter = filter.with_form(B::Immediate),
            Forms::Both => {}
        }
        if !self.a.is_empty() {
            filter = filter.with_formats(0, &self.a);
        }
        if !self.b.is_empty() {
            filter = filter.with_formats(1, &self.b);
        }
        let given: [(&str, &str, Vec<u64>); 5] = [
            ("--asel", "A select", self.asel.iter().map(|it| it.encoding().into()).collect()),
            ("--bsel", "B select", self.bsel.iter().map(|it| it.encoding().into()).collect()),
            ("--psign", "psign", self.psign.iter().map(|it| it.encoding().into()).collect()),
            ("--scale", "scale", self.scale.iter().map(|it| it.encoding().into()).collect()),
            ("--sat", "SAT", self.sat.into_iter().map(|it| it as u64).collect()),
        ];
        for (option, name, values) in given.iter().filter(|(.., values)| !values.is_empty()) {
            let field = field(kind, &fields, option, name)?;
            filter = filter.with(field.name(), values);
        }
        for text in &self.field {
            let (name, values) = text.split_once('=').ok_or_else(|| {
                Failure::input(format!("--field {text:?}"), &"expected FIELD=VALUES, as in secop=ACC,MIN")
            })?;
            let field = field(kind, &fields, "--field", name)?;
            let values: Result<Vec<_>, _> = values.split(',').map(|value| value_of(field, value)).collect();
            let values = values.map_err(|message| Failure::input(format!("--field {text:?}"), &message))?;
            filter = filter.with(field.name(), &values);
        }
        Ok(filter)
    }

    /// The selected modes, at least one.
    pub(crate) fn modes(&self, kind: Kind) -> Result<Vec<FormMode>, Failure> {
        at_least_one(&self.filter(kind)?)
    }

    /// Instructions with a register B in the selected modes, at least one: with each of the given selectors, or with the
    /// first of each format.
    pub(crate) fn instructions(&self, kind: Kind) -> Result<Vec<Instruction>, Failure> {
        if self.form == Forms::Immediate {
            let message = "an immediate is part of the function: expected one instruction with its immediate";
            return Err(Failure::input("--form immediate", &message));
        }
        let modes = at_least_one(&self.filter(kind)?.with_form(B::Register))?;
        let every = self.has_selectors();
        let words = modes.iter().flat_map(|mode| mode.words(every));
        words
            .map(|word| Instruction::decode(word).map_err(|error| Failure::input("the filters", &error)))
            .collect()
    }
}

fn at_least_one(filter: &Filter) -> Result<Vec<FormMode>, Failure> {
    let modes = filter.modes();
    if modes.is_empty() {
        return Err(Failure::input(
            "the filters",
            "no mode matches: an immediate B is U16 or S16, a selector needs a format of its width, B of a shift is \
             unsigned, and A and B of VABSDIFF4 are registers of bytes",
        ));
    }
    Ok(modes)
}
