//! What is wrong: rules that explain the rows that differ, each under its condition.
//!
//! The search runs on a sample. A condition must hold for every row of the file: a row of the file that contradicts it joins the
//! sample, and the search runs again.

use std::collections::BTreeSet;

use serde::Serialize;
use vmad_map::random::mix;
use vmad_unit::Kind;

use super::{
    Failed, Observation,
    condition::{Columns, Condition, Examples, Goal},
    rules::Rule,
    search::{Accepted, PART, Sample, predict},
};

/// Rows that differ, and what is known about them.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The instructions.
    #[serde(rename = "instructions")]
    pub kinds: Vec<Kind>,
    /// The rule that gives the observed results; none if only the condition is known.
    #[serde(flatten)]
    pub rule: Option<Rule>,
    /// Other rules that give the same results.
    pub also: Vec<&'static str>,
    /// The condition: `secop MRG_16H`; empty if it is every row of the instructions.
    pub condition: String,
    /// How many rows have the condition and differ; with a rule, as the rule says.
    pub differing: u64,
    /// How many rows have the condition, with those that are equal to the model.
    pub rows: u64,
    /// The first row that differs, with the model's result.
    pub first: Failed,
}

/// All that is wrong.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Diagnosis {
    /// The largest finding first; at most five.
    pub findings: Vec<Finding>,
    /// How many rows differ and belong to no finding.
    pub others: u64,
}

/// The most findings.
const FINDINGS: usize = 5;
/// How many rows of each side a sample has, and how many of an instruction at least.
const KEPT: usize = 1_000;
/// How many rows that contradict join the sample at once.
const JOINING: usize = 200;
/// How often rows join.
const ROUNDS: usize = 6;

/// An even sample of rows by their instructions; each row with the number of rows that it stands for.
fn sampled(rows: &[Observation], numbers: &[usize]) -> Vec<(usize, f64)> {
    let kinds: BTreeSet<Kind> = numbers.iter().map(|&row| rows[row].operation.kind()).collect();
    let mut sample = Vec::new();
    for kind in &kinds {
        let mut of_kind: Vec<_> =
            numbers.iter().copied().filter(|&row| rows[row].operation.kind() == *kind).collect();
        let all = of_kind.len();
        of_kind.sort_by_cached_key(|row| mix(*row as u64));
        of_kind.truncate((KEPT / kinds.len()).max(KEPT / 5));
        let number = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
        let weight = number(all) / number(of_kind.len());
        sample.extend(of_kind.into_iter().map(|row| (row, weight)));
    }
    sample
}

/// The counts of a finding in the file.
#[derive(Clone, Debug, Default)]
struct Counts {
    rows: u64,
    differing: u64,
    first: Option<usize>,
    /// Rows that have the condition, and a result that the rules do not give.
    wrong: Vec<usize>,
}

/// Counts each rule; the last result has the rows that differ and that no rule explains.
fn count(rows: &[Observation], accepted: &[Accepted]) -> (Vec<Counts>, Vec<usize>) {
    let mut counts = vec![Counts::default(); accepted.len()];
    let mut left = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let run = row.run();
        let holding: Vec<_> = (0..accepted.len()).filter(|&at| accepted[at].condition.holds(&run)).collect();
        let without = |at: Option<usize>| {
            predict(holding.iter().filter(|&&other| Some(other) != at).map(|&at| &accepted[at].rule), &run)
        };
        let predicted = without(None);
        let (is_right, differs) = (predicted == row.result, run.result != row.result);
        if differs && !is_right {
            left.push(number);
        }
        for &at in &holding {
            let counts = &mut counts[at];
            counts.rows += 1;
            // Of two rules with one result, both explain it.
            let alone = predict([&accepted[at].rule], &run);
            let matters = predicted != without(Some(at)) || differs && predicted == alone && is_right;
            if matters && !is_right {
                counts.wrong.push(number);
            } else if matters && differs {
                counts.differing += 1;
                counts.first.get_or_insert(number);
            }
        }
    }
    (counts, left)
}

