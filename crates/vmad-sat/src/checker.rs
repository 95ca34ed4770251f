//! The checker of proofs: what "proved" rests on.
//!
//! This file depends on nothing, neither on the rest of the crate nor on the search whose proofs it reads.
//!
//! A clause is a list of literals, of which at least one is true. A literal is a number: `3` says that variable 3 is
//! true, `-3` that it is false. A proof is a list of steps that shows that no values make all clauses of a formula true:
//!
//! - A step adds a clause that follows from the clauses so far by *unit propagation*: assume that each of its literals is
//!   false; as long as some clause has all literals but one false, the remaining one must be true; this must end with a
//!   clause whose literals are all false.
//! - Or it deletes a clause, to save time. A deleted clause remains true, so that deletions cannot make a wrong proof
//!   right.
//!
//! The proof is complete when unit propagation alone, with no assumption, finds a clause whose literals are all false.
//! Public checkers call such a proof RUP, and read it as DRAT.
//!
//! Each clause is watched by two of its literals ("watches"): while neither is false, the clause is not looked at. The
//! watches save time. They do not matter for soundness: a literal is implied, and a conflict found, only after *all*
//! literals of the clause were read.

use std::collections::HashMap;

/// A step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Adds a clause that follows from the clauses so far.
    Add(&'a [i32]),
    /// Deletes a clause that a step added, in any order of its literals. Any other clause is ignored.
    Delete(&'a [i32]),
}

/// Whether the steps prove that no values make all clauses true.
///
/// Literals are not 0 and not [`i32::MIN`]; with either, the answer is `false`.
pub fn refutes<'a>(
    clauses: impl IntoIterator<Item = &'a [i32]>,
    steps: impl IntoIterator<Item = Step<'a>>,
) -> bool {
    let mut checker = Checker::default();
    for clause in clauses {
        if !is_clause(clause) {
            return false;
        }
        checker.add(clause);
    }
    for step in steps {
        if checker.is_refuted {
            break;
        }
        match step {
            Step::Add(clause) if !is_clause(clause) || !checker.follows(clause) => return false,
            Step::Add(clause) => {
                checker.added.insert(sorted(clause), checker.clauses.len());
                checker.add(clause);
            }
            Step::Delete(clause) => checker.delete(clause),
        }
    }
    checker.is_refuted
}

fn is_clause(literals: &[i32]) -> bool {
    literals.iter().all(|literal| *literal != 0 && *literal != i32::MIN)
}

/// A clause that a literal watches.
struct Watch {
    clause: u32,
    /// A literal of the clause: while it is true, the clause is not looked at.
    other: i32,
}

#[derive(Default)]
struct Checker {
    /// All clauses, one after the other; a deleted clause keeps its place.
    literals: Vec<i32>,
    /// The start and the length of each clause; the length 0 marks a deleted one.
    clauses: Vec<(usize, usize)>,
    /// The last clause that a step added, by its sorted literals.
    added: HashMap<Vec<i32>, usize>,
    /// For each literal, the clauses that it watches.
    watches: Vec<Vec<Watch>>,
    /// For each literal, whether it is true.
    is_true: Vec<bool>,
    /// The literals that are true, in the order in which they became true.
    trail: Vec<i32>,
    /// How many literals of the trail are propagated.
    propagated: usize,
    /// Whether propagation without assumptions found a clause whose literals are all false.
    is_refuted: bool,
}

impl Checker {
    /// Whether a clause follows by unit propagation.
    fn follows(&mut self, clause: &[i32]) -> bool {
        self.make_room(clause);
        let assumed = self.trail.len();
        // A literal that is true already: the clause holds.
        let mut holds = false;
        for literal in clause {
            holds |= self.is_true[index(*literal)];
            self.set(-literal);
        }
        holds |= self.propagate();
        for literal in self.trail.drain(assumed..) {
            self.is_true[index(literal)] = false;
        }
        self.propagated = assumed;
        holds
    }

