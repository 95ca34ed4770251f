//! The search and the public formats.

use std::time::Duration;

use vmad_sat::{
    Limits, Outcome,
    checker::Step,
    clauses::{Clauses, Proof},
    search,
};

use crate::naive::{clauses, pigeons};

fn why(limits: Limits) -> &'static str {
    match search(&clauses(&pigeons(12)), limits) {
        Outcome::Undecided(why) => why,
        other => panic!("{other:?}"),
    }
}

/// Nobody proves this in a short time: each limit ends the search.
#[test]
fn each_limit_ends_it() {
    let none = Limits { time: None, literals: usize::MAX };
    assert_eq!(why(Limits { literals: 10_000, ..none }), "the proof is too long");
    assert_eq!(why(Limits { time: Some(Duration::from_millis(20)), ..none }), "the time limit is reached");
}

#[test]
fn no_clause_and_an_empty_one() {
    let limits = Limits { time: None, literals: 0 };
    assert!(matches!(search(&Clauses::default(), limits), Outcome::Values(values) if values.is_empty()));
    let empty = clauses(&[vec![1], vec![]]);
    assert!(matches!(search(&empty, limits), Outcome::Proof(proof) if proof.refutes(&empty)));
}

#[test]
fn other_programs_read_the_text() {
    let clauses = clauses(&[vec![1, -3], vec![], vec![2]]);
    assert_eq!(clauses.to_string(), "p cnf 3 3\n1 -3 0\n0\n2 0\n");
    let mut proof = Proof::default();
    proof.push(Step::Add(&[-1, 2]));
    proof.push(Step::Delete(&[1, -3]));
    assert_eq!(proof.to_string(), "-1 2 0\nd 1 -3 0\n0\n");
}
