//! The bands of a drawn word. Oracle: the description of the form.

use vmad_sass::{
    isa::{Field, Layout},
    ruler::{Band, bands, bands_within},
};

use crate::words::forms_of_all_layouts;

#[test]
fn the_cells_have_all_64_bits_in_order_and_their_fields() {
    for form in forms_of_all_layouts() {
        for bits in [4, 8, 16] {
            let mut next = 64;
            for (index, Band { cells }) in bands(form, bits).iter().enumerate() {
                for cell in cells {
                    assert_eq!(cell.high + 1, next, "{} {}", form.kind, cell.field.name());
                    let in_part =
                        |bits: vmad_sass::isa::Bits| bits.low <= cell.low && cell.high <= bits.high();
                    assert!(cell.field.parts().any(in_part));
                    assert!(form.fields.contains(cell.field));
                    next = cell.low;
                }
                assert_eq!(next, 64 - bits * (index as u32 + 1));
            }
            assert_eq!(next, 0);
        }
    }
}

#[test]
fn bands_fit_80_columns_and_no_name_is_cut() {
    for form in forms_of_all_layouts() {
        assert!(form.layout == Layout::Kepler || bands_within(form, 80) == bands(form, 16));
        for band in bands_within(form, 80) {
            let names = band.names();
            assert!(names.len() <= 80, "{names}");
            let written: Vec<_> = names.trim_matches('|').split('|').map(str::trim).collect();
            let expected: Vec<_> = band.cells.iter().map(|cell| Field::name(cell.field)).collect();
            assert_eq!(written, expected);
            for word in [0, u64::MAX] {
                assert_eq!(band.bits(word).len(), names.len());
            }
        }
    }
}
