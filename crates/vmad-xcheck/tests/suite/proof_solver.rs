//! The proof with a solver: all of it is `vmad check --prove`, here is enough to see that it works.

use std::{path::Path, process::Command, time::Duration};

use vmad_unit::{Format, Logic, Operand, Psign, Record, Sign, vmad::Mode};
use vmad_xcheck::{
    map::ALTERNATIVES,
    proof::{
        datapath::{Datapath, Unit},
        eval::Evaluator,
        goal::{Multiplication, Sides},
        lemma::Lemma,
        name::Name,
        prover::{Comparison, Prover, Verdict},
        semantics::Semantics,
        smt::Script,
        solver::{Answer, Solver, SolverError},
        term::Terms,
    },
    spelling::OperandName,
};

use crate::common::{self, LIMIT, named_stub, sane, stub};

#[test]
fn lemmas_are_proved() {
    let Some(solver) = common::solver("lemmas_are_proved") else { return };
    let prover = Prover { solver: &solver, datapath: &Unit };
    let operands = Operand::all().map(Lemma::Operand);
    let magnitudes = [Format::S8, Format::S16, Format::S32].map(Lemma::Magnitude);
    let products = [
        Lemma::Product(Format::U8, Format::S16),
        Lemma::Product(Format::S16, Format::S8),
        Lemma::Product(Format::U16, Format::U16),
    ];
    for lemma in operands.chain([Lemma::Multiplier]).chain(magnitudes).chain(products) {
        assert!(matches!(prover.lemma(lemma), Ok(Verdict::Proved)), "{lemma}");
    }
}

/// What a lemma has no goal for would count as proved.
#[test]
fn every_lemma_has_its_goals() {
    let mut lemmas = 0;
    for lemma in Lemma::all() {
        let signs = |format: Format| 1 + usize::from(format.sign == Sign::Signed);
        // The goals, and the claims of each.
        let (expected, name) = match lemma {
            // Four wires of either port.
            Lemma::Operand(operand) => (vec![8], format!("operand {}", OperandName(operand))),
            Lemma::Multiplier => (vec![1], "multiplier".to_owned()),
            Lemma::Magnitude(format) => (vec![signs(format)], format!("magnitude {}", format.name())),
            Lemma::Product(a, b) => {
                (vec![1; 2 * signs(a) * signs(b)], format!("product {}.{}", a.name(), b.name()))
            }
        };
        let goals = lemma.goals(&Terms::new(), &Unit);
        assert_eq!(goals.iter().map(|goal| goal.claims.len()).collect::<Vec<_>>(), expected, "{lemma}");
        assert_eq!(lemma.to_string(), format!("lemma {name}"));
        lemmas += 1;
        // What depends on a lemma that is not proved is not proved either.
        let why = format!("it depends on the lemma {name}, which is not proved");
        assert_eq!(Verdict::Proved.depending_on(Some(lemma)), Verdict::Unknown(why.clone()));
        assert_eq!(Comparison::Equal.depending_on(Some(lemma)), Comparison::Unknown(why));
    }
    assert_eq!(lemmas, 14 + 1 + 3 + 36);
    assert_eq!(Verdict::Proved.depending_on(None), Verdict::Proved);
}

/// The unit, which takes another A for one value of the port.
struct OneInput;

impl OneInput {
    const VALUE: i128 = 0x12_3456;
}

impl Datapath for OneInput {
    fn run<L: Logic>(
        &self,
        logic: &L,
        record: &mut impl Record<L::Any>,
        mode: Mode,
        [a, b, c]: [L::Bits<32>; 3],
    ) -> L::Bits<32> {
        let is_below = |limit| logic.less(&a, &logic.constant(limit));
        let next = logic.add(&a, &logic.constant(1));
        let from_value = logic.choose(&is_below(Self::VALUE + 1), &next, &a);
        let a = logic.choose(&is_below(Self::VALUE), &a, &from_value);
        Unit.run(logic, record, mode, [a, b, c])
    }
}

/// Inputs that the solver alone finds, and those on which the execution of the codes does not differ.
#[test]
fn a_counterexample_is_what_the_codes_give() {
    let Some(solver) = common::solver("a_counterexample_is_what_the_codes_give") else { return };
    let mode = Mode::modes().next().unwrap();
    let lemma = Lemma::Operand(mode.a);
    let prover = Prover { solver: &solver, datapath: &OneInput };
    for verdict in [prover.mode(mode), prover.lemma(lemma)] {
        let Ok(Verdict::Refuted(it)) = verdict else { panic!("{verdict:?}") };
        assert_eq!(i128::from(it.inputs[0]), OneInput::VALUE);
        assert_ne!(it.unit, it.manual);
    }
    let prover = Prover { solver: &solver, datapath: &common::InTerms(OneInput) };
    for verdict in [prover.mode(mode), prover.lemma(lemma)] {
        let Ok(Verdict::Unknown(why)) = verdict else { panic!("{verdict:?}") };
        assert!(why.contains("(\"a\", 123456)"), "{why}");
        assert!(why.ends_with(" refutes the terms and not the codes"), "{why}");
    }
}

#[test]
fn modes_are_proved() {
    let Some(solver) = common::solver("modes_are_proved") else { return };
    let prover = Prover { solver: &solver, datapath: &Unit };
    for mode in Mode::modes().step_by(23) {
        assert!(matches!(prover.mode(mode), Ok(Verdict::Proved)), "{}", Name(mode));
    }
}

