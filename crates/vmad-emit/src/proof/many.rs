//! The proof of many functions, which share questions.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
};

use vmad_sass::Instruction;
use vmad_term::{
    operation::{Node, Term},
    smt::Script,
    solver::{Answer, Solver, SolverError},
};

use super::{Goals, Method, prove_lowered};
use crate::{
    function::Function,
    lower::{Integers, Lowered},
};

/// The proved questions, as the texts that the solver read.
#[derive(Debug, Default)]
pub struct Proved(Mutex<HashSet<String>>);

/// An answer for each of [`Integers::ALL`].
type Answers = [Answer; Integers::ALL.len()];

/// [`prove`](super::prove) for instructions, each in all of [`Integers::ALL`]. All questions that are not in `proved` go to
/// one process of the solver. A function whose questions do not all hold is proved on its own.
///
/// # Errors
/// As for [`prove`](super::prove).
pub fn prove_many(
    solver: &Solver,
    instructions: &[Instruction],
    proved: &Proved,
) -> Result<Vec<Answers>, SolverError> {
    let task = |instruction: &Instruction| {
        let function = crate::instruction(instruction, None)?;
        Task::new(instruction, &function, lowered(&function))
    };
    let tasks: Vec<_> = instructions.iter().map(task).collect();
    prove_tasks(solver, instructions, &tasks, proved)
}

fn prove_tasks(
    solver: &Solver,
    instructions: &[Instruction],
    tasks: &[Option<Task>],
    proved: &Proved,
) -> Result<Vec<Answers>, SolverError> {
    let mut asked: HashMap<&str, &Script> = HashMap::new();
    for task in tasks.iter().flatten() {
        asked.extend(task.questions.iter().map(|(text, script)| (text.as_str(), script)));
    }
    asked.retain(|text, _| !proved.has(text));
    let (texts, scripts): (Vec<_>, Vec<_>) = asked.into_iter().unzip();
    let holding = texts.into_iter().zip(solver.hold(&scripts)?).filter(|(_, holds)| *holds);
    proved.lock().extend(holding.map(|(text, _)| text.to_owned()));
    let answers = instructions.iter().zip(tasks).map(|(instruction, task)| match task {
        None => Ok([(); Integers::ALL.len()].map(|()| super::not_known())),
        Some(task) => task.answers(solver, instruction, proved),
    });
    answers.collect()
}

impl Proved {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, text: &str) -> bool {
        self.lock().contains(text)
    }
}

/// The function of an instruction in all integers.
type AllLowered = [Lowered; Integers::ALL.len()];

fn lowered(function: &Function) -> AllLowered {
    Integers::ALL.map(|integers| function.lowered(integers))
}

/// The functions of an instruction.
struct Task {
    lowered: AllLowered,
    /// For each function, the first one that is equal to it.
    first: [usize; Integers::ALL.len()],
    /// The questions that prove all functions; empty if a function is proved on its own.
    questions: Vec<(String, Script)>,
}

impl Task {
    /// The task for the lowerings of an instruction's function.
    fn new(instruction: &Instruction, function: &Function, lowered: AllLowered) -> Option<Self> {
        let operation = instruction.operation()?;
        let nodes = lowered.each_ref().map(nodes);
        let first =
            [0, 1, 2, 3].map(|index| nodes.iter().position(|it| *it == nodes[index]).unwrap_or(index));
        let different: Vec<_> =
            (0..lowered.len()).filter(|&index| first[index] == index).map(|index| &lowered[index]).collect();
        let at_once = [Method::Cuts, Method::Whole].map(|method| (method, &different[..]));
        let goals =
            at_once.into_iter().find_map(|(method, all)| Goals::new(method, operation, function, all));
        let goals = match goals {
            Some(goals) => Some(vec![goals]),
            None => {
                different.iter().map(|&it| Goals::new(Method::Whole, operation, function, &[it])).collect()
            }
        };
        let scripts = goals.iter().flatten().flat_map(Goals::scripts);
        let questions = scripts.map(|script| (script.question(), script)).collect();
        Some(Self { lowered, first, questions })
    }

    fn answers(
        &self,
        solver: &Solver,
        instruction: &Instruction,
        proved: &Proved,
    ) -> Result<Answers, SolverError> {
        let mut answers = [(); Integers::ALL.len()].map(|()| Answer::Holds);
        if !self.questions.is_empty() && self.questions.iter().all(|(text, _)| proved.has(text)) {
            return Ok(answers);
        }
        for index in 0..answers.len() {
            answers[index] = match self.first[index] {
                same if same < index => answers[same].clone(),
                _ => prove_lowered(solver, instruction, &self.lowered[index])?,
            };
        }
        Ok(answers)
    }
}

