//! Finding the instructions of this crate in a whole PTX module.
//!
//! A module is not parsed. [`Items`] reads `.version`, `.target` and the instructions of this crate, and finds the
//! functions. It skips the rest. [`Body`] has the statements of a function.

mod body;
mod functions;
mod items;
mod register_types;
mod tokens;

pub use body::{Body, Guard, Name, Register, Statement};
pub use functions::{Function, FunctionKind};
pub use items::{Item, Items, Unreadable};
pub use register_types::{WrongType, wrong_types_in, wrong_types_of_statements};

use crate::ast::{self, Video};
use crate::legality::{PtxVersion, Target};
use crate::syntax::{FoundInstruction, Span, SyntaxError};

/// The contents of a module that matter to this crate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The first `.version` that can be read.
    pub version: Option<PtxVersion>,
    /// The first architecture of the first `.target` that can be read.
    pub target: Option<Target>,
    /// Every instruction of this crate, in the order of the text, with spans in the text.
    pub statements: Vec<Result<FoundInstruction, Unreadable>>,
    /// The opcodes of the dot products, whose legality this crate does not cover.
    pub not_covered: Vec<Span>,
    /// Every `.version` and `.target` that cannot be read, and a comment without an end.
    pub errors: Vec<SyntaxError>,
    /// The functions that have a body, in the order of the text.
    pub functions: Vec<Function>,
}

impl Module {
    /// The statements of this crate in a part of the text.
    pub fn statements_in(&self, part: Span) -> &[Result<FoundInstruction, Unreadable>] {
        let before = |end: usize| self.statements.partition_point(|statement| start(statement) < end);
        &self.statements[before(part.start)..before(part.end.max(part.start))]
    }

    /// The video instruction that a place of the text is in.
    pub fn video_at(&self, at: usize) -> Option<(&FoundInstruction, &Video)> {
        let behind = self.statements.partition_point(|statement| start(statement) <= at);
        let last = self.statements[behind.checked_sub(1)?].as_ref().ok()?;
        match &last.instruction.body {
            ast::Body::Video(video) if at < last.span.end => Some((last, video)),
            _ => None,
        }
    }
}

const fn start(statement: &Result<FoundInstruction, Unreadable>) -> usize {
    match statement {
        Ok(found) => found.span.start,
        Err(unreadable) => unreadable.span.start,
    }
}

/// Finds `.version`, `.target`, the instructions of this crate, and the functions of a module. Any text is legal.
pub fn scan(text: &str) -> Module {
    let mut module = Module::default();
    let mut items = Items::new(text);
    for item in items.by_ref() {
        match item {
            Item::Version(version) => _ = module.version.get_or_insert(version),
            Item::Target(target) => _ = module.target.get_or_insert(target),
            Item::Instruction(statement) => module.statements.push(statement),
            Item::Error(error) => module.errors.push(error),
            Item::NotCovered(opcode) => module.not_covered.push(opcode),
        }
    }
    module.functions = items.into_functions();
    // Large files are kept until the end.
    module.statements.shrink_to_fit();
    module
}
