//! Inline PTX in CUDA C++ source: `asm("…" : "=r"(d) : "r"(a))`.
//!
//! The source is not preprocessed or parsed. Each `asm` outside of comments and strings is read, also in the body of a
//! `#define` and under an `#if`. Adjacent string literals are joined. A macro or an `#if` between them, or a constant
//! that is not a number, is a gap: instructions with a gap are left out. A register operand has the name of its
//! expression: `"r"(a)` is `a`, `"r"(v.x)` is `v$x`. Every byte of the PTX keeps its place in the source.

mod lex;
mod macros;
mod operand;
mod origin;
mod sharing;
mod statement;
mod template;

use std::{ffi::OsStr, path::Path};

use vmad_ptx::{
    module::{Item, Items},
    syntax::Span,
};

pub use origin::Origins;
pub use sharing::Sharing;

use macros::macros;
use operand::{Known, Operands, register_type};
use statement::Statement;
use template::{GAP, Placed, Use, substitute};

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
    /// The bytes of the PTX before the template.
    head: usize,
    operands: Vec<Known>,
    /// The operands in the template, by their places in it.
    uses: Vec<Use>,
}

impl Block {
    /// The PTX: the declarations of the operands' registers, and the template.
    pub fn ptx(&self) -> &str {
        &self.ptx.text
    }

    /// PTX that gives values to registers of the statement, from local or from global memory. ptxas can know a value from
    /// local memory, as it can know that of a variable; it does not know one from global memory. The inputs are all operands
    /// but the numbers and the outputs without a first value.
    pub fn loads(&self, can_know_inputs: bool) -> String {
        let is_loaded = |operand: &&Known| !operand.register.is_empty() && !operand.is_number;
        let registers = self.operands.iter().filter(is_loaded);
        let load = |Known { register, letter, is_read, .. }: &Known| {
            let ty = register_type(*letter).unwrap_or_default();
            let from = if *is_read && can_know_inputs { "local" } else { "global" };
            format!(".reg .{ty} {register};\nld.{from}.{ty} {register}, [0];\n")
        };
        registers.map(load).collect()
    }

    /// The place in the source of a part of the PTX.
    pub fn place(&self, span: Span) -> Span {
        self.ptx.place(span)
    }
}

/// Whether a path is that of a source file, by its extension.
pub fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()))
}

/// Whether a text is PTX: it starts with a directive, as no C++ source does.
pub fn is_ptx(text: &str) -> bool {
    lex::first(text).is_some_and(|(_, span)| span.of(text) == ".")
}

/// A source with each line continuation within a word behind the word, which is the same for a compiler.
pub fn with_whole_words(source: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let mut moved = String::with_capacity(source.len());
    // The continuations within the last word.
    let mut held = String::new();
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        if at > 0 {
            moved.push_str(&std::mem::take(&mut held));
        }
        moved.push_str(&rest[..at]);
        let length = ["\\\n", "\\\r\n"].into_iter().find(|end| rest[at..].starts_with(*end)).map(str::len);
        let (mark, behind) = rest[at..].split_at(length.unwrap_or(1));
        rest = behind;
        if length.is_some() && moved.ends_with(is_word) {
            let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            moved.push_str(&rest[..word]);
            held.push_str(mark);
            rest = &rest[word..];
        } else {
            moved.push_str(&std::mem::take(&mut held));
            moved.push_str(mark);
        }
    }
    moved + &held + rest
}

/// Every asm statement of a source, in the order of the text.
pub fn blocks(source: &str) -> Vec<Result<Block, Problem>> {
    let tokens = lex::tokens(source);
    let macros = macros(source, &tokens);
    let statements = statement::statements(source, tokens, &macros);
    statements.into_iter().map(|statement| block(source, statement?)).collect()
}

fn block(source: &str, statement: Statement) -> Result<Block, Problem> {
    let is_ptx = || Items::new(&statement.template.text).any(|item| matches!(item, Item::Instruction(Ok(_))));
    let filled = filled(source, &statement).map_err(|problem| match problem.cause {
        Cause::Illegal if !statement.gaps.is_empty() => Problem { cause: Cause::Unknown, ..problem },
        Cause::Host if is_ptx() => Problem { cause: Cause::Illegal, ..problem },
        _ => problem,
    });
    let filled = filled?;
    let mut gaps = statement.gaps;
    gaps.extend(filled.gaps);
    Ok(Block { gaps, ..filled })
}

/// The template with its operands. The gaps are the constants that are not known.
fn filled(source: &str, statement: &Statement) -> Result<Block, Problem> {
    let Statement { span, template, operands, clobbers, .. } = statement;
    if let Some(span) = clobbers.iter().find(|clobber| clobber.of(source) != "\"memory\"") {
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
        let ptx = template.without_gaps(Placed::default());
        let (gaps, operands, uses) = (Vec::new(), Vec::new(), Vec::new());
        return Ok(Block { span: *span, gaps, ptx, head: 0, operands, uses });
    }
    let Operands { known, head: before, names, gaps, .. } = Operands::new(source, operands)?;
    let names_of_operands = operands.iter().map(|operand| operand.name);
    let named: Vec<_> = names_of_operands.map(|name| name.map(|name| name.of(source))).collect();
    let texts: Vec<&str> = known.iter().map(|operand| operand.text.as_str()).collect();
    let (filled, uses) = substitute(&template.without(&names), &texts, &named, span.start)?;
    let head = before.text.len();
    // The places of the others are not those of the template.
    let uses = if filled.text.contains(GAP) { Vec::new() } else { uses };
    Ok(Block { span: *span, gaps, ptx: filled.without_gaps(before), head, operands: known, uses })
}
