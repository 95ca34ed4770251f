//! The instructions of a module that a comparison skips.

use std::{collections::BTreeMap, ops::RangeInclusive};

use vmad_ptx::{
    ast::Body,
    module::{Function, Module, Unreadable},
    syntax::{Fault, Span},
};

use crate::{lines::LineIndex, source::statements};

/// A `vmad` that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The PTX function.
    pub function: String,
    /// The place of the error.
    pub span: Span,
    /// The error.
    pub fault: Fault,
    /// The lines of the statement, counted from 1.
    pub lines: RangeInclusive<u32>,
}

impl Unread {
    /// The `vmad`s of a function that cannot be read.
    pub(crate) fn of(text: &str, module: &Module, function: &Function, index: &LineIndex) -> Vec<Self> {
        let errors = statements(module, function).iter().filter_map(|it| it.as_ref().err());
        let unread = |it: &Unreadable| Self {
            function: function.name.clone(),
            span: it.error.span,
            fault: it.error.kind.clone(),
            lines: index.line(it.span.start)..=index.line(it.span.end.saturating_sub(1)),
        };
        errors.filter(|it| it.opcode.of(text) == VMAD).map(unread).collect()
    }
}

/// The instruction that a comparison reads.
const VMAD: &str = "vmad";

/// The video instructions and dot products of a module that a comparison does not read, by opcode.
pub(crate) fn not_checked(text: &str, module: &Module) -> BTreeMap<String, usize> {
    let read = module.statements.iter().filter_map(|statement| match statement {
        Ok(found) => match &found.instruction.body {
            Body::Video(video) => video.operation().to_string().split('.').next().map(str::to_owned),
            Body::Mad(_) => None,
        },
        Err(unreadable) => Some(unreadable.opcode.of(text).to_owned()).filter(|opcode| opcode != "mad"),
    });
    let mut counts = BTreeMap::new();
    let others = module.not_covered.iter().map(|opcode| opcode.of(text).to_owned());
    for opcode in read.chain(others).filter(|opcode| opcode != VMAD) {
        *counts.entry(opcode).or_default() += 1;
    }
    counts
}
