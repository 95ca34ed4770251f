//! The forms of the words of 64 bits.

use alloc::{
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    ControlCase, MinusSigns, Operand, OperandFormat, OperandSpelling, WordField, WordForm, operands, reused,
};
use crate::{
    Arch,
    dispatch::Dispatch,
    isa::{
        Coupling, DefaultFormats, Field, Form, Layout, Minus, Operand as FormOperand,
        OperandFormat as FormFormat, Role, Spelling, Suffix,
    },
    schedule::{self, Barrier, ControlField, ReuseFlags},
};

pub(super) fn forms() -> impl Iterator<Item = WordForm> {
    Layout::ALL
        .into_iter()
        .flat_map(|layout| layout.instructions().iter().copied().flatten())
        .flat_map(groups)
}

/// The form on the architectures that omit default formats, and on those that print them.
fn groups(form: &'static Form) -> impl Iterator<Item = WordForm> {
    [true, false].into_iter().filter_map(|hides| {
        let is_in_group = |arch: &Arch| {
            let may_hide = match form.formats.defaults {
                DefaultFormats::Printed => false,
                DefaultFormats::Hidden => true,
                DefaultFormats::HiddenByArch => arch.hides_default_formats(),
            };
            arch.layout() == form.layout && may_hide == hides
        };
        let architectures: Vec<_> =
            Arch::ALL.into_iter().filter(is_in_group).map(|arch| arch.to_string()).collect();
        (!architectures.is_empty()).then(|| word_form(form, architectures, hides))
    })
}

fn word_form(form: &Form, architectures: Vec<String>, hides_default_formats: bool) -> WordForm {
    let suffix = |suffix: &Suffix| match suffix {
        Suffix::Formats => "formats",
        Suffix::Field(field) => field.name(),
    };
    let operands: Vec<_> = form.operands.iter().map(operand).collect();
    WordForm {
        instruction: form.kind.name(),
        architectures,
        width: 64,
        mask: form.opcode.mask.into(),
        value: form.opcode.bits.into(),
        fields: form.fields.iter().map(field).collect(),
        control_fields: match form.layout {
            Layout::Maxwell => schedule::FIELDS
                .map(|(name, bits, meaning)| WordField {
                    name,
                    bits: bits.place(),
                    meaning,
                    spelling: Spelling::Number,
                    fixed: None,
                    values: Vec::new(),
                })
                .into(),
            Layout::Kepler => Vec::new(),
        },
        suffixes: form.suffixes.iter().map(suffix).collect(),
        formats: [form.formats.a, form.formats.b].map(format).into(),
        hides_default_formats,
        minus: minus(form),
        control: control(form, &operands),
        operands,
    }
}

fn field(field: &Field) -> WordField {
    WordField {
        name: field.name(),
        bits: field.place(),
        meaning: field.meaning(),
        spelling: field.spelling(),
        fixed: field.fixed(),
        values: field.values().to_vec(),
    }
}

fn format(format: FormFormat) -> OperandFormat {
    let fields = [format.select, format.signed];
    let [select, signed] = fields.map(|field| 1 << field.width());
    let index = |value: usize| format.base | (value % select) | ((value / select) << 3);
    let names = (0..select * signed).map(|value| format.names[index(value) & 15].as_str()[1..].to_string());
    OperandFormat {
        fields: fields.iter().filter(|field| field.width() > 0).map(Field::name).collect(),
        names: names.collect(),
        default: format.default.name(),
    }
}

fn minus(form: &Form) -> Option<MinusSigns> {
    let field = form.negations.field;
    let signs = |value| {
        let signs = form.negations.of(field.put(value));
        operands([Minus::A, Minus::B, Minus::C].map(|operand| signs.meets(operand)))
    };
    (field.width() > 0)
        .then(|| MinusSigns { field: field.name(), operands: (0..=field.mask()).map(signs).collect() })
}

fn operand(operand: &FormOperand) -> Operand {
    let names = [(Minus::A, "A"), (Minus::B, "B"), (Minus::C, "C")];
    let name = names.into_iter().find_map(|(minus, name)| operand.minus.meets(minus).then_some(name));
    let named = |field: Field| (field.width() > 0).then(|| field.name());
    let plain = |spelling, field: Field| Operand {
        name,
        spelling,
        fields: [field.name()].into(),
        suffix: None,
        not: None,
        signed: None,
        hides_pt: false,
    };
    match operand.role {
        Role::Destination { register, cc: suffix } | Role::Source { register, select: suffix, .. } => {
            Operand { suffix: named(suffix), ..plain(OperandSpelling::Register, register) }
        }
        Role::Immediate { value, signed } => {
            Operand { signed: named(signed), ..plain(OperandSpelling::Immediate, value) }
        }
        Role::Predicate { predicate, not } => {
            Operand { not: named(not), ..plain(OperandSpelling::Predicate, predicate) }
        }
    }
}

/// The cases of the control field, as [`ControlField::check`] has them.
fn control(form: &Form, all: &[Operand]) -> Vec<ControlCase> {
    let reuse = |dispatch: Dispatch| {
        let flags = |flags: u8| {
            let flags = ReuseFlags::new(flags);
            let is_legal = ControlField::IDLE.with_reuse(flags).check(dispatch).is_ok();
            let printed = if dispatch == Dispatch::Coupled { flags.bits() } else { 0 };
            is_legal.then(|| reused([0, 1, 2].map(|bit| printed >> bit & 1 == 1), all))
        };
        (0..16).map(flags).collect()
    };
    let barriers = |set: fn(Option<Barrier>) -> ControlField| {
        let is_legal = |&number: &u8| set(Barrier::new(number)).check(Dispatch::Coupled).is_ok();
        (0..8).filter(is_legal).collect()
    };
    let mut coupled = ControlCase {
        when: BTreeMap::from([
            ("write barrier", barriers(|barrier| ControlField::IDLE.with_write_barrier(barrier))),
            ("read barrier", barriers(|barrier| ControlField::IDLE.with_read_barrier(barrier))),
        ]),
        reuse: reuse(Dispatch::Coupled),
    };
    let any = |when| ControlCase { when, reuse: reuse(Dispatch::Decoupled) };
    match form.coupling {
        Coupling::Coupled => [coupled].into(),
        Coupling::Unknown => [any(BTreeMap::new())].into(),
        Coupling::ByWidth => {
            let selectors = [form.formats.a.select, form.formats.b.select].into_iter();
            let selectors: Vec<_> = selectors.filter(|field| field.width() > 0).collect();
            let of_width = |field: &Field, dispatch| {
                let is_it = |&value: &u8| {
                    let word = selectors.iter().fold(0, |word, other| other.with(word, 0));
                    form.dispatch(field.with(word, value.into())) == dispatch
                };
                (field.name(), (0..=field.mask() as u8).filter(is_it).collect::<Vec<_>>())
            };
            coupled.when.extend(selectors.iter().map(|field| of_width(field, Dispatch::Coupled)));
            let decoupled = |field| any(BTreeMap::from([of_width(field, Dispatch::Decoupled)]));
            [coupled].into_iter().chain(selectors.iter().map(decoupled)).collect()
        }
    }
}
