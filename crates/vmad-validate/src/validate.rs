//! The comparison of a whole module with its code.

use std::collections::{HashMap, HashSet};

use vmad_ptx::{
    ast::Operation,
    module::{Function, FunctionKind, Module},
    reading::Reading,
};
use vmad_sass::Arch;
use vmad_xcheck::{divergence::counterexample, lowering::LowerError, miscompiles::D3P};

use crate::{
    compare::Comparer,
    copies::{Counted, count},
    emitted::Emitted,
    form_key::FormKey,
    known::Known,
    lines::LineIndex,
    outcome::Outcome,
    pairing::pair,
    registers::faults,
    report::{Illegal, Line, PlacedWord, Report, Unpaired, Verdict},
    setting::is_unspecified,
    skipped::{Ordinary, Unread, not_checked, predicates},
    source::Source,
    stream::{Code, RegisterValue},
};

/// Compares every video instruction of a module with the SASS to which ptxas compiled it.
///
/// `text` is the text of the module.
pub fn validate(text: &str, module: &Module, codes: &[Code], arch: Arch, reading: &Reading) -> Report {
    let index = LineIndex::new(text);
    let sources = |function| {
        Source::of(module, function, &index).into_iter().map(|source| source.with_forms(arch)).collect()
    };
    let functions: Vec<(&Function, Vec<Source>)> =
        module.functions.iter().map(|function| (function, sources(function))).collect();
    let names: HashMap<&str, usize> =
        functions.iter().enumerate().map(|(at, (function, _))| (function.name.as_str(), at)).collect();
    let unread: Vec<Vec<Unread>> =
        functions.iter().map(|(function, _)| Unread::of(text, module, function, &index)).collect();
    let comparer = Comparer::new(reading);
    let ordinary: Vec<Ordinary> =
        functions.iter().map(|(function, _)| Ordinary::of(function.body.of(text))).collect();
    let mut not_checked = not_checked(text, module);
    // Every SASS instruction of each PTX instruction, and the evidence of their numbers, by its place among the functions.
    let mut made: Vec<Vec<Vec<PlacedWord>>> =
        functions.iter().map(|(_, sources)| vec![Vec::new(); sources.len()]).collect();
    let unknown = Counted { is_too_few: false, is_exact: true };
    let mut counted: Vec<Vec<Counted>> =
        functions.iter().map(|(_, sources)| vec![unknown; sources.len()]).collect();
    let mut left = vec![0; functions.len()];
    let may_be_unspecified = unspecified(codes, &functions, &names);
    let (mut unexplained, mut of_unread, mut of_ordinary, mut guessed) =
        (Vec::new(), Vec::new(), Vec::new(), 0);
    for code in codes {
        let own = names.get(code.function.as_str()).copied();
        let reached = own.map_or_else(Vec::new, |own| reached(&functions, &names, own));
        let unread: Vec<&Unread> = reached.iter().flat_map(|function| &unread[*function]).collect();
        let places = candidates(&functions, &reached);
        let own_count = own.map_or(0, |own| functions[own].1.len());
        let sources: Vec<Source> =
            places.iter().map(|(function, at)| functions[*function].1[*at].clone()).collect();
        let is_store = |source: &Source| source.forms.iter().any(|form| form.setting.is_store);
        let ordinary = reached.iter().fold(Ordinary::default(), |all, function| all.and(ordinary[*function]));
        let emitted = Emitted::of(code, sources.iter().any(is_store));
        let (emitted, others) = without_ordinary(emitted, &sources, ordinary);
        let made_by = |emitted: Emitted| PlacedWord {
            function: code.function.clone(),
            kernel: code.kernel.clone(),
            emitted,
            fault: None,
        };
        of_ordinary.extend(others.into_iter().map(made_by));
        let others = std::iter::repeat_n("VSETP", predicates(code));
        others.for_each(|name| *not_checked.entry(name.to_owned()).or_default() += 1);
        let pairing = pair(&sources, own_count, &emitted, &comparer, unread.is_empty());
        guessed += pairing.guessed;
        let is_kernel = own.is_some_and(|own| functions[own].0.kind == FunctionKind::Entry);
        let faults = faults(&sources, &pairing.made, &emitted, code, is_kernel, &index);
        let place =
            |index: &usize| PlacedWord { fault: faults.get(index).copied(), ..made_by(emitted[*index]) };
        for ((function, at), pairs) in places.iter().zip(&pairing.made) {
            made[*function][*at].extend(pairs.iter().map(place));
        }
        if let Some(own) = own {
            left[own] += if unread.is_empty() { pairing.left.len() } else { 0 };
        }
        let numbers = count(&sources[..own_count], &pairing.made, &emitted);
        // If ptxas joins ordinary instructions in another way, a word of one can have the form of another.
        let all_joined =
            sources.iter().zip(&pairing.made).all(|(source, made)| !source.is_ordinary || !made.is_empty());
        for (at, (function, index)) in places.iter().enumerate() {
            let now = numbers.get(at).filter(|_| unread.is_empty());
            let is_certain = all_joined || !sources[at].is_ordinary;
            let is_alone = own_count == sources.len() && is_certain && now.is_some_and(|it| it.is_exact);
            let is_exact = is_alone
                || at >= own_count && pairing.made[at].is_empty()
                || of_its_line(&sources, at, &pairing.made[at], &emitted);
            let counted = &mut counted[*function][*index];
            counted.is_too_few |= code.lines.is_empty() && now.is_some_and(|it| it.is_too_few);
            counted.is_exact &= is_exact;
        }
        for index in &pairing.left {
            // A word without a line may belong to any of them.
            let may_be = |unread: &&Unread| emitted[*index].line.is_none_or(|it| unread.lines.contains(&it));
            let is_of_unread = unread.iter().any(may_be);
            if is_of_unread { &mut of_unread } else { &mut unexplained }.push(place(index));
        }
    }
    let with_code: HashSet<&str> = codes.iter().map(|code| code.function.as_str()).collect();
    let mut lines = Vec::new();
    for (at, (function, sources)) in functions.iter().enumerate() {
        let is_lacking = |(source, made): &(&Source, &Vec<PlacedWord>)| source.is_used && made.is_empty();
        let context = Context {
            here: with_code.contains(function.name.as_str()),
            siblings: siblings(&made[at]),
            lacking: sources.iter().zip(&made[at]).filter(is_lacking).count(),
            words: left[at],
            may_be_unspecified: may_be_unspecified[at],
            arch,
            function,
            comparer: &comparer,
        };
        for (index, source) in sources.iter().enumerate() {
            let (made, verdict) = context.verdict(source, made[at][index].clone(), counted[at][index]);
            lines.push(Line { function: function.name.clone(), source: source.clone(), made, verdict });
        }
    }
    let illegal = codes.iter().flat_map(Illegal::of).collect();
    let by_lines = codes.iter().any(|code| !code.lines.is_empty());
    let unread = unread.into_iter().flatten().collect();
    Report { lines, unexplained, of_unread, of_ordinary, unread, not_checked, illegal, by_lines, guessed }
}

