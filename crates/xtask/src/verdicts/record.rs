//! The tables.
//!
//! A verdict is a letter, which the table's head explains; a run of the same verdicts is the letter and a count.

use std::{collections::HashMap, fmt::Write as _, fs, path::Path};

use anyhow::Result;
use indicatif::{ParallelProgressIterator, ProgressBar, ProgressIterator};
use rayon::prelude::*;

use super::{
    ask::{Verdict, head},
    lines::{self, Family},
};
use crate::{ptxas::Ptxas, workspace};

/// Messages and their codes, in the order of their first appearance.
#[derive(Default)]
struct Codes {
    known: HashMap<String, String>,
    head: String,
}

impl Codes {
    /// The code of a verdict: `a`, `b`, ..., `z`, `ba`, ...; digits are counts. The parts of a message that depend on the
    /// line are replaced by placeholders, so that one message has one code.
    fn of(&mut self, verdict: &Verdict, placeholders: &[(String, &str)]) -> String {
        let errors = verdict.errors.iter().map(|text| format!("error: {text}"));
        let warnings = verdict.warnings.iter().map(|text| format!("warning: {text}"));
        let texts = errors.chain(warnings).collect::<Vec<_>>().join(" | ");
        let text = if texts.is_empty() { "ok".to_owned() } else { texts };
        let text =
            placeholders.iter().fold(text, |text, (piece, placeholder)| text.replace(piece, placeholder));
        let next = self.known.len();
        if let Some(code) = self.known.get(&text) {
            return code.clone();
        }
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        let code: String =
            if next < 26 { letter(next).into() } else { [letter(next / 26), letter(next)].iter().collect() };
        // Writing to a string cannot fail.
        let _ = writeln!(self.head, "# {code}\t{text}");
        self.known.insert(text, code.clone());
        code
    }
}

