//! The process of a solver, and the questions that it reads.

use std::{process::Command, time::Duration};

use vmad_term::{
    eval::Evaluator,
    smt::Script,
    solver::{Answer, Solver, SolverError},
    term::{Terms, Truth},
};

use crate::common::{self, LIMIT, named_stub, sane, stub};

/// The text that the solver reads means what the evaluator computes: for fixed values, it finds the evaluator's result of
/// each operation, and no other.
#[test]
fn solver_and_evaluator_agree() {
    use vmad_term::operation::{Operation, Sort};
    let Some(solver) = common::solver("solver_and_evaluator_agree") else { return };
    let terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.term(Sort::Bits(8), Operation::Variable(name)));
    let small = terms.term(Sort::Bits(3), Operation::Field(y, 0));
    let truths =
        [Operation::Less(x, y), Operation::LessSigned(x, y), Operation::Equal(x, y), Operation::Field(x, 5)];
    let [p, q, ..] = truths.map(|operation| terms.term(Sort::Truth, operation));
    let of_truths = [
        Operation::Invert(p),
        Operation::And(p, q),
        Operation::Or(p, q),
        Operation::Xor(p, q),
        Operation::Equal(p, q),
        Operation::Choose(p, q, p),
        Operation::Constant(1),
        Operation::Constant(0),
    ];
    let of_bits = [
        (8, Operation::Constant(0x9c)),
        (3, Operation::Field(x, 4)),
        (12, Operation::ZeroExtend(x)),
        (12, Operation::SignExtend(x)),
        (11, Operation::Concat(x, small)),
        (8, Operation::Invert(x)),
        (8, Operation::Negate(x)),
        (8, Operation::Add(x, y)),
        (8, Operation::Subtract(x, y)),
        (8, Operation::Multiply(x, y)),
        (8, Operation::Divide(x, y)),
        (8, Operation::MultiplyHigh(x, y)),
        (8, Operation::MultiplyHighSigned(x, y)),
        (8, Operation::And(x, y)),
        (8, Operation::Or(x, y)),
        (8, Operation::Xor(x, y)),
        (8, Operation::ShiftLeft(x, 3)),
        (8, Operation::ShiftRight(x, 3)),
        (8, Operation::ShiftRightSigned(x, 3)),
        (8, Operation::ShiftLeftBy(x, y)),
        (8, Operation::ShiftRightBy(x, y)),
        (8, Operation::ShiftRightSignedBy(x, y)),
        (8, Operation::ShiftLeftBy(x, small)),
        (8, Operation::ShiftRightSignedBy(x, small)),
        (8, Operation::Choose(p, x, y)),
    ];
    let of_bits = of_bits.map(|(bits, operation)| terms.term(Sort::Bits(bits), operation));
    let of_truths = truths.into_iter().chain(of_truths).map(|operation| terms.term(Sort::Truth, operation));
    let all: Vec<_> = of_bits.into_iter().chain(of_truths).collect();
    let mut evaluator = Evaluator::new(&terms, &all);
    for values in [[0xb5_u128, 0x03], [0x7f, 0x80], [0xff, 0xff], [0x2d, 0x0b]] {
        let of = |name: &str| values[usize::from(name == "y")];
        evaluator.run(of);
        let is = |term, value: u128| {
            let constant = terms.term(terms.sort(term), Operation::Constant(value));
            terms.truth(Operation::Equal(term, constant))
        };
        let fixed = terms.all([is(x, values[0]), is(y, values[1])]);
        let equal: Vec<Truth> = all.iter().map(|term| is(*term, evaluator.bits(*term))).collect();
        assert_eq!(solver.ask(&terms, fixed, terms.all(equal)).unwrap(), Answer::Holds, "{values:x?}");
        for term in &all {
            let other = is(*term, evaluator.bits(*term) ^ 1);
            assert!(
                matches!(solver.ask(&terms, fixed, other), Ok(Answer::Fails(_))),
                "{:?}",
                terms.node(*term)
            );
        }
    }
}

