//! Texts of dumps.

use vmad_files::listing::dump;

/// Seven digits are the least that a tool writes; a shorter number can be a word of something else.
#[test]
fn the_offset_of_a_dump_has_at_least_seven_digits() {
    for offset in ["0000000", "00000000", "000000000"] {
        assert_eq!(dump(&format!("{offset}: 0102  ..\n")), Some(vec![1, 2]), "{offset}");
    }
    assert_eq!(dump("000000: 0102  ..\n"), None);
}

/// `hexdump -v` prints numbers of 16 bits in the byte order of its machine: not bytes.
#[test]
fn a_dump_of_numbers_is_refused() {
    assert_eq!(dump("0000000 0201 0403\n0000004\n"), None);
    assert_eq!(dump("00000000  01 02 03 04  |....|\n00000004\n"), Some(vec![1, 2, 3, 4]));
}
