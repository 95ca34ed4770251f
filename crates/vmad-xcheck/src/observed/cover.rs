//! The condition of one fact or two that best separates some rows from others.

use std::iter;

use super::facts::Fact;

/// A condition on a row: each fact has one of a set of values, a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Condition(pub(super) Vec<(usize, u64)>);

impl Condition {
    pub(super) fn holds(&self, table: &[Fact], row: usize) -> bool {
        self.0.iter().all(|&(fact, set)| set >> table[fact].column[row] & 1 == 1)
    }

    pub(super) fn text(&self, table: &[Fact]) -> String {
        let parts: Vec<_> = self.0.iter().map(|&(fact, set)| table[fact].describe(set)).collect();
        parts.join(", ")
    }
}

/// The weights of rows for which the condition is to hold, and of those for which it is not.
pub(super) type Weights = [f64; 2];

fn add(sum: &mut Weights, more: Weights) {
    *sum = [sum[0] + more[0], sum[1] + more[1]];
}

/// The search: the table, and the weights of each row, of which one is 0, or both.
pub(super) struct Search<'t> {
    pub(super) table: &'t [Fact],
    pub(super) rows: &'t [Weights],
    /// The weight of the coverage against that of the precision: 1 is the harmonic mean of both.
    pub(super) coverage: f64,
}

impl Search<'_> {
    /// The best condition. The empty one holds for every row.
    pub(super) fn best(&self) -> Condition {
        let facts = 0..self.table.len();
        let mut all = [0.0; 2];
        self.rows.iter().for_each(|row| add(&mut all, *row));
        let mut best = (self.score(all, all[0], &[]), Condition::default());
        // First conditions of one fact, then of two.
        for one in iter::once(None).chain(facts.clone().map(Some)) {
            let sets = match one {
                None => vec![1],
                Some(fact) => {
                    candidates(&self.joint(None, fact)[0]).into_iter().map(|(set, _)| set).collect()
                }
            };
            for other in one.map_or(0, |one| one + 1)..facts.end {
                let joint = self.joint(one, other);
                for &set in &sets {
                    let mut counts = vec![[0.0; 2]; self.table[other].count()];
                    for (_, row) in joint.iter().enumerate().filter(|(value, _)| set >> value & 1 == 1) {
                        counts.iter_mut().zip(row).for_each(|(sum, more)| add(sum, *more));
                    }
                    for (other_set, counts) in candidates(&counts) {
                        let parts: Vec<_> =
                            one.map(|one| (one, set)).into_iter().chain([(other, other_set)]).collect();
                        let score = self.score(counts, all[0], &parts);
                        if score > best.0 + 1e-9 {
                            best = (score, Condition(parts));
                        }
                    }
                }
            }
        }
        best.1
    }

    /// Rows by the values of two facts. Without a first fact, all have its value 0.
    fn joint(&self, one: Option<usize>, other: usize) -> Vec<Vec<Weights>> {
        let first = one.map(|fact| &self.table[fact]);
        let mut joint = vec![vec![[0.0; 2]; self.table[other].count()]; first.map_or(1, Fact::count)];
        for (row, (weights, other)) in self.rows.iter().zip(&self.table[other].column).enumerate() {
            let one = first.map_or(0, |fact| fact.column[row]);
            add(&mut joint[usize::from(one)][usize::from(*other)], *weights);
        }
        joint
    }

    /// The weighted harmonic mean of precision and coverage. A further fact or value must pay.
    fn score(&self, [inside, outside]: Weights, all: f64, parts: &[(usize, u64)]) -> f64 {
        if inside == 0.0 {
            return 0.0;
        }
        let (precision, coverage) = (inside / (inside + outside), inside / all);
        let good = (1.0 + self.coverage) * precision * coverage / (self.coverage * precision + coverage);
        let price = |&(fact, set): &(usize, u64)| {
            let values = f64::from(set.count_ones().min(3) - 1);
            let distance = if self.table[fact].is_value { 0.012 } else { 0.0 };
            0.02 + 0.006 * values + distance
        };
        good - parts.iter().map(price).sum::<f64>()
    }
}

/// Sets of values: each alone, the two or three with the largest parts of rows inside, and all but one.
fn candidates(counts: &[Weights]) -> Vec<(u64, Weights)> {
    let mut present: Vec<usize> = (1..counts.len()).filter(|&value| counts[value][0] > 0.0).collect();
    let rate = |value: usize| counts[value][0] / (counts[value][0] + counts[value][1]);
    present.sort_by(|&one, &other| rate(other).total_cmp(&rate(one)).then(one.cmp(&other)));
    let mut sets: Vec<_> = present.iter().map(|&value| (1 << value, counts[value])).collect();
    let all = counts.iter().skip(1).filter(|count| count[0] + count[1] > 0.0).count();
    let (mut set, mut sum) = (0, [0.0; 2]);
    for (index, value) in present.iter().enumerate() {
        set |= 1 << value;
        add(&mut sum, counts[*value]);
        if (1..3).contains(&index) || index > 2 && index + 1 == all - 1 {
            sets.push((set, sum));
        }
    }
    sets
}
