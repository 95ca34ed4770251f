//! The encoding table against the words: every bit of both forms belongs to one field, and `Fields` agrees.

use vmad_sass::vmad::{
    Fields, FieldsB,
    table::{self, FIELDS, Field, Form},
};

/// The member of `Fields` that holds the table's field; none where the form lacks it.
fn member(fields: &Fields, name: &str) -> Option<u64> {
    let b = match (name, fields.b) {
        ("Rb", FieldsB::Register { rb, .. }) => Some(rb.into()),
        ("B select", FieldsB::Register { select, .. }) => Some(select.into()),
        ("ignored", FieldsB::Register { ignored, .. }) => Some(ignored.into()),
        ("imm16", FieldsB::Immediate { imm16 }) => Some(imm16.into()),
        _ => None,
    };
    b.or(match name {
        "Rd" => Some(fields.rd.into()),
        "Ra" => Some(fields.ra.into()),
        "guard" => Some(fields.guard.into()),
        "guard not" => Some(fields.guard_negated.into()),
        "A select" => Some(fields.a_select.into()),
        "Rc" => Some(fields.rc.into()),
        "CC" => Some(fields.cc.into()),
        "A signed" => Some(fields.a_signed.into()),
        "B signed" => Some(fields.b_signed.into()),
        "B kind" => Some(matches!(fields.b, FieldsB::Register { .. }).into()),
        "scale" => Some(fields.scale.into()),
        "psign" => Some(fields.psign.into()),
        "SAT" => Some(fields.sat.into()),
        "opcode" => Some(fields.opcode.into()),
        _ => None,
    })
}

fn fields_of(form: Form) -> impl Iterator<Item = &'static Field> {
    FIELDS.iter().filter(move |field| field.is_in(form))
}

/// The fields of the table whose member differs, by name.
fn differences(one: u64, other: u64) -> Vec<&'static str> {
    let (one, other) = (Fields::from(one), Fields::from(other));
    let differs = |field: &&Field| member(&one, field.name) != member(&other, field.name);
    FIELDS.iter().filter(differs).map(|field| field.name).collect()
}

/// Words of a form: all zeros, all ones, and random ones.
fn words(form: Form) -> impl Iterator<Item = u64> {
    let mut random = fastrand::Rng::with_seed(64);
    let words = [0, u64::MAX].into_iter().chain(std::iter::repeat_with(move || random.u64(..)).take(500));
    words.map(move |word| if form == Form::Register { word | 1 << 50 } else { word & !(1 << 50) })
}

const FORMS: [Form; 2] = [Form::Register, Form::Immediate];

#[test]
fn the_fields_of_a_form_cover_each_bit_once() {
    for form in FORMS {
        let mut next = 0;
        for field in fields_of(form) {
            assert_eq!(field.low, next, "{form:?} {}: bits are skipped or shared", field.name);
            assert_eq!(field.mask(), (1 << field.width) - 1);
            next += field.width;
        }
        assert_eq!(next, 64, "{form:?}");
    }
}

#[test]
fn the_two_forms_differ_in_bits_20_to_35_alone() {
    for field in FIELDS.iter().filter(|field| field.form != Form::Both) {
        assert!(field.low >= 20 && field.low + field.width <= 36, "{}", field.name);
    }
}

#[test]
fn every_member_of_fields_is_where_the_table_says() {
    for form in FORMS {
        for word in words(form) {
            for field in &FIELDS {
                let expected = field.is_in(form).then(|| word >> field.low & ((1 << field.width) - 1));
                assert_eq!(member(&Fields::from(word), field.name), expected, "{} of {word:#x}", field.name);
                if let Some(value) = expected {
                    assert_eq!(field.of(word), value);
                }
            }
        }
    }
}

#[test]
fn each_flipped_bit_changes_its_own_field_alone() {
    for form in FORMS {
        for word in words(form) {
            for field in fields_of(form).filter(|field| field.name != "B kind") {
                for bit in field.low..field.low + field.width {
                    let flipped = word ^ 1 << bit;
                    assert_eq!(differences(word, flipped), [field.name], "bit {bit} of {word:#x}");
                    assert_eq!(u64::from(Fields::from(flipped)), flipped);
                }
            }
        }
    }
}

#[test]
fn flipping_bit_50_changes_the_form_and_no_field_that_both_have() {
    for word in FORMS.into_iter().flat_map(words) {
        let both: Vec<&str> = FIELDS.iter().filter(|f| f.form != Form::Both).map(|f| f.name).collect();
        let mut expected = both;
        expected.push("B kind");
        assert_eq!(differences(word, word ^ 1 << 50), expected);
        assert_eq!(u64::from(Fields::from(word ^ 1 << 50)), word ^ 1 << 50);
    }
}

#[test]
fn a_field_that_lists_its_values_lists_all_of_them_in_order() {
    let mut lists = 0;
    for field in FIELDS.iter().filter(|field| !field.values.is_empty()) {
        lists += 1;
        assert_eq!(field.values.len(), 1 << field.width, "{}", field.name);
        for (index, value) in field.values.iter().enumerate() {
            assert_eq!(usize::from(value.value), index, "{}", field.name);
        }
    }
    assert_eq!(lists, 10);
}

#[test]
fn names_are_unique_and_the_named_fields_are_the_tables() {
    for (index, field) in FIELDS.iter().enumerate() {
        assert!(FIELDS[..index].iter().all(|other| other.name != field.name), "{}", field.name);
        assert!(!field.meaning.is_empty());
    }
    for named in [table::A_SELECT, table::B_SELECT, table::SCALE_FIELD, table::OPCODE_FIELD] {
        assert_eq!(FIELDS.iter().filter(|&&field| field == named).count(), 1, "{}", named.name);
    }
}

#[test]
fn bits_above_a_members_field_are_dropped() {
    for form in FORMS {
        for word in words(form) {
            let fields = Fields::from(word);
            let b = match fields.b {
                FieldsB::Register { rb, select, ignored } => {
                    FieldsB::Register { rb, select: select | 0xf8, ignored: ignored | 0xe0 }
                }
                immediate @ FieldsB::Immediate { .. } => immediate,
            };
            let wide = Fields {
                guard: fields.guard | 0xf8,
                a_select: fields.a_select | 0xf8,
                scale: fields.scale | 0xfc,
                psign: fields.psign | 0xfc,
                b,
                ..fields
            };
            assert_eq!(u64::from(wide), word);
        }
    }
}

/// The table calls illegal just what the signals have no value for.
#[test]
fn the_table_and_the_signals_agree_on_what_is_legal() {
    use vmad_sass::vmad::table::{A_SELECT, B_SELECT, SCALE_FIELD};
    use vmad_unit::{Scale, Selector};
    for field in [A_SELECT, B_SELECT] {
        for value in field.values {
            assert_eq!(value.meaning.is_some(), Selector::from_encoding(value.value).is_some(), "{value:?}");
        }
    }
    for value in SCALE_FIELD.values {
        assert_eq!(value.meaning.is_some(), Scale::from_encoding(value.value).is_some(), "{value:?}");
    }
}
