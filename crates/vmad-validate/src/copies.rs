//! Whether ptxas made the same number of copies of all PTX instructions of a block.
//!
//! ptxas copies a basic block as a whole. So all instructions of a block have the same number of copies, and the number of
//! words of a form is the sum over its instructions. If the mode of a word was changed into that of another instruction,
//! one form has too few words and another too many.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::{emitted::Emitted, form_key::FormKey, setting::Setting, source::Source};

/// What the numbers of words show about the pairing of a PTX instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    /// Its form has too few words, and another form has too many: a word of that form may have been compiled from it.
    pub(crate) is_too_few: bool,
    /// Its form has exactly as many words as the copies of its blocks predict, or is the only form that has not: no word of
    /// another form was compiled from it.
    pub(crate) is_exact: bool,
}

/// The PTX instructions of one form.
#[derive(Default)]
struct Class {
    sources: Vec<usize>,
    /// The number of its instructions in each block.
    blocks: BTreeMap<usize, usize>,
    /// The number of its words.
    words: usize,
    /// The number of its instructions that ptxas may remove or merge.
    optional: usize,
    in_loop: bool,
    /// Whether one of its blocks stands for several.
    is_joined: bool,
    /// The number of words of other forms that may be copies of its instructions, with constants.
    special: usize,
}

/// What the numbers of words show about each PTX instruction of a function. `made` has the words that are paired with
/// each.
///
/// A copy in which ptxas knows the value of a register has another form, with a constant. It counts for each form that
/// differs only in the formats.
pub(crate) fn count(sources: &[Source], made: &[Vec<usize>], emitted: &[Emitted]) -> Vec<Counted> {
    let mut classes = classes(sources, made, emitted);
    let joined = join_blocks(sources, &mut classes);
    let copies = Copies::of(sources, &classes, &joined);
    // A form with more words than copies.
    let is_excess = classes.iter().any(|class| copies.expected(class).is_some_and(|it| class.words > it));
    let inexact = classes.iter().filter(|class| !copies.is_exact(class)).count();
    let mut counted = vec![Counted::default(); sources.len()];
    for class in &classes {
        // ptxas moves an instruction that computes the same in each turn out of the loop; it then occurs once.
        let is_moved = class.in_loop && class.words == class.sources.len();
        let expected = if is_moved { Some(class.sources.len()) } else { copies.expected(class) };
        let slack = class.optional * copies.most(class) + class.special;
        let is_rare = expected.is_some_and(|expected| class.words + slack < expected);
        let verdict = Counted {
            is_too_few: is_rare && (class.in_loop && !class.is_joined || is_excess),
            is_exact: inexact <= 1 || copies.is_exact(class),
        };
        class.sources.iter().for_each(|&source| counted[source] = verdict);
    }
    counted
}

/// The forms of a function.
fn classes(sources: &[Source], made: &[Vec<usize>], emitted: &[Emitted]) -> Vec<Class> {
    let (words, special) = words(sources, made, emitted);
    let mut classes: HashMap<FormKey, Class> = HashMap::new();
    let mut seen = HashSet::new();
    // How often a video instruction has written each register.
    let mut writes: HashMap<&str, usize> = HashMap::new();
    for (index, source) in sources.iter().enumerate() {
        let Some(key) = source.forms.first().map(FormKey::of) else { continue };
        let class = classes.entry(key).or_default();
        class.special = special.get(&source.setting.with_words()).copied().unwrap_or(0);
        class.sources.push(index);
        class.words = words.get(&key).copied().unwrap_or(0);
        class.in_loop |= source.in_loop;
        *class.blocks.entry(source.block).or_default() += 1;
        let version = |name: &str| writes.get(name).copied().unwrap_or(0);
        let versions = source.operands.each_ref().map(|it| it.name().map_or(0, |it| version(it.name())));
        let is_repeated = !seen.insert((source.block, source.operation, source.operands.clone(), versions));
        // ptxas moves such an instruction out of some copies of the loop only.
        let is_constant = source.operands.iter().all(|operand| operand.name().is_none());
        let is_moved = is_constant || source.is_invariant;
        // From the copies of an unrolled loop, ptxas removes results that only the next turn or the code after the loop uses.
        let is_dropped = !source.is_used || !source.is_used_in_each_turn;
        class.optional += usize::from(is_repeated || is_dropped || source.is_ordinary || is_moved);
        *writes.entry(source.destination()).or_default() += 1;
    }
    // In an order that does not change from run to run.
    let mut classes: Vec<Class> = classes.into_values().collect();
    classes.sort_by_key(|class| class.sources[0]);
    classes
}

/// Forms, by their numbers, and how many instructions have each.
type Forms = Vec<(usize, usize)>;

