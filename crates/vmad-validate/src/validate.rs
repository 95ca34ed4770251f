//! The comparison of a whole module with its code.

use vmad_ptx::{
    module::{Function, FunctionKind, Module},
    reading::Reading,
};
use vmad_sass::Arch;
use vmad_xcheck::{divergence::counterexample, interpretation::Id, lowering::LowerError};

use crate::{
    compare::compare,
    known::Known,
    lines::LineIndex,
    outcome::Outcome,
    pairing::{self, Pairing, pair},
    report::{Illegal, Line, Made, Report, Unpaired, Verdict},
    source::{Emitted, Source},
    stream::Code,
};

/// Compares every `vmad` of a module with what was made of it.
///
/// `text` is the text of the module.
pub fn validate(text: &str, module: &Module, codes: &[Code], arch: Arch, reading: &Reading) -> Report {
    let index = LineIndex::new(text);
    let functions: Vec<(&Function, Vec<Source>)> =
        module.functions.iter().map(|function| (function, Source::of(module, function, &index))).collect();
    // Every VMAD of each vmad, by its place among the functions.
    let mut made: Vec<Vec<Vec<Made>>> =
        functions.iter().map(|(_, sources)| vec![Vec::new(); sources.len()]).collect();
    let mut left = vec![0; functions.len()];
    let (mut unexplained, mut guessed) = (Vec::new(), 0);
    for code in codes {
        let emitted = Emitted::of(code);
        let places = candidates(&functions, &code.function);
        let own = places.iter().filter(|(at, _)| functions[*at].0.name == code.function).count();
        let sources: Vec<Source> =
            places.iter().map(|(function, at)| functions[*function].1[*at].clone()).collect();
        let pairing = pair(&sources, own, &emitted, arch, reading);
        let Pairing { made: pairs, left: words, .. } = pairing;
        guessed += pairing.guessed;
        let place = |index: &usize| Made {
            function: code.function.clone(),
            kernel: code.kernel.clone(),
            emitted: emitted[*index],
        };
        for ((function, at), pairs) in places.iter().zip(&pairs) {
            made[*function][*at].extend(pairs.iter().map(place));
        }
        if let Some((function, _)) = places.first().filter(|_| own > 0) {
            left[*function] += words.len();
        }
        unexplained.extend(words.iter().map(place));
    }
    let mut lines = Vec::new();
    for (at, (function, sources)) in functions.iter().enumerate() {
        let here = codes.iter().any(|code| code.function == function.name);
        let all: Vec<&Made> = made[at].iter().flatten().collect();
        let own = |made: &Vec<Made>| made.iter().filter(|it| it.function == function.name).count();
        let copied = function.loops.is_empty() && made[at].iter().any(|made| own(made) > 1);
        let context = Context { function, here, siblings: &all, copied, words: left[at], arch, reading };
        let lacking = made[at].iter().filter(|made| made.is_empty()).count();
        for (source, made) in sources.iter().zip(&made[at]) {
            let (made, verdict) = context.verdict(source, made.clone(), lacking);
            lines.push(Line { function: function.name.clone(), source: source.clone(), made, verdict });
        }
    }
    let illegal = codes.iter().flat_map(Illegal::of).collect();
    let by_lines = codes.iter().any(|code| !code.lines.is_empty());
    Report { lines, unexplained, illegal, by_lines, guessed }
}

/// The `vmad`s that a function's code may have been made of: its own, and then those of every function that it calls, or
/// that those call. Each by its function's index and its own.
fn candidates(functions: &[(&Function, Vec<Source>)], name: &str) -> Vec<(usize, usize)> {
    let named = |name: &str| functions.iter().position(|(function, _)| function.name == name);
    let mut reached: Vec<usize> = named(name).into_iter().collect();
    let mut next = 0;
    while let Some(at) = reached.get(next) {
        for called in functions[*at].0.calls.iter().filter_map(|name| named(name)) {
            if !reached.contains(&called) {
                reached.push(called);
            }
        }
        next += 1;
    }
    reached.into_iter().flat_map(|at| (0..functions[at].1.len()).map(move |source| (at, source))).collect()
}

/// What the verdict about a `vmad` depends on besides its `VMAD`s.
struct Context<'a> {
    function: &'a Function,
    /// Whether the function has code of its own.
    here: bool,
    /// All `VMAD`s that were made of the function's `vmad`s.
    siblings: &'a [&'a Made],
    /// Whether a `vmad` of it has several `VMAD`s in its code, though it has no loop.
    copied: bool,
    /// `VMAD`s of the function that nothing explains.
    words: usize,
    arch: Arch,
    reading: &'a Reading,
}

impl Context<'_> {
    /// The verdict, and the `VMAD`s with the one that it is about in front.
    fn verdict(&self, source: &Source, mut made: Vec<Made>, lacking: usize) -> (Vec<Made>, Verdict) {
        let merged = made.is_empty();
        if merged {
            let forms = pairing::forms(source, self.arch);
            let sibling =
                self.siblings.iter().find(|made| forms.iter().any(|form| form.is(&made.emitted.form)));
            match sibling {
                Some(_) if self.copied => return (made, Verdict::Unpaired(Unpaired::Copied)),
                Some(sibling) => made.push((*sibling).clone()),
                None => return (made, self.without(source, lacking)),
            }
        }
        let outcomes: Vec<Outcome> =
            made.iter().map(|made| compare(source, &made.emitted, self.reading)).collect();
        let rank = |outcome: &Outcome| match outcome {
            Outcome::Differs(_) => 0,
            Outcome::Apart(_) => 1,
            Outcome::Equal(_) => 2,
        };
        let worst = (0..outcomes.len()).min_by_key(|at| rank(&outcomes[*at])).unwrap_or(0);
        made.swap(0, worst);
        let verdict = match &outcomes[worst] {
            Outcome::Equal(equal) => Verdict::Equal { equal: equal.clone(), merged },
            Outcome::Apart(apart) => Verdict::Unpaired(Unpaired::Apart(*apart)),
            Outcome::Differs(differs) => {
                let known = Known::of(source, &made[0].emitted.form, differs, self.reading);
                Verdict::Differs { differs: differs.clone(), known }
            }
        };
        (made, verdict)
    }

    /// The verdict about a `vmad` without a `VMAD`.
    fn without(&self, source: &Source, lacking: usize) -> Verdict {
        if !self.here {
            return Verdict::Unpaired(match self.function.kind {
                FunctionKind::Entry => Unpaired::NoKernel,
                FunctionKind::Function => Unpaired::NotCalled,
            });
        }
        if let Err(error @ LowerError::NotVmad { .. }) = source.lower(self.arch) {
            let row = error.divergence().unwrap_or(Id::D3p).interpretation();
            return Verdict::NotVmad { error, example: counterexample(row, &source.case()) };
        }
        Verdict::Unpaired(match () {
            () if self.words > 0 => Unpaired::Left(lacking, self.words),
            () if self.copied => Unpaired::Copied,
            () if self.function.uses(source.span) => Unpaired::Missing,
            () => Unpaired::Dropped,
        })
    }
}
