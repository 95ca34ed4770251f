//! Differences grouped by cause: all are counted, a few examples of each group are shown.

use std::{collections::BTreeMap, fmt};

/// The number of examples of a group.
const EXAMPLES: usize = 4;

/// The descriptions of the differences of each cause.
#[derive(Debug, Default)]
pub(crate) struct Groups(BTreeMap<String, Vec<String>>);

impl Groups {
    /// Adds a difference.
    pub(crate) fn add(&mut self, cause: String, example: String) {
        self.0.entry(cause).or_default().push(example);
    }

    /// The number of differences.
    pub(crate) fn differences(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }
}

impl fmt::Display for Groups {
    /// The groups, the largest first, each with some examples.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: Vec<_> = self.0.iter().collect();
        groups.sort_by_key(|(_, examples)| std::cmp::Reverse(examples.len()));
        for (cause, examples) in groups {
            writeln!(f, "  {} x {cause}", examples.len())?;
            examples.iter().take(EXAMPLES).try_for_each(|example| writeln!(f, "    {example}"))?;
        }
        Ok(())
    }
}
