//! Lists of clauses, and proofs.

use std::fmt;

use crate::checker::{self, Step};

/// Clauses: lists of literals, stored one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clauses {
    literals: Vec<i32>,
    ends: Vec<usize>,
}

impl Clauses {
    /// Adds a clause.
    pub fn add(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    /// The clauses, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.literals[start..*end])
    }

    /// The largest variable; 0 if there is none.
    pub fn variables(&self) -> u32 {
        self.literals.iter().map(|literal| literal.unsigned_abs()).max().unwrap_or(0)
    }
}

/// The format DIMACS, which solvers and checkers read.
impl fmt::Display for Clauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.variables(), self.ends.len())?;
        self.iter().try_for_each(|clause| write_clause(f, clause))
    }
}

fn write_clause(f: &mut fmt::Formatter<'_>, clause: &[i32]) -> fmt::Result {
    for literal in clause {
        write!(f, "{literal} ")?;
    }
    writeln!(f, "0")
}

/// A proof that no values make all clauses of a list true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    clauses: Clauses,
    /// For each clause, whether the step deletes it.
    deletes: Vec<bool>,
}

impl Proof {
    /// Adds a step.
    pub fn push(&mut self, step: Step<'_>) {
        let (clause, deletes) = match step {
            Step::Add(clause) => (clause, false),
            Step::Delete(clause) => (clause, true),
        };
        self.clauses.add(clause.iter().copied());
        self.deletes.push(deletes);
    }

    /// The steps, in their order.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        let steps = self.clauses.iter().zip(&self.deletes);
        steps.map(|(clause, deletes)| if *deletes { Step::Delete(clause) } else { Step::Add(clause) })
    }

    /// The number of literals.
    pub fn literals(&self) -> usize {
        self.clauses.literals.len()
    }

    /// Whether the [`checker`] accepts it as a proof about these clauses.
    pub fn refutes(&self, clauses: &Clauses) -> bool {
        checker::refutes(clauses.iter(), self.steps())
    }
}

/// The format DRAT, which checkers read.
impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.steps() {
            match step {
                Step::Add(clause) => write_clause(f, clause)?,
                Step::Delete(clause) => {
                    f.write_str("d ")?;
                    write_clause(f, clause)?;
                }
            }
        }
        // The last conflict needs no assumption: the empty clause.
        f.write_str("0\n")
    }
}
