//! The words to which ptxas compiled each PTX instruction.
//!
//! ptxas reorders, merges, removes, copies (unrolled loops) and inlines instructions. A line table names the line of
//! each word: the word was compiled from a PTX instruction of that line. Words without such a line are paired in these
//! steps, in the order of the code within each:
//!
//! 1. by the form that the lowering predicts: first the pairs in which the same operands share a register;
//! 2. by equal results, then by results whose equality is doubtful;
//! 3. a remaining word is a copy of a PTX instruction of its form, or of one with equal results;
//! 4. if the numbers of remaining PTX instructions and words of a mnemonic are equal, in order.
//!
//! Pairing does not decide whether a pair is equal: [`compare()`](crate::compare::compare) does. The time is linear,
//! because each instruction is compared with a bounded number of others.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
};

use crate::{
    compare::Comparer, emitted::Emitted, form_key::FormKey, likeness::Likeness, source::Source,
    stream::RegisterValue,
};

/// The words of each PTX instruction, by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// For each PTX instruction its words: several if it was copied.
    pub made: Vec<Vec<usize>>,
    /// Words without a PTX instruction.
    pub left: Vec<usize>,
    /// The number of words without the line of a PTX instruction.
    pub guessed: usize,
}

/// The largest number of instructions with which one instruction is compared to find equal results.
const COMPARED: usize = 64;

/// The largest number of instructions that this search considers.
const SEARCHED: usize = 4096;

/// Pairs the PTX instructions of a function with the words of its code. The first `own` instructions belong to the
/// function, the others to functions that may have been inlined. If an instruction cannot be read, the list is not
/// `complete`, and no word is paired by order alone.
pub fn pair(
    sources: &[Source],
    own: usize,
    emitted: &[Emitted],
    comparer: &Comparer<'_>,
    complete: bool,
) -> Pairing {
    let mut open = Open {
        sources,
        emitted,
        comparer,
        made: vec![Vec::new(); sources.len()],
        left: (0..emitted.len()).collect(),
    };
    open.match_lines();
    let guessed = open.left.len();
    for exactness in [Exactness::Ties, Exactness::Constants, Exactness::None] {
        open.match_forms(0..own, exactness);
    }
    open.match_results(0..own, Likeness::Equal);
    open.match_results(0..own, Likeness::Doubtful);
    for sources in [0..own, own..sources.len()] {
        open.copy_forms(sources.clone());
        open.copy_results(sources, Likeness::Equal);
    }
    open.copy_results(0..own, Likeness::Doubtful);
    if complete {
        open.match_rest(0..own);
    }
    Pairing { made: open.made, left: open.left, guessed }
}

/// How exactly the form of a word must match the prediction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactness {
    /// It has constants where the prediction has them, and one register for two operands exactly where PTX has one.
    Ties,
    /// It has constants where the prediction has them.
    Constants,
    /// It can have a constant where the prediction has a register, and a register where it has a constant.
    None,
}

/// The PTX instructions and the words while they are paired.
struct Open<'a> {
    sources: &'a [Source],
    emitted: &'a [Emitted],
    comparer: &'a Comparer<'a>,
    made: Vec<Vec<usize>>,
    /// The words without a PTX instruction, ascending.
    left: Vec<usize>,
}

