//! One program: its questions, and the checks of its answers.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use super::{
    Answer, SolverError,
    process::{self, Output},
};
use crate::{
    eval::Evaluator,
    smt::Script,
    term::{Terms, Truth},
};

/// A question with the answer `sat`. It follows each script: a solver that ignores `(reset)` answers `unsat`.
const EMPTY: &str = "(reset)\n(set-logic QF_BV)\n(check-sat)\n";

/// A program that decides SMT-LIB scripts in QF_BV.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) limit: Duration,
    pub(super) passed: Passed,
}

/// The control questions that a solver has answered: for the functions in a question, the length of the longest one.
#[derive(Clone, Debug, Default)]
pub(super) struct Passed(Arc<Mutex<HashMap<Vec<String>, usize>>>);

impl Passed {
    fn key(script: &Script) -> Vec<String> {
        script.functions().into_iter().map(str::to_owned).collect()
    }

    /// Whether a control question with the functions of this question was about as long.
    fn has(&self, script: &Script) -> bool {
        let passed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        passed.get(&Self::key(script)).is_some_and(|longest| script.len() <= longest + longest / 4)
    }

    fn add(&self, script: &Script) {
        let mut passed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let longest = passed.entry(Self::key(script)).or_default();
        *longest = script.len().max(*longest);
    }
}

impl Program {
    pub(super) fn version(&self) -> Result<String, SolverError> {
        let text = self.run(&["--version"], "")?.unwrap_or_default();
        Ok(printable(text.lines().next().unwrap_or_default().trim()))
    }

    /// The sanity check: finds a solver that proves everything, or nothing.
    pub(super) fn sanity_check(&self) -> Result<(), SolverError> {
        let terms = Terms::new();
        let x = terms.variable::<32>("x");
        let equal = terms.equal(x, terms.add(x, terms.constant(1)));
        let unreliable =
            |relation, answer| Err(SolverError::Unreliable { program: self.path.clone(), relation, answer });
        let silent = |why| Err(SolverError::Silent { program: self.path.clone(), why });
        let ask = |claim| {
            let script = Script::new(&terms, terms.always(), claim);
            self.decide(&script, &terms, terms.always(), claim)
        };
        match ask(terms.not(equal))? {
            Answer::Holds => {}
            Answer::Fails(_) => return unreliable("!=", "fails"),
            Answer::Unknown(why) => return silent(why),
        }
        match ask(equal)? {
            Answer::Fails(_) => Ok(()),
            Answer::Holds => unreliable("=", "holds"),
            Answer::Unknown(why) => silent(why),
        }
    }

    /// Whether the claim follows from the assumption. If it does, its opposite must not: that is a question of the same
    /// size and with the same functions, whose answer is known.
    pub(super) fn ask(&self, terms: &Terms, assumption: Truth, claim: Truth) -> Result<Answer, SolverError> {
        let script = Script::new(terms, assumption, claim);
        let answer = self.decide(&script, terms, assumption, claim)?;
        if answer != Answer::Holds || self.passed.has(&script) {
            return Ok(answer);
        }
        let opposite = terms.not(claim);
        let control = Script::new(terms, assumption, opposite);
        Ok(match self.decide(&control, terms, assumption, opposite)? {
            Answer::Fails(_) => {
                self.passed.add(&script);
                Answer::Holds
            }
            Answer::Holds => Answer::Unknown(
                "the solver says that the opposite holds too: it is wrong, or no input satisfies the assumption"
                    .to_owned(),
            ),
            Answer::Unknown(why) => Answer::Unknown(format!("the control question: {why}")),
        })
    }

    fn decide(
        &self,
        script: &Script,
        terms: &Terms,
        assumption: Truth,
        claim: Truth,
    ) -> Result<Answer, SolverError> {
        let output = match self.solve(&script.question())? {
            Ok(output) => output,
            Err(why) => return Ok(Answer::Unknown(why)),
        };
        match output.split_whitespace().next() {
            Some("unsat") => return Ok(Answer::Holds),
            Some("unknown" | "timeout") => {
                return Ok(Answer::Unknown("the solver says unknown".to_owned()));
            }
            Some("sat") => {}
            _ => return Err(self.misunderstood(&output)),
        }
        // An empty list of values is a syntax error.
        let values = if script.variables.is_empty() {
            Vec::new()
        } else {
            let output = match self.solve(&script.with_values())? {
                Ok(output) => output,
                Err(why) => return Ok(Answer::Unknown(why)),
            };
            values(&output, &script.variables).ok_or_else(|| self.misunderstood(&output))?
        };
        let mut evaluator = Evaluator::new(terms, &[assumption.into(), claim.into()]);
        evaluator.run(|name| values.iter().find(|(other, _)| *other == name).map_or(0, |(_, value)| *value));
        if !evaluator.truth(assumption) || evaluator.truth(claim) {
            return Ok(Answer::Unknown(format!("the solver's values {values:x?} refute nothing")));
        }
        Ok(Answer::Fails(values))
    }

