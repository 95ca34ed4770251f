//! The video instructions of a PTX file or a CUDA source, for the question whether ptxas compiles them correctly.

use std::collections::HashMap;

use vmad_files::{
    inline_asm::{Cause, Origins, blocks},
    lines::LineIndex,
};
use vmad_ptx::{
    ast::{Body, Instruction},
    module::{Item, Items, Module, Unreadable, scan},
    syntax::Span,
};

use vmad_ptxas::safety::{Answer, Asked, findings};
use vmad_sass::Arch;

use crate::{kind::Kind, known::D7, program::Program};

/// A file and a line.
type At = (Option<String>, u32);

/// A video instruction of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its file, if a mark of a preprocessor names it.
    pub file: Option<String>,
    /// Its line, counted from 1.
    pub line: u32,
    /// The instruction, or why it is not read.
    pub instruction: Result<Instruction, String>,
    /// The same with the constants of registers that ptxas can know, if there are some.
    pub with_constants: Option<Instruction>,
    /// D7: `b` is a part of a register that has a constant, and its imm16 is the whole constant.
    pub loses_selector: bool,
}

/// The verdict on a video instruction of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Every given version compiles it correctly.
    Right,
    /// One of them does not.
    Wrong,
    /// It is not read, or its code was not run.
    NotRead,
}

impl Found {
    /// The verdict: right if no given version compiles it wrongly.
    pub fn judge(&self, asked: &[Asked]) -> Judged {
        let plain = match &self.instruction {
            Ok(instruction) => instruction,
            Err(error) => return Judged::new(Class::NotRead, format!("not read: {error}")),
        };
        // Constants become immediates where there are video instructions.
        let (family, later): (Vec<_>, Vec<_>) =
            asked.iter().cloned().partition(|it| it.generation.has_family());
        let known = self.with_constants.as_ref().unwrap_or(plain);
        let answers = [(known, Answer::all(known, &family)), (plain, Answer::all(plain, &later))];
        if answers.iter().all(|(_, answers)| answers.is_empty()) {
            return Judged::new(Class::NotRead, format!("not read: the code of {plain} was not run"));
        }
        let findings = answers.iter().flat_map(|(instruction, answers)| findings(instruction, answers));
        let mut details: Vec<String> = findings.flat_map(|finding| finding.lines()).collect();
        if self.loses_selector && !family.is_empty() {
            details.push(format!("{}, {}", D7.id, D7.title));
        }
        if details.is_empty() {
            return Judged::new(Class::Right, format!("right: {plain}"));
        }
        Judged { class: Class::Wrong, title: format!("wrong: {plain}"), details }
    }
}

/// A verdict, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The verdict.
    pub class: Class,
    /// The verdict and the instruction, or why there is none.
    pub title: String,
    /// Each miscompile: where, inputs that show it, and what to write instead.
    pub details: Vec<String>,
}

impl Judged {
    const fn new(class: Class, title: String) -> Self {
        Self { class, title, details: Vec::new() }
    }
}

/// Calls `each` with the video instructions of a PTX text, in its order.
///
/// # Errors
/// That of `each`.
pub fn of_ptx<E>(text: &str, module: &Module, each: impl FnMut(Found) -> Result<(), E>) -> Result<(), E> {
    let lines = LineIndex::new(text);
    of_text(text, module, |span| (None, lines.line(span.start)), each)
}

/// [`of_ptx`] with the file and line of a place.
fn of_text<E>(
    text: &str,
    module: &Module,
    at: impl Fn(Span) -> At,
    each: impl FnMut(Found) -> Result<(), E>,
) -> Result<(), E> {
    let program = Program::of(text, module, Arch::Sm50.into());
    let known = |span: Span| {
        let at = program.statements.binary_search_by_key(&span.start, |it| it.found.span.start).ok()?;
        Some(&program.statements[at].kind)
    };
    items(text, at, known).try_for_each(each)
}

/// Calls `each` with the video instructions in the `asm` statements of a CUDA source. A statement that depends on a
/// macro is not read.
///
/// # Errors
/// That of `each`.
pub fn of_source<E>(text: &str, mut each: impl FnMut(Found) -> Result<(), E>) -> Result<(), E> {
    let origins = Origins::new(text);
    let at = |span: Span| {
        let (file, line) = origins.of(text, span.start);
        (file.map(str::to_owned), line)
    };
    blocks(text).into_iter().try_for_each(|block| match block {
        Ok(block) => {
            for gap in &block.gaps {
                each(refused(at(gap.span), gap.message.clone()))?;
            }
            let text = function(block.ptx());
            let place = |Span { start, end }: Span| {
                let [start, end] = [start, end].map(|at| at.saturating_sub(HEAD.len()));
                block.place(Span { start, end })
            };
            of_text(&text, &scan(&text), |span| at(place(span)), &mut each)
        }
        Err(problem) if problem.cause == Cause::Host => Ok(()),
        Err(problem) => each(refused(at(problem.span), problem.message)),
    })
}

/// The video instructions of straight-line PTX in whose registers ptxas knows constants: with these constants, by place.
pub fn with_constants(ptx: &str) -> HashMap<usize, Instruction> {
    let text = function(ptx);
    let module = scan(&text);
    let program = Program::of(&text, &module, Arch::Sm50.into());
    let known =
        program.statements.iter().filter_map(|it| Some((it.found.span.start, it.kind.with_constants()?)));
    known.map(|(start, instruction)| (start - HEAD.len(), instruction)).collect()
}

/// The start of a function, whose constants are followed.
const HEAD: &str = ".func f() {\n";

fn function(body: &str) -> String {
    format!("{HEAD}{body}}}")
}

fn refused((file, line): At, message: String) -> Found {
    Found { file, line, instruction: Err(message), with_constants: None, loses_selector: false }
}

fn items<'a>(
    text: &str,
    at: impl Fn(Span) -> At,
    known: impl Fn(Span) -> Option<&'a Kind>,
) -> impl Iterator<Item = Found> {
    Items::new(text).filter_map(move |item| match item {
        Item::Instruction(Ok(found)) => match found.instruction.body {
            Body::Video(_) => Some(Found {
                file: at(found.span).0,
                line: at(found.span).1,
                with_constants: known(found.span).and_then(Kind::with_constants),
                loses_selector: known(found.span).is_some_and(Kind::loses_selector),
                instruction: Ok(found.instruction),
            }),
            Body::Mad(_) => None,
        },
        Item::Instruction(Err(Unreadable { error, .. })) | Item::Error(error) => {
            Some(refused(at(error.span), error.kind.to_string()))
        }
        Item::NotCovered(_) | Item::Version(_) | Item::Target(_) => None,
    })
}
