//! The search for rules, and for their conditions, on a sample.

use std::{cell::OnceCell, collections::BTreeMap};

use vmad_sass::Instruction;

use super::{
    Observation,
    condition::{Columns, Condition, Examples, Goal},
    rules::{RULES, Rule, Run, field_in, legal, mode_fields},
};

/// A rule, its condition, and the other rules that give the same results.
#[derive(Clone, Debug)]
pub(super) struct Accepted {
    pub(super) rule: Rule,
    pub(super) condition: Condition,
    pub(super) also: Vec<&'static str>,
}

/// Some rows, with the unit's executions.
pub(super) struct Sample {
    runs: Vec<Run>,
    observed: Vec<u32>,
    /// How many rows of the file each stands for.
    weights: Vec<f64>,
    columns: Columns,
}

/// A rule that explains a row, and its results.
struct Suspect {
    rule: Rule,
    results: Vec<u32>,
    /// Its condition, once it is needed.
    condition: OnceCell<Option<Condition>>,
    /// The weight of the rows that it explains.
    explained: f64,
}

/// The result of several rules together.
pub(super) fn predict<'r>(rules: impl IntoIterator<Item = &'r Rule>, run: &Run) -> u32 {
    let mut rules: Vec<_> = rules.into_iter().collect();
    rules.sort_by_key(|rule| rule.stage());
    let Some(first) = rules.first() else { return run.result };
    let mut changed = run.clone();
    first.apply(&mut changed);
    rules[1..].iter().for_each(|rule| rule.apply(&mut changed));
    changed.result
}

impl Sample {
    pub(super) fn new(rows: &[Observation], numbers: &[(usize, f64)]) -> Self {
        let runs: Vec<_> = numbers.iter().map(|(row, _)| rows[*row].run()).collect();
        let columns = Columns::of(&runs);
        let observed = numbers.iter().map(|(row, _)| rows[*row].result).collect();
        Self { runs, observed, weights: numbers.iter().map(|(_, weight)| *weight).collect(), columns }
    }

    fn differing(&self) -> impl Iterator<Item = usize> {
        (0..self.runs.len()).filter(|row| self.runs[*row].result != self.observed[*row])
    }

    fn weight(&self, rows: impl Iterator<Item = usize>) -> f64 {
        rows.map(|row| self.weights[row]).sum()
    }

    /// The rules that explain two rows, or the only one; those with tables first.
    fn suspects(&self) -> Vec<Suspect> {
        let least = self.differing().count().min(2);
        let is_suspect = |rule: &&Rule| {
            let explains = |row: &usize| predict([*rule], &self.runs[*row]) == self.observed[*row];
            self.differing().filter(explains).take(least).count() == least
        };
        let rules = RULES.iter().filter(is_suspect).map(|rule| self.suspect(rule.clone()));
        self.tables().into_iter().chain(rules).collect()
    }

    fn suspect(&self, rule: Rule) -> Suspect {
        let results: Vec<_> = self.runs.iter().map(|run| predict([&rule], run)).collect();
        let explains = |row: &usize| results[*row] == self.observed[*row];
        let explained = self.weight(self.differing().filter(explains));
        Suspect { rule, results, explained, condition: OnceCell::new() }
    }