/// The first SASS instruction of each form.
fn siblings(made: &[Vec<PlacedWord>]) -> HashMap<FormKey, &PlacedWord> {
    let mut siblings = HashMap::new();
    for made in made.iter().flatten() {
        for key in FormKey::all(&made.emitted.form) {
            siblings.entry(key).or_insert(made);
        }
    }
    siblings
}

/// Whether each function may have an instruction whose result no source specifies.
fn unspecified(
    codes: &[Code],
    functions: &[(&Function, Vec<Source>)],
    names: &HashMap<&str, usize>,
) -> Vec<bool> {
    let mut may_be = vec![false; functions.len()];
    for code in codes.iter().filter(|code| code.stream.slots().iter().any(|slot| is_unspecified(slot.word))) {
        let own = names.get(code.function.as_str()).copied();
        for function in own.map_or_else(Vec::new, |own| reached(functions, names, own)) {
            may_be[function] = true;
        }
    }
    may_be
}

/// The functions whose instructions a function's code may have been compiled from: itself, then every function that it calls, or
/// that those call.
fn reached(functions: &[(&Function, Vec<Source>)], names: &HashMap<&str, usize>, own: usize) -> Vec<usize> {
    let mut reached = vec![own];
    let mut seen = HashSet::from([own]);
    let mut next = 0;
    while let Some(at) = reached.get(next) {
        let called = functions[*at].0.calls.iter().filter_map(|name| names.get(name.as_str()).copied());
        reached.extend(called.filter(|called| seen.insert(*called)));
        next += 1;
    }
    reached
}

/// The video instructions of functions, each by its function's index and its own.
fn candidates(functions: &[(&Function, Vec<Source>)], reached: &[usize]) -> Vec<(usize, usize)> {
    let of = |at: usize| (0..functions[at].1.len()).map(move |source| (at, source));
    reached.iter().flat_map(|at| of(*at)).collect()
}

/// The SASS instructions of a function without those that ptxas may have made of ordinary PTX instructions in a way that
/// is not foreseen, and those.
///
/// One that has the form or the line of a PTX instruction is not one of them.
fn without_ordinary(
    emitted: Vec<Emitted>,
    sources: &[Source],
    ordinary: Ordinary,
) -> (Vec<Emitted>, Vec<Emitted>) {
    let lines: HashSet<u32> = sources.iter().map(|source| source.last_line).collect();
    let forms: HashSet<(FormKey, [bool; 3])> =
        sources.iter().flat_map(|source| &source.forms).flat_map(FormKey::with_registers).collect();
    let is_foreseen = |it: &Emitted| {
        let free = it.form.ports.map(|port| matches!(port, RegisterValue::Unknown(_)));
        let left_out = (0..8).map(|bits| [0, 1, 2].map(|role| bits >> role & 1 == 1 && free[role]));
        it.line.is_some_and(|line| lines.contains(&line))
            || FormKey::all(&it.form).any(|key| left_out.clone().any(|it| forms.contains(&(key, it))))
    };
    emitted.into_iter().partition(|it| !ordinary.may_be(&it.form) || is_foreseen(it))
}