impl Open<'_> {
    fn likeness(&self, source: usize, made: usize) -> Likeness {
        let (source, made) = (&self.sources[source], &self.emitted[made]);
        Likeness::of(&self.comparer.outcome(source, made), source.can_be(&made.form))
    }

    fn is_form(&self, source: usize, made: usize) -> bool {
        self.sources[source].forms.iter().any(|form| form.is(&self.emitted[made].form))
    }

    /// Pairs each remaining word with the PTX instruction that `choose` names for it, if any.
    fn take(&mut self, mut choose: impl FnMut(&Self, usize) -> Option<usize>) {
        for made in std::mem::take(&mut self.left) {
            match choose(self, made) {
                Some(source) => self.made[source].push(made),
                None => self.left.push(made),
            }
        }
    }

    /// Pairs each word that has a line with a PTX instruction of that line. Among several, the form decides, then the
    /// results, then the order.
    fn match_lines(&mut self) {
        let mut lines: HashMap<u32, Vec<usize>> = HashMap::new();
        for (index, source) in self.sources.iter().enumerate() {
            lines.entry(source.last_line).or_default().push(index);
        }
        self.take(|open, made| {
            let here = lines.get(&open.emitted[made].line?)?;
            let rank = |source: usize| match () {
                () if open.is_form(source, made) => 0,
                () if open.likeness(source, made) == Likeness::Equal => 1,
                () if open.sources[source].can_be(&open.emitted[made].form) => 2,
                () => 3,
            };
            let here = here.iter().copied().take(COMPARED);
            here.min_by_key(|&source| (rank(source), open.made[source].len()))
        });
    }

    /// Pairs each PTX instruction without a word with the first word of its form.
    fn match_forms(&mut self, sources: Range<usize>, exactness: Exactness) {
        let with_ties = |ties: [bool; 3]| (exactness == Exactness::Ties).then_some(ties);
        let mut by_form: HashMap<FormKey, Vec<usize>> = HashMap::new();
        for &made in self.left.iter().rev() {
            let form = &self.emitted[made].form;
            let keys =
                FormKey::all(form).filter(|key| exactness == Exactness::None || *key == FormKey::of(form));
            for key in keys {
                by_form.entry(key.with_ties(with_ties(form.ties()))).or_default().push(made);
            }
        }
        let mut taken = vec![false; self.emitted.len()];
        for source in sources {
            if !self.made[source].is_empty() {
                continue;
            }
            let first = self.sources[source].forms.iter().flat_map(|form| {
                let ties = with_ties(self.sources[source].ties(form));
                let keys = FormKey::with_registers(form);
                let keys = keys.filter(|(key, _)| exactness == Exactness::None || *key == FormKey::of(form));
                keys.map(|(key, in_registers)| (key.with_ties(ties), in_registers)).collect::<Vec<_>>()
            });
            let first = first.filter_map(|(key, in_registers)| {
                let open = by_form.get_mut(&key)?;
                Self::first_like(open, &taken, |made| {
                    self.fits(source, made, exactness) && self.has_registers(made, in_registers)
                })
            });
            if let Some(made) = first.min() {
                taken[made] = true;
                self.made[source].push(made);
            }
        }
        self.left.retain(|made| !taken[*made]);
    }

    /// The last word of `open` that `fits`. Removes words that are already paired.
    fn first_like(open: &mut Vec<usize>, taken: &[bool], fits: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = open.len();
        for _ in 0..COMPARED {
            while at > 0 && taken[open[at - 1]] {
                open.remove(at - 1);
                at -= 1;
            }
            at = at.checked_sub(1)?;
            if fits(open[at]) {
                return Some(open[at]);
            }
        }
        None
    }

    /// Whether a word has registers of unknown values for some operands.
    fn has_registers(&self, made: usize, operands: [bool; 3]) -> bool {
        let ports = self.emitted[made].form.ports;
        operands
            .iter()
            .zip(ports)
            .all(|(is_register, port)| !is_register || matches!(port, RegisterValue::Unknown(_)))
    }

    /// Whether the constants of a word fit a PTX instruction: no constant in place of a loaded value; with
    /// [`Exactness::Ties`], a constant wherever PTX has one.
    fn fits(&self, source: usize, made: usize, exactness: Exactness) -> bool {
        let source = &self.sources[source];
        let is_exact = exactness == Exactness::Ties;
        (0..3).all(|role| match self.emitted[made].form.ports[role] {
            RegisterValue::Constant(_) => !source.is_loaded(role),
            RegisterValue::Unknown(_) => !is_exact || source.operands[role].constant().is_none(),
        })
    }

    /// Pairs each PTX instruction without a word with the first word of this likeness.
    fn match_results(&mut self, sources: Range<usize>, likeness: Likeness) {
        for source in sources {
            if !self.made[source].is_empty() {
                continue;
            }
            // ptxas need not have joined ordinary instructions: a doubtful word is that of others.
            if self.sources[source].is_ordinary && likeness == Likeness::Doubtful {
                continue;
            }
            let foreseen = |made: &usize| self.sources[source].foresees(&self.emitted[*made].form);
            let mut near = self.left.iter().copied().take(SEARCHED).filter(foreseen).take(COMPARED);
            if let Some(made) = near.find(|made| self.likeness(source, *made) == likeness) {
                self.left.retain(|left| *left != made);
                self.made[source].push(made);
            }
        }
    }

    /// Pairs each remaining word with the first PTX instruction of its form, if possible with one that has the same ties.
    fn copy_forms(&mut self, sources: Range<usize>) {
        let mut by_form: HashMap<FormKey, Vec<usize>> = HashMap::new();
        for source in sources {
            for form in &self.sources[source].forms {
                let key = FormKey::of(form);
                let ties = Some(self.sources[source].ties(form));
                for key in [key.with_ties(ties), key] {
                    by_form.entry(key).or_default().push(source);
                }
            }
        }
        self.take(|open, made| {
            let form = &open.emitted[made].form;
            let first = |ties: Option<[bool; 3]>| {
                let keys = FormKey::all(form);
                let all = keys.filter_map(|key| by_form.get(&key.with_ties(ties)));
                let fits = |source: &&usize| open.fits(**source, made, Exactness::None);
                all.filter_map(|all| all.iter().take(COMPARED).find(fits).copied()).min()
            };
            first(Some(form.ties())).or_else(|| first(None))
        });
    }

    /// Pairs each remaining word with the first PTX instruction of this likeness.
    fn copy_results(&mut self, sources: Range<usize>, likeness: Likeness) {
        self.take(|open, made| {
            let foreseen = |source: &usize| open.sources[*source].foresees(&open.emitted[made].form);
            let mut near = sources.clone().take(SEARCHED).filter(foreseen).take(COMPARED);
            near.find(|source| open.likeness(*source, made) == likeness)
        });
    }

    /// Pairs the rest of each mnemonic in order, if the numbers of remaining PTX instructions and words are equal. A PTX
    /// instruction for which ptxas emits other instructions does not count.
    fn match_rest(&mut self, sources: Range<usize>) {
        let mut lacking: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for source in sources {
            let it = &self.sources[source];
            if self.made[source].is_empty() && !it.forms.is_empty() && !it.is_ordinary {
                lacking.entry(it.setting.operation.mnemonic()).or_default().push(source);
            }
        }
        for (mnemonic, lacking) in lacking {
            let is_it = |made: &usize| self.emitted[*made].form.setting.operation.mnemonic() == mnemonic;
            let (made, left): (Vec<_>, Vec<_>) = self.left.iter().copied().partition(is_it);
            if made.len() == lacking.len() {
                self.left = left;
                for (source, made) in lacking.into_iter().zip(made) {
                    self.made[source].push(made);
                }
            }
        }
    }
}