/// The operations of a function, numbered from 0: equal functions have equal lists.
fn nodes(lowered: &Lowered) -> Vec<Node> {
    let below = lowered.graph.below(&[lowered.result]);
    let numbers: HashMap<_, _> =
        below.iter().zip(0..).map(|((term, _), number)| (*term, Term(number))).collect();
    let node = |(_, Node { sort, operation }): &(_, Node)| Node {
        sort: *sort,
        operation: operation.with_arguments(|argument| numbers[&argument]),
    };
    below.iter().map(node).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use vmad_term::operation::Operation as Op;

    /// Modes that share the questions on their sums, differences and products.
    const MODES: [&str; 7] = [
        "VADD.U16.S32 R0, R1, R2, R3",
        "VADD.U16.S32.SAT R0, R1, R2, R3",
        "VADD.UD.U16.S32.SAT R0, R1, R2, R3",
        "VABSDIFF.U8.S32.SAT R0, R1, R2, R3",
        "VABSDIFF4.U8.S8.SAT.ACC R0, R1, R2, R3",
        "VABSDIFF4.U8.S8.ACC R0, R1, R2, R3",
        "VMAD.S16.U32.SHR_7 R0, R1, R2, R3",
    ];

    fn is_broken(answers: &Answers, index: usize) -> bool {
        let others = answers.iter().enumerate().filter(|(at, _)| *at != index);
        let is_refuted = |answer: &Answer| matches!(answer, Answer::Fails(_) | Answer::Unknown(_));
        is_refuted(&answers[index]) && { others }.all(|(_, answer)| *answer == Answer::Holds)
    }

    fn function(word: &Instruction) -> Function {
        crate::instruction(word, None).expect("a known computation")
    }

    /// The flag that chooses the result is always set. The result that is never chosen is shifted by all of C.
    #[test]
    fn an_amount_of_more_than_the_bits_is_not_proved_above_a_cut() {
        let Ok(solver) = Solver::find(&[], Duration::from_mins(2)) else {
            vmad_testing::skip("an_amount_of_more_than_the_bits_is_not_proved_above_a_cut", "no SMT solver");
            return;
        };
        let word = vmad_sass::assemble("VADD.U16.S32.SAT R0, R1, R2, R3").expect("legal").instruction;
        let mut lowered = function(&word).lowered(Integers::Longs);
        let Lowered { graph, result } = &mut lowered;
        let c = graph.input("c");
        let [one, two, three] = [1, 2, 3].map(|number| graph.constant(32, number));
        let low = graph.build(32, Op::And(c, one));
        let high = graph.build(32, Op::Or(c, two));
        let high = graph.build(32, Op::And(high, three));
        let always = graph.build(1, Op::Less(low, high));
        let shifted = graph.build(32, Op::ShiftLeftBy(*result, c));
        let whole = *result;
        *result = graph.build(32, Op::Choose(always, whole, shifted));
        let answer = prove_lowered(&solver, &word, &lowered).expect("the solver runs");
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        // An amount of one bit is proved.
        let Lowered { graph, result } = &mut lowered;
        let shifted = graph.build(32, Op::ShiftLeftBy(whole, low));
        *result = graph.build(32, Op::Choose(always, whole, shifted));
        assert_eq!(prove_lowered(&solver, &word, &lowered).expect("the solver runs"), Answer::Holds);
    }

    #[test]
    fn a_wrong_function_is_found_among_proved_ones() {
        let Ok(solver) = Solver::find(&[], Duration::from_mins(2)) else {
            vmad_testing::skip("a_wrong_function_is_found_among_proved_ones", "no SMT solver");
            return;
        };
        let words = MODES.map(|text| vmad_sass::assemble(text).expect("legal").instruction);
        let proved = Proved::default();
        let all = prove_many(&solver, &words, &proved).expect("the solver runs");
        assert!(all.iter().flatten().all(|answer| *answer == Answer::Holds), "{all:?}");
        // Each mode in turn gets the next mode's function in one kind of integers, with all questions known.
        for (wrong, index) in (0..words.len()).zip([0, 1, 2, 3].into_iter().cycle()) {
            let task = |(at, word)| {
                let mut all = lowered(&function(word));
                if at == wrong {
                    all[index] = lowered(&function(&words[(at + 1) % words.len()]))[index].clone();
                }
                Task::new(word, &function(word), all)
            };
            let tasks: Vec<_> = words.iter().enumerate().map(task).collect();
            let all = prove_tasks(&solver, &words, &tasks, &proved).expect("the solver runs");
            for (at, answers) in all.iter().enumerate() {
                if at == wrong {
                    assert!(is_broken(answers, index), "{}: {answers:?}", MODES[at]);
                } else {
                    assert!(answers.iter().all(|it| *it == Answer::Holds), "{}: {answers:?}", MODES[at]);
                }
            }
        }
    }
}
