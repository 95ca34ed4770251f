//! The forms of the words of 128 bits.

use alloc::{
    collections::BTreeMap,
    string::{String, ToString},
    vec::Vec,
};

use super::{ControlCase, Operand, OperandSpelling, WordField, WordForm, reused};
use crate::{
    isa::Value,
    schedule::{ControlField, ReuseFlags},
    wide::{FORMS, WideArch, WideField, WideForm, WideKind, WideMode, fields, reused_operands, unsigned},
};

/// The forms of each architecture. Those of architectures that agree are one.
pub(super) fn forms() -> impl Iterator<Item = WordForm> {
    let mut forms: Vec<WordForm> = Vec::new();
    for arch in WideArch::ALL {
        let legal = FORMS.into_iter().filter(|form| arch.forms().contains(&form.encoding));
        for form in legal.flat_map(|form| MODES.map(|mode| word_form(arch, form, mode))) {
            let same = forms.iter_mut().find(|other| {
                let architectures = other.architectures.clone();
                **other == WordForm { architectures, ..form.clone() }
            });
            match same {
                Some(other) => other.architectures.push(arch.to_string()),
                None => forms.push(form),
            }
        }
    }
    forms.into_iter()
}

/// One mode of each instruction.
const MODES: [WideMode; 2] = [WideMode::ALL[0], WideMode::ALL[2]];

fn word_form(arch: WideArch, form: WideForm, mode: WideMode) -> WordForm {
    let field = |field: &WideField| {
        let fixed = match field.name {
            "opcode" => Some(mode.opcode() as u16),
            "form" => Some(u16::from(form.encoding & 7)),
            "form high" => Some(u16::from(form.encoding >> 3)),
            _ => None,
        };
        let mut values = field.values.to_vec();
        if field.name == "signed" {
            values[0] = Value::printed(0, "unsigned", &unsigned(mode)[1..]);
        }
        let WideField { name, bits, meaning, spelling, .. } = *field;
        (WordField { name, bits: bits.place(), meaning, spelling, fixed, values }, bits)
    };
    let read = |field: &&WideField| field.name != "ACC" || mode.kind() == vmad_unit::Kind::Vabsdiff4;
    let fields: Vec<_> = fields(arch, form.kind).filter(read).map(field).collect();
    let fixed = || fields.iter().filter_map(|(field, bits)| Some((field.fixed?, bits)));
    let operands = operands_of(form);
    WordForm {
        instruction: mode.kind().name(),
        architectures: [arch.to_string()].into(),
        width: 128,
        mask: fixed().map(|(_, bits)| u128::from(bits.mask()) << bits.low).sum(),
        value: fixed().map(|(value, bits)| u128::from(value) << bits.low).sum(),
        suffixes: ["signed", "ACC"]
            .into_iter()
            .filter(|name| fields.iter().any(|field| field.0.name == *name))
            .collect(),
        fields: fields.into_iter().map(|(field, _)| field).collect(),
        control_fields: Vec::new(),
        formats: Vec::new(),
        hides_default_formats: true,
        minus: None,
        control: control(arch, form, &operands),
        operands,
    }
}

fn operands_of(form: WideForm) -> Vec<Operand> {
    let operand = |name, spelling, fields: &[&'static str]| Operand {
        name,
        spelling,
        fields: fields.to_vec(),
        suffix: None,
        not: None,
        signed: None,
        hides_pt: spelling == OperandSpelling::Predicate,
    };
    let own = |name| match form.kind {
        WideKind::Register => operand(Some(name), OperandSpelling::Register, &["Rb"]),
        WideKind::Immediate => operand(Some(name), OperandSpelling::Immediate, &["imm32"]),
        WideKind::Constant => operand(Some(name), OperandSpelling::Constant, &["bank", "offset"]),
        WideKind::Bindless => operand(Some(name), OperandSpelling::Bindless, &["UR", "offset"]),
        WideKind::Uniform => operand(Some(name), OperandSpelling::Uniform, &["UR"]),
    };
    let register = |name, field| operand(name, OperandSpelling::Register, &[field]);
    let [b, c] = if form.is_c {
        [register(Some("B"), "third"), own("C")]
    } else {
        [own("B"), register(Some("C"), "third")]
    };
    let predicate = operand(None, OperandSpelling::Predicate, &["Pd"]);
    [register(None, "Rd"), predicate, register(Some("A"), "Ra"), b, c].into()
}

/// The cases of the control field: stall counts and yield flags with the same reuse flags.
fn control(arch: WideArch, form: WideForm, all: &[Operand]) -> Vec<ControlCase> {
    let mut cases: Vec<(bool, Vec<Option<String>>, Vec<u8>)> = Vec::new();
    for (yields, stall) in
        [false, true].into_iter().flat_map(|yields| (0..16).map(move |stall| (yields, stall)))
    {
        let issue = ControlField::IDLE.with_yield_flag(yields).with_stall(stall);
        let flagged = |flags| reused_operands(arch, form, issue.with_reuse(ReuseFlags::new(flags))).ok();
        let reuse: Vec<_> = (0..16).map(|flags| flagged(flags).map(|flags| reused(flags, all))).collect();
        if reuse.iter().all(Option::is_none) {
            continue;
        }
        match cases.iter_mut().find(|(other, same, _)| (*other, same) == (yields, &reuse)) {
            Some((.., stalls)) => stalls.push(stall),
            None => cases.push((yields, reuse, [stall].into())),
        }
    }
    let case = |(yields, reuse, stalls)| ControlCase {
        when: BTreeMap::from([("yield", [u8::from(yields)].into()), ("stall", stalls)]),
        reuse,
    };
    cases.into_iter().map(case).collect()
}
