//! Bad texts with their errors, each pointing at its place. Oracle: the snapshot, read by a person.

use std::fmt::Write;

use vmad_sass::{
    assemble_in,
    isa::Layout,
    text::{TextError, notation},
    wide::WideInstruction,
};

use vmad_testing::assert_snapshot;

use crate::wide::arch_of;

const TEXTS: &str = include_str!("../data/bad-texts.txt");
const KEPLER_TEXTS: &str = include_str!("../data/bad-texts-kepler.txt");
const WIDE_TEXTS: &str = include_str!("../data/bad-texts-wide.txt");
const FIELDS: &str = include_str!("../data/bad-control-fields.txt");

/// The text, carets under the span (one where it is empty), and the message.
fn show(shown: &mut String, text: &str, error: &TextError) {
    let before = text[..error.span.start].chars().count();
    let under = text[error.span.start..error.span.end].chars().count().max(1);
    writeln!(shown, "{text}\n{:before$}{:^<under$}\n{error}\n", "", "").unwrap();
}

#[test]
fn bad_texts_are_refused_with_a_message_and_a_place() {
    for (layout, texts, snapshot) in
        [(Layout::Maxwell, TEXTS, "text-errors"), (Layout::Kepler, KEPLER_TEXTS, "text-errors-kepler")]
    {
        let mut shown = String::new();
        for text in texts.lines() {
            let error = assemble_in(layout, text).expect_err(text);
            show(&mut shown, text, &error);
        }
        assert_snapshot("text", snapshot, &shown);
    }
}

#[test]
fn bad_texts_of_128_bits_are_refused_with_a_message_and_a_place() {
    let mut shown = String::new();
    for row in WIDE_TEXTS.lines() {
        let (arch, text) = row.split_once(' ').expect(row);
        let arch = arch_of(arch);
        writeln!(shown, "{arch}").unwrap();
        show(&mut shown, text, &WideInstruction::assemble(arch, text).expect_err(text));
    }
    assert_snapshot("text", "text-errors-wide", &shown);
}

#[test]
fn bad_control_fields_are_refused_with_a_message_and_a_place() {
    let mut shown = String::new();
    for text in FIELDS.lines() {
        show(&mut shown, text, &notation::parse(text).expect_err(text));
    }
    assert_snapshot("text", "control-field-errors", &shown);
}