#[test]
fn alternatives_differ_where_their_conditions_say() {
    let Some(solver) = common::solver("alternatives_differ_where_their_conditions_say") else { return };
    let prover = Prover { solver: &solver, datapath: &Unit };
    for alternative in ALTERNATIVES {
        let (inside, outside): (Vec<_>, Vec<_>) =
            Mode::modes().partition(|mode| alternative.condition(&(*mode).into()).is_some());
        for mode in inside.iter().step_by(inside.len() / 2) {
            let verdict = prover.alternative(alternative, *mode);
            let Ok(Comparison::Differs(it)) = verdict else { panic!("{} {}", alternative.id, Name(*mode)) };
            assert_ne!(it.unit, it.manual);
        }
        for mode in outside.iter().step_by(outside.len() / 3) {
            let verdict = prover.alternative(alternative, *mode);
            assert!(matches!(verdict, Ok(Comparison::Equal)), "{} {}", alternative.id, Name(*mode));
        }
    }
}

/// `is_default` is true where D1 cannot differ, never where a condition names a difference, and false in some modes that
/// are equal.
#[test]
fn alternatives_with_the_same_terms_are_the_default() {
    let (solver, _folder) = common::undecided();
    let prover = Prover { solver: &solver, datapath: &Unit };
    let mut others = 0;
    for alternative in ALTERNATIVES {
        for mode in Mode::modes().step_by(5) {
            let is_default = prover.is_default(alternative, mode);
            let differs = alternative.condition(&mode.into()).is_some();
            assert!(!(is_default && differs), "{} {}", alternative.id, Name(mode));
            if alternative.id == "D1" && mode.psign != Psign::SubtractC {
                assert!(is_default, "{}", Name(mode));
            }
            others += usize::from(!is_default && !differs);
        }
    }
    assert!(others > 0);
}

/// The text that the solver reads means what the evaluator computes: on fixed inputs, it finds the evaluator's result
/// and no other, with the multiplication in it.
#[test]
fn solver_and_evaluator_agree() {
    let Some(solver) = common::solver("solver_and_evaluator_agree") else { return };
    let inputs = [0xffff_8001_u32, 0x8000_0080, 0x9123_064a];
    for mode in Mode::modes().step_by(61) {
        let terms = Terms::new();
        let sides = Sides::new(&terms, &Unit, mode, Semantics::DEFAULT, Multiplication::Exact);
        let result = sides.result;
        let mut evaluator = Evaluator::new(&terms, &[result.into()]);
        let ports = ["a", "b", "c"].into_iter().zip(inputs);
        evaluator.run(|name| ports.clone().find(|(port, _)| *port == name).map_or(0, |(_, it)| it.into()));
        let value = evaluator.bits(result.into()) as i128;
        let fixed = terms.all(
            ports.map(|(port, input)| terms.equal(terms.variable::<32>(port), terms.constant(input.into()))),
        );
        let is = |value| terms.equal(result, terms.constant(value));
        assert!(matches!(solver.ask(&terms, fixed, is(value)), Ok(Answer::Holds)), "{}", Name(mode));
        assert!(matches!(solver.ask(&terms, fixed, is(value ^ 1)), Ok(Answer::Fails(_))), "{}", Name(mode));
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
    assert_eq!(answer("echo unsat").unwrap(), Answer::Holds);
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
    let script = "[ \"$1\" = --version ] && exit\necho $$ > \"$0.process\"; exec sleep 60";
    let found = named_stub(&folder.path().join("z3"), script, Duration::from_secs(3));
    assert!(matches!(found, Err(SolverError::Unreliable { .. })), "{found:?}");
    let process = std::fs::read_to_string(folder.path().join("z3.process")).expect("it was asked");
    let process: u32 = process.trim().parse().expect("it wrote its number");
    let is_there = Command::new("sh").args(["-c", &format!("kill -0 {process} 2>/dev/null")]).status();
    assert!(!is_there.expect("sh is there").success());
}

#[test]
fn solvers_that_cannot_be_trusted_are_refused() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let refused = |script| stub(folder.path(), script).map(|_| ()).expect_err(script);
    assert!(matches!(refused("echo unsat"), SolverError::Unreliable { answer: "holds", .. }));
    assert!(matches!(refused("echo unknown"), SolverError::Unreliable { answer: "may fail", .. }));
    assert!(matches!(refused("echo sat"), SolverError::Output { .. }));
    assert!(matches!(refused("echo 'sat ((x #x00000000))'"), SolverError::Unreliable { .. }));
    assert!(matches!(refused("echo '(error \"no\")'"), SolverError::Output { .. }));
    assert!(matches!(refused("exit 3"), SolverError::Output { .. }));
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
    assert_eq!(solver.hold(&[]).expect("the solver runs"), [false; 0]);
}

#[test]
fn a_solver_that_ignores_reset_proves_nothing_at_once() {
    let name = "a_solver_that_ignores_reset_proves_nothing_at_once";
    if Solver::find(Some(Path::new("z3")), LIMIT).is_err() {
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
    let missing = Solver::find(Some(Path::new("no-such-solver")), Duration::from_secs(1));
    let message = missing.map(|_| ()).expect_err("it is not there").to_string();
    assert!(message.contains("no-such-solver is not on the PATH") && message.contains("apt-get install z3"));
    let missing = Solver::find(Some(Path::new("/no/such/solver")), Duration::from_secs(1));
    assert!(matches!(missing, Err(SolverError::NoFile { .. })));
}
