//! The video instructions of a PTX text, for the question whether ptxas compiles them correctly.

use std::fmt;

use vmad_ptx::{
    ast::{Body, Instruction},
    module::{Item, Items, Module, Unreadable, scan},
    syntax::{Span, SyntaxError},
};

use vmad_ptxas::safety::{Answer, Asked, findings};
use vmad_sass::Arch;

use vmad_map::rows::D7;

use crate::{kind::Kind, program::Program};

/// A video instruction of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its place, or that of the error.
    pub span: Span,
    /// The instruction, or why it is not read.
    pub instruction: Result<Instruction, SyntaxError>,
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
            Err(error) => return Judged::not_read(&error.kind),
        };
        // Constants become immediates where there are video instructions.
        let (family, later): (Vec<_>, Vec<_>) =
            asked.iter().cloned().partition(|it| it.generation.has_family());
        let known = self.with_constants.as_ref().unwrap_or(plain);
        let answers = [(known, Answer::all(known, &family)), (plain, Answer::all(plain, &later))];
        if answers.iter().all(|(_, answers)| answers.is_empty()) {
            return Judged::not_read(&format_args!("the code of {plain} was not run"));
        }
        let findings = answers.iter().flat_map(|(instruction, answers)| findings(instruction, answers));
        let mut details: Vec<String> = findings.flat_map(|finding| finding.lines()).collect();
        if self.loses_selector && !family.is_empty() {
            details.push(format!("{}, {}", D7.id, D7.title));
        }
        if details.is_empty() {
            return Judged { class: Class::Right, title: format!("right: {plain}"), details };
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
    /// The verdict on a part that is not read.
    pub fn not_read(why: &dyn fmt::Display) -> Self {
        Self { class: Class::NotRead, title: format!("not read: {why}"), details: Vec::new() }
    }
}

/// The video instructions of a PTX text, in its order.
pub fn found<'t>(text: &'t str, module: &'t Module) -> impl Iterator<Item = Found> {
    let program = Program::of(text, module, Arch::Sm50.into());
    Items::new(text).filter_map(move |item| match item {
        Item::Instruction(Ok(found)) if matches!(found.instruction.body, Body::Video(_)) => {
            let start = found.span.start;
            let at = program.statements.binary_search_by_key(&start, |it| it.found.span.start).ok();
            let kind = at.map(|at| &program.statements[at].kind);
            Some(Found {
                span: found.span,
                instruction: Ok(found.instruction),
                with_constants: kind.and_then(Kind::with_constants),
                loses_selector: kind.is_some_and(Kind::loses_selector),
            })
        }
        Item::Instruction(Err(Unreadable { error, .. })) | Item::Error(error) => {
            let span = error.span;
            Some(Found { span, instruction: Err(error), with_constants: None, loses_selector: false })
        }
        Item::Instruction(Ok(_)) | Item::NotCovered(_) | Item::Version(_) | Item::Target(_) => None,
    })
}

/// The video instructions of straight-line PTX, in its order.
pub fn in_code(ptx: &str) -> Vec<Found> {
    /// The constants of a function are followed.
    const HEAD: &str = ".func f() {\n";
    let text = format!("{HEAD}{ptx}}}");
    let outside = |at: usize| at.saturating_sub(HEAD.len());
    let placed = |it: Found| {
        let span = Span { start: outside(it.span.start), end: outside(it.span.end) };
        Found { span, ..it }
    };
    found(&text, &scan(&text)).map(placed).collect()
}
