//! The results of the comparison of a module so far.

use std::rc::Rc;

use vmad_files::contents::Code;

use crate::{
    explain::{Explained, Explainer},
    outcome::Outcome,
    report::{ForeignWord, Lost, NoWord, PlacedWord, Why},
};

/// The results about a statement, without its words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found<'m> {
    /// The comparison of an equal statement, whose word is also the word of this one.
    pub(crate) shared: Option<(PlacedWord<'m>, Rc<Outcome>)>,
    pub(crate) lost: Option<Lost>,
    /// Why it has no word, if ptxas did not remove it for certain.
    pub(crate) no_word: Option<NoWord>,
    /// Whether a function with code can have its words.
    pub(crate) is_reached: bool,
}

/// The results so far.
pub(crate) struct Checker<'a, 'm> {
    pub(crate) explainer: Explainer<'a, 'm>,
    /// The words of statements.
    pub(crate) words: Vec<(usize, PlacedWord<'m>, Rc<Outcome>)>,
    pub(crate) found: Vec<Found<'m>>,
    pub(crate) foreign: Vec<ForeignWord<'m>>,
    pub(crate) ordinary: usize,
}

impl<'a, 'm> Checker<'a, 'm> {
    pub(crate) fn new(explainer: Explainer<'a, 'm>) -> Self {
        let found = vec![Found::default(); explainer.program.statements.len()];
        Self { explainer, words: Vec::new(), found, foreign: Vec::new(), ordinary: 0 }
    }

    /// Adds a word that does not belong where it is.
    pub(crate) fn add_foreign(
        &mut self,
        word: PlacedWord<'m>,
        line: Option<u32>,
        of: Option<usize>,
        why: Why,
    ) {
        self.foreign.push(ForeignWord { word, line, of, why });
    }

    /// Adds a word that was explained; the statement and the outcome if it is one of a statement.
    pub(crate) fn add(
        &mut self,
        (code, at): (&'m Code, usize),
        line: Option<u32>,
        explained: Explained,
    ) -> Option<(usize, Rc<Outcome>)> {
        let word = PlacedWord { code, at };
        match explained {
            Explained::Statement(at, outcome) => {
                self.words.push((at, word, outcome.clone()));
                return Some((at, outcome));
            }
            Explained::Ordinary => self.ordinary += 1,
            Explained::Beside => {}
            Explained::Foreign(why) => {
                let of = line.and_then(|line| self.explainer.program.on_line(line).next());
                self.add_foreign(word, line, of, why);
            }
        }
        None
    }
}
