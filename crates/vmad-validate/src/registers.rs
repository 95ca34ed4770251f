//! Words whose registers cannot be those of their PTX instruction.
//!
//! The register of an operand holds the value of the PTX register. If PTX writes that only with video instructions and
//! loads, one of these must write it. If PTX uses the result, an instruction must read it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use vmad_ptx::module::Writer;
use vmad_sass::stream::Slot;
use vmad_xcheck::lowering::Role;

use crate::{
    chain::{Readable, Results},
    emitted::Emitted,
    form_key::FormKey,
    lines::LineIndex,
    opcodes::Opcode,
    source::{PtxOperand, Source},
    stream::{Code, RegisterValue},
    ties::ROLES,
    video::video,
};

/// A register of a word that cannot be that of its PTX instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterFault {
    /// No instruction of the function writes the register of an operand before the word, but PTX writes it.
    Unwritten {
        /// The operand.
        role: Role,
    },
    /// Instructions write the register of an operand that cannot compute what PTX writes there.
    Foreign {
        /// The operand.
        role: Role,
        /// The address of the last of these instructions.
        address: u64,
    },
    /// The word reads the results of other words, but no PTX instruction of its form reads results of their forms.
    Stray,
    /// No instruction reads the result, but PTX uses it.
    Unread,
}

/// The kind of an instruction that writes a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Video,
    Load,
    /// It computes another value.
    Other,
}

impl Kind {
    /// The kind of a word; [`None`] if it may copy any value, or has no known opcode.
    fn of(word: u64) -> Option<Self> {
        if video(word).is_some() {
            return Some(Self::Video);
        }
        match Opcode::of(word)?.name {
            // LDL restores what was spilled, I2I extends what was loaded, a MOV can read a parameter.
            "CAL" | "FCMP" | "I2I" | "ICMP" | "JCAL" | "LDL" | "MOV" | "MOV32I" | "PRMT" | "SEL" => None,
            "LD" | "LDC" | "LDG" | "LDS" => Some(Self::Load),
            _ => Some(Self::Other),
        }
    }
}

/// What may write an operand of the PTX instructions of one form.
#[derive(Clone, Default)]
struct Permitted {
    /// Nothing.
    nothing: bool,
    video: bool,
    load: bool,
    other: bool,
    /// The lines of the video instructions and loads among them.
    lines: BTreeSet<u32>,
    /// Whether these can be in any line.
    any_line: bool,
}

impl Permitted {
    fn all() -> Self {
        Self { nothing: true, video: true, load: true, other: true, any_line: true, ..Self::default() }
    }

    fn of(source: &Source, role: usize, statements: &Statements<'_>) -> Self {
        let by = || {
            let writers = source.written_by(role);
            writers.map_or_else(Self::all, |writers| Self::by(source, role, writers, statements))
        };
        match &source.operands[role] {
            PtxOperand::None => Self::all(),
            // A MOV writes it.
            PtxOperand::Constant(_) => Self::default(),
            // ptxas need not use that it is known.
            PtxOperand::Known(..) => Self { other: true, ..by() },
            PtxOperand::Register(_) => by(),
        }
    }

    /// What may write a register that these statements write.
    fn by(source: &Source, role: usize, writers: &[(usize, Writer)], statements: &Statements<'_>) -> Self {
        let is_later = writers.iter().all(|(place, _)| *place >= source.span.start);
        let nothing = !statements.is_kernel || is_later;
        let results = statements.results.read(source, role).filter(|_| statements.have_words(writers));
        let Some(results) = results else { return Self { nothing, ..Self::all() } };
        let is_by = |kinds: &[Writer]| writers.iter().any(|(_, writer)| kinds.contains(writer));
        let compiled = writers.iter().filter(|(_, writer)| *writer != Writer::Constant);
        let lines: BTreeSet<u32> = compiled.map(|(place, _)| statements.index.line(*place)).collect();
        let constants = writers.iter().filter(|(_, writer)| *writer == Writer::Constant).count();
        // ptxas keeps one of several equal instructions, also of several turns of a loop.
        let words = |line: u32| statements.compiled.get(&line).copied().unwrap_or(0);
        let is_merged = lines.iter().any(|line| words(*line) < words(source.last_line));
        Self {
            nothing,
            video: !results.is_empty(),
            load: is_by(&[Writer::Load, Writer::Function]),
            // A comparison can choose one of several constants.
            other: is_by(&[Writer::Function]) || constants > 1,
            any_line: is_by(&[Writer::Function]) || is_merged,
            lines,
        }
    }

    fn add(&mut self, other: &Self) {
        self.nothing |= other.nothing;
        self.video |= other.video;
        self.load |= other.load;
        self.other |= other.other;
        self.lines.extend(&other.lines);
        self.any_line |= other.any_line;
    }

    /// Whether an instruction of a kind, compiled from a line, may write it.
    fn has(&self, kind: Kind, line: Option<u32>) -> bool {
        let is_line = |line: u32| self.any_line || self.lines.contains(&line);
        match kind {
            Kind::Video => self.video && line.is_none_or(is_line),
            Kind::Load => self.load && line.is_none_or(is_line),
            Kind::Other => self.other,
        }
    }
}

/// The statements of a function.
struct Statements<'a> {
    /// Whether the function is a kernel. Another one reads what its callers write.
    is_kernel: bool,
    results: Results<'a>,
    /// The words of each video instruction.
    made: &'a [Vec<usize>],
    index: &'a LineIndex,
    /// The number of video instructions and loads of each line in the code.
    compiled: BTreeMap<u32, usize>,
}

