//! The words of a function without a line table.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    rc::Rc,
};

use vmad_files::cubin::FunctionCode;
use vmad_unit::Operation;

use crate::{
    checker::{Checker, Explained},
    form::{FormKey, WordForm},
    kind::StatementKind,
    known::cause,
    ordinary::Ordinary,
    outcome::{Mismatch, Outcome},
    report::{NoWord, PlacedWord, Why},
    statement::Statement,
};

/// The statements that a function's code can have been compiled from.
pub(crate) struct WithoutTable {
    statements: Vec<usize>,
    /// One statement of each kind, by its mode, and by B.
    kinds: HashMap<(Operation, PortB), Vec<Rc<Lowered>>>,
    ordinary: Vec<Ordinary>,
}

/// What B of a word can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PortB {
    /// A register: the `b` of its statement is a register or a constant.
    Register,
    /// Any constant: `b` is a register.
    AnyConstant,
    /// A constant with this lower half: `b` is a constant.
    Constant(u16),
}

/// A kind, and the forms to which ptxas is known to compile it.
#[derive(Debug)]
struct Lowered {
    /// A statement of the kind.
    statement: usize,
    form: Option<WordForm>,
    without_selector: Option<WordForm>,
}

/// A word that a kind of statement can have: how well it fits, its place in the code, and the outcome.
type Fit = (u8, usize, Rc<Outcome>);

/// The mode of the word of a kind, with each B that the word can have.
fn keys(kind: &StatementKind) -> impl Iterator<Item = (Operation, PortB)> {
    let mode = kind.setting.without_formats();
    let mut ports = match kind.halves_of_b() {
        Some(halves) => halves.map(PortB::Constant).to_vec(),
        None => vec![PortB::AnyConstant],
    };
    ports.dedup();
    ports.push(PortB::Register);
    ports.into_iter().map(move |b| (mode, b))
}

impl WithoutTable {
    pub(crate) fn new(checker: &Checker<'_, '_>, code: &FunctionCode) -> Self {
        let program = checker.program;
        let reached = program.function(&code.function).map_or_else(Vec::new, |own| program.reached(own));
        let statements: Vec<usize> =
            reached.iter().flat_map(|function| program.of_function(*function)).collect();
        let mut kinds: HashMap<_, Vec<Rc<Lowered>>> = HashMap::new();
        let mut seen = HashSet::new();
        for &at in &statements {
            let Statement { kind, kind_number, .. } = &program.statements[at];
            if seen.insert(*kind_number) {
                let lowered = Rc::new(Lowered {
                    statement: at,
                    form: kind.lower(checker.compiler).ok(),
                    without_selector: kind.lower_without_selector(code.layout),
                });
                for key in keys(kind) {
                    kinds.entry(key).or_default().push(lowered.clone());
                }
            }
        }
        let ordinary = reached.iter().flat_map(|function| program.ordinary(*function)).copied().collect();
        Self { statements, kinds, ordinary }
    }

    /// Compares each video word with the statements: a word can be that of several.
    pub(crate) fn check<'m>(&self, checker: &mut Checker<'_, 'm>, code: &'m FunctionCode) {
        let program = checker.program;
        let mut best: HashMap<usize, Fit> = HashMap::new();
        // Whether each form of a word is that of some statement.
        let mut seen: BTreeMap<FormKey, Option<Why>> = BTreeMap::new();
        let simd = self.statements.iter().copied().find(|at| program.statements[*at].is_simd());
        let mut has_unspecified = false;
        for (at, slot) in code.slots.iter().enumerate() {
            let form = WordForm::of(code.layout, slot.word);
            let uncompared = checker.uncompared(slot.word, form, simd.into_iter());
            let explained = match (uncompared, form) {
                (Some(explained), _) => {
                    has_unspecified |= matches!(explained, Explained::Statement(..));
                    explained
                }
                (None, None) => Explained::Beside,
                (None, Some(form)) => {
                    let why =
                        seen.entry(form.key()).or_insert_with(|| self.fit(checker, &form, at, &mut best));
                    match why {
                        Some(_) if self.ordinary.iter().any(|statement| statement.may_be(&form)) => {
                            Explained::Ordinary
                        }
                        // A store that no statement explains is an ordinary store.
                        Some(why) if !form.setting.is_store => Explained::Foreign(why.clone()),
                        _ => Explained::Beside,
                    }
                }
            };
            checker.add(PlacedWord { code, at }, None, explained);
        }
        for &at in &self.statements {
            let statement = &program.statements[at];
            let found = &mut checker.found[at];
            found.is_reached = true;
            match best.get(&statement.kind_number) {
                Some((_, word, outcome)) => {
                    found.words.push((PlacedWord { code, at: *word }, outcome.clone()));
                }
                None if has_unspecified && statement.is_simd() => {}
                None if statement.is_emulated || !statement.is_used => {}
                None => found.no_word = Some(NoWord::WithoutTable),
            }
        }
    }

    /// Offers a word to each kind of statement that can have it. [`None`] if one takes it, else why none does.
    fn fit(
        &self,
        checker: &Checker<'_, '_>,
        form: &WordForm,
        at: usize,
        best: &mut HashMap<usize, Fit>,
    ) -> Option<Why> {
        let mode = form.setting.without_formats();
        let is_known = self.kinds.contains_key(&(mode, PortB::Register));
        let mut why = Some(if is_known { Why::Mismatch(Mismatch::Mode) } else { Why::NoStatement });
        let ports = form.ports[1]
            .map_or(vec![PortB::Register], |b| vec![PortB::AnyConstant, PortB::Constant(b as u16)]);
        let kinds = ports.iter().filter_map(|b| self.kinds.get(&(mode, *b))).flatten();
        for Lowered { statement, form: lowered, without_selector } in kinds.map(|kind| &**kind) {
            let statement = &checker.program.statements[*statement];
            let kind = &statement.kind;
            let merged = form.merged(kind.setting.merge);
            let can_be = |lowered: &WordForm| lowered.can_be(&merged);
            let is_lowered =
                lowered.as_ref().is_some_and(can_be) || without_selector.as_ref().is_some_and(can_be);
            let is_of_mode =
                kind.foresees(&merged) || kind.has_lost_selector(&merged) || form.setting.is_store;
            // The word is another statement's.
            if !is_lowered && (lowered.is_none() || !is_of_mode) {
                continue;
            }
            let outcome = checker.outcome(statement, form);
            let fits = match &*outcome {
                Outcome::Equal(equal) if !equal.assumptions.is_empty() => 2,
                Outcome::Equal(_) if is_lowered => 0,
                Outcome::Equal(_) => 1,
                Outcome::Differs(differs) => {
                    match cause(kind, &merged, differs, checker.reading, checker.compiler) {
                        Some(_) if is_lowered || differs.sass.is_none() => 0,
                        Some(_) => 3,
                        None => {
                            why = why.map(|_| Why::Mismatch(Mismatch::Mode));
                            continue;
                        }
                    }
                }
                Outcome::Unspecified => continue,
                Outcome::Foreign(mismatch) => {
                    why = why.map(|_| Why::Mismatch(*mismatch));
                    continue;
                }
            };
            why = None;
            let fit = (fits, at, outcome);
            match best.get_mut(&statement.kind_number) {
                Some(old) if old.0 <= fits => {}
                Some(old) => *old = fit,
                None => drop(best.insert(statement.kind_number, fit)),
            }
        }
        why
    }
}
