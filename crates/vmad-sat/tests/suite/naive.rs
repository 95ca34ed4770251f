//! The same answers in the simplest way: by trying all values, and by a checker without watches.

use std::collections::BTreeSet;

use fastrand::Rng;
use vmad_sat::{checker::Step, clauses::Clauses};

/// The clauses with these literals.
pub(crate) fn clauses(lists: &[Vec<i32>]) -> Clauses {
    let mut clauses = Clauses::default();
    for list in lists {
        clauses.add(list.iter().copied());
    }
    clauses
}

/// Whether these values make all clauses true; bit `v - 1` is the value of variable `v`.
pub(crate) fn satisfies(values: u32, lists: &[Vec<i32>]) -> bool {
    let is_true = |literal: &i32| (values >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
    lists.iter().all(|clause| clause.iter().any(is_true))
}

/// Whether some values of these variables make all clauses true.
pub(crate) fn is_satisfiable(variables: u32, lists: &[Vec<i32>]) -> bool {
    (0..1 << variables).any(|values| satisfies(values, lists))
}

/// The checker without watches: each propagation reads all clauses until nothing changes. It ignores deletions, and so
/// accepts every proof that a right checker accepts.
pub(crate) fn refutes(lists: &[Vec<i32>], steps: &[Step<'_>]) -> bool {
    let mut lists = lists.to_vec();
    for step in steps {
        if is_conflict(&lists, &[]) {
            return true;
        }
        if let Step::Add(clause) = step {
            if !is_conflict(&lists, clause) {
                return false;
            }
            lists.push(clause.to_vec());
        }
    }
    is_conflict(&lists, &[])
}

/// Whether unit propagation finds a clause whose literals are all false, if all literals of `denied` are.
fn is_conflict(lists: &[Vec<i32>], denied: &[i32]) -> bool {
    let mut truths: BTreeSet<i32> = denied.iter().map(|literal| -literal).collect();
    if truths.iter().any(|literal| truths.contains(&-literal)) {
        return true;
    }
    loop {
        let before = truths.len();
        for clause in lists {
            if clause.iter().any(|literal| truths.contains(literal)) {
                continue;
            }
            let open: BTreeSet<_> = clause.iter().filter(|literal| !truths.contains(&-**literal)).collect();
            match (open.len(), open.first()) {
                (0, _) => return true,
                (1, Some(literal)) => drop(truths.insert(**literal)),
                _ => {}
            }
        }
        if truths.len() == before {
            return false;
        }
    }
}

/// A clause of 1 to 3 literals, without repetitions.
pub(crate) fn random_clause(rng: &mut Rng, variables: u32) -> Vec<i32> {
    let mut chosen = BTreeSet::new();
    for _ in 0..rng.choice([1, 2, 3, 3, 3, 3]).unwrap_or(1) {
        chosen.insert(rng.i32(1..=variables.cast_signed()));
    }
    chosen.into_iter().map(|variable| if rng.bool() { variable } else { -variable }).collect()
}

/// Clauses of which about half of the lists are satisfiable, and the number of variables.
pub(crate) fn random_clauses(rng: &mut Rng) -> (u32, Vec<Vec<i32>>) {
    let variables = rng.u32(2..=8);
    let number = rng.u32(variables..=5 * variables);
    (variables, (0..number).map(|_| random_clause(rng, variables)).collect())
}

/// `pigeons` in one hole fewer: each is in a hole, no two are in the same.
pub(crate) fn pigeons(pigeons: i32) -> Vec<Vec<i32>> {
    let holes = pigeons - 1;
    let is_in = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut lists: Vec<Vec<i32>> =
        (0..pigeons).map(|pigeon| (0..holes).map(|hole| is_in(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for one in 0..pigeons {
            lists.extend((0..one).map(|other| vec![-is_in(one, hole), -is_in(other, hole)]));
        }
    }
    lists
}