impl Statements<'_> {
    /// Whether each video instruction among some writers has a word: one that has none is compiled to other instructions, or
    /// merged with another.
    fn have_words(&self, writers: &[(usize, Writer)]) -> bool {
        let mut results = writers.iter().filter(|(_, writer)| *writer == Writer::Video);
        results.all(|(place, _)| self.results.index(*place).is_some_and(|at| !self.made[at].is_empty()))
    }
}

/// The PTX instructions of one form, in all lines or in one.
#[derive(Clone, Default)]
struct Class {
    operands: [Permitted; 3],
    /// Whether nothing uses the result of one.
    is_unused: bool,
}

/// The classes by line and form.
struct Classes(HashMap<(Option<u32>, FormKey), Class>);

impl Classes {
    fn of(sources: &[Source], statements: &Statements<'_>) -> Self {
        let mut classes: HashMap<(Option<u32>, FormKey), Class> = HashMap::new();
        for source in sources {
            let permitted = [0, 1, 2].map(|role| Permitted::of(source, role, statements));
            for key in source.keys() {
                for line in [None, Some(source.last_line)] {
                    let class = classes.entry((line, key)).or_default();
                    class.operands.iter_mut().zip(&permitted).for_each(|(all, one)| all.add(one));
                    class.is_unused |= !source.is_used;
                }
            }
        }
        Self(classes)
    }

    /// The classes of the PTX instructions to which a word can belong.
    fn of_word(&self, word: &Emitted, line: Option<u32>) -> Vec<&Class> {
        FormKey::all(&word.form).filter_map(|key| self.0.get(&(line, key))).collect()
    }
}

/// The faults of words, by their indices. `made` has the words of each PTX instruction, and `index` the lines of the PTX.
pub(crate) fn faults(
    sources: &[Source],
    made: &[Vec<usize>],
    emitted: &[Emitted],
    code: &Code,
    is_kernel: bool,
    index: &LineIndex,
) -> BTreeMap<usize, RegisterFault> {
    let mut compiled: BTreeMap<u32, usize> = BTreeMap::new();
    for (slot, line) in code.stream.slots().iter().zip(&code.lines) {
        if let (Some(line), Some(Kind::Video | Kind::Load)) = (line, Kind::of(slot.word)) {
            *compiled.entry(*line).or_default() += 1;
        }
    }
    let statements = Statements { is_kernel, results: Results::of(sources), made, index, compiled };
    let context = Context {
        classes: Classes::of(sources, &statements),
        readable: Readable::of(&statements.results),
        by_address: emitted.iter().map(|word| (word.address, word)).collect(),
        code,
        is_kernel,
    };
    let lines: HashSet<u32> = sources.iter().map(|source| source.last_line).collect();
    let fault = |(index, word): (usize, &Emitted)| {
        let line = word.line.filter(|line| lines.contains(line));
        Some((index, context.fault(word, &context.classes.of_word(word, line))?))
    };
    emitted.iter().enumerate().filter_map(fault).collect()
}

/// The facts about a function on which the fault of a word depends.
struct Context<'a> {
    classes: Classes,
    readable: Readable,
    by_address: HashMap<u64, &'a Emitted>,
    code: &'a Code,
    is_kernel: bool,
}

impl Context<'_> {
    /// The fault of a word that can belong to PTX instructions of some classes.
    fn fault(&self, word: &Emitted, classes: &[&Class]) -> Option<RegisterFault> {
        let slots = self.code.stream.slots();
        let at = slots.binary_search_by_key(&word.address, |slot| slot.address).ok()?;
        let of_operand = |role: usize| self.of_operand(word, at, role, classes);
        let is_unread = classes.iter().all(|class| !class.is_unused) && !self.code.stream.is_read(at);
        let is_known = !classes.is_empty();
        (0..3)
            .find_map(of_operand)
            .or_else(|| is_unread.then_some(RegisterFault::Unread))
            .filter(|_| is_known)
    }

    /// The fault of the register of an operand: whatever may have written it cannot write what PTX reads.
    fn of_operand(
        &self,
        word: &Emitted,
        at: usize,
        role: usize,
        classes: &[&Class],
    ) -> Option<RegisterFault> {
        let RegisterValue::Unknown(_) = word.form.ports[role] else { return None };
        let register = word.form.instruction.registers()[role]?;
        let values = self.code.stream.values(at, register)?;
        if values.is_unwritten() {
            let is_fault = classes.iter().all(|class| !class.operands[role].nothing);
            return is_fault.then_some(RegisterFault::Unwritten { role: ROLES[role] });
        }
        // A caller may have written it.
        let writers = values.written_by.as_ref().filter(|_| self.is_kernel || !values.is_from_start)?;
        let faults: Option<Vec<_>> =
            writers.iter().map(|at| self.of_writer(word, role, classes, *at as usize)).collect();
        faults?.pop()
    }

    /// The fault of an operand that the instruction at an index has written.
    fn of_writer(&self, word: &Emitted, role: usize, classes: &[&Class], at: usize) -> Option<RegisterFault> {
        let Slot { address, word: writer, .. } = self.code.stream.slots()[at];
        if let Some(writer) = self.by_address.get(&address)
            && self.readable.is_stray(word, role, writer)
        {
            return Some(RegisterFault::Stray);
        }
        let kind = Kind::of(writer)?;
        let line = self.code.lines.get(at).copied().flatten();
        let is_foreign = classes.iter().all(|class| !class.operands[role].has(kind, line));
        is_foreign.then_some(RegisterFault::Foreign { role: ROLES[role], address })
    }
}
