//! A selection of the modes of an instruction.

use vmad_sass::{
    Instruction,
    isa::{B, Field, Form, Spelling, Value, forms},
};
use vmad_unit::{Format, Kind, Selector, Sign, Width};

/// A selection of the modes of one instruction: those whose parts are in the lists.
#[derive(Clone, Debug)]
pub struct Filter {
    forms: Vec<&'static Form>,
    formats: [Vec<Format>; 2],
    /// Fields, each with its selected values.
    fields: Vec<(&'static str, Vec<u64>)>,
}

/// The fields of the selectors of A and B, and those of the signs.
const SELECT: [&str; 2] = ["A select", "B select"];
const SIGNED: [&str; 2] = ["A signed", "B signed"];

impl Filter {
    /// All modes of an instruction.
    ///
    /// A word form whose computation is unknown (`VABSDIFF4` with an immediate) has no modes.
    pub fn of(kind: Kind) -> Self {
        let mut forms: Vec<_> = forms(kind).iter().filter(|form| is_known(form)).collect();
        forms.sort_by_key(|form| form.b == B::Immediate);
        Self { forms, formats: [Format::ALL.into(), Format::ALL.into()], fields: Vec::new() }
    }

    /// Only the word form with this B.
    #[must_use]
    pub fn with_form(mut self, b: B) -> Self {
        self.forms.retain(|form| form.b == b);
        self
    }

    /// Only these formats of A (0) or of B (1).
    #[must_use]
    pub fn with_formats(mut self, operand: usize, formats: &[Format]) -> Self {
        self.formats[operand].retain(|format| formats.contains(format));
        self
    }

    /// Only these values of a field: of a modifier (`SAT`), or of a selector (`A select`), from which each vector's is
    /// drawn. A form without the field is not affected.
    #[must_use]
    pub fn with(mut self, field: &'static str, values: &[u64]) -> Self {
        self.fields.push((field, values.into()));
        self
    }

    /// The fields that [`Filter::with`] selects by: modifiers in the order of text, then the selectors.
    pub fn fields(&self) -> Vec<&'static Field> {
        let Some(form) = self.forms.first() else { return Vec::new() };
        mode_fields(form).chain(SELECT.into_iter().filter_map(|name| form.field(name))).collect()
    }

    /// The selected modes, register forms first, then by the formats of A and B and by the modifiers in the order of text.
    pub fn modes(&self) -> Vec<FormMode> {
        let mut modes = Vec::new();
        for form in &self.forms {
            let settings = self.settings(form);
            for &a in &self.formats[0] {
                for &b in &self.formats[1] {
                    let operands = [(a, 0), (b, 1)].map(|(format, index)| self.operands(form, index, format));
                    if operands.iter().any(Vec::is_empty) {
                        continue;
                    }
                    let first = [(a, 0), (b, 1)].map(|(format, index)| choices(form, index, format)[0]);
                    let mode = |&bits| FormMode { form, operands: operands.clone(), first, bits };
                    modes.extend(settings.iter().map(mode));
                }
            }
        }
        modes
    }

    fn allows(&self, field: &str, value: u64) -> bool {
        self.fields.iter().all(|(name, values)| *name != field || values.contains(&value))
    }

    /// The selected choices of an operand.
    fn operands(&self, form: &Form, index: usize, format: Format) -> Vec<u64> {
        let mut all = choices(form, index, format);
        if let Some(field) = form.field(SELECT[index]) {
            all.retain(|bits| self.allows(field.name(), field.of(*bits)));
        }
        all
    }

    /// The bits of every combination of the modifiers, beside the registers and the opcode.
    fn settings(&self, form: &'static Form) -> Vec<u64> {
        let mut words = vec![plain(form)];
        for field in mode_fields(form) {
            let values = legal(field).map(|value| u64::from(value.value));
            let values: Vec<_> = values.filter(|&value| self.allows(field.name(), value)).collect();
            words = words
                .into_iter()
                .flat_map(|word| values.iter().map(move |&value| field.with(word, value)))
                .collect();
        }
        words
    }
}

