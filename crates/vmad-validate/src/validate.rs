//! The comparison of a whole module with its code.

use std::collections::{BTreeMap, HashMap, HashSet};

use vmad_files::contents::Code;
use vmad_ptx::{
    module::{FunctionKind, Module},
    reading::Reading,
};
use vmad_ptxas::miscompiles::D3P;
use vmad_sass::Arch;
use vmad_xcheck::divergence::counterexample;

use crate::{
    chain::follow,
    checker::Checker,
    compare::Comparer,
    explain::Explainer,
    form::Form,
    helper::can_remain,
    known::Known,
    outcome::{Outcome, ROLES},
    program::Program,
    report::{Line, Lost, NoWord, PlacedWord, Report, Verdict, Why},
    without_table::WithoutTable,
};

/// Compares every video instruction of a module with the words to which ptxas compiled it.
///
/// `text` is the text of the module. A function with a line table is compared by it.
pub fn validate(text: &str, module: &Module, codes: &[Code], arch: Arch, reading: &Reading) -> Report {
    let program = Program::of(text, module);
    let comparer = Comparer::new(reading);
    let mut checker = Checker::new(Explainer { program: &program, comparer: &comparer, arch });
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
        // For each line with video statements the first word that takes the place of a video word, and the statements that
        // have a word.
        let (mut lines, mut with_word) = (BTreeMap::new(), HashMap::new());
        let mut of_statement = vec![None; code.slots.len()];
        for (at, (slot, &line)) in code.slots.iter().zip(&code.lines).enumerate() {
            let explained = self.explainer.explain(slot.word, line);
            if let Some(line) = line
                && program.line(line).is_some_and(|line| !line.statements.is_empty())
            {
                let first: &mut Option<u64> = lines.entry(line).or_default();
                if !can_remain(slot.word) {
                    first.get_or_insert(slot.address);
                }
            }
            let word = PlacedWord::of(code, at);
            of_statement[at] = self.add(word, line, explained);
            if let Some(statement) = of_statement[at] {
                with_word.entry(statement).or_insert(at);
            }
        }
        self.chains(code, &of_statement);
        for (line, first) in lines {
            let Some(line) = program.line(line) else { continue };
            // The words of a line with several statements do not show which of them ptxas removed.
            let is_shown = !line.has_others
                && !line
                    .statements
                    .iter()
                    .any(|it| with_word.contains_key(it) || program.is_emulated(*it, self.explainer.arch));
            for &statement in &line.statements {
                self.found[statement].is_reached = true;
                if with_word.contains_key(&statement) || program.is_emulated(statement, self.explainer.arch) {
                    continue;
                }
                let other = program.same(statement).iter().find_map(|it| Some((*it, *with_word.get(it)?)));
                if let Some((other, at)) = other {
                    self.share(statement, other, PlacedWord::of(code, at));
                    continue;
                }
                let found = &mut self.found[statement];
                found.is_mixed |= !is_shown;
                let is_lost = program.statements[statement].is_used && is_shown;
                found.lost = found.lost.or(first.filter(|_| is_lost).map(Lost::Line));
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

    /// Compares which words write the registers that the video words of a function read: where PTX names one video
    /// instruction, its word or that of an equal one.
    fn chains(&mut self, code: &Code, of_statement: &[Option<usize>]) {
        let program = self.explainer.program;
        let mut wrong = Vec::new();
        follow(code, |at, writers| {
            let Some(statement) = of_statement[at] else { return };
            let statement = &program.statements[statement];
            let Some(form) = Form::of(code.slots[at].word).map(|form| form.merged(statement.setting.merge))
            else {
                return;
            };
            for (index, register) in form.instruction.registers().into_iter().enumerate() {
                let is_merged = index == 2 && form.setting.merge.is_some();
                let definition = statement.definitions[index];
                // One behind it in the text gives a value of an earlier turn of a loop, or none.
                let definition = definition.filter(|place| *place < statement.at);
                let definition = definition.and_then(|place| program.at(statement.function, place));
                let (Some(register), Some(definition), false) = (register, definition, is_merged) else {
                    continue;
                };
                let Some(writers) = writers(register).filter(|_| !register.is_zero()) else { continue };
                let lines: HashSet<u32> =
                    program.same(definition).iter().map(|it| program.statements[*it].last_line).collect();
                let is_right = |writer: &usize| code.lines[*writer].is_some_and(|line| lines.contains(&line));
                if let (Some(&writer), false) =
                    (writers.places().first(), writers.places().iter().any(is_right))
                {
                    let line = program.statements[definition].last_line;
                    let written_at = code.slots[writer].address;
                    wrong.push((at, Why::Chain { role: ROLES[index], line, written_at }));
                }
            }
        });
        for (at, why) in wrong {
            self.add_foreign(PlacedWord::of(code, at), code.lines[at], of_statement[at], why);
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
            words.sort_by_key(|(_, outcome)| std::cmp::Reverse(outcome.rank()));
            let (mut placed, outcomes): (Vec<PlacedWord>, Vec<Outcome>) = words.into_iter().unzip();
            let lowered = statement.lower(self.explainer.arch);
            let outcome = outcomes.into_iter().next();
            // Without a table, a word in one of the functions that reach the statement is enough.
            let lost = found.lost.filter(|lost| outcome.is_none() || *lost != Lost::Used);
            let verdict = match outcome {
                Some(Outcome::Differs(differs)) => {
                    let form = placed[0].form.map(|form| form.merged(statement.setting.merge));
                    let known = form.and_then(|form| {
                        Known::of(statement, &form, &differs, self.explainer.comparer.reading())
                    });
                    Verdict::Differs { differs, known }
                }
                _ if let Some(lost) = lost => Verdict::Lost(lost),
                _ if !found.unspecified.is_empty() => {
                    placed.splice(0..0, found.unspecified);
                    Verdict::Unspecified
                }
                Some(Outcome::Equal(equal)) => Verdict::Equal { equal, is_shared: false },
                _ => match (found.shared, lowered, is_here) {
                    (Some((word, equal)), ..) => {
                        placed.push(word);
                        Verdict::Equal { equal, is_shared: true }
                    }
                    (None, Err(error), true) => {
                        let row = error.divergence().unwrap_or(&D3P);
                        let example = statement.case().and_then(|case| counterexample(row, &case));
                        Verdict::Emulated { row: Known::Row(row), why: error.to_string(), example }
                    }
                    (None, Ok(_), true) if found.is_mixed => Verdict::NoWord(NoWord::SharedLine),
                    (None, Ok(_), true) => Verdict::NoWord(NoWord::Removed),
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
