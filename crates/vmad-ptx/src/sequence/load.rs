//! Loads from memory that nothing changes.

use super::build::{Builder, problem};
use super::{Step, StepSource, Width};
use crate::integer::{Int, Integer, Op, OperandKind, Operation};
use crate::syntax::statement::{Operand, Piece, Value};
use crate::syntax::{Span, Spanned, SyntaxError};

impl Builder {
    /// A load of memory that nothing changes. A load from a variable is an input of its own.
    pub(super) fn load(
        &mut self,
        guard: Option<(usize, bool)>,
        opcode: Spanned<&str>,
        modifiers: &[Spanned<&str>],
        operands: &[Operand<'_>],
        span: Span,
    ) -> Result<(), SyntaxError> {
        let words: Vec<&str> = modifiers.iter().map(|modifier| modifier.value).collect();
        let Some((space, count, ty)) = memory(&words) else {
            let message = "'ld' of this memory is not covered: legal are ld.param, ld.const and ld.global.nc of integers, also with \
                .v2 and .v4 and cache operators, whose memory nothing changes";
            return problem(opcode.span, message);
        };
        let pieces: Vec<_> = operands.iter().map(|operand| &operand.pieces[..]).collect();
        let [to, [Piece { value: Value::Address(base, offset), span: place, .. }]] = pieces[..] else {
            return problem(span, "'ld' has other operands: legal are d, [a] and d, [a+4]");
        };
        if to.len() != count {
            let message = format!("'ld' has {} destinations here: legal are {count}", to.len());
            return problem(span, message);
        }
        let name = format!("ld.{space}.b{}", ty.bits);
        let is_register = base.starts_with('%')
            || self.indices.contains_key(*base)
            || self.declared_width(base).is_some()
            || space == "global.nc";
        let address = if is_register {
            Some(self.register(
                base,
                *place,
                OperandKind::AtLeast(if space == "global.nc" { 64 } else { 32 }),
            )?)
        } else {
            None
        };
        for (to, at) in to.iter().zip(0..) {
            let offset = offset.wrapping_add(at * u64::from(ty.bits / 8));
            let (operation, sources) = if let Some(index) = address {
                self.opaque.insert(name.clone());
                let source = StepSource::Register { index, negated: false };
                (Operation::Load { name: name.clone(), ty }, vec![source, StepSource::Constant(offset)])
            } else {
                let name = match offset {
                    0 => format!("{name} [{base}]"),
                    _ => format!("{name} [{base}+{offset}]"),
                };
                let index = self.index(&name);
                self.registers[index].1 = Some(Width::Bits(ty.bits.max(16)));
                self.opaque.insert(name);
                let operation = Operation::Integer(Integer::plain(Op::Cvt(ty), ty));
                (operation, vec![StepSource::Register { index, negated: false }])
            };
            let destination = self.destination(to, OperandKind::AtLeast(ty.bits))?;
            if at + 1 < count as u64 && address.is_some() && destination == address {
                let message =
                    "the register of the address is written before the last part is read: legal is another";
                return problem(to.span, message);
            }
            self.steps.push(Step { span, guard, operation, destinations: vec![destination], sources });
        }
        Ok(())
    }
}

/// The memory of a load that nothing changes, the number of destinations, and the type of each. Cache operators and
/// levels change no value.
fn memory<'m>(modifiers: &[&'m str]) -> Option<(&'m str, usize, Int)> {
    const TYPES: &str = "b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64";
    const LEVELS: &str = "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate L2::64B L2::128B \
        L2::256B";
    let (space, rest) = match modifiers {
        [space @ ("param" | "const"), rest @ ..] => (*space, rest),
        ["global", "nc", rest @ ..] | ["global", "ca" | "cg" | "cs", "nc", rest @ ..] => ("global.nc", rest),
        _ => return None,
    };
    let is_level = |word: &&&str| space == "global.nc" && LEVELS.split(' ').any(|level| level == **word);
    let levels = rest.iter().take_while(is_level).count();
    let (count, ty) = match rest[levels..] {
        [ty] => (1, ty),
        ["v2", ty] => (2, ty),
        ["v4", ty] => (4, ty),
        _ => return None,
    };
    Some((space, count, Int::from_text(ty, TYPES)?))
}
