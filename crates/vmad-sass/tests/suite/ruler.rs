//! The bands that are drawn of a word: oracle, the table.

use vmad_sass::vmad::{
    ruler::{Band, bands},
    table::Form,
};

const FORMS: [Form; 2] = [Form::Register, Form::Immediate];

#[test]
fn the_cells_have_all_64_bits_in_order_and_their_fields() {
    for form in FORMS {
        let mut next = 64;
        for (index, Band { cells }) in bands(form).iter().enumerate() {
            for cell in cells {
                assert_eq!(cell.high + 1, next, "{form:?} {}", cell.field.name);
                assert!(cell.field.low <= cell.low && cell.high < cell.field.low + cell.field.width);
                assert!(cell.field.is_in(form));
                next = cell.low;
            }
            assert_eq!(next, 48 - 16 * index as u32);
        }
    }
}

#[test]
fn bands_fit_80_columns_and_no_name_is_cut() {
    for form in FORMS {
        for band in bands(form) {
            let names = band.names('|');
            assert!(names.len() <= 80, "{names}");
            let written: Vec<_> = names.trim_matches('|').split('|').map(str::trim).collect();
            let expected: Vec<_> = band.cells.iter().map(|cell| cell.field.name).collect();
            assert_eq!(written, expected);
            for word in [0, u64::MAX] {
                assert_eq!(band.bits(word, '|').len(), names.len());
            }
        }
    }
}

/// The digits of a band, put together, are the word's.
#[test]
fn the_bits_of_the_bands_are_the_words() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..1000 {
        let word = random.u64(..);
        let drawn: String = bands(Form::of(word)).iter().map(|band| band.bits(word, '|')).collect();
        let digits: String = drawn.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(u64::from_str_radix(&digits, 2), Ok(word));
    }
}

#[test]
fn numbers_stand_over_their_cells() {
    let [_, band, ..] = bands(Form::Register);
    assert_eq!(band.places(), "  47        46:39         38:36      35:32");
    assert_eq!(band.bits(0x5fcd_8250_3027_0100, '|'), "| 1  | 0 0 0 0 0 1 0 0 |  1 0 1   | 0 0 0 0 |");
    assert_eq!(band.names('|'), "| CC |       Rc        | A select | ignored |");
}