/// Joins the blocks of loops whose numbers of forms are proportional, which no form distinguishes: loops with the same
/// forms, or a loop whose turns a compiler has unrolled, and its rest. Returns the number of copies in the text for which each
/// stands.
fn join_blocks(sources: &[Source], classes: &mut [Class]) -> BTreeMap<usize, usize> {
    let mut forms: BTreeMap<usize, Forms> = BTreeMap::new();
    for (index, class) in classes.iter().enumerate() {
        class.blocks.iter().for_each(|(block, count)| forms.entry(*block).or_default().push((index, *count)));
    }
    let in_loops: HashSet<usize> =
        sources.iter().filter(|source| source.in_loop).map(|source| source.block).collect();
    forms.retain(|block, _| in_loops.contains(block));
    // Blocks and their copies, by the numbers of the forms in one copy.
    let mut groups: BTreeMap<Forms, Vec<(usize, usize)>> = BTreeMap::new();
    for (block, forms) in forms {
        let copies = forms.iter().fold(0, |all, (_, count)| divisor(all, *count));
        let copy = forms.into_iter().map(|(class, count)| (class, count / copies)).collect();
        groups.entry(copy).or_default().push((block, copies));
    }
    let mut joined = BTreeMap::new();
    for (copy, blocks) in groups {
        let [(first, _), others @ ..] = &blocks[..] else { continue };
        if others.is_empty() {
            continue;
        }
        joined.insert(*first, blocks.iter().map(|(_, copies)| copies).sum());
        for (class, count) in copy {
            for (block, _) in others {
                classes[class].blocks.remove(block);
            }
            classes[class].blocks.insert(*first, count);
            classes[class].is_joined = true;
        }
    }
    joined
}

/// The greatest common divisor.
const fn divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// The number of words of each form, and of those with a constant that no form predicts, by setting.
fn words(
    sources: &[Source],
    made: &[Vec<usize>],
    emitted: &[Emitted],
) -> (HashMap<FormKey, usize>, HashMap<Setting, usize>) {
    let predicted = sources.iter().filter_map(|source| source.forms.first());
    let mut words: HashMap<FormKey, usize> = predicted.map(|form| (FormKey::of(form), 0)).collect();
    let mut special: HashMap<Setting, usize> = HashMap::new();
    for (source, made) in sources.iter().zip(made) {
        let Some(predicted) = source.forms.first() else { continue };
        for form in made.iter().map(|made| &emitted[*made].form) {
            let [key, own] = [predicted, form].map(FormKey::of);
            if key != own && form.has_more_constants_than(predicted) {
                *special.entry(form.setting.with_words()).or_default() += 1;
            } else {
                let key = if words.contains_key(&own) { own } else { key };
                *words.entry(key).or_default() += 1;
            }
        }
    }
    (words, special)
}

/// The number of copies of each block, if the forms determine it.
struct Copies {
    blocks: HashMap<usize, usize>,
    /// The blocks in which two forms give the same number, or which are in no loop.
    confirmed: HashSet<usize>,
}

impl Copies {
    fn of(sources: &[Source], classes: &[Class], joined: &BTreeMap<usize, usize>) -> Self {
        let mut copies = Self { blocks: HashMap::new(), confirmed: HashSet::new() };
        for source in sources.iter().filter(|source| !source.in_loop) {
            copies.blocks.insert(source.block, 1);
            copies.confirmed.insert(source.block);
        }
        loop {
            // The numbers that the forms with one unknown block give, each with the number of these forms.
            let mut votes: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
            for class in classes {
                if let Some((block, number)) = copies.solve(class) {
                    *votes.entry(block).or_default().entry(number).or_default() += 1;
                }
            }
            if votes.is_empty() {
                return copies;
            }
            for (block, votes) in votes {
                // Joined blocks without copies are one more vote.
                let alone = joined.get(&block).filter(|&&count| count > 1);
                let count = |number: &usize| votes[number] + usize::from(alone == Some(number));
                // The number with the most votes; of several, the largest.
                if let Some(number) = votes.keys().copied().max_by_key(|number| (count(number), *number)) {
                    copies.blocks.insert(block, number);
                    if votes[&number] > 1 {
                        copies.confirmed.insert(block);
                    }
                }
            }
        }
    }

    /// The number of copies of the only block of a form without a number.
    fn solve(&self, class: &Class) -> Option<(usize, usize)> {
        let mut unknown = class.blocks.iter().filter(|(block, _)| !self.blocks.contains_key(block));
        let (block, count) = unknown.next()?;
        if unknown.next().is_some() {
            return None;
        }
        let known: usize = class.blocks.iter().map(|(block, count)| self.number(*block) * count).sum();
        let words = class.words.saturating_sub(known);
        // Rounded up: if one word was changed, the quotient is not a whole number.
        Some((*block, words.div_ceil(*count).max(1)))
    }

    fn number(&self, block: usize) -> usize {
        self.blocks.get(&block).copied().unwrap_or(0)
    }

    /// The number of words of a form, if the copies of each of its blocks are known.
    fn expected(&self, class: &Class) -> Option<usize> {
        class.blocks.iter().map(|(block, count)| Some(self.blocks.get(block)? * count)).sum()
    }

    /// The largest number of copies of its blocks.
    fn most(&self, class: &Class) -> usize {
        class.blocks.keys().map(|block| self.number(*block)).max().unwrap_or(1).max(1)
    }

    /// Whether a form has the words that confirmed numbers of copies give.
    fn is_exact(&self, class: &Class) -> bool {
        self.expected(class) == Some(class.words)
            && class.blocks.keys().all(|block| self.confirmed.contains(block))
    }
}