/// Whether a line table says that the words of a PTX instruction are its own: they have its line, which no other has.
fn of_its_line(sources: &[Source], at: usize, made: &[usize], emitted: &[Emitted]) -> bool {
    let line = sources[at].last_line;
    // Sources are in the order of their lines.
    let is_shared = [at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .flatten()
        .any(|other| sources.get(other).is_some_and(|other| other.last_line == line));
    !made.is_empty() && !is_shared && made.iter().all(|made| emitted[*made].line == Some(line))
}

/// The facts about a function on which the verdict about a PTX instruction depends.
struct Context<'a> {
    function: &'a Function,
    /// Whether the function has code of its own.
    here: bool,
    /// A SASS instruction of the function for each form.
    siblings: HashMap<FormKey, &'a PlacedWord>,
    /// The number of the function's PTX instructions whose results are used and that have no SASS instruction.
    lacking: usize,
    /// The number of the function's SASS instructions without a PTX instruction.
    words: usize,
    /// Whether one of its SASS instructions has a result that no source specifies.
    may_be_unspecified: bool,
    arch: Arch,
    comparer: &'a Comparer<'a>,
}

impl Context<'_> {
    /// The verdict, and the SASS instructions with the relevant one first.
    fn verdict(
        &self,
        source: &Source,
        mut made: Vec<PlacedWord>,
        counted: Counted,
    ) -> (Vec<PlacedWord>, Verdict) {
        let Counted { is_too_few: too_few, is_exact } = counted;
        let merged = made.is_empty();
        let too_few = too_few && !source.is_ordinary;
        if merged {
            let sibling = source.forms.iter().find_map(|form| self.siblings.get(&FormKey::of(form)));
            match sibling {
                Some(_) if too_few => return (made, Verdict::Unpaired(Unpaired::TooFew)),
                _ if source.is_ordinary => return (made, Verdict::Unpaired(Unpaired::NotJoined)),
                Some(sibling) => made.push((*sibling).clone()),
                None => return (made, self.without(source, too_few)),
            }
        }
        let outcomes: Vec<Outcome> =
            made.iter().map(|made| self.comparer.outcome(source, &made.emitted)).collect();
        let rank = |at: &usize| match (&outcomes[*at], made[*at].fault) {
            (Outcome::Differs(_), _) => 0,
            (outcome, Some(_)) if outcome.is_open() => 2,
            (Outcome::Incomparable(_), _) => 1,
            (Outcome::Equal(equal), _) if !equal.assumptions.is_empty() => 3,
            (Outcome::Equal(_), _) => 4,
        };
        let worst = (0..outcomes.len()).min_by_key(rank).unwrap_or(0);
        made.swap(0, worst);
        let verdict = match &outcomes[worst] {
            outcome
                if outcome.is_open()
                    && let Some(fault) = made[0].fault =>
            {
                Verdict::Unpaired(Unpaired::Register(fault))
            }
            Outcome::Equal(_) if too_few => Verdict::Unpaired(Unpaired::TooFew),
            Outcome::Equal(equal) => Verdict::Equal { equal: equal.clone(), merged, is_exact },
            Outcome::Incomparable(apart) => Verdict::Unpaired(Unpaired::Incomparable(*apart)),
            Outcome::Differs(differs) => {
                let known = Known::of(source, &made[0].emitted.form, differs, self.comparer.reading());
                Verdict::Differs { differs: differs.clone(), known }
            }
        };
        (made, verdict)
    }

    /// The verdict about a PTX instruction without a SASS instruction.
    fn without(&self, source: &Source, too_few: bool) -> Verdict {
        if !self.here {
            return Verdict::Unpaired(match self.function.kind {
                FunctionKind::Entry => Unpaired::NoKernel,
                FunctionKind::Function => Unpaired::NotCalled,
            });
        }
        if let Err(error @ LowerError::NotVmad { .. }) = source.lower(self.arch) {
            let row = error.divergence().unwrap_or(&D3P);
            let example = source.case().and_then(|case| counterexample(row, &case));
            return Verdict::NotVmad { row: Known::Row(row), why: error.to_string(), example };
        }
        let may_be_unspecified = self.may_be_unspecified && matches!(source.operation, Operation::Simd4(_));
        Verdict::Unpaired(match () {
            () if may_be_unspecified && source.is_used => Unpaired::Unspecified,
            () if self.words > 0 && source.is_used => Unpaired::Left(self.lacking, self.words),
            () if too_few => Unpaired::TooFew,
            () if source.is_used => Unpaired::Missing,
            () => Unpaired::Dropped,
        })
    }
}
