//! The descriptions of the word forms. Oracles: the 64 bits of a word, nvdisasm's mnemonics, and the unit's own types.

use std::collections::BTreeSet;

use vmad_sass::isa::{B, Field, Form, Layout, Spelling};
use vmad_unit::Kind;

use crate::words::forms_of_all_layouts;

#[test]
fn the_nine_instructions_have_their_forms() {
    let expected = ["VMAD", "VADD", "VABSDIFF", "VABSDIFF4", "VMNMX", "VSET", "VSETP", "VSHL", "VSHR"];
    assert_eq!(Kind::NAMES, expected);
    for forms in Layout::ALL.into_iter().flat_map(Layout::instructions) {
        assert_eq!(forms.iter().map(|form| form.b).filter(|b| *b == B::Register).count(), 1);
        assert_eq!(forms.iter().map(|form| form.b).filter(|b| *b == B::Immediate).count(), 1);
        assert_eq!(forms[0].layout.forms(forms[0].kind), *forms);
    }
    assert_eq!(Kind::from_name("VMAX"), None);
}

#[test]
fn the_fields_of_a_form_cover_each_bit_once() {
    for form in forms_of_all_layouts() {
        let mut covered = 0_u64;
        for field in form.fields {
            let bits = field.put(u64::MAX);
            assert_eq!((covered & bits, bits.count_ones()), (0, field.width()), "{}", field.name());
            covered |= bits;
        }
        assert_eq!(covered, u64::MAX, "{} {:?}", form.kind, form.b);
    }
}

/// `of`, `put` and `with` agree with the bits of the field's parts.
#[test]
fn a_field_is_its_bits() {
    let mut random = fastrand::Rng::with_seed(64);
    for field in forms_of_all_layouts().flat_map(|form| form.fields) {
        for word in [0, u64::MAX, random.u64(..), random.u64(..)] {
            let mut shift = 0;
            let mut expected = 0;
            for bits in field.parts() {
                for bit in bits.low..bits.low + bits.width {
                    expected |= (word >> bit & 1) << shift;
                    shift += 1;
                }
            }
            assert_eq!(field.of(word), expected, "{}", field.name());
            for value in [0, field.mask(), random.u64(..)] {
                let with = field.with(word, value);
                assert_eq!(field.of(with), value & field.mask());
                assert_eq!(with & !field.put(u64::MAX), word & !field.put(u64::MAX));
            }
        }
    }
}

#[test]
fn a_field_that_lists_its_values_lists_all_of_them_in_order() {
    for form in forms_of_all_layouts() {
        for field in form.fields.iter().filter(|field| field.spelling() == Spelling::Listed) {
            let values: Vec<u64> = field.values().iter().map(|value| value.value.into()).collect();
            match field.fixed() {
                Some(value) => assert!(values.contains(&value.into()), "{}", field.name()),
                // Value 15 makes B an immediate.
                None if (form.kind, field.name()) == (Kind::Vabsdiff4, "B select") => {
                    assert!(values.into_iter().eq(0..15));
                }
                None => assert!(values.into_iter().eq(0..=field.mask()), "{}", field.name()),
            }
        }
    }
}

#[test]
fn names_are_unique_in_a_form_and_every_field_has_a_meaning() {
    for form in forms_of_all_layouts() {
        let names: BTreeSet<_> = form.fields.iter().map(Field::name).collect();
        assert_eq!(names.len(), form.fields.len(), "{}", form.kind);
        assert!(form.fields.iter().all(|field| !field.meaning().is_empty()));
    }
}

/// No word belongs to two instructions, and none to two forms of one.
#[test]
fn each_word_has_one_form() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut seen = 0;
    for index in 0..400_000 {
        let (word, layout) = (random.u64(..), Layout::ALL[index % 2]);
        let fits: Vec<&Form> =
            forms_of_all_layouts().filter(|form| form.layout == layout && form.opcode.is_of(word)).collect();
        let kinds: BTreeSet<_> = fits.iter().map(|form| form.kind).collect();
        assert!(kinds.len() <= 1, "{word:#x}: {kinds:?}");
        // VABSDIFF4's immediate form is one value of a field of the other.
        assert!(fits.len() <= 1 || kinds.contains(&Kind::Vabsdiff4));
        assert_eq!(Form::of_in(layout, word).map(|form| form.kind), kinds.first().copied());
        seen += usize::from(!fits.is_empty());
    }
    assert!(seen > 5_000, "{seen}");
    for form in forms_of_all_layouts() {
        for rest in [0, u64::MAX, random.u64(..)] {
            let word = form.opcode.bits | rest & !form.opcode.mask;
            let is_immediate = form.kind == Kind::Vabsdiff4
                && form.field("B select").is_some_and(|select| select.of(word) == 15);
            if !is_immediate {
                assert_eq!(Form::of_in(form.layout, word), Some(form), "{word:#x}");
            }
        }
    }
}
