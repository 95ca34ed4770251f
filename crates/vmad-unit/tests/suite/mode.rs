//! Modes and operands. Oracle: the reference's lists of formats, selectors, scales and psigns.

use std::collections::HashSet;

use vmad_unit::{Format, Operand, Operation, Psign, Saturate, Scale, Selector, Sign, Width, vmad::Mode};

#[test]
fn the_modes_are_the_format_pairs_with_the_first_selectors() {
    let modes: Vec<Mode> = Mode::modes().collect();
    assert_eq!(modes.len(), 36 * 4 * 3 * 2);
    assert_eq!(modes.iter().collect::<HashSet<_>>().len(), modes.len());
    let firsts = [Selector::B0, Selector::H0, Selector::Word];
    assert!(modes.iter().all(|mode| firsts.contains(&mode.a.selector) && firsts.contains(&mode.b.selector)));
}

#[test]
fn all_operands_are_there_once() {
    let operands: Vec<Operand> = Operand::all().collect();
    assert_eq!(operands.len(), 14);
    assert_eq!(operands.iter().collect::<HashSet<_>>().len(), 14);
}

#[test]
fn formats_have_the_names_widths_and_signs_of_the_reference() {
    let formats = [
        (Format::U8, "U8", Width::Byte, Sign::Unsigned),
        (Format::S8, "S8", Width::Byte, Sign::Signed),
        (Format::U16, "U16", Width::Half, Sign::Unsigned),
        (Format::S16, "S16", Width::Half, Sign::Signed),
        (Format::U32, "U32", Width::Word, Sign::Unsigned),
        (Format::S32, "S32", Width::Word, Sign::Signed),
    ];
    assert_eq!(Format::ALL, formats.map(|(format, ..)| format));
    for (format, name, width, sign) in formats {
        assert_eq!((format.name(), format.width, format.sign), (name, width, sign));
        assert_eq!(name[1..].parse(), Ok(width.bits()), "the number in the name is the width");
    }
}

#[test]
fn selectors_have_the_names_and_places_of_the_reference() {
    let selectors = [
        (Selector::B0, "B0", 7, 0),
        (Selector::B1, "B1", 15, 8),
        (Selector::B2, "B2", 23, 16),
        (Selector::B3, "B3", 31, 24),
        (Selector::H0, "H0", 15, 0),
        (Selector::H1, "H1", 31, 16),
        (Selector::Word, "", 31, 0),
    ];
    assert_eq!(Selector::ALL, selectors.map(|(selector, ..)| selector));
    for (selector, name, high, low) in selectors {
        assert_eq!(selector.name(), name);
        assert_eq!((selector.low_bit(), selector.width().bits()), (low, high - low + 1), "{name}");
    }
}

#[test]
fn the_first_selector_of_a_format_is_the_one_at_the_low_end() {
    for format in Format::ALL {
        let operand = Operand::first(format);
        assert_eq!(operand.format(), format);
        assert_eq!(operand.selector.low_bit(), 0);
    }
    for width in [Width::Byte, Width::Half, Width::Word] {
        assert_eq!(Selector::first(width).width(), width);
        assert_eq!(Selector::first(width).low_bit(), 0);
    }
}

#[test]
fn the_scales_shift_by_the_numbers_in_their_names() {
    let scales = [(Scale::Pass, "PASS", 0), (Scale::Shr7, "SHR_7", 7), (Scale::Shr15, "SHR_15", 15)];
    assert_eq!(Scale::ALL, scales.map(|(scale, ..)| scale));
    for (scale, name, count) in scales {
        assert_eq!((scale.name(), scale.count()), (name, count));
    }
}

#[test]
fn the_psigns_stand_in_the_order_of_their_encoding() {
    let operations = ["(A*B) + C", "(A*B) + ~C + 1", "~(A*B) + C + 1", "(A*B) + C + 1"];
    assert_eq!(Psign::ALL, [Psign::Add, Psign::SubtractC, Psign::NegateProduct, Psign::PlusOne]);
    assert_eq!(Psign::ALL.map(Psign::operation), operations);
    assert_eq!(Saturate::ALL, [Saturate::Off, Saturate::On]);
    assert_eq!(Sign::ALL, [Sign::Unsigned, Sign::Signed]);
}

/// Oracle: the reference's lists of encodings.
#[test]
fn encodings_are_the_references() {
    for field in 0..=255 {
        let psign = Psign::from_encoding(field);
        assert_eq!(psign.encoding(), field % 4, "bits above the second are dropped");
        let scale = Scale::from_encoding(field);
        assert_eq!(scale.map(Scale::encoding), Some(field).filter(|&field| field < 3));
        let selector = Selector::from_encoding(field);
        assert_eq!(selector.map(Selector::encoding), Some(field).filter(|&field| field < 7));
    }
    assert_eq!([0, 1, 2, 3].map(Psign::from_encoding), Psign::ALL);
    assert_eq!([0, 1, 2].map(Scale::from_encoding), Scale::ALL.map(Some));
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(Selector::from_encoding), Selector::ALL.map(Some));
}

/// Each reason names what makes the sign.
#[test]
fn notes_name_the_cause_of_a_sign() {
    for mode in Mode::all() {
        let [intermediate, last, _] = &Operation::from(mode).notes()[..] else { panic!("{mode:?}") };
        let signed = |operand: Operand| operand.sign == Sign::Signed;
        let names = |text: &str| intermediate.contains(text);
        let both = names("A and B are signed");
        assert_eq!(names(": A is signed") || both, signed(mode.a), "{mode:?}");
        assert_eq!(names(": B is signed") || both, signed(mode.b), "{mode:?}");
        assert!(intermediate.starts_with(&format!("intermediate {}:", mode.intermediate_sign().name())));
        assert!(last.starts_with(&format!("final {}:", mode.final_sign().name())));
        let differ = mode.intermediate_sign() != mode.final_sign();
        assert_eq!(last.contains(": C is negated"), differ, "{mode:?}");
    }
}
