//! Differences grouped by cause: all are counted, a few examples of each group are shown.

use std::{collections::BTreeMap, fmt};

/// The number of examples of a group.
const EXAMPLES: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct Groups(BTreeMap<String, Group>);

/// The differences of one set of causes.
#[derive(Debug, Default)]
struct Group {
    count: usize,
    examples: Vec<String>,
}

impl Groups {
    /// Counts a difference; `example` describes it.
    pub(crate) fn add(&mut self, causes: String, example: impl FnOnce() -> String) {
        let group = self.0.entry(causes).or_default();
        group.count += 1;
        if group.examples.len() < EXAMPLES {
            group.examples.push(example());
        }
    }

    /// The number of differences.
    pub(crate) fn differences(&self) -> usize {
        self.0.values().map(|group| group.count).sum()
    }
}

impl fmt::Display for Groups {
    /// The groups, the largest first, each with its examples.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: Vec<_> = self.0.iter().collect();
        groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.count));
        for (causes, group) in groups {
            writeln!(f, "  {} x {causes}", group.count)?;
            for example in &group.examples {
                writeln!(f, "    {example}")?;
            }
        }
        Ok(())
    }
}