    fn condition<'s>(&self, suspect: &'s Suspect) -> Option<&'s Condition> {
        let learn = || self.learn(&suspect.results, |row| self.runs[row].result, 2);
        suspect.condition.get_or_init(learn).as_ref()
    }

    /// The condition under which the results of a rule are the observed ones, where they are not those without it.
    fn learn(&self, results: &[u32], without: impl Fn(usize) -> u32, most: usize) -> Option<Condition> {
        let row = |(row, result): (usize, &u32)| {
            let weights = if *result == self.observed[row] { [self.weights[row], 0.0] } else { [0.0, 1.0] };
            (*result != without(row)).then_some((row, weights))
        };
        let rows = results.iter().enumerate().filter_map(row).collect();
        Examples { columns: &self.columns, rows }.best(Goal::Exact, most).map(|(_, condition)| condition)
    }

    /// Fields whose values are taken as others: the entries that two rows agree on, those with one condition together.
    fn tables(&self) -> Vec<Suspect> {
        let mut suspects = Vec::new();
        for field in mode_fields() {
            let mut entries: BTreeMap<(u64, u64), usize> = BTreeMap::new();
            for row in self.differing() {
                let Run { instruction, ports: [a, b, c], .. } = &self.runs[row];
                let Some(here) = field_in(instruction, field) else { continue };
                let value = here.of(instruction.encode());
                for taken in legal(here).filter(|taken| *taken != value) {
                    let other = here.with(instruction.encode(), taken);
                    let other = Instruction::decode_in(instruction.layout(), other).ok();
                    let result = other.and_then(|other| Some(other.operation()?.execute(*a, *b, *c)));
                    let is_right = result == Some(self.observed[row]);
                    *entries.entry((value, taken)).or_default() += usize::from(is_right);
                }
            }
            entries.retain(|_, rows| *rows >= 2);
            let single: Vec<_> =
                entries.keys().map(|entry| self.suspect(Rule::of_table(field, [*entry]))).collect();
            let mut groups: Vec<(&Condition, Vec<&Suspect>)> = Vec::new();
            for suspect in &single {
                let Some(condition) = self.condition(suspect) else { continue };
                match groups.iter_mut().find(|(other, _)| other.parts == condition.parts) {
                    Some((_, group)) => group.push(suspect),
                    None => groups.push((condition, vec![suspect])),
                }
            }
            for (_, mut group) in groups.into_iter().filter(|(_, group)| group.len() > 1) {
                // Of two entries of a value, the last one counts.
                group.sort_by(|one, other| one.explained.total_cmp(&other.explained));
                let values = group.iter().flat_map(|suspect| suspect.rule.entries());
                suspects.push(self.suspect(Rule::of_table(field, values)));
            }
            suspects.extend(single);
        }
        suspects
    }

    /// Rules and their conditions, the rule that explains the most rows first.
    pub(super) fn explain(&self, most: usize) -> Vec<Accepted> {
        let suspects = self.suspects();
        let mut accepted = self.cover(&suspects, Vec::new(), most);
        let explained = self.explained(&accepted);
        let all = self.weight(self.differing());
        let pair =
            if all - explained < all / f64::from(PART) { None } else { self.pair(&suspects, &accepted) };
        if let Some((_, pair)) = pair.filter(|(more, _)| *more >= explained + all / f64::from(PART)) {
            accepted = self.cover(&suspects, pair, most);
        }
        accepted.iter().filter(|rule| self.is_plausible(rule, &accepted)).cloned().collect()
    }

    /// Whether a rule explains more rows than differ in another way where only its condition excludes them: the differences
    /// end where the condition does.
    fn is_plausible(&self, accepted: &Accepted, all: &[Accepted]) -> bool {
        if accepted.condition.facts() == 0 {
            return true;
        }
        let decides = |row: &usize| predict([&accepted.rule], &self.runs[*row]) != self.runs[*row].result;
        let holds = |row: &usize| accepted.condition.holds(&self.runs[*row]);
        let is_right = |row: &usize| self.predicted(*row, all) == self.observed[*row];
        let [inside, outside]: [Vec<usize>; 2] = {
            let (inside, outside) = self.differing().filter(decides).partition(holds);
            [inside, outside]
        };
        let explained = inside.into_iter().filter(is_right);
        self.weight(explained) > self.weight(outside.into_iter().filter(|row| !is_right(row)))
    }

    /// The weight of the rows that differ and are explained.
    fn explained(&self, accepted: &[Accepted]) -> f64 {
        self.weight(self.differing().filter(|&row| self.predicted(row, accepted) == self.observed[row]))
    }

    fn predicted(&self, row: usize, accepted: &[Accepted]) -> u32 {
        let holding = accepted.iter().filter(|accepted| accepted.condition.holds(&self.runs[row]));
        predict(holding.map(|accepted| &accepted.rule), &self.runs[row])
    }

    /// Adds the rule that explains the most rows that are left, of equal ones that with fewer facts, and the first.
    fn cover(&self, suspects: &[Suspect], mut accepted: Vec<Accepted>, most: usize) -> Vec<Accepted> {
        let least = self.weight(self.differing()) / f64::from(PART);
        let is_left = |row: &usize| self.predicted(*row, &accepted) != self.observed[*row];
        let mut left: Vec<_> = self.differing().filter(is_left).collect();
        while accepted.len() < most && !left.is_empty() {
            let mut best: Option<(f64, &Suspect, &Condition)> = None;
            for suspect in suspects {
                let is_right = |row: &usize| suspect.results[*row] == self.observed[*row];
                let most = best.map_or(0.0, |(most, ..)| most);
                if self.weight(left.iter().copied().filter(is_right)) < most * 0.999999 {
                    continue;
                }
                let Some(condition) = self.condition(suspect) else { continue };
                let covers = |row: &usize| is_right(row) && condition.holds(&self.runs[*row]);
                let covered = self.weight(left.iter().copied().filter(covers));
                let is_simpler = best.is_some_and(|(_, _, other)| condition.facts() < other.facts());
                let rows = left.iter().filter(|row| covers(row)).count();
                let is_enough =
                    covered >= least && rows >= condition.least_rows() || condition.facts() == 0 && rows > 0;
                if is_enough && (covered > most * 1.000001 || is_simpler && covered > most * 0.999999) {
                    best = Some((covered, suspect, condition));
                }
            }
            let Some((_, suspect, condition)) = best else { break };
            let is_same =
                |other: &&Suspect| other.results == suspect.results && !std::ptr::eq(*other, suspect);
            let also = suspects.iter().filter(is_same).map(|other| other.rule.id).collect();
            accepted.push(Accepted { rule: suspect.rule.clone(), condition: condition.clone(), also });
            left.retain(|row| {
                suspect.results[*row] != self.observed[*row] || !condition.holds(&self.runs[*row])
            });
        }
        accepted
    }

    /// The pair of rules that explains the most rows if both apply, and the weight of these rows.
    fn pair(&self, suspects: &[Suspect], accepted: &[Accepted]) -> Option<(f64, Vec<Accepted>)> {
        let mut likely: Vec<_> = suspects.iter().collect();
        likely.sort_by(|one, other| other.explained.total_cmp(&one.explained));
        likely.dedup_by(|one, other| one.results == other.results);
        let is_accepted = |suspect: &Suspect| {
            accepted.iter().any(|accepted| {
                accepted.rule.id == suspect.rule.id && accepted.rule.title == suspect.rule.title
            })
        };
        let first: Vec<&Suspect> = suspects.iter().filter(|suspect| is_accepted(suspect)).collect();
        let second: Vec<_> =
            likely.iter().copied().filter(|suspect| !is_accepted(suspect)).take(PAIRED).collect();
        let all = [first, second].concat();
        let mut best: Option<(f64, Vec<Accepted>)> = None;
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                let Some(pair) = self.together([one, other]) else { continue };
                let weight = self.explained(&pair);
                if best.as_ref().is_none_or(|(most, _)| weight > *most) {
                    best = Some((weight, pair));
                }
            }
        }
        best
    }

    /// The conditions of two rules that apply together.
    fn together(&self, pair: [&Suspect; 2]) -> Option<Vec<Accepted>> {
        let [one, other] = pair;
        let rows = 0..self.runs.len();
        let both: Vec<_> = self.runs.iter().map(|run| predict([&one.rule, &other.rule], run)).collect();
        let result = |applies: [bool; 2], row: usize| match applies {
            [true, true] => both[row],
            [true, false] => one.results[row],
            [false, true] => other.results[row],
            [false, false] => self.runs[row].result,
        };
        let mut applies = vec![[true; 2]; rows.len()];
        let mut conditions = [Condition::default(), Condition::default()];
        // The condition of one, where the other always applies; of the other, under this condition; of one again.
        for of in [0, 1, 0] {
            let with = |is_applied: bool, row: usize| {
                let mut applies = applies[row];
                applies[of] = is_applied;
                result(applies, row)
            };
            let results: Vec<_> = rows.clone().map(|row| with(true, row)).collect();
            conditions[of] = self.learn(&results, |row| with(false, row), 1)?;
            for (applies, run) in applies.iter_mut().zip(&self.runs) {
                applies[of] = conditions[of].holds(run);
            }
        }
        let is_wrong =
            |row: usize| ![self.observed[row], self.runs[row].result].contains(&result(applies[row], row));
        if rows.clone().any(is_wrong) {
            return None;
        }
        let accept = |(suspect, condition): (&Suspect, _)| Accepted {
            rule: suspect.rule.clone(),
            condition,
            also: Vec::new(),
        };
        Some(pair.into_iter().zip(conditions).map(accept).collect())
    }
}

/// A rule explains one row of so many that differ, or more; without a condition it may explain fewer.
pub(super) const PART: u32 = 50;
/// How many rules that are not accepted are tried in pairs.
const PAIRED: usize = 5;
