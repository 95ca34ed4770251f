//! The comparison of a whole module with its code.

use std::collections::{BTreeMap, HashMap, HashSet};

use vmad_files::contents::Code;
use vmad_ptx::{
    module::{FunctionKind, Module},
    reading::Reading,
};
use vmad_ptxas::{miscompiles::D3P, versions::Compiler};
use vmad_sass::Arch;
use vmad_unit::Register;
use vmad_xcheck::divergence::counterexample;

use crate::{
    chain::{Writers, follow, held},
    checker::Checker,
    compare::Comparer,
    explain::Explainer,
    form::Form,
    helper::can_remain,
    known::Known,
    outcome::{Assumption, Differs, Equal, Outcome, ROLES},
    program::Program,
    report::{Line, Lost, NoWord, PlacedWord, Report, Verdict, Why},
    statement::PtxOperand,
    without_table::WithoutTable,
};

/// Compares every video instruction of a module with the words to which ptxas compiled it.
///
/// `text` is the text of the module. A function with a line table is compared by it. The causes of differences are those
/// of the compiler.
pub fn validate(
    text: &str,
    module: &Module,
    codes: &[Code],
    compiler: impl Into<Compiler<Arch>>,
    reading: &Reading,
) -> Report {
    let compiler = compiler.into();
    let program = Program::of(text, module, compiler.target.layout()).on(compiler);
    let comparer = Comparer::new(reading);
    let mut checker = Checker::new(Explainer { program: &program, comparer: &comparer, compiler });
    for code in codes {
        if code.lines.is_empty() {
            WithoutTable::of(&checker.explainer, code).check(&mut checker, code);
        } else {
            checker.by_lines(code);
        }
    }
    checker.report(codes)
}

