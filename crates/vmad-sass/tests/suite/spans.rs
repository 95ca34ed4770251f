//! Texts of every kind: nothing panics, and every error points into its text.
//!
//! Oracle: none is needed; a span is in range and on character boundaries or it is not. Each run draws other texts
//! (arbtest prints the seed of a failure); what it found stands below as a test with a name.

use arbtest::arbitrary::{Result, Unstructured};
use vmad_sass::{
    assemble,
    text::{TextError, notation},
};

/// Texts to spoil: every part of the grammar occurs.
const TEXTS: [&str; 8] = [
    "@!P3 VMAD.S16.U8.PO.SHR_7.SAT R0.CC, R1.H1, R2.B3, R4;",
    "VMAD.U8.S8 R254, -R1.B1.reuse, R2.B2.reuse, RZ.reuse &req={0,3} ?stall=5 ?yield;",
    "VMAD R0, -R1, R2, R3;  &rd=2 &wr=1 &reuse={a,b,c,d}",
    "VMAD.U16.S16.SHR_15 R0, R1.H1, -32768, -R3",
    "VMAD.U32.U16 R0, -R1, -#0xffff, R3 // a comment",
    "/*0008*/ @PT VMAD.S8.U16.PASS R1, R2.B0, 0X1f, R4 ; /* 0x5f04020000370200 */",
    "&req={5,4,3,2,1,0} &rd=6 &wr=0 &reuse={} ?stall=15 ?yield",
    "",
];

/// What is put in: marks, words, and characters of one to four bytes.
const PIECES: &str =
    "@ ! , ; - # . = { } [ ] & ? /* */ // R RZ P7 VMAD 0x 65536 99999999999999999999 reuse CC é 日 🦀 _";

/// Pieces of white space, and one that is nothing.
const BLANKS: [&str; 5] = ["\n", " ", "\t", "\u{2028}", "\0"];

/// A text with pieces put in, taken out and moved.
fn spoiled(u: &mut Unstructured<'_>) -> Result<String> {
    let mut text: Vec<char> = u.choose(&TEXTS)?.chars().collect();
    let pieces: Vec<_> = PIECES.split(' ').chain(BLANKS).collect();
    for _ in 0..u.int_in_range(0..=6)? {
        let from = u.int_in_range(0..=text.len())?;
        let to = u.int_in_range(from..=text.len().min(from + 8))?;
        match u.int_in_range(0..=3)? {
            0 => drop(text.drain(from..to)),
            1 => drop(text.splice(from..to, u.choose(&pieces)?.chars())),
            2 => drop(text.splice(from..from, u.choose(&pieces)?.chars())),
            _ => text.truncate(from),
        }
    }
    Ok(text.into_iter().collect())
}

fn check_error(text: &str, error: &TextError) {
    let span = error.span;
    assert!(span.start <= span.end && span.end <= text.len(), "{span:?} of {text:?}");
    assert!(text.get(span.start..span.end).is_some(), "{span:?} cuts a character of {text:?}");
    assert!(!error.to_string().is_empty());
}

fn check(text: &str) {
    match assemble(text) {
        Err(error) => check_error(text, &error),
        Ok(assembly) => {
            let printed = assembly.instruction.to_string();
            assert_eq!(printed.parse(), Ok(assembly.instruction), "{text:?} prints as {printed}");
        }
    }
    match notation::parse(text) {
        Err(error) => check_error(text, &error),
        Ok(field) => assert_eq!(notation::parse(&field.to_string()), Ok(field), "{text:?}"),
    }
}

#[test]
fn errors_of_spoiled_texts_point_into_them() {
    arbtest::arbtest(|u| {
        check(&spoiled(u)?);
        Ok(())
    })
    .budget_ms(500);
}

#[test]
fn errors_of_any_text_point_into_it() {
    arbtest::arbtest(|u| {
        check(u.arbitrary()?);
        Ok(())
    })
    .budget_ms(200);
}

#[test]
fn every_beginning_of_a_text_is_read_or_refused() {
    for text in TEXTS {
        for end in 0..=text.len() {
            check(&text[..end]);
        }
    }
}

/// The look for an open comment cut a character in half, and panicked.
#[test]
fn a_wide_character_where_a_comment_could_begin_is_an_error() {
    for text in ["日", "Vé", "V日", "🦀", "VMAD R0, é", "R日", "/日", "/* 日 */日"] {
        check(text);
        assert!(assemble(text).is_err(), "{text}");
    }
    assert_eq!(
        assemble("日").unwrap_err().to_string(),
        "unexpected character '日': legal are names, numbers and any of @ ! , ; - # . = { } [ ] & ?"
    );
    let commented = "/* 日本 */ VMAD R0, R1, R2, R3 // é";
    assert_eq!(assemble(commented).unwrap().instruction.to_string(), "VMAD.S32.S32 R0, R1, R2, R3");
}

/// The place of an illegal control field ran on to the next token, over blanks and comments.
#[test]
fn the_place_of_a_control_field_ends_with_its_last_part() {
    let text = "VMAD.U8.U8 R0, R1, R2, R3 ?stall=2 &rd=6 /* coupled */ ;";
    let span = assemble(text).unwrap_err().span;
    assert_eq!(&text[span.start..span.end], "?stall=2 &rd=6");
}
