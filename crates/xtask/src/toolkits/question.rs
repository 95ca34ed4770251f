//! What is asked of every release: lines of PTX, with what they mean.

use anyhow::{Context, Result};
use vmad_ptx::{
    ast::{Body, Instruction},
    sequence::Sequence,
    syntax::parse_one,
};
use vmad_ptxas::safety::{Generation, Safety, verdict};

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
            Some(Safety::Wrong(row)) if row.id == "D9" && target.number < 50 => {
                of_kepler(&instruction, &line)
            }
            Some(Safety::Wrong(row)) => part(row.id, &line),
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

/// The row of a `vset` with a constant b. Kepler has no D9, but P7, and the constants of D8.
fn of_kepler(instruction: &Instruction, line: &str) -> String {
    let mut modifiers = line.split(['.', ' ']);
    let is_signed = modifiers.clone().nth(2) == Some("s32");
    let b = match &instruction.body {
        Body::Video(video) => video.b().constant(),
        Body::Mad(_) => None,
    };
    if modifiers.any(|it| ["lo", "ls", "hi", "hs"].contains(&it)) {
        "P7".to_owned()
    } else if is_signed && b.is_some_and(|b| b > 0x7fff) {
        "D8 vset".to_owned()
    } else {
        "right, vset".to_owned()
    }
}

/// The part of a row that has versions of its own.
fn part(row: &str, line: &str) -> String {
    let dtype = line.split('.').nth(1).unwrap_or_default();
    match row {
        "D4" | "D8" => format!("{row} .{dtype}"),
        "D10" if line.contains(".sat") => format!("{row} .sat"),
        _ => row.to_owned(),
    }
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
