//! Fields of the word whose values are taken as other values.

use std::{borrow::Cow, collections::BTreeMap};

use vmad_sass::{
    Instruction,
    isa::{Field, Group, Layout, Spelling},
};
use vmad_unit::Kind;

use super::{Change, Rule};

/// A field, and for some of its values the value as which each is taken.
#[derive(Clone, Debug)]
pub(super) struct Table {
    field: &'static Field,
    values: BTreeMap<u64, u64>,
}

/// The fields that a mode has, in the order of the instructions. Fields of one name and one width are one.
pub fn mode_fields() -> Vec<&'static Field> {
    let mut fields: Vec<&'static Field> = Vec::new();
    for form in Kind::ALL.into_iter().flat_map(|kind| Layout::Maxwell.forms(kind)) {
        for field in form.fields.iter().filter(|field| is_mode(field) && field.fixed().is_none()) {
            if !fields.iter().any(|listed| is_same(listed, field)) {
                fields.push(field);
            }
        }
    }
    fields
}

/// Whether a field is a part of the mode.
pub(in crate::observed) fn is_mode(field: &Field) -> bool {
    field.spelling() == Spelling::Listed && field.group() != Group::Guard && field.name() != "CC"
}

fn is_same(one: &Field, other: &Field) -> bool {
    one.name() == other.name() && one.width() == other.width()
}

/// The field of an instruction that has the name and the width of a field.
pub(in crate::observed) fn field_in(instruction: &Instruction, field: &Field) -> Option<&'static Field> {
    instruction.form().field(field.name()).filter(|found| is_same(found, field))
}

/// The values of a field that legal words have.
pub(in crate::observed) fn legal(field: &'static Field) -> impl Iterator<Item = u64> {
    field.values().iter().filter(|value| value.meaning.is_some()).map(|value| u64::from(value.value))
}

impl Table {
    /// The word of an instruction in which the value of the field is taken as another.
    pub(super) fn word(&self, instruction: &Instruction) -> u64 {
        let word = instruction.encode();
        let field = field_in(instruction, self.field);
        let changed = field.and_then(|field| Some(field.with(word, *self.values.get(&field.of(word))?)));
        changed.unwrap_or(word)
    }

    /// `B1 is taken as B2, B2 as B1`
    fn title(&self) -> String {
        let name = |value: u64| value_name(self.field, value);
        let suffix = |at: usize| self.field.values().get(at).map_or("", |value| value.suffix);
        let is_flag =
            self.field.width() == 1 && !suffix(1).is_empty() && (suffix(0).is_empty() || name(0) == "no");
        let flag = is_flag.then(|| [0, 1].map(|value| self.values.contains_key(&value)));
        match flag {
            Some([false, _]) => return format!("{} is ignored", self.field.name()),
            Some([true, false]) => return format!("every word has {}", self.field.name()),
            Some([true, true]) => return format!("{} is inverted", self.field.name()),
            None => {}
        }
        let mut targets: Vec<_> = self.values.values().collect();
        targets.dedup();
        if let ([target], true) = (targets.as_slice(), self.values.len() > 2) {
            return format!("every value is taken as {}", name(**target));
        }
        let entry = |(at, (value, taken)): (usize, (&u64, &u64))| {
            let verb = if at == 0 { "is taken as" } else { "as" };
            format!("{} {verb} {}", name(*value), name(*taken))
        };
        self.values.iter().enumerate().map(entry).collect::<Vec<_>>().join(", ")
    }
}

impl Rule {
    /// The rule that values of a field are taken as others.
    pub fn of_table(field: &'static Field, values: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let table = Table { field, values: values.into_iter().collect() };
        let (id, title) = (field.name(), table.title().into());
        Self { id, title, place: id, change: Change::Table(table) }
    }

    /// The entries of its table.
    pub(in crate::observed) fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let table = if let Change::Table(table) = &self.change { Some(table) } else { None };
        table.into_iter().flat_map(|table| table.values.iter().map(|(value, taken)| (*value, *taken)))
    }
}

/// A text of a fact or a rule.
pub(in crate::observed) type Text = Cow<'static, str>;

/// A value of a field by its suffix, or by its number and its meaning.
pub(in crate::observed) fn value_name(field: &'static Field, value: u64) -> Text {
    let listed = field.values().iter().find(|listed| u64::from(listed.value) == value);
    match listed {
        Some(listed) if listed.suffix == field.name() => "yes".into(),
        Some(listed) if !listed.suffix.is_empty() && field.name() != "psign" => listed.suffix.into(),
        Some(listed) if field.name() == "psign" => {
            format!("{value} ({})", listed.meaning.unwrap_or_default()).into()
        }
        Some(listed) => listed.meaning.unwrap_or_default().into(),
        None => value.to_string().into(),
    }
}