/// `a49 b` for forty-nine times `a` and one `b`.
fn run_lengths(codes: &[String]) -> String {
    let runs = codes.chunk_by(|one, other| one == other);
    let texts = runs.map(|run| match run.len() {
        1 => run[0].clone(),
        count => format!("{}{count}", run[0]),
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn write(path: &Path, about: &str, codes: &Codes, rows: &str) -> Result<()> {
    fs::write(path, format!("{about}{}{rows}", codes.head))?;
    println!("{}: {} rows", workspace::shown(path), rows.lines().count());
    Ok(())
}

/// What `ptxas-modifiers.tsv` records, and its shapes.
pub(super) const MODIFIERS: [&str; 2] = [
    "every combination of modifiers and operands",
    "# The shapes of 'tail': for d of {d, d.b0, ..., d.h1}, for c of {none, c}, for a and for b of\n\
     # {plain, .b0, .b1, .b2, .b3, .h0, .h1}; then as 'vmad', with a and b of {plain, .h1}; then once more without\n\
     # c and with d alone. Of 'vmad': for d of {d, d.b0}, for the operands that are negated of {none, c, b, bc, a, ac,\n\
     # ab, abc}, for a and for b as before. The last in the list turns fastest.\n",
];

/// What `ptxas-simd.tsv` records, and its shapes.
pub(super) const SIMD: [&str; 2] = [
    "SIMD video instructions",
    "# The test has the lists of shapes. 'mask' has every mask of up to four digits from 0 to 4, 'asel4' and 'bsel4'\n\
     # every selector of four digits from 0 to 8, 'asel2' and 'bsel2' of two.\n",
];

/// Every combination of modifiers of instructions with every shape of operands.
pub(super) fn combinations(
    ptxas: &Ptxas,
    path: &Path,
    [what, shapes]: [&str; 2],
    families: Vec<Family>,
) -> Result<()> {
    let about = format!(
        "# What {} says, asked with -arch=sm_50 and .version 8.0, of {what}.\n\
         # mnemonic <TAB> the name of its list of operand shapes <TAB> one verdict for each shape, runs counted.\n{shapes}",
        ptxas.version
    );
    let (mut codes, mut rows) = (Codes::default(), String::new());
    let head = head("8.0", "sm_50");
    let bar = ProgressBar::new(families.iter().map(|family| family.mnemonics.len() as u64).sum());
    for family in families {
        let shapes = vmad_testing::shapes(family.shapes);
        for mnemonics in family.mnemonics.chunks(32) {
            let questions: Vec<String> = mnemonics
                .iter()
                .flat_map(|mnemonic| shapes.iter().map(move |shape| format!("{mnemonic} {shape};")))
                .collect();
            let verdicts = ptxas.ask("sm_50", &head, &questions)?;
            bar.inc(mnemonics.len() as u64);
            for (mnemonic, verdicts) in mnemonics.iter().zip(verdicts.chunks(shapes.len())) {
                let opcode = mnemonic.split('.').next().unwrap_or(mnemonic);
                let placeholders = [(format!("'{opcode}"), "'vop")];
                let row: Vec<String> =
                    verdicts.iter().map(|verdict| codes.of(&verdict.general(), &placeholders)).collect();
                writeln!(rows, "{mnemonic}\t{}\t{}", family.shapes, run_lengths(&row))?;
            }
        }
    }
    drop(bar);
    write(path, &about, &codes, &rows)
}

/// Every form of `mad` and one line of each video instruction for every target and version.
pub(super) fn legality(ptxas: &Ptxas, path: &Path) -> Result<()> {
    let (mut codes, mut rows) = (Codes::default(), String::new());
    let questions = lines::legality();
    for target in lines::TARGETS.into_iter().progress() {
        // sm_50 is the oldest device of this ptxas.
        let arch = if lines::is_before_sm_50(target) { "sm_50" } else { target };
        let mut columns = Vec::new();
        for version in lines::versions() {
            columns.push(ptxas.ask(arch, &head(&version, target), &questions)?);
        }
        for (index, question) in questions.iter().enumerate() {
            let opcode = question.split('.').next().unwrap_or(question);
            let row = columns.iter().zip(lines::versions()).map(|(column, version)| {
                let module = format!(".version {version} does not support .target {target}");
                let placeholders =
                    [(format!("'{opcode}"), "'vop"), (module, ".version V does not support .target T")];
                codes.of(&column[index], &placeholders)
            });
            let row: Vec<String> = row.collect();
            writeln!(rows, "{target}\t{question}\t{}", run_lengths(&row))?;
        }
    }
    let about = format!(
        "# What {} says of instructions in modules of every .target and .version; targets before sm_50 were asked\n\
         # with -arch=sm_50. target <TAB> instruction <TAB> one verdict for each version, runs counted. The versions:\n\
         # {}\n",
        ptxas.version,
        lines::versions().join(" ")
    );
    write(path, &about, &codes, &rows)
}

/// Errors of code generation: lines for every target that ptxas compiles for.
pub(super) fn code(ptxas: &Ptxas, path: &Path) -> Result<()> {
    let mut rows = String::new();
    for target in lines::TARGETS.iter().filter(|target| !lines::is_before_sm_50(target)) {
        let answers = ask_lines(ptxas, target, "8.8", &lines::code())?;
        rows.extend(answers.iter().flat_map(|row| [target, "\t", row]));
    }
    let about = format!(
        "# What {} says when it makes code, asked with -arch=TARGET and .version 8.8.\n\
         # target <TAB> instruction <TAB> ok or error <TAB> its messages\n",
        ptxas.version
    );
    write(path, &about, &Codes::default(), &rows)
}

/// The verdict on each line, in its own module: a line without an end would include the next.
fn ask_lines(ptxas: &Ptxas, target: &str, version: &str, questions: &[String]) -> Result<Vec<String>> {
    let head = head(version, target);
    let ask = |question: &String| {
        Ok(format!("{question}\t{}\n", ptxas.ask_alone(target, &head, question)?.columns()))
    };
    questions.par_iter().progress().map(ask).collect()
}

/// Asks about the lines of a table again, and writes their verdicts.
pub(super) fn again(ptxas: &Ptxas, path: &Path) -> Result<()> {
    let table = fs::read_to_string(path)?;
    let (about, rows): (Vec<&str>, Vec<&str>) = table.lines().partition(|line| line.starts_with('#'));
    let questions = rows.iter().filter_map(|row| row.split('\t').next()).map(str::to_owned);
    let rows = ask_lines(ptxas, "sm_50", "8.0", &questions.collect::<Vec<_>>())?.concat();
    write(path, &(about.join("\n") + "\n"), &Codes::default(), &rows)
}
