//! What the comparison of a module has found out so far.

use vmad_files::contents::Code;

use crate::{
    explain::{Explained, Explainer},
    form::Form,
    outcome::{Equal, Outcome},
    report::{ForeignWord, Lost, NoWord, PlacedWord, Why},
};

/// What was found out about a statement.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) words: Vec<(PlacedWord, Outcome)>,
    pub(crate) unspecified: Vec<PlacedWord>,
    /// The comparison of a statement that computes the same, in whose word this one takes part.
    pub(crate) shared: Option<(PlacedWord, Equal)>,
    pub(crate) lost: Option<Lost>,
    /// Why it has no word, if ptxas did not remove it for certain.
    pub(crate) no_word: Option<NoWord>,
    /// Whether a function with code can have its words.
    pub(crate) is_reached: bool,
}

/// What was found out so far.
pub(crate) struct Checker<'a> {
    pub(crate) explainer: Explainer<'a>,
    pub(crate) found: Vec<Found>,
    pub(crate) foreign: Vec<ForeignWord>,
    pub(crate) ordinary: usize,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(explainer: Explainer<'a>) -> Self {
        let found = (0..explainer.program.statements.len()).map(|_| Found::default()).collect();
        Self { explainer, found, foreign: Vec::new(), ordinary: 0 }
    }

    /// Adds a word that does not belong where it is.
    pub(crate) fn add_foreign(&mut self, word: PlacedWord, line: Option<u32>, of: Option<usize>, why: Why) {
        self.foreign.push(ForeignWord { word, line, of, why });
    }

    /// Adds a word that was explained; whether it is one of a statement.
    pub(crate) fn add(&mut self, word: PlacedWord, line: Option<u32>, explained: Explained) -> Option<usize> {
        match explained {
            Explained::Statement(at, _, outcome) => {
                self.found[at].words.push((word, outcome));
                Some(at)
            }
            Explained::Unspecified(at) => {
                self.found[at].unspecified.push(word);
                Some(at)
            }
            Explained::Ordinary => {
                self.ordinary += 1;
                None
            }
            Explained::Beside => None,
            Explained::Foreign(why) => {
                let statements = line.and_then(|line| self.explainer.program.line(line));
                let of = statements.and_then(|line| line.statements.first().copied());
                self.add_foreign(word, line, of, why);
                None
            }
        }
    }
}

impl PlacedWord {
    /// The word at a place of the code of a function.
    pub(crate) fn of(code: &Code, at: usize) -> Self {
        let slot = &code.slots[at];
        Self {
            function: code.function.clone(),
            kernel: code.kernel.clone(),
            address: slot.address,
            word: slot.word,
            form: Form::of(code.layout, slot.word),
        }
    }
}
