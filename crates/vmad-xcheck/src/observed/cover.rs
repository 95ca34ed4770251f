//! The condition of one fact or two that best separates some rows from others.

use super::facts::{Distance, Table};

/// A condition on a row: each fact has one of a set of values, a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Condition(pub(super) Vec<(usize, u64)>);

/// The part of a row in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The condition is to hold.
    Inside,
    /// The condition is not to hold.
    Outside,
    /// Either is right.
    Ignored,
}

impl Condition {
    pub(super) fn holds(&self, table: &Table, row: usize) -> bool {
        self.0.iter().all(|&(fact, set)| set >> table.columns[fact][row] & 1 == 1)
    }

    pub(super) fn text(&self, table: &Table) -> String {
        let parts: Vec<_> = self.0.iter().map(|&(fact, set)| table.describe(fact, set)).collect();
        parts.join(", ")
    }
}

/// Rows by the values of a fact: inside and outside.
type Counts = Vec<[f64; 2]>;

/// The search: the table, the role of each row, and the weight of a row outside, of which the table has only a sample.
pub(super) struct Search<'t> {
    pub(super) table: &'t Table,
    pub(super) roles: &'t [Role],
    pub(super) weights: [f64; 2],
    /// The weight of the coverage against that of the precision: 1 is the harmonic mean of both.
    pub(super) coverage: f64,
}

impl Search<'_> {
    /// The best condition. The empty one holds for every row.
    pub(super) fn best(&self) -> Condition {
        let facts = 0..self.table.columns.len();
        let all = self.total();
        let mut best = (self.score(all, all[0], &[]), Condition::default());
        let mut offer = |counts: [f64; 2], parts: Vec<(usize, u64)>| {
            let score = self.score(counts, all[0], &parts);
            if score > best.0 + 1e-9 {
                best = (score, Condition(parts));
            }
        };
        let sets: Vec<_> = facts.clone().map(|fact| candidates(&self.counts(fact))).collect();
        for fact in facts.clone() {
            for &(set, counts) in &sets[fact] {
                offer(counts, vec![(fact, set)]);
            }
        }
        for one in facts.clone() {
            for other in one + 1..facts.end {
                let joint = self.joint(one, other);
                for &(set, _) in &sets[one] {
                    let mut counts: Counts = vec![[0.0; 2]; self.table.count(other)];
                    for (_, row) in joint.iter().enumerate().filter(|(value, _)| set >> value & 1 == 1) {
                        for (sum, more) in counts.iter_mut().zip(row) {
                            *sum = [sum[0] + more[0], sum[1] + more[1]];
                        }
                    }
                    for (other_set, counts) in candidates(&counts) {
                        offer(counts, vec![(one, set), (other, other_set)]);
                    }
                }
            }
        }
        best.1
    }

    fn weight(&self, row: usize) -> Option<[f64; 2]> {
        match self.roles[row] {
            Role::Inside => Some([self.weights[0], 0.0]),
            Role::Outside => Some([0.0, self.weights[1]]),
            Role::Ignored => None,
        }
    }

    fn total(&self) -> [f64; 2] {
        let weights = (0..self.roles.len()).filter_map(|row| self.weight(row));
        weights.fold([0.0; 2], |sum, more| [sum[0] + more[0], sum[1] + more[1]])
    }

    fn counts(&self, fact: usize) -> Counts {
        let mut counts = vec![[0.0; 2]; self.table.count(fact)];
        for (row, value) in self.table.columns[fact].iter().enumerate() {
            if let Some([inside, outside]) = self.weight(row) {
                let count = &mut counts[usize::from(*value)];
                *count = [count[0] + inside, count[1] + outside];
            }
        }
        counts
    }

    fn joint(&self, one: usize, other: usize) -> Vec<Counts> {
        let [width, height] = [one, other].map(|fact| self.table.count(fact));
        let mut joint = vec![vec![[0.0; 2]; height]; width];
        let [one, other] = [one, other].map(|fact| &self.table.columns[fact]);
        for (row, (one, other)) in one.iter().zip(other).enumerate() {
            if let Some([inside, outside]) = self.weight(row) {
                let count = &mut joint[usize::from(*one)][usize::from(*other)];
                *count = [count[0] + inside, count[1] + outside];
            }
        }
        joint
    }

    /// The weighted harmonic mean of precision and coverage. A further fact or value must pay.
    fn score(&self, [inside, outside]: [f64; 2], all: f64, parts: &[(usize, u64)]) -> f64 {
        if inside == 0.0 {
            return 0.0;
        }
        let (precision, coverage) = (inside / (inside + outside), inside / all);
        let good = (1.0 + self.coverage) * precision * coverage / (self.coverage * precision + coverage);
        let price = |&(fact, set): &(usize, u64)| {
            let values = f64::from(set.count_ones().min(3) - 1);
            let distance = if self.table.distance(fact) == Distance::Value { 0.012 } else { 0.0 };
            0.02 + 0.006 * values + distance
        };
        good - parts.iter().map(price).sum::<f64>()
    }
}

/// Sets of values: each alone, the two or three with the largest parts of rows inside, and all but one.
fn candidates(counts: &Counts) -> Vec<(u64, [f64; 2])> {
    let mut present: Vec<usize> = (1..counts.len()).filter(|&value| counts[value][0] > 0.0).collect();
    let rate = |value: usize| counts[value][0] / (counts[value][0] + counts[value][1]);
    present.sort_by(|&one, &other| rate(other).total_cmp(&rate(one)).then(one.cmp(&other)));
    let mut sets: Vec<_> = present.iter().map(|&value| (1 << value, counts[value])).collect();
    let all = counts.iter().skip(1).filter(|count| count[0] + count[1] > 0.0).count();
    let (mut set, mut sum) = (0, [0.0; 2]);
    for (index, value) in present.iter().enumerate() {
        set |= 1 << value;
        sum = [sum[0] + counts[*value][0], sum[1] + counts[*value][1]];
        if (1..3).contains(&index) || index > 2 && index + 1 == all - 1 {
            sets.push((set, sum));
        }
    }
    sets
}
