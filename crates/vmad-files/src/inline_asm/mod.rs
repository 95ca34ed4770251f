//! Inline PTX in CUDA C++ source: `asm("…" : "=r"(d) : "r"(a))`.
//!
//! The source is not preprocessed or parsed. Each `asm` outside of comments and strings is read, also in the body of a
//! `#define` and under an `#if`. Adjacent string literals are joined. A macro or an `#if` between them, or a constant
//! that is not a number, is a gap: instructions with a gap are left out. A register operand has the name of its
//! expression: `"r"(a)` is `a`, `"r"(v.x)` is `v$x`. Every byte of the PTX keeps its place in the source.

mod lex;
mod operand;
mod origin;
mod statement;
mod template;

use std::path::Path;

use vmad_ptx::{
    module::{Item, Items},
    syntax::Span,
};

pub use origin::Origins;

use operand::Operands;
use statement::Statement;
use template::{GAP, Placed, substitute};

/// The extensions of C++, CUDA and OpenCL source, as it is or preprocessed.
const EXTENSIONS: [&str; 16] =
    ["cu", "cuh", "cup", "cl", "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inc", "inl", "i", "ii"];

/// An asm statement that is not read. The message has the form `error: what is legal`.
#[derive(Debug)]
pub struct Problem {
    /// Its place in the source.
    pub span: Span,
    /// The error.
    pub message: String,
    /// Why it is not read.
    pub cause: Cause,
}

/// Why an asm statement is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No compiler takes it.
    Illegal,
    /// It depends on a macro or another name, and can be legal.
    Unknown,
    /// It is host code: it has a part that CUDA does not have, and no video instruction.
    Host,
}

/// The PTX of an asm statement.
#[derive(Debug)]
pub struct Block {
    /// The place of the statement in the source.
    pub span: Span,
    /// The parts of the statement that are not read, and are not in the PTX.
    pub gaps: Vec<Problem>,
    ptx: Placed,
}

impl Block {
    /// The PTX: the declarations of the operands' registers, and the template.
    pub fn ptx(&self) -> &str {
        &self.ptx.text
    }

    /// The place in the source of a part of the PTX.
    pub fn place(&self, span: Span) -> Span {
        self.ptx.place(span)
    }
}

/// Whether a path is that of a source file, by its extension.
pub fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str());
    extension.is_some_and(|it| EXTENSIONS.contains(&it.to_ascii_lowercase().as_str()))
}

/// Every asm statement of a source, in the order of the text.
pub fn blocks(source: &str) -> Vec<Result<Block, Problem>> {
    statement::statements(source).into_iter().map(|it| it.and_then(|it| block(source, it))).collect()
}

fn block(source: &str, statement: Statement) -> Result<Block, Problem> {
    let is_ptx = || Items::new(&statement.template.text).any(|item| matches!(item, Item::Instruction(Ok(_))));
    let filled = filled(source, &statement).map_err(|problem| match problem.cause {
        Cause::Illegal if !statement.gaps.is_empty() => Problem { cause: Cause::Unknown, ..problem },
        Cause::Host if is_ptx() => Problem { cause: Cause::Illegal, ..problem },
        _ => problem,
    });
    let (ptx, constants) = filled?;
    let mut gaps = statement.gaps;
    gaps.extend(constants);
    Ok(Block { span: statement.span, gaps, ptx })
}

/// The template with its operands, and the constants that are not known.
fn filled(source: &str, statement: &Statement) -> Result<(Placed, Vec<Problem>), Problem> {
    let Statement { template, operands, clobbers, .. } = statement;
    if let Some(span) = clobbers.iter().find(|it| it.of(source) != "\"memory\"") {
        let message = format!("{} is not a clobber of CUDA: legal is \"memory\"", span.of(source));
        return Err(Problem { span: *span, message, cause: Cause::Host });
    }
    let is_foreign = |c: char| !c.is_ascii() && c != GAP;
    if let Some((at, found)) = template.text.char_indices().find(|(_, c)| is_foreign(*c)) {
        let span = template.place(Span { start: at, end: at + found.len_utf8() });
        let message = format!("the character '{found}' in PTX: legal is ASCII, also in comments");
        return Err(Problem { span, message, cause: Cause::Illegal });
    }
    // Without operands, a `%` has no meaning, not even twice.
    if operands.is_empty() {
        return Ok((template.without_gaps(Placed::default()), Vec::new()));
    }
    let Operands { texts, head, names, gaps, .. } = Operands::new(source, operands)?;
    let named: Vec<Option<&str>> = operands.iter().map(|it| it.name.map(|name| name.of(source))).collect();
    let filled = substitute(&template.without(&names), &texts, &named, statement.span.start)?;
    Ok((filled.without_gaps(head), gaps))
}
