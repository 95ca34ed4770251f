//! Many questions to a tool, in batches and in parallel.

use std::fmt::Display;

use anyhow::Result;
use rayon::prelude::*;

/// Runs `ask` on batches of `size` questions in parallel. The answers are in the order of the questions.
pub(crate) fn in_batches<Q: Sync, A: Send>(
    questions: &[Q],
    size: usize,
    ask: impl Fn(&[Q]) -> Result<Vec<A>> + Sync + Send,
) -> Result<Vec<A>> {
    let answers: Vec<Vec<A>> = questions.par_chunks(size).map(ask).collect::<Result<_>>()?;
    Ok(answers.into_iter().flatten().collect())
}

/// The different answers to a question, each with those who gave it.
pub(crate) type Answers<T> = Vec<(String, Vec<T>)>;

pub(crate) fn add_answer<T>(answers: &mut Answers<T>, answer: String, of: T) {
    match answers.iter_mut().find(|(known, _)| *known == answer) {
        Some((_, all)) => all.push(of),
        None => answers.push((answer, vec![of])),
    }
}

/// A row of a record for each answer to each question: who gave it, the question, the answer. `everyone` is `all`.
pub(crate) fn rows<T: Display + PartialEq>(
    questions: &[String],
    answers: &[Answers<T>],
    everyone: &[T],
) -> String {
    let row = |question: &String, (answer, of): &(String, Vec<T>)| {
        let names: Vec<_> = of.iter().map(T::to_string).collect();
        let names = if of == everyone { "all".to_owned() } else { names.join(",") };
        format!("{names}\t{question}\t{answer}\n")
    };
    let all = questions.iter().zip(answers);
    all.flat_map(|(question, answers)| answers.iter().map(move |answer| row(question, answer))).collect()
}