/// The modifiers, in the order of text, and the negation of `VSETP`'s source predicate.
pub(super) fn mode_fields(form: &'static Form) -> impl Iterator<Item = &'static Field> {
    form.modifiers().chain(form.field("Ps not"))
}

fn legal(field: &'static Field) -> impl Iterator<Item = &'static Value> {
    debug_assert_eq!(field.spelling(), Spelling::Listed);
    field.values().iter().filter(|value| value.meaning.is_some())
}

/// The names of a field's values, in the order of their encoding: the suffixes if they tell the values apart, else the
/// numbers. `none` is the only value of a field without a suffix.
pub fn value_names(field: &'static Field) -> Vec<(u64, String)> {
    let unnamed = legal(field).filter(|value| value.suffix.is_empty()).count();
    let is_named = unnamed == 0 || unnamed == 1 && field.width() > 1 && legal(field).count() > 2;
    let name = |value: &Value| match (is_named, value.suffix) {
        (true, "") => "none".to_owned(),
        (true, suffix) => suffix.to_owned(),
        (false, _) => value.value.to_string(),
    };
    legal(field).map(|value| (u64::from(value.value), name(value))).collect()
}

/// `VADD R0, R2, R3, R4`, or the same with an immediate of 0: every modifier 0. `VSETP P0, P1, R2, R3, P2`.
fn plain(form: &Form) -> u64 {
    let registers = [("guard", 7), ("Ra", 2), ("Rb", 3), ("Rc", 4), ("Pe", 1), ("Ps", 2)];
    registers.into_iter().fold(form.opcode.bits, |word, (name, value)| {
        form.field(name).map_or(word, |field| field.with(word, value))
    })
}

fn is_known(form: &'static Form) -> bool {
    let word = mode_fields(form).fold(plain(form), |word, field| {
        legal(field).next().map_or(word, |value| field.with(word, value.value.into()))
    });
    Instruction::decode(word).is_ok_and(|instruction| instruction.operation().is_some())
}

/// The selectors of an operand, 0 for A and 1 for B, that have a format: each as the bits of the selector and of the
/// sign.
fn choices(form: &Form, index: usize, format: Format) -> Vec<u64> {
    let signed = u64::from(format.sign == Sign::Signed);
    let sign = match form.field(SIGNED[index]) {
        Some(field) => field.put(signed),
        // B of a shift.
        None if signed == 0 => 0,
        None => return Vec::new(),
    };
    let Some(field) = form.field(SELECT[index]) else {
        // An imm16.
        return if format.width == Width::Half { vec![sign] } else { Vec::new() };
    };
    let selectors = legal(field).map(|value| u64::from(value.value));
    let selectors = selectors.filter(|&select| width(field, select) == format.width);
    selectors.map(|select| sign | field.put(select)).collect()
}

/// The width that a selector selects; `VABSDIFF4` selects bytes.
fn width(field: &Field, select: u64) -> Width {
    let selector = if field.width() == 3 { Selector::from_encoding(select as u8) } else { None };
    selector.map_or(Width::Byte, Selector::width)
}

/// A mode with a form of B, and a choice of selectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormMode {
    /// The word form.
    pub form: &'static Form,
    /// The choices of A and of B, as bits of the word.
    pub(super) operands: [Vec<u64>; 2],
    /// The first choices of the formats, selected or not.
    first: [u64; 2],
    /// The rest of the word.
    bits: u64,
}

impl FormMode {
    /// The mode's number, which seeds its vectors: the instruction word with the first selectors of its formats and an
    /// immediate of 0. It does not depend on the filter.
    pub fn number(&self) -> u64 {
        self.word(self.first, 0)
    }

    /// The instruction words with every selected selector of A and of B, and with an immediate of 0.
    pub fn words(&self) -> Vec<u64> {
        let [all_a, all_b] = &self.operands;
        let pairs = all_a.iter().flat_map(|&a| all_b.iter().map(move |&b| [a, b]));
        pairs.map(|pair| self.word(pair, 0)).collect()
    }

    /// `VADD R0, R2, R3, R4`, or an immediate in place of R3, in this mode.
    pub(super) fn word(&self, [a, b]: [u64; 2], immediate: u64) -> u64 {
        let word = self.bits | a | b;
        self.form.field("imm16").map_or(word, |field| field.with(word, immediate))
    }
}
