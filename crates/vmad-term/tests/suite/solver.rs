//! The solver: its answers, its limits, and what it hands out.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use vmad_term::{
    smt::Script,
    solver::{Answer, Solver},
    term::{Terms, Truth},
};

const LIMIT: Option<Duration> = Some(Duration::from_mins(1));

#[test]
fn a_claim_holds_or_fails_for_values() {
    let terms = Terms::new();
    let solver = Solver::new(LIMIT);
    let [x, y] = ["x", "y"].map(|name| terms.variable::<32>(name));
    let sum = terms.add(x, y);
    let is_sum = terms.equal(terms.add(sum, terms.negate(y)), x);
    assert_eq!(solver.ask(&terms, terms.always(), is_sum), Answer::Holds);
    let is_more = terms.less(x, terms.add(x, terms.constant(1)));
    // Only the largest number has no larger one.
    let Answer::Fails(values) = solver.ask(&terms, terms.always(), is_more) else { panic!() };
    assert_eq!(values, [("x", 0x7fff_ffff)]);
    let is_small = terms.less(x, terms.constant(1000));
    assert_eq!(solver.ask(&terms, is_small, is_more), Answer::Holds);
    // Without variables.
    assert_eq!(solver.ask(&terms, terms.always(), terms.always()), Answer::Holds);
    assert_eq!(solver.ask(&terms, terms.always(), terms.not(terms.always())), Answer::Fails(vec![]));
    assert_eq!(solver.ask(&terms, terms.not(terms.always()), terms.not(terms.always())), Answer::Holds);
}

/// `x * (y + z) == x * y + x * z` in 32 bits: nobody proves this in a short time.
fn hard(terms: &Terms) -> Truth {
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.variable::<32>(name));
    let sum = terms.multiply(x, terms.add(y, z));
    terms.equal(sum, terms.add(terms.multiply(x, y), terms.multiply(x, z)))
}

#[test]
fn each_limit_leaves_a_question_open() {
    let terms = Terms::new();
    let claim = hard(&terms);
    let why = |solver: &Solver| match solver.ask(&terms, terms.always(), claim) {
        Answer::Unknown(why) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why(&Solver::new(LIMIT).with_literals(10_000)), "the proof is too long");
    assert_eq!(why(&Solver::new(Some(Duration::from_millis(10)))), "the time limit is reached");
}

/// The same question in another store, with other terms before it, is the same question.
#[test]
fn a_question_is_asked_once() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asked);
    let solver = Solver::new(LIMIT).keeping(Arc::new(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
    }));
    let ask = |others: i128, number: i128| {
        let terms = Terms::new();
        for other in 0..others {
            terms.constant::<9>(other);
        }
        let x = terms.variable::<32>("x");
        let claim = terms.not(terms.equal(terms.add(x, terms.constant(number)), x));
        solver.ask(&terms, terms.always(), claim)
    };
    assert_eq!([ask(0, 1), ask(5, 1), ask(0, 1)], [(); 3].map(|()| Answer::Holds));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    assert_eq!(ask(0, 2), Answer::Holds);
    assert_eq!(asked.load(Ordering::Relaxed), 2);
    assert!(matches!(ask(0, 0), Answer::Fails(_)));
    assert!(matches!(ask(0, 0), Answer::Fails(_)));
}

#[test]
fn a_certificate_is_a_proof_of_its_question() {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::clone(&kept);
    let solver = Solver::new(LIMIT).keeping(Arc::new(move |certificate| {
        assert!(certificate.proof.refutes(certificate.clauses));
        let script = Script::new(certificate.terms, certificate.assumption, certificate.claim);
        list.lock().unwrap().push((
            script.question(),
            certificate.clauses.clone(),
            certificate.proof.clone(),
        ));
    }));
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable::<8>(name));
    let [below, above] = [terms.less(x, y), terms.less(y, x)];
    assert_eq!(solver.ask(&terms, below, terms.not(above)), Answer::Holds);
    // The opposite direction is another question.
    assert!(matches!(solver.ask(&terms, terms.not(above), below), Answer::Fails(_)));
    let kept = kept.lock().unwrap();
    let [(script, clauses, proof)] = kept.as_slice() else { panic!("{}", kept.len()) };
    assert!(script.contains("(assert t2)\n(assert (not t4))\n(check-sat)"), "{script}");
    assert!(clauses.to_string().starts_with("p cnf "));
    assert!(proof.to_string().ends_with("\n0\n"));
}
