//! The role of a word on its line.

use std::{ops::Range, rc::Rc};

use vmad_files::opcodes::Opcode;
use vmad_sass::{
    DecodeError, Instruction,
    isa::{self, Layout},
};

use crate::{
    checker::{Checker, Explained},
    form::{WordForm, is_unspecified},
    helper::{is_exact, is_helper},
    ordinary::Ordinary,
    outcome::{Mismatch, Outcome},
    report::Why,
    statement::Statement,
};

impl Checker<'_, '_> {
    /// Explains a word and its form by the statements on its line; [`None`] is the line before the first row of the
    /// table. `held` are the constants that the word's registers hold.
    pub(crate) fn explain(
        &self,
        word: u64,
        form: Option<WordForm>,
        line: Option<u32>,
        on_line: Range<usize>,
        held: [Option<u32>; 3],
    ) -> Explained {
        let statements = &self.program.statements[on_line.clone()];
        let layout = self.compiler.target.layout();
        if let Some(explained) = self.uncompared(word, form, on_line.clone()) {
            return explained;
        }
        let found = form.and_then(|form| self.best(&form, held, on_line.clone()));
        if let Some(form) = form.filter(|form| !form.setting.is_store) {
            let may_be = |ordinary: &Ordinary| ordinary.may_be(&form);
            // A word that differs from its statement can be that of a `min`, `max` or `sad`.
            return match found.as_ref().map(|(at, outcome)| (at, &**outcome)) {
                Some((_, Outcome::Foreign(_) | Outcome::Differs(_))) | None
                    if line.is_some_and(|line| self.program.ordinary_on(line).any(may_be)) =>
                {
                    Explained::Ordinary
                }
                Some((_, Outcome::Foreign(mismatch))) => Explained::Foreign(Why::Mismatch(*mismatch)),
                _ => found.map_or(Explained::Foreign(Why::NoStatement), |(at, outcome)| {
                    Explained::Statement(at, outcome)
                }),
            };
        }
        if let Some((at, outcome)) = found
            && !matches!(*outcome, Outcome::Foreign(_))
        {
            return Explained::Statement(at, outcome);
        }
        // The opcodes of Kepler are not recorded.
        if layout == Layout::Maxwell && Opcode::of(word).is_none() {
            return Explained::Foreign(Why::Illegal(None));
        }
        if !is_never(layout, word) && statements.iter().any(|statement| statement.kind.is_merge(layout, word))
        {
            return Explained::Beside;
        }
        let is_changed =
            |statement: &Statement<'_>| !statement.is_emulated && self.is_changed(statement, layout, word);
        if !is_exact(layout, word) && statements.iter().take(MOST).any(is_changed) {
            return Explained::Foreign(Why::Changed);
        }
        // The code that replaces a statement has no rule. Beside the word of another statement, only helpers are legal.
        if statements.iter().all(|statement| statement.is_emulated)
            || line.is_some_and(|line| self.program.has_others(line))
            || !is_never(layout, word) && is_helper(layout, word)
        {
            return Explained::Beside;
        }
        Explained::Foreign(Why::NotBeside)
    }

    /// The role of a video word that cannot be compared with the statements of these places; [`None`] for any other.
    pub(crate) fn uncompared(
        &self,
        word: u64,
        form: Option<WordForm>,
        mut statements: impl Iterator<Item = usize>,
    ) -> Option<Explained> {
        let layout = self.compiler.target.layout();
        match Instruction::decode_in(layout, word) {
            Ok(_) if is_never(layout, word) => Some(Explained::Foreign(Why::Never)),
            Ok(_) if form.is_some() => None,
            Ok(_) => {
                let is_simd = |at: &usize| self.program.statements[*at].is_simd();
                let simd = if is_unspecified(layout, word) { statements.find(is_simd) } else { None };
                Some(simd.map_or(Explained::Foreign(Why::NoStatement), |at| {
                    Explained::Statement(at, Outcome::Unspecified.into())
                }))
            }
            Err(DecodeError::ForeignOpcode { .. }) => None,
            Err(error) => Some(Explained::Foreign(Why::Illegal(Some(error)))),
        }
    }

    /// Whether changing one bit gives a word that a kind of statement can have. Few other instructions are so similar.
    fn is_changed(&self, statement: &Statement<'_>, layout: Layout, word: u64) -> bool {
        let kind = &statement.kind;
        let is_video = |changed: u64| {
            isa::Form::of_in(layout, changed).is_some_and(|form| form.kind == kind.setting.operation.kind())
        };
        (0..64).map(|bit| word ^ 1 << bit).any(|changed| {
            // Most changed words have no video opcode.
            let form = if is_video(changed) { WordForm::of(layout, changed) } else { None };
            let form = form.filter(|form| kind.foresees(&form.merged(kind.setting.merge)));
            form.is_some_and(|form| !matches!(*self.outcome(statement, &form), Outcome::Foreign(_)))
                || kind.is_merge(layout, changed)
        })
    }

    /// The statement with the best outcome: equal, else different, else of another mode.
    fn best(
        &self,
        form: &WordForm,
        held: [Option<u32>; 3],
        statements: Range<usize>,
    ) -> Option<(usize, Rc<Outcome>)> {
        let of = |at: usize| {
            let statement = &self.program.statements[at];
            let kind = &statement.kind;
            let outcome = if kind.setting.operation.mnemonic() == form.setting.operation.mnemonic() {
                self.outcome(statement, &form.holding(kind.known_of(held)))
            } else {
                Outcome::Foreign(Mismatch::Mode).into()
            };
            (at, outcome)
        };
        let best = |places: &mut dyn Iterator<Item = usize>| {
            let mut best: Option<(usize, Rc<Outcome>)> = None;
            for found in places.map(of) {
                if best.as_ref().is_none_or(|(_, outcome)| found.1.rank() < outcome.rank()) {
                    best = Some(found);
                }
                // None is better: the rest of a long line is not compared.
                if best.as_ref().is_some_and(|(_, outcome)| outcome.rank() == 0) {
                    break;
                }
            }
            best
        };
        // Most statements of a long line are excluded at once.
        let (mode, held) = (form.setting.without_formats(), form.holding(held));
        let may_have = |at: &usize| {
            let kind = &self.program.statements[*at].kind;
            kind.may_have(&held) && kind.setting.without_formats() == mode
        };
        match best(&mut statements.clone().filter(may_have)) {
            Some(found) if !matches!(*found.1, Outcome::Foreign(_)) => Some(found),
            _ => best(&mut statements.take(MOST)),
        }
    }
}

/// The most statements of a line with which a word is compared if none has its mode and its constant, and for which changed
/// bits are tried.
const MOST: usize = 16;

/// Whether the guard of a word is `@!PT`.
pub(crate) const fn is_never(layout: Layout, word: u64) -> bool {
    let guard = match layout {
        Layout::Maxwell => 16,
        Layout::Kepler => 18,
    };
    word >> guard & 0xf == 0xf
}
