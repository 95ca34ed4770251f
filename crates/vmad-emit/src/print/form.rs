//! Expressions with places for their operands.

/// An expression with places for its operands, in braces.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) text: &'static str,
    /// It needs no parentheses as an operand.
    pub(super) is_atom: bool,
}

pub(super) const fn atom(text: &'static str) -> Form {
    Form { text, is_atom: true }
}

pub(super) const fn infix(text: &'static str) -> Form {
    Form { text, is_atom: false }
}
