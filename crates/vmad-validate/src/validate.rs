//! The comparison of a whole module with its code.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashSet},
};

use vmad_files::cubin::FunctionCode;
use vmad_map::rows::EMULATED_WORDS;
use vmad_map::{check::nearest, grid};
use vmad_ptx::{
    module::{FunctionKind, Module},
    reading::Reading,
};
use vmad_ptxas::versions::Compiler;
use vmad_sass::Arch;

use crate::{
    chain::{Writers, follow, held},
    checker::{Checker, StatementResult},
    form::WordForm,
    helper::can_remain,
    kind::PtxOperand,
    known::cause,
    outcome::{Equal, Outcome, ROLES},
    program::Program,
    report::{CheckedLine, ForeignWord, LineVerdict, Lost, NoWord, PlacedWord, Report, Why},
    statement::Statement,
    without_table::WithoutTable,
};

/// Compares every video instruction of a module with the words to which ptxas compiled it.
///
/// `text` is the text of the module. A function with a line table is compared by it. The causes of differences are
/// those of the compiler.
pub fn validate<'m>(
    text: &str,
    module: &'m Module,
    codes: &'m [FunctionCode],
    compiler: impl Into<Compiler<Arch>>,
    reading: &Reading,
) -> Report<'m> {
    let compiler = compiler.into();
    let program = Program::new(text, module, compiler);
    let mut checker = Checker::new(&program, reading, compiler);
    for code in codes {
        if code.lines.is_empty() {
            WithoutTable::new(&checker, code).check(&mut checker, code);
        } else {
            checker.by_lines(code);
        }
    }
    let Checker { found, foreign, ordinary, .. } = checker;
    let with_code: HashSet<&str> = codes.iter().map(|code| code.function.as_str()).collect();
    let lines = program.statements.into_iter().zip(found).map(|(statement, mut found)| {
        let function = &module.functions[statement.function];
        found.is_reached |= with_code.contains(function.name.as_str());
        let (words, verdict) = judge(&statement, function.kind, found, reading, compiler);
        CheckedLine { function: &function.name, statement, words, verdict }
    });
    Report {
        lines: lines.collect(),
        foreign,
        not_read: program.not_read,
        not_checked: program.not_checked,
        by_lines: codes.iter().all(|code| !code.lines.is_empty()),
        ordinary,
    }
}

impl<'m> Checker<'_, 'm> {
    /// Compares the words of a function by their lines.
    fn by_lines(&mut self, code: &'m FunctionCode) {
        let program = self.program;
        // For each line with video statements the first word that takes the place of a video word; for statements that
        // compute the same, a word, which is equal if one is.
        let (mut lines, mut with_word) = (BTreeMap::new(), BTreeMap::new());
        let (mut with_words, mut merged) = (BTreeSet::new(), BTreeSet::new());
        follow(code, |at, writers| {
            let (slot, line, word) = (&code.slots[at], code.lines[at], PlacedWord { code, at });
            let form = WordForm::of(code.layout, slot.word);
            let held = form.map_or([None; 3], |form| held(code, &form, writers));
            let on_line = line.map_or(0..0, |line| program.on_line(line));
            let explained = self.explain(slot.word, form, line, on_line.clone(), held);
            if let Some(line) = line
                && !on_line.is_empty()
            {
                let is_merge = |at: &usize| program.statements[*at].kind.is_merge(code.layout, slot.word);
                merged.extend(on_line.filter(is_merge));
                let first: &mut Option<u64> = lines.entry(line).or_default();
                if !can_remain(code.layout, slot.word) {
                    first.get_or_insert(slot.address);
                }
            }
            if let Some((statement, outcome)) = self.add(word, line, explained) {
                with_words.insert(statement);
                let first = with_word
                    .entry(program.statements[statement].same)
                    .or_insert_with(|| (word, outcome.clone()));
                if !matches!(*first.1, Outcome::Equal(_)) {
                    *first = (word, outcome);
                }
                if let Some(form) = form {
                    self.link(word, form, statement, writers);
                }
            }
        });
        for (line, first) in lines {
            let statements = program.on_line(line);
            let is_present = |at: usize| with_words.contains(&at) || program.statements[at].is_emulated;
            // The words of a line with several statements do not show which of them ptxas removed.
            let is_shown = !program.has_others(line) && !statements.clone().any(is_present);
            for at in statements {
                let found = &mut self.found[at];
                found.is_reached = true;
                let statement = &program.statements[at];
                if is_present(at) {
                    let has_merge = statement.kind.setting.merge.is_none() || merged.contains(&at);
                    found.lost = found.lost.or((!statement.is_emulated && !has_merge).then_some(Lost::Merge));
                    continue;
                }
                if let Some(word) = with_word.get(&statement.same) {
                    found.shared.get_or_insert_with(|| word.clone());
                } else if statement.is_used && is_shown {
                    found.lost = found.lost.or(first.map(Lost::Line));
                    found.no_word = Some(NoWord::Remains);
                } else if statement.is_used {
                    found.no_word = Some(NoWord::SharedLine);
                }
            }
        }
    }

    /// Compares which words write the registers that the word of a statement reads: where PTX names one video
    /// instruction, its word or that of an equal one.
    fn link(&mut self, word: PlacedWord<'m>, form: WordForm, own: usize, writers: &Writers) {
        let (program, PlacedWord { code, at }) = (self.program, word);
        let statement = &program.statements[own];
        let is_merged = form.merged(statement.kind.setting.merge).setting.merge.is_some();
        for (index, register) in form.instruction.registers().into_iter().enumerate() {
            let Some(register) = register.filter(|read| !(read.is_zero() || is_merged && index == 2)) else {
                continue;
            };
            // ptxas can know a result that a branch has compared.
            let PtxOperand::Register { computed: true } = statement.kind.operands[index] else { continue };
            // A definition after it in the text gives the value of an earlier iteration of a loop, or none.
            let definition = statement.definitions[index]
                .map(|place| place as usize)
                .filter(|place| *place < statement.at);
            let definition = definition.and_then(|place| program.at(statement.function, place));
            let writers = writers[usize::from(register.encoding())].as_ref();
            let (Some(definition), Some(writers)) = (definition, writers) else { continue };
            let definition = &program.statements[definition];
            let is_right = |writer: &usize| {
                let on_line = code.lines[*writer].map_or(0..0, |line| program.on_line(line));
                program.statements[on_line].iter().any(|statement| statement.same == definition.same)
            };
            if !writers.iter().any(is_right) {
                let written_at = code.slots[writers[0]].address;
                let why = Why::Chain { role: ROLES[index], line: definition.last_line, written_at };
                self.foreign.push(ForeignWord { word, line: code.lines[at], of: Some(own), why });
            }
        }
    }
}

