//! Words that read a result that no PTX instruction of their form reads.
//!
//! If a video instruction reads the result of another, its word reads the result of the other's word: ptxas keeps each
//! instruction; it moves instructions, and merges only equal ones. So if a word reads the result of another word, a PTX
//! instruction of its form reads the result of an instruction of the other's form. A word whose mode was changed into
//! that of another instruction breaks this rule.

use std::collections::{BTreeMap, HashSet};

use vmad_ptx::module::Writer;

use crate::{emitted::Emitted, form_key::FormKey, source::Source};

/// The forms of the PTX instructions whose results others may read.
pub(crate) struct Results<'a> {
    sources: &'a [Source],
    /// The forms of each instruction.
    keys: Vec<Vec<FormKey>>,
    starts: BTreeMap<usize, usize>,
}

impl<'a> Results<'a> {
    pub(crate) fn of(sources: &'a [Source]) -> Self {
        let keys = sources.iter().map(|source| source.keys().collect()).collect();
        let starts = sources.iter().enumerate().map(|(index, source)| (source.span.start, index)).collect();
        Self { sources, keys, starts }
    }

    /// The forms of each instruction whose result an operand may be; [`None`] if it may also be the result of an
    /// instruction that is not known.
    pub(crate) fn read(&self, source: &Source, role: usize) -> Option<Vec<&[FormKey]>> {
        let is_result = |writer: &(usize, Writer)| matches!(writer.1, Writer::Video | Writer::Other);
        let results = source.written_by(role)?.iter().filter(|writer| is_result(writer));
        results.map(|&(place, writer)| self.at(place).filter(|_| writer == Writer::Video)).collect()
    }

    /// The forms of the instruction whose opcode is at a place; one without a form is compiled to other instructions.
    fn at(&self, place: usize) -> Option<&[FormKey]> {
        let keys = self.keys[self.index(place)?].as_slice();
        (!keys.is_empty()).then_some(keys)
    }

    /// The index of the instruction whose opcode is at a place.
    pub(crate) fn index(&self, place: usize) -> Option<usize> {
        let (_, &index) = self.starts.range(..=place).next_back()?;
        (place < self.sources[index].span.end).then_some(index)
    }
}

/// The results that the instructions of each form read.
#[derive(Default)]
pub(crate) struct Readable {
    forms: HashSet<FormKey>,
    /// A form, one of its operands, and the form of an instruction that may have written the operand.
    results: HashSet<(FormKey, usize, FormKey)>,
    /// The operands of a form whose source is not known.
    unknown: HashSet<(FormKey, usize)>,
}

impl Readable {
    pub(crate) fn of(results: &Results<'_>) -> Self {
        let mut readable =
            Self { forms: results.keys.iter().flatten().copied().collect(), ..Self::default() };
        for (source, own) in results.sources.iter().zip(&results.keys) {
            for role in 0..3 {
                let read = results.read(source, role);
                for key in own {
                    match &read {
                        Some(read) => {
                            let read = read.iter().copied().flatten();
                            readable.results.extend(read.map(|result| (*key, role, *result)));
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

    /// Whether a word reads, as an operand, the result of another, and no PTX instruction of its form reads that of an
    /// instruction of the other's form.
    pub(crate) fn is_stray(&self, word: &Emitted, role: usize, writer: &Emitted) -> bool {
        let [keys, results] = [word, writer].map(|word| self.keys(word));
        let may_read = keys.iter().any(|key| {
            self.unknown.contains(&(*key, role))
                || results.iter().any(|result| self.results.contains(&(*key, role, *result)))
        });
        !keys.is_empty() && !results.is_empty() && !excludes(word, writer) && !may_read
    }
}

/// Whether the guards of two words are opposite: only one of the two is executed, so ptxas can put them in any order.
fn excludes(one: &Emitted, other: &Emitted) -> bool {
    let [one, other] = [one, other].map(|word| word.form.instruction.guard());
    one.predicate == other.predicate && one.negated != other.negated
}
