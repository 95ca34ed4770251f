//! The checker: it accepts every proof of the search, and no proof of clauses that values satisfy.

use fastrand::Rng;
use vmad_sat::{
    Limits, Outcome,
    checker::{Step, refutes},
    clauses::Proof,
    search,
};

use crate::naive::{self, clauses, is_satisfiable, pigeons, random_clause, random_clauses};

/// No proof of these tests is longer.
const LIMITS: Limits = Limits { time: None, literals: 10_000_000 };

fn accepts(lists: &[Vec<i32>], steps: &[Step<'_>]) -> bool {
    refutes(lists.iter().map(Vec::as_slice), steps.iter().copied())
}

fn proof(lists: &[Vec<i32>]) -> Proof {
    match search(&clauses(lists), LIMITS) {
        Outcome::Proof(proof) => proof,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_proof_by_hand() {
    let all = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
    // Nothing propagates without a step.
    assert!(!accepts(&all, &[]));
    assert!(accepts(&all, &[Step::Add(&[1])]));
    assert!(accepts(&all, &[Step::Add(&[-2])]));
    // The empty clause does not follow at once.
    assert!(!accepts(&all, &[Step::Add(&[])]));
    assert!(accepts(&all, &[Step::Add(&[1]), Step::Add(&[])]));
    // A right step after a wrong one does not repair it.
    assert!(!accepts(&all, &[Step::Add(&[3]), Step::Add(&[1])]));
    // What a deleted clause implied before remains.
    assert!(accepts(&[vec![1], vec![-1, 2], vec![-2]], &[]));
    assert!(accepts(&all, &[Step::Add(&[-1, 2]), Step::Delete(&[2, -1]), Step::Add(&[1])]));
    // Only what a step added is deleted.
    assert!(accepts(&all, &[Step::Delete(&[2, 1]), Step::Add(&[1])]));
    assert!(accepts(&all, &[Step::Delete(&[5]), Step::Add(&[1])]));
    // Clauses that contain a literal and its opposite, or one literal twice, imply nothing wrong.
    assert!(!accepts(&[vec![1, -1], vec![2, 2]], &[Step::Add(&[1, -1]), Step::Add(&[3, -3])]));
    assert!(!accepts(&[vec![1, -1], vec![1, 2]], &[Step::Add(&[1])]));
    assert!(accepts(&[vec![]], &[]));
    assert!(!accepts(&[], &[]));
    assert!(!accepts(&[], &[Step::Add(&[])]));
}

#[test]
fn only_the_clause_of_the_same_literals_is_deleted() {
    let clause = [1, -3, -6, 8];
    let with = |others: &[i32]| [&clause[..], others].concat();
    let open = [with(&[9, 10]), with(&[9, -10]), with(&[-9, 10]), with(&[-9, -10])];
    let closed = [[-3, -1], [-3, 6], [-3, -8], [3, 5], [3, -5]].map(Vec::from);
    let all = [&open[..], &closed].concat();
    let longer = with(&[9]);
    let shown = [Step::Add(&longer), Step::Add(&clause), Step::Delete(&longer)];
    let accepts_without =
        |deleted| accepts(&all, &[&shown[..], &[Step::Delete(deleted), Step::Add(&[-3])]].concat());
    assert!(!accepts_without(&[8, -6, -3, 1]));
    // The opposite literals, and a part.
    assert!(accepts_without(&[-1, 3, 6, -8]));
    assert!(accepts_without(&[1, -3, -6]));
}

#[test]
fn numbers_that_are_no_literals_are_refused() {
    for number in [0, i32::MIN] {
        assert!(!accepts(&[vec![number], vec![1], vec![-1]], &[]));
        assert!(!accepts(&[vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]], &[Step::Add(&[1, number])]));
    }
}

/// Random clauses: the search, the checker, the checker without watches, and all values say the same.
#[test]
fn random_clauses_are_decided_as_by_all_values() {
    let mut rng = Rng::with_seed(1);
    let (mut satisfied, mut refuted) = (0, 0);
    for _ in 0..4_000 {
        let (variables, lists) = random_clauses(&mut rng);
        let expected = is_satisfiable(variables, &lists);
        match search(&clauses(&lists), LIMITS) {
            Outcome::Values(values) => {
                let set = values.iter().zip(0..).filter(|(value, _)| **value);
                assert!(
                    naive::satisfies(set.fold(0, |set, (_, place)| set | 1 << place), &lists),
                    "{lists:?}"
                );
                satisfied += 1;
            }
            Outcome::Proof(proof) => {
                assert!(!expected, "{lists:?}");
                assert!(proof.refutes(&clauses(&lists)), "{lists:?} {proof}");
                assert!(naive::refutes(&lists, &proof.steps().collect::<Vec<_>>()), "{lists:?} {proof}");
                refuted += 1;
            }
            Outcome::Undecided(why) => panic!("{why}"),
        }
    }
    assert!(satisfied > 1_000 && refuted > 1_000, "{satisfied} {refuted}");
}

/// Random steps are accepted exactly where the checker without watches accepts them, and never if values satisfy all
/// clauses.
#[test]
fn random_steps_are_judged_as_without_watches() {
    let mut rng = Rng::with_seed(2);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let (variables, lists) = random_clauses(&mut rng);
        let added: Vec<_> = (0..rng.usize(..4)).map(|_| random_clause(&mut rng, variables)).collect();
        let steps: Vec<_> = added.iter().map(|clause| Step::Add(clause)).collect();
        let answer = accepts(&lists, &steps);
        assert_eq!(answer, naive::refutes(&lists, &steps), "{lists:?} {steps:?}");
        assert!(!answer || !is_satisfiable(variables, &lists), "{lists:?} {steps:?}");
        *(if answer { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted > 1_000 && refused > 1_000, "{accepted} {refused}");
}

/// Every proof, with one clause of the question left out so that values satisfy the others: refused.
#[test]
fn a_proof_of_another_question_is_refused() {
    let mut rng = Rng::with_seed(3);
    let mut tried = 0;
    for _ in 0..2_000 {
        let (variables, lists) = random_clauses(&mut rng);
        if is_satisfiable(variables, &lists) {
            continue;
        }
        let proof = proof(&lists);
        for left_out in 0..lists.len() {
            let mut others = lists.clone();
            let clause = others.remove(left_out);
            if is_satisfiable(variables, &others) {
                assert!(!proof.refutes(&clauses(&others)), "{lists:?} without {clause:?}: {proof}");
                tried += 1;
            }
        }
    }
    assert!(tried > 1_000, "{tried}");
    let lists = pigeons(6);
    let proof = proof(&lists);
    assert!(proof.refutes(&clauses(&lists)));
    for left_out in 0..lists.len() {
        // Without any one clause, there is room for all.
        let mut others = lists.clone();
        others.remove(left_out);
        assert!(!proof.refutes(&clauses(&others)), "{left_out}");
    }
}

/// A step with a literal changed or left out, a step left out, two steps exchanged: a damaged proof is accepted only if
/// it is a proof.
#[test]
fn damaged_proofs_are_judged_as_without_watches() {
    let mut rng = Rng::with_seed(4);
    let lists = pigeons(5);
    let proof = proof(&lists);
    let added: Vec<Vec<i32>> = proof
        .steps()
        .filter_map(|step| match step {
            Step::Add(clause) => Some(clause.to_vec()),
            Step::Delete(_) => None,
        })
        .collect();
    let variables = clauses(&lists).variables().cast_signed();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..600 {
        let mut damaged = added.clone();
        let place = rng.usize(..damaged.len());
        let clause = &mut damaged[place];
        match rng.u8(..4) {
            0 if !clause.is_empty() => {
                let literal = rng.usize(..clause.len());
                clause[literal] = if rng.bool() { -clause[literal] } else { rng.i32(1..=variables) };
            }
            1 if !clause.is_empty() => drop(clause.swap_remove(rng.usize(..clause.len()))),
            2 => damaged.swap(place, rng.usize(..added.len())),
            _ => drop(damaged.remove(place)),
        }
        let steps: Vec<_> = damaged.iter().map(|clause| Step::Add(clause)).collect();
        let answer = accepts(&lists, &steps);
        assert_eq!(answer, naive::refutes(&lists, &steps), "{steps:?}");
        *(if answer { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted > 20 && refused > 20, "{accepted} {refused}");
}
