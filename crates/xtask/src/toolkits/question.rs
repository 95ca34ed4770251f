//! What is asked of every release: lines of PTX, with what they mean.

use anyhow::{Context, Result};
use vmad_ptx::{ast::Instruction, sequence::Sequence, syntax::parse_one};
use vmad_xcheck::safety::{Generation, Safety, verdict};

use super::{ordinary::PATTERNS, random::bodies, releases::Target};
use crate::lower::sample;

/// A line with the code that releases emit for an architecture.
pub(super) struct Question {
    /// The row that names what 12.9 compiles wrong, or `right` and the opcode.
    pub row: String,
    /// The body of a function of a, b and c with result d.
    pub line: String,
    /// What it computes.
    pub sequence: Sequence,
    /// Each code with the indices of its releases.
    pub codes: Vec<(String, Vec<usize>)>,
}

/// The lines that are legal for a target: every N-th of all video instructions, and patterns of ordinary code.
pub(super) fn questions(target: &Target, every: usize, random: usize) -> Result<Vec<Question>> {
    let mut lines = sample(every)?;
    lines.sort_unstable();
    lines.dedup();
    let mut questions = Vec::new();
    for line in lines {
        let instruction = parse_one(&line)?.instruction;
        let row = match verdict(&instruction, generation(target)) {
            Some(Safety::Illegal) => continue,
            Some(Safety::Wrong(miscompile)) => miscompile.name().to_owned(),
            Some(Safety::Right) | None => format!("right, {}", opcode(&instruction)),
        };
        let sequence = Sequence::parse(&line)?;
        questions.push(Question { row, line, sequence, codes: Vec::new() });
    }
    for pattern in PATTERNS.iter().filter(|it| it.first <= target.number) {
        questions.push(Question {
            row: pattern.name.to_owned(),
            line: pattern.line.to_owned(),
            sequence: Sequence::parse(pattern.meaning())?,
            codes: Vec::new(),
        });
    }
    for [line, meaning] in bodies(random, 1) {
        let sequence = Sequence::parse(&meaning).with_context(|| meaning.clone())?;
        questions.push(Question { row: "right, ordinary".to_owned(), line, sequence, codes: Vec::new() });
    }
    Ok(questions)
}

const fn generation(target: &Target) -> Generation {
    match target.number {
        ..60 => Generation::Maxwell,
        60..70 => Generation::Pascal,
        70.. => Generation::Later,
    }
}

fn opcode(instruction: &Instruction) -> String {
    instruction.to_string().split('.').next().unwrap_or_default().to_owned()
}
