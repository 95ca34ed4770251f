//! From statements to a [`Sequence`]: registers, widths, inputs.

use std::collections::{BTreeSet, HashMap};

use super::{Register, Sequence, Step, StepSource, Width};
use crate::ast;
use crate::domain::Integers;
use crate::integer::{self, Carry, Modifiers, OperandKind, Operation, Shape};
use crate::names;
use crate::syntax::raw::RawGuard;
use crate::syntax::statement::{OtherInstruction, Piece, Statement, Value, statements};
use crate::syntax::{Fault, FoundInstruction, Span, Spanned, SyntaxError};

pub(super) fn build<'t>(
    text: &'t str,
    types: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> Result<Sequence, SyntaxError> {
    let mut builder = Builder::default();
    let outside = |value| Spanned { span: Span { start: 0, end: 0 }, value };
    for (ty, name) in types {
        builder.declare(outside(ty.trim_start_matches('.')), vec![(outside(name), None)])?;
    }
    for statement in statements(text)? {
        builder.statement(statement)?;
    }
    Ok(builder.finish())
}

pub(super) fn problem<T>(span: Span, message: impl Into<String>) -> Result<T, SyntaxError> {
    Err(SyntaxError { span, kind: Fault::Sequence(message.into()) })
}

#[derive(Default)]
pub(super) struct Builder {
    /// The registers, with the width if an instruction determines it.
    pub(super) registers: Vec<(String, Option<Width>)>,
    /// The registers that may be wider: only `cvt` and loads determine their width.
    loose: BTreeSet<usize>,
    pub(super) indices: HashMap<String, usize>,
    /// The declarations by their names, each with its number.
    declared: HashMap<String, (usize, Declaration)>,
    pub(super) steps: Vec<Step>,
    /// The last instruction that wrote the carry.
    carry: Option<Carry>,
    /// Whether the instruction can read a special register.
    moves: bool,
    /// Special registers and memory that are read.
    pub(super) opaque: BTreeSet<String>,
}

/// What `.reg` declares under a name.
struct Declaration {
    /// The number of registers whose names are this one with a number.
    count: Option<u64>,
    width: Width,
}

impl Declaration {
    /// Whether it declares the register of its name with this number after it.
    fn has(&self, number: &str) -> bool {
        let Some(count) = self.count else { return number.is_empty() };
        number.parse::<u64>().is_ok_and(|value| value < count && value.to_string() == number)
    }
}

impl Builder {
    fn statement(&mut self, statement: Statement<'_>) -> Result<(), SyntaxError> {
        match statement {
            Statement::Registers(ty, names) => self.declare(ty, names),
            Statement::Video(found) => self.video(*found),
            Statement::Other(line) => self.line(line),
        }
    }

    fn declare(
        &mut self,
        ty: Spanned<&str>,
        names: Vec<(Spanned<&str>, Option<u64>)>,
    ) -> Result<(), SyntaxError> {
        let width = match ty.value {
            "pred" => Width::Predicate,
            "b16" | "u16" | "s16" => Width::Bits(16),
            "b32" | "u32" | "s32" | "f32" => Width::Bits(32),
            "b64" | "u64" | "s64" | "f64" => Width::Bits(64),
            other => {
                let message = format!(
                    "registers of type '.{other}' are not covered: legal are .pred and types of 16, 32 and 64 bits"
                );
                return problem(ty.span, message);
            }
        };
        for (Spanned { span, value: name }, count) in names {
            if self.declared.contains_key(name)
                || self.declared_width(name).is_some()
                || self.indices.contains_key(name)
            {
                let message = "is declared after its use or twice: legal is once, before";
                return problem(span, format!("the register '{name}' {message}"));
            }
            let number = self.declared.len();
            self.declared.insert(name.to_owned(), (number, Declaration { count, width }));
        }
        Ok(())
    }

    /// The width in the first declaration of a register.
    pub(super) fn declared_width(&self, name: &str) -> Option<Width> {
        let digits = name.bytes().rev().take(u64::MAX.ilog10() as usize + 1).take_while(u8::is_ascii_digit);
        let found = (0..=digits.count()).filter_map(|digits| {
            let (prefix, number) = name.split_at(name.len() - digits);
            self.declared.get(prefix).filter(|(_, declared)| declared.has(number))
        });
        found.min_by_key(|(number, _)| *number).map(|(_, declared)| declared.width)
    }

    /// The name of a register with leading zeros in its number as ptxas reads it, if it is declared: `%r2` for `%r02`.
    fn without_zeros(&self, name: &str) -> Option<String> {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let (_, declared) = self.declared.get(prefix)?;
        let number = name[prefix.len()..].parse::<u64>().ok()?.to_string();
        (name[prefix.len()..] != number && declared.has(&number)).then(|| format!("{prefix}{number}"))
    }