    pub(super) fn hold(&self, scripts: &[&Script]) -> Result<Vec<bool>, SolverError> {
        // A control question follows the longest of the new questions with the same functions.
        let mut controls = vec![false; scripts.len()];
        let mut new: HashMap<Vec<String>, usize> = HashMap::new();
        let is_longest = |new: &HashMap<_, usize>, at: usize, script: &Script| {
            new.get(&Passed::key(script))
                .is_none_or(|&other| script.len() > scripts[other].len() || other == at)
        };
        for (at, script) in scripts.iter().enumerate().filter(|(_, script)| !self.passed.has(script)) {
            if is_longest(&new, at, script) {
                new.insert(Passed::key(script), at);
            }
        }
        for at in new.into_values() {
            controls[at] = true;
        }
        let mut text = String::new();
        for (script, control) in scripts.iter().zip(&controls) {
            text += &script.question();
            text += "(reset)\n";
            if *control {
                text += &script.control();
                text += "(reset)\n";
            }
            text += EMPTY;
            text += "(reset)\n";
        }
        let output = self.solve(&text)?.unwrap_or_default();
        let mut answers = output.split_whitespace();
        let mut is = |answer: &str| answers.next() == Some(answer);
        let mut all = Vec::new();
        let mut is_honest = true;
        for (script, control) in scripts.iter().zip(controls) {
            let holds = is("unsat");
            if control {
                let has_passed = is("sat");
                // If the claim does not hold, the answer to the control question is not known.
                is_honest &= has_passed || !holds;
                if has_passed && holds {
                    self.passed.add(script);
                }
            }
            is_honest &= is("sat");
            all.push(holds);
        }
        // A missing answer, or one too many, shifts the others.
        is_honest &= answers.next().is_none();
        Ok(all.into_iter().map(|holds| holds && is_honest).collect())
    }

    /// Its output for a script.
    fn solve(&self, script: &str) -> Result<Output, SolverError> {
        // Its own limit ends it even if this process is killed.
        let seconds = self.limit.as_secs() + 1;
        let (z3, cvc5) = (format!("-T:{seconds}"), format!("--tlimit={}", 1000 * seconds));
        let arguments: &[&str] = match self.path.file_stem().and_then(|stem| stem.to_str()) {
            Some(name) if name.starts_with("z3") => &["-in", "-smt2", &z3],
            Some(name) if name.starts_with("cvc5") => &["--lang=smt2", &cvc5],
            // Others read SMT-LIB from standard input by default.
            _ => &[],
        };
        self.run(arguments, script)
    }

    fn run(&self, arguments: &[&str], script: &str) -> Result<Output, SolverError> {
        let output = process::run(&self.path, self.limit, arguments, script);
        output.map_err(|error| SolverError::Process { program: self.path.clone(), error })
    }

    fn misunderstood(&self, output: &str) -> SolverError {
        let output = output.chars().take(200).collect();
        SolverError::Output { program: self.path.clone(), output }
    }
}

/// A foreign text with a mark for each character that could end a comment of a language, or that a terminal obeys.
fn printable(text: &str) -> String {
    /// Longer than any version.
    const LONGEST: usize = 100;
    let is_safe = |it: char| it.is_ascii_alphanumeric() || " .,:;()[]+-_/@".contains(it);
    text.chars().take(LONGEST).map(|it| if is_safe(it) { it } else { '?' }).collect()
}

/// The values in an answer to `get-value`: `sat ((a #x0000ffff) (p #b0101))`.
fn values(output: &str, variables: &[&'static str]) -> Option<Vec<(&'static str, u128)>> {
    let text = output.replace(['(', ')'], " ");
    let mut words = text.split_whitespace().skip(1);
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        let name = variables.iter().find(|name| **name == word)?;
        let value = words.next()?;
        let value = match value.split_at_checked(2)? {
            ("#x", digits) => u128::from_str_radix(digits, 16).ok()?,
            ("#b", digits) => u128::from_str_radix(digits, 2).ok()?,
            _ => return None,
        };
        found.push((*name, value));
    }
    (found.len() == variables.len()).then_some(found)
}
