//! What is wrong: conditions that hold for the rows that differ, and rules that explain them.

use std::ops::Range;

use serde::Serialize;
use vmad_unit::Kind;

use super::{
    Failed, Observation,
    cover::{Condition, Search},
    facts::{Fact, table},
    rules::{RULES, Rule, Terms},
};
use crate::vectors::mix;

/// The rows of one instruction: those that are equal to the model, and those that differ.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) equal: Sample,
    pub(super) differing: Sample,
}

/// How many rows of a kind are kept.
const KEPT: usize = 1 << 14;

/// A part of the rows that were added: all of them up to [`KEPT`], and then an even part. The same rows give the same
/// sample.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    rows: Vec<(u64, Observation)>,
    /// Rows whose hash has so many leading zeros are kept.
    zeros: u32,
    /// How many rows were added.
    pub(super) seen: u64,
}

impl Sample {
    pub(super) fn add(&mut self, row: &Observation) {
        self.seen += 1;
        let hash = mix(self.seen);
        if hash.leading_zeros() >= self.zeros {
            self.rows.push((hash, *row));
        }
        if self.rows.len() > KEPT {
            self.zeros += 1;
            self.rows.retain(|(hash, _)| hash.leading_zeros() >= self.zeros);
        }
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &Observation> {
        self.rows.iter().map(|(_, row)| row)
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }
}

/// A group of rows that differ.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The instructions.
    #[serde(rename = "instructions")]
    pub kinds: Vec<Kind>,
    /// The rule that they follow.
    #[serde(flatten)]
    pub rule: Option<&'static Rule>,
    /// Other rules that explain as many.
    pub also: Vec<&'static str>,
    /// The condition: `secop MRG_16H`; empty if it holds for every row of the instructions.
    pub condition: String,
    /// How many rows differ in the group. This number and the next two are estimates if the rows are many.
    pub differing: u64,
    /// How many of them the rule explains.
    pub explained: u64,
    /// How many rows have the condition, with those that are equal to the model.
    pub rows: u64,
    /// The first row of the group, with the model's result.
    pub first: Failed,
}

/// Whether a rule explains enough of a group: 90 %.
const fn is_most(part: u64, whole: u64) -> bool {
    10 * part >= 9 * whole
}

/// A rule that explains less than this part of the rows that are left, one in so many, is tried only under a condition.
const LEAST: usize = 3;
/// The most findings about an instruction.
const FINDINGS: usize = 4;

/// The rows of an instruction, with the facts and the results of the rules.
struct Case<'r> {
    rows: Vec<&'r Observation>,
    terms: Vec<Terms>,
    table: Vec<Fact>,
    /// How many of the rows, the first ones, differ.
    differing: usize,
    /// How many rows one of the sample stands for: of those that differ, and of the others.
    weights: [(u64, u64); 2],
    /// The rules that explain a row.
    rules: Vec<Tried>,
}

impl<'r> Case<'r> {
    fn of(kind: Kind, rows: &'r Rows) -> Self {
        let all: Vec<_> = rows.differing.rows().chain(rows.equal.rows()).collect();
        let terms: Vec<_> = all.iter().map(|row| Terms::of(row)).collect();
        let weights = [&rows.differing, &rows.equal].map(|sample| (sample.seen, sample.len().max(1) as u64));
        let differing = rows.differing.len();
        let rules = RULES.iter().filter(|rule| rule.is_about(kind)).filter_map(|rule| {
            let mut results: Vec<_> = terms[..differing].iter().map(|it| rule.compute(it)).collect();
            results.iter().zip(&all).any(|(result, row)| *result == row.result).then(|| {
                results.extend(terms[differing..].iter().map(|it| rule.compute(it)));
                let right = results.iter().zip(&all).map(|(result, row)| *result == row.result).collect();
                let decides =
                    results.iter().zip(&terms).map(|(result, it)| *result != it.trace.result()).collect();
                Tried { rule, right, decides }
            })
        });
        let rules = rules.collect();
        let table = table(terms.iter());
        Self { rows: all, terms, table, differing, weights, rules }
    }

