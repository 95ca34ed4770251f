//! Conditions: instructions, and at most two facts.

use std::collections::BTreeSet;

use vmad_unit::Kind;

use super::{
    facts::{Fact, facts},
    rules::{Run, Text},
};

/// The facts of some executions.
pub(super) struct Columns {
    kinds: Vec<Kind>,
    /// The first one is no fact: a condition of one fact is that one and this.
    columns: Vec<Column>,
}

/// The values of a fact, and for each execution the number of its value from 1; 0 if the fact does not apply to it.
struct Column {
    fact: Option<Fact>,
    values: Vec<Text>,
    numbers: Vec<u8>,
}

/// Further values have this number.
const LAST: usize = 63;

/// A condition that lists more values than this says nothing to a reader.
const LISTED: usize = 4;

impl Columns {
    pub(super) fn of(runs: &[Run]) -> Self {
        let kinds: Vec<_> = runs.iter().map(|run| run.operation.kind()).collect();
        let column = |fact: Fact| {
            let mut values: Vec<Text> = Vec::new();
            let number = |run: &Run| {
                let Some(value) = fact.text(run) else { return 0 };
                let at = values.iter().position(|listed| *listed == value).unwrap_or_else(|| {
                    values.push(value);
                    values.len() - 1
                });
                u8::try_from((at + 1).min(LAST)).unwrap_or_default()
            };
            let numbers = runs.iter().map(number).collect();
            Column { fact: Some(fact), values, numbers }
        };
        let none = Column { fact: None, values: vec!["".into()], numbers: vec![1; kinds.len()] };
        Self { kinds, columns: std::iter::once(none).chain(facts().into_iter().map(column)).collect() }
    }
}

/// A fact that has one of some values, or none of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    fact: Fact,
    values: Vec<Text>,
    is_inside: bool,
}

/// A condition on an execution.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Condition {
    pub(super) kinds: BTreeSet<Kind>,
    pub(super) parts: Vec<Part>,
}

impl Condition {
    pub(super) fn holds(&self, run: &Run) -> bool {
        let holds = |part: &Part| {
            part.fact.text(run).is_some_and(|value| part.values.contains(&value) == part.is_inside)
        };
        self.kinds.contains(&run.operation.kind()) && self.parts.iter().all(holds)
    }

    /// How many facts it has.
    pub(super) fn facts(&self) -> usize {
        self.parts.len()
    }

    /// How many rows must have it: fewer have some condition of so many facts in common by chance.
    pub(super) fn least_rows(&self) -> usize {
        16 * self.parts.len()
    }

    /// `psign 1, SAT yes`; nothing if it is about every row of the instructions.
    pub(super) fn text(&self) -> String {
        let part = |part: &Part| {
            let other = if part.is_inside { "" } else { "other than " };
            // `A signed` has the values signed and unsigned.
            let name = part.fact.name.strip_suffix(" signed").unwrap_or(part.fact.name);
            format!("{name} {other}{}", part.values.join(" or "))
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join(", ")
    }
}

/// The weights of rows inside a condition and outside.
type Weights = [f64; 2];

fn sum(weights: impl Iterator<Item = Weights>) -> Weights {
    weights.fold([0.0; 2], |[inside, outside], more| [inside + more[0], outside + more[1]])
}

/// Which of two conditions is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The one that holds for more rows inside. It holds for no row outside, and is about the word.
    Exact,
    /// The one with the larger product of precision and coverage.
    Close,
}

impl Goal {
    fn score(self, [inside, outside]: Weights) -> f64 {
        match self {
            Self::Exact if outside > 0.0 => 0.0,
            Self::Exact => inside,
            Self::Close => inside * inside / (inside + outside).max(1e-9),
        }
    }

    /// By how much the score of a condition of more facts is larger at least.
    const fn price(self) -> f64 {
        match self {
            Self::Exact => 1.000001,
            Self::Close => 1.05,
        }
    }
}

/// Rows that a condition is to hold for, or not.
pub(super) struct Examples<'c> {
    pub(super) columns: &'c Columns,
    /// The number, and the weight of a row: inside, or outside.
    pub(super) rows: Vec<(usize, Weights)>,
}