/// What is wrong with the rows.
pub(super) fn diagnose(rows: &[Observation]) -> Diagnosis {
    let (equal, differing): (Vec<usize>, Vec<usize>) =
        (0..rows.len()).partition(|&row| rows[row].model() == rows[row].result);
    if differing.is_empty() {
        return Diagnosis::default();
    }
    let mut numbers = [sampled(rows, &differing), sampled(rows, &equal)].concat();
    let (accepted, counts, mut left) = (0..)
        .find_map(|round| {
            let mut accepted = Sample::new(rows, &numbers).explain(FINDINGS);
            let (counts, left) = count(rows, &accepted);
            let wrong = counts.iter().flat_map(|counts| counts.wrong.iter().take(JOINING));
            let wrong: Vec<_> = wrong.map(|row| (*row, 1.0)).collect();
            if wrong.is_empty() {
                return Some((accepted, counts, left));
            }
            numbers.extend(wrong);
            // No rule whose condition does not hold is printed.
            (round == ROUNDS).then(|| {
                let mut is_wrong = counts.iter().map(|counts| !counts.wrong.is_empty());
                accepted.retain(|_| is_wrong.next() == Some(false));
                let (counts, left) = count(rows, &accepted);
                (accepted, counts, left)
            })
        })
        .unwrap_or_default();
    let finding = |condition: &Condition, [differing, holding]: [u64; 2], first: usize| Finding {
        kinds: condition.kinds.iter().copied().collect(),
        rule: None,
        also: Vec::new(),
        condition: condition.text(),
        differing,
        rows: holding,
        first: Failed { observation: rows[first], expected: rows[first].model() },
    };
    let with_rule = |(Accepted { rule, condition, also }, counts): (Accepted, &Counts)| {
        let found = finding(&condition, [counts.differing, counts.rows], counts.first?);
        Some(Finding { rule: Some(rule), also, ..found })
    };
    let mut findings: Vec<_> = accepted.into_iter().zip(&counts).filter_map(with_rule).collect();
    while findings.len() < FINDINGS && left.len() * PART as usize >= differing.len() {
        let Some((condition, holding, in_condition)) = without_rule(rows, &left) else { break };
        if in_condition.len() * (PART as usize) < differing.len() {
            break;
        }
        findings.push(finding(&condition, [in_condition.len() as u64, holding], in_condition[0]));
        left.retain(|row| in_condition.binary_search(row).is_err());
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.differing));
    Diagnosis { findings, others: left.len() as u64 }
}

/// The closest condition of rows that no rule explains; how many rows have it, and which of these rows.
fn without_rule(rows: &[Observation], left: &[usize]) -> Option<(Condition, u64, Vec<usize>)> {
    let is_left: BTreeSet<_> = left.iter().copied().collect();
    let others: Vec<_> = (0..rows.len()).filter(|row| !is_left.contains(row)).collect();
    let inside = sampled(rows, left).into_iter().map(|(row, weight)| (row, [weight, 0.0]));
    let outside = sampled(rows, &others).into_iter().map(|(row, weight)| (row, [0.0, weight]));
    let sample: Vec<_> = inside.chain(outside).collect();
    let runs: Vec<_> = sample.iter().map(|(row, _)| rows[*row].run()).collect();
    let columns = Columns::of(&runs);
    let weights = (0..).zip(sample.iter().map(|(_, weights)| *weights)).collect();
    let (_, condition) = Examples { columns: &columns, rows: weights }.best(Goal::Close, 2)?;
    let holding: Vec<_> = (0..rows.len()).filter(|row| condition.holds(&rows[*row].run())).collect();
    let in_condition = holding.iter().copied().filter(|row| is_left.contains(row)).collect::<Vec<_>>();
    (in_condition.len() >= condition.least_rows().max(1)).then_some((
        condition,
        holding.len() as u64,
        in_condition,
    ))
}
