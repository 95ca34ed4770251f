//! The proof of an instruction's functions in all kinds of integers, which share questions.

use std::collections::HashMap;

use vmad_term::{
    operation::{Node, Term},
    solver::{Answer, Solver},
};

use super::{Goals, Method, prove_lowered};
use crate::{
    function::Function,
    lower::{Integers, Lowered},
};

/// An answer for each of [`Integers::ALL`].
type Answers = [Answer; Integers::ALL.len()];

/// The function of an instruction in all integers.
type AllLowered = [Lowered; Integers::ALL.len()];

/// [`prove`](super::prove) for a function in each of [`Integers::ALL`]. The solver is asked about all at once, and about
/// each on its own if that does not prove them.
pub fn prove_all_integers(solver: &Solver, function: &Function) -> Answers {
    prove_functions(solver, function, &lowered(function))
}

fn lowered(function: &Function) -> AllLowered {
    Integers::ALL.map(|integers| function.lowered(integers))
}

fn prove_functions(solver: &Solver, function: &Function, lowered: &AllLowered) -> Answers {
    let nodes = lowered.each_ref().map(nodes);
    // For each function, the first one that is equal to it.
    let first =
        [0, 1, 2, 3].map(|index| nodes.iter().position(|list| *list == nodes[index]).unwrap_or(index));
    let different: Vec<_> =
        (0..lowered.len()).filter(|&index| first[index] == index).map(|index| &lowered[index]).collect();
    let at_once = |method| {
        let goals = Goals::new(method, function.operation?, function, &different)?;
        Some(goals.hold(solver))
    };
    let mut answers = [(); Integers::ALL.len()].map(|()| Answer::Holds);
    if [Method::Cuts, Method::Whole].into_iter().find_map(at_once) == Some(true) {
        return answers;
    }
    for index in 0..answers.len() {
        answers[index] = match first[index] {
            same if same < index => answers[same].clone(),
            _ => prove_lowered(solver, function, &lowered[index]),
        };
    }
    answers
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

    fn function(text: &str) -> Function {
        let word = vmad_sass::assemble(text).expect("legal").instruction;
        crate::instruction(&word, None).expect("a known computation")
    }

    /// The flag that chooses the result is always set. The result that is never chosen is shifted by all of C.
    #[test]
    fn an_amount_of_more_than_the_bits_is_not_proved_above_a_cut() {
        let solver = Solver::new(None);
        let function = function("VADD.U16.S32.SAT R0, R1, R2, R3");
        let mut lowered = function.lowered(Integers::Longs);
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
        let answer = prove_lowered(&solver, &function, &lowered);
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        // An amount of one bit is proved.
        let Lowered { graph, result } = &mut lowered;
        let shifted = graph.build(32, Op::ShiftLeftBy(whole, low));
        *result = graph.build(32, Op::Choose(always, whole, shifted));
        assert_eq!(prove_lowered(&solver, &function, &lowered), Answer::Holds);
    }

    #[test]
    fn a_wrong_function_is_found_among_proved_ones() {
        let solver = Solver::new(None);
        let words = MODES.map(function);
        let all: Vec<_> = words.iter().map(|word| prove_all_integers(&solver, word)).collect();
        assert!(all.iter().flatten().all(|answer| *answer == Answer::Holds), "{all:?}");
        // Each mode in turn gets the next mode's function in one kind of integers, with all questions known.
        for (wrong, index) in (0..words.len()).zip([0, 1, 2, 3].into_iter().cycle()) {
            let mut all = lowered(&words[wrong]);
            all[index] = lowered(&words[(wrong + 1) % words.len()])[index].clone();
            let answers = prove_functions(&solver, &words[wrong], &all);
            assert!(is_broken(&answers, index), "{}: {answers:?}", MODES[wrong]);
        }
    }
}
