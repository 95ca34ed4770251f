//! Features of an instruction, each of which observations may cover or not.

use vmad_sass::{
    Instruction,
    dispatch::Dispatch,
    isa::{B, Coupling, Field, Value, instruction},
};

/// A feature that an instruction can have: a value of a modifier, an immediate, how it is issued.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The mnemonic.
    pub mnemonic: &'static str,
    /// Its name.
    pub name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Plain,
    Modifier(&'static Field, u64),
    Immediate,
    Dispatch(Dispatch),
}

impl Feature {
    /// The features of the instruction of a mnemonic: plain, each value of a modifier that is not its default, an immediate
    /// B, and how it is issued if that varies.
    pub(super) fn of(mnemonic: &'static str) -> Vec<Self> {
        let Some([form, ..]) = instruction(mnemonic) else { return Vec::new() };
        let feature = |name, kind| Self { mnemonic, name, kind };
        let mut all = vec![feature("plain", Kind::Plain)];
        for field in form.modifiers() {
            let values = field.values().iter().filter(|value| Some(value.value) != default(field));
            all.extend(values.filter_map(|value| {
                let Value { value, meaning, suffix, .. } = *value;
                let name = if suffix.is_empty() { meaning? } else { meaning.and(Some(suffix))? };
                Some(feature(name, Kind::Modifier(field, value.into())))
            }));
        }
        all.push(feature("immediate B", Kind::Immediate));
        if form.coupling == Coupling::ByWidth {
            all.push(feature("coupled", Kind::Dispatch(Dispatch::Coupled)));
            all.push(feature("decoupled", Kind::Dispatch(Dispatch::Decoupled)));
        }
        all
    }

    /// Whether an instruction has it.
    pub fn is_in(&self, instruction: &Instruction) -> bool {
        let word = instruction.encode();
        self.mnemonic == instruction.mnemonic()
            && match self.kind {
                Kind::Plain => instruction
                    .form()
                    .modifiers()
                    .all(|field| default(field).is_none_or(|value| field.of(word) == u64::from(value))),
                Kind::Modifier(field, value) => field.of(word) == value,
                Kind::Immediate => instruction.form().b == B::Immediate,
                Kind::Dispatch(dispatch) => instruction.dispatch() == dispatch,
            }
    }
}

/// The value of a modifier that text leaves out; [`None`] if it always names one.
fn default(field: &Field) -> Option<u16> {
    let listed = field.values().iter().find(|value| value.meaning.is_some() && !value.printed);
    listed.map(|value| value.value)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use vmad_sass::isa::mnemonics;

    use super::*;

    #[test]
    fn features_of_each_instruction() {
        let mut text = String::new();
        for mnemonic in mnemonics() {
            let names: Vec<_> = Feature::of(mnemonic).iter().map(|feature| feature.name).collect();
            writeln!(text, "{mnemonic}: {}", names.join(", ")).unwrap();
        }
        vmad_testing::assert_snapshot("observed", "features", &text);
    }
}