/// The answer of a sane solver to the claim that the variable is 1.
fn answer(script: &str) -> Result<Answer, SolverError> {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let solver = stub(folder.path(), &sane(script))?;
    assert_eq!(solver.version(), "a stub");
    let terms = Terms::new();
    let claim = terms.equal(terms.variable::<32>("x"), terms.constant(1));
    solver.ask(&terms, terms.always(), claim)
}

#[test]
fn each_answer_is_understood() {
    let unknown = |why: &str| Answer::Unknown(why.to_owned());
    // The question denies the claim, the control question does not.
    let holds = "case $text in *'(assert (not t2))'*'(check-sat)'*) echo unsat ;; *) echo 'sat ((x #x00000001))' ;; esac";
    assert_eq!(answer(holds).unwrap(), Answer::Holds);
    // A solver that is honest on short questions only.
    assert!(
        matches!(answer("echo unsat").unwrap(), Answer::Unknown(why) if why.contains("the opposite holds too"))
    );
    let wrong = holds.replace("#x00000001", "#x00000002");
    assert!(matches!(answer(&wrong).unwrap(), Answer::Unknown(why) if why.contains("control question")));
    // One that says nothing, or is killed, leaves this question open.
    for (silent, status) in [("exit 3", "exit status: 3"), ("kill -9 $$", "signal: 9")] {
        let why = format!("the solver ended without an answer ({status}");
        assert!(
            matches!(answer(silent).unwrap(), Answer::Unknown(found) if found.starts_with(&why)),
            "{silent}"
        );
    }
    assert_eq!(answer("echo 'sat ((x #x00000002))'").unwrap(), Answer::Fails(vec![("x", 2)]));
    assert_eq!(
        answer("echo 'sat ((x #b00000000000000000000000000000011))'").unwrap(),
        Answer::Fails(vec![("x", 3)])
    );
    assert_eq!(answer("echo unknown").unwrap(), unknown("the solver says unknown"));
    assert_eq!(answer("echo timeout").unwrap(), unknown("the solver says unknown"));
    let nothing = unknown("the solver's values [(\"x\", 1)] refute nothing");
    assert_eq!(answer("echo 'sat ((x #x00000001))'").unwrap(), nothing);
    assert!(matches!(answer("echo 'sat ((x 7))'"), Err(SolverError::Output { .. })));
    assert!(matches!(answer("echo 'sat ((y #x00000002))'"), Err(SolverError::Output { .. })));
}

/// A solver gets the limit in whole seconds, plus one.
#[test]
fn each_solver_is_told_its_limit() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    for (name, arguments) in
        [("z3-4.8", "-in -smt2 -T:61"), ("cvc5", "--lang=smt2 --tlimit=61000"), ("bitwuzla", "")]
    {
        let path = folder.path().join(name);
        named_stub(&path, &sane("echo unsat"), LIMIT).expect("it is sane");
        let given = std::fs::read_to_string(path.with_added_extension("arguments")).expect("it was asked");
        assert!(given.lines().all(|line| line == arguments) && given.lines().count() > 1, "{name}: {given}");
    }
}

#[test]
fn a_solver_without_an_answer_is_ended() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    // A wrapper without `exec`: the process that works is another one.
    let script = "[ \"$1\" = --version ] && exit\nsleep 60 &\necho $! > \"$0.process\"; wait";
    let found = named_stub(&folder.path().join("z3"), script, Duration::from_secs(3));
    assert!(matches!(found, Err(SolverError::Silent { .. })), "{found:?}");
    let process = std::fs::read_to_string(folder.path().join("z3.process")).expect("it was asked");
    let process: u32 = process.trim().parse().expect("it wrote its number");
    // One that has ended and that nobody has waited for is a zombie.
    let runs = format!("kill -0 {process} 2>/dev/null && ! grep -q 'State:.Z' /proc/{process}/status");
    let runs = || Command::new("sh").args(["-c", &runs]).status().expect("sh is there").success();
    assert!((0..100).any(|_| !runs()), "{process} still runs");
}