    /// The best condition for some of the rows that are left. The rows that are equal are outside.
    fn condition(&self, inside: &[bool], left: &[bool], coverage: f64) -> Condition {
        // The ratio of the two is what counts.
        let ratio = |(seen, kept): (u64, u64)| u32::try_from(seen / kept).map_or(f64::MAX, f64::from);
        let [one_inside, one_outside] = self.weights.map(ratio);
        let weights = |row: usize| match (inside.get(row), left.get(row)) {
            (Some(true), _) => [one_inside, 0.0],
            (_, Some(false)) => [0.0, 0.0],
            _ => [0.0, one_outside],
        };
        let rows: Vec<_> = (0..self.rows.len()).map(weights).collect();
        Search { table: &self.table, rows: &rows, coverage }.best()
    }

    /// How many rows of a list there are, of all rows.
    fn estimate(&self, of: impl Fn(usize) -> bool) -> [u64; 2] {
        let count = |range: Range<usize>, (seen, kept): (u64, u64)| {
            range.filter(|&row| of(row)).count() as u64 * seen / kept
        };
        [count(0..self.differing, self.weights[0]), count(self.differing..self.rows.len(), self.weights[1])]
    }

    /// The rules that explain the most rows of a group, if they explain most of those that differ, and are wrong in few.
    fn rules_of(&self, group: impl Fn(usize) -> bool) -> Vec<&Tried> {
        let [size, _] = self.estimate(&group);
        let scored = self.rules.iter().filter_map(|it| {
            let [explained, _] = self.estimate(|row| group(row) && it.right[row]);
            let [_, wrong] = self.estimate(|row| group(row) && !it.right[row]);
            let is_enough = is_most(explained, size) && is_most(explained, explained + wrong);
            (is_enough && explained > 0).then(|| (explained - wrong, it))
        });
        let scored: Vec<_> = scored.collect();
        let most = scored.iter().map(|(score, _)| *score).max().unwrap_or_default();
        scored.into_iter().filter(|(score, _)| *score == most).map(|(_, it)| it).collect()
    }

    fn findings(&self, kind: Kind) -> Vec<Finding> {
        let mut left = vec![true; self.differing];
        let mut groups: Vec<Group<'_>> = Vec::new();
        while groups.len() < FINDINGS && left.contains(&true) {
            let found = self.by_rule(&left).unwrap_or_else(|| self.by_condition(&left));
            for (left, is_in) in left.iter_mut().zip(&found.2) {
                *left &= !is_in;
            }
            if !found.2.contains(&true) {
                break;
            }
            groups.push(found);
        }
        for index in 0..groups.len() {
            if groups[index].1.is_empty() {
                self.retry(index, &mut groups);
            }
        }
        groups.iter().map(|group| self.finding(kind, group)).collect()
    }

    /// Looks for a rule of the rows of a group that have the condition of no other group: where two mistakes meet, no rule of one
    /// of them is right.
    fn retry<'c>(&'c self, index: usize, groups: &mut [Group<'c>]) {
        let holds = |row: usize| groups[index].0.holds(&self.table, row);
        let others: Vec<_> = groups.iter().enumerate().filter(|(other, _)| *other != index).collect();
        let is_alone =
            |row: usize| holds(row) && others.iter().all(|(_, other)| !other.0.holds(&self.table, row));
        let rules = self.rules_of(is_alone);
        let group = (0..self.differing).map(is_alone).collect();
        if !rules.is_empty() {
            (groups[index].1, groups[index].2) = (rules, group);
        }
    }

