//! Many questions to a tool, in batches and in parallel.

use std::fmt::Display;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use rayon::prelude::*;

/// Runs `ask` on batches of `size` questions in `jobs` threads. The answers are in the order of the questions.
pub(crate) fn in_batches<Q: Sync, A: Send>(
    questions: &[Q],
    size: usize,
    jobs: usize,
    what: &'static str,
    ask: impl Fn(&[Q]) -> Result<Vec<A>> + Sync,
) -> Result<Vec<A>> {
    let bar = progress(questions.len(), what);
    let ask_one = |batch: &[Q]| {
        let answers = ask(batch)?;
        bar.inc(batch.len() as u64);
        Ok(answers)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
    let answers: Vec<Vec<A>> =
        pool.install(|| questions.par_chunks(size).map(ask_one).collect::<Result<_>>())?;
    Ok(answers.into_iter().flatten().collect())
}

/// The different answers to a question, each with those who gave it.
pub(crate) type Answers<T> = Vec<(String, Vec<T>)>;

/// Adds an answer.
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
    all.flat_map(|(question, answers)| answers.iter().map(move |it| row(question, it))).collect()
}

/// A bar on standard error, on a terminal only. It disappears when it is dropped. Several threads may advance it.
pub(crate) fn progress(total: usize, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(total as u64).with_message(what).with_finish(ProgressFinish::AndClear);
    let style = "{bar:30} {percent:>3} %  {human_pos} {msg}, {per_sec}, {eta} to go";
    bar.with_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()))
}