    /// Adds a clause, and propagates what it implies without assumptions.
    fn add(&mut self, clause: &[i32]) {
        self.make_room(clause);
        let (start, number) = (self.literals.len(), self.clauses.len());
        self.literals.extend(clause);
        self.clauses.push((start, clause.len()));
        // The watches are literals that are not false, if there are two.
        let stored = &mut self.literals[start..];
        stored.sort_by_key(|literal| self.is_true[index(-literal)]);
        for (place, literal) in stored.iter().enumerate().take(2) {
            let other = stored.get(1 - place).copied().unwrap_or(*literal);
            self.watches[index(*literal)].push(Watch { clause: number as u32, other });
        }
        let is_false = |literal: &i32| self.is_true[index(-literal)];
        match (stored.first(), stored.get(1)) {
            (None, _) => self.is_refuted = true,
            (Some(first), _) if is_false(first) => self.is_refuted = true,
            (Some(first), second) if second.is_none_or(is_false) => {
                let first = *first;
                self.set(first);
                self.is_refuted |= self.propagate();
            }
            _ => {}
        }
    }

    fn delete(&mut self, clause: &[i32]) {
        if let Some(number) = self.added.remove(&sorted(clause)) {
            self.clauses[number].1 = 0;
        }
    }

    /// Propagates the literals that became true. Returns whether all literals of some clause are false.
    fn propagate(&mut self) -> bool {
        while let Some(literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let watched = index(-literal);
            let mut waiting = std::mem::take(&mut self.watches[watched]);
            let mut is_conflict = false;
            waiting.retain_mut(|watch| {
                is_conflict
                    || self.is_true[index(watch.other)]
                    || self.still_watches(watched, watch, &mut is_conflict)
            });
            self.watches[watched] = waiting;
            if is_conflict {
                return true;
            }
        }
        false
    }

    /// Looks at a clause of which a watching literal became false. Returns whether that literal still watches it.
    fn still_watches(&mut self, watched: usize, watch: &mut Watch, is_conflict: &mut bool) -> bool {
        let (start, length) = self.clauses[watch.clause as usize];
        let clause = &mut self.literals[start..start + length];
        if clause.is_empty() {
            return false;
        }
        if index(clause[0]) == watched && length > 1 {
            clause.swap(0, 1);
        }
        // The other watch, or the only literal.
        let other = clause[0];
        watch.other = other;
        if self.is_true[index(other)] {
            return true;
        }
        let is_false = |literal: &i32| self.is_true[index(-literal)];
        if let Some(found) = clause.iter().skip(1).position(|literal| !is_false(literal)) {
            clause.swap(1, found + 1);
            self.watches[index(clause[1])].push(Watch { clause: watch.clause, other });
            return false;
        }
        // All literals but `other` are false.
        if is_false(&other) {
            *is_conflict = true;
        } else {
            self.set(other);
        }
        true
    }

    /// Makes a literal true. Its opposite can be true too: then the clauses that follow prove nothing wrong, since the
    /// assumptions contradict each other.
    fn set(&mut self, literal: i32) {
        if !self.is_true[index(literal)] {
            self.is_true[index(literal)] = true;
            self.trail.push(literal);
        }
    }

    fn make_room(&mut self, clause: &[i32]) {
        let most = clause.iter().map(|literal| index(*literal) | 1).max().unwrap_or(0);
        if most >= self.is_true.len() {
            self.is_true.resize(most + 1, false);
            self.watches.resize_with(most + 1, Vec::new);
        }
    }
}

/// The place of a literal in a table of literals.
const fn index(literal: i32) -> usize {
    literal.unsigned_abs() as usize * 2 + (literal < 0) as usize
}

/// The literals of a clause in ascending order.
fn sorted(clause: &[i32]) -> Vec<i32> {
    let mut literals = clause.to_vec();
    literals.sort_unstable();
    literals
}
