//! The emitted text of some modes in each language.

use std::fmt::Write;

use fastrand::Rng;
use vmad_emit::{Function, Language, Options, instruction};

use crate::words::family;

/// One of each instruction. Of `VMAD` one for each width of the code (low bits, narrow, 64 bits, more), each psign,
/// scale and clamp, an immediate, and `RZ`.
const MODES: &str = include_str!("../data/modes.txt");

fn check(language: Language, longs: Option<bool>, name: &str) {
    let functions: Vec<_> = MODES
        .lines()
        .map(|text| {
            let word = vmad_sass::assemble(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            instruction(&word.instruction, None).expect("a known computation")
        })
        .collect();
    vmad_testing::assert_snapshot(
        "emit",
        name,
        &language.print(&functions, Options { longs, ..Options::default() }),
    );
}

#[test]
fn every_language() {
    for language in Language::ALL {
        check(language, None, language.name());
    }
}

#[test]
fn other_integers() {
    check(Language::C, Some(false), "c_no_int64");
    check(Language::Glsl, Some(true), "glsl_int64");
}

/// A digest for each instruction and language. If one changes, compare the text of both versions.
#[test]
fn many_words() {
    let mut digests = String::new();
    for words in family(WORDS, &mut Rng::with_seed(5)).chunks(WORDS) {
        let functions: Vec<_> =
            words.iter().map(|word| instruction(word, None).expect("a known computation")).collect();
        digests += &lines(words[0].mnemonic(), &functions);
    }
    digests += &lines("any word", &vmad_emit::every_word());
    vmad_testing::assert_snapshot("emit", "words", &digests);
}

/// For each instruction.
const WORDS: usize = 100;

/// A line for each language, and for those with other integers: the digest of its text.
fn lines(title: &str, functions: &[Function]) -> String {
    let other = [(Language::C, Some(false)), (Language::Glsl, Some(true)), (Language::SpirV, Some(true))];
    let mut lines = String::new();
    for (language, longs) in Language::ALL.map(|language| (language, None)).into_iter().chain(other) {
        let digest = vmad_testing::cases::digest(
            language.print(functions, Options { longs, ..Options::default() }).bytes().map(u32::from),
        );
        let integers = longs.map_or("", |longs| if longs { " 64 bits" } else { " 32 bits" });
        let language = format!("{}{integers}", language.name());
        writeln!(lines, "{title:<10} {language:<13} {digest:016x}").unwrap();
    }
    lines
}