impl Examples<'_> {
    /// The best condition of one fact, or of two, and its score.
    pub(super) fn best(&self, goal: Goal, most: usize) -> Option<(f64, Condition)> {
        let of_side = |side: usize| -> BTreeSet<Kind> {
            let rows = self.rows.iter().filter(|(_, weights)| weights[side] > 0.0);
            rows.map(|(row, _)| self.columns.kinds[*row]).collect()
        };
        let [inside, outside] = [0, 1].map(of_side);
        let one = inside.iter().map(|kind| BTreeSet::from([*kind]));
        let choices = [inside.clone(), &inside - &outside].into_iter().chain(one);
        let mut best: Option<(f64, Condition)> = None;
        for kinds in choices {
            let rows = self.rows.iter().filter(|(row, _)| kinds.contains(&self.columns.kinds[*row]));
            let of_kinds = Self { columns: self.columns, rows: rows.copied().collect() };
            let (score, parts) = of_kinds.best_parts(goal, most);
            if score > best.as_ref().map_or(0.0, |(most, _)| goal.price() * most) {
                best = Some((score, Condition { kinds, parts }));
            }
        }
        best
    }

    /// The best facts, and their score: of equal ones the fewer, those with fewer values, the first.
    fn best_parts(&self, goal: Goal, most: usize) -> (f64, Vec<Part>) {
        let all: Weights = sum(self.rows.iter().map(|(_, weights)| *weights));
        let mut best = (goal.score(all), Vec::new());
        if all[1] == 0.0 {
            return best;
        }
        let columns = self.columns.columns.iter();
        let is_value = |column: &Column| column.fact.as_ref().is_some_and(|fact| fact.is_value);
        let columns: Vec<_> = columns.filter(|column| goal == Goal::Close || !is_value(column)).collect();
        for (at, one) in columns.iter().enumerate().take(if most == 1 { 1 } else { columns.len() }) {
            for other in &columns[at + 1..] {
                let table = self.table(one, other);
                let across = |set: u64| -> Vec<Weights> {
                    let rows = || table.iter().enumerate().filter(|(value, _)| set >> value & 1 == 1);
                    (0..other.size()).map(|value| sum(rows().map(|(_, row)| row[value]))).collect()
                };
                let along =
                    |set: u64| -> Vec<Weights> { table.iter().map(|row| sum(chosen(row, set))).collect() };
                for first in seeds(&along(u64::MAX)) {
                    let sets = match goal {
                        Goal::Close => {
                            seeds(&across(first)).into_iter().map(|second| [first, second]).collect()
                        }
                        Goal::Exact => {
                            let second = clean(&across(first));
                            vec![[clean(&along(second)), second]]
                        }
                    };
                    for [first, second] in sets {
                        let score = goal.score(sum(chosen(&along(second), first)));
                        if score < best.0 * 0.999999 || score == 0.0 {
                            continue;
                        }
                        let parts: Vec<_> = one.part(first).into_iter().chain(other.part(second)).collect();
                        let listed =
                            |parts: &[Part]| (parts.len(), parts.iter().map(|part| part.values.len()).sum());
                        let (size, best_size): ((usize, usize), _) = (listed(&parts), listed(&best.1));
                        let price = if size.0 > best_size.0 { goal.price() } else { 1.000001 };
                        let is_better =
                            score > price * best.0 || score > best.0 * 0.999999 && size < best_size;
                        let is_short = size.1 <= LISTED && parts.iter().all(|part| !part.values.is_empty());
                        if is_better && is_short {
                            best = (score, parts);
                        }
                    }
                }
            }
        }
        best
    }

    /// The weights by the values of two facts.
    fn table(&self, one: &Column, other: &Column) -> Vec<Vec<Weights>> {
        let mut table = vec![vec![[0.0; 2]; other.size()]; one.size()];
        for &(row, [inside, outside]) in &self.rows {
            let cell = &mut table[usize::from(one.numbers[row])][usize::from(other.numbers[row])];
            *cell = [cell[0] + inside, cell[1] + outside];
        }
        table
    }
}

fn chosen(row: &[Weights], set: u64) -> impl Iterator<Item = Weights> {
    row.iter().enumerate().filter(move |(value, _)| set >> value & 1 == 1).map(|(_, weights)| *weights)
}

/// The values without a row outside: only those with a row inside, if they are fewer than those with a row outside.
fn clean(counts: &[Weights]) -> u64 {
    let of = |side: usize| {
        let values = (1..counts.len()).filter(move |&value| counts[value][side] > 0.0);
        values.fold(0_u64, |set, value| set | 1 << value)
    };
    let (inside, outside) = (of(0), of(1));
    let is_short = (inside & !outside).count_ones() <= outside.count_ones();
    if is_short {
        inside & !outside
    } else {
        (1..counts.len()).fold(0, |set, value| set | 1 << value) & !outside
    }
}

/// Sets of values: each alone, the two and three with the largest part of rows inside, and all but one.
fn seeds(counts: &[Weights]) -> Vec<u64> {
    let mut values: Vec<usize> = (1..counts.len()).filter(|&value| counts[value][0] > 0.0).collect();
    let part = |value: usize| counts[value][0] / (counts[value][0] + counts[value][1]);
    values.sort_by(|&one, &other| part(other).total_cmp(&part(one)).then(one.cmp(&other)));
    let all = (1..counts.len()).fold(0, |set, value| set | 1 << value);
    let together = |count: usize| values.iter().take(count).fold(0, |set, value| set | 1 << value);
    let one = values.iter().map(|value| 1 << value);
    let others = (1..counts.len()).filter(|&value| counts[value][1] > 0.0).map(|value| all & !(1 << value));
    let mut sets: Vec<u64> = one.chain([together(2), together(3)]).chain(others).collect();
    sets.dedup();
    sets
}

impl Column {
    fn size(&self) -> usize {
        (self.values.len() + 1).min(LAST + 1)
    }

    /// The values of a set, or those that are not in it if they are fewer; [`None`] of no fact.
    fn part(&self, set: u64) -> Option<Part> {
        let of = |wanted: bool| -> Vec<Text> {
            let values = (1..self.size()).filter(|value| (set >> value & 1 == 1) == wanted);
            values.map(|value| self.values[value - 1].clone()).collect()
        };
        let (inside, outside) = (of(true), of(false));
        let is_inside = inside.len() == 1 || inside.len() <= outside.len();
        Some(Part { fact: self.fact.clone()?, values: if is_inside { inside } else { outside }, is_inside })
    }
}
