//! Every invariant for a second. The fuzz targets run the same functions without limit.

use arbitrary::{Error, Unstructured};
use arbtest::arbtest;
use vmad_xcheck::invariants;

/// Runs an invariant on random bytes of many sizes, until the time is up.
fn hold(invariant: fn(&mut Unstructured<'_>) -> arbitrary::Result<()>) {
    let mut whole = 0_u32;
    arbtest(|bytes| match invariant(bytes) {
        // A case for which the bytes did not suffice has shown nothing.
        Err(Error::NotEnoughData) => Ok(()),
        other => {
            whole += 1;
            other
        }
    })
    .size_min(64)
    .budget_ms(1000);
    assert!(whole > 100, "only {whole} cases in a second");
}

macro_rules! hold {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            hold(invariants::$name);
        })*
    };
}

hold! {
    any_word_decodes_or_is_refused
    instruction_round_trips
    text_round_trips
    arbitrary_text_is_refused_in_place
    control_field_round_trips
    control_word_round_trips
    execution_is_the_wide_sum
    ptx_is_the_lowered_sass
    ptx_text_is_read_or_refused_in_place
    unit_is_the_default_reading
    mad_f32_is_the_hosts
    mad_f64_is_the_hosts
}

/// Found by `arbitrary_text_is_refused_in_place`: the look-ahead for a comment cut a four-byte character in two.
#[test]
fn a_wide_character_is_refused_in_place() {
    let error = vmad_sass::assemble(".\u{1c605}.H1RZ").unwrap_err();
    assert_eq!((error.span.start, error.span.end), (0, 1));
    let error = vmad_sass::assemble("VMAD \u{1c605}").unwrap_err();
    assert_eq!((error.span.start, error.span.end), (5, 9));
}