    fn video(&mut self, found: FoundInstruction) -> Result<(), SyntaxError> {
        let FoundInstruction { instruction, span, .. } = found;
        let ast::Body::Video(video) = instruction.body else {
            return problem(span, "the floats of 'mad' are not covered: legal are integer instructions");
        };
        let guard = match &instruction.guard {
            Some(guard) => {
                Some((self.register(guard.predicate.name(), span, OperandKind::Predicate)?, guard.negated))
            }
            None => None,
        };
        let word = OperandKind::Bits(32);
        let mut sources = Vec::new();
        for operand in video.operands().into_iter().flatten() {
            sources.push(match operand {
                ast::Operand::Immediate(integer) => StepSource::Constant((*integer as u32).into()),
                ast::Operand::Register(register) => StepSource::Register {
                    index: self.register(register.name(), span, word)?,
                    negated: false,
                },
            });
        }
        let destinations = vec![Some(self.register(video.d().name(), span, word)?)];
        let operation = Operation::Video(*video.operation());
        self.steps.push(Step { span, guard, operation, destinations, sources });
        Ok(())
    }

    fn line(&mut self, line: OtherInstruction<'_>) -> Result<(), SyntaxError> {
        let OtherInstruction { guard, opcode, modifiers, operands, span } = line;
        let guard = match guard {
            Some(RawGuard { negated, predicate: Spanned { span, value } }) => {
                Some((self.register(value, span, OperandKind::Predicate)?, negated))
            }
            None => None,
        };
        if opcode.value == "ld" {
            return self.load(guard, opcode, &modifiers, &operands, span);
        }
        self.moves = matches!(opcode.value, "mov" | "cvt");
        let shape: Shape = operands.iter().map(|operand| operand.pieces.len()).collect();
        let mut modifiers = Modifiers::new(opcode, modifiers);
        let Some((integer, signature)) = integer::read(opcode.value, &mut modifiers, &shape)? else {
            let message = format!(
                "'{}' is not an instruction that is covered here: legal are the scalar and SIMD video instructions, {COVERED}",
                opcode.value
            );
            return problem(opcode.span, message);
        };
        modifiers.end()?;
        let operation = Operation::Integer(integer);
        let expected = signature.destinations.len() + signature.sources.len();
        let pieces: Vec<&Piece<'_>> = operands.iter().flat_map(|operand| &operand.pieces).collect();
        let has_first = shape.first() == Some(&signature.destinations.len());
        if pieces.len() != expected || !has_first {
            let (found, to, from) = (operands.len(), signature.destinations.len(), signature.sources.len());
            let message = format!("legal are {to} destinations and {from} sources");
            let message = format!("'{}' has {found} operands that do not fit: {message}", opcode.value);
            let span = operands.first().map_or(span, |first| Span { end: span.end, ..first.span });
            return problem(span, message);
        }
        let (destinations, sources) = pieces.split_at(signature.destinations.len());
        let sources = sources.iter().zip(&signature.sources).map(|(piece, kind)| self.source(piece, *kind));
        let sources: Vec<StepSource> = sources.collect::<Result<_, _>>()?;
        let destinations = destinations.iter().zip(&signature.destinations);
        let destinations = destinations.map(|(piece, kind)| self.destination(piece, *kind));
        let destinations: Vec<Option<usize>> = destinations.collect::<Result<_, _>>()?;
        if let Some(requirement) = operation.requirement()
            && let Some(StepSource::Constant(given)) = sources.get(1)
            && !requirement.holds(&Integers, (*given).into())
        {
            let message = format!("{given} here has no specified result: legal is what is {requirement}");
            return problem(span, message);
        }
        if let Some(uses) = integer.carry {
            self.carries(uses, guard.is_some(), span)?;
        }
        self.steps.push(Step { span, guard, operation, destinations, sources });
        Ok(())
    }

    /// The index of the register of a name.
    pub(super) fn index(&mut self, name: &str) -> usize {
        self.indices.get(name).copied().unwrap_or_else(|| {
            let index = self.registers.len();
            self.registers.push((name.to_owned(), self.declared_width(name)));
            self.indices.insert(name.to_owned(), index);
            index
        })
    }

    fn carries(&mut self, uses: Carry, guarded: bool, span: Span) -> Result<(), SyntaxError> {
        if uses.reads && self.carry.is_none_or(|writer| writer.borrow != uses.borrow) {
            let message = "reads a carry that no instruction of its kind wrote: legal after add.cc, addc.cc, mad.cc and madc.cc, for subc after sub.cc and subc.cc";
            return problem(span, format!("the instruction {message}"));
        }
        if uses.writes {
            if guarded {
                let message = "a guard on an instruction that writes the carry is not covered: legal is none";
                return problem(span, message);
            }
            self.carry = Some(uses);
        }
        Ok(())
    }

