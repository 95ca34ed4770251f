//! A video instruction of a PTX function, and the known values of its operands.

use vmad_ptx::{
    ast::{Body, Instruction, Integer, Operand, Operation, Register as Name},
    module::{Function, Module, Origin, Unreadable, Writer},
    syntax::{Found, Span},
};
use vmad_xcheck::lowering::{fuse, ordinary};

use crate::{
    emitted::{Form, with_registers},
    form_key::FormKey,
    lines::LineIndex,
    setting::Setting,
};

/// A video instruction of a PTX function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The instruction; for ordinary instructions, the video instruction with the same code.
    pub instruction: Instruction,
    /// Whether it stands for ordinary instructions, which ptxas need not join: `sad`, or two of `min` and `max`.
    pub is_ordinary: bool,
    /// Its place in the text.
    pub span: Span,
    /// The line of its first character, counted from 1.
    pub line: u32,
    /// The line of its semicolon.
    pub last_line: u32,
    /// The operation without its operands.
    pub operation: Operation,
    /// `a`, `b` and `c`.
    pub operands: [PtxOperand; 3],
    /// The sources of the registers' values, if they are known; never of ordinary instructions.
    pub origins: [Option<Origin>; 3],
    /// The setting to which ptxas compiles it if all operands are registers.
    pub setting: Setting,
    /// Its basic block: a number within the function.
    pub block: usize,
    /// Whether it is in a loop.
    pub in_loop: bool,
    /// Whether it computes the same in each turn of its loop.
    pub is_invariant: bool,
    /// The forms in which ptxas is known to emit it; none where it is known to emit none, or before
    /// [`with_forms`](Self::with_forms).
    pub forms: Vec<Form>,
    /// Whether its result may be used.
    pub is_used: bool,
    /// Whether its result may be used in each turn of its loop.
    pub is_used_in_each_turn: bool,
}

/// A source operand of PTX.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PtxOperand {
    /// A register.
    Register(Name),
    /// A register that holds a constant where it is read.
    Known(Name, u32),
    /// A constant.
    Constant(u32),
    /// The instruction has no `c`.
    None,
}

impl PtxOperand {
    /// The constant, if it is one.
    pub const fn constant(&self) -> Option<u32> {
        match self {
            Self::Register(_) | Self::None => None,
            Self::Known(_, value) | Self::Constant(value) => Some(*value),
        }
    }

    /// The register's name, if it is one.
    pub const fn name(&self) -> Option<&Name> {
        match self {
            Self::Register(name) | Self::Known(name, _) => Some(name),
            Self::Constant(_) | Self::None => None,
        }
    }
}

impl Source {
    /// The instructions of a function that ptxas compiles to words of the family, in the order of the text.
    pub fn of(module: &Module, function: &Function, lines: &LineIndex) -> Vec<Self> {
        let found = statements(module, function).iter().flatten();
        let video = found.filter_map(|found| Self::new(&found.instruction, found.span, function, lines));
        let ordinary = fuse(&function.ordinary).into_iter().filter_map(|fused| {
            let span = function.ordinary.get(*fused.of.last()?)?.span;
            let source = Self::new(&fused.video, span, function, lines)?;
            Some(Self { is_ordinary: true, ..source })
        });
        let mut sources: Vec<Self> = video.chain(ordinary).collect();
        sources.sort_by_key(|source| source.span.start);
        sources
    }

    fn new(instruction: &Instruction, span: Span, function: &Function, lines: &LineIndex) -> Option<Self> {
        let Body::Video(video) = &instruction.body else { return None };
        let operation = *video.operation();
        let given = |operand: &Operand<Integer>| match operand {
            Operand::Immediate(value) => PtxOperand::Constant(value.word()),
            Operand::Register(name) => match function.constant(span, name) {
                Some(value) => PtxOperand::Known(name.clone(), value.word()),
                None => PtxOperand::Register(name.clone()),
            },
        };
        let operands = [given(video.a()), given(video.b()), video.c().map_or(PtxOperand::None, given)];
        let origins = operands.each_ref().map(|operand| function.origin(span, operand.name()?).cloned());
        let [line, last_line] = [span.start, span.end.saturating_sub(1)].map(|offset| lines.line(offset));
        Some(Self {
            instruction: instruction.clone(),
            is_ordinary: false,
            span,
            line,
            last_line,
            operation,
            operands,
            origins,
            setting: with_registers(operation)?,
            block: function.block(span),
            in_loop: function.in_loop(span),
            is_invariant: function.is_invariant(span),
            forms: Vec::new(),
            is_used: function.uses(span),
            is_used_in_each_turn: function.uses_in_each_turn(span),
        })
    }

    /// The PTX of the text.
    pub fn text(&self) -> String {
        let ordinary = if self.is_ordinary { ordinary(&self.instruction) } else { None };
        ordinary.unwrap_or_else(|| self.instruction.to_string())
    }

    /// The name of the register that it writes.
    pub(crate) fn destination(&self) -> &str {
        match &self.instruction.body {
            Body::Video(video) => video.d().name(),
            Body::Mad(mad) => mad.d.name(),
        }
    }

    /// The statements that may have written an operand, by the places of their opcodes; [`None`] if anything else may have.
    pub(crate) fn written_by(&self, role: usize) -> Option<&[(usize, Writer)]> {
        match (&self.operands[role], &self.origins[role]) {
            (PtxOperand::Register(_) | PtxOperand::Known(..), origin) => {
                origin.as_ref()?.written_by.as_deref()
            }
            (PtxOperand::Constant(_) | PtxOperand::None, _) => Some(&[]),
        }
    }

    /// The keys of all words to which ptxas is known to compile it. It can keep any constant in a register.
    pub(crate) fn keys(&self) -> impl Iterator<Item = FormKey> {
        let of_forms = self.forms.iter().flat_map(FormKey::with_registers).map(|(key, _)| key);
        let is_compiled = !self.forms.is_empty();
        of_forms.chain(is_compiled.then(|| FormKey::of_registers(self.setting)))
    }

    /// Whether no compiler can know the value of an operand.
    pub(crate) fn is_loaded(&self, role: usize) -> bool {
        self.origins[role].as_ref().is_some_and(|origin| origin.is_loaded)
    }

    /// Which operands are one register of PTX, and not a constant in a form: a and b, a and c, b and c.
    pub fn ties(&self, form: &Form) -> [bool; 3] {
        form.pairs(|one, other| {
            let [one, other] = [one, other].map(|role| self.operands[role].name());
            one.is_some() && one == other
        })
    }
}

/// The statements of a function's body. Those of a module are in the order of the text.
pub(crate) fn statements<'m>(module: &'m Module, function: &Function) -> &'m [Result<Found, Unreadable>] {
    let place = |statement: &Result<Found, Unreadable>| match statement {
        Ok(found) => found.span.start,
        Err(unreadable) => unreadable.span.start,
    };
    let first = module.statements.partition_point(|it| place(it) < function.body.start);
    let end = module.statements.partition_point(|it| place(it) < function.body.end);
    &module.statements[first..end.max(first)]
}