/// The words of a statement, and the verdict. It is about the worst of the words, which is put first: a difference whose
/// cause is not known, another one, a word that no source specifies, an assumption.
fn judge<'m>(
    statement: &Statement<'_>,
    function: FunctionKind,
    found: StatementResult<'m>,
    reading: &Reading,
    compiler: Compiler<Arch>,
) -> (Vec<PlacedWord<'m>>, LineVerdict) {
    let StatementResult { mut words, .. } = found;
    let kind = &statement.kind;
    let cause_of = |word: &PlacedWord<'_>, outcome: &Outcome| {
        let Outcome::Differs(differs) = outcome else { return None };
        cause(kind, &word.form()?.merged(kind.setting.merge), differs, reading, compiler)
    };
    words.sort_by_cached_key(|(word, outcome)| (Reverse(outcome.rank()), cause_of(word, outcome).is_some()));
    let shared = found.shared.filter(|(_, it)| words.is_empty() && matches!(**it, Outcome::Equal(_)));
    let is_shared = shared.is_some();
    words.extend(shared);
    let lowered = if statement.is_emulated { kind.lower(compiler).err() } else { None };
    let verdict = match words.first().map(|(word, outcome)| (word, &**outcome)) {
        Some((word, outcome @ Outcome::Differs(differs))) => {
            LineVerdict::Differs { differs: differs.clone(), known: cause_of(word, outcome) }
        }
        _ if let Some(lost) = found.lost => LineVerdict::Lost(lost),
        Some((_, Outcome::Unspecified)) => LineVerdict::Unspecified,
        Some((_, Outcome::Equal(equal))) => {
            // The assumptions of its words, each once.
            let mut seen = HashSet::new();
            let equal_words = words.iter().filter_map(|(_, outcome)| match &**outcome {
                Outcome::Equal(equal) => Some(&equal.assumptions),
                _ => None,
            });
            let assumptions =
                equal_words.flatten().filter(|assumption| seen.insert(**assumption)).copied().collect();
            LineVerdict::Equal { equal: Equal { assumptions, ..equal.clone() }, is_shared }
        }
        _ => match (lowered.filter(|_| statement.is_used), found.is_reached) {
            (Some(why), true) => {
                let example = kind.case().and_then(|case| {
                    nearest(&EMULATED_WORDS, &case, || {
                        grid::inputs(&case).into_iter().map(|inputs| kind.with_values(inputs)).collect()
                    })
                });
                LineVerdict::Emulated { row: &EMULATED_WORDS, why, example }
            }
            (None, true) => LineVerdict::NoWord(found.no_word.unwrap_or(NoWord::Removed)),
            (_, false) if function == FunctionKind::Entry => LineVerdict::Lost(Lost::NoKernel),
            (_, false) => LineVerdict::NoWord(NoWord::NotCalled),
        },
    };
    (words.into_iter().map(|(word, _)| word).collect(), verdict)
}
