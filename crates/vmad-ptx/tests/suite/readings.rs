//! The table of ambiguities: each example really parts its readings, and every choice is in the table.

use std::collections::HashSet;
use vmad_ptx::ast::{Accumulate, Body, Factor, MultiplyAdd, Operation, Scale, Select, Source, Type};
use vmad_ptx::reading::{AMBIGUITIES, Ambiguity, Intermediate, Mask, MinusC, Pass, Reading};
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

/// The 864 modes of `vmad`: 36 pairs of formats, four signs, three scales, `.sat` or not.
fn vmad_modes() -> Vec<MultiplyAdd> {
    let formats = [None, Some(Select::B0), Some(Select::H0)]
        .into_iter()
        .flat_map(|select| Type::ALL.map(|ty| Source { ty, select }));
    let formats: Vec<Source> = formats.collect();
    let signs = [
        Accumulate::Sum { cancelled: false },
        Accumulate::MinusC { cancelled: false },
        Accumulate::MinusProduct { by: Factor::A },
        Accumulate::PlusOne { cancelled: false },
    ];
    let mut modes = Vec::new();
    for &a in &formats {
        for &b in &formats {
            for accumulate in signs {
                for scale in Scale::ALL {
                    for sat in [false, true] {
                        modes.push(MultiplyAdd { dtype: Type::U32, a, b, sat, scale, accumulate });
                    }
                }
            }
        }
    }
    assert_eq!(modes.len(), 864);
    modes
}

/// Asserts that two readings part in exactly the modes that the predicate names: in each of those on some corner, in
/// none of the others on any. Gives the number of modes.
fn parted(reading: &Reading, predicate: impl Fn(&MultiplyAdd) -> bool) -> usize {
    let corners = [
        0,
        1,
        2,
        0x7f,
        0x80,
        0xff,
        0x7fff,
        0x8000,
        0xffff,
        0x1234_5688,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        0xffff_fffe,
        0xffff_ffff,
    ];
    let mut count = 0;
    for mode in vmad_modes() {
        let operation = Operation::MultiplyAdd(mode);
        let parts = corners.iter().any(|&a| {
            corners.iter().any(|&b| {
                corners.iter().any(|&c| {
                    evaluate(&operation, a, b, c, &Reading::DEFAULT) != evaluate(&operation, a, b, c, reading)
                })
            })
        });
        assert_eq!(parts, predicate(&mode), "{mode:?}");
        count += usize::from(parts);
    }
    count
}

/// D1 parts 45 modes: `c` subtracted, both formats unsigned, and a shift or `.sat` that lets the upper bits be seen.
#[test]
fn the_modes_of_d1() {
    let literal = Reading { minus_c: MinusC::SignOfFinal, ..Reading::DEFAULT };
    let count = parted(&literal, |mode| {
        let unsigned = !mode.a.ty.is_signed() && !mode.b.ty.is_signed();
        mode.accumulate.c_negate() && unsigned && (mode.sat || mode.scale != Scale::Pass)
    });
    assert_eq!(count, 45);
}

/// D2 parts 6 modes: whole unsigned words, whose product needs all 64 bits and then a sign, and `.sat`.
#[test]
fn the_modes_of_d2() {
    let count =
        parted(&Reading { mask: Mask::TmpFirst, ..Reading::DEFAULT }, whole_words_negated_and_saturated);
    assert_eq!(count, 6);
}

/// The mask where the pseudo-code has it, behind the shift, takes nothing from a result that was shifted: it parts the
/// two modes of D2 that are not, and only if the missing case of `result` is read as the others.
#[test]
fn the_modes_of_the_mask_itself() {
    let mask = Reading { mask: Mask::ByFinalSign, ..Reading::DEFAULT };
    assert_eq!(parted(&mask, |_| false), 0);
    let count = parted(&Reading { pass: Pass::LikeTheOthers, ..mask }, |mode| {
        mode.scale == Scale::Pass && whole_words_negated_and_saturated(mode)
    });
    assert_eq!(count, 2);
}

/// P8: the mask as an unsigned number parts every mode in which a negative result can be clamped and the mask is
/// written: `.sat`, a signed final result, and a shift unless the missing case of `result` is read as the others (P9).
#[test]
fn the_modes_of_the_unsigned_mask() {
    let signed = |mode: &MultiplyAdd| {
        let negated = matches!(mode.accumulate, Accumulate::MinusC { .. } | Accumulate::MinusProduct { .. });
        mode.a.ty.is_signed() || mode.b.ty.is_signed() || negated
    };
    let mask = Reading { mask: Mask::Unsigned, ..Reading::DEFAULT };
    // 36 pairs of formats in four signs, without 9 unsigned pairs in two; two scales or three.
    assert_eq!(parted(&mask, |mode| mode.sat && signed(mode) && mode.scale != Scale::Pass), 126 * 2);
    let all = Reading { pass: Pass::LikeTheOthers, ..mask };
    assert_eq!(parted(&all, |mode| mode.sat && signed(mode)), 126 * 3);
}

/// The literal reading parts 46 modes: D1's 45, and of the two in which the mask takes something away the one whose
/// product is negated; in the other D1 lies already.
#[test]
fn the_modes_of_the_literal_reading() {
    let count = parted(&Reading::LITERAL, |mode| {
        let unsigned = !mode.a.ty.is_signed() && !mode.b.ty.is_signed();
        let minus_c = mode.accumulate.c_negate() && unsigned && (mode.sat || mode.scale != Scale::Pass);
        minus_c || mode.scale == Scale::Pass && whole_words_negated_and_saturated(mode)
    });
    assert_eq!(count, 46);
}

fn whole_words_negated_and_saturated(mode: &MultiplyAdd) -> bool {
    let whole = [mode.a, mode.b].iter().all(|source| source.select.is_none() && !source.ty.is_signed());
    let negated = matches!(mode.accumulate, Accumulate::MinusC { .. } | Accumulate::MinusProduct { .. });
    whole && negated && mode.sat
}