    pub(super) fn destination(
        &mut self,
        piece: &Piece<'_>,
        kind: OperandKind,
    ) -> Result<Option<usize>, SyntaxError> {
        match piece.value {
            Value::Register(name) if !piece.negated && names::special_len(name).is_none() => {
                self.register(name, piece.span, kind).map(Some)
            }
            Value::Nothing => Ok(None),
            Value::Register(name) if names::special_len(name).is_some() => problem(
                piece.span,
                format!("the special register '{name}' cannot be written: legal is {kind}"),
            ),
            _ => problem(piece.span, format!("the destination cannot be written: legal is {kind}")),
        }
    }

    fn source(&mut self, piece: &Piece<'_>, kind: OperandKind) -> Result<StepSource, SyntaxError> {
        match (&piece.value, kind) {
            (Value::Register(_), OperandKind::Bits(_) | OperandKind::AtLeast(_) | OperandKind::Halves)
                if piece.negated =>
            {
                problem(piece.span, format!("a '!' on a source: legal is {kind}, without it"))
            }
            (Value::Register(name), _) => {
                let index = self.register(name, piece.span, kind)?;
                Ok(StepSource::Register { index, negated: piece.negated })
            }
            (Value::Constant(value), OperandKind::Bits(bits) | OperandKind::AtLeast(bits)) => {
                Ok(StepSource::Constant(value & (u64::MAX >> (64 - bits))))
            }
            // Any constant but 0 is true.
            (Value::Constant(value), OperandKind::Predicate) => {
                Ok(StepSource::Constant((*value != 0).into()))
            }
            (Value::Address(..), _) => {
                problem(piece.span, format!("an address is no operand here: legal is {kind}"))
            }
            (Value::Constant(_), OperandKind::Halves) | (Value::Nothing, _) => {
                problem(piece.span, format!("the source does not fit: legal is {kind}"))
            }
        }
    }

    /// The register of a name, which must have a width of the kind.
    pub(super) fn register(
        &mut self,
        name: &str,
        span: Span,
        kind: OperandKind,
    ) -> Result<usize, SyntaxError> {
        if names::special_len(name).is_some() {
            if !self.moves || !names::is_constant(name) {
                let message = format!(
                    "the special register '{name}' is not covered here: legal is an ordinary register, and in mov and \
                    cvt a special one that does not change, such as %tid.x"
                );
                return problem(span, message);
            }
            self.opaque.insert(name.to_owned());
        }
        if let Some(short) = self.without_zeros(name) {
            return problem(
                span,
                format!("the register '{name}' is '{short}' for ptxas: legal is '{short}'"),
            );
        }
        let index = self.index(name);
        let (bits, is_exact) = match kind {
            OperandKind::Predicate => (Width::Predicate.bits(), true),
            OperandKind::Bits(bits) => (bits, true),
            OperandKind::Halves => (32, true),
            OperandKind::AtLeast(bits) => (bits, false),
        };
        let known = self.registers[index].1;
        let is_loose = self.loose.contains(&index);
        let fits = |known: u32| known == bits || known < bits && is_loose || known > bits && !is_exact;
        if let Some(known) = known.filter(|known| !fits(known.bits())) {
            return problem(span, format!("the register '{name}' holds {known}: legal here is {kind}"));
        }
        if is_exact {
            self.loose.remove(&index);
        } else if known.is_none() {
            self.loose.insert(index);
        }
        self.registers[index].1 = Some(match (kind, known) {
            (OperandKind::Predicate, _) => Width::Predicate,
            // No register has 8 bits: without a declaration, it has 32.
            (_, None) if bits == 8 => Width::Bits(32),
            (_, known) => Width::Bits(known.map_or(bits, |known| bits.max(known.bits()))),
        });
        Ok(index)
    }

    fn finish(self) -> Sequence {
        let mut inputs = vec![false; self.registers.len()];
        let mut written = vec![false; self.registers.len()];
        for step in &self.steps {
            // A register written under a guard may keep its value.
            let kept = step.writes().filter(|_| step.guard.is_some());
            for index in step.reads().chain(kept) {
                inputs[index] |= !written[index];
            }
            step.writes().for_each(|index| written[index] = true);
        }
        let registers = self.registers.into_iter();
        let registers =
            registers.map(|(name, width)| Register { name, width: width.unwrap_or(Width::Bits(32)) });
        Sequence {
            registers: registers.collect(),
            loose: self.loose,
            indices: self.indices,
            inputs,
            steps: self.steps,
            opaque: self.opaque,
        }
    }
}

/// The covered instructions that are not video instructions.
const COVERED: &str = "add addc sub subc mul mad madc mul24 mad24 sad div rem min max abs neg and or xor not cnot lop3 shl shr shf popc clz brev \
    bfind fns szext bmsk bfe bfi prmt dp4a dp2a setp set selp slct mov cvt";
