//! `min`, `max` and `sad` of 32 bits: ordinary instructions that a compiler can turn into video instructions.

use std::collections::HashMap;

use crate::{
    ast::{Guard, Integer, Operand, Register},
    integer::{Arithmetic, Op, Operation},
    sequence::{Sequence, Step, StepSource},
    syntax::Span,
};

/// A `min`, `max` or `sad` of 32 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordinary {
    /// The statement from its opcode on, without its guard and its semicolon.
    pub span: Span,
    /// The instruction. Its type has 32 bits.
    pub operation: Arithmetic,
    /// `@p` or `@!p`.
    pub guard: Option<Guard>,
    /// The destination.
    pub d: Register,
    /// `a` and `b`, and the `c` of a `sad`. A register that is known to hold a constant is the constant.
    pub sources: Vec<Operand<Integer>>,
    /// The index in the list of a later instruction that reads the result, if nothing else reads it.
    pub reader: Option<usize>,
}

impl Ordinary {
    /// The ordinary instructions of straight-line code. A register that is not read is a result of the code.
    pub fn of_sequence(code: &Sequence) -> Vec<Self> {
        let mut uses = Uses::default();
        let mut found = Vec::new();
        for step in code.steps() {
            let (read, written): (Vec<_>, Vec<_>) = (step.reads().collect(), step.writes().collect());
            let ordinary = Self::of_step(code, step);
            uses.add(&read, &written, ordinary.is_some().then_some(found.len()), step.guard.is_some());
            found.extend(ordinary.map(|it| (it, written)));
        }
        uses.link(found)
    }

    fn of_step(code: &Sequence, step: &Step) -> Option<Self> {
        let Operation::Arithmetic(operation) = step.operation else { return None };
        if !matches!(operation.op, Op::Min | Op::Max | Op::Sad) || operation.ty.bits != 32 {
            return None;
        }
        let name = |index: usize| Register::new(code.registers().get(index)?.name.as_str()).ok();
        let operand = |source: &StepSource| {
            Some(match *source {
                StepSource::Constant(value) => Operand::Immediate(Integer(value.cast_signed())),
                StepSource::Register { index, .. } => Operand::Register(name(index)?),
            })
        };
        let guard = match step.guard {
            Some((index, negated)) => Some(Guard { negated, predicate: name(index)? }),
            None => None,
        };
        let d = name(step.destinations.first().copied().flatten()?)?;
        let sources = step.sources.iter().map(operand).collect::<Option<_>>()?;
        Some(Self { span: step.span, operation, guard, d, sources, reader: None })
    }
}

/// Which instruction reads the result of each ordinary instruction.
#[derive(Default)]
struct Uses {
    of: HashMap<usize, Use>,
    /// The ordinary results that registers hold, by the place in the list.
    results: HashMap<usize, ResultUse>,
}

#[derive(Clone, Copy, Default)]
struct Use {
    reads: usize,
    writes: usize,
    reader: Option<usize>,
    /// Whether this block wrote it without a guard.
    is_written: bool,
    /// The ordinary instruction of this block that wrote it last.
    result: Option<usize>,
    /// Whether a block reads what another block wrote.
    is_passed: bool,
}

/// The uses of a result in its block.
#[derive(Clone, Copy, Default)]
struct ResultUse {
    reads: usize,
    reader: Option<usize>,
    /// Whether the block writes the register again.
    is_overwritten: bool,
}

impl Uses {
    /// Adds a statement; `place` is its place in the list, if it has one. A guarded statement may keep old values.
    fn add(&mut self, reads: &[usize], writes: &[usize], place: Option<usize>, is_guarded: bool) {
        let kept = writes.iter().filter(|_| is_guarded);
        for (register, reader) in reads.iter().map(|it| (it, place)).chain(kept.map(|it| (it, None))) {
            let it = self.of.entry(*register).or_default();
            match it.result.and_then(|result| self.results.get_mut(&result)) {
                Some(result) => *result = ResultUse { reads: result.reads + 1, reader, ..*result },
                None => it.is_passed |= !it.is_written,
            }
        }
        for register in reads {
            let it = self.of.entry(*register).or_default();
            (it.reads, it.reader) = (it.reads + 1, place);
        }
        for register in writes {
            let it = self.of.entry(*register).or_default();
            it.writes += 1;
            if let Some(result) = it.result.take().and_then(|result| self.results.get_mut(&result)) {
                result.is_overwritten = true;
            }
            if is_guarded {
                continue;
            }
            it.is_written = true;
            it.result = place;
            if let Some(place) = place {
                self.results.insert(place, ResultUse::default());
            }
        }
    }

    /// The instructions, each with its reader.
    fn link(&self, found: Vec<(Ordinary, Vec<usize>)>) -> Vec<Ordinary> {
        let reader = |index: usize, written: &[usize]| {
            let [register] = written else { return None };
            let register = self.of.get(register)?;
            let result = self.results.get(&index).filter(|it| it.is_overwritten || !register.is_passed);
            match result {
                Some(result) => result.reader.filter(|_| result.reads == 1),
                None => register.reader.filter(|_| (register.reads, register.writes) == (1, 1)),
            }
        };
        let linked = found.into_iter().enumerate().map(|(index, (ordinary, written))| {
            // A reader before the instruction reads the value of the previous iteration of a loop.
            let reader = reader(index, &written).filter(|reader| *reader > index);
            Ordinary { reader, ..ordinary }
        });
        linked.collect()
    }
}