#[test]
fn solvers_that_cannot_be_trusted_are_refused() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let refused = |script| stub(folder.path(), script).map(|_| ()).expect_err(script);
    assert!(matches!(refused("echo unsat"), SolverError::Unreliable { answer: "holds", .. }));
    assert!(matches!(refused("echo unknown"), SolverError::Silent { .. }));
    assert!(matches!(refused("echo sat"), SolverError::Output { .. }));
    // The values refute nothing.
    assert!(matches!(refused("echo 'sat ((x #x00000000))'"), SolverError::Silent { .. }));
    assert!(matches!(refused("echo '(error \"no\")'"), SolverError::Output { .. }));
    let silent = refused("exit 3").to_string();
    assert!(
        silent.contains("does not answer the sanity check") && silent.contains("exit status: 3"),
        "{silent}"
    );
}

#[test]
fn many_questions_in_one_process() {
    let Some(solver) = common::solver("many_questions_in_one_process") else { return };
    let terms = Terms::new();
    let x = terms.variable::<32>("x");
    let more = terms.add(x, terms.constant(1));
    let is_other = terms.not(terms.equal(x, more));
    let scripts = [is_other, terms.less(x, more), terms.always(), terms.equal(x, more)]
        .map(|claim| Script::new(&terms, terms.always(), claim));
    let all: Vec<_> = scripts.iter().collect();
    assert_eq!(solver.hold(&all).expect("the solver runs"), [true, false, true, false]);
    assert_eq!(solver.ask(&terms, terms.always(), terms.always()).expect("it runs"), Answer::Holds);
    assert_eq!(solver.hold(&[]).expect("the solver runs"), [false; 0]);
}

#[test]
fn a_solver_that_ignores_reset_proves_nothing_at_once() {
    let name = "a_solver_that_ignores_reset_proves_nothing_at_once";
    if Solver::find(&["z3".into()], LIMIT).is_err() {
        return vmad_testing::skip(name, "z3 is not on the PATH");
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    // It answers many questions as if all were asserted together.
    let script = "text=$(cat)
case \"$text\" in
  *reset*) yes unsat | head -n $(echo \"$text\" | grep -c check-sat) ;;
  *) echo \"$text\" | env z3 \"$@\" ;;
esac";
    let solver = stub(folder.path(), script).expect("it is sane");
    let terms = Terms::new();
    let x = terms.variable::<32>("x");
    let claims = [terms.always(), terms.equal(x, terms.constant(1))];
    let scripts = claims.map(|claim| Script::new(&terms, terms.always(), claim));
    assert_eq!(solver.hold(&scripts.iter().collect::<Vec<_>>()).expect("it runs"), [false, false]);
}

#[test]
fn a_missing_solver_is_said_to_be_missing() {
    let missing = Solver::find(&["no-such-solver".into()], Duration::from_secs(1));
    let message = missing.map(|_| ()).expect_err("it is not there").to_string();
    assert!(message.contains("no-such-solver is not on the PATH") && message.contains("apt-get install z3"));
    let missing = Solver::find(&["/no/such/solver".into()], Duration::from_secs(1));
    assert!(matches!(missing, Err(SolverError::NoFile { .. })));
}

/// Two solvers: both must say that a claim holds; one counterexample is enough.
#[test]
fn several_solvers_must_agree() {
    let name = "several_solvers_must_agree";
    if Solver::find(&["z3".into()], LIMIT).is_err() {
        return vmad_testing::skip(name, "z3 is not on the PATH");
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let other = folder.path().join("other");
    named_stub(&other, &sane("echo unknown"), LIMIT).expect("it is sane");
    let both = Solver::find(&["z3".into(), other], LIMIT).expect("both are sane");
    assert!(both.version().ends_with(" and a stub"), "{}", both.version());
    let terms = Terms::new();
    let y = terms.variable::<32>("y");
    let (holds, fails) = (terms.not(terms.less(y, y)), terms.equal(y, terms.constant(1)));
    let answer = |claim| both.ask(&terms, terms.always(), claim).expect("both run");
    assert!(matches!(answer(holds), Answer::Unknown(why) if why.ends_with("other: the solver says unknown")));
    assert!(matches!(answer(fails), Answer::Fails(_)));
    let script = Script::new(&terms, terms.always(), holds);
    assert_eq!(both.hold(&[&script]).expect("both run"), [false]);
}
