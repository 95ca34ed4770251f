//! Bad texts with their errors, each pointing at its place. Oracle: the snapshot, read by a person; and that every
//! kind of error occurs in it.

use std::{collections::BTreeSet, fmt::Write};

use vmad_sass::{
    assemble_in,
    isa::Layout,
    text::{TextError, TextErrorKind, notation},
};

use crate::snapshots::assert_snapshot;

/// The variant, by a match that does not compile when there is another.
fn kind_name(kind: &TextErrorKind) -> &'static str {
    match kind {
        TextErrorKind::Character(_) => "Character",
        TextErrorKind::OpenComment => "OpenComment",
        TextErrorKind::Expected { .. } => "Expected",
        TextErrorKind::Mnemonic { .. } => "Mnemonic",
        TextErrorKind::Suffix { .. } => "Suffix",
        TextErrorKind::SuffixOrder { .. } => "SuffixOrder",
        TextErrorKind::RepeatedSuffix { .. } => "RepeatedSuffix",
        TextErrorKind::MissingSuffix { .. } => "MissingSuffix",
        TextErrorKind::OneFormat { .. } => "OneFormat",
        TextErrorKind::Register(_) => "Register",
        TextErrorKind::Predicate(_) => "Predicate",
        TextErrorKind::OperandSuffix { .. } => "OperandSuffix",
        TextErrorKind::Selector { .. } => "Selector",
        TextErrorKind::ReuseOnDecoupled => "ReuseOnDecoupled",
        TextErrorKind::NoNegation { .. } => "NoNegation",
        TextErrorKind::NegationWithPlusOne => "NegationWithPlusOne",
        TextErrorKind::TwoNegations { .. } => "TwoNegations",
        TextErrorKind::Format { .. } => "Format",
        TextErrorKind::ImmediateRange { .. } => "ImmediateRange",
        TextErrorKind::Number(_) => "Number",
        TextErrorKind::ControlPart { .. } => "ControlPart",
        TextErrorKind::ControlRange { .. } => "ControlRange",
        TextErrorKind::ControlTwice(_) => "ControlTwice",
        TextErrorKind::NoControlField => "NoControlField",
        TextErrorKind::Control(_) => "Control",
    }
}

/// The kinds of [`kind_name`].
const KINDS: usize = 25;

const TEXTS: &str = include_str!("../data/bad-texts.txt");
const KEPLER_TEXTS: &str = include_str!("../data/bad-texts-kepler.txt");
const FIELDS: &str = include_str!("../data/bad-control-fields.txt");

/// The text, carets under the span (one where it is empty), and the message.
fn show(shown: &mut String, text: &str, error: &TextError) {
    let before = text[..error.span.start].chars().count();
    let under = text[error.span.start..error.span.end].chars().count().max(1);
    writeln!(shown, "{text}\n{:before$}{:^<under$}\n{}: {error}\n", "", "", kind_name(&error.kind)).unwrap();
}

#[test]
fn bad_texts_are_refused_with_a_message_and_a_place() {
    let mut kinds = BTreeSet::new();
    for (layout, texts, snapshot) in
        [(Layout::Maxwell, TEXTS, "text-errors"), (Layout::Kepler, KEPLER_TEXTS, "text-errors-kepler")]
    {
        let mut shown = String::new();
        for text in texts.lines() {
            let error = assemble_in(layout, text).expect_err(text);
            show(&mut shown, text, &error);
            kinds.insert(kind_name(&error.kind));
        }
        assert_snapshot("text", snapshot, &shown);
    }
    assert_eq!(kinds.len(), KINDS, "some kind of error does not occur: {kinds:?}");
}

#[test]
fn bad_control_fields_are_refused_with_a_message_and_a_place() {
    let mut shown = String::new();
    for text in FIELDS.lines() {
        show(&mut shown, text, &notation::parse(text).expect_err(text));
    }
    assert_snapshot("text", "control-field-errors", &shown);
}
