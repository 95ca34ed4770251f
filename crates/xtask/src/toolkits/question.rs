//! What is asked of every release: lines of PTX, with what they mean.

use anyhow::{Context, Result};
use vmad_map::case::Case;
use vmad_ptx::{
    ast::{Body, Instruction},
    legality::Target,
    sequence::Sequence,
    syntax::parse_one,
};
use vmad_ptxas::{
    safety::{Safety, verdicts},
    versions::{Generation, Versions},
};

use super::ordinary::PATTERNS;
use crate::{batches::Answers, lower::sample};

/// A line with the code that releases emit for an architecture.
pub(super) struct Question {
    /// The rows that name what some version compiles wrong, or `right` and the opcode.
    pub row: String,
    /// The body of a function of a, b and c with result d.
    pub line: String,
    /// What it computes.
    pub sequence: Sequence,
    /// Each code with the indices of its releases.
    pub codes: Answers<usize>,
}

/// The lines that are legal for a target: every N-th of all video instructions, and patterns of ordinary code.
pub(super) fn questions(target: Target, every: usize) -> Result<Vec<Question>> {
    let mut asked = Vec::new();
    for line in sample(every)? {
        let instruction = parse_one(&line)?.instruction;
        asked.extend(row(target, &instruction, &line).map(|row| (row, line.clone(), line)));
    }
    let patterns = PATTERNS.iter().filter(|pattern| pattern.first <= target.number);
    let texts = patterns.map(|pattern| [pattern.name, pattern.line, pattern.meaning()].map(str::to_owned));
    asked.extend(texts.map(|[name, line, meaning]| (name, line, meaning)));
    let question = |(row, line, meaning): (_, _, String)| {
        let sequence = Sequence::parse(&meaning).context(meaning)?;
        Ok(Question { row, line, sequence, codes: Vec::new() })
    };
    asked.into_iter().map(question).collect()
}

/// The rows of a line in the versions that have a target, the oldest first; each with its part that has versions of its
/// own. [`None`] if the line is refused.
fn row(target: Target, instruction: &Instruction, line: &str) -> Option<String> {
    let generation = Generation::of(target)?;
    let case = if let Body::Video(video) = &instruction.body { Case::of_video(video) } else { None };
    let mut rows: Vec<String> = Vec::new();
    for (_, verdict) in verdicts(instruction, generation, Versions::with(target).ok()?) {
        match verdict {
            Safety::Illegal => return None,
            Safety::Wrong(row) => {
                let part = row.miscompiled(&case?, target.number);
                rows.push(part.map_or_else(|| row.to_string(), |part| row.name_of(part)));
            }
            Safety::Right => {}
        }
    }
    if rows.is_empty() {
        return Some(format!("right, {}", line.split('.').next().unwrap_or_default()));
    }
    Some(rows.join(", "))
}
