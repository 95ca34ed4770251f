//! The comparison of a module, and its results so far.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use vmad_ptx::reading::Reading;
use vmad_ptxas::versions::Compiler;
use vmad_sass::Arch;

use crate::{
    compare::compare,
    form::{FormKey, WordForm},
    outcome::Outcome,
    program::Program,
    report::{ForeignWord, Lost, NoWord, PlacedWord, Why},
    statement::Statement,
};

/// A word, and its comparison with a statement.
pub(crate) type ComparedWord<'m> = (PlacedWord<'m>, Rc<Outcome>);

/// The results about a statement.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatementResult<'m> {
    /// Its words.
    pub(crate) words: Vec<ComparedWord<'m>>,
    /// The comparison of an equal statement, whose word is also the word of this one.
    pub(crate) shared: Option<ComparedWord<'m>>,
    pub(crate) lost: Option<Lost>,
    /// Why it has no word, if ptxas did not remove it for certain.
    pub(crate) no_word: Option<NoWord>,
    /// Whether a function with code can have its words.
    pub(crate) is_reached: bool,
}

/// The role of a word on its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Explained {
    /// The word of a statement, by its place in the program; the outcome is not [`Outcome::Foreign`].
    Statement(usize, Rc<Outcome>),
    /// The word of `min`, `max` or `sad`.
    Ordinary,
    /// A word of the code that replaces a statement on this architecture, or that stands beside a video word.
    Beside,
    /// A word that this line cannot have.
    Foreign(Why),
}

/// A module, the reading of PTX, the compiler, and the results so far.
pub(crate) struct Checker<'a, 'm> {
    pub(crate) program: &'a Program<'m>,
    pub(crate) reading: &'a Reading,
    pub(crate) compiler: Compiler<Arch>,
    /// The outcomes of each kind of statement with the forms of words.
    seen: RefCell<Vec<BTreeMap<FormKey, Rc<Outcome>>>>,
    pub(crate) found: Vec<StatementResult<'m>>,
    pub(crate) foreign: Vec<ForeignWord<'m>>,
    pub(crate) ordinary: usize,
}

impl<'a, 'm> Checker<'a, 'm> {
    pub(crate) fn new(program: &'a Program<'m>, reading: &'a Reading, compiler: Compiler<Arch>) -> Self {
        Self {
            program,
            reading,
            compiler,
            seen: vec![BTreeMap::new(); program.kinds].into(),
            found: vec![StatementResult::default(); program.statements.len()],
            foreign: Vec::new(),
            ordinary: 0,
        }
    }

    /// [`compare`], once for each kind of pair.
    pub(crate) fn outcome(&self, statement: &Statement<'_>, form: &WordForm) -> Rc<Outcome> {
        let seen = &mut self.seen.borrow_mut()[statement.kind_number];
        let compared = || compare(&statement.kind, form, self.reading).into();
        seen.entry(form.key()).or_insert_with(compared).clone()
    }

    /// Adds a word that was explained; the statement and the outcome if it is one of a statement.
    pub(crate) fn add(
        &mut self,
        word: PlacedWord<'m>,
        line: Option<u32>,
        explained: Explained,
    ) -> Option<(usize, Rc<Outcome>)> {
        match explained {
            Explained::Statement(at, outcome) => {
                self.found[at].words.push((word, outcome.clone()));
                return Some((at, outcome));
            }
            Explained::Ordinary => self.ordinary += 1,
            Explained::Beside => {}
            Explained::Foreign(why) => {
                let of = line.and_then(|line| self.program.on_line(line).next());
                self.foreign.push(ForeignWord { word, line, of, why });
            }
        }
        None
    }
}
