//! A function as a program with branches.

use vmad_term::{operation::Term, simplify::Simplified};

use super::{Function, Parameter};

#[derive(Clone, Debug)]
pub(crate) struct Routine {
    pub(crate) name: String,
    pub(crate) comment: String,
    pub(crate) parameters: Vec<Parameter>,
    /// The flag without which the result is 0.
    pub(crate) guard: Option<String>,
    /// Variables of 32 bits, and the functions that compute them from the word and a port.
    pub(crate) variables: Vec<(&'static str, String, Vec<Parameter>)>,
    pub(crate) graph: Simplified,
    /// The number that selects the case.
    pub(crate) selector: Term,
    /// The cases: the numbers that select them. The last one is that of all other numbers.
    pub(crate) cases: Vec<(Vec<u64>, Case)>,
}

/// What a case computes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Case {
    /// An expression of 32 bits.
    Result(Term),
    /// An expression of 34 bits, and the function that makes the result of it, the word and C.
    Finish(Term, String),
    /// The result of another function of the word and the three ports; without one, 0.
    Call(Option<String>),
}

/// What a function with branches needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Branches {
    /// Functions that the routines call.
    pub(crate) functions: Vec<Function>,
    /// The routines, each after those that it calls. The last one is the function.
    pub(crate) routines: Vec<Routine>,
}

impl Branches {
    /// The same with a prefix before every name.
    pub(crate) fn prefixed(&self, prefix: &str) -> Self {
        let named = |name: &str| format!("{prefix}{name}");
        let mut branches = self.clone();
        for function in &mut branches.functions {
            function.name = named(&function.name);
        }
        for routine in &mut branches.routines {
            routine.name = named(&routine.name);
            routine.guard = routine.guard.as_deref().map(named);
            for (_, function, _) in &mut routine.variables {
                *function = named(function);
            }
            for (_, case) in &mut routine.cases {
                match case {
                    Case::Result(_) | Case::Call(None) => {}
                    Case::Finish(_, name) | Case::Call(Some(name)) => *name = named(name),
                }
            }
        }
        branches
    }
}
