//! The record: where each row is wrong, and the code that changed.

use std::{collections::BTreeMap, fmt::Write as _};

use vmad_ptx::legality::Target;
use vmad_ptxas::versions::Version;

use super::{question::Question, releases::has_family};
use crate::judge::Judgement;

/// A target with the indices and the versions of the releases that have it, its questions, and the verdict on each
/// code.
pub(super) struct Judged {
    pub target: Target,
    pub present: Vec<(usize, Version)>,
    pub questions: Vec<Question>,
    pub verdicts: Vec<Vec<Result<Judgement, String>>>,
}

impl Judged {
    /// Each code with its question, the indices of its releases, and its verdict.
    pub(super) fn codes(
        &self,
    ) -> impl Iterator<Item = (&Question, &str, &[usize], &Result<Judgement, String>)> {
        self.questions.iter().zip(&self.verdicts).flat_map(|(question, verdicts)| {
            let codes = question.codes.iter().zip(verdicts);
            codes.map(move |((code, of), verdict)| (question, code.as_str(), of.as_slice(), verdict))
        })
    }

    /// Indices of releases as ranges of those that have the target: `-12.4` from its first one on, `12.5-` to its last
    /// one, `all`; commas between several.
    pub(super) fn ranges(&self, indices: &[usize]) -> String {
        let is_asked = |(index, _): &(usize, Version)| indices.contains(index);
        let runs = self.present.chunk_by(|a, b| is_asked(a) == is_asked(b));
        let text = |run: &[(usize, Version)]| {
            let [first, last] = [run[0], run[run.len() - 1]].map(|(_, version)| version);
            match (self.present.first() == run.first(), self.present.last() == run.last()) {
                (true, true) => "all".to_owned(),
                (true, false) => format!("-{last}"),
                (false, true) => format!("{first}-"),
                (false, false) if first == last => first.to_string(),
                (false, false) => format!("{first}-{last}"),
            }
        };
        runs.filter(|run| is_asked(&run[0])).map(text).collect::<Vec<_>>().join(",")
    }
}

/// Lines with wrong code, and the verdict.
type Wrong<'q> = BTreeMap<&'q str, Judgement>;