    fn finding(&self, kind: Kind, (condition, rules, group): &Group<'_>) -> Finding {
        let is_in = |row: usize| condition.holds(&self.table, row);
        let [differing, equal] =
            self.estimate(|row| if row < self.differing { group[row] } else { is_in(row) });
        let right = |row: usize| rules.first().is_some_and(|it| it.right[row]);
        let [explained, _] = self.estimate(|row| row < self.differing && group[row] && right(row));
        let first = group.iter().position(|&is_in| is_in).unwrap_or_default();
        let mut all = rules.iter().map(|it| it.rule);
        let expected = self.terms[first].trace.result();
        Finding {
            kinds: vec![kind],
            rule: all.next(),
            also: all.map(|rule| rule.id).collect(),
            condition: condition.text(&self.table),
            differing,
            explained,
            rows: differing + equal,
            first: Failed { observation: *self.rows[first], expected },
        }
    }

    /// The rule that explains the most rows that are left. It must explain most of the rows in which it differs from the model.
    fn by_rule(&self, left: &[bool]) -> Option<Group<'_>> {
        let is_left = |row: usize| row >= self.differing || left[row];
        let rest = left.iter().filter(|left| **left).count();
        let rated = self.rules.iter().rev().filter_map(|it| {
            let explained = (0..self.differing).filter(|&row| left[row] && it.right[row]).count();
            let [right, _] = self.estimate(|row| is_left(row) && it.right[row] && it.decides[row]);
            let all: u64 = self.estimate(|row| is_left(row) && it.decides[row]).iter().sum();
            (LEAST * explained >= rest && is_most(right, all)).then_some((explained, it))
        });
        // The last of several that are equal, which is the first rule.
        let (_, best) = rated.max_by_key(|(explained, _)| *explained)?;
        let group: Vec<_> = (0..self.differing).map(|row| left[row] && best.right[row]).collect();
        let condition = self.condition(&group, left, 1.0);
        let is_same = |other: &&Tried| {
            (0..self.rows.len()).all(|row| !is_left(row) || other.right[row] == best.right[row])
        };
        Some((condition, self.rules.iter().filter(is_same).collect(), group))
    }

    /// The best condition of the rows that are left, and the rules that are right under it, or under a part of it.
    fn by_condition(&self, left: &[bool]) -> Group<'_> {
        let whole = self.condition(left, left, 0.25);
        let of = |condition: Condition| {
            let holds = |row: usize| left.get(row) != Some(&false) && condition.holds(&self.table, row);
            let (rules, group) = (self.rules_of(holds), (0..self.differing).map(holds).collect());
            (condition, rules, group)
        };
        let mut parts = whole.0.iter().map(|part| of(Condition(vec![*part])));
        parts.find(|(_, rules, _)| !rules.is_empty()).unwrap_or_else(|| of(whole.clone()))
    }
}

/// A condition, the rules of its rows, and the rows.
type Group<'c> = (Condition, Vec<&'c Tried>, Vec<bool>);

struct Tried {
    rule: &'static Rule,
    /// Whether its result is the observed one.
    right: Vec<bool>,
    /// Whether its result is not the model's.
    decides: Vec<bool>,
}

/// The findings about an instruction, the largest first.
pub(super) fn findings(kind: Kind, rows: &Rows) -> Vec<Finding> {
    if rows.differing.seen == 0 { Vec::new() } else { Case::of(kind, rows).findings(kind) }
}

/// One finding for each rule, or for each condition without a rule, of all instructions.
pub(super) fn joined(findings: Vec<Finding>) -> Vec<Finding> {
    let mut joined: Vec<Finding> = Vec::new();
    for finding in findings {
        let id = |it: &Finding| it.rule.map_or_else(|| it.condition.clone(), |rule| rule.id.to_owned());
        match joined.iter_mut().find(|it| id(it) == id(&finding)) {
            Some(it) => {
                it.kinds.extend(finding.kinds);
                it.kinds.dedup();
                // The condition of the largest group.
                if it.differing < finding.differing {
                    it.condition.clone_from(&finding.condition);
                }
                it.also.retain(|rule| finding.also.contains(rule));
                it.differing += finding.differing;
                it.explained += finding.explained;
                it.rows += finding.rows;
            }
            None => joined.push(finding),
        }
    }
    joined.sort_by_key(|it| std::cmp::Reverse(it.differing));
    joined
}
