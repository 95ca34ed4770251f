//! The table of ambiguities: each example really parts its readings, and every choice is in the table.

use std::collections::HashSet;
use vmad_ptx::ast::Body;
use vmad_ptx::reading::{AMBIGUITIES, Ambiguity, Intermediate, Reading};
use vmad_ptx::syntax::parse_one;
use vmad_ptx::video::evaluate;

fn results(row: &Ambiguity) -> [u32; 2] {
    let found = parse_one(row.instruction).unwrap_or_else(|error| panic!("{}: {error}", row.id));
    let Body::Video(video) = found.instruction.body else { panic!("{} is a video instruction", row.id) };
    let [a, b, c] = row.inputs;
    row.readings.map(|reading| evaluate(video.operation(), a, b, c, &reading))
}

#[test]
fn every_example_parts_its_readings() {
    for row in AMBIGUITIES {
        let [default, other] = results(row);
        assert_ne!(default, other, "{}: both readings of {} give {default:#x}", row.id, row.instruction);
        let [from, to] = row.readings;
        let choices = Reading::choices().iter().filter(|choice| from != to && choice.apply(from) == to);
        assert_eq!(choices.count(), 1, "{}: a row is about one choice", row.id);
    }
}

/// What the examples give, worked out by hand from the manual's text.
#[test]
fn the_examples_results() {
    let expected = [
        ("D1", [0x8000_0001, 0x7fff_ffff]),  // 1 - 2^31, in range; 1 + 2^31, clamped
        ("D2", [0x8000_0000, 0x03ff_ffff]),  // -(2^32-1)^2, clamped; modulo 2^64 it is 2^33 - 1, >> 7
        ("D5", [0x8a24_c993, 0x9123_064a]),  // the first from hardware
        ("P1", [0xffff_fffe, 0x0000_0001]),  // max(0xfffffffe, 1); max(-2, 1)
        ("P2", [0x9123_064a, 0x1234_5688]),  // the first from hardware
        ("P3", [0x0000_0001, 0x8000_0000]),  // min(1, 2^31); min(1, -2^31)
        ("P4", [0x0000_0007, 0x0000_0003]),  // 1 + 2 + 4; 1 + 2
        ("P5", [0x0000_0000, 0xffff_ffff]),  // modulo 2^34, 2^35 is 0; clamped
        ("P6", [0xf800_0000, 0x0800_0000]),  // filled with the sign; with zeros
        ("P7", [0x0000_0001, 0x0000_0000]),  // 2 > 1; 2 < 1
        ("P8", [0xffff_fff8, 0x7fff_ffff]),  // -1024 >> 7; 2^64 - 8, clamped
        ("P9", [0x8000_0000, 0x7fff_ffff]),  // -(2^32-1)^2, clamped; modulo 2^64 it is 2^33 - 1, clamped
        ("P10", [0xffff_ffff, 0x0000_0000]), // -1 in s32; clamped to u32
    ];
    assert_eq!(expected.len(), AMBIGUITIES.len());
    for (row, (id, values)) in AMBIGUITIES.iter().zip(expected) {
        assert_eq!((row.id, results(row)), (id, values));
    }
}

/// Readings by name: every choice can be named, and every choice away from the default is in the table.
#[test]
fn every_choice_has_a_name_and_a_row() {
    assert_eq!("default".parse(), Ok(Reading::DEFAULT));
    assert_eq!("prose".parse(), Ok(Reading::PROSE));
    assert_eq!("literal".parse(), Ok(Reading::LITERAL));
    let mut named = HashSet::new();
    for choice in Reading::choices() {
        let text = format!("{}={}", choice.name, choice.value);
        let reading: Reading = text.parse().expect("a choice is a reading");
        assert_eq!(reading, choice.apply(Reading::DEFAULT), "{text}");
        if reading != Reading::DEFAULT {
            let mut rows = AMBIGUITIES.iter().flat_map(|row| row.readings);
            assert!(rows.any(|row| choice.apply(row) == row), "{text} is in no row");
            named.insert(reading);
        }
    }
    // Ten choices; intermediate has three readings and mask four.
    assert_eq!(named.len(), 13);
    assert_eq!(
        "literal,intermediate=whole".parse(),
        Ok(Reading { intermediate: Intermediate::Whole, ..Reading::LITERAL })
    );
    let error = "whole".parse::<Reading>().expect_err("a value without a name");
    assert!(error.to_string().contains("intermediate=whole"), "the message says what is legal: {error}");
}
