//! The words of a function without a line table.

use std::collections::{HashMap, HashSet};

use vmad_files::contents::Code;
use vmad_sass::{DecodeError, Instruction};
use vmad_unit::{Format, Operand, Operation};

use crate::{
    explain::{Explained, Explainer, is_never},
    form::{Form, is_unspecified},
    ordinary::Ordinary,
    outcome::Outcome,
    report::{Lost, PlacedWord, Why},
    validate::Checker,
};

/// The statements that a function's code can have been compiled from, one of each kind.
pub(crate) struct WithoutTable {
    statements: Vec<usize>,
    /// The kinds of each operation, without the formats of its operands.
    kinds: HashMap<Operation, Vec<usize>>,
    ordinary: Vec<Ordinary>,
}

/// The operation with whole registers in place of the operands.
fn without_formats(operation: Operation) -> Operation {
    operation.with_operands([Operand::first(Format::S32); 2])
}

impl WithoutTable {
    pub(crate) fn of(explainer: &Explainer<'_>, code: &Code) -> Self {
        let program = explainer.program;
        let reached = program.function(&code.function).map_or_else(Vec::new, |own| program.reached(own));
        let statements: Vec<usize> =
            reached.iter().flat_map(|function| program.of_function(*function)).collect();
        let mut kinds: HashMap<Operation, Vec<usize>> = HashMap::new();
        let mut seen = HashSet::new();
        for &at in &statements {
            let statement = &program.statements[at];
            if seen.insert(statement.kind) {
                // D6 loses a minus.
                let settings = [statement.setting, statement.setting.without_minus()];
                let mut keys = settings.map(|setting| without_formats(setting.operation)).to_vec();
                keys.dedup();
                keys.into_iter().for_each(|key| kinds.entry(key).or_default().push(at));
            }
        }
        let ordinary = reached.iter().flat_map(|function| program.ordinary(*function)).copied().collect();
        Self { statements, kinds, ordinary }
    }

    /// Compares each video word with the statements.
    pub(crate) fn check(&self, checker: &mut Checker<'_>, code: &Code) {
        let program = checker.explainer.program;
        let mut of_kind: HashMap<usize, Vec<(PlacedWord, Outcome)>> = HashMap::new();
        let mut has_unspecified = false;
        for (at, slot) in code.slots.iter().enumerate() {
            let explained = match Instruction::decode(slot.word) {
                Ok(_) if is_never(slot.word) => Explained::Foreign(Why::Never),
                Ok(_) if is_unspecified(slot.word) => {
                    has_unspecified = true;
                    let mut simd = self.kinds.iter().filter(|(key, _)| key.mnemonic() == "VABSDIFF4");
                    match simd.next().and_then(|(_, kinds)| kinds.first()) {
                        Some(statement) => Explained::Unspecified(*statement),
                        None => Explained::Foreign(Why::NoStatement),
                    }
                }
                Ok(_) => match Form::of(slot.word) {
                    Some(form) => {
                        let kinds = self.kinds.get(&without_formats(form.setting.operation));
                        let kinds = kinds.map_or(&[][..], Vec::as_slice);
                        checker.explainer.video(form, kinds, &self.ordinary)
                    }
                    None => Explained::Foreign(Why::NoStatement),
                },
                Err(DecodeError::ForeignOpcode { .. }) => match Form::of(slot.word) {
                    // A store of D9, if one is known to become it.
                    Some(form) => {
                        let kinds = self.kinds.get(&without_formats(form.setting.operation));
                        match checker.explainer.video(form, kinds.map_or(&[][..], Vec::as_slice), &[]) {
                            Explained::Foreign(_) => continue,
                            explained => explained,
                        }
                    }
                    None => continue,
                },
                Err(error) => Explained::Foreign(Why::Illegal(Some(error))),
            };
            let word = PlacedWord::of(code, at);
            match explained {
                Explained::Statement(at, _, outcome) => {
                    of_kind.entry(program.statements[at].kind).or_default().push((word, outcome));
                }
                other => _ = checker.add(word, None, other),
            }
        }
        for &at in &self.statements {
            let statement = &program.statements[at];
            let found = &mut checker.found[at];
            found.is_reached = true;
            let is_simd = statement.setting.operation.mnemonic() == "VABSDIFF4";
            match of_kind.get(&statement.kind) {
                Some(words) => {
                    found.words.extend(words.iter().max_by_key(|(_, outcome)| outcome.rank()).cloned())
                }
                None if is_simd && has_unspecified => {}
                None if program.is_emulated(at, checker.explainer.arch) || !statement.is_used => {}
                None => {
                    found.lost.get_or_insert(Lost::Used);
                }
            }
        }
    }
}