impl Checker<'_> {
    /// Compares the words of a function by their lines.
    fn by_lines(&mut self, code: &Code) {
        let program = self.explainer.program;
        // For each line with video statements the first word that takes the place of a video word; for statements that
        // compute the same, one that has a word.
        let (mut lines, mut with_word) = (BTreeMap::new(), HashMap::new());
        let mut with_words = HashSet::new();
        follow(code, |at, writers| {
            let (slot, line) = (&code.slots[at], code.lines[at]);
            let explained = self.explainer.explain(slot.word, line, held(code, at, writers));
            if let Some(line) = line
                && program.line(line).is_some_and(|line| !line.statements.is_empty())
            {
                let first: &mut Option<u64> = lines.entry(line).or_default();
                if !can_remain(code.layout, slot.word) {
                    first.get_or_insert(slot.address);
                }
            }
            let word = PlacedWord::of(code, at);
            if let Some(statement) = self.add(word, line, explained) {
                with_words.insert(statement);
                with_word.entry(program.statements[statement].same).or_insert((statement, at));
                self.link(code, at, statement, writers);
            }
        });
        for (line, first) in lines {
            let Some(line) = program.line(line) else { continue };
            let has_word = |at: &usize| with_words.contains(at);
            let is_emulated = |at: &usize| program.statements[*at].is_emulated;
            // The words of a line with several statements do not show which of them ptxas removed.
            let is_shown =
                !line.has_others && !line.statements.iter().any(|it| has_word(it) || is_emulated(it));
            for &at in &line.statements {
                self.found[at].is_reached = true;
                if has_word(&at) || is_emulated(&at) {
                    continue;
                }
                let statement = &program.statements[at];
                if let Some(&(other, word)) = with_word.get(&statement.same) {
                    self.share(at, other, PlacedWord::of(code, word));
                    continue;
                }
                let found = &mut self.found[at];
                if statement.is_used && is_shown {
                    found.lost = found.lost.or(first.map(Lost::Line));
                } else if statement.is_used {
                    found.no_word = Some(NoWord::SharedLine);
                }
            }
        }
    }

    /// Gives a statement the word of another that computes the same.
    fn share(&mut self, statement: usize, other: usize, word: PlacedWord) {
        let equal = self.found[other].words.iter().find_map(|(_, outcome)| match outcome {
            Outcome::Equal(equal) => Some(equal.clone()),
            _ => None,
        });
        if let Some(equal) = equal {
            self.found[statement].shared.get_or_insert((word, equal));
        }
    }

    /// Compares which words write the registers that the word of a statement reads: where PTX names one video instruction,
    /// its word or that of an equal one.
    fn link(&mut self, code: &Code, at: usize, own: usize, writers: &dyn Fn(Register) -> Option<Writers>) {
        let program = self.explainer.program;
        let statement = &program.statements[own];
        let Some(form) =
            Form::of(code.layout, code.slots[at].word).map(|form| form.merged(statement.setting.merge))
        else {
            return;
        };
        for (index, register) in form.instruction.registers().into_iter().enumerate() {
            let is_merged = index == 2 && form.setting.merge.is_some();
            let Some(register) = register.filter(|it| !it.is_zero() && !is_merged) else { continue };
            // ptxas can know a result that a branch has compared.
            let PtxOperand::Register { computed: true, .. } = statement.operands[index] else { continue };
            // A definition behind it in the text gives a value of an earlier turn of a loop, or none.
            let definition = statement.definitions[index].filter(|place| *place < statement.at);
            let definition = definition.and_then(|place| program.at(statement.function, place));
            let (Some(definition), Some(writers)) = (definition, writers(register)) else { continue };
            let definition = &program.statements[definition];
            let is_right = |writer: &usize| {
                let line = code.lines[*writer].and_then(|line| program.line(line));
                let same = |it: &usize| program.statements[*it].same == definition.same;
                line.is_some_and(|line| line.statements.iter().any(same))
            };
            if let (Some(&writer), false) = (writers.places().first(), writers.places().iter().any(is_right))
            {
                let written_at = code.slots[writer].address;
                let why = Why::Chain { role: ROLES[index], line: definition.last_line, written_at };
                self.add_foreign(PlacedWord::of(code, at), code.lines[at], Some(own), why);
            }
        }
    }

    /// The report.
    fn report(self, codes: &[Code]) -> Report {
        let with_code: HashSet<&str> = codes.iter().map(|code| code.function.as_str()).collect();
        let program = self.explainer.program;
        let mut lines = Vec::new();
        for (statement, found) in program.statements.iter().zip(self.found) {
            let function = &program.functions[statement.function];
            let is_here = found.is_reached || with_code.contains(function.name.as_str());
            let mut words = found.words;
            // The verdict is about the worst: a difference whose cause is not known, another one, an assumption.
            let cause = |word: &PlacedWord, differs: &Differs| {
                let form = word.form?.merged(statement.setting.merge);
                Known::of(statement, &form, differs, self.explainer.judges_by())
            };
            words.sort_by_cached_key(|(word, outcome)| {
                let is_known = matches!(outcome, Outcome::Differs(it) if cause(word, it).is_some());
                (std::cmp::Reverse(outcome.rank()), is_known)
            });
            let assumptions = assumptions(&words);
            let (mut placed, outcomes): (Vec<PlacedWord>, Vec<Outcome>) = words.into_iter().unzip();
            let lowered =
                if statement.is_emulated { statement.lower(self.explainer.compiler).err() } else { None };
            let verdict = match outcomes.into_iter().next() {
                Some(Outcome::Differs(differs)) => {
                    let known = cause(&placed[0], &differs);
                    Verdict::Differs { differs, known }
                }
                _ if let Some(lost) = found.lost => Verdict::Lost(lost),
                _ if !found.unspecified.is_empty() => {
                    placed.splice(0..0, found.unspecified);
                    Verdict::Unspecified
                }
                Some(Outcome::Equal(equal)) => {
                    Verdict::Equal { equal: Equal { assumptions, ..equal }, is_shared: false }
                }
                _ => match (found.shared, lowered, is_here) {
                    (Some((word, equal)), ..) => {
                        placed.push(word);
                        Verdict::Equal { equal, is_shared: true }
                    }
                    (None, Some(error), true) => {
                        let row = error.divergence().unwrap_or(&D3P);
                        let example = statement.case().and_then(|case| counterexample(row, &case));
                        Verdict::Emulated { row: Known::Row(row), why: error.to_string(), example }
                    }
                    (None, None, true) => Verdict::NoWord(found.no_word.unwrap_or(NoWord::Removed)),
                    (None, _, false) if function.kind == FunctionKind::Entry => Verdict::Lost(Lost::NoKernel),
                    (None, _, false) => Verdict::NoWord(NoWord::NotCalled),
                },
            };
            let function = function.name.clone();
            lines.push(Line { function, statement: statement.clone(), words: placed, verdict });
        }
        Report {
            lines,
            foreign: self.foreign,
            not_read: program.not_read.clone(),
            not_checked: program.not_checked.clone(),
            by_lines: codes.iter().all(|code| !code.lines.is_empty()),
            ordinary: self.ordinary,
        }
    }
}

/// What the equal words of a statement assume, each once.
fn assumptions(words: &[(PlacedWord, Outcome)]) -> Vec<Assumption> {
    let mut seen = HashSet::new();
    let equal = words.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::Equal(equal) => Some(&equal.assumptions),
        _ => None,
    });
    equal.flatten().filter(|it| seen.insert(**it)).copied().collect()
}