/// For each row and the versions in which it is wrong: the architectures, and an example with its inputs, the result of
/// the PTX and that of the code, or `store`.
pub(super) fn rows(all: &[Judged]) -> String {
    // Row and versions; the architectures, each with its wrong lines.
    let mut rows: BTreeMap<(&str, String), Vec<(Target, Wrong<'_>)>> = BTreeMap::new();
    for judged in all {
        let mut wrong: BTreeMap<&str, (Vec<usize>, Wrong<'_>)> = BTreeMap::new();
        for (question, _, of, verdict) in judged.codes() {
            if let Ok(verdict @ (Judgement::Wrong(..) | Judgement::Store)) = verdict {
                let (versions, lines) = wrong.entry(&question.row).or_default();
                versions.extend(of);
                lines.insert(&question.line, *verdict);
            }
        }
        for (row, (versions, lines)) in wrong {
            rows.entry((row, judged.ranges(&versions))).or_default().push((judged.target, lines));
        }
    }
    let mut text = String::new();
    for ((row, versions), targets) in rows {
        let archs: Vec<String> = targets.iter().map(|(target, _)| target.to_string()).collect();
        let in_all = |line: &str| targets.iter().all(|(_, lines)| lines.contains_key(line));
        let lines = targets[0].1.iter();
        let Some((line, verdict)) = lines.min_by_key(|(line, _)| (!in_all(line), line.len())) else {
            continue;
        };
        let results = match verdict {
            Judgement::Wrong([a, b, c], [right, wrong]) => {
                format!("{a:08x} {b:08x} {c:08x}\t{right:08x}\t{wrong:08x}")
            }
            _ => "-\t-\tstore".to_owned(),
        };
        // A String takes every text.
        let _ = writeln!(text, "{row}\t{}\t{versions}\t{line}\t{results}", archs.join(","));
    }
    text
}

/// Of lines for later GPUs whose verdict changed, every N-th is recorded.
const EVERY: usize = 10;

/// The code of lines that changed: all of those for GPUs with video instructions; of later ones some whose verdict
/// changed, and all of ordinary code.
pub(super) fn changes(all: &[Judged]) -> String {
    // The line, the verdict, and the code; the versions, each with its architectures.
    let mut changes: BTreeMap<(&str, &str, &str), BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for judged in all {
        let mut changed = 0;
        for (question, verdicts) in judged.questions.iter().zip(&judged.verdicts) {
            // Codes that differ in more than registers, with their releases.
            let mut codes: Vec<(Vec<String>, &str, &str, Vec<usize>)> = Vec::new();
            for ((code, of), verdict) in question.codes.iter().zip(verdicts) {
                let verdict = name(verdict);
                // The text of a store is a misread VSET.
                let instructions = if verdict == "store" { Vec::new() } else { instructions(code) };
                match codes
                    .iter_mut()
                    .find(|(known, known_verdict, ..)| *known == instructions && *known_verdict == verdict)
                {
                    Some((.., versions)) => versions.extend(of),
                    None => codes.push((instructions, verdict, code, of.clone())),
                }
            }
            let differs = codes.iter().any(|(_, verdict, ..)| *verdict != codes[0].1);
            changed += usize::from(differs);
            let is_wanted = differs && (question.row.starts_with('I') || changed % EVERY == 0);
            if codes.len() > 1 && (is_wanted || has_family(judged.target)) {
                for (_, verdict, code, versions) in codes {
                    let archs = changes.entry((&question.line, verdict, code)).or_default();
                    archs.entry(judged.ranges(&versions)).or_default().push(judged.target.to_string());
                }
            }
        }
    }
    let mut text = String::new();
    for ((line, verdict, code), versions) in changes {
        for (versions, archs) in versions {
            // A String takes every text.
            let _ = writeln!(text, "{}\t{versions}\t{line}\t{verdict}\t{code}", archs.join(","));
        }
    }
    text
}

const fn name(verdict: &Result<Judgement, String>) -> &'static str {
    match verdict {
        Ok(Judgement::Right) => "right",
        Ok(Judgement::Wrong(..)) => "wrong",
        Ok(Judgement::Store) => "store",
        Err(_) => "not run",
    }
}

/// The instructions of code without the numbers of registers, sorted; without moves, which other registers make
/// necessary.
fn instructions(code: &str) -> Vec<String> {
    let mut instructions = Vec::new();
    for instruction in code.split("; ") {
        let mut text = String::new();
        for part in instruction.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric()) {
            let name = part.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
            let number = name.trim_start_matches('U').strip_prefix(['R', 'P']);
            let is_register = number.is_some_and(|number| number.parse::<u8>().is_ok());
            text += &if is_register { part.replacen(name, "R", 1) } else { part.to_owned() };
        }
        if text != "MOV R, R" {
            instructions.push(text);
        }
    }
    instructions.sort_unstable();
    instructions
}

#[cfg(test)]
mod tests {
    use std::fs;

    use vmad_ptx::sequence::Sequence;

    use super::*;
    use crate::{judge::judge, toolkits::ordinary::PATTERNS, workspace};

    /// Oracle: the code that the releases emitted.
    #[test]
    fn recorded_code_has_its_verdict() {
        let record = fs::read_to_string(workspace::lowerings().join("ptxas-changes.tsv")).unwrap();
        let mut rows = 0;
        for row in record.lines().filter(|row| !row.starts_with('#')).step_by(vmad_testing::step(7)) {
            let columns: Vec<&str> = row.split('\t').collect();
            let [archs, _, line, expected, code] = columns[..] else { panic!("{row}") };
            let pattern = PATTERNS.iter().find(|pattern| pattern.line == line);
            let meaning = match pattern {
                Some(pattern) => pattern.meaning(),
                None => line,
            };
            let sequence = Sequence::parse(meaning).unwrap();
            let has_family = ["sm_3", "sm_5", "sm_6"].iter().any(|prefix| archs.starts_with(prefix));
            let found = judge(&sequence, code, has_family);
            assert_eq!(name(&found), expected, "{row}");
            rows += 1;
        }
        assert!(rows > 50, "{rows}");
    }
}
