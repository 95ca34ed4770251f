//! Bad texts with their errors, each pointing at its place. Oracle: the snapshot, read by a person; and that every
//! kind of error occurs in it.

use std::{collections::BTreeSet, fmt::Write};

use vmad_sass::{
    assemble,
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
        TextErrorKind::Control(_) => "Control",
    }
}

/// The kinds of [`kind_name`].
const KINDS: usize = 24;

const TEXTS: &str = include_str!("../data/bad-texts.txt");
const FIELDS: &str = include_str!("../data/bad-control-fields.txt");

/// The text, carets under the span (one where it is empty), and the message.
fn show(shown: &mut String, text: &str, error: &TextError) {
    let before = text[..error.span.start].chars().count();
    let under = text[error.span.start..error.span.end].chars().count().max(1);
    writeln!(shown, "{text}\n{:before$}{:^<under$}\n{}: {error}\n", "", "", kind_name(&error.kind)).unwrap();
}

#[test]
fn bad_texts_are_refused_with_a_message_and_a_place() {
    let mut shown = String::new();
    let mut kinds = BTreeSet::new();
    let mut texts = 0;
    for text in TEXTS.lines() {
        let error = assemble(text).expect_err(text);
        show(&mut shown, text, &error);
        kinds.insert(kind_name(&error.kind));
        texts += 1;
    }
    assert!(texts >= 60, "only {texts} texts");
    assert_eq!(kinds.len(), KINDS, "some kind of error does not occur: {kinds:?}");
    assert_snapshot("text", "text-errors", &shown);
}

#[test]
fn bad_control_fields_are_refused_with_a_message_and_a_place() {
    let mut shown = String::new();
    for text in FIELDS.lines() {
        show(&mut shown, text, &notation::parse(text).expect_err(text));
    }
    assert_snapshot("text", "control-field-errors", &shown);
}
