//! Words that read a result that no PTX instruction of their form reads.
//!
//! If a video instruction reads the result of another, its word reads the result of the other's word: ptxas keeps each
//! instruction; it moves instructions, and merges only equal ones. So if a word reads the result of another word, a PTX
//! instruction of its form reads the result of an instruction of the other's form. A word whose mode was changed into
//! that of another instruction breaks this rule.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::{
    emitted::Emitted,
    form_key::FormKey,
    source::Source,
    stream::{Origin, RegisterValue},
};

/// The results that the instructions of each form read.
#[derive(Default)]
struct Readable {
    forms: HashSet<FormKey>,
    /// A form, one of its operands, and the form of an instruction that may have written the operand.
    results: HashSet<(FormKey, usize, FormKey)>,
    /// The operands of a form whose source is not known.
    unknown: HashSet<(FormKey, usize)>,
}

impl Readable {
    fn of(sources: &[Source]) -> Self {
        let keys: Vec<Vec<FormKey>> =
            sources.iter().map(|source| source.forms.iter().map(FormKey::of).collect()).collect();
        let starts: BTreeMap<usize, usize> =
            sources.iter().enumerate().map(|(index, source)| (source.span.start, index)).collect();
        // The forms of the instruction whose opcode is at a place; one without a form is compiled to other instructions.
        let written_at = |place: &usize| {
            let (_, &index) = starts.range(..=place).next_back()?;
            (*place < sources[index].span.end && !keys[index].is_empty()).then_some(&keys[index])
        };
        let mut readable = Self { forms: keys.iter().flatten().copied().collect(), ..Self::default() };
        for (source, own) in sources.iter().zip(&keys) {
            for role in 0..3 {
                let writers = source.written_by(role);
                let results: Option<Vec<_>> = writers.and_then(|all| all.iter().map(written_at).collect());
                for key in own {
                    match &results {
                        Some(results) => {
                            let results = results.iter().copied().flatten();
                            readable.results.extend(results.map(|result| (*key, role, *result)));
                        }
                        None => _ = readable.unknown.insert((*key, role)),
                    }
                }
            }
        }
        readable
    }

    /// The forms of the PTX instructions to which a word can belong.
    fn keys(&self, word: &Emitted) -> Vec<FormKey> {
        FormKey::all(&word.form).filter(|key| self.forms.contains(key)).collect()
    }

    /// Whether a word with one of the forms `keys` may read, as an operand, the result of a word with one of the forms
    /// `results`.
    fn may_read(&self, keys: &[FormKey], role: usize, results: &[FormKey]) -> bool {
        keys.iter().any(|key| {
            self.unknown.contains(&(*key, role))
                || results.iter().any(|result| self.results.contains(&(*key, role, *result)))
        })
    }
}

/// The indices of the words that read a result that no PTX instruction of their form reads. Words with a line of the line
/// table are not checked.
pub(crate) fn strays(sources: &[Source], emitted: &[Emitted]) -> HashSet<usize> {
    if emitted.iter().all(|word| word.line.is_some()) {
        return HashSet::new();
    }
    let readable = Readable::of(sources);
    let by_address: HashMap<u64, &Emitted> = emitted.iter().map(|word| (word.address, word)).collect();
    let is_stray = |word: &Emitted| {
        let keys = readable.keys(word);
        let reads_stray = |role: usize| {
            let RegisterValue::Unknown(Origin::Instruction { address, .. }) = word.form.ports[role] else {
                return false;
            };
            let Some(writer) = by_address.get(&address) else { return false };
            let results = readable.keys(writer);
            !results.is_empty() && !excludes(word, writer) && !readable.may_read(&keys, role, &results)
        };
        word.line.is_none() && !keys.is_empty() && (0..3).any(reads_stray)
    };
    emitted.iter().enumerate().filter(|(_, word)| is_stray(word)).map(|(index, _)| index).collect()
}

/// Whether the guards of two words are opposite: only one of the two is executed, so ptxas can put them in any order.
fn excludes(one: &Emitted, other: &Emitted) -> bool {
    let [one, other] = [one, other].map(|word| word.form.instruction.guard());
    one.predicate == other.predicate && one.negated != other.negated
}
