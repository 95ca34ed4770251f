//! The modifiers of an instruction, taken one by one.

use super::types::Int;
use crate::ast::ShiftMode;
use crate::syntax::{Fault, Span, Spanned, SyntaxError};

/// The number of registers of each operand: 1, or the number in its braces or around its `|`.
pub(crate) type Shape = Vec<usize>;

/// The modifiers that are not taken yet.
pub(crate) struct Modifiers<'a> {
    opcode: Spanned<&'a str>,
    left: Vec<Spanned<&'a str>>,
    /// The modifiers that were tried, for messages.
    legal: Vec<String>,
}

impl<'a> Modifiers<'a> {
    pub(crate) const fn new(opcode: Spanned<&'a str>, left: Vec<Spanned<&'a str>>) -> Self {
        Self { opcode, left, legal: Vec::new() }
    }

    /// Takes the modifier of that name, if it is there.
    pub(super) fn take(&mut self, name: &str) -> bool {
        self.one_of(&[(name, ())]).is_some()
    }

    /// Takes the first modifier if it has one of the names: its meaning.
    pub(super) fn one_of<T: Copy>(&mut self, names: &[(&str, T)]) -> Option<T> {
        self.legal.extend(names.iter().map(|(name, _)| format!(".{name}")));
        let first = self.left.first()?;
        let (_, meaning) = names.iter().find(|(name, _)| *name == first.value)?;
        self.left.remove(0);
        Some(*meaning)
    }

    /// Takes one of the names.
    pub(super) fn needed<T: Copy>(&mut self, names: &[(&str, T)]) -> Result<T, SyntaxError> {
        self.one_of(names).ok_or_else(|| self.problem())
    }

    /// Takes `.clamp` or `.wrap`.
    pub(super) fn mode(&mut self) -> Result<ShiftMode, SyntaxError> {
        self.needed(&ShiftMode::ALL.map(|mode| (mode.text(), mode)))
    }

    /// Takes a type, one of `legal`: `"u32 s32"`.
    pub(super) fn ty(&mut self, legal: &str) -> Result<Int, SyntaxError> {
        self.legal.extend(legal.split(' ').map(|name| format!(".{name}")));
        let ty = self.left.first().and_then(|first| Int::from_text(first.value, legal));
        let ty = ty.ok_or_else(|| self.problem())?;
        self.left.remove(0);
        // No modifier is legal after the type.
        self.legal.clear();
        Ok(ty)
    }

    pub(crate) fn end(&self) -> Result<(), SyntaxError> {
        if self.left.is_empty() { Ok(()) } else { Err(self.problem()) }
    }

    /// A message about the whole opcode.
    pub(super) fn refuse(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError { span: self.span(), kind: Fault::Sequence(message.into()) }
    }

    /// The next modifier as an error.
    fn problem(&self) -> SyntaxError {
        let legal = self.legal.iter().map(String::as_str);
        // If a type is wrong, only types are suggested.
        let names_type = self.left.first().is_some_and(|first| is_type(first.value))
            && legal.clone().any(|name| is_type(name.trim_start_matches('.')));
        let legal: Vec<_> =
            legal.filter(|name| !names_type || is_type(name.trim_start_matches('.'))).collect();
        let legal = if legal.is_empty() { "nothing more".to_owned() } else { legal.join(" ") };
        let opcode = self.opcode.value;
        match self.left.first() {
            Some(first) => {
                let message = format!("'.{}' does not fit here in '{opcode}': legal is {legal}", first.value);
                SyntaxError { span: first.span, kind: Fault::Sequence(message) }
            }
            None => self.refuse(format!("'{opcode}' lacks a modifier: legal is {legal}")),
        }
    }

    fn span(&self) -> Span {
        let end = self.left.last().map_or(self.opcode.span.end, |last| last.span.end);
        Span { start: self.opcode.span.start, end }
    }
}

/// Whether a modifier is the name of a type: `f32`, `u16x2`.
fn is_type(name: &str) -> bool {
    matches!(name.as_bytes(), [b'b' | b'f' | b's' | b'u', digit, ..] if digit.is_ascii_digit())
}
